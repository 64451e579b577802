"""What the host keeps of a board, whether it is here or not: its boot, and what it was told to show.

The patterns that stay are told again when a board returns, or may have missed a line; those for a while are not.
"""

from __future__ import annotations

from collections import deque

from unotable.link.boot import Boot

PASSING = frozenset(("penalty", "refused", "safe", "seat", "press"))  # they end by themselves (firmware's lamps.py)
MOST = 8  # patterns for a while, and sounds, that wait to be sent
MS = 1_000_000  # ns


class Board:
    """`owner` is the session on whose port it is up. Sides count from 1."""

    def __init__(self, board: str) -> None:
        self.id = board
        self.boot: Boot | None = None
        self.owner: object | None = None
        self._seats: dict[int, tuple[int, str]] = {}
        self._lamps: dict[int, tuple[str, str, int]] = {}  # pattern, its argument, when it was told
        self._seats_due: set[int] = set()
        self._lamps_due: set[int] = set()
        self._ack_due = False
        self._passing: deque[tuple[str, ...]] = deque(maxlen=MOST)

    def seat(self, seat: int, colour: str, side: int = 1) -> None:
        self._seats[side] = (seat, colour)
        self._seats_due.add(side)

    def lamp(self, pattern: str, arg: str, now: int, side: int = 1) -> None:
        if pattern in PASSING:
            self._passing.append((_kind("l", side), pattern, arg))
        else:
            self._lamps[side] = (pattern, arg, now)
            self._lamps_due.add(side)

    def sound(self, name: str) -> None:
        self._passing.append(("s", name, ""))

    def ack(self, boot: int, ev: int) -> None:
        if self.boot is not None and self.boot.number == boot and self.boot.inbox.ack(ev):
            self._ack_due = True

    def ask(self) -> None:
        """For its oldest event: an acknowledgement, though it be of nothing new."""
        self._ack_due = True

    def again(self) -> None:
        """It may have missed lines: all that lasts is due again."""
        self._seats_due = set(self._seats)
        self._lamps_due = set(self._lamps)
        self._ack_due = True

    def forget_passing(self) -> None:
        """What was meant for a moment that is over."""
        self._passing.clear()

    def orders(self, now: int) -> list[tuple[object, ...]]:
        """The lines that are due, as fields; they count as sent."""
        lines: list[tuple[object, ...]] = []
        boot = self.boot
        if boot is not None and (self._ack_due or boot.inbox.repeat):
            self._ack_due = boot.inbox.repeat = False
            if boot.inbox.told is not None:
                lines.append(("a", boot.number, boot.inbox.acked))
        lines += ((_kind("w", side), *self._seats[side]) for side in sorted(self._seats_due))
        self._seats_due.clear()
        for side in sorted(self._lamps_due):
            pattern, arg, told = self._lamps[side]
            if pattern == "hurry" and arg.isdecimal():  # what is left of it
                arg = str(max(0, int(arg) - (now - told) // MS))
            lines.append((_kind("l", side), pattern, arg))
        self._lamps_due.clear()
        lines += self._passing
        self._passing.clear()
        return lines

    @property
    def due(self) -> bool:
        """Whether anything waits to be sent."""
        return bool(self._seats_due or self._lamps_due or self._ack_due or self._passing)


def _kind(letter: str, side: int) -> str:
    """A line's type on the wire."""
    return letter if side == 1 else f"{letter}{side}"
