from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from unotable.clock import Placed, race, relative

times = st.integers(-(10**9), 10**9)
bounds = st.integers(0, 10**5)


@given(times, bounds, times, bounds, st.floats(-1, 1), st.floats(-1, 1))
def test_a_proved_order_is_the_true_one(a: int, u: int, b: int, v: int, off: float, other: float) -> None:
    found = race(Placed(a, u, True), Placed(b, v, True)).first
    first, second = a + off * u * 1000, b + other * v * 1000  # any truth inside the bounds
    if found < 0:
        assert first < second
    elif found > 0:
        assert second < first


def test_touching_intervals_prove_nothing() -> None:
    assert race(Placed(0, 5, True), Placed(10_000, 5, True)).first == 0
    assert race(Placed(0, 5, True), Placed(10_001, 5, True)).first == -1
    assert race(Placed(10_001, 5, True), Placed(0, 5, True)).first == 1


def test_an_unsure_press_proves_nothing() -> None:
    assert race(Placed(0, 5, False), Placed(10**9, 5, True)).first == 0


def test_the_relative_bound_is_the_sum() -> None:
    assert relative(Placed(0, 5, True), Placed(0, 7, True)) == 12
