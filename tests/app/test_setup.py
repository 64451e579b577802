"""Before a match: home, names, rules and who deals, by keys alone, in both languages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import cast

import pytest
from textual import events
from unotable.app.front import Answer, Front, GoOn
from unotable.app.screens.drawn import typed
from unotable.app.screens.rulesets import Played
from unotable.app.screens.setup import Setup, Wanted
from unotable.app.widgets.grip import Grip
from unotable.journal import remembered, rules
from unotable.journal.file import Journal
from unotable.match import opening
from unotable.match.lobby import Gathered, Lobby
from unotable.match.view import BoardView

from tests.app.screen import check_cells, text


def front(
    keys: Sequence[str], lang: str = "en", asked: Played | None = None, size: tuple[int, int] = (80, 24),
    problem: str = "",
) -> tuple[Answer | None, str]:  # fmt: skip
    """What was answered, and the last screen before that."""

    async def run() -> tuple[Answer | None, str]:
        app = Front(asked, None, lang, problem)
        frame = ""
        async with app.run_test(size=size) as pilot:
            await app.workers.wait_for_complete([w for w in app.workers if w.group == "default" and w.name == "_look"])
            for key in keys:
                await pilot.press(key)
                if app.is_running:
                    await pilot.pause()
                    frame = text(app)
        return app.return_value, frame

    return asyncio.run(run())


def begun(home: Path, seats: Sequence[str] = ("Ana", "Bo"), stem: str = "2026-11-30T19-00-00") -> Path:
    path = home / "matches" / f"{stem}.jsonl"
    header = {"unotable": 1, "rules": "tangxun", "seats": list(seats), "started": "2026-11-30T19:00:00+08:00"}
    with Journal.create(path, header) as journal:
        journal.append({"t": 0, "do": "first", "card": "r5"})
    return path


def test_whoever_goes_back_finds_what_was_typed() -> None:
    wanted, _ = front(["n", *"Ana", "enter", *"Bo", "f7", "f8", "escape", "n", "f5"])
    assert wanted == Wanted(("Ana", "Bo"), Played("mattel"), "keys", 2)


def test_a_match_is_set_up_and_remembered(home: Path) -> None:
    keys = ["n", *"Ana", "enter", *"Bo", "enter", *"LT", "f7", "f8", "f8"]
    wanted, frame = front([*keys, "f5"])
    assert wanted == Wanted(("Ana", "Bo", "LT"), Played("mattel"), "keys", 3)
    assert "deals first: LT" in frame  # L and T are letters of a name here, no commands
    check_cells(frame, 80)
    assert remembered.recall() == remembered.Remembered(("Ana", "Bo", "LT"), ("Ana", "Bo", "LT"), "mattel", "keys")
    again, frame = front(["n", "f3", "f4", "f5"])
    assert again == Wanted(("Bo", "Ana", "LT"), Played("mattel"), "keys", 2)


def test_a_known_player_sits_down_by_a_key(home: Path) -> None:
    remembered.remember(("Ana", "Bo", "Cy"), "mattel", "full")
    remembered.remember(("Ana", "Bo"), "mattel", "full")
    wanted, _ = front(["n", "down", "down", "f2", "1", "f5"])
    assert isinstance(wanted, Wanted) and wanted.seats == ("Ana", "Bo", "Cy")


@pytest.mark.parametrize(("keys", "words"), [
    ([*"Ana", "f5"], "At least two play."),
    ([*"Ana", "enter", *"Ana", "f5"], "Two players are called Ana"),
])  # fmt: skip
def test_what_is_no_table_is_said(home: Path, keys: list[str], words: str) -> None:
    wanted, frame = front(["n", *keys])
    assert wanted is None and words in frame


def test_rules_are_chosen_and_a_parameter_changed(home: Path) -> None:
    keys = ["n", *"Ana", "enter", *"Bo", "f6", "down", "down", "e", "down", "enter"]
    _, frame = front([*keys, "backspace", *"99", "enter"])
    assert "allowed: a whole number from 1 to 20" in frame  # the error is a sentence, the dialog stays
    wanted, frame = front([*keys, "backspace", "9", "enter", "escape", "enter", "f5"])
    assert isinstance(wanted, Wanted)
    assert wanted.rules == Played("tangxun", {"deal.hand": 9})
    assert "9 cards each" in frame and "changed: 1" in frame
    assert wanted.rules.load().deal_hand == 9


def test_changed_rules_are_kept_as_ones_own(home: Path) -> None:
    keys = ["r", "e", "down", "enter", "backspace", "5", "enter", "s", *"Our Rules", "enter"]
    _, frame = front([{" ": "space"}.get(key, key) for key in keys])
    assert "Kept as our-rules." in frame
    assert rules.load("our-rules").deal_hand == 5
    replaced = ["r", "end", "e", "down", "enter", "backspace", "6", "enter", "s", *"our-rules", "enter", "y"]
    _, frame = front(replaced)
    assert rules.load("our-rules").deal_hand == 6 and rules.preset("our-rules").chain == ("our-rules", "mattel")


def test_a_set_of_answers_is_switched_one_by_one(home: Path) -> None:
    at = list(rules.diff(rules.load("mattel"), rules.load("tangxun")))
    assert "stack.on_draw2" in at
    wanted, _ = front([
        "n", *"Ana", "enter", *"Bo", "f6", "e", *["down"] * 14, "enter", "1", "2", "0", "escape", "enter", "f5",
    ])  # fmt: skip
    assert isinstance(wanted, Wanted)
    assert wanted.rules.load().stack_on_draw2 == frozenset({"draw2", "wild4"})


def test_the_dealer_is_drawn_and_a_tie_draws_again(home: Path) -> None:
    keys = ["n", *"Ana", "enter", *"Bo", "enter", *"Cy", "f9"]
    _, frame = front([*keys, *"r9", "enter", *"g9", "enter", *"b3", "enter"])
    assert "A tie: Ana, Bo draw again." in frame
    wanted, frame = front([
        *keys, *"r9", "enter", *"g9", "enter", *"b3", "enter", *"r1", "enter", *"g2", "enter", "f5",
    ])  # fmt: skip
    assert isinstance(wanted, Wanted) and wanted.dealer == 2
    _, frame = front([*keys, *"rx", "enter", *"r1", "enter", *"b1", "enter"])
    assert "rx is no card" in frame


def test_typed_cards() -> None:
    assert [typed(text) for text in ("r5", "w", "w+", "wg", "gs")] == ["r5", "w", "w+", "w:g", "gs"]
    assert [typed(text) for text in ("", "r", "2r5", "x", "..")] == [None] * 5


def test_home_offers_what_is_unfinished(home: Path) -> None:
    old, new = begun(home), begun(home, ("小宝", "[b]x[/b]"), "2026-12-01T19-00-00")
    (home / "matches" / "2026-12-02T19-00-00.jsonl").write_text("broken\n", encoding="utf-8")
    answer, frame = front(["down", "down"], problem="It was open elsewhere.")
    assert answer is None and "小宝, [b]x[/b]" in frame and "Ana, Bo  tangxun  round 1" in frame
    assert "It was open elsewhere." in frame
    assert front(["c"])[0] == GoOn(new)
    assert front(["down", "down", "enter"])[0] == GoOn(old)
    assert [match.path for match in opening.to_go_on(home / "matches")] == [new, old]


def test_a_hasty_hand_opens_one_page(home: Path) -> None:
    async def run() -> int:
        app = Front(None, None, "en")
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            for _ in range(3):
                app.choose("new")
            await pilot.pause()
            return len(app.screen_stack)

    assert asyncio.run(run()) == 3  # textual's own, home, setup


def test_setup_in_chinese(home: Path) -> None:
    remembered.remember(("小宝", "安娜"), "mattel", "full")
    assert "新对局" in front(["L", "n"], "en")[1]


@pytest.mark.parametrize("found", ["", "[]", "{", '{"names":[1,"",null,"Ana"],"seats":"x","track":"?"}', "[" * 9999])
def test_a_broken_memory_is_none(home: Path, found: str) -> None:
    remembered.path().write_text(found, encoding="utf-8")
    assert set(remembered.recall().names) <= {"Ana"}
    remembered.remember(("Bo", "Cy"), "mattel", "full")
    assert remembered.recall().names[:2] == ("Bo", "Cy")
    assert json.loads(remembered.path().read_text(encoding="utf-8"))["track"] == "full"


def test_every_page_tells_its_keys(home: Path) -> None:
    _, frame = front(["n", *"A?", "f1"])  # a question mark in a name is a letter
    assert "F3/F4          move" in frame and "every key of this page" in frame
    wanted, frame = front(["n", *"A?", "enter", *"B", "f1", "escape", "f5"])
    assert isinstance(wanted, Wanted) and wanted.seats == ("A?", "B")
    for keys in ([], ["r"], ["r", "e"], ["h"]):
        for lang, words in (("en", "every key of this page"), ("zh", "本页的全部按键")):
            _, frame = front([*keys, "question_mark"], lang)
            assert words in frame
            check_cells(frame, 80)


def test_seats_are_dragged_by_their_number_and_the_dealer_goes_along(home: Path) -> None:
    before = Wanted(("Ana", "Bo", "Cy", "Dee"), Played("mattel"), "full", 1)

    async def run() -> tuple[str, ...]:
        app = Front()
        async with app.run_test(size=(80, 24)) as pilot:
            screen = Setup(before)
            app.push_screen(screen)
            await pilot.pause()
            first = screen.query(Grip).first()
            await pilot.mouse_down(first)
            for row in (1, 2):
                await pilot.hover(screen.query(Grip)[row])
            await pilot.mouse_up(screen.query(Grip)[2])
            assert screen._dealer == 3  # Ana
            await pilot.mouse_down(screen.query(Grip)[1])
            await pilot.hover(screen.query(Grip)[0])
            await pilot.mouse_up(screen.query(Grip)[0])
            await pilot.hover(screen.query(Grip)[3])  # it was let go
            return screen.seats()

    assert asyncio.run(run()) == ("Cy", "Bo", "Ana", "Dee")


class Boards:
    """A lobby of paper: remembers what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[object] = []
        self.tell: Callable[[Gathered], None] = lambda _: None

    def open(self, names: Sequence[str], tell: Callable[[Gathered], None]) -> None:
        self.asked.append(("open", tuple(names)))
        self.tell = tell

    def renumber(self, names: Sequence[str], to: Mapping[int, int]) -> None:
        self.asked.append((tuple(names), {seat: other for seat, other in to.items() if seat != other}))

    def get_up(self) -> None:
        self.asked.append("get up")

    def close(self) -> None:
        self.asked.append("close")


Did = str | Gathered | tuple[int, int] | list[events.Key]


def seating(keys: Sequence[Did]) -> tuple[Boards, Answer | None, list[list[str]]]:
    """In setup: keys, keys at once, what the lobby tells, clicks; the lobby, the answer and the screen after each."""
    remembered.remember(("Ana", "Bo", "Cy"), "mattel", "full")
    boards = Boards()

    async def run() -> tuple[Answer | None, list[list[str]]]:
        app = Front(lang="en", lobby=cast(Lobby, boards))
        frames: list[list[str]] = []
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("n")
            for key in keys:
                await pilot.pause()
                match key:
                    case Gathered():
                        boards.tell(key)
                    case str():
                        await pilot.press(key)
                    case list():
                        for pressed in key:
                            app.post_message(pressed)
                    case _:
                        await pilot.click(offset=key)
                if app.is_running:
                    await pilot.pause()
                    frames.append(text(app).split("\n"))
        return app.return_value, frames

    answer, frames = asyncio.run(run())
    return boards, answer, frames


def test_boards_sit_down_while_a_match_is_set_up(home: Path) -> None:
    rows = tuple(BoardView(f"b{seat}", seat, u_us=90) for seat in (1, 2))
    said = ("Ana has board b1", "Bo: board ready, ±0.09 ms")
    steps = (
        (Gathered(), 5, "1 Ana"),
        (Gathered((BoardView("b1", None),), asked=1), 5, "1 Ana press UNO"),
        (Gathered(rows, asked=3), 5, "1 Ana o ready"),
        (Gathered(rows, asked=3), 7, "3 Cy press UNO"),
        (Gathered(rows, asked=3, pressed=(2, "cut")), 6, "2 Bo CUT"),
        (Gathered((BoardView("b1", 1, state="absent"),), asked=1), 5, "1 Ana press UNO"),
        (Gathered((BoardView("b1", 1, state="unsure"),)), 5, "1 Ana ? unsure"),
        (Gathered(rows, asked=3, said=said), 16, "seat 3, Cy: press UNO"),
        (Gathered(rows, asked=3, said=said), 17, "Bo: board ready, +-0.09 ms"),
    )
    _, _, frames = seating([gathered for gathered, _, _ in steps])
    for frame, (_, line, wanted) in zip(frames, steps, strict=True):
        assert " ".join(frame[line][:34].split()) == wanted, "\n".join(frame)
        check_cells("\n".join(frame), 80)
        assert [row[35:] for row in frame] == [row[35:] for row in frames[0]], "nothing else moves"
    assert not any("UNO" in row[:35] for row in frames[0]), "without a board all is as it was"


def test_boards_go_along_with_their_line(home: Path) -> None:
    boards, answer, _ = seating(["f4", "backspace", "f10", "f5"])
    assert boards.asked == [
        ("open", ("Ana", "Bo", "Cy")),
        (("Bo", "Ana", "Cy"), {1: 2, 2: 1}),
        (("Bo", "Cy"), {2: 3, 3: 2}),  # an empty line is the last seat
        "get up",
    ]
    assert isinstance(answer, Wanted) and answer.seats == ("Bo", "Cy"), "the lobby stays open for the match"


def test_a_name_typed_right_before_the_match_begins_has_its_seat(home: Path) -> None:
    at_once = [events.Key("D", "D"), events.Key("e", "e"), events.Key("f5", None)]
    boards, answer, _ = seating(["down", "down", "down", at_once])
    assert isinstance(answer, Wanted) and answer.seats == ("Ana", "Bo", "Cy", "De")
    assert boards.asked[-1] == (answer.seats, {})


def test_boards_get_up_by_mouse_and_are_let_go_of(home: Path) -> None:
    boards, answer, frames = seating([Gathered((BoardView("b1", 1),)), (4, 19), "escape"])
    assert boards.asked[1:] == ["get up", "close"] and answer is None and "history" in "".join(frames[-1])
