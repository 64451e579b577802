"""A session without a board: what it says, and what it makes of lines."""

from __future__ import annotations

from unotable.link import wire
from unotable.link.boards import Boards
from unotable.link.session import Session

from tests.link.table import MS


def frames(data: bytes) -> list[tuple[str, ...]]:
    return wire.Decoder().feed(data)


class Alone:
    """A session without a board: what it says, and what it makes of lines."""

    def __init__(self) -> None:
        self.now = 10**12
        self.boards = Boards()
        self.session = Session("here", self.boards, self.now)
        self.boards.open(self.session)

    def later(self, ms: float) -> list[object]:
        self.now += int(ms * MS)
        return list(self.session.heard(b"", self.now))

    def hears(self, *fields: object) -> list[object]:
        return list(self.session.heard(wire.encode(*fields), self.now))

    def says(self) -> list[tuple[str, ...]]:
        return frames(self.session.send(self.now))
