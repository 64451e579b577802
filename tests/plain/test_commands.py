"""What typed lines mean in plain mode."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unotable.game.rulings import Ruling
from unotable.game.table import Seat, Table
from unotable.plain import commands
from unotable.plain.commands import Decide, Plug, Press, Say, Send, understand
from unotable.plain.lines import standing

TABLE = Table(1, "play", 1, 1, 1, "r5", "r", 0, (Seat(1, "Ana", 7), Seat(2, "Bo", 7)))
DIGITS = "1" * 5000  # more than int() takes


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("r5", {"do": "card", "card": "r5"}),
        ("  w+:g ", {"do": "card", "card": "w+:g"}),
        ("r5 2", {"do": "card", "card": "r5", "n": 2}),
        ("z", {"do": "undo"}),
        ("p", {"do": "pause"}),
        ("n", {"do": "round"}),
        ("draw", {"do": "draw"}),
        ("v", {"do": "challenge", "result": "guilty"}),
        ("i", {"do": "challenge", "result": "innocent"}),
        ("x", {"do": "deny"}),
        ("a", {"do": "accept"}),
        ("h 2 r5 w+", {"do": "hand", "seat": 2, "cards": ["r5", "w+"]}),
        ("h 2 34", {"do": "hand", "seat": 2, "points": 34}),
        ("n keys", {"do": "round", "track": "keys"}),
        ("out 2", {"do": "out", "seat": 2}),
        ("f 2", {"do": "fault", "kind": "wrong_play", "seat": 2}),
        ("e 2 3 he peeked", {"do": "penalty", "seat": 2, "n": 3, "why": "he peeked"}),
        ('{"do": "swap", "seat": 1, "with": 2}', {"do": "swap", "seat": 1, "with": 2}),
    ],
)
def test_lines(text: str, line: dict[str, object]) -> None:
    assert understand(text, TABLE) == Send(line)


@pytest.mark.parametrize(
    ("text", "press"),
    [
        ("plug 2", Plug(2, True)),
        ("unplug 1", Plug(1, False)),
        ("seat 2 0c01", commands.Seat("0c01", 2)),
        ("seat - 0c01", commands.Seat("0c01", None)),
        ("seat -", commands.Seat("", None)),
        ("d 2", Press(2, "done", False)),
        ("u 1", Press(1, "uno", False)),
        ("C 2", Press(2, "cut", True)),
    ],
)
def test_buttons_and_boards(text: str, press: Press | Plug | commands.Seat) -> None:
    assert understand(text, TABLE) == press


def test_what_the_table_waits_for_decides() -> None:
    assert understand("g7", replace(TABLE, phase="first")) == Send({"do": "first", "card": "g7"})
    assert understand("g", replace(TABLE, phase="colour", needs=("colour",))) == Send({"do": "colour", "colour": "g"})
    assert isinstance(understand("g", TABLE), Say)
    for text in ("r5 junk", "r5 2", "w+ r5"):
        assert understand(text, replace(TABLE, phase="first")) == Say("the first card stands alone, as in: r5")
    assert isinstance(understand("q 2", TABLE), Say), "a slip of the finger ends no evening"
    assert understand("p", replace(TABLE, paused=True)) == Send({"do": "resume"})


def test_leaving_help_and_nothing() -> None:
    assert [understand(text, TABLE) for text in ("q", "?", "boards", "", "   ")] == [
        "quit",
        "help",
        "boards",
        None,
        None,
    ]


@pytest.mark.parametrize(
    "text",
    [
        "x9",
        "d 3",
        "d",
        "u 0",
        "r5 two",
        "r5 2 3",
        "{",
        "{]",
        "[1]",
        "h 2",
        "h 3 34",
        "é",
        "seat",
        "seat 2",
        "seat 3 e1",
        "n all",
        "out",
        "out 3",
        "f x",
        "e 2",
        "e 3 1",
        "o no",
        *(f"{command} {DIGITS}" for command in ("d", "U", "plug", "r5", "f", "out", "h 1", "e 1")),
        *(f"{command} {DIGITS} {rest}" for command, rest in (("seat", "e1"), ("h", "34"), ("e", "1 why"))),
    ],
)
def test_what_cannot_be_meant_says_so_in_one_line(text: str) -> None:
    answer = understand(text, TABLE)
    assert isinstance(answer, Say) and answer.text and "\n" not in answer.text
    assert len(answer.text) < 100, "a sentence that can be read"


@given(st.text(max_size=30))
def test_any_text_is_answered(text: str) -> None:
    understand(text, TABLE)


def test_a_race_is_answered_by_a_digit() -> None:
    asks = replace(TABLE, track="buzzer", needs=("answer:9",))
    assert understand("2", asks) == Send({"do": "answer", "of": 9, "result": "safe"})
    assert understand("0", asks) == Send({"do": "answer", "of": 9, "result": "nothing"})
    assert understand("1 2", asks) == Send({"do": "answer", "of": 9, "result": "caught", "seat": 2})
    assert all(isinstance(understand(text, asks), Say) for text in ("1", "1 3", "3 x", "2 1", f"1 {DIGITS}"))


def test_the_latest_ruling_is_overruled() -> None:
    late, noted = Ruling(5, "uno.late", 2, entry=7), Ruling(6, "ignored", 1, entry=8)
    asks = replace(TABLE, rulings=(late, noted))
    assert understand("o not so", asks) == Send(
        {"do": "overrule", "rule": "uno.late", "why": "not so", "of": 7, "about": 2}
    )


def test_a_lone_digit_decides_a_proposal() -> None:
    assert [understand(text, TABLE) for text in ("1", " 4 ")] == [Decide(1), Decide(4)]
    assert not isinstance(understand("5", TABLE), Decide)
    assert not isinstance(understand("1 2", TABLE), Decide)


def test_a_race_is_asked_about_and_what_is_owed_is_told() -> None:
    owing = (replace(TABLE.seats[0], owed=2), TABLE.seats[1])
    race = replace(TABLE, track="buzzer", turn=None, top="??", seats=owing, needs=("answer:9",))
    told = standing(race, decides=True)
    assert "1 caught" not in standing(race), "who only watches is told no keys"
    assert "what was that race? 1 caught" in told and "to draw so far: Ana 2" in told and "??" not in told
    assert "the buttons are open" in standing(replace(race, needs=()))
