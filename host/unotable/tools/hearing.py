"""What a tool hears on a link: which boards are there, and which cannot play. Presses are for nobody to keep."""

from __future__ import annotations

from unotable.link.events import BoardDown, BoardRefused, BoardUp, Event, Numbered
from unotable.link.ports import Link


class Hearing:
    """`up`: boards by id, `refused`: why, by port."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.up: dict[str, BoardUp] = {}
        self.refused: dict[str, str] = {}

    def take(self, event: Event) -> None:
        """Notes the event, which its board may forget."""
        match event:
            case BoardUp():
                self.up[event.board] = event
            case BoardDown():
                self.up.pop(event.board, None)
            case BoardRefused():
                self.refused[event.port] = event.why
            case Numbered():
                self.link.ack(event.board, event.boot, event.upto)
            case _:
                pass
