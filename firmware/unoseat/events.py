"""What happened, kept until the host has it: a ring of 64 numbered events, resent until acknowledged.

The rules:
1. Events are numbered 1, 2, 3 … since the board's boot, whether or not there was room for them.
2. An event leaves the ring only when the host acknowledges its number or a later one.
3. It is due at once, then again after 25 ms, doubling to 400 ms. Whatever the host acknowledges, the oldest event that
   is left is due at once: a host that misses one asks so.
4. When the ring is full, new events are dropped and counted. The first slot that comes free tells of them: one
   event `D`, which bears the first dropped number and stands for all of them.

Who may call what: only the loop. `put` allocates nothing (it is part of the press path); `next` builds a line.
"""

from unoseat import wire
from unoseat.buttons import BUTTONS
from unoseat.ticks import add, diff

SIZE = 64
FIRST_WAIT = 25000  # µs
LAST_WAIT = 400000  # µs


class Events:
    """The ring. made: number of the newest event; lost: how many were dropped since boot."""

    def __init__(self):
        self.made = 0
        self.lost = 0
        self.count = 0  # slots in use
        self._first = 0  # the oldest one
        self._number = [0] * SIZE
        self._kind = [""] * SIZE
        self._button = [0] * SIZE
        self._ticks = [0] * SIZE
        self._x = [0] * SIZE
        self._y = [0] * SIZE
        self._due = [0] * SIZE
        self._wait = [0] * SIZE
        self._dropped = 0  # events that no slot tells of yet; they are the newest ones

    def put(self, kind, button, ticks, x, y):
        """Numbers an event and keeps it if there is room. Returns its number.

        kind "P": x edges, y bounce in µs; "L": x the press's number; "R": neither. button: 0 to 2, three more for
        each further side. ticks: the event's own time.
        """
        self.made += 1
        if self.count == SIZE:
            self._dropped += 1
            self.lost += 1
        else:
            self._keep(self.made, kind, button, ticks, x, y, ticks)
        return self.made

    def ack(self, number, now):
        """The host has every event up to `number`, and asks for the next one."""
        while self.count and self._number[self._first] <= number:
            self._first = (self._first + 1) % SIZE
            self.count -= 1
        if self._dropped and self.count < SIZE:
            self._keep(self.made - self._dropped + 1, "D", 0, 0, self._dropped, 0, now)
            self._dropped = 0
        self._again(1 if self.count else 0, now)

    def renew(self, now):
        """A host is here (again): everything is due now."""
        self._again(self.count, now)

    def wait(self, now):
        """µs until an event is due (0: one is), or -1 when there is none."""
        least = -1
        for k in range(self.count):
            left = diff(self._due[(self._first + k) % SIZE], now)
            if left <= 0:
                return 0
            if least < 0 or left < least:
                least = left
        return least

    def next(self, now):
        """The line of the oldest event that is due, or None; it will be due again."""
        for k in range(self.count):
            slot = (self._first + k) % SIZE
            if diff(self._due[slot], now) <= 0:
                wait = self._wait[slot]
                self._due[slot] = add(now, wait)
                self._wait[slot] = min(wait * 2, LAST_WAIT)
                return self._line(slot)
        return None

    def _keep(self, number, kind, button, ticks, x, y, due):
        slot = (self._first + self.count) % SIZE
        self.count += 1
        self._number[slot] = number
        self._kind[slot] = kind
        self._button[slot] = button
        self._ticks[slot] = ticks
        self._x[slot] = x
        self._y[slot] = y
        self._due[slot] = due
        self._wait[slot] = FIRST_WAIT

    def _again(self, many, now):
        """So many of the oldest are due now, as if they were new."""
        for k in range(many):
            slot = (self._first + k) % SIZE
            self._due[slot] = now
            self._wait[slot] = FIRST_WAIT

    def _line(self, slot):
        kind = self._kind[slot]
        number = self._number[slot]
        if kind == "D":
            return wire.seal("D,%d,%d" % (number, self._x[slot]))
        button = self._button[slot]
        letter = BUTTONS[button % 3]
        head = "%s,%d" % (kind if button < 3 else kind + str(button // 3 + 1), number)
        if kind == "P":
            return wire.seal("%s,%s,%d,%d,%d" % (head, letter, self._ticks[slot], self._x[slot], self._y[slot]))
        if kind == "L":
            return wire.seal("%s,%s,%d,%d" % (head, letter, self._ticks[slot], self._x[slot]))
        return wire.seal("%s,%s,%d" % (head, letter, self._ticks[slot]))
