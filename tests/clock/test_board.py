"""Properties of one board's clock: what it claims to prove is true, and what it cannot prove it says."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from unotable.clock.board import (
    BROKEN,
    HORIZON,
    LOST,
    NOTHING,
    PROVING,
    RECENT,
    SETTLE,
    SILENT,
    UNKNOWN,
    BoardClock,
)
from unotable.clock.unwrap import TICKS

from tests.clock.crystal import Crystal, Exchanges, leg

TOLERANCE = 0.002  # µs: the simulation counts in floats

KNOTS = 5.0  # s


@st.composite
def rates(draw: st.DrawFn, limit: float = 100.0) -> list[float]:
    """A rate within ± limit ppm that wanders by at most 1 ppm a second, at every KNOTS seconds."""
    walk = [draw(st.floats(-limit, limit))]
    for step in draw(st.lists(st.floats(-KNOTS, KNOTS), max_size=30)):
        walk.append(max(-limit, min(limit, walk[-1] + step)))
    return walk


delay = st.one_of(st.floats(1e-5, 0.005), st.just(0.0), st.floats(0.01, 0.2))
# time to the next exchange, there, in the board, back, and when a press is made relative to it
exchange = st.tuples(
    st.one_of(st.floats(0.0, 0.3), st.floats(0.5, 20.0), st.just(400.0)),
    delay,
    st.floats(0, 0.002),
    delay,
    st.floats(-2.0, 1.0),
)


@settings(max_examples=150, deadline=None)
@given(
    walk=rates(),
    start=st.integers(0, TICKS - 1),
    history=st.lists(exchange, min_size=1, max_size=40),
)
def test_the_truth_lies_inside_the_bound(
    walk: list[float], start: int, history: list[tuple[float, float, float, float, float]]
) -> None:
    crystal = Crystal(walk, KNOTS, start)
    exchanges = Exchanges(crystal, BoardClock())
    s = 0.0
    for wait, there, stay, back, when in history:
        s += wait
        assert exchanges.exchange(s, there, back, stay)
        assert exchanges.clock.sure, exchanges.clock.reasons
        error, u, sure = exchanges.error(max(0.0, s + when))
        assert sure
        assert abs(error) <= u + TOLERANCE
        s += stay


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), rate=st.floats(-990, 990), seconds=st.integers(2, 30))
def test_up_to_1000_ppm_a_press_is_placed_rightly_and_beyond_100_is_found_out(
    seed: int, rate: float, seconds: int
) -> None:
    chance = random.Random(seed)
    exchanges = Exchanges(Crystal([rate]), BoardClock())
    s = 0.0
    while s < seconds:
        exchanges.exchange(s, leg(chance), leg(chance))
        error, u, _ = exchanges.error(max(0.0, s + chance.uniform(-1, 0.12)))
        assert abs(error) <= u + TOLERANCE
        s += chance.uniform(0.09, 0.16)
    assert abs(rate) <= 100 or exchanges.clock.state != "good"
    if abs(rate) > 250 and seconds > 15:
        assert exchanges.clock.state == "unsure"
        assert exchanges.clock.reasons == (f"its clock is more than 100 ppm {'slow' if rate > 0 else 'fast'}",)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), rate=st.sampled_from([-5000, -1600, 1600, 5000]))
def test_a_clock_that_is_no_crystal_is_never_sure_for_long(seed: int, rate: int) -> None:
    chance = random.Random(seed)
    exchanges = Exchanges(Crystal([rate]), BoardClock())
    s = 0.0
    while s < 20:
        exchanges.exchange(s, leg(chance, stall=0), leg(chance, stall=0))
        assert s < 8 or not exchanges.clock.sure
        s += chance.uniform(0.09, 0.16)


def _played(seconds: float, seed: int = 1, rate: float = 20) -> tuple[Exchanges, float, random.Random]:
    chance = random.Random(seed)
    exchanges = Exchanges(Crystal([rate] * 400), BoardClock())
    return exchanges, _go_on(exchanges, 0.0, seconds, chance), chance


def _go_on(exchanges: Exchanges, s: float, seconds: float, chance: random.Random) -> float:
    until = s + seconds
    while s < until:
        s += chance.uniform(0.09, 0.16)
        exchanges.exchange(s, leg(chance), leg(chance))
    return s


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), step=st.floats(-1.0, 1.0))
def test_a_step_of_the_hosts_clock_makes_it_unsure_or_stays_inside_what_two_facts_allow(seed: int, step: float) -> None:
    exchanges, s, chance = _played(15, seed)
    exchanges.step_ns = int(step * 1e9)
    seen = False
    for _ in range(100):
        s += chance.uniform(0.09, 0.16)
        there, back = leg(chance), leg(chance)
        exchanges.exchange(s, there, back)
        seen = seen or not exchanges.clock.sure
        error, u, sure = exchanges.error(s, 0.001)
        if sure:
            assert abs(error) <= u + (there + back + 100e-6) * 1e6
    assert seen or abs(step) < 0.004, "a step beyond the round trips is seen"


def test_a_press_before_a_step_is_not_sure_afterwards() -> None:
    exchanges, s, chance = _played(15)
    exchanges.step_ns = 3_000_000_000
    before = s - 1
    s = _go_on(exchanges, s, 30, chance)
    assert exchanges.clock.state == "good"
    assert not exchanges.error(before)[2]
    error, u, sure = exchanges.error(s - 1)
    assert sure
    assert abs(error) <= u


def test_a_step_is_unsure_at_once_and_for_five_seconds() -> None:
    exchanges, s, chance = _played(15)
    assert exchanges.clock.state == "good"
    assert exchanges.clock.reasons == ()
    exchanges.step_ns = -50_000_000
    exchanges.exchange(s + 0.1, leg(chance), leg(chance))
    assert exchanges.clock.state == "unsure"
    assert exchanges.clock.reasons == (BROKEN,)
    s = _go_on(exchanges, s + 0.1, SETTLE / 1e6 - 0.3, chance)
    assert exchanges.clock.state == "unsure"
    _go_on(exchanges, s, 0.6, chance)
    assert exchanges.clock.sure


def test_a_board_that_skips_ticks_is_unsure() -> None:
    exchanges, s, chance = _played(15)
    exchanges.crystal.start += 100_000
    exchanges.exchange(s + 0.1, leg(chance), leg(chance))
    assert exchanges.clock.state == "unsure"


def test_a_reboot_seen_through_the_old_clock_is_unsure() -> None:
    exchanges, s, chance = _played(15)
    exchanges.crystal.start = 12345
    exchanges.exchange(s + 0.1, leg(chance), leg(chance))
    assert exchanges.clock.state == "unsure"


def test_the_bound_stays_near_half_the_best_round_trip() -> None:
    chance = random.Random(2)
    exchanges = Exchanges(Crystal([30, 25, 35, 28] * 20), BoardClock())
    bounds = []
    s = 0.0
    while s < 240:
        s += chance.uniform(0.09, 0.16)
        exchanges.exchange(s, leg(chance, 0.0003), leg(chance, 0.0012))
        if s > 10:
            bounds.append(exchanges.error(s + chance.uniform(0, 0.12))[1])
    bounds.sort()
    assert bounds[int(len(bounds) * 0.99)] <= 400


@pytest.mark.parametrize("share", [0.25])
def test_a_quarter_of_the_bound_would_not_be_one(share: float) -> None:
    """The control: what is measured above can fail."""
    chance = random.Random(2)
    exchanges = Exchanges(Crystal([30]), BoardClock())
    s, wrong = 0.0, 0
    while s < 30:
        s += 0.12
        exchanges.exchange(s, leg(chance, 0.0001), leg(chance, 0.0012))
        error, u, _ = exchanges.error(s + 0.05)
        wrong += abs(error) > u * share
    assert wrong > 10


def test_repeated_and_unknown_answers_are_thrown_away() -> None:
    clock = BoardClock()
    clock.query(1, 1000)
    clock.query(1, 2000)
    assert not clock.answer(1, 5, 6, 900_000)
    clock.query(2, 3000)
    assert clock.answer(2, 5, 6, 900_000)
    assert not clock.answer(2, 5, 6, 900_000)
    assert not clock.answer(3, 5, 6, 900_000)
    assert clock.rtt_us == 897


def test_an_answer_that_contradicts_itself_proves_nothing() -> None:
    clock = BoardClock()
    clock.query(1, 1_000_000)
    assert not clock.answer(1, 100, 90_000, 2_000_000)  # 90 ms in the board, 1 ms in all
    assert clock.place(100, 3_000_000).sure is False
    clock.query(2, 4_000_000)
    assert not clock.answer(2, 100, 101, 3_000_000)  # the host's clock ran back
    assert not clock.sure


def test_nothing_is_known_before_the_first_answer() -> None:
    clock = BoardClock()
    assert clock.state == "lost"
    assert clock.reasons == (NOTHING,)
    assert clock.u_us is None
    assert clock.rtt_us is None
    placed = clock.place(5, 10**9)
    assert (placed.u_us, placed.sure) == (UNKNOWN, False)


def test_without_exchanges_it_is_lost_and_comes_back() -> None:
    exchanges, s, chance = _played(15)
    now = int(exchanges.crystal.host(s))
    exchanges.clock.look(now + LOST // 2)
    assert exchanges.clock.state == "good"
    exchanges.clock.look(now + LOST + 10**9)
    assert exchanges.clock.state == "lost"
    assert exchanges.clock.reasons == (SILENT,)
    assert not exchanges.error(s)[2]
    exchanges.exchange(s + 20, leg(chance), leg(chance))
    assert exchanges.clock.state == "good"
    exchanges.exchange(s + 20 + HORIZON / 1e6 + 1, leg(chance), leg(chance))
    assert exchanges.clock.state == "fresh"
    assert exchanges.clock.reasons == (PROVING,)


def test_ticks_of_another_wrap_are_not_sure_unless_excluded() -> None:
    exchanges, s, _ = _played(10)
    clock = exchanges.clock
    newest = clock.newest
    assert newest is not None
    now = int(exchanges.crystal.host(s)) + 5_000_000
    ticks = exchanges.crystal.ticks(s)
    assert clock.place(ticks, now, after=newest - 1_000_000).sure
    assert not clock.place(ticks, now, after=newest - TICKS - 1_000_000).sure, "it could be one wrap ago"
    assert not clock.place(ticks, now, after=newest + 60_000_000).sure, "it should be after that"


def test_the_round_trip_is_that_of_the_last_exchanges() -> None:
    exchanges = Exchanges(Crystal([0]), BoardClock())
    exchanges.exchange(0.0, 0.0001, 0.0001, 0)
    for i in range(RECENT):
        assert exchanges.clock.rtt_us is not None and exchanges.clock.rtt_us <= 201
        exchanges.exchange(0.1 * (i + 1), 0.002, 0.002, 0)
    assert exchanges.clock.rtt_us is not None and exchanges.clock.rtt_us >= 4000
