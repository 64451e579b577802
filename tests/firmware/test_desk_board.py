"""The desk board's own parts: its clock and its bad cable."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st
from unoseat.boards.desk import Clock
from unoseat.boards.deskline import Harm

from tests.firmware.test_ticks import PERIOD

CLOCKS = st.builds(
    Clock,
    born=st.integers(0, 10**12),
    start=st.integers(PERIOD - 20_000_000, PERIOD - 1),
    rate=st.integers(-40_000, 40_000),
    swing=st.integers(0, 10_000),
    period=st.integers(60, 240).map(lambda s: s * 1_000_000),
    phase=st.integers(0, 59_999_999),
)


@given(CLOCKS, st.integers(0, 36 * 10**9), st.integers(1, 10**9))
def test_never_more_than_50_ppm_off(clock: Clock, at: int, span: int) -> None:
    earlier, later = clock.ticks(clock._born + at), clock.ticks(clock._born + at + span)
    ran = (later - earlier - span + PERIOD // 2) % PERIOD - PERIOD // 2
    assert abs(ran) <= span * 50 // 10**6 + 2


@given(CLOCKS, st.integers(0, 10**10))
def test_never_back(clock: Clock, at: int) -> None:
    read = [clock.ticks(clock._born + at + us) for us in range(50)]
    assert all((later - earlier) % PERIOD <= 2 for earlier, later in itertools.pairwise(read))


@given(CLOCKS)
def test_it_starts_where_it_was_told(clock: Clock) -> None:
    assert clock.ticks(clock._born) == clock._start


def test_its_rate_wanders() -> None:
    clock = Clock(0, 0, 0, 10_000, 120_000_000, 0)
    rates = [(clock.ticks(at + 10**6) - clock.ticks(at)) % PERIOD - 10**6 for at in range(0, 120_000_000, 10_000_000)]
    assert max(rates) >= 8 and min(rates) <= -8 and sorted(set(rates)) != rates


@given(st.binary(max_size=300), st.integers(0, 2**32 - 1))
def test_a_sound_cable_harms_nothing(data: bytes, seed: int) -> None:
    assert Harm(0, 0, seed)(data) == data


def test_harm_is_as_much_as_asked_and_repeatable() -> None:
    data = bytes(range(256)) * 400
    flipped = Harm(10_000, 0, 7)(data)
    wrong = [(a ^ b) for a, b in zip(data, flipped, strict=True) if a != b]
    assert 900 < len(wrong) < 1_200
    assert all(bits.bit_count() == 1 for bits in wrong) and len(set(wrong)) == 8
    assert 900 < len(data) - len(Harm(0, 10_000, 7)(data)) < 1_200
    assert Harm(10_000, 0, 7)(data) == flipped != Harm(10_000, 0, 8)(data)
