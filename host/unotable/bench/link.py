"""`unotable bench link`: does every press arrive, once, and how soon? Real firmware, real serial lines, the real link.

A process of its own has a desk of boards and fingers that press (fingers.py); this one has the link and takes its
events as a match does, acknowledging each, though without a journal's disk. What is counted (account.py):

  presses          first edges that the desk's boards really saw, of presses that were long enough to count
  delivered        those that the link told
  listed_lost      those that it said are lost, by reason in `listed`: a full ring, or a board that lost power
  unlisted_lost    all others: must be 0
  doubled          events told twice: must be 0
  outside_bounds   presses whose truth is not within the bound that they were told with: must be 0
  unsure           presses told with a clock that was not sure
  p50_ms …         from the first edge to the event on the link's queue, 3 ms of contact bounce included
  at_once_p99_ms   the same, of those presses only that all boards made at once, each 5 s
  cpu_percent      of one core, this process: the link with one thread a port, and the counting
  boards_cpu_percent  of one core, all boards together, their start included; null where the system does not tell
  peak_mb          the most memory this process ever had; null where the system does not tell
"""

from __future__ import annotations

import contextlib
import gc
import queue
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from unotable.bench import fingers
from unotable.bench.account import Account, PowerUp, Sums
from unotable.bench.fingers import Job
from unotable.link.events import BoardUp, Event, Numbered
from unotable.link.ports import Link

P99_MS = 10.0  # target
START = 30.0  # s for all boards to be up
REST = 30.0  # s after the last press for all that is still on its way; the link gives a gap up after 10
QUIET = 1.0  # s between two looks at that

Progress = Callable[[int, int], None]


class BenchError(Exception):
    """The bench could not be run; one sentence."""


class _Queue:
    """The link's queue: each event with the time at which it came."""

    def __init__(self) -> None:
        self._events: queue.SimpleQueue[tuple[Event, int]] = queue.SimpleQueue()

    def put(self, item: Event, /) -> None:
        self._events.put((item, time.perf_counter_ns()))

    def get(self, timeout: float) -> tuple[Event, int] | None:
        with contextlib.suppress(queue.Empty):
            return self._events.get(timeout=timeout)
        return None


class _Far:
    """What the fingers' process says, taken by a thread: ports at once, the rest into the account's hands."""

    def __init__(self, pipe: Connection) -> None:
        self.ports: Sequence[str] = ()
        self.powered: dict[str, list[PowerUp]] = {}
        self.pressed = 0
        self.all_pressed = threading.Event()
        self.ended = threading.Event()
        self.failed = ""
        self.boards_cpu: float | None = None
        self._pipe = pipe
        self._thread = threading.Thread(target=self._listen, name="fingers", daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        with contextlib.suppress(EOFError, OSError):
            while not self.ended.is_set():
                self._take(self._pipe.recv())
        self.failed = self.failed or ("" if self.ended.is_set() else "the desk's process ended too soon")
        self.ended.set()
        self.all_pressed.set()

    def _take(self, said: tuple[Any, ...]) -> None:
        match said:
            case ("ports", ports):
                self.ports = tuple(ports)
            case ("power", board, pid, at):
                before = self.powered.setdefault(board, [])
                if before:
                    before[-1].ended = True
                before.append(PowerUp(pid, at))
            case ("pressed", board, pid, closed, together):
                power = next(it for it in reversed(self.powered[board]) if it.pid == pid)
                if together:
                    power.together.add(len(power.closed))
                power.closed.append(closed)
                self.pressed += 1
            case ("all pressed",):
                self.all_pressed.set()
            case ("done", seconds):
                self.boards_cpu = seconds
                self.ended.set()
            case ("failed", text):
                self.failed = text
                self.ended.set()


def run(job: Job, progress: Progress | None = None) -> dict[str, Any]:
    """The figures. progress: called now and then with presses made, and all of them. BenchError if a board fails."""
    context = get_context("spawn")
    near, other = context.Pipe()
    process = context.Process(target=fingers.main, args=(other, job), name="fingers")
    process.start()
    other.close()
    far = _Far(near)
    found = _Queue()
    link = Link(found, lambda: far.ports)
    try:
        return _Run(job, near, far, found, link).figures(progress)
    except (BrokenPipeError, OSError) as error:
        raise BenchError(far.failed or str(error)) from error
    finally:
        link.close()
        near.close()
        process.join(5)
        if process.is_alive():
            process.terminate()
            process.join()


class _Run:
    def __init__(self, job: Job, pipe: Connection, far: _Far, found: _Queue, link: Link) -> None:
        self._job = job
        self._pipe = pipe
        self._far = far
        self._found = found
        self._link = link
        self._account = Account()
        self._up: set[str] = set()

    def figures(self, progress: Progress | None) -> dict[str, Any]:
        far, job = self._far, self._job
        end = time.monotonic() + START
        while len(self._up) < job.boards:
            self._take()
            if time.monotonic() > end and not far.failed:
                far.failed = f"only {len(self._up)} of {job.boards} boards answered within {START:g} s"
            self._alive()
        gc.collect()
        gc.freeze()  # as the app does: what is loaded by now stays
        begun, used = time.monotonic(), time.process_time()
        self._pipe.send("press")
        shown = begun
        while not far.all_pressed.is_set():
            self._take()
            if progress is not None and time.monotonic() - shown >= 1:
                shown = time.monotonic()
                progress(min(far.pressed, job.presses - 1), job.presses)
        self._alive()
        seconds, used = time.monotonic() - begun, time.process_time() - used
        sums = self._rest()
        self._pipe.send("stop")
        far.ended.wait(10)
        if progress is not None:
            progress(job.presses, job.presses)
        return _figures(job, sums, seconds, used, far.boards_cpu)

    def _rest(self) -> Sums:
        """Waits until nothing is missing any more, or no longer."""
        self._account.powered.update(self._far.powered)
        end = time.monotonic() + REST
        while True:
            look = time.monotonic() + QUIET
            while time.monotonic() < look:
                self._take()
            sums = self._account.settle()
            if not sums.unlisted or time.monotonic() > end:
                return sums
            self._alive()

    def _alive(self) -> None:
        if self._far.failed:
            raise BenchError(self._far.failed)

    def _take(self) -> None:
        """An event, or a moment's wait; acknowledged like a line that is on disk."""
        found = self._found.get(0.05)
        if found is None:
            return
        event, came = found
        self._account.hear(event, came)
        match event:
            case BoardUp():
                self._up.add(event.board)
            case Numbered():
                self._link.ack(event.board, event.boot, event.upto)


def _figures(job: Job, sums: Sums, seconds: float, used: float, boards: float | None) -> dict[str, Any]:
    return {
        "job": asdict(job),
        "presses": sums.presses,
        "delivered": sums.delivered,
        "listed_lost": sum(sums.listed.values()),
        "listed": dict(sums.listed),
        "unlisted_lost": sums.unlisted,
        "doubled": sums.doubled,
        "outside_bounds": sums.outside,
        "unsure": sums.unsure,
        "strange": sums.strange,
        "p50_ms": _ms(sums.late, 0.5),
        "p99_ms": _ms(sums.late, 0.99),
        "p999_ms": _ms(sums.late, 0.999),
        "max_ms": _ms(sums.late, 1.0),
        "at_once_presses": len(sums.together),
        "at_once_p99_ms": _ms(sums.together, 0.99),
        "seconds": round(seconds, 1),
        "cpu_percent": round(100 * used / seconds, 1),
        "boards_cpu_percent": None if boards is None else round(100 * boards / seconds, 1),
        "peak_mb": peak_mb(),
    }


def unmet(figures: dict[str, Any]) -> list[str]:
    """What must not be: a sentence each."""
    found = [
        sentence.format(n=figures[name])
        for name, sentence in (
            ("unlisted_lost", "{n} presses are lost, and nobody said so"),
            ("doubled", "{n} events came twice"),
            ("outside_bounds", "{n} presses were outside their bounds"),
            ("strange", "{n} presses came that nobody made"),
        )
        if figures[name]
    ]
    if not figures["job"]["faults"]:
        if figures["listed_lost"]:
            found.append(f"{figures['listed_lost']} presses are lost on sound cables")
        if figures["p99_ms"] is not None and figures["p99_ms"] > P99_MS:
            found.append(f"the 99th percentile from edge to queue is {figures['p99_ms']:g} ms, not {P99_MS:g}")
    return found


def as_text(figures: dict[str, Any]) -> str:
    """The same for people."""
    job = figures["job"]
    lines = [
        f"{figures['presses']:,} presses on {job['boards']} boards in {figures['seconds']:,} s, "
        f"faults: {job['faults'] or 'none'}, seed {job['seed']}",
        f"delivered {figures['delivered']:,}, listed as lost {figures['listed_lost']:,}, "
        f"lost unlisted {figures['unlisted_lost']:,}, doubled {figures['doubled']:,}",
        *(f"  {count:,}: {reason}" for reason, count in sorted(figures["listed"].items())),
        f"outside their bounds {figures['outside_bounds']:,}, unsure {figures['unsure']:,}",
        f"edge to queue, ms: p50 {figures['p50_ms']}, p99 {figures['p99_ms']}, p99.9 {figures['p999_ms']}, "
        f"max {figures['max_ms']}; all boards at once: p99 {figures['at_once_p99_ms']}",
        f"processor, % of a core: link {figures['cpu_percent']}, boards {figures['boards_cpu_percent']}; "
        f"memory at most {figures['peak_mb']} MB",
    ]
    return "\n".join(lines)


def _ms(ordered: Sequence[int], share: float) -> float | None:
    if not ordered:
        return None
    return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))] / 1e6, 3)


def peak_mb() -> float | None:
    with contextlib.suppress(ImportError):
        import resource  # POSIX only

        most: Any = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return round(float(most) / (1 << 20 if sys.platform == "darwin" else 1 << 10), 1)  # bytes there, KB elsewhere
    return None
