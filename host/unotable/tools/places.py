"""Which serial ports may have a board, and who keeps them."""

from __future__ import annotations

from dataclasses import dataclass

from serial.tools import list_ports

from unotable.link.ports import MICROBIT, VENDORS
from unotable.match.running import running


@dataclass(frozen=True, slots=True)
class Place:
    """A port of a part that can be a board. serial: its USB serial number, "" where there is none. typed: it is a
    micro:bit's (typed.py)."""

    port: str
    serial: str
    product: str
    typed: bool = False


def places() -> list[Place]:
    """All of them. May take seconds where the system has Bluetooth ports."""
    return [
        Place(port.device, port.serial_number or "", port.product or VENDORS[port.vid], port.vid == MICROBIT)
        for port in sorted(list_ports.comports())
        if port.vid in VENDORS
    ]


def match_at(port: str) -> int | None:
    """The process id of a running match that has its boards on this port."""
    return next((match.pid for match in running() if any(board.port == port for board in match.boards)), None)
