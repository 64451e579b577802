"""Counters of which the truth is known: boards' and the USB controller's, against the host's clock.

Time is in seconds of the host's clock since the table's beginning, counts are in µs and do not wrap.

Where the parameters come from:
  OFFSET   ±50 ppm: twice what common parts promise (the crystal that the RP2040's designers recommend, Abracon
           ABM8-272-T3: ±30 ppm at 25 °C and ±30 ppm over temperature; ESP32 and mbed boards measured: 2 to 20 ppm).
           The host's own oscillator is within as much, and what counts is the difference.
  WARMING  a part that was plugged in warms by some kelvin within minutes; an AT-cut crystal near room temperature
           moves by less than 0.5 ppm a kelvin.
  WALK     what is left of temperature and supply once warm, as a random walk.
  DRAUGHT  a window is opened, a hand lies on the board: up to 0.6 ppm a second for five seconds, more than air can.
  FASTEST  no rate moves faster, in all: the board's and the controller's together stay below the 1 ppm a second that
           the clocks allow for (W in `clock/board.py`).
  FRAMES   a full-speed host keeps its frames within ±500 ppm (USB 2.0, 7.1.12); real ones run from a crystal.
"""

from __future__ import annotations

import math
import random
from itertools import pairwise

OFFSET = 50.0  # ppm
WARMING = (3.0, 30.0, 120.0)  # up to ± ppm, time constant from … to s
WALK = 0.05  # ppm in a second, standard deviation
DRAUGHT = (60.0, 0.6, 5)  # one in so many s, up to ± ppm a second, for so many s
FASTEST = 0.7  # ppm a second
FRAMES = (100.0, 0.02, 0.2)  # ± ppm, walk, fastest


class Crystal:
    """A counter whose rate is given in ppm at every second, between them on a straight line."""

    def __init__(self, start: float, rates: list[float]) -> None:
        self._start = start
        self._rates = rates
        self._last = len(rates) - 2
        self._gained = [0.0]  # µs gained up to each second
        for a, b in pairwise(rates):
            self._gained.append(self._gained[-1] + (a + b) / 2)

    def count(self, t: float) -> float:
        """What it has counted at host time `t` ≥ 0, with fractions."""
        i = min(int(t), self._last)
        rate, after = self._rates[i], t - i
        return self._start + t * 1e6 + self._gained[i] + after * (rate + (self._rates[i + 1] - rate) / 2 * after)

    def when(self, count: float) -> float:
        """The host time at which it has counted so far."""
        t = (count - self._start) / 1e6
        for _ in range(3):  # each step leaves 10⁻⁴ of the error
            t -= (self.count(max(t, 0.0)) - count) / 1e6
        return t


def board(chance: random.Random, seconds: int, start: float, plugged: float = 0.0) -> Crystal:
    """A board's counter that stands at `start` at host time `plugged`, and warms from then on."""
    offset = chance.uniform(-OFFSET, OFFSET)
    most, least_span, most_span = WARMING
    warming, span = chance.uniform(-most, most), chance.uniform(least_span, most_span)
    every, steepest, draught = DRAUGHT
    walk, slope, left = 0.0, 0.0, 0
    rates: list[float] = []
    for second in range(seconds + 2):
        if left == 0 and chance.random() < 1 / every:
            slope, left = chance.uniform(-steepest, steepest), draught
        elif left:
            left -= 1
            walk += slope
        walk += chance.gauss(0, WALK)
        rate = offset + walk + warming * (1 - math.exp(-max(0.0, second - plugged) / span))
        rates.append(_near(rate, rates[-1], FASTEST) if rates else rate)
    crystal = Crystal(0.0, rates)
    return Crystal(start - crystal.count(plugged), rates)


def frames(chance: random.Random, seconds: int) -> Crystal:
    """The USB controller's counter, µs of frame time: a frame begins at each whole 1000."""
    most, walk, fastest = FRAMES
    rates = [chance.uniform(-most, most)]
    for _ in range(seconds + 1):
        rates.append(_near(rates[-1] + chance.gauss(0, walk), rates[-1], fastest))
    return Crystal(chance.uniform(0, 1000), rates)


def _near(rate: float, last: float, fastest: float) -> float:
    return max(last - fastest, min(last + fastest, rate))
