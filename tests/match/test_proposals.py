"""What explains a DONE out of turn, which ways later presses leave, and what rests on them."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from unotable.game.entry import Entry, Header
from unotable.game.fold import fold
from unotable.game.ruleset import RuleSet
from unotable.journal import rules as presets
from unotable.journal.file import read
from unotable.match import proposals
from unotable.match.following import Following
from unotable.match.match import MatchError
from unotable.match.proposals import Match, Proposal
from unotable.plain.lines import Teller

from tests.match.bench import Bench

S = 1_000_000
RULES = RuleSet()
NAMES = ("Ana", "Bo", "Cy", "Dee", "Eve")


def made(*lines: tuple[int, str] | Entry, seats: int = 4, rules: RuleSet = RULES) -> Match:
    """Lines as (seat, what): `done` or `take` each 4 s after the one before; the dealer is seat 1, seat 2 begins."""
    entries = [Entry(1, 0, "first", card="r5")]
    for line in lines:
        number, t = len(entries) + 1, 4 * S * len(entries)
        if isinstance(line, Entry):
            entries.append(line._replace(id=number, t=t))
        else:
            hold = True if line[1] == "take" else None
            entries.append(Entry(number, t, "done", press=True, seat=line[0], hold=hold))
    return Match(Header("mattel", NAMES[:seats], dealer=1), rules, tuple(entries))


def card(text: str) -> Entry:
    return Entry(0, 0, "card", card=text)


def explained(match: Match) -> Proposal | None:
    """What is proposed for the last DONE."""
    done = [entry for entry in match.entries if entry.press][-1]
    return proposals.explain(match, done, done.t + 2 * S)


# Who pressed DONE, in order, and what explains the last one; seats go round clockwise from seat 2.
SITUATIONS: list[tuple[int, tuple[tuple[int, str] | Entry, ...], list[tuple[str, int]]]] = [
    (4, ((2, "done"), (4, "done")), [("skip", 2), ("forgot", 3), ("wrong", 4)]),
    (4, ((2, "done"), (1, "done")), [("reverse", 2), ("wrong", 1)]),
    (3, ((2, "done"), (1, "done")), [("skip", 2), ("reverse", 2), ("forgot", 3), ("wrong", 1)]),
    (5, ((2, "done"), (1, "done")), [("reverse", 2), ("wrong", 1)]),
    (5, ((2, "done"), (5, "done")), []),  # two forgot, or anything: nobody knows
    (2, ((2, "done"), (2, "done")), [("skip", 2), ("forgot", 1), ("wrong", 2)]),
    (4, ((2, "done"), card("g5"), (4, "done")), [("forgot", 3), ("wrong", 4)]),  # a number skips nobody
    (4, ((2, "take"), (4, "done")), [("forgot", 3), ("wrong", 4)]),  # nothing was laid
    (4, ((2, "done"), (4, "take")), [("skip", 2), ("forgot", 3), ("wrong", 4)]),
    (4, ((3, "done"),), [("forgot", 2), ("wrong", 3)]),
    (4, ((2, "done"), (3, "done")), []),  # in turn
]


@pytest.mark.parametrize(("seats", "lines", "ways"), SITUATIONS)
def test_situations(seats: int, lines: tuple[tuple[int, str] | Entry, ...], ways: list[tuple[str, int]]) -> None:
    found = explained(made(*lines, seats=seats))
    assert [(way.kind, way.seat) for way in (found.ways if found else ())] == ways


@pytest.mark.parametrize(("seats", "lines", "ways"), [row for row in SITUATIONS if row[2]])
def test_every_way_makes_the_press_legal_but_the_wrong_one(
    seats: int, lines: tuple[tuple[int, str] | Entry, ...], ways: list[tuple[str, int]]
) -> None:
    match = made(*lines, seats=seats)
    found = explained(match)
    assert found is not None and found.taken == 0
    for way in found.ways:
        table = match.table(way, found.t + 2 * S)
        assert proposals.refused(table, found.done) == (way.kind == "wrong")
        assert all(line.via == "guess" for line in way.lines)


def test_only_full_tracking_guesses() -> None:
    match = made((2, "done"), (4, "done"))
    keys = Match(Header("mattel", NAMES[:4], track="keys"), match.rules, match.entries)
    assert explained(keys) is None


def test_no_way_is_taken_up_that_would_fine_somebody() -> None:
    """Cy has two cards; Ana's UNO a moment before Dee's DONE would catch Cy, if Cy had laid then."""
    rules = RuleSet(uno_open_early_ms=2000)
    at = 12 * S
    match = made((2, "done"), rules=rules)
    entries = [
        *match.entries,
        Entry(3, 4 * S + 100_000, "card", card="g5", of=2),
        Entry(4, 5 * S, "set", seat=3, cards=2),
        Entry(5, at - 300_000, "uno", press=True, seat=1),
        Entry(6, at, "done", press=True, seat=4),
    ]
    found = explained(Match(match.header, rules, tuple(entries)))
    assert found is not None
    assert [way.kind for way in found.ways] == ["forgot", "wrong"]
    assert found.ways[found.taken].kind == "wrong"
    table = Match(match.header, rules, tuple(entries)).table(found.ways[0], at + 3 * S)
    assert any(ruling.rule == "uno.caught" and ruling.seat == 3 for ruling in table.rulings), "it would have"


def test_later_presses_leave_the_ways_that_they_fit() -> None:
    three = made((2, "done"), (1, "done"), seats=3)
    found = explained(three)
    assert found is not None
    for after, left in ((2, ["skip", "forgot"]), (3, ["reverse", "wrong"])):
        more = Entry(len(three.entries) + 1, 16 * S, "done", press=True, seat=after)
        match = Match(three.header, three.rules, (*three.entries, more))
        assert [way.kind for way in proposals.narrow(found, match, 20 * S).ways] == left
        assert proposals.narrow(found, match, 16 * S) is found, "not before that press is judged"


# -- in a match ----------------------------------------------------------------------------------------------


def turn(bench: Bench, *seats: int) -> None:
    for seat in seats:
        bench.wait(2500)
        bench.tap(seat)
    bench.wait(2200)


def kinds(bench: Bench) -> list[str]:
    proposal = bench.match.view.proposal
    return [] if proposal is None else [way.kind for way in proposal.ways]


def taken(bench: Bench) -> str:
    proposal = bench.match.view.proposal
    assert proposal is not None
    return proposal.ways[proposal.taken].kind


def guesses(bench: Bench) -> list[dict[str, Any]]:
    return [line for line in bench.lines() if line.get("via") == "guess" or line.get("do") == "undo"]


def said(bench: Bench) -> list[str]:
    return [rule for _, rule, _ in bench.rules()]


def replayed(bench: Bench) -> None:
    """The journal alone comes to the table that is shown."""
    match = read(bench.path)
    table = fold(match.header, presets.load("mattel", match.header.overrides), match.entries, bench.table.now)
    assert table.as_dict() == bench.table.as_dict()


def test_the_likeliest_way_is_gone_on_with_and_nothing_is_announced(bench: Bench) -> None:
    turn(bench, 2, 4)
    assert kinds(bench) == ["skip", "forgot", "wrong"] and taken(bench) == "skip"
    assert guesses(bench) == [
        {"t": guesses(bench)[0]["t"], "do": "card", "card": "?s", "of": 2, "via": "guess"},
    ]
    assert said(bench) == []
    assert bench.table.turn == 1 and bench.table.seat(4).cards == 6
    assert bench.table.plays[0].guess
    replayed(bench)


def test_a_press_decides(bench: Bench) -> None:
    turn(bench, 2, 1)
    assert kinds(bench) == ["reverse", "wrong"] and bench.table.direction == -1
    turn(bench, 4)
    assert kinds(bench) == []
    assert bench.table.turn == 3 and said(bench) == []
    replayed(bench)


def test_the_one_who_was_expected_presses_after_all(bench: Bench) -> None:
    turn(bench, 2, 1)
    turn(bench, 3)
    assert kinds(bench) == []
    assert [line["do"] for line in guesses(bench)] == ["card", "undo"]
    assert said(bench) == ["turn.out_of_order"], "so it was a wrong press"
    assert bench.table.direction == 1 and bench.table.turn == 4 and bench.table.seat(1).cards == 7
    turn(bench, 4)
    assert kinds(bench) == [] and bench.table.turn == 1
    replayed(bench)


def test_another_way_is_gone_on_with_when_a_press_says_so(tmp_path: Path) -> None:
    bench = Bench(tmp_path / "m.jsonl", seats=3)
    bench.command(do="first", card="r5")
    turn(bench, 2, 1)
    assert kinds(bench) == ["skip", "reverse", "forgot", "wrong"] and taken(bench) == "skip"
    turn(bench, 3)
    assert kinds(bench) == ["reverse", "wrong"] and taken(bench) == "reverse"
    assert bench.table.turn == 2 and bench.table.direction == -1
    replayed(bench)


def test_a_key_decides(bench: Bench) -> None:
    turn(bench, 2, 4)
    bench.match.decide(2, bench.now)
    assert kinds(bench) == []
    assert [line.get("press", line.get("do")) for line in guesses(bench)] == ["card", "undo", "done"]
    assert bench.table.seat(3).cards == 6 and bench.table.turn == 1
    replayed(bench)
    with pytest.raises(MatchError, match="no proposal 1"):
        bench.match.decide(1, bench.now)


def test_a_wrong_press_by_key_is_announced_and_not_asked_again(bench: Bench) -> None:
    turn(bench, 2, 4)
    bench.match.decide(3, bench.now)
    bench.wait(2000)
    assert kinds(bench) == [] and said(bench) == ["turn.out_of_order"]
    assert bench.table.turn == 3 and bench.table.seat(4).cards == 7
    replayed(bench)


@pytest.mark.parametrize("line", [
    {"do": "card", "card": "gs", "of": 2}, {"do": "undo"}, {"do": "set", "turn": 3}, {"do": "out", "seat": 2},
])  # fmt: skip
def test_people_say_what_it_was(bench: Bench, line: dict[str, Any]) -> None:
    turn(bench, 2, 4)
    bench.command(**line)
    bench.wait(100)
    assert kinds(bench) == []


def test_telling_the_card_of_that_press_says_only_that_it_was_no_mistake(bench: Bench) -> None:
    turn(bench, 2, 4)
    bench.command(do="card", card="g7")
    bench.wait(100)
    assert bench.table.plays[-1].card == "g7" and kinds(bench) == ["skip", "forgot"]


def test_no_fine_rests_on_an_open_way(tmp_path: Path) -> None:
    """Ana lays the second last card by a DONE that may have been a mistake: the catch waits until that is decided."""
    bench = Bench(tmp_path / "m.jsonl", deal_hand=2)
    bench.command(do="first", card="r5")
    bench.wait(2000)
    bench.tap(2)
    bench.command(do="card", card="g5")
    bench.wait(100)
    bench.tap(3)
    bench.wait(2500)
    bench.tap(1)
    bench.wait(2200)
    assert kinds(bench) == ["skip", "forgot", "wrong"]
    bench.tap(3, "uno")
    bench.wait(3000)
    fined = [rule for rule in said(bench) if rule in ("uno.caught", "uno.false")]
    cards = bench.table.seat(1).cards
    assert fined == []
    match = read(bench.path)
    watching = Following(match.header, bench.match.ruleset, match.entries[:3])
    watching.take(match.entries[3:], live=False)
    watching.asks(bench.match.view.proposal)
    watching.read(None)
    seen = watching.view()
    assert seen.proposal == bench.match.view.proposal and seen.table.seats == bench.table.seats
    assert "uno.caught" not in [item.ruling.rule for item in seen.feed if item.ruling], "nor for those who watch"
    watching.asks(None)
    assert watching.read(None) and "uno.caught" in [item.ruling.rule for item in watching.view().feed if item.ruling]
    bench.match.decide(1, bench.now)
    bench.wait(100)
    assert "uno.caught" in said(bench)
    assert bench.table.seat(1).cards == cards + 2
    replayed(bench)


@pytest.mark.parametrize("seed", range(6))
def test_a_table_without_hands_is_followed(tmp_path: Path, seed: int) -> None:
    """Numbers, skips and reverses, nothing keyed: after every DONE the host knows direction, counts and who is next.

    A number follows each action card: of two in a row the second may look as if the first press had been a mistake.
    """
    chance = random.Random(seed)
    bench = Bench(tmp_path / "m.jsonl", deal_hand=20)
    bench.command(do="first", card="r5")
    seat, direction, counts = 2, 1, dict.fromkeys((1, 2, 3, 4), 20)
    laid = "number"
    for _ in range(14):
        turn(bench, seat)
        counts[seat] -= 1
        assert (bench.table.direction, bench.table.plays[-1].seat) == (direction, seat)
        assert {it.seat: it.cards for it in bench.table.seats} == counts
        laid = chance.choice(["number", "skip", "reverse"]) if laid == "number" else "number"
        direction = -direction if laid == "reverse" else direction
        seat = (seat - 1 + direction * (2 if laid == "skip" else 1)) % 4 + 1
    assert said(bench) == []
    replayed(bench)


def test_plain_mode_asks_once_for_each_way_that_is_read(bench: Bench) -> None:
    teller = Teller(bench.match.ruleset)
    turn(bench, 2, 4)
    asked = "Dee pressed DONE where Cy was on turn: (1 skip?)  2 Cy forgot DONE?  3 wrong press"
    assert [line for line in teller.lines(bench.match.view) if "pressed DONE" in line] == [asked]
    bench.wait(500)
    assert [line for line in teller.lines(bench.match.view) if "pressed DONE" in line] == []
    bench.match.decide(3, bench.now)
    bench.wait(100)
    assert [line for line in teller.lines(bench.match.view) if "pressed DONE" in line] == [
        "Dee pressed DONE out of turn, which does nothing. [mattel: turn.early_ms]"
    ]


def test_a_match_gone_on_with_keeps_the_guess(bench: Bench, tmp_path: Path) -> None:
    turn(bench, 2, 4)
    bench.journal.close()
    again = Bench(tmp_path / "m.jsonl")
    again.now = bench.now
    again.wait(100)
    assert again.match.view.proposal is None
    assert again.table.turn == 1 and again.table.plays[0].card == "?s"


def test_the_guess_is_one_line_of_json_that_undo_names(bench: Bench) -> None:
    turn(bench, 2, 4)
    assert bench.match.view.last == "card ?s"
    assert json.loads(bench.path.read_text(encoding="utf-8").splitlines()[-1])["via"] == "guess"
