"""What a session says by itself, and when: hellos, beats, the clock's questions, requests for an event that is missing.

Like the session it has no I/O: what has happened is told to it, and `lines` and `due` follow from that. What the board
shall show and keep is `board.py`'s and goes between.
"""

from __future__ import annotations

import random

from unotable import __version__
from unotable.link import wire
from unotable.link.board import Board
from unotable.link.steps import AGAIN, ANSWER, APART, ASK, BEAT, BURST, BURST_PERIOD, PERIOD, REPEAT, WANTED


class Speech:
    """`asked` is when the newest hello went. Times are host ns."""

    def __init__(self, now: int, chance: random.Random) -> None:
        self.asked = now - AGAIN
        self._hello = True
        self._beat = self._query = now  # the next ones
        self._burst = 0
        self._chance = chance
        self._q = chance.randrange(1 << 16)
        self._session = f"{chance.randrange(1 << 32):08x}"
        self._queried = now - AGAIN  # the newest query
        self._upto = 0  # every press before has been told
        self._wanted: int | None = None  # until when a press wants to know everything of this board
        self._from = now  # when a query may tell that
        self._hurt = False  # something came damaged since an event was asked for
        self._lacks: int | None = None  # since when an event is missing
        self._event = now - ASK  # when one was asked for

    # -- what has happened ----------------------------------------------------------------------------------------

    def hello(self) -> None:
        """A hello is due."""
        self._hello = True

    def hello_again(self, now: int) -> None:
        """The same, unless the last one may still be answered."""
        self._hello = self._hello or now - self.asked >= ANSWER

    def meet(self, now: int) -> None:
        """A board is here: its clock is asked for at once, and many times."""
        self._burst = BURST
        self._query = now
        self._upto, self._wanted = 0, None

    def damaged(self) -> None:
        """A line came damaged: it may have been an event."""
        self._hurt = True

    def lacks(self, missing: bool, now: int) -> None:
        """Whether an event that the board has made has not come."""
        self._lacks = (self._lacks or now) if missing else None

    def waits(self, since: int, now: int) -> None:
        """A press that came then waits for an exchange after it."""
        self._query = min(self._query, now if self._queried < since else max(now, self._queried + REPEAT))

    def ask_soon(self, at: int, past: int, bound: int) -> bool:
        """All until `past` is to be known; from `at` on it is asked for, and again while an answer falls short: it was
        lost, or the button was just being looked at. A query tells of what was `bound` before it. Whether one is due
        earlier now."""
        if self._upto >= past:
            return False
        before = self._next
        if self._wanted is None:
            self._from = max(at, past + bound)
        self._wanted = max(past, self._wanted or past)
        return self._next < before

    def reported(self, upto: int) -> None:
        """Every press before `upto` has been told."""
        self._upto = max(upto, self._upto)
        if self._wanted is not None and upto >= self._wanted:
            self._wanted = None

    # -- what is said ---------------------------------------------------------------------------------------------

    def lines(self, board: Board | None, up: bool, now: int) -> list[tuple[object, ...]]:
        """All that is due, as fields; it counts as said. board: the one that is here; up: it has said all of itself."""
        lines: list[tuple[object, ...]] = []
        if self._hello:
            self._hello = False
            self.asked = now
            lines.append(("h", wire.PROTO, __version__, self._session))
        if board is None or board.boot is None:
            return lines
        event = self._event_due if up else None
        if event is not None and now >= event:
            self._hurt, self._event = False, now
            board.ask()
        lines += board.orders(now)
        if now >= self._beat:
            self._beat = now + BEAT
            lines.append(("b",))
        if now >= self._next:
            self._q = (self._q + 1) % (1 << 16)
            board.boot.clock.query(self._q, now)
            self._queried = now
            self._burst = max(0, self._burst - 1)
            if self._wanted is not None and now >= self._wanted + WANTED:
                self._wanted = None
            self._query = now + self._chance.randint(*(BURST_PERIOD if self._burst else PERIOD))
            lines.append(("q", self._q))
        return lines

    def due(self, board: Board | None, up: bool, now: int) -> list[int]:
        """When `lines` will have some."""
        times = [now] if self._hello else []
        if board is not None and board.boot is not None:
            times += [self._beat, self._next]
            if board.due or board.boot.inbox.repeat:
                times.append(now)
            if up and self._event_due is not None:
                times.append(self._event_due)
        return times

    @property
    def _next(self) -> int:
        """When the next query is due."""
        return self._query if self._wanted is None else min(self._query, max(self._from, self._queried + APART))

    @property
    def _event_due(self) -> int | None:
        """When to ask for an event again: soon after damage, for the line may have been one; while one is missing."""
        if self._hurt:
            return self._event + ASK
        return None if self._lacks is None else max(self._event, self._lacks) + ASK
