"""`unotable bench timing`: who pressed first, in simulated races of which the truth is known.

Our clock, with round trips alone and with USB frames, beside arrival order and two published ways, all on the same
traces of the same tables. Two controls show that the measurement can fail: our bounds cut to a quarter must produce
wrong winners, and arrival order must be wrong in more than 1 % of the races closer than 5 ms.

What is simulated, with the source of each parameter: `crystals.py`, `delays.py`, `simulated.py`; the other ways:
`rivals.py`. A seed and a number of races give the same figures on every machine, with any number of processes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing import get_context
from typing import Any

from unotable.bench import crystals, delays, simulated
from unotable.bench.simulated import simulate
from unotable.bench.tally import GAPS, WAYS, Histogram, Tally, tally

PER_TABLE = 10_000
TABLES = simulated.KINDS  # at least, so that each shape of delays is there
SECONDS = 200  # of one table
ARRIVAL_WRONG = 0.01
TOO_CLOSE = 0.001
OURS = ("rtt", "sof", "sof_two_hubs")
BOUNDS = {"rtt": 400.0, "sof": 25.0}  # µs, targets of the 99th percentile of u


@dataclass(frozen=True, slots=True)
class Plan:
    """How a run is split into tables."""

    races: int
    seed: int = 1
    tables: int = 0
    seconds: int = SECONDS

    def tasks(self) -> list[tuple[int, int, int, int]]:
        """The arguments of `simulate`, one a table."""
        tables = self.tables or max(TABLES, -(-self.races // PER_TABLE))
        each, rest = divmod(self.races, tables)
        return [(self.seed, index, each + (index < rest), self.seconds) for index in range(tables)]


def run(plan: Plan, jobs: int = 1, progress: Callable[[int, int], None] | None = None) -> Tally:
    """All races of a plan. progress: called with tables done, and all of them."""
    tasks = plan.tasks()
    total = Tally()
    done = 0

    def take(found: Tally) -> None:
        nonlocal done
        done += 1
        total.merge(found)
        if progress is not None:
            progress(done, len(tasks))

    if jobs == 1:
        for task in tasks:
            take(_table(task))
    else:
        with get_context("spawn").Pool(min(jobs, len(tasks))) as pool:
            for found in pool.imap_unordered(_table, tasks):
                take(found)
    return total


def _table(task: tuple[int, int, int, int]) -> Tally:
    return tally(simulate(*task))


def figures(plan: Plan, total: Tally) -> dict[str, Any]:
    """What the command prints as JSON."""
    inside = total.presses + total.pairs
    far = total.races - total.close
    p99 = {way: histogram.quantile(0.99) for way, histogram in total.bounds.items()}
    return {
        "races": total.races,
        "seed": plan.seed,
        "simulated_tables": len(plan.tasks()),
        "wrong": {way: total.wrong[way] for way in ("unotable", *WAYS[2:])},
        "inside": (inside - total.outside["rtt"] - total.outside["sof"]) / inside if inside else None,
        "too_close_5ms": total.too_close / far if far else None,
        "u_p99_us": {way: p99[way] for way in sorted(p99)},
        "error_p99_us": {way: total.errors[way].quantile(0.99) for way in sorted(total.errors)},
        "controls": controls(total),
        "told_apart": _told(total),
        "counts": {
            "presses": total.presses,
            "pairs": total.pairs,
            "outside": {"rtt": total.outside["rtt"], "sof": total.outside["sof"]},
            "unsure": total.unsure,
            "doubts": total.doubts,
            "wrong": {way: total.wrong[way] for way in OURS},
        },
        "u_us": {way: _quantiles(total.bounds[way]) for way in sorted(total.bounds)},
        "error_us": {way: _quantiles(total.errors[way]) for way in sorted(total.errors)},
        "delays": _delays(plan, total),
    }


def controls(total: Tally) -> dict[str, Any]:
    """Whether the measurement can fail."""
    share = total.arrival_close / total.close if total.close else 0.0
    quarter = {way: total.wrong[f"quarter_{way}"] for way in OURS}
    return {
        "quarter_bounds": {"wrong": quarter, "fails": all(quarter[way] for way in BOUNDS)},
        "arrival_order": {"closer_than_5ms": total.close, "wrong": share, "fails": share > ARRIVAL_WRONG},
    }


def failures(total: Tally) -> list[str]:
    """Why the run proves nothing, or proves us wrong: a sentence each."""
    told = controls(total)
    found = []
    for way in BOUNDS:
        if not told["quarter_bounds"]["wrong"][way]:
            found.append(
                f"the control cannot fail: a quarter of the bounds ({way}) named no wrong winner in so few races"
            )
    if not told["arrival_order"]["fails"]:
        found.append(f"the control cannot fail: arrival order was wrong in at most {ARRIVAL_WRONG:.0%} of close races")
    if total.wrong["unotable"]:
        found.append(f"{total.wrong['unotable']} wrong winners were declared")
    for way, what in (("rtt", "presses"), ("sof", "times between presses")):
        if total.outside[way]:
            found.append(f"{total.outside[way]} {what} were outside their bounds ({way})")
    return found


def missed(total: Tally) -> list[str]:
    """Targets of size that this run missed: a sentence each."""
    found = []
    far = total.races - total.close
    if total.too_close >= TOO_CLOSE * far:
        found.append(f"{total.too_close} of {far} races at least 5 ms apart were too close to call")
    for way, most in BOUNDS.items():
        histogram = total.bounds.get(way)
        p99 = histogram.quantile(0.99) if histogram else None
        if p99 is not None and p99 > most:
            found.append(f"the 99th percentile of u is {p99:g} µs ({way}), not {most:g}")
    return found


def as_text(plan: Plan, total: Tally) -> str:
    """The same for people."""
    told = figures(plan, total)
    names = {
        "rtt": "unotable, round trips",
        "sof": "unotable, frames, one hub",
        "sof_two_hubs": "unotable, frames, two hubs",
        "arrival": "arrival order",
        "lowest_rtt": "lowest round trip of eight",
        "regression": "decayed regression",
    }
    lines = [f"{total.races:,} simulated races, seed {plan.seed}, {len(plan.tasks())} tables of ten boards", ""]
    lines.append(f"{'':28}{'wrong winners':>14}{'error p99, µs':>16}{'bound p99, µs':>16}")
    for way, name in names.items():
        if way in told["error_us"]:
            bound = told["u_p99_us"].get(way)
            error = told["error_p99_us"][way]
            lines.append(
                f"{name:28}{total.wrong[way]:>14,}{error:>16,.6g}{'none' if bound is None else f'{bound:g}':>16}"
            )
    control = told["controls"]
    lines += [
        "",
        f"true time inside its bound: {told['inside']:.4%}",
        f"too close to call, of those at least 5 ms apart, round trips only: {told['too_close_5ms']:.4%}",
        "control, bounds cut to a quarter: "
        + ", ".join(f"{wrong:,} wrong winners ({way})" for way, wrong in control["quarter_bounds"]["wrong"].items()),
        f"control, arrival order: wrong in {control['arrival_order']['wrong']:.1%} of races closer than 5 ms",
    ]
    return "\n".join(lines)


def _quantiles(histogram: Histogram) -> dict[str, float | None]:
    shares = {"p50": 0.5, "p99": 0.99, "p99.9": 0.999, "max": 1.0}
    return {name: histogram.quantile(share) for name, share in shares.items()}


def _told(total: Tally) -> dict[str, dict[str, float]]:
    """The share of races in which ours named a winner, by the true time between the first two presses."""
    edges = [f"{edge / 1000:g}" for edge in GAPS]
    names = [f"<{edges[0]}ms", *(f"{a}-{b}ms" for a, b in pairwise(edges)), f">={edges[-1]}ms"]
    return {
        way: {
            name: total.told[way, group] / total.told[of, group]
            for group, name in enumerate(names)
            if total.told[of, group]
        }
        for way, of in zip(OURS, ("all", "all sof", "all sof_two_hubs"), strict=True)
    }


def _delays(plan: Plan, total: Tally) -> dict[str, Any]:
    """What was drawn from, and what came of it."""
    ms: dict[str, tuple[float, ...]] = {
        "floor": (delays.FLOOR,),
        "most": (delays.MOST,),
        "stall": (delays.STALL,),
        "stamp_means": delays.STAMP,
        "turn": delays.TURN,
        "busy_wait": (0.0, delays.BUSY[3]),
        "split": delays.SPLIT,
        "lopsided_means": delays.LOPSIDED,
        "others_first_each": (delays.QUEUE[2],),
    }
    shown = {name: [round(each * 1e3, 6) for each in values] for name, values in ms.items()}
    return {
        "ms": shown,
        "stall_share": dict(zip(("there", "back"), delays.STALLS, strict=True)),
        "others_first_chance": delays.QUEUE[0],
        "busy_every_s": delays.BUSY[0],
        "busy_for_s": list(delays.BUSY[1:3]),
        "crystals_ppm": {
            "offset": crystals.OFFSET,
            "warming": crystals.WARMING[0],
            "fastest_a_second": crystals.FASTEST,
            "frames": crystals.FRAMES[0],
        },
        "interrupt_us": list(simulated.INTERRUPT),
        "table_seconds": plan.seconds,
        "legs_us": {
            shape: {way: _quantiles(total.legs[shape, way]) for way in ("there", "back") if (shape, way) in total.legs}
            for shape in delays.SHAPES
        },
    }
