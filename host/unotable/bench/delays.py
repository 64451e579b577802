"""How long a line takes from host to board and back: several shapes, each with its parameters and their source.

A leg is FLOOR, plus what its shape adds, cut at MOST; now and then it is a stall instead.

Where the shapes come from:
  floor     0.2 ms: full-speed USB serial round trips of 170 to 300 µs were measured with a Teensy 3.5 (forum.pjrc.com,
            "Low USB connection latency on Teensy 3.5"); no leg of ours is below the whole of that.
  frame     a host controller that starts transfers at each 1 ms frame (USB 2.0, 5.3.3 and 8.4.3): a line waits for the
            next frame. So the wait is uniform for the query, and given by the board's own turn for the answer.
  split     a high-speed hub with a transaction translator: looked at in each 125 µs micro-frame (USB 2.0, 11.14);
            histograms of serial gaps with peaks at 120 and 250 µs were published (blog.dan.drown.org, Navspark).
  busy      as `frame`, on a host that is busy for 50 to 300 ms every two seconds or so: then the reader thread waits up
            to 3 ms for its turn, and the writer sometimes.
  lopsided  queries are quick, answers wait: a host that looks for input less eagerly than it sends.
  one hub   answers of other boards go first, 60 µs each (64 bytes at 12 Mbit/s and their hand-shakes).
  stalls    50 ms, three legs in a thousand, and twice as often on the way back: a scheduler's hiccup. That is common on
            a laptop with an ordinary kernel.
  stamps    the host reads its clock before it writes and after it has read: the way to the kernel and the wake-up of
            the reader are part of the leg, 15 and 30 µs on average.
  turn      a board answers 0.15 to 0.9 ms after the query is in, a pass of a MicroPython loop.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable
from typing import Literal

from unotable.bench.crystals import Crystal

Shape = Literal["frame", "split", "busy", "lopsided"]
SHAPES: tuple[Shape, ...] = ("frame", "split", "busy", "lopsided")

MS = 1e-3
FLOOR = 0.2 * MS
MOST = 4 * MS
STALL = 50 * MS
STALLS = (0.002, 0.004)  # the share of legs there and back that are stalls
STAMP = (0.015 * MS, 0.030 * MS)  # mean, there and back
TURN = (0.15 * MS, 0.9 * MS)
QUEUE = (0.15, 9, 0.06 * MS)  # the chance that one more board goes first, at most, for so long
BUSY = (2.0, 0.05, 0.3, 3 * MS)  # s between, from … to s long, waits up to
SPLIT = (0.125 * MS, 0.08 * MS)  # a micro-frame, and a tail of that mean
LOPSIDED = (0.1 * MS, 1.2 * MS)  # tails of these means, there and back
CONFIRM = 3 * MS  # a press is told once it is confirmed


def busy(chance: random.Random, seconds: float) -> list[float]:
    """When a host is busy: begins, ends, begins, …"""
    every, least, most, _ = BUSY
    times: list[float] = []
    t = 0.0
    while t < seconds:
        t += chance.expovariate(1 / every)
        times += [t, t := t + chance.uniform(least, most)]
    return times


class Way:
    """The way from the host to a board and back. Times and delays in s; `busy`: when the host is (shape busy)."""

    def __init__(self, chance: random.Random, shape: Shape, frames: Crystal, busy: list[float]) -> None:
        self.shape = shape
        self._random = chance.random
        self._chance = chance
        self._frames = frames
        self._busy = busy
        legs: dict[Shape, tuple[Callable[[float], float], Callable[[float], float]]] = {
            "frame": (self._frame, self._frame),
            "split": (self._split, self._split),
            "busy": (self._busy_there, self._busy_back),
            "lopsided": (self._quick, self._slow),
        }
        self._there, self._back = legs[shape]

    def there(self, t: float) -> float:
        """A line written after the host's clock read `t`: until it is in."""
        if self._random() < STALLS[0]:
            return STALL
        return min(MOST, FLOOR + self._chance.expovariate(1 / STAMP[0]) + self._there(t))

    def back(self, t: float) -> float:
        """A line that the board has at `t`: until the host has read its clock."""
        if self._random() < STALLS[1]:
            return STALL
        boards, most, each = QUEUE
        ahead = 0
        while ahead < most and self._random() < boards:
            ahead += 1
        return min(MOST, FLOOR + ahead * each + self._chance.expovariate(1 / STAMP[1]) + self._back(t))

    def turn(self) -> float:
        """A board's pass."""
        least, most = TURN
        return least + (most - least) * self._random()

    def _frame(self, t: float) -> float:
        return (-self._frames.count(t) % 1000) * 1e-6

    def _split(self, t: float) -> float:
        micro_frame, mean = SPLIT
        return micro_frame * self._random() + self._chance.expovariate(1 / mean)

    def _busy_there(self, t: float) -> float:
        return self._frame(t) + (self._wait(t) if self._random() < 0.5 else 0.0)

    def _busy_back(self, t: float) -> float:
        return self._frame(t) + self._wait(t)

    def _wait(self, t: float) -> float:
        return BUSY[3] * self._random() if bisect_right(self._busy, t) % 2 else 0.0

    def _quick(self, t: float) -> float:
        return self._chance.expovariate(1 / LOPSIDED[0])

    def _slow(self, t: float) -> float:
        return self._chance.expovariate(1 / LOPSIDED[1])
