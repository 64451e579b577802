"""What players did: counted from the journal alone, and added up over matches by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unotable.game import presses, timeline
from unotable.game.entry import Entry
from unotable.game.fold import fold
from unotable.game.rulings import Ruling
from unotable.game.state import State
from unotable.journal import rules
from unotable.journal.file import Journal, read
from unotable.journal.statistics import Facts, Fines, facts, fines, totals

RULES = {"cut.scope": "coloured", "uno.catch": 2, "time.settle_s": 0.0}


def match(tmp_path: Path, *lines: dict[str, Any], seats: tuple[str, ...] = ("Ana", "Bo", "Cy"), **header: Any) -> Facts:
    path = tmp_path / f"m{len(list(tmp_path.iterdir()))}.jsonl"
    head = {"unotable": 1, "rules": "mattel", "set": RULES, "seats": list(seats), **header}
    with Journal.create(path, head) as journal:
        for line in lines:
            journal.append(line)
    made = read(path)
    return facts(made, rules.load(made.header.rules, made.header.overrides))


def done(t: int, seat: int, u: int = 300, button: str = "done", **more: Any) -> dict[str, Any]:
    return {"t": t, "press": button, "seat": seat, "u": u, **more}


FIRST = {"t": 0, "do": "first", "card": "r5"}


def test_a_cut_is_timed_from_the_card_to_the_claim(tmp_path: Path) -> None:
    found = match(tmp_path, FIRST, done(5_000_000, 2), done(5_420_000, 1, button="cut"), done(6_000_000, 1))
    assert [player.reactions for player in found.players] == [(420_000,), (), ()]
    assert [player.cuts for player in found.players] == [1, 0, 0]


def test_what_is_keyed_or_came_before_the_card_is_no_reaction(tmp_path: Path) -> None:
    keyed = match(
        tmp_path, FIRST, done(5_000_000, 2), done(5_420_000, 1, 400_000, "cut", via="key"), done(6_000_000, 1)
    )
    early = match(tmp_path, FIRST, done(4_800_000, 1, button="cut"), done(5_000_000, 2), done(6_000_000, 1))
    for found in (keyed, early):
        assert found.players[0].cuts == 1 and found.players[0].reactions == ()


def test_cuts_of_earlier_rounds_are_timed_too(tmp_path: Path) -> None:
    found = match(
        tmp_path, FIRST, done(5_000_000, 2), done(5_300_000, 1, button="cut"), done(6_000_000, 1),
        {"t": 7_000_000, "do": "end", "reason": "void"}, {"t": 8_000_000, "do": "round"},
        {"t": 9_000_000, "do": "first", "card": "g1"}, done(11_000_000, 3), done(11_100_000, 1, button="cut"),
        done(12_000_000, 1),
    )  # fmt: skip
    assert found.players[0].reactions == (300_000, 100_000) and found.played == 1


def test_a_cut_taken_back_in_the_next_round_is_none_any_more(tmp_path: Path) -> None:
    lines = [
        FIRST, done(5_000_000, 2), done(5_300_000, 1, button="cut"), done(6_000_000, 1), done(7_000_000, 2),
        done(7_200_000, 3, button="cut"), done(8_000_000, 3), {"t": 9_000_000, "do": "end", "reason": "void"},
        {"t": 10_000_000, "do": "round"}, {"t": 11_000_000, "do": "first", "card": "g1"},
    ]  # fmt: skip
    as_played = match(tmp_path, *lines)
    assert [player.reactions for player in as_played.players] == [(300_000,), (), (200_000,)]
    undone = match(tmp_path, *lines, {"t": 12_000_000, "do": "undo", "of": 6})
    assert [(player.cuts, player.reactions) for player in undone.players] == [(1, (300_000,)), (0, ()), (0, ())]


def test_many_rounds_are_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it takes grows with the lines, not with their square: the timeline is built once, a press ruled on once."""
    times: Counter[str] = Counter()
    build, apply = timeline.build, presses.apply

    def built(entries: Collection[Entry]) -> timeline.Timeline:
        times["built"] += 1
        return build(entries)

    def ruled(state: State, entry: Entry) -> None:
        times["ruled"] += 1
        apply(state, entry)

    monkeypatch.setattr("unotable.game.fold.build", built)
    monkeypatch.setattr(presses, "apply", ruled)
    lines: list[dict[str, Any]] = []
    for begun in range(0, 40 * 10_000_000, 10_000_000):
        lines += [
            {"t": begun, "do": "first", "card": "r5"}, done(begun + 1_000_000, 2),
            {"t": begun + 1_500_000, "do": "card", "card": "r6", "of": len(lines) + 2},
            done(begun + 1_900_000, 1, button="cut"), done(begun + 2_500_000, 1),
            {"t": begun + 3_000_000, "do": "end", "reason": "void"},
            {"t": begun + 4_000_000, "do": "round", "dealer": 1},
        ]  # fmt: skip
    found = match(tmp_path, *lines)
    assert found.players[0].reactions == (900_000,) * 40
    assert times == {"built": 1, "ruled": 120}


def test_catches_fines_rounds_and_the_match(tmp_path: Path) -> None:
    found = match(
        tmp_path, FIRST, {"t": 1_000_000, "do": "set", "seat": 2, "cards": 2}, done(2_000_000, 2),
        done(2_500_000, 3, button="uno"), {"t": 3_000_000, "do": "penalty", "seat": 1, "n": 3, "why": "late"},
        {"t": 4_000_000, "do": "out", "seat": 3}, {"t": 5_000_000, "do": "hand", "seat": 1, "points": 300},
        {"t": 5_000_000, "do": "hand", "seat": 2, "points": 250},
    )  # fmt: skip
    by = {player.name: player for player in found.players}
    assert (by["Cy"].catches, by["Bo"].caught, by["Bo"].fined, by["Ana"].fined) == (1, 1, 2, 3)
    assert found.over and found.winners == ("Cy",) and by["Cy"].rounds == 1 and by["Cy"].score == 550
    assert Facts.from_dict(found.as_dict()) == found


@given(st.data())
def test_fines_of_a_match_that_goes_on_are_those_of_all_rulings(data: st.DataObject) -> None:
    """Rulings are added, taken back, and read anew with another content."""
    ruling = st.builds(
        Ruling, st.just(0), st.sampled_from(("penalty", "uno.caught", "attack.paid", "round.won")),
        st.sampled_from((None, 1, 2)), draw=st.sampled_from((None, 0, 1, 4)),
    )  # fmt: skip
    counted, known = Fines(), ()
    for _ in range(5):
        known = known[: data.draw(st.integers(0, len(known)))] + tuple(data.draw(st.lists(ruling, max_size=4)))
        assert counted.of(known) == fines(known)


def test_fines_that_were_counted_are_not_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    counted, rulings = Fines(), tuple(Ruling(t, "penalty", 1, draw=1) for t in range(1000))
    seen: list[int] = []

    def fines_of(new: Iterable[Ruling]) -> Counter[int]:
        seen.append(len(list(new)))
        return fines(new)

    monkeypatch.setattr("unotable.journal.statistics.fines", fines_of)
    totals = [counted.of(rulings[:n])[1] for n in (998, 999, 999, 1000)]
    assert totals == [998, 999, 999, 1000] and seen == [998, 1, 1]


def test_people_are_matched_by_name(tmp_path: Path) -> None:
    one = match(tmp_path, FIRST, done(5_000_000, 2), done(5_300_000, 1, button="cut"), done(6_000_000, 1))
    two = match(tmp_path, FIRST, done(5_000_000, 2), done(5_100_000, 1, button="cut"), done(6_000_000, 1),
                seats=("ana ", "Dee"))  # fmt: skip
    three = match(tmp_path, FIRST, done(5_000_000, 2), done(5_150_000, 1, button="cut"), done(6_000_000, 1))
    people = {total.name: total for total in totals([one, two, three])}
    assert set(people) == {"Ana", "Bo", "Cy", "Dee"}
    ana = people["Ana"]
    assert (ana.matches, ana.cuts, ana.typical, ana.best) == (3, 3, 150_000, 100_000)
    assert people["Dee"].typical is None


def test_statistics_agree_with_the_table_of_every_case() -> None:
    cases = Path(__file__).parents[1] / "cases"
    for path in sorted(cases.glob("*.jsonl"))[::7]:
        made = read(path)
        ruleset = rules.load(made.header.rules, made.header.overrides)
        found, table = facts(made, ruleset), fold(made.header, ruleset, made.entries)
        assert [player.score for player in found.players] == [seat.score for seat in table.seats], path.name
        assert found.played == len(table.rounds) and found.over == table.over
