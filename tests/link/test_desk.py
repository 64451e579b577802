"""The link on real boards: the firmware as processes, through pyserial."""

from __future__ import annotations

import os
import queue
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from unotable.desk.desk import Desk
from unotable.desk.process import TERMINALS
from unotable.link.events import BoardDown, BoardUp, Event, Health, Held, Lost, Pressed, Released
from unotable.link.ports import Link

from tests.waiting import tap

PATIENCE = 10.0  # s


@dataclass
class Host:
    """A link and all it has told; `ack` acknowledges like a match."""

    link: Link
    queue: queue.SimpleQueue[Event]
    heard: list[Event] = field(default_factory=list)
    ack: bool = True

    def until(self, done: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not done():
            left = end - time.monotonic()
            assert left > 0, [event for event in self.heard if not isinstance(event, Health)][-20:]
            try:
                event = self.queue.get(timeout=min(left, 0.1))
            except queue.Empty:
                continue
            self.heard.append(event)
            if self.ack and isinstance(event, Pressed | Held | Released | Lost):
                self.link.ack(event.board, event.boot, event.ev)

    def of(self, *kinds: type) -> list[Event]:
        return [event for event in self.heard if isinstance(event, kinds)]

    def wait(self, kind: type, count: int) -> list[Event]:
        self.until(lambda: len(self.of(kind)) >= count)
        return self.of(kind)


@contextmanager
def hosting(desk: Desk) -> Iterator[Host]:
    found: queue.SimpleQueue[Event] = queue.SimpleQueue()
    link = Link(found, lambda: desk.ports)
    try:
        yield Host(link, found)
    finally:
        link.close()


@pytest.fixture(params=["terminal", "socket"])
def desk(request: pytest.FixtureRequest) -> Iterator[Desk]:
    terminal = request.param == "terminal"
    if terminal and not TERMINALS:
        pytest.skip("no pseudo-terminals here")
    with Desk(2, seed=3, terminal=terminal) as desk:
        yield desk


def test_presses_come_through_with_true_bounds(desk: Desk) -> None:
    with hosting(desk) as host:
        host.wait(BoardUp, 2)
        desk.press(1, "uno", 40)
        desk.press(2, "done", 700, bounce=(200, 300))
        host.until(lambda: len(host.of(Pressed, Held, Released)) >= 5)
        for event in host.of(Pressed):
            seat = 1 if event.board == desk.board(1) else 2
            edge = next(edge for edge in desk.edges(seat) if edge.closed)
            assert not event.sure or abs(event.at - edge.at_ns) <= event.u * 1000  # unsure: the answer came too late
            assert event.u < 50_000
        assert {event.button for event in host.of(Pressed)} == {"uno", "done"}
        assert [event.board for event in host.of(Held)] == [desk.board(2)]


def test_lamps_sounds_and_seats_reach_the_board(desk: Desk) -> None:
    with hosting(desk) as host:
        host.wait(BoardUp, 2)
        host.link.seat(desk.board(1), 1, "ff0000")
        host.link.lamp(desk.board(1), "turn")
        host.link.sound(desk.board(1), "safe")
        host.until(lambda: desk.lamps(1) == "turn" and any("safe" in sound for sound in desk.sounds(1)))
        assert desk.lamps(2) != "turn"


def test_a_pulled_plug_is_told_and_the_board_goes_on_when_it_is_back(desk: Desk) -> None:
    with hosting(desk) as host:
        host.wait(BoardUp, 2)
        host.link.lamp(desk.board(1), "paused")
        desk.press(1, "uno", 40)
        host.wait(Released, 1)
        pulled = time.monotonic()
        desk.unplug(1)
        (down,) = host.wait(BoardDown, 1)
        assert time.monotonic() - pulled < 2
        assert isinstance(down, BoardDown) and down.board == desk.board(1)
        desk.plug(1)
        back = host.wait(BoardUp, 3)[-1]
        assert back.board == desk.board(1)
        assert back.boot != host.of(BoardUp)[0].boot or back.pid != host.of(BoardUp)[0].pid
        host.until(lambda: desk.lamps(1) == "paused")
        desk.press(1, "cut", 40)
        desk.press(2, "done", 40)
        host.wait(Released, 3)
        told = [(event.boot, event.ev) for event in host.of(Pressed, Released)]
        assert len(told) == len(set(told)) == 6


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL")
def test_a_board_that_dies_is_told_within_two_seconds(desk: Desk) -> None:
    with hosting(desk) as host:
        host.wait(BoardUp, 2)
        pid = desk.pid(1)
        assert pid is not None
        died = time.monotonic()
        os.kill(pid, signal.SIGKILL)
        host.wait(BoardDown, 1)
        assert time.monotonic() - died < 2


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no SIGSTOP")
def test_a_board_that_hangs_is_absent_and_loses_nothing(desk: Desk) -> None:
    with hosting(desk) as host:
        host.wait(BoardUp, 2)
        pid = desk.pid(1)
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        try:
            (down,) = host.wait(BoardDown, 1)
            assert "silent" in down.why
        finally:
            os.kill(pid, signal.SIGCONT)
        host.wait(BoardUp, 3)
        desk.press(1, "uno", 40)
        host.wait(Released, 1)
        assert [event.ev for event in host.of(Pressed)] == [1]


def test_a_bad_cable_loses_and_doubles_nothing(desk: Desk) -> None:
    with hosting(desk) as host:
        host.wait(BoardUp, 2)
        desk.harm(1, flips=0.01)
        for _ in range(10):
            tap(desk, 1, "uno", 20)
        host.wait(Released, 10)
        assert [event.ev for event in host.of(Pressed, Released)] == list(range(1, 21))


def test_the_program_begins_anew_and_gets_what_was_not_safe(desk: Desk) -> None:
    with hosting(desk) as host:
        host.wait(BoardUp, 2)
        desk.press(1, "uno", 40)
        host.wait(Released, 1)
        host.ack = False
        desk.press(1, "cut", 40)
        host.wait(Released, 2)
    with hosting(desk) as host:
        host.wait(Released, 1)
        assert [event.ev for event in host.of(Pressed, Released)] == [3, 4]


def test_ten_boards() -> None:
    with Desk(10, seed=4) as desk, hosting(desk) as host:
        host.wait(BoardUp, 10)
        for seat in desk.seats:
            desk.press(seat, "uno", 40)
        host.wait(Released, 10)
        for event in host.of(Pressed):
            seat = next(seat for seat in desk.seats if desk.board(seat) == event.board)
            edge = next(edge for edge in desk.edges(seat) if edge.closed)
            assert not event.sure or abs(event.at - edge.at_ns) <= event.u * 1000


def test_closing_is_quick_and_leaves_no_thread() -> None:
    before = set(threading.enumerate())
    with Desk(2, seed=5) as desk:
        with hosting(desk) as host:
            host.wait(BoardUp, 2)
            begun = time.monotonic()
            host.link.close()
            assert time.monotonic() - begun < 2
        left = [thread for thread in set(threading.enumerate()) - before if thread.name != "desk"]
        assert not left
