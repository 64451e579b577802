"""A board counts microseconds modulo 2^30: from such ticks to a count that does not wrap.

The count of a tick is never found by the tick alone. `nearest` is right while the guess is less than 2^29 µs
(8 min 56.9 s) off; `latest` while the tick is known to be at most 2^30 µs (17 min 53.7 s) old.
"""

from __future__ import annotations

TICKS = 1 << 30
HALF = TICKS >> 1


def nearest(ticks: int, about: int) -> int:
    """The count that reads as `ticks` and is nearest to `about`."""
    return about + (ticks - about + HALF) % TICKS - HALF


def latest(ticks: int, until: int) -> int:
    """The greatest count that reads as `ticks` and is not after `until`."""
    return until - (until - ticks) % TICKS
