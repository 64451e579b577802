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
    """The stamp is `least` to `most` µs after the edge, mostly `median`; `source` says how that is known.

    wires: µs by which the edge itself may come after the contact, where a board filters its contacts.
    """

    least: float
    median: float
    most: float
    source: str
    wires: float = 0.0

    @property
    def late_ns(self) -> int:
        return round(self.median * NS)

    @property
    def u_us(self) -> int:
        return math.ceil(max(self.most + self.wires - self.median, self.median - self.least))

    def edge(self, stamp: Placed, late: int = 0) -> Placed:
        """Where the edge lies, from where its stamp does. late: µs, what the board says it may be later than that."""
        return Placed(stamp.at_ns - self.late_ns - late * NS // 2, stamp.u_us + self.u_us + (late + 1) // 2, stamp.sure)


STAMPS = {
    "desk": Stamp(0, 0, 0, "by construction: its contact moves at the very µs that its stamp bears"),
    "pico": Stamp(
        12.1,
        12.6,
        18.3,
        "measured: hard interrupt on an emulated RP2040, MicroPython 1.25, also under GC; wires: the"
        " seat board's, simulated (hardware/sim/button.cir)",
        1.8,
    ),
    "microbit": Stamp(
        0, 0, 0, "measured: by the board, which looks at its contacts and tells with each press how late"
    ),
}
UNKNOWN = Stamp(0, 0, 5000, "assumed of a part that this program does not know")
TELLS = Stamp(0, 0, 0, "measured: by a board of its own kind, which tells how late")


def stamp(kind: str, tells: bool = False) -> Stamp:
    """For a board that says in its hello that it is a `kind`. tells: it says how late its stamps may be."""
    return STAMPS.get(kind, TELLS if tells else UNKNOWN)
