"""`unotable bench app`: how soon a press and a key change what is on the screen, and what a frame costs.

A desk of boards with the real firmware, the real link, referee and dashboard, all in this process as in `demo`; only
the terminal is missing, in whose place a driver notes when each frame is handed over. A finger in a thread of its own
presses one seat after the other, at moments that have nothing to do with any clock here. All times are milliseconds of
wall time, so on a busy machine they tell more about it than about us; the processor times do not.

  press_p50_ms …  from the contact's first edge to the frame with the press on its seat, 3 ms of contact bounce included
  cut_p50_ms …    from the same edge to the frame with the claim: every board has reported that it has no earlier one
  done_p50_ms …   from the moment a DONE comes up to the frame with its card laid: the board makes sure for 30 ms that
                  it stays up, and until then it may become a hold
  told_p99_ms     the part of the latter two until the referee hands the view over: board, line, link, disk, rules
  key_p50_ms …    from a key to the frame that it changes: a seat chosen, another one, none
  frame_cpu_ms    processor time of the screen's own thread a frame of those; key_cpu_ms: a key, with its frame
  frame_kb        what the frame of a press writes to the terminal

and where there are pseudo-terminals, `play` as a process of its own, best of some runs (bench/begin.py).
"""

from __future__ import annotations

import asyncio
import gc
import random
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from textual import events
from textual.drivers.headless_driver import HeadlessDriver

from unotable.app.app import Unotable
from unotable.bench import begin
from unotable.desk.desk import Desk
from unotable.game.table import Table
from unotable.link.events import Event
from unotable.link.ports import Link
from unotable.match import opening
from unotable.match.live import Command, Live
from unotable.match.opening import Wish
from unotable.match.seating import Seating
from unotable.match.view import Unruled, View

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hana", "Ivo", "Jun")
RULES = "tangxun"
SIZE = (120, 36)
P99_MS = 50.0  # target, of a press and of a key
FIRST_MS = 600.0  # target, of a start
PATIENCE_S = 20.0
CARDS = 9  # a seat is given them back after each DONE, so that the round never ends

HELD_MS = 50  # a tap
NEAR = 2_000_000  # ns: bounds of the desk's boards; a press may be told to be so much before its edge
Progress = Callable[[int, int], None]
Figures = dict[str, Any]
Told = tuple[int, View]  # when the referee handed it over, ns
Found = TypeVar("Found")


class BenchError(Exception):
    """It could not be measured; one sentence."""


class Noting(HeadlessDriver):
    """Takes frames as a terminal does, and notes when each came and what it shows."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.came = threading.Condition()
        self.frames: list[tuple[int, int, View | None, int | None]] = []  # ns, bytes, view, chosen seat

    @property
    def is_headless(self) -> bool:
        return False

    def write(self, data: str) -> None:
        app = self._app
        assert isinstance(app, Unotable)
        if len(data) > 16:  # not only the cursor
            with self.came:
                self.frames.append((time.perf_counter_ns(), len(data.encode()), app.view, app.chosen))
                self.came.notify_all()

    def flush(self) -> None:
        pass

    def wait(self, shows: Callable[[View | None, int | None], bool], since: int) -> tuple[int, int]:
        """When the first frame after `since` came that shows it, ns, and its bytes."""
        end = time.monotonic() + PATIENCE_S
        with self.came:
            at = 0
            while True:
                for moment, size, view, chosen in self.frames[at:]:
                    if moment >= since and shows(view, chosen):
                        return moment, size
                at = len(self.frames)
                if not self.came.wait(max(0.0, end - time.monotonic())):
                    raise BenchError("a press did not reach the screen")


@dataclass(slots=True)
class Times:
    """Milliseconds: of each press or key, and the part until the referee told it; processor time and frames in all."""

    all: list[float] = field(default_factory=list)
    told: list[float] = field(default_factory=list)
    bytes: list[int] = field(default_factory=list)
    cpu: float = 0.0
    frames: int = 0


def run(presses: int, keys: int, boards: int, starts: int, progress: Progress = lambda done, total: None) -> Figures:
    """The figures; `BenchError` where something does not work at all."""
    total = presses + keys
    with tempfile.TemporaryDirectory() as folder, Desk(boards) as desk:
        press, done, cut = _played(
            desk, Path(folder) / "presses", lambda it: it.presses(presses), lambda so_far: progress(so_far, total)
        )
        key = _played(
            desk, Path(folder) / "keys", lambda it: it.keys(keys), lambda so_far: progress(presses + so_far, total)
        )
    figures: Figures = {"boards": boards, "presses": 2 * presses, "keys": keys}
    for name, times in (("press", press), ("cut", cut), ("done", done), ("key", key)):
        for label, part in (("p50", 0.5), ("p99", 0.99), ("max", 1.0)):
            figures[f"{name}_{label}_ms"] = _part(times.all, part)
    figures["told_p99_ms"] = _part(cut.told + done.told, 0.99)
    figures["frame_cpu_ms"] = round(done.cpu / max(1, done.frames), 2)
    figures["key_cpu_ms"] = round(key.cpu / keys, 2)
    figures["frame_kb"] = round(_part([float(size) for size in cut.bytes + done.bytes], 0.5) / 1000, 1)
    figures["start"] = begin.run(starts, SIZE) if starts else None
    return figures


def unmet(figures: Figures) -> list[str]:
    """The targets that are missed, a sentence each."""
    names = ("press_p99_ms", "key_p99_ms")
    found = [f"{name} is {figures[name]}, the target is {P99_MS:g}" for name in names if figures[name] > P99_MS]
    start = figures["start"]
    if start is not None and start["first_frame_ms"] > FIRST_MS:
        found.append(f"first_frame_ms is {start['first_frame_ms']}, the target is {FIRST_MS:g}")
    return found


def as_text(figures: Figures) -> str:
    start = figures["start"] or {}
    rows = [(name, figure) for name, figure in figures.items() if name != "start"]
    rows += [(f"start: {name}", figure) for name, figure in start.items()]
    return "\n".join(f"{name:36}{figure:>10}" for name, figure in rows)


def _part(values: list[float], part: float) -> float:
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, int(part * len(ordered)))], 2)


def _played(desk: Desk, folder: Path, what: Callable[[_Finger], Found], progress: Callable[[int], None]) -> Found:
    """A match on the desk's boards with its screen, and what the finger found."""
    seats = len(desk.seats)
    opened = opening.begin(
        folder, Wish(NAMES[:seats], RULES, {"cut.scope": "any"}, "full"), datetime.now().astimezone()
    )
    events: SimpleQueue[Event | Command | None] = SimpleQueue()
    link = Link(events, lambda: desk.places)
    live = Live(
        opened.journal, opened.ruleset, events, link, Seating(seats, fixed={desk.board(s): s for s in desk.seats})
    )
    found: list[Found | Exception] = []
    views: list[Told] = []
    live.subscribe(lambda view: views.append((time.perf_counter_ns(), view)))  # before the screen's own

    def press() -> None:
        try:
            found.append(what(_Finger(desk, live, app, views, progress)))
        except Exception as error:  # goes on in the main thread
            found.append(error)
        app.call_from_thread(app.exit)

    app = Unotable(live, desk, lang="en")
    app.driver_class = Noting
    finger = threading.Thread(target=press, name="finger")

    async def show() -> None:
        asyncio.get_running_loop().call_later(0.5, finger.start)
        await app.run_async(size=SIZE)

    gc.collect()
    gc.freeze()  # as the app does: what is loaded by now stays
    try:
        asyncio.run(show())
        finger.join()
    finally:
        live.close()
        link.close()
    result = found[0]
    if isinstance(result, Exception):
        raise result
    return result


class _Finger:
    """Presses and types, in a thread of its own, and waits for the frame."""

    def __init__(
        self, desk: Desk, live: Live, app: Unotable, views: list[Told], progress: Callable[[int], None]
    ) -> None:
        driver = app._driver
        assert isinstance(driver, Noting)
        self._desk, self._live, self._app, self._driver, self._progress = desk, live, app, driver, progress
        self._chance = random.Random(1)
        self._views = views
        ready = [board.state == "ready" for board in live.view.boards]
        end = time.monotonic() + PATIENCE_S
        while sum(ready) < len(desk.seats):
            if time.monotonic() > end:
                raise BenchError("the boards of the desk did not get ready")
            time.sleep(0.05)
            ready = [board.state == "ready" for board in live.view.boards]

    def presses(self, count: int) -> tuple[Times, Times, Times]:
        """DONE by the seat on turn, then CUT by another one; the table denies it, and hands out cards again."""
        press, done, cut = Times(), Times(), Times()

        def one(number: int) -> None:
            seat = self._table.turn or 1
            closed, opened = self._press(seat, "done")
            self._marked(press, closed, seat, "done")
            self._seen(done, opened, lambda view: view.table.turn != seat)
            closed, _ = self._press(seat, "cut")
            self._marked(press, closed, seat, "cut")
            self._seen(cut, closed, lambda view: view.table.phase == "cut")
            self._do({"do": "deny"}, lambda view: view.table.phase == "play")
            self._do({"do": "set", "seat": seat, "cards": CARDS}, lambda view: view.table.seat(seat).cards == CARDS)

        self._do({"do": "first", "card": "r5"}, lambda view: view.table.phase == "play")
        done.cpu, done.frames = self._counted(count, one)
        return press, done, cut

    def keys(self, count: int) -> Times:
        steps = (("f1", 1), ("f2", 2), ("escape", None))
        times = Times()

        def one(number: int) -> None:
            key, seat = steps[number % len(steps)]
            at = time.perf_counter_ns()
            self._driver.process_message(events.Key(key, None))
            self._noted(times, at, *self._driver.wait(lambda view, chosen: chosen == seat, at))

        times.cpu, times.frames = self._counted(count, one)
        return times

    @property
    def _table(self) -> Table:
        return self._live.view.table

    def _counted(self, count: int, one: Callable[[int], None]) -> tuple[float, int]:
        """Does it so many times; processor time of the screen's thread, ms, and frames."""
        frames, before = 0, self._cpu()
        for number in range(count):
            one(number)
            frames += len(self._driver.frames)
            self._driver.frames.clear()
            self._progress(number + 1)
            time.sleep(self._chance.uniform(0.02, 0.08))
        return self._cpu() - before, frames

    def _press(self, seat: int, button: str) -> tuple[int, int]:
        """Presses and lets go; when the contact closed and opened, ns."""
        before = len(self._desk.edges(seat))
        self._views.clear()
        self._desk.press(seat, button, HELD_MS)
        end = time.monotonic() + PATIENCE_S
        while len(edges := self._desk.edges(seat)[before:]) < 2:
            if time.monotonic() > end:
                raise BenchError(f"the board of seat {seat} did not press")
            time.sleep(0.002)
        closed, opened = (next(edge.at_ns for edge in edges if edge.closed == it) for it in (True, False))
        return closed, opened

    def _marked(self, times: Times, edge: int, seat: int, button: str) -> None:
        """The first frame with the press on its seat; where it was ruled on before one could be drawn, with that."""
        mark = Unruled(seat, button)

        def shows(view: View | None, chosen: int | None) -> bool:
            return view is not None and (mark in view.unruled or view.table.now * 1000 + view.start_ns > edge - NEAR)

        self._noted(times, edge, *self._driver.wait(shows, edge))

    def _seen(self, times: Times, edge: int, shows: Callable[[View], bool]) -> None:
        self._noted(times, edge, *self._driver.wait(lambda view, chosen: view is not None and shows(view), edge))
        times.told.append((next(at for at, view in self._views if shows(view)) - edge) / 1e6)

    def _noted(self, times: Times, since: int, moment: int, size: int) -> None:
        times.all.append((moment - since) / 1e6)
        times.bytes.append(size)

    def _do(self, line: dict[str, object], done: Callable[[View], bool]) -> None:
        """A line by key, until the screen shows what it does, so that what comes next has a frame of its own."""
        since = time.perf_counter_ns()
        self._live.send(line)
        if not done(self._live.view):
            self._driver.wait(lambda view, chosen: view is not None and done(view), since)

    def _cpu(self) -> float:
        """Processor time of the screen's thread so far, ms."""
        return 1000 * self._app.call_from_thread(lambda: time.thread_time())  # textual asks for its signature
