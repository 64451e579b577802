"""What a run counts: whole numbers, so that tallies of tables add up to the same in any order."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from unotable.bench.delays import Shape
from unotable.bench.simulated import CLOSE, Press, Table
from unotable.clock import Placed, race

FINE = 100  # µs up to which a histogram keeps tenths
QUARTER = 4
SLOPE = 50e-6  # the common line's rate may be off by so much (`clock/line.py`: some 20 ppm)
GAPS = (100, 500, 1000, 2000, 5000)  # µs; the last group is what is beyond
WAYS = ("rtt", "sof", "arrival", "lowest_rtt", "regression")


class Histogram:
    """How often each size came: in tenths of a µs, above FINE in whole ones."""

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()

    def add(self, us: float) -> None:
        self.counts[math.ceil(us * 10) if us <= FINE else math.ceil(us) * 10] += 1

    def merge(self, other: Histogram) -> None:
        self.counts.update(other.counts)

    @property
    def total(self) -> int:
        return self.counts.total()

    def quantile(self, share: float) -> float | None:
        """The least size, µs, that so large a share does not exceed; None while it is empty."""
        want = math.ceil(share * self.total)
        for size in sorted(self.counts):
            want -= self.counts[size]
            if want <= 0:
                return size / 10
        return None


@dataclass(slots=True)
class Tally:
    """Counts of races unless it says otherwise."""

    races: int = 0
    presses: int = 0
    pairs: int = 0  # of presses next to each other
    unsure: int = 0  # presses whose bound was not proved
    doubts: int = 0  # exchanges after which a clock was not sure
    outside: Counter[str] = field(default_factory=Counter)  # rtt: presses; sof: pairs
    wrong: Counter[str] = field(default_factory=Counter)  # by way; also "unotable": either of ours; "quarter_rtt", …
    told: Counter[tuple[str, int]] = field(
        default_factory=Counter
    )  # a way that named a winner, or "all", "all sof"; a group
    arrival_close: int = 0  # wrong by arrival among those closer than CLOSE
    close: int = 0
    too_close: int = 0  # at least CLOSE apart, and no winner by round trips alone
    bounds: dict[str, Histogram] = field(default_factory=dict)  # u of presses
    errors: dict[str, Histogram] = field(default_factory=dict)  # of the time between a race's first two presses
    claims: dict[str, Histogram] = field(default_factory=dict)  # what is told about that error
    legs: dict[tuple[Shape, str], Histogram] = field(default_factory=dict)

    def merge(self, other: Tally) -> None:
        for name in ("races", "presses", "pairs", "unsure", "doubts", "arrival_close", "close", "too_close"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for counter in ("outside", "wrong", "told"):
            getattr(self, counter).update(getattr(other, counter))
        for group in ("bounds", "errors", "claims", "legs"):
            for key, histogram in getattr(other, group).items():
                getattr(self, group).setdefault(key, Histogram()).merge(histogram)


def tally(table: Table) -> Tally:
    """Judges the races of a table."""
    found = Tally(doubts=table.doubts)
    for key, legs in table.legs.items():
        histogram = found.legs.setdefault(key, Histogram())
        for leg in legs:
            histogram.add(leg)
    sof = "sof" if table.hubs == 1 else "sof_two_hubs"
    for presses in table.races:
        _bounds(found, presses, sof)
        _errors(found, presses, sof)
        _winners(found, presses, sof)
    return found


def winner(placed: Iterable[Placed], share: int = 1) -> int | None:
    """Which press was certainly first, by number; None if nobody can tell. Bounds are divided by `share`."""
    all_placed = [Placed(each.at_ns, each.u_us // share, each.sure) for each in placed]
    first = min(range(len(all_placed)), key=lambda i: all_placed[i].at_ns)
    sure = all(race(all_placed[first], other).first < 0 for i, other in enumerate(all_placed) if i != first)
    return first if sure else None


def _winners(found: Tally, presses: list[Press], sof: str) -> None:
    gap = (presses[1].true - presses[0].true) / 1e3
    group = sum(gap >= edge for edge in GAPS)
    far = gap >= CLOSE * 1e6
    found.races += 1
    found.close += not far
    found.told["all", group] += 1
    found.told[f"all {sof}", group] += 1
    wrong = False
    for way, placed in (("rtt", [press.rtt for press in presses]), (sof, [press.sof for press in presses])):
        first = winner(placed)
        if first is None:
            found.too_close += far and way == "rtt"
        else:
            found.told[way, group] += 1
            found.wrong[way] += first != 0
            wrong = wrong or first != 0
        found.wrong[f"quarter_{way}"] += (winner(placed, QUARTER) or 0) != 0
    found.wrong["unotable"] += wrong
    for way in WAYS[2:]:
        times = [getattr(press, way) for press in presses]
        lost = times.index(min(times)) != 0
        found.wrong[way] += lost
        if way == "arrival" and not far:
            found.arrival_close += lost


def _bounds(found: Tally, presses: list[Press], sof: str) -> None:
    rtt, paired = found.bounds.setdefault("rtt", Histogram()), found.bounds.setdefault(sof, Histogram())
    for press in presses:
        found.presses += 1
        found.unsure += not (press.rtt.sure and press.sof.sure)
        found.outside["rtt"] += abs(press.rtt.at_ns - press.true) > press.rtt.u_us * 1000
        rtt.add(press.rtt.u_us)
        paired.add(press.sof.u_us)
    for one, two in pairwise(presses):
        # boards on the common line share its error: what is proved is the time between two presses
        found.pairs += 1
        gap = two.true - one.true
        off = abs(two.sof.at_ns - one.sof.at_ns - gap)
        found.outside["sof"] += off > (one.sof.u_us + two.sof.u_us) * 1000 + SLOPE * gap


def _errors(found: Tally, presses: list[Press], sof: str) -> None:
    one, two = presses[:2]
    gap = two.true - one.true
    placed = {
        "rtt": two.rtt.at_ns - one.rtt.at_ns,
        sof: two.sof.at_ns - one.sof.at_ns,
        "arrival": two.arrival - one.arrival,
        "lowest_rtt": two.lowest_rtt - one.lowest_rtt,
        "regression": two.regression - one.regression,
    }
    for way, told in placed.items():
        found.errors.setdefault(way, Histogram()).add(abs(told - gap) / 1e3)
    claims = {"rtt": one.rtt.u_us + two.rtt.u_us, sof: one.sof.u_us + two.sof.u_us, "lowest_rtt": one.claim + two.claim}
    for way, claim in claims.items():
        found.claims.setdefault(way, Histogram()).add(claim)
