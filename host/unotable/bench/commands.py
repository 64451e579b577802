"""The bench's commands: their options and how they end. Like `cli` it loads nothing until a command runs."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from unotable.options import positive, rate, seats
from unotable.wrong import Wrong


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    bench = commands.add_parser("bench", help="measure what is claimed, beside the alternatives")
    what = bench.add_subparsers(title="what", metavar="WHAT", required=True)
    timing = what.add_parser("timing", help="who pressed first: simulated races of which the truth is known")
    timing.add_argument("--races", type=positive, default=100_000, metavar="N", help="how many (default 100000)")
    timing.add_argument("--seed", type=int, default=1, metavar="S", help="gives the same figures again (default 1)")
    timing.add_argument("--jobs", type=positive, default=2, metavar="J", help="processes (default 2)")
    timing.add_argument("--json", action="store_true", help="one JSON object")
    timing.add_argument("--plot", metavar="FILE.svg", help="draw errors and bounds")
    timing.set_defaults(command=_timing)
    link = what.add_parser("link", help="does every press arrive, once, and how soon? On a desk of real firmware")
    link.add_argument("--boards", type=seats, default=10, metavar="N", help="2 to 10 (default 10)")
    link.add_argument("--presses", type=positive, default=2_000, metavar="N", help="how many (default 2000)")
    link.add_argument("--rate", type=rate, default=12.0, metavar="R", help="presses a second and board (default 12)")
    link.add_argument("--faults", default="", metavar="NAME", help="all: with pulled plugs; or as for demo")
    link.add_argument("--seed", type=int, default=1, metavar="S", help="times, buttons and faults (default 1)")
    link.add_argument("--python", choices=("micropython", "cpython"), help="what runs the firmware")
    link.add_argument("--json", action="store_true", help="one JSON object")
    link.set_defaults(command=_link)
    app = what.add_parser("app", help="how soon a press and a key change the screen, and how soon it is there at all")
    app.add_argument("--boards", type=seats, default=10, metavar="N", help="2 to 10 (default 10)")
    app.add_argument("--presses", type=positive, default=200, metavar="N", help="of DONE, and of CUT (default 200)")
    app.add_argument("--keys", type=positive, default=200, metavar="N", help="how many (default 200)")
    app.add_argument("--starts", type=positive, default=3, metavar="N", help="of `play`; the best counts (default 3)")
    app.add_argument("--json", action="store_true", help="one JSON object")
    app.set_defaults(command=_app)
    hall = what.add_parser("hall", help="how many tables can one hall have? With a broker that this starts")
    hall.add_argument("--tables", type=positive, default=1000, metavar="N", help="how many (default 1000)")
    hall.add_argument("--seconds", type=positive, default=20, metavar="S", help="of play (default 20)")
    hall.add_argument("--rate", type=float, default=0.5, metavar="R", help="lines a second and table (default 0.5)")
    hall.add_argument("--seed", type=int, default=1, metavar="S", help="what is played (default 1)")
    hall.add_argument("--json", action="store_true", help="one JSON object")
    hall.set_defaults(command=_hall)
    fold = what.add_parser("fold", help="how fast matches are read, beside RLCard's UNO engine on the same games")
    fold.add_argument("--games", type=positive, default=300, metavar="N", help="random games of four (default 300)")
    fold.add_argument("--json", action="store_true", help="one JSON object")
    fold.set_defaults(command=_fold)


def _timing(options: argparse.Namespace) -> int:
    """1 if a figure misses its target, or if a control cannot fail: then the others mean nothing."""
    from unotable.bench import timing

    plan = timing.Plan(options.races, options.seed)
    if options.plot:
        _write(options.plot, "")  # before minutes are spent
    counted = _Counted("tables") if sys.stderr.isatty() else None
    total = timing.run(plan, options.jobs, counted)
    if options.plot:
        from unotable.bench import plot

        _write(options.plot, plot.svg(total))
    figures = json.dumps(timing.figures(plan, total), indent=1) if options.json else timing.as_text(plan, total)
    return _tell(figures, timing.failures(total) + timing.missed(total))


def _link(options: argparse.Namespace) -> int:
    """1 if a press is lost without a word or came twice, or, on sound cables, is lost or late at all."""
    from unotable.bench import link
    from unotable.bench.fingers import Job

    job = Job(options.boards, options.presses, options.seed, options.rate, options.faults, options.python)
    try:
        figures = link.run(job, _Counted("presses") if sys.stderr.isatty() else None)
    except link.BenchError as error:
        raise Wrong(str(error), 1) from error
    return _tell(json.dumps(figures, indent=1) if options.json else link.as_text(figures), link.unmet(figures))


def _app(options: argparse.Namespace) -> int:
    """1 if a target is missed: on a machine that does something else beside, that says little."""
    from unotable.bench import screen

    counted = _Counted("presses and keys") if sys.stderr.isatty() else (lambda done, total: None)
    try:
        figures = screen.run(options.presses, options.keys, options.boards, options.starts, counted)
    except screen.BenchError as error:
        raise Wrong(str(error), 1) from error
    return _tell(json.dumps(figures, indent=1) if options.json else screen.as_text(figures), screen.unmet(figures))


def _hall(options: argparse.Namespace) -> int:
    """1 if an event is lost."""
    if not 0.01 <= options.rate <= 100:
        raise Wrong(f"--rate is a number from 0.01 to 100, not {options.rate}")
    from unotable.hall.broker import missing

    if missing():
        raise Wrong(missing(), 1)
    from unotable.bench import hall

    job = hall.Job(options.tables, float(options.seconds), options.rate, options.seed)
    try:
        figures = hall.run(job, _Counted("tables") if sys.stderr.isatty() else None)
    except hall.BenchError as error:
        raise Wrong(str(error), 1) from error
    return _tell(json.dumps(figures, indent=1) if options.json else hall.as_text(figures), hall.unmet(figures))


def _fold(options: argparse.Namespace) -> int:
    from unotable.bench import fold, rlgames

    try:
        figures = fold.run(options.games)
    except rlgames.Missing as error:
        raise Wrong(str(error), 1) from error
    if options.json:
        print(json.dumps(figures, indent=1))
    else:
        print("\n".join(f"{name:28}{figure:>12,}" for name, figure in figures.items()))
    return 0


def _tell(figures: str, unmet: Sequence[str]) -> int:
    """Figures, then a sentence for each target that is missed; 1 if one is."""
    print(figures)
    for sentence in unmet:
        print(f"unotable: {sentence}", file=sys.stderr)
    return 1 if unmet else 0


def _write(name: str, text: str) -> None:
    from pathlib import Path

    try:
        Path(name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise Wrong(f"{name} cannot be written: {error.strerror}", 1) from error


class _Counted:
    """A line on the terminal that says how far it is."""

    def __init__(self, what: str) -> None:
        self._what = what

    def __call__(self, done: int, total: int) -> None:
        print(f"\r{done} of {total} {self._what}", end="\n" if done == total else "", file=sys.stderr, flush=True)
