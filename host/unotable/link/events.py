"""What the link tells: frozen facts about boards and presses, in the order in which they became known.

Times are ns of the host's `perf_counter_ns`; bounds are µs. `board` is a board's lasting id, never a port's name;
`boot` is the random number it drew when it started; `ev` numbers its events since then.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Button = Literal["uno", "cut", "done"]
ClockState = Literal["fresh", "good", "unsure", "lost"]


@dataclass(frozen=True, slots=True)
class BoardUp:
    """A board is here: for the first time, again, or after a reboot (another `boot`).

    kind: pico, microbit, desk. python: its interpreter, "" if it did not say. pid: on the desk only. has: letters of
    what it has (b buttons, l lamps, s sound, f USB frames). serial: the USB serial number, "" where there is none.
    """

    board: str
    boot: int
    kind: str
    firmware: str
    python: str
    pid: int | None
    has: str
    port: str
    serial: str


@dataclass(frozen=True, slots=True)
class BoardDown:
    """It missed three heartbeats or its port is gone; `why` is for people."""

    board: str
    why: str


@dataclass(frozen=True, slots=True)
class BoardRefused:
    """What is at `port` cannot play; `why` says what is wrong and what helps. The port is left alone from now on."""

    port: str
    why: str


class Numbered:
    """What a board keeps until it is told that everything up to `upto` is safe."""

    __slots__ = ()
    board: str
    boot: int
    ev: int

    @property
    def upto(self) -> int:
        return self.ev


@dataclass(frozen=True, slots=True)
class Pressed(Numbered):
    """A button's first edge was at `at` ± `u` µs. While not `sure` nothing proves the bound: no close ruling on it."""

    board: str
    boot: int
    ev: int
    button: Button
    at: int
    u: int
    sure: bool


@dataclass(frozen=True, slots=True)
class Held(Numbered):
    """Press `of` is still down after 0.6 s."""

    board: str
    boot: int
    ev: int
    of: int


@dataclass(frozen=True, slots=True)
class Released(Numbered):
    """Press `of` is up again; 0 where that press was never told (it was dropped, or belongs to an earlier match)."""

    board: str
    boot: int
    ev: int
    of: int


@dataclass(frozen=True, slots=True)
class Lost(Numbered):
    """The events `ev` … `ev+count-1` will never come: the board had to drop them."""

    board: str
    boot: int
    ev: int
    count: int

    @property
    def upto(self) -> int:
        return self.ev + self.count - 1


@dataclass(frozen=True, slots=True)
class Health:
    """How a present board is; at most about twice a second, and at once when its clock's state changes.

    u: the bound of a press made now, rtt: the best round trip of late, both µs, None while unknown. reasons: for
    people, why the clock is not good. lost: events dropped since its boot. refused: frames refused on either side.
    uptime: s since its boot. free: bytes of heap.
    """

    board: str
    u: int | None
    rtt: int | None
    state: ClockState
    reasons: tuple[str, ...]
    lost: int
    refused: int
    uptime: int
    free: int


@dataclass(frozen=True, slots=True)
class Reported:
    """Every press of this board before host time `upto` (ns) has been told."""

    board: str
    upto: int


Event = BoardUp | BoardDown | BoardRefused | Pressed | Held | Released | Lost | Health | Reported
