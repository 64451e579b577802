"""What a set of one-sided constraints proves about one clock in terms of another.

The unknown is f: the time of clock Y (ns) at each count x of clock X (µs). It is known that

  f(x) ≥ y   for some (x, y): a query was sent at y and the board's tick x came after it;
  f(x) ≤ y   for some (x, y): the board's tick x came before its answer was there at y;

that f's rate wanders by at most `wander` (parts per 10⁹ and second), and that the rate lies within ± `most` (parts per
10⁹) of 1. Nothing else is assumed: no distribution of delays, no symmetry.

From the wander: seen from any count r, f is a straight line give or take s(x−r) = ½·wander·(x−r)². So with each
constraint loosened by s, some line satisfies them all, and every such line says what f(r) may be. The lines that pass
above all lower points and below all upper points form a convex set; its rates are bounded by pairs of points, and the
value at r by the points' convex hulls. Subtracting ½·wander·x² from the lower points and adding it to the upper ones
loosens them for every r at once (up to a line, which changes no hull). So a point that is not on the hull of these
raised points never matters, for no r, and is dropped for good: a hull keeps some twenty points.

All arithmetic is in whole numbers, and each division rounds so that the proved interval grows.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

NS = 1000  # in a µs
ONE = 1 << 24  # a rate of 1 ns per µs (1000 ppm), as this file counts rates
_TOP = 1 << 200  # above every value
_ENOUGH = 2 * 10**12  # ½ · 10⁻⁹/s · (µs)² in ns is 1/this
TURNS = 6  # in which a tangent is found; two or three are common
NEAR = 1_000_000  # µs from a fit's reference within which it is not worth a new one

Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Fit:
    """What is proved, seen from count `ref`: the loosened points and the range of rates (of y − 1000·x, in ONEs).

    `highs` stand upside down (−z), so that one rule serves both sides. `least` … `most` is what the points alone prove
    of the rate, None where they prove nothing on that side.
    """

    ref: int
    lows: tuple[Point, ...]
    highs: tuple[Point, ...]
    least: int | None
    most: int | None

    @property
    def broken(self) -> bool:
        """No line satisfies all constraints: one of the assumptions is false."""
        return self.least is not None and self.most is not None and self.least > self.most


class Hull:
    """The constraints so far. `wander`, `most`: see above. `horizon`: µs after which a point is forgotten.

    Points must come in order of x. Values are kept as z = y − 1000·x: small numbers stay quick.
    """

    def __init__(self, wander: int, most: int, horizon: int) -> None:
        self._wander = wander
        self._limit = most * ONE // 1_000_000
        self._horizon = horizon
        self._lows: list[Point] = []
        self._highs: list[Point] = []  # upside down
        self._fit: Fit | None = None

    def low(self, x: int, y: int) -> None:
        """f(x) ≥ y."""
        self._add(self._lows, x, y - NS * x)

    def high(self, x: int, y: int) -> None:
        """f(x) ≤ y."""
        self._add(self._highs, x, NS * x - y)

    def fit(self, ref: int | None = None) -> Fit | None:
        """What is proved, seen from `ref`, or from the newest point; None without points."""
        if ref is None:
            if self._fit is None and (self._lows or self._highs):
                self._fit = self._seen_from(max(points[-1][0] for points in (self._lows, self._highs) if points))
            return self._fit
        return self._seen_from(ref) if self._lows or self._highs else None

    def at(self, x: int) -> tuple[int, int] | None:
        """The least and the greatest f(x), ns; None while one side is open, or where nothing can be proved."""
        fit = self.fit()
        if fit is not None and abs(x - fit.ref) > NEAR:
            fit = self.fit(x)
        if fit is None or fit.broken or not fit.lows or not fit.highs:
            return None
        least = -self._limit if fit.least is None else max(fit.least, -self._limit)
        most = self._limit if fit.most is None else min(fit.most, self._limit)
        if least > most:
            return None
        slack = self.slack(x - fit.ref)
        low = _greatest(fit.lows, x, least, most) - slack
        high = slack - _greatest(fit.highs, x, -most, -least)
        return low + NS * x, high + NS * x

    def slack(self, run: int) -> int:
        """ns by which a rate that wanders may leave its line within `run` µs."""
        return -(-self._wander * run * run // _ENOUGH)

    def _seen_from(self, ref: int) -> Fit:
        wander = self._wander  # what follows is `slack`, written out: it is most of the work
        lows = tuple([(x, z + -wander * (x - ref) ** 2 // _ENOUGH) for x, z in self._lows])
        highs = tuple([(x, z + -wander * (x - ref) ** 2 // _ENOUGH) for x, z in self._highs])
        return Fit(ref, lows, highs, *_rates(lows, highs))

    def _add(self, points: list[Point], x: int, z: int) -> None:
        self._fit = None
        if points and points[-1][0] >= x:
            if points[-1][0] > x:
                raise ValueError("constraints must come in order of x")
            if points[-1][1] >= z:
                return
            points.pop()
        while len(points) >= 2 and not self._matters(points[-2], points[-1], (x, z)):
            points.pop()
        points.append((x, z))
        old = 0
        while points[old][0] < x - self._horizon:
            old += 1
        del points[:old]

    def _matters(self, a: Point, b: Point, c: Point) -> bool:
        """Whether `b` lies above the chord from `a` to `c`, all three raised by the parabola of the wander."""
        left, right = b[0] - a[0], c[0] - b[0]
        above = (b[1] - a[1]) * right + (b[1] - c[1]) * left
        return above * _ENOUGH + self._wander * left * right * (left + right) > 0


def _rates(lows: tuple[Point, ...], highs: tuple[Point, ...]) -> tuple[int | None, int | None]:
    """The least and the most rate of a line above all `lows` and below all `highs` (upside down); least > most where
    there is none.
    """
    least, most = _tangent(highs, lows), _tangent(lows, highs)
    if least is not None and most is not None:
        return -least, most
    return _all_pairs(lows, highs)


def _tangent(first: tuple[Point, ...], second: tuple[Point, ...]) -> int | None:
    """The most rate of a line above all of `first` and below all of `second` (upside down), which falls to that of a
    point of `first` and a later one of `second`. None if the quick way does not find it.

    Each end is moved in turn to where the other one sees it at the least rate. What is found then is proved: if the
    line through both ends has all points on their sides, no other pair can have a lesser rate.
    """
    if not first or not second:
        return None
    start = first[0]
    end: Point | None = None
    for _ in range(TURNS):
        x, z = start
        room = run = 0
        for point in second:
            if point[0] > x and (run == 0 or (-point[1] - z) * run < room * (point[0] - x)):
                end, room, run = point, -point[1] - z, point[0] - x
        if end is None:
            return None
        x, z = end
        better = start
        for point in first:
            if point[0] < x and (-z - point[1]) * run < room * (x - point[0]):
                better, room, run = point, -z - point[1], x - point[0]
        if better is start:
            break
        start = better
    x, z = start[0], start[1] * run
    for point in first:
        if point[1] * run > z + room * (point[0] - x):
            return None
    for point in second:
        if -point[1] * run < z + room * (point[0] - x):
            return None
    return -(-room * ONE // run)


def _all_pairs(lows: tuple[Point, ...], highs: tuple[Point, ...]) -> tuple[int | None, int | None]:
    """`_rates` from every pair of points."""
    least = most = None
    for low_x, low_z in lows:
        for high_x, high_z in highs:
            run = high_x - low_x
            room = -high_z - low_z
            if run > 0:
                rate = -(-room * ONE // run)
                if most is None or rate < most:
                    most = rate
            elif run < 0:
                rate = room * ONE // run
                if least is None or rate > least:
                    least = rate
            elif room < 0:
                return 1, 0
    return least, most


def _greatest(lows: tuple[Point, ...], x: int, least: int, most: int) -> int:
    """The greatest lower bound at `x` that `lows` prove when the rate lies in least … most."""
    after = bisect_right(lows, (x, _TOP))
    # looking ahead, the bound rises at least at the least rate; looking back, it falls at most at the most
    bounds = [z * ONE + least * (x - a) for a, z in lows[:after]]
    bounds += [z * ONE + most * (x - a) for a, z in lows[after:]]
    best = max(bounds) // ONE
    if 0 < after < len(lows):
        # between two points of the hull the chord itself is proved
        (a, low), (b, high) = lows[after - 1], lows[after]
        best = max(best, low + (high - low) * (x - a) // (b - a))
    return best
