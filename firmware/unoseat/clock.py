"""Clock queries waiting for their answer.

The host learns from an answer that the board's tick `rx` came after it sent the query, and `tx` before it got the
answer. So `rx` is taken as soon as the query's bytes are in, and `tx` as late as the line can still carry it.

Who may call what: only the loop; `answer` builds a line, the rest allocates nothing.
"""

from unoseat import wire

SIZE = 16  # a burst of eight at connect, twice


class Queries:
    """A ring of queries; when it is full the oldest goes, for the host asks again anyway."""

    def __init__(self):
        self._q = [0] * SIZE
        self._rx = [0] * SIZE
        self._first = 0
        self.count = 0

    def put(self, q, rx):
        """Query `q` (0 to 65535) was in at tick `rx`."""
        if self.count == SIZE:
            self._first = (self._first + 1) % SIZE
            self.count -= 1
        slot = (self._first + self.count) % SIZE
        self._q[slot] = q
        self._rx[slot] = rx
        self.count += 1

    def clear(self):
        self.count = 0

    def answer(self, tx, ev, past):
        """The line for the oldest query, leaving at tick `tx`. Every press with its first edge before `tx` - `past` µs
        has an event number of at most `ev`."""
        slot = self._first
        self._first = (slot + 1) % SIZE
        self.count -= 1
        return wire.seal("A,%d,%d,%d,%d,%d" % (self._q[slot], self._rx[slot], tx, ev, past))
