"""What is published of a journal: the same every time, and enough to come to what the fold comes to."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from unotable.game.entry import Entry, Header
from unotable.game.fold import fold
from unotable.game.table import Table
from unotable.hall.copied import told
from unotable.hall.messages import LIMITS, Event, Sheet
from unotable.hall.room import Room
from unotable.hall.stream import Stream
from unotable.journal import rules
from unotable.journal.file import MatchFile, read

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*.jsonl"))
SOME = [path for path in CASES if len(path.read_bytes()) > 600][::12]


def folded(match: MatchFile) -> Table:
    return fold(match.header, rules.load(match.header.rules, match.header.overrides), match.entries)


@pytest.mark.parametrize("path", SOME, ids=lambda path: path.stem)
def test_events_and_sheet_come_to_the_fold(path: Path) -> None:
    match = read(path)
    table = folded(match)
    sheet, events = told(path)
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert sheet.events == len(events) and sheet.line == len(match.entries)
    assert [(seat.name, seat.score) for seat in sheet.seats] == [(seat.name, seat.score) for seat in table.seats]
    assert (sheet.over, sheet.winners, sheet.losers) == (table.over, table.winners, table.losers)
    draws: dict[int | None, int] = {}
    rounds: dict[int, object] = {}
    for event in events:
        if event.said is not None and event.said.draw is not None:
            draws[event.said.seat] = draws.get(event.said.seat, 0) + event.said.draw
        if event.round is not None:
            rounds[event.round.number] = None if event.round.gone else event.round.points
    assert {seat: n for seat, n in draws.items() if n} == _drawn(table)
    want = {i: {str(s): p for s, p in round_.points.items()} for i, round_ in enumerate(table.rounds, 1)}
    assert {number: points for number, points in rounds.items() if points is not None} == want


def _drawn(table: Table) -> dict[int | None, int]:
    out: dict[int | None, int] = {}
    for ruling in table.rulings:
        if ruling.draw:
            out[ruling.seat] = out.get(ruling.seat, 0) + ruling.draw
    return out


def test_what_is_taken_back_is_told_too() -> None:
    """A fine and its undo: who was told to draw is told to give back."""
    lines = (
        Entry(1, 0, "first", card="r5"), Entry(2, 10, "penalty", seat=2, n=3, why="late"), Entry(3, 20, "undo"),
        Entry(4, 30, "penalty", seat=2, n=1, why="late"),
    )  # fmt: skip
    stream = Stream(Header("mattel", ("Ana", "Bo")), rules.load("mattel"))
    told = [event.said for line in lines for event in stream.read(line)]
    assert [(it.kind, it.seat, it.draw) for it in told if it] == [
        ("ruling", 2, 3), ("withdrawn", 2, -3), ("ruling", 2, 1),
    ]  # fmt: skip


@pytest.mark.parametrize("path", SOME[::3], ids=lambda path: path.stem)
def test_a_room_takes_them_twice_and_in_any_order(path: Path) -> None:
    sheet, events = told(path)
    sent = [("log", event.encode()) for event in events] + [(f"match/{sheet.match}", sheet.encode())]
    for earlier in (sheet.model_copy(update={"line": line, "events": 0}) for line in range(sheet.line)):
        sent.append((f"match/{sheet.match}", earlier.encode()))
    for seed in range(3):
        mixed = sent * 2
        random.Random(seed).shuffle(mixed)
        room = Room("cafe")
        kept = [room.take(f"unotable/cafe/table/one/{what}", raw, False, 0.0) for what, raw in mixed]
        assert room.refused == 0 and room.lacks() == 0
        assert room.sheets == {sheet.match: sheet}
        taken = [it.what for it in kept if it is not None and isinstance(it.what, Event)]
        assert sorted(taken, key=lambda event: event.seq) == events


def test_messages_are_read_as_they_were_written_and_fit() -> None:
    longest = 0
    for path in SOME:
        sheet, events = told(path)
        assert Sheet.decode(sheet.encode(), LIMITS["match"]) == sheet
        for event in events:
            assert Event.decode(event.encode(), LIMITS["log"]) == event
            longest = max(longest, len(event.encode()))
    assert 100 < longest < 2000


def test_a_match_is_named_by_what_it_is(tmp_path: Path) -> None:
    match = read(SOME[0])
    names = set()
    for entries in (match.entries[:1], match.entries[:3], match.entries):
        stream = Stream(match.header, rules.load(match.header.rules, match.header.overrides))
        assert stream.sheet is None
        for entry in entries:
            stream.read(entry)
        names.add(stream.match)
    later = match.entries[0]._replace(t=match.entries[0].t + 1)
    stream.__init__(match.header, rules.load(match.header.rules, {}))  # type: ignore[misc]
    stream.read(later)
    assert len(names) == 1 and stream.match not in names
    copy = tmp_path / "copied by hand.jsonl"
    copy.write_bytes(SOME[0].read_bytes())
    assert told(copy)[0].match in names
