"""Edges on their way from the pins' interrupt to the loop: which button, which way, when.

Who may call what: `put` from a hard interrupt (one producer), `take` from the loop (one consumer); neither allocates
nor waits for the other. Everything is allocated when the ring is made.
"""

SIZE = 64  # edges; a bouncing contact makes some ten in a press, the loop looks every few ms


class Stamps:
    """A ring of edges; when it is full, later ones are counted in `lost` and the buttons' levels are read afresh."""

    def __init__(self):
        self.lost = 0
        self.which = 0  # of the edge taken last
        self.closed = False
        self.ticks = 0
        self._edges = [0] * SIZE
        self._ticks = [0] * SIZE
        self._put = 0
        self._take = 0

    def put(self, which, closed, ticks):
        """Button `which` (from 0) was seen `closed` (or open) just after an edge at `ticks`."""
        slot = self._put
        after = (slot + 1) & (SIZE - 1)
        if after == self._take:
            self.lost += 1
            return
        self._edges[slot] = which << 1 | (1 if closed else 0)
        self._ticks[slot] = ticks
        self._put = after

    def some(self):
        """Whether there is an edge to take."""
        return self._take != self._put

    def take(self):
        """Moves the oldest edge to which, closed and ticks; False when there is none."""
        slot = self._take
        if slot == self._put:
            return False
        edge = self._edges[slot]
        self.which = edge >> 1
        self.closed = (edge & 1) == 1
        self.ticks = self._ticks[slot]
        self._take = (slot + 1) & (SIZE - 1)
        return True
