"""Two presses compared.

Each lies within its bound of where it was placed; so the one came before the other for certain only where the intervals
do not touch. Boards that share USB frames are placed on a common line whose error they share (`line.py`): their bounds
hold against each other, and are small.
"""

from __future__ import annotations

from dataclasses import dataclass

from unotable.clock.board import Placed
from unotable.clock.hull import NS


@dataclass(frozen=True, slots=True)
class Race:
    """`margin_us`: how much later `b` was placed than `a` (negative: earlier); `u_us`: the bound of that."""

    margin_us: float
    u_us: int
    sure: bool

    @property
    def first(self) -> int:
        """-1: the first one came first, 1: the second one did, 0: nobody can tell."""
        if not self.sure or abs(self.margin_us) <= self.u_us:
            return 0
        return -1 if self.margin_us > 0 else 1


def race(a: Placed, b: Placed) -> Race:
    """What two placed presses prove about their order."""
    return Race((b.at_ns - a.at_ns) / NS, a.u_us + b.u_us, a.sure and b.sure)


def relative(a: Placed, b: Placed) -> int:
    """The bound, µs, of the time between two presses."""
    return race(a, b).u_us
