"""Boards on one USB controller: their presses against each other, frames or not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from unotable.clock import BoardClock, Line, Placed, race
from unotable.clock.line import CONTRADICTS, SETTLE, STRIKES
from unotable.clock.sof import FRAME, NUMBERS, controller, hub, unwrap
from unotable.clock.unwrap import TICKS

from tests.clock.crystal import Crystal, Exchanges, leg


@dataclass
class Board:
    name: str
    crystal: Crystal
    exchanges: Exchanges
    location: str | None
    phase: float  # s by which its hub's frames are late

    def board_time(self, host: float) -> float:
        """Board seconds at a host time of the simulation, s, by bisection."""
        low, high = -10.0, host * 1.01 + 10
        goal = 10**12 + host * 1e9
        for _ in range(70):
            middle = (low + high) / 2
            low, high = (middle, high) if self.crystal.host(middle) < goal else (low, middle)
        return low


class Table:
    """Boards, the frames of one controller, and the line that serves them; `host` s is the simulation's time."""

    def __init__(self, chance: random.Random, locations: list[str | None], phases: dict[str, float] | None = None):
        self.chance = chance
        self.line = Line()
        self.frames = 1 + chance.uniform(-400, 400) * 1e-6  # frames a host ms
        self.first = chance.randrange(NUMBERS)
        self.host = 0.0
        self.due: dict[str, float] = {}
        self.boards = []
        for i, location in enumerate(locations):
            rates = [chance.uniform(-90, 90)]
            for _ in range(40):
                rates.append(max(-100, min(100, rates[-1] + chance.uniform(-4, 4))))
            crystal = Crystal(rates, start=chance.randrange(TICKS), zero=10**12)
            phase = (phases or {}).get(hub(location) or "", 0.0)
            self.boards.append(Board(f"b{i}", crystal, Exchanges(crystal, BoardClock()), location, phase))

    def now(self, host: float) -> int:
        return 10**12 + int(host * 1e9)

    def sample(self, board: Board, host: float, off_frames: int = 0, off_us: int = 0) -> bool:
        """The first frame that begins after `host` s, read up to 3 µs late, told 2 ms later."""
        number = int((host - board.phase) * 1000 * self.frames) + 1
        begins = number / (1000 * self.frames) + board.phase
        ticks = board.crystal.ticks(board.board_time(begins) + self.chance.uniform(0, 3e-6)) + off_us
        told = (self.first + number + off_frames) % NUMBERS
        clock = board.exchanges.clock
        return self.line.sample(board.name, clock, board.location, told, ticks, self.now(begins + 0.002))

    def press(self, board: Board, host: float) -> Placed:
        clock = board.exchanges.clock
        now = self.now(host + 0.005)
        found = clock.count(board.crystal.ticks(board.board_time(host)), now)
        return self.line.place(board.name, clock, *found, now) if found else clock.place(0, now)

    def run(self, seconds: float) -> Iterator[float]:
        """Exchanges and samples; every 60 ms it yields a host time before which presses can be placed."""
        until = self.host + seconds
        while self.host < until:
            self.host += 0.06
            for board in self.boards:
                if self.chance.random() < 0.5:
                    at = board.board_time(self.host + self.chance.uniform(0, 0.05))
                    board.exchanges.exchange(at, leg(self.chance), leg(self.chance))
                if self.host > self.due.setdefault(board.name, self.host + self.chance.uniform(0.2, 1.2)):
                    self.due[board.name] += 1.0
                    self.sample(board, self.host)
            yield self.host + 0.06

    def play(self, seconds: float) -> float:
        """All of `run`; the last time."""
        return list(self.run(seconds))[-1]


@settings(max_examples=12, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    locations=st.lists(st.sampled_from(["1-4.1", "1-4.2", "1-4.3", "1-2.1", "2-1", None]), min_size=2, max_size=4),
)
def test_presses_of_all_boards_may_be_compared(seed: int, locations: list[str | None]) -> None:
    chance = random.Random(seed)
    table = Table(chance, locations, phases={"1-2": chance.uniform(0, 125e-6)})
    made: list[tuple[float, Placed, str]] = []
    for host in table.run(14):
        if chance.random() < 0.25:
            for _ in range(2):
                board = chance.choice(table.boards)
                at = host + chance.uniform(-0.05, 0)
                made.append((at, table.press(board, at), board.name))
    for i, (truth, placed, one) in enumerate(made):
        for other_truth, other, two in made[max(0, i - 6) : i]:
            if abs(truth - other_truth) < 0.2 and placed.sure and other.sure:
                found = race(other, placed)
                off = found.margin_us - (truth - other_truth) * 1e6
                slope = abs(truth - other_truth) * 200  # µs at 200 ppm
                assert abs(off) <= found.u_us + slope + 0.3, (truth, one, two, off, placed, other)
                assert found.first in (0, -1 if truth > other_truth else 1), (one, two, placed, other)


def test_frames_make_small_bounds_on_one_hub() -> None:
    table = Table(random.Random(3), ["1-4.1", "1-4.2", "1-4.3"])
    bounds = []
    for host in table.run(20):
        if host > 10:
            bounds += [table.press(board, host - 0.01).u_us for board in table.boards]
    bounds.sort()
    assert bounds[int(len(bounds) * 0.99)] <= 25


def test_a_line_that_just_began_is_not_trusted_with_what_was_placed_before() -> None:
    table = Table(random.Random(8), ["1-4.1", "1-4.2"])
    run = table.run(20)
    host = next(host for host in run if table.line._pieces)
    began = host
    for host in run:
        bounds = [table.press(board, host - 0.001).u_us for board in table.boards]
        if host < began + SETTLE / 1e9 - 0.1:
            assert min(bounds) > 40, "the line's own bound is in it"
    assert max(bounds) < 25


def test_another_hub_adds_a_micro_frame_and_another_controller_the_whole_line() -> None:
    table = Table(random.Random(4), ["1-4.1", "1-4.2", "1-2.1", "3-1", None])
    host = table.play(12)
    near, near_too, far, other, nowhere = (table.press(board, host - 0.01).u_us for board in table.boards)
    assert near < 25 and near_too < 25
    assert 125 <= far < 150
    for board, u in ((table.boards[3], other), (table.boards[4], nowhere)):
        alone = board.exchanges.clock.u_us
        assert alone is not None and u > alone + 40


def test_a_sample_outside_the_round_trips_bounds_makes_the_clock_unsure() -> None:
    table = Table(random.Random(5), ["1-4.1", "1-4.2"])
    host = table.play(6)
    board = table.boards[1]
    assert not table.sample(board, host, off_frames=3)
    assert board.exchanges.clock.state == "unsure"
    assert board.exchanges.clock.reasons == (CONTRADICTS,)
    assert not table.press(board, host - 0.001).sure
    host = table.play(16)
    assert board.exchanges.clock.sure
    assert table.press(board, host - 0.001).u_us < 25
    for _ in range(STRIKES):
        table.sample(board, host, off_frames=3)
        host = table.play(8)
    assert board.exchanges.clock.sure, "frames that are evidently others do not spoil the clock for good"
    assert table.press(board, host - 0.001).u_us > 100


@pytest.mark.parametrize("step", [-60, -20, 20, 60])
def test_a_step_that_round_trips_do_not_show_makes_the_clock_unsure(step: int) -> None:
    table = Table(random.Random(9), ["1-4.1", "1-4.2"])
    host = table.play(12)
    board = table.boards[1]
    assert table.press(board, host - 0.001).u_us < 25
    assert not table.sample(board, host, off_us=step)
    assert board.exchanges.clock.state == "unsure" and not table.press(board, host - 0.001).sure
    host = table.play(12)
    assert table.press(board, host - 0.001).u_us < 25, "it has proved itself"


def test_a_board_alone_needs_no_line() -> None:
    table = Table(random.Random(6), ["1-4.1", None])
    for host in table.run(8):
        for board in table.boards:
            assert table.press(board, host - 0.001) == _by_host(board, host - 0.001, table)


def test_the_line_ends_when_its_boards_have_left() -> None:
    table = Table(random.Random(7), ["1-4.1", "1-4.2", "1-4.3"])
    host = table.play(8)
    for board in table.boards[:2]:
        table.line.leave(board.name, table.now(host))
    left = table.boards[2]
    alone = _by_host(left, host - 0.001, table)
    assert table.press(left, host - 0.001).u_us != alone.u_us, "still told against the line"
    later = host + SETTLE / 1e9 + 1
    left.exchanges.exchange(left.board_time(later), 0.0003, 0.0003)
    assert table.press(left, later) == _by_host(left, later, table)


def _by_host(board: Board, host: float, table: Table) -> Placed:
    clock = board.exchanges.clock
    return clock.place(board.crystal.ticks(board.board_time(host)), table.now(host + 0.005))


@pytest.mark.parametrize(
    ("location", "above", "bus"),
    [
        ("1-4.2:1.0", "1-4", "1"),
        ("1-4", "1", "1"),
        ("20-1.3.4", "20-1.3", "20"),
        (None, None, None),
        ("", None, None),
        ("over there", None, None),
    ],
)
def test_hubs(location: str | None, above: str | None, bus: str | None) -> None:
    assert hub(location) == above
    assert controller(location) == bus


@given(frame=st.integers(0, 10**9), before=st.integers(0, 10**6), after=st.integers(0, 10**6))
def test_frame_numbers_unwrap(frame: int, before: int, after: int) -> None:
    assert unwrap(frame % NUMBERS, frame * FRAME - before, frame * FRAME + after) == frame
    assert unwrap((frame + 2) % NUMBERS, frame * FRAME - before, frame * FRAME + after) is None
    assert unwrap(frame % NUMBERS, frame * FRAME, frame * FRAME + NUMBERS * FRAME) is None
