"""Other ways to place a press, written from what is published about them.

Each gets what our clock gets, of the same exchanges those that its description asks for, and counts that do not wrap;
its turn in the board is not held against it. Counts in µs, times in µs of the host's clock.
"""

from __future__ import annotations

UPDATE = 2e6  # µs
PROBES = 8
QUERY = 1e6  # µs
DECAY = 1 / 30
AGE = 10 / 3600e6  # µs a µs
OUTLIER = (5.0, 500.0, 10e6)  # standard deviations and µs that an exchange may be late, until none fitted for so long


class LowestRtt:
    """The way of the Lab Streaming Layer: every two seconds eight probes; the offset is that of the one with the
    lowest round trip, its two legs taken for equal, and stays until the next eight are in. What it reports as its
    uncertainty is that round trip. (Its documentation of the clock offset and of the tuning section of its settings;
    it claims ±0.2 ms on a good network.)
    """

    def __init__(self) -> None:
        self._due = 0.0
        self._probes: list[tuple[float, float]] = []  # round trip, host time less count
        self.offset: float | None = None
        self.claim = 0.0  # µs

    def exchange(self, sent: float, rx: float, tx: float, received: float) -> None:
        """A query sent at `sent` was in at count `rx`, its answer left at `tx` and was there at `received`."""
        if sent < self._due:
            return
        self._probes.append(((received - sent) - (tx - rx), (sent + received - rx - tx) / 2))
        if len(self._probes) == PROBES:
            self.claim, self.offset = min(self._probes)
            self._probes = []
            self._due = max(self._due + UPDATE, sent)

    def place(self, count: float) -> float:
        """When the counter read that."""
        return count + (self.offset or 0.0)


class Regression:
    """The way of Klipper: about once a second the count is asked; a line is fitted to counts over the times at which
    the queries were sent, older ones counting e⁻¹ after 30; half of the lowest round trip so far, which ages by 10 µs
    an hour, is added for the way there; exchanges that are late beyond measure are left out. (Its published description
    and constants.) Here the line begins at the best of the first eight, so that a stall does not spoil its beginning.
    """

    def __init__(self) -> None:
        self._asked = 0.0
        self._first = PROBES
        self._half = 1e12
        self._half_at = 0.0
        self._x = self._y = 0.0  # means of the time, and of count less time
        self._var = self._cov = 0.0
        self._spread = OUTLIER[1] ** 2
        self._fitted = 0.0

    def exchange(self, sent: float, rx: float, tx: float, received: float) -> None:
        """See `LowestRtt.exchange`."""
        half = ((received - sent) - (tx - rx)) / 2
        if half < self._half + (sent - self._half_at) * AGE:
            self._half, self._half_at = half, sent
        y = rx - sent
        if self._first:
            self._first -= 1
            if half <= self._half:
                self._x, self._y, self._fitted = sent, y, sent
            self._asked = sent
            return
        if sent - self._asked < QUERY:
            return
        self._asked = sent
        off = y - self._y - self._slope * (sent - self._x)
        deviations, least, patience = OUTLIER
        if off * off > max(deviations**2 * self._spread, least**2) and sent - self._fitted < patience and off > 0:
            return
        self._fitted = sent
        self._spread = (1 - DECAY) * (self._spread + off * off * DECAY)
        dx, dy = sent - self._x, y - self._y
        self._x += DECAY * dx
        self._y += DECAY * dy
        self._var = (1 - DECAY) * (self._var + dx * dx * DECAY)
        self._cov = (1 - DECAY) * (self._cov + dx * dy * DECAY)

    @property
    def _slope(self) -> float:
        """Of count less time, over time. Until ten seconds are in, the nominal rate is better."""
        return self._cov / self._var if self._var > 1e13 else 0.0

    def place(self, count: float) -> float:
        """When the counter read that."""
        y = count - self._x
        return self._x + (y - self._y) / (1 + self._slope) + self._half
