"""How long a start took, for the log and the bench: moments that this process passed on its way to the first frame.

Costs a clock reading each. `time.perf_counter` is one clock for all processes of a machine, so that who started this
one can count from there.
"""

from __future__ import annotations

import time
from itertools import pairwise

_moments: list[tuple[str, float]] = []


def passed(what: str) -> None:
    """This is where `what` is done."""
    _moments.append((what, time.perf_counter()))


def told() -> str:
    """`begun 12.345678; loaded 0.120 …`: the first moment as it is, s, each other one since the one before."""
    if not _moments:
        return ""
    (first, begun), *_ = _moments
    steps = [f"{what} {at - before:.3f}" for (_, before), (what, at) in pairwise(_moments)]
    return "; ".join([f"{first} {begun:.6f}", *steps])
