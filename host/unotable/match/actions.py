"""What the match wants done on the boards; the live loop carries it to the link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


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


class Linked(Protocol):
    """What is asked of the link; none of it blocks."""

    def ack(self, board: str, boot: int, ev: int) -> None: ...
    def lamp(self, board: str, pattern: str, arg: str = "") -> None: ...
    def sound(self, board: str, name: str) -> None: ...
    def seat(self, board: str, seat: int, colour: str) -> None: ...
    def close(self) -> None: ...


def carry(action: Action, link: Linked) -> None:
    match action:
        case Ack(board, boot, ev):
            link.ack(board, boot, ev)
        case Lamp(board, pattern, arg):
            link.lamp(board, pattern, arg)
        case Sound(board, name):
            link.sound(board, name)
        case SeatBoard(board, seat, colour):
            link.seat(board, seat, colour)
