"""One boot of one board: its clock, its events, and what becomes of them.

Frames come in as the session has split them; out come events for the referee. A press is placed once the board has
answered a clock query after it, so that it lies between two exchanges: a clock that stepped in between is then known
to have. That takes one round trip; after PATIENCE it is placed with what is known, and is not sure.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from unotable.clock import BoardClock, Line, Placed
from unotable.clock.board import UNKNOWN
from unotable.clock.hull import NS
from unotable.link.events import Button, Event, Held, Lost, Pressed, Released, Reported
from unotable.link.inbox import Inbox, Item
from unotable.link.sides import name
from unotable.link.stamps import stamp

PATIENCE = 40_000_000  # ns that a press waits for an exchange after it: six tries, of which bad cables fail two in five
FIRST = 1_000_000_000  # ns that it waits for the first exchange of all
BUTTONS: dict[str, Button] = {"u": "uno", "c": "cut", "d": "done"}
NEVER = -(1 << 62)  # a count before all others
FLOORS = 100  # answers remembered: twelve seconds


class Boot:
    """`number` is the boot's nonce, `names` as what the board's sides are told. `told` items become events by
    `events`."""

    def __init__(self, board: str, number: int, kind: str, sides: int = 1) -> None:
        self.board = board
        self.names = [name(board, side) for side in range(1, sides + 1)]
        self.number = number
        self.clock = BoardClock()
        self.inbox = Inbox()
        self.made: int | None = None  # events so far, as of the newest answer
        self.up = 0  # s since its boot, as of the newest beat
        self._birth: int | None = None  # a count before its boot
        self._beat: int | None = None  # ns of its newest beat
        self._kind = kind
        self._stamp = stamp(kind)
        self._late = 0  # µs, the most that it has told
        self._presses: dict[tuple[int, str], int] = {}  # side and button → its newest press told
        self._floors: deque[tuple[int, int]] = deque(maxlen=FLOORS)  # events made → every later press is after count
        self._reported = 0  # ns
        self._past: int | None = None  # the floor that was reported last

    # -- frames -------------------------------------------------------------------------------------------------

    def event(self, kind: str, numbers: Sequence[int], button: str, now: int, side: int = 1) -> bool:
        """A frame P, L, R or D: its letter, its numbers in order, its button and side. False if it cannot be meant."""
        ev = numbers[0]
        upto = ev + numbers[1] - 1 if kind == "D" else ev
        if ev < 1 or upto < ev or (kind != "D" and button not in BUTTONS) or side > len(self.names):
            return False
        ticks = 0 if kind == "D" else numbers[1]
        if kind == "P" and len(numbers) > 4:
            self.late(max(self._late, numbers[4]))
        arg = numbers[2] if kind == "L" else numbers[4] if kind == "P" and len(numbers) > 4 else self._late
        self.inbox.put(Item(kind, ev, upto, button, ticks, arg, now, side))
        return True

    def late(self, us: int) -> None:
        """It says how late its stamps may have been of late."""
        self._late = us
        self._stamp = stamp(self._kind, tells=True)

    def beat(self, up: int, now: int) -> None:
        """A frame B: it has been up for `up` whole seconds."""
        self.up = up
        self._beat = now
        self._born(now)

    def answer(self, q: int, rx: int, tx: int, made: int, past: int, now: int) -> bool:
        """A frame A. False if it proves nothing."""
        if not self.clock.answer(q, rx, tx, now):
            return False
        self.made = max(made, self.made or 0)
        self._born(now)
        newest = self.clock.newest
        if newest is not None:
            if self._floors and self._floors[-1][0] >= made:
                made = self._floors.pop()[0]
            self._floors.append((made, newest - past))
        return True

    @property
    def missing(self) -> bool:
        """Whether an event that the board has made has not come."""
        return self.inbox.missing(self.made or 0)

    def bound(self, line: Line, now: int) -> int | None:
        """The bound of a press made now, µs; None while nothing is known."""
        newest = self.clock.newest
        if newest is None or self.clock.u_us is None:
            return None
        placed = line.place(self.board, self.clock, newest, self.clock.sure, now)
        return self._stamp.edge(placed, self._late).u_us if placed.sure else None

    def _born(self, now: int) -> None:
        newest = self.clock.newest
        if self._birth is None and newest is not None and self._beat is not None:
            since = (now - self._beat) // NS * 1001 // 1000
            self._birth = newest - since - (self.up + 1) * 1_000_000

    # -- events -------------------------------------------------------------------------------------------------

    def events(self, line: Line, now: int) -> Iterator[Event]:
        """What can be told now."""
        while (item := self.inbox.next(now)) is not None:
            placed = None
            if item.kind == "P":
                placed = self._place(item, line, now)
                if placed is None:
                    return
            self.inbox.tell(item)
            yield self._event(item, placed)
        upto = self._report(line, now)
        if upto is not None:
            yield from (Reported(board, upto) for board in self.names)

    def waits(self, now: int) -> int | None:
        """When the press came that waits for an exchange; None: none does."""
        item = self.inbox.next(now)
        return item.came if item is not None and item.kind == "P" else None

    def end(self, line: Line, now: int) -> Iterator[Event]:
        """It is over: the rest, and what is lost with it."""
        for item in self.inbox.end(self.made):
            yield self._event(item, self._place(item, line, now + FIRST) if item.kind == "P" else None)

    def _event(self, item: Item, placed: Placed | None) -> Event:
        if item.kind == "D":
            return Lost(self.board, self.number, item.ev, item.upto - item.ev + 1)
        board, button = self.names[item.side - 1], (item.side, item.button)
        if item.kind == "L":
            return Held(board, self.number, item.ev, item.arg)
        if item.kind == "R":
            return Released(board, self.number, item.ev, self._presses.pop(button, 0))
        assert placed is not None
        self._presses[button] = item.ev
        edge = self._stamp.edge(placed, item.arg)
        return Pressed(board, self.number, item.ev, BUTTONS[item.button], edge.at_ns, edge.u_us, edge.sure)

    def _place(self, item: Item, line: Line, now: int) -> Placed | None:
        """When the press was; None while it pays to wait."""
        clock = self.clock
        waited = now - item.came
        after = self._floor(item.ev)
        found = clock.count(item.ticks, now, NEVER if after is None else after)
        if found is None:
            return Placed(item.came, UNKNOWN, False) if waited >= FIRST else None
        count, sure = found
        newest = clock.newest
        if (after is None and waited < FIRST) or (newest is not None and newest < count and waited < PATIENCE):
            return None
        between = newest is not None and newest >= count
        return line.place(self.board, clock, count, sure and between, now)

    def _floor(self, ev: int) -> int | None:
        """A count before the press: that of the last answer which did not tell of it yet, else of the boot."""
        for made, floor in reversed(self._floors):
            if made < ev:
                return floor
        return self._birth

    def _report(self, line: Line, now: int) -> int | None:
        """Up to when every press has been told, if that is news."""
        told = self.inbox.told
        if told is None:
            return None
        for made, floor in reversed(self._floors):
            if made <= told:
                if floor == self._past:
                    return None
                self._past = floor
                edge = self._stamp.edge(line.place(self.board, self.clock, floor, self.clock.sure, now))
                upto = edge.at_ns - edge.u_us * NS
                if upto <= self._reported:
                    return None
                self._reported = upto
                return upto
        return None
