"""What the match wants done on the boards; the live loop carries it to the link."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ack:
    """Everything of this board and boot up to event `ev` is on disk."""

    board: str
    boot: int
    ev: int


@dataclass(frozen=True, slots=True)
class Lamp:
    board: str
    pattern: str
    arg: str = ""


@dataclass(frozen=True, slots=True)
class Sound:
    board: str
    name: str


@dataclass(frozen=True, slots=True)
class SeatBoard:
    """Who the board is: its seat (0: none) and that seat's colour, `rrggbb`."""

    board: str
    seat: int
    colour: str


Action = Ack | Lamp | Sound | SeatBoard
