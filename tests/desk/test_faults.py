"""The desk's faults with real boards and the real link: every press arrives exactly once, or is listed as lost."""

from __future__ import annotations

import queue
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from unotable.desk.desk import Desk
from unotable.desk.process import Edge
from unotable.desk.spoil import Faults
from unotable.link.events import (
    BoardDown,
    BoardRefused,
    BoardUp,
    Event,
    Health,
    Held,
    Lost,
    Pressed,
    Released,
    Reported,
)
from unotable.link.ports import Link

from tests.waiting import tap

PATIENCE = 8.0  # s until a test gives up


class Table:
    """A desk with its link, and everything the link has told."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.told: list[Event] = []
        self.ups: list[tuple[float, BoardUp]] = []  # ns
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self.link = Link(self._events, lambda: desk.ports)

    def listen(self, seconds: float, enough: Callable[[], bool] = lambda: False) -> bool:
        end = time.monotonic() + seconds
        while not enough():
            left = end - time.monotonic()
            if left <= 0:
                return False
            try:
                event = self._events.get(timeout=min(left, 0.05))
            except queue.Empty:
                continue
            self.told.append(event)
            if isinstance(event, BoardUp):
                self.ups.append((time.perf_counter_ns(), event))
            elif isinstance(event, (Pressed, Lost)):
                self.link.ack(event.board, event.boot, event.upto)
        return True

    def until(self, enough: Callable[[], bool], why: str) -> None:
        if not self.listen(PATIENCE, enough):
            said = [event for event in self.told if not isinstance(event, Health | Reported)]  # those come all the time
            raise AssertionError(f"{why}: {said[-40:]}")

    def of(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.told if isinstance(event, kind)]

    def made(self, seat: int) -> list[Edge]:
        """The presses that the boards of this seat have seen: first edges."""
        return [edge for edge in self.desk.edges(seat) if edge.closed]


@contextmanager
def table(faults: Faults | str, seats: int = 2, seed: int = 11, terminal: bool | None = None) -> Iterator[Table]:
    with Desk(seats, seed=seed, terminal=terminal, faults=faults) as desk:
        it = Table(desk)
        try:
            it.until(lambda: len({up.board for _, up in it.ups}) == seats, "every board is met")
            yield it
        finally:
            it.link.close()


def tap_all(it: Table, times: int) -> None:
    """Also boards that may be out; on a busy machine, or a bad board, two presses may be one."""
    for number in range(times):
        for seat in it.desk.seats:
            it.desk.press(seat, "ucd"[number % 3], ms=8)
        it.listen(0.06)


def tap_each(it: Table, times: int) -> None:
    """Boards that are in: every finger is off before the next press."""
    for number in range(times):
        edges = {seat: len(it.desk.edges(seat)) + 2 for seat in it.desk.seats}
        for seat in edges:
            it.desk.press(seat, "ucd"[number % 3], ms=8)
        it.until(lambda: {seat: len(it.desk.edges(seat)) for seat in edges} == edges, "fingers are off")  # noqa: B023
        it.listen(0.05)


def nothing_twice(it: Table) -> None:
    told = Counter((event.board, event.boot, event.ev) for event in it.of(Pressed))
    assert [key for key, times in told.items() if times > 1] == []


def every_one_once(it: Table) -> None:
    """Each first edge is told once, within its bound; nothing is lost."""
    nothing_twice(it)
    assert it.of(Lost) == []
    for seat in it.desk.seats:
        pressed = [event for event in it.of(Pressed) if event.board == it.desk.board(seat)]
        made = it.made(seat)
        assert len(pressed) == len(made)
        for event, edge in zip(sorted(pressed, key=lambda event: event.ev), made, strict=True):
            assert event.button[0] == edge.button
            assert not event.sure or abs(event.at - edge.at_ns) <= event.u * 1000


def unmatched(it: Table, seat: int) -> list[Edge]:
    """First edges that were not told. Each press told is one of them, and no two are the same."""
    made = it.made(seat)
    for event in it.of(Pressed):
        if event.board == it.desk.board(seat):
            bound = event.u * 1000 if event.sure else 10**9
            fits = [edge for edge in made if edge.button == event.button[0] and abs(event.at - edge.at_ns) <= bound]
            assert fits, f"nobody pressed {event}"
            made.remove(min(fits, key=lambda edge: abs(event.at - edge.at_ns)))
    return made


@pytest.mark.parametrize(
    "faults",
    [
        {"bytes": {"flip": 0.01, "drop": 0.001}},
        {"lines": {"cut": 0.05, "join": 0.05}},
        {"lines": {"twice": 0.3, "late": 0.2, "late_ms": [5, 60]}},
        {"stall": {"every_s": [0.1, 0.3], "for_ms": [50, 400]}},
        {"stall": {"every_s": [0.1, 0.3], "for_ms": [50, 400], "way": "up"}},
        {"deaf": {"every_s": [0.1, 0.4], "for_ms": [100, 500]}},
        {"withhold": {"every_s": [0.1, 0.2], "for_ms": [300, 600]}},
    ],
    ids=lambda faults: "-".join(faults),
)
def test_nothing_is_lost_and_nothing_comes_twice(faults: dict[str, Any]) -> None:
    with table(Faults.model_validate(faults)) as it:
        tap_each(it, 12)
        it.desk.mend()
        it.until(lambda: len(it.of(Pressed)) >= 24, "all arrive")
        it.listen(0.5)
        every_one_once(it)


def test_the_same_over_sockets() -> None:
    faults = {"lines": {"cut": 0.05, "twice": 0.2}, "reboot": {"every_s": [0.5, 0.5]}}
    with table(Faults.model_validate(faults), seats=1, terminal=False) as it:
        port = it.desk.ports
        it.until(lambda: len({up.boot for _, up in it.ups}) > 1, "it has restarted")
        assert it.desk.ports == port
        it.desk.mend()
        it.desk.wait_ready()
        it.listen(0.5)
        tap_each(it, 4)
        it.until(lambda: len(it.of(Pressed)) >= 4, "it is as good as new")
        every_one_once(it)


@pytest.mark.parametrize(
    "faults",
    [
        {"unplug": {"after_bytes": [1500, 2500], "for_ms": [50, 200]}},
        {"reboot": {"every_s": [0.4, 0.8]}},
    ],
    ids=lambda faults: "-".join(faults),
)
def test_only_a_board_without_power_forgets(faults: dict[str, Any]) -> None:
    with table(Faults.model_validate(faults)) as it:
        tap_all(it, 25)
        it.desk.mend()
        it.until(lambda: all(it.desk.plugged(seat) for seat in it.desk.seats), "the plugs come back")
        it.desk.wait_ready()
        it.listen(1.0)
        before = len(it.of(Pressed))
        tap_each(it, 3)
        it.until(lambda: len(it.of(Pressed)) >= before + 6, "they are as good as new")
        nothing_twice(it)
        assert it.of(BoardDown) and len({up.boot for _, up in it.ups}) > 2, "there was a fault at all"
        for seat in it.desk.seats:
            board = it.desk.board(seat)
            forgotten = unmatched(it, seat)
            began = max(at for at, up in it.ups if up.board == board)
            assert all(edge.at_ns < began for edge in forgotten)


def test_a_ring_that_overflows_is_listed() -> None:
    faults = Faults.model_validate({"withhold": {"every_s": [0.3, 0.3], "for_ms": [60_000, 60_000]}})
    with table(faults, seats=1) as it:
        it.listen(0.5)
        for _ in range(40):  # two events each: more than 64
            tap(it.desk, 1, "uno", ms=4)
        it.desk.mend()
        it.until(lambda: bool(it.of(Lost)), "it is listed")
        it.desk.press(1, "done")
        it.until(lambda: any(event.button == "done" for event in it.of(Pressed)), "and goes on")
        nothing_twice(it)
        told = [event.ev for kind in (Pressed, Held, Released) for event in it.of(kind)]
        told += [ev for lost in it.of(Lost) for ev in range(lost.ev, lost.ev + lost.count)]
        assert sorted(told) == list(range(1, max(told) + 1)), "every event is told or listed, and none is both"


def test_another_version_is_refused_with_both_numbers() -> None:
    with Desk(2, seed=3, faults="wrong-version") as desk:
        it = Table(desk)
        try:
            it.until(lambda: bool(it.of(BoardRefused)) and bool(it.ups), "one is refused, the other plays")
            assert "protocol 2" in it.of(BoardRefused)[0].why and "flash" in it.of(BoardRefused)[0].why
            assert it.ups[0][1].board == desk.board(2)
        finally:
            it.link.close()


def test_after_a_jump_of_its_clock_no_time_is_sure_and_wrong() -> None:
    faults = Faults.model_validate({"clock": {"every_s": [0.5, 0.9], "jump_ms": [20, 40]}})
    with table(faults) as it:
        it.listen(0.3)
        tap_each(it, 20)
        it.desk.mend()
        it.until(lambda: len(it.of(Pressed)) >= 40, "all arrive")
        assert any(not event.sure for event in it.of(Pressed)), "the jumps were seen"
        every_one_once(it)


def test_chaos_and_then_peace() -> None:
    with table("chaos", seats=3) as it:
        tap_all(it, 20)
        it.desk.mend()
        it.listen(1.5)
        it.desk.wait_ready()
        before = len(it.of(Pressed))
        tap_each(it, 2)
        it.until(lambda: len(it.of(Pressed)) >= before + 6, "they are as good as new")
        nothing_twice(it)
