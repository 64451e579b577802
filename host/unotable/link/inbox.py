"""The events of one boot of one board: in order, each once, and acknowledged in order.

The rules:
1. Events are told in the order of their numbers. One that comes early waits; the board sends what is missing again,
   for nothing leaves its ring before it is acknowledged.
2. What was told is not told again.
3. Where the numbers begin is known when event 1 is here. Else (this program was started anew while the board ran on)
   the first events are held back until `begin`: the least of them is the first that was not acknowledged.
4. An acknowledgement covers every event up to a number. A release that was told needs none of its own: it counts as
   soon as all before it do, so that nobody who cares only for presses holds up the board's ring.
5. No more than UNSAFE events are told that are not safe yet: a device that floods us cannot fill the memory.
6. A gap that no resending has filled for GIVE_UP is listed as lost, as is what the board says it dropped.
"""

from __future__ import annotations

from dataclasses import dataclass

GIVE_UP = 10_000_000_000  # ns: twenty-five times the longest pause between two sendings
MOST = 128  # events that wait; a board keeps 64
UNSAFE = 128  # events that were told and are not safe yet; whatever makes more than a board can keep waits for the disk


@dataclass(frozen=True, slots=True)
class Item:
    """kind: P L R D. upto: its own number, for D the last one dropped. arg: for L its press, for P µs by which the
    board says that its stamp may be late. came: ns, at first. side: of the board."""

    kind: str
    ev: int
    upto: int
    button: str = ""
    ticks: int = 0
    arg: int = 0
    came: int = 0
    side: int = 1


class Inbox:
    """told: the last event told, None before anything is known; acked: the last one that need not be sent again."""

    def __init__(self) -> None:
        self.told: int | None = None
        self.acked = 0
        self.repeat = False  # the board sent again what is acknowledged: it has missed the acknowledgement
        self._waiting: dict[int, Item] = {}
        self._releases: set[int] = set()
        self._gap: int | None = None  # ns since when the next event is missing

    def put(self, item: Item) -> None:
        """An event that came over the wire, whether new or not."""
        if item.upto <= self.acked:
            self.repeat = True
        if (self.told is not None and item.upto <= self.told) or item.ev in self._waiting:
            return
        if len(self._waiting) < MOST:
            self._waiting[item.ev] = item
        if self.told is None and item.ev == 1:
            self.told = 0

    def begin(self, made: int) -> None:
        """All that the board has not been told to forget has come; it had made `made` events some time before that."""
        if self.told is None:
            self.told = min([made, *(ev - 1 for ev in self._waiting)])
            self.acked = self.told

    def next(self, now: int) -> Item | None:
        """The event to be told next, or None while it is missing."""
        if self.told is None or not self._waiting:
            self._gap = None
            return None
        if self.told - self.acked >= UNSAFE:
            return None
        item = self._waiting.get(self.told + 1)
        if item:
            self._gap = None
            return item
        first = min(self._waiting)
        if first <= self.told:  # dropped events of which some were given up
            item = self._waiting.pop(first)
            rest = Item(item.kind, self.told + 1, item.upto, came=item.came)
            if rest.upto > self.told:
                self._waiting[rest.ev] = rest
            return self.next(now)
        if self._gap is None:
            self._gap = now
        if now - self._gap < GIVE_UP:
            return None
        self._waiting[self.told + 1] = lost = Item("D", self.told + 1, first - 1, came=now)
        return lost

    def missing(self, made: int) -> bool:
        """Whether some event of those that the board made, `made` or more, has not come."""
        if self.told is None:
            return False
        told, newest, here = self.told, made, 0
        for item in self._waiting.values():
            newest = max(newest, item.upto)
            here += item.upto - max(item.ev - 1, told)
        return newest - told > here

    def tell(self, item: Item) -> None:
        """`item`, which `next` gave, is told now."""
        self._waiting.pop(item.ev, None)
        self.told = item.upto
        if item.kind == "R":
            self._releases.add(item.ev)
            self._forget_releases()

    def ack(self, ev: int) -> bool:
        """Everything up to `ev` is safe. Whether that is news; what was not told yet cannot be safe."""
        before = self.acked
        self.acked = max(self.acked, min(ev, self.told or 0))
        self._forget_releases()
        return self.acked > before

    def end(self, made: int | None) -> list[Item]:
        """The board has forgotten everything; it had made at least `made` events. What is left to be told, in order,
        with the gaps as dropped."""
        left: list[Item] = []
        self.begin(min(self._waiting, default=1) - 1 if made is None else made)
        told = self.told or 0
        for ev, item in sorted(self._waiting.items()):
            if ev > told + 1:
                left.append(Item("D", told + 1, ev - 1))
            if item.upto > told:
                left.append(item)
                told = item.upto
        if made is not None and made > told:
            left.append(Item("D", told + 1, made))
            told = made
        self._waiting.clear()
        self.told = told
        return left

    def _forget_releases(self) -> None:
        while self.acked + 1 in self._releases:
            self.acked += 1
        self._releases = {ev for ev in self._releases if ev > self.acked}
