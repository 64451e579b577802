"""The referee's thread: commands in, views out, nothing blocks, and going on after a gap."""

from __future__ import annotations

import json
import queue
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from unotable.game.entry import Entry, Header
from unotable.game.fold import fold
from unotable.journal import rules
from unotable.journal.errors import JournalError
from unotable.journal.file import Journal, read
from unotable.link.events import BoardUp, Pressed, Released
from unotable.match.live import Live, bridge, resumed_at
from unotable.match.running import STALE_S, Notice, folder, running
from unotable.match.seating import Seating
from unotable.match.view import BoardView, View

HEADER = {"unotable": 1, "rules": "mattel", "seats": ["Ana", "Bo", "Cy"]}


class Wire:
    """A link that remembers what it was asked for."""

    def __init__(self) -> None:
        self.said: list[tuple[Any, ...]] = []

    def ack(self, board: str, boot: int, ev: int) -> None:
        self.said.append(("ack", board, boot, ev))

    def lamp(self, board: str, pattern: str, arg: str = "") -> None:
        self.said.append(("lamp", board, pattern, arg))

    def sound(self, board: str, name: str) -> None:
        self.said.append(("sound", board, name))

    def seat(self, board: str, seat: int, colour: str) -> None:
        self.said.append(("seat", board, seat))

    def close(self) -> None:
        self.said.append(("close",))


class Table:
    def __init__(self, path: Path) -> None:
        self.events: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.wire = Wire()
        self.journal = Journal.create(path, HEADER)
        self.live = Live(
            self.journal, rules.load("mattel"), self.events, self.wire, Seating(3, fixed={"b1": 1, "b2": 2})
        )

    def until(self, what: Callable[[View], bool], seconds: float = 5.0) -> View:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if what(self.live.view):
                return self.live.view
            time.sleep(0.005)
        raise AssertionError(self.live.view)


@pytest.fixture
def table(home: Path) -> Iterator[Table]:
    made = Table(home / "m.jsonl")
    yield made
    made.live.close()


def up(board: str) -> BoardUp:
    return BoardUp(board, 1, "pico", "1.0", "micropython-1.28.0", None, "bl", f"/{board}", "")


def test_commands_become_lines_and_views(table: Table) -> None:
    seen: list[View] = []
    end = table.live.subscribe(seen.append)
    table.live.send({"do": "first", "card": "r5"})
    table.until(lambda view: view.table.phase == "play")
    end()
    table.live.send({"do": "draw"})
    table.until(lambda view: view.table.turn == 3)
    assert seen and seen[-1].table.turn == 2
    assert [entry.do for entry in read(table.journal.path).entries] == ["first", "draw"]


def test_what_is_wrong_with_a_command_is_said_and_the_next_one_counts(table: Table) -> None:
    table.live.send({"do": "card", "card": "r99"})
    view = table.until(lambda view: view.message is not None)
    assert "r99" in (view.message or "") and table.live.errors[-1] == view.message
    table.live.send({"do": "first", "card": "r5"})
    assert table.until(lambda view: view.table.phase == "play").message is None


def test_a_subscriber_that_fails_stops_nobody(table: Table) -> None:
    def fail(view: View) -> None:
        raise RuntimeError("no screen")

    table.live.subscribe(fail)
    table.live.send({"do": "first", "card": "r5"})
    table.until(lambda view: view.table.phase == "play")


def test_a_press_is_acknowledged_and_shown(table: Table) -> None:
    table.live.send({"do": "first", "card": "r5"})
    table.events.put(up("b2"))
    table.until(lambda view: bool(view.boards))
    table.events.put(Pressed("b2", 1, 1, "done", time.perf_counter_ns(), 200, True))
    table.events.put(Released("b2", 1, 2, 1))
    table.until(lambda view: view.table.turn == 3)
    assert ("seat", "b2", 2) in table.wire.said
    acks = [said for said in table.wire.said if said[0] == "ack"]
    assert acks == [("ack", "b2", 1, 1), ("ack", "b2", 1, 2)]
    assert ("lamp", "b2", "wait", "") in table.wire.said


def test_a_full_disk_keeps_presses_in_order_and_unacknowledged(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.live.send({"do": "first", "card": "r5"})
    table.events.put(up("b2"))
    table.until(lambda view: bool(view.boards))
    append, full = table.journal.append, True

    def try_to(line: dict[str, object]) -> Entry:
        if full:
            raise JournalError("no space left on device")
        return append(line)

    monkeypatch.setattr(table.journal, "append", try_to)
    table.live.send({"do": "note", "text": "said by somebody before the press, and lost"})
    table.until(lambda view: view.message == "no space left on device")
    assert not table.live.view.stays, "nothing waits for room yet"
    table.events.put(Pressed("b2", 1, 1, "done", time.perf_counter_ns(), 200, True))
    table.events.put(Released("b2", 1, 2, 1))
    table.until(lambda view: view.stays)
    assert table.live.view.message == "no space left on device" and not [
        said for said in table.wire.said if said[0] == "ack"
    ]
    full = False
    table.until(lambda view: view.table.turn == 3)
    table.until(lambda view: view.message is None and not view.stays)
    assert [said[3] for said in table.wire.said if said[0] == "ack"] == [1, 2]


def test_closing_while_the_disk_is_full_acknowledges_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(line: object) -> None:
        raise JournalError("no space left on device")

    table.events.put(up("b2"))
    table.until(lambda view: bool(view.boards))
    monkeypatch.setattr(table.journal, "append", full)
    table.events.put(Pressed("b2", 1, 1, "done", time.perf_counter_ns(), 200, True))
    table.events.put(Released("b2", 1, 2, 1))
    table.until(lambda view: view.message is not None)
    table.live.close()
    assert not [said for said in table.wire.said if said[0] == "ack"]


def test_closing_twice_and_then_reading_again_gives_the_same_table(table: Table) -> None:
    table.live.send({"do": "first", "card": "r5"})
    table.until(lambda view: view.table.phase == "play")
    table.live.close()
    table.live.close()
    assert ("close",) in table.wire.said
    match = read(table.journal.path)
    again = fold(match.header, rules.load("mattel"), match.entries)
    assert again.as_dict() == table.live.view.table.as_dict()


def test_sounds_are_for_those_who_want_them(home: Path) -> None:
    for sounds in (False, True):
        table = Table(home / f"{sounds}.jsonl")
        table.live.sound(None if sounds else frozenset())
        table.live.send({"do": "first", "card": "r5"})
        table.events.put(up("b1"))
        table.live.send({"do": "penalty", "seat": 1, "n": 2, "why": "advice"})
        table.until(lambda view: bool(view.feed))
        table.live.close()
        assert (("sound", "b1", "penalty") in table.wire.said) == sounds
        assert ("lamp", "b1", "penalty", "2") in table.wire.said


def test_boards_of_a_running_match_can_be_read_elsewhere(table: Table) -> None:
    table.events.put(up("b2"))
    table.until(lambda view: bool(view.boards))
    end = time.monotonic() + 5
    while not (running() and running()[0].boards) and time.monotonic() < end:
        time.sleep(0.05)
    (match,) = running()
    assert match.match == str(table.journal.path)
    assert [(board.board, board.seat, board.python) for board in match.boards] == [("b2", 2, "micropython-1.28.0")]
    table.live.close()
    assert running() == []


def test_a_notice_left_by_a_dead_process_is_removed(home: Path) -> None:
    Notice("m.jsonl").write([BoardView("b1", 1)])
    (path,) = folder().iterdir()
    what = json.loads(path.read_text(encoding="utf-8"))
    assert len(running()) == 1
    path.write_text(json.dumps({**what, "at": what["at"] - STALE_S - 1}), encoding="utf-8")
    assert running() == [] and not path.exists()
    path.write_text("{half", encoding="utf-8")
    assert running() == []


STARTED = datetime(2026, 11, 30, 19, 0).astimezone()
HEAD = Header("mattel", ("Ana", "Bo"), started=STARTED.isoformat())


@pytest.mark.parametrize(
    ("passed", "at"),
    [
        (timedelta(seconds=60), 60_000_000),
        (timedelta(hours=11), 11 * 3_600_000_000),
        (timedelta(days=1), 21_000_000),  # another evening
        (timedelta(seconds=5), 21_000_000),  # the wall clock was set back
        (timedelta(seconds=-9), 21_000_000),
    ],
)
def test_a_match_goes_on_at_the_wall_clocks_time_where_that_is_sane(passed: timedelta, at: int) -> None:
    entries = [Entry(1, 20_000_000, "draw"), Entry(2, 3, "note")]
    assert resumed_at(HEAD, entries, STARTED + passed) == at


def test_a_match_without_a_start_goes_on_right_after_its_end() -> None:
    assert resumed_at(Header("mattel", ("Ana", "Bo")), [Entry(1, 5, "draw")], STARTED) == 1_000_005
    assert resumed_at(HEAD, [], STARTED + timedelta(hours=2)) == 0


def test_nobody_is_fined_for_the_time_in_which_nobody_refereed(home: Path) -> None:
    limit = {"time.turn_s": 5.0, "time.penalty": 1}
    with Journal.create(home / "m.jsonl", {**HEADER, "set": limit}) as journal:
        ruleset = rules.load("mattel", limit)
        journal.append({"t": 0, "do": "first", "card": "r5"})
        bridge(journal, ruleset, 2_000_000)
        assert len(journal.entries) == 1
        bridge(journal, ruleset, 600_000_000)
        table = fold(journal.header, ruleset, journal.entries, 601_000_000)
        assert table.rulings == () and not table.paused
        assert [entry.do for entry in journal.entries] == ["first", "pause", "resume"]


def test_who_is_killed_while_a_gap_is_written_does_not_find_the_match_paused(home: Path) -> None:
    limit = {"time.turn_s": 5.0, "time.penalty": 1}
    with Journal.create(home / "m.jsonl", {**HEADER, "set": limit}) as journal:
        ruleset = rules.load("mattel", limit)
        journal.append({"t": 0, "do": "first", "card": "r5"})
        journal.append({"t": 1_000_000, "do": "pause"})  # the first line of two
        bridge(journal, ruleset, 600_000_000)
        assert [entry.do for entry in journal.entries] == ["first", "pause", "resume"]
        table = fold(journal.header, ruleset, journal.entries, 601_000_000)
        assert table.rulings == () and not table.paused
        journal.append({"t": 601_500_000, "do": "pause"})  # somebody's
        bridge(journal, ruleset, 900_000_000)
        assert journal.entries[-1].do == "pause"
