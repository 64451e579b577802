"""USB frames as a clock that boards share: each millisecond, all on one USB controller see the same frame start.

A board reports samples (11-bit frame number, its ticks when that frame began). Frame numbers wrap every 2.048 s; which
wrap is meant follows from the host time at which the board's own clock places the sample, and the sample's instant must
agree with that, or it is refused.

What is assumed: a sample's ticks were read at most LATE µs after the frame began and are from its own board's counter;
frame starts that one hub hands on are the same instant; those of different hubs on one controller are at most one
micro-frame (125 µs) apart; a frame lasts 1 ms ± 500 ppm (the USB standard's limit) and its rate, as seen from a board
and from the host, wanders no faster than W of `board.py`.
"""

from __future__ import annotations

import re

from unotable.clock.board import HORIZON, MOST, WANDER
from unotable.clock.hull import NS, Hull

NUMBERS = 2048  # frame numbers, after which they wrap
FRAME = 1_000_000  # ns
LATE = 5  # µs; measured on an emulated RP2040: 0 to 3
MICRO_FRAME = 125  # µs
RATE = 500  # ppm


def hub(location: str | None) -> str | None:
    """The hub in pyserial's `location` (`1-4.2:1.0` → `1-4`, `1-4` → `1`); None where nothing is known."""
    found = re.fullmatch(r"(\d+)-(\d+(?:\.\d+)*)(?::.*)?", location or "")
    if not found:
        return None
    bus, path = found.groups()
    above = path.rpartition(".")[0]
    return f"{bus}-{above}" if above else bus


def controller(location: str | None) -> str | None:
    """The bus in pyserial's `location`; None where nothing is known. Boards on one bus share their frames."""
    where = hub(location)
    return None if where is None else where.partition("-")[0]


class Frames:
    """One board's counter against the frames: which count is which frame time (ns, 10⁶ a frame)."""

    def __init__(self) -> None:
        self._hull = Hull(WANDER, MOST, HORIZON)
        self.count = 0  # of the newest sample
        self.frame = 0
        self.samples = 0

    def add(self, count: int, frame: int) -> bool:
        """Frame `frame` (not wrapped) began at most LATE µs before `count` was read. False: the rest contradicts."""
        try:
            self._hull.low(count + 1, frame * FRAME)
            self._hull.high(count - LATE, frame * FRAME)
        except ValueError:  # the counter ran back
            return False
        self.count, self.frame = count, frame
        self.samples += 1
        return self.at(count) is not None

    def at(self, count: int) -> tuple[int, int] | None:
        """Frame times, ns, between which the counter began and ceased to read `count`."""
        bounds = self._hull.at(count)
        return None if bounds is None else (bounds[0], bounds[1] + NS + 1)


def unwrap(number: int, least: int, most: int) -> int | None:
    """The frame with this number that began between two frame times (ns); None if there is none, or more than one."""
    first = -(-(least // FRAME - number) // NUMBERS) * NUMBERS + number
    if first * FRAME < least:
        first += NUMBERS
    return first if first * FRAME <= most < (first + NUMBERS) * FRAME else None
