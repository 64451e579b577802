"""When a button's first edge was, seen from the stamp that a board gave it.

A part reads its counter a little after the edge, and nothing on the cable tells how much. The usual delay is subtracted
here, once and for every firmware; what it may differ by is part of each press's bound.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from unotable.clock import Placed
from unotable.clock.hull import NS


@dataclass(frozen=True, slots=True)
class Stamp:
    """The stamp is `least` to `most` µs after the edge, mostly `median`; `source` says how that is known."""

    least: float
    median: float
    most: float
    source: str

    @property
    def late_ns(self) -> int:
        return round(self.median * NS)

    @property
    def u_us(self) -> int:
        return math.ceil(max(self.most - self.median, self.median - self.least))

    def edge(self, stamp: Placed) -> Placed:
        """Where the edge lies, from where its stamp does."""
        return Placed(stamp.at_ns - self.late_ns, stamp.u_us + self.u_us, stamp.sure)


STAMPS = {
    "desk": Stamp(0, 0, 0, "by construction: its contact moves at the very µs that its stamp bears"),
    "pico": Stamp(12.1, 12.6, 18.3, "measured: hard interrupt on an emulated RP2040, MicroPython 1.25, also under GC"),
    "microbit": Stamp(
        0, 2500, 5000, "assumed: no pin interrupt; its loop must look at the buttons each 5 ms or sooner"
    ),
}
UNKNOWN = Stamp(0, 0, 5000, "assumed of a part that this program does not know")


def stamp(kind: str) -> Stamp:
    """For a board that says in its hello that it is a `kind`."""
    return STAMPS.get(kind, UNKNOWN)
