"""Who is where: boards by their id, each on at most one port, with what is kept of them while they are away.

Nothing here is safe to be called by two threads at once; `ports.py` sees to that.
"""

from __future__ import annotations

from unotable.clock import Line
from unotable.link.board import Board
from unotable.link.boot import Boot
from unotable.link.events import Event, Pressed
from unotable.link.session import Session
from unotable.link.sides import split
from unotable.link.steps import RIVAL, STAGGER


class Boards:
    """The `Home` of all sessions of a link."""

    def __init__(self) -> None:
        self.line = Line()
        self._boards: dict[str, Board] = {}
        self._sessions: list[Session] = []
        self.hurried: set[str] = set()  # ports whose next query is due sooner than they know; `ports.py` clears it

    def open(self, session: Session) -> None:
        """A port was opened."""
        self._sessions.append(session)

    def close(self, session: Session) -> None:
        """A port is closed; `session.gone` came before."""
        self._sessions.remove(session)

    def board(self, name: str) -> Board:
        """What is kept of a board, known or not, by its id or that of a side of it."""
        board, _ = split(name)
        return self._boards.setdefault(board, Board(board))

    def session(self, board: str) -> Session | None:
        """The session on whose port the board is."""
        owner = self.board(board).owner
        return next((session for session in self._sessions if session is owner), None)

    # -- what sessions ask ----------------------------------------------------------------------------------------

    def elsewhere(self, board: str, session: Session) -> str | None:
        owner = self._boards[board].owner if board in self._boards else None
        return owner.port if isinstance(owner, Session) and owner is not session else None

    def alone(self, session: Session) -> bool:
        return not any(other.board for other in self._sessions if other is not session)

    def claim(
        self, board: str, boot: int, kind: str, sides: int, session: Session, now: int
    ) -> tuple[Board, list[Event]]:
        kept = self.board(board)
        kept.owner = session
        left: list[Event] = []
        if kept.boot is None or kept.boot.number != boot:
            if kept.boot is not None:
                left = list(kept.boot.end(self.line, now))
            self.line.leave(board, now)
            kept.boot = Boot(board, boot, kind, sides)
        return kept, left

    def release(self, session: Session, now: int) -> None:
        for board in self._boards.values():
            if board.owner is session:
                board.owner = None
                self.line.leave(board.id, now)

    def pressed(self, session: Session, press: Pressed, now: int) -> None:
        past = press.at + min(2 * press.u * 1000, RIVAL)
        at = now
        for other in sorted(self._sessions, key=lambda other: other is not session):
            if other.ask_soon(at, past):
                self.hurried.add(other.port)
                at += STAGGER
