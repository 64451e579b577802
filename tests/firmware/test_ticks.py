"""Times that wrap, and that a board with 31-bit integers never leaves them on the press path."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from unoseat import ticks

PERIOD = 1 << 30
TICKS = st.integers(0, PERIOD - 1) | st.integers(0, 5) | st.integers(PERIOD - 5, PERIOD - 1)


class Short(int):
    """An integer that must fit the 31 bits which MicroPython keeps without allocating on a 32-bit board."""

    def __new__(cls, value: int) -> Short:
        assert -PERIOD <= value < PERIOD, f"{value} would be allocated"
        return super().__new__(cls, value)

    def __add__(self, other: int) -> Short:
        return Short(int(self) + int(other))

    def __sub__(self, other: int) -> Short:
        return Short(int(self) - int(other))

    def __rsub__(self, other: int) -> Short:
        return Short(int(other) - int(self))


@given(TICKS, st.integers(0, PERIOD // 2 - 1))
def test_a_span_survives_the_wrap(start: int, span: int) -> None:
    later = (start + span) % PERIOD
    assert ticks.add(start, span) == later
    assert ticks.diff(later, start) == span
    assert ticks.diff(start, later) == -span


@given(TICKS, TICKS, st.integers(0, PERIOD - 1))
def test_no_integer_on_the_way_is_long(one: int, other: int, us: int) -> None:
    assert -PERIOD // 2 <= ticks.diff(Short(one), Short(other)) < PERIOD // 2
    assert ticks.add(Short(one), Short(us)) == (one + us) % PERIOD
