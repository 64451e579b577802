from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from unotable.clock.unwrap import HALF, TICKS, latest, nearest

counts = st.integers(0, 10**12)


@given(counts, st.integers(1 - HALF, HALF - 1))
def test_nearest_finds_a_count_less_than_half_a_wrap_away(count: int, off: int) -> None:
    assert nearest(count % TICKS, count + off) == count


@given(counts, st.integers(0, TICKS - 1))
def test_latest_finds_a_count_less_than_a_wrap_old(count: int, age: int) -> None:
    assert latest(count % TICKS, count + age) == count
