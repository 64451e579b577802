"""The board's end of the wire: bytes in, orders out; lines out one at a time; times passed in.

The rules:
1. Silent but for one hello a second until a host asks `h` in our protocol; another protocol is told our versions.
2. Then, in this order: clock answers, the hello with what belongs to it, events that are due, a SOF sample, a beat
   each 500 ms. Every `h` is answered by a hello and makes every event due; it changes nothing else.
3. A host from which nothing right was heard for 1.5 s is absent: silent again until its next `h`.

Who may call what: only the loop; everything here may allocate. No call waits for anything.
"""

from unoseat import wire
from unoseat.clock import Queries
from unoseat.ticks import add, diff

SECOND = 1000000  # µs
BEAT = 500000
ABSENT = 3 * BEAT

_MOST = 0xFFFFFFFF


class Link:
    """Whether a host is there is `host`; it changes only in `tick` and `feed`.

    hello: the fields of H after proto. about: pairs for the I lines. boot: this boot's nonce.
    events, buttons: what is sent and what answers tell of. free: a function giving the free heap in bytes. sides: how
    many seats the board carries.
    """

    def __init__(self, hello, about, boot, events, buttons, free, now, sides=1):
        self.host = False
        self.up = 0  # seconds since boot
        self.decoder = wire.Decoder()
        self._events = events
        self._buttons = buttons
        self._free = free
        self._boot = str(boot)
        self._sides = sides
        self._queries = Queries()
        self._greeting = [wire.encode("H", wire.PROTO, *hello)]
        for pair in about:
            self._greeting.append(wire.encode("I", *pair))
        self._said = len(self._greeting)  # how much of the greeting is out
        self._version = False  # our versions are to be told
        self._sample = None
        self._second = now
        self._heard = now
        self._hello = now  # due then, while no host is there
        self._beat = now

    def tick(self, now):
        """Counts the uptime and misses the host; call it at least every few minutes."""
        while diff(now, self._second) >= SECOND:
            self._second = add(self._second, SECOND)
            self.up += 1
        if self.host and diff(now, self._heard) >= ABSENT:
            self.host = False
            self._hello = now
            self._queries.clear()

    def feed(self, data, now):
        """Takes bytes that were in at `now`. Returns orders for the seat: frames l, s and w with their fields."""
        orders = []
        for frame in self.decoder.feed(data):
            kind = frame[0][0]
            if frame[0] == "h" and len(frame) > 1:
                self._asked(frame[1], now)
            elif not self.host:
                continue  # a host that has not asked who is here
            elif kind not in "aqlswb" or len(frame) != len(wire.FIELDS[kind][1]) + 1 or not self._take(frame, now):
                self.decoder.refused += 1
                continue
            elif kind in "lsw":
                orders.append(frame)
            self._heard = now
        return orders

    def sof(self, frame, ticks):
        """A start-of-frame sample to send when nothing else is due."""
        self._sample = (frame, ticks)

    def next(self, now):
        """The line to send at `now`, or None. It must leave at once: it may be a clock answer."""
        if self._version:
            self._version = False
            return wire.encode("V", wire.PROTO, wire.PROTO)
        if not self.host:
            if diff(self._hello, now) > 0:
                return None
            self._hello = add(now, SECOND)
            return self._greeting[0]
        if self._queries.count:
            return self._queries.answer(now, self._events.made, self._buttons.past(now))
        if self._said < len(self._greeting):
            self._said += 1
            return self._greeting[self._said - 1]
        line = self._events.next(now)
        if line is None and self._sample:
            line = wire.encode("S", *self._sample)
            self._sample = None
        if line is None and diff(self._beat, now) <= 0:
            self._beat = add(now, BEAT)
            line = wire.encode("B", self.up, self._free(), self._events.lost, self.decoder.refused)
        return line

    def wait(self, now):
        """µs until `next` has a line or `tick` a finding."""
        if self._version:
            return 0
        if not self.host:
            return max(0, diff(self._hello, now))
        if self._queries.count or self._sample or self._said < len(self._greeting):
            return 0
        wait = min(diff(self._beat, now), ABSENT - diff(now, self._heard))
        due = self._events.wait(now)
        return max(0, wait if due < 0 else min(wait, due))

    def _asked(self, proto, now):
        if proto != str(wire.PROTO):
            self._version = True
            return
        if not self.host:
            self.host = True
            self._beat = now
        self._said = 0
        self._events.renew(now)

    def _take(self, frame, now):
        """What the link itself does with a frame of the right shape; False if a field is wrong, or there is no such
        side."""
        kind = frame[0][0]
        if wire.side(frame[0]) > (self._sides if kind in wire.SIDED else 1):
            return False
        if kind == "a":
            upto = _number(frame[2], _MOST)
            if upto < 0:
                return False
            if frame[1] == self._boot:
                self._events.ack(upto, now)
        elif kind == "q":
            q = _number(frame[1], 65535)
            if q < 0:
                return False
            self._queries.put(q, now)
        return True


def _number(text, most):
    """A decimal of the wire from 0 to `most`, or -1."""
    if not text.isdigit() or len(text) > 10:
        return -1
    value = int(text)
    return value if value <= most else -1
