"""What the program may cost: `make bench` prints it beside the run that is kept in `last.json`, as ratios.

`python -m tests.bench.budget [--keep]`; with --keep this run becomes the one that later ones are compared with. Each
figure comes from the same commands that people have (`unotable bench …`), but for the import and the lamps. A busy
machine makes all of them worse: the load is told, and kept. Nothing here fails a build; over a target is marked.
"""

from __future__ import annotations

import json
import os
import platform
import queue
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unotable.desk.desk import Desk
from unotable.journal import rules
from unotable.journal.file import Journal
from unotable.link.ports import Link
from unotable.match.live import Live
from unotable.match.seating import Seating

LAST = Path(__file__).with_name("last.json")
TURNS = 20  # presses of which the lamps are looked at
IMPORTS = 5  # starts of which the best counts


@dataclass(frozen=True)
class Figure:
    """`target`: the most it may be, or the least where more is better."""

    name: str
    unit: str
    target: float
    more: bool = False


FIGURES = (
    Figure("import", "ms", 150),  # of `unotable --version`, the interpreter's own start included
    Figure("first frame", "ms", 600),
    Figure("press to lamp, p50", "ms", 150),  # DONE's edge to the next seat's lamp, once no earlier press can come
    Figure("press to lamp, p99", "ms", 250),
    Figure("press to frame, p50", "ms", 25),  # with the press on its seat
    Figure("press to frame, p99", "ms", 50),
    Figure("cut to frame, p99", "ms", 150),  # with the claim: every other board has told that it was not before
    Figure("key to frame, p99", "ms", 50),
    Figure("fold", "events/s", 200_000, more=True),
    Figure("link, p99", "ms", 10),
    Figure("memory of a table of ten", "MB", 150),
    Figure("memory of the link alone", "MB", 60),
)


def main(arguments: list[str]) -> int:
    found = measured()
    last = _last()
    print(table(found, last))
    if "--keep" in arguments:
        kept = {"load": found["load"], "cores": os.cpu_count(), "python": platform.python_version(), **found}
        LAST.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        print(f"kept in {LAST.name}")
    return 0


def measured() -> dict[str, Any]:
    """By a figure's name. `load`: what the machine had to do besides, at the start."""
    load = round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else 0.0
    app, of_app = _bench("app", "--starts", "3")
    link, of_link = _bench("link", "--presses", "1000")
    fold, _ = _bench("fold", "--games", "100")
    lamps = sorted(_lamps())
    return {
        "load": load,
        "import": round(min(_import() for _ in range(IMPORTS)), 1),
        "first frame": app["start"]["first_frame_ms"],
        "press to lamp, p50": round(statistics.median(lamps), 1),
        "press to lamp, p99": round(lamps[-1 - len(lamps) // 100], 1),
        "press to frame, p50": app["press_p50_ms"],
        "press to frame, p99": app["press_p99_ms"],
        "cut to frame, p99": app["cut_p99_ms"],
        "key to frame, p99": app["key_p99_ms"],
        "fold": fold["events_per_s"],
        "link, p99": link["p99_ms"],
        "memory of a table of ten": of_app,
        "memory of the link alone": link.get("peak_mb", of_link),
    }


def table(found: dict[str, Any], last: dict[str, Any]) -> str:
    """A row a figure: now, then, how much of then it is, and its target."""
    rows = [f"{'':26}{'now':>12}{'kept':>12}{'ratio':>8}   target"]
    for figure in FIGURES:
        now, before = found[figure.name], last.get(figure.name)
        ratio = f"{now / before:.2f}" if before else "-"
        over = now < figure.target if figure.more else now > figure.target
        word = "at least" if figure.more else "at most"
        rows.append(
            f"{figure.name:26}{now:12,.1f}{before or 0:12,.1f}{ratio:>8}   {word} {figure.target:,g} {figure.unit}"
            + ("  (missed)" if over else "")
        )
    rows.append(f"load {found['load']}, kept with load {last.get('load', '-')}; {os.cpu_count()} cores")
    return "\n".join(rows)


def _last() -> dict[str, Any]:
    with suppress(OSError, ValueError):
        found = json.loads(LAST.read_text(encoding="utf-8"))
        if isinstance(found, dict):
            return found
    return {}


def _bench(what: str, *options: str) -> tuple[dict[str, Any], float]:
    """What a bench says, and the most memory its process had, MB."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "unotable", "bench", what, *options, "--json"], stdout=out, stderr=subprocess.DEVNULL
        )
        peak = _wait(process)
        out.seek(0)
        found: dict[str, Any] = json.loads(out.read())
    return found, peak


def _wait(process: subprocess.Popen[bytes]) -> float:
    if not hasattr(os, "wait4"):
        process.wait()
        return 0.0
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    scale = 1e6 if sys.platform == "darwin" else 1e3  # bytes there, kB elsewhere
    return round(used.ru_maxrss / scale, 1)


def _import() -> float:
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-m", "unotable", "--version"], stdout=subprocess.DEVNULL, check=True)
    return (time.perf_counter() - begun) * 1e3


def _lamps() -> list[float]:
    """ms from the moment a DONE's contact closes until the next seat's lamp says that it is on turn."""
    events: queue.SimpleQueue[Any] = queue.SimpleQueue()
    with tempfile.TemporaryDirectory() as folder, Desk(4, seed=1) as desk:
        names = ["Ana", "Bo", "Cy", "Dee"]
        journal = Journal.create(Path(folder) / "m.jsonl", {"unotable": 1, "rules": "mattel", "seats": names})
        link = Link(events, lambda: desk.ports)
        live = Live(
            journal, rules.load("mattel"), events, link, Seating(4, fixed={desk.board(s): s for s in desk.seats})
        )
        try:
            _until(lambda: sum(board.state == "ready" for board in live.view.boards) == 4)
            live.send({"do": "first", "card": "r5"})
            taken = []
            for _ in range(TURNS):
                _until(lambda: (turn := live.view.table.turn) is not None and "turn" in desk.lamps(turn))
                seat = live.view.table.turn or 1
                following = seat % 4 + 1
                desk.press(seat, "done")
                lit = _until(lambda at=following: "turn" in desk.lamps(at))  # type: ignore[misc]
                closed = next(edge.at_ns for edge in reversed(desk.edges(seat)) if edge.closed)
                taken.append((lit - closed) / 1e6)
                time.sleep(0.15)
        finally:
            live.close()
    return taken


def _until(what: Callable[[], bool], seconds: float = 20.0) -> int:
    """When it was so, ns."""
    end = time.monotonic() + seconds
    while not what():
        if time.monotonic() > end:
            raise SystemExit("the desk's lamps do not follow the table")
        time.sleep(0.0005)
    return time.perf_counter_ns()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
