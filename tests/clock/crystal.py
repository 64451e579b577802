"""A board's clock of which the test knows the truth, and the exchanges that a host sees of it."""

from __future__ import annotations

import random
from collections.abc import Sequence

from unotable.clock.board import BoardClock
from unotable.clock.unwrap import TICKS

NS = 1000


class Crystal:
    """Host time of board time. `rates`: its rate (host per board − 1, ppm) at every `every` seconds, between them on a
    straight line; the last one stays. `start`: the counter at host time `zero` ns.
    """

    def __init__(self, rates: Sequence[float], every: float = 5.0, start: int = TICKS - 3_000_000, zero: int = 10**12):
        self._rates = list(rates)
        self._every = every
        self._zero = zero
        self.start = start
        self._sums = [0.0]  # µs gained up to each knot
        for a, b in zip(self._rates, self._rates[1:], strict=False):
            self._sums.append(self._sums[-1] + (a + b) / 2 * every)

    def host(self, s: float) -> float:
        """Host ns at `s` seconds of the board's own time since its start."""
        knot = max(0, min(int(s / self._every), len(self._rates) - 1))
        after = s - knot * self._every
        rate = self._rates[knot]
        slope = (self._rates[knot + 1] - rate) / self._every if knot + 1 < len(self._rates) and s >= 0 else 0.0
        gained = self._sums[knot] + rate * after + slope * after * after / 2
        return self._zero + s * 1e9 + gained * NS

    def ticks(self, s: float) -> int:
        """What the counter reads then."""
        return (self.start + int(s * 1e6 // 1)) % TICKS


class Exchanges:
    """Queries and answers with delays of one's choice, in order of the board's time."""

    def __init__(self, crystal: Crystal, clock: BoardClock):
        self.crystal = crystal
        self.clock = clock
        self.step_ns = 0  # added to every host time from now on: the host's clock was set
        self._q = 0

    def exchange(self, s: float, there: float, back: float, stay: float = 50e-6) -> bool:
        """The query arrives at board time `s` after `there` seconds, its answer leaves `stay` later, takes `back`."""
        self._q = (self._q + 1) % 65536
        sent = int(self.crystal.host(s) - there * 1e9) + self.step_ns
        received = int(self.crystal.host(s + stay) + back * 1e9) + 1 + self.step_ns
        self.clock.query(self._q, sent)
        return self.clock.answer(self._q, self.crystal.ticks(s), self.crystal.ticks(s + stay), received)

    def error(self, s: float, late: float = 0.005) -> tuple[float, int, bool]:
        """A tick at `s`, placed `late` seconds after it: how far off it is (µs), its bound, whether it is sure."""
        now = int(self.crystal.host(s) + late * 1e9) + self.step_ns
        placed = self.clock.place(self.crystal.ticks(s), now)
        return (placed.at_ns - self.crystal.host(s) - self.step_ns) / NS, placed.u_us, placed.sure


def leg(
    chance: random.Random, mean: float = 0.0005, least: float = 0.0002, most: float = 0.004, stall: float = 0.005
) -> float:
    """One way of a USB exchange, seconds: a floor, a tail, now and then a stall of 50 ms."""
    return 0.05 if chance.random() < stall else min(most, least + chance.expovariate(1 / mean))
