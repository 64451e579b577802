"""Fingers on a desk of boards, in a process of their own: what presses and what is measured share no interpreter.

A finger presses one button after the other, none before the last one's edges are told by the board, so that the order
of events is known. Now and then all of them press at once. Sent to the other side of the pipe, as tuples:

  ("ports", [port, …])                                  whenever they change
  ("pressed", board, pid, closed ns, all at once?)      a press really was
  ("power", board, pid, ns)                             the board runs, as a new process
  ("done", seconds of processor time of the boards, None where the system does not tell)   after "stop" was received
  ("failed", text)
"""

from __future__ import annotations

import contextlib
import random
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from unotable.desk.desk import Desk
from unotable.desk.process import DeskError
from unotable.desk.spoil import Bytes, Faults, Lines, Spell, load

NS = 1_000_000_000
LOOK = 0.002  # s between two looks at the boards' edges
DOWN_MS = (20, 35)  # of a press
UP = 0.035  # s until the next one: a button re-arms after 30 ms
TOGETHER = 5.0  # s from one press of all boards at once to the next
STILL = 0.15  # s before it in which nobody else presses
AWAY = (0.3, 1.5)  # s that a plug is out
NEWEST = 8  # edges looked at: those of a press, and of one that a restarted board was late to tell of
STUCK = 20.0  # s after which a press without edges is a fault of the desk

# What `--faults all` has besides pulled plugs and restarts: whatever the wire's rules promise to get over.
ALL = Faults(
    bytes=Bytes(flip=0.01),
    lines=Lines(cut=0.005, join=0.005, twice=0.02, late=0.01, late_ms=(5, 80)),
    deaf=Spell(every_s=(20, 40), for_ms=(200, 800)),
)
PULLS = 10  # plugs pulled, and as many restarts


@dataclass(frozen=True, slots=True)
class Job:
    """rate: presses a second and board. faults: "", "all", or as for the desk."""

    boards: int
    presses: int
    seed: int
    rate: float
    faults: str = ""
    python: str | None = None


@dataclass(slots=True)
class Finger:
    seat: int
    due: float  # next press
    pid: int | None = None  # of the process that was asked to press, while its edges are awaited
    asked: float = 0.0
    seen: int = 0  # ns of the newest edge known
    free: float = 0.0  # no press before: the button must be armed again
    together: bool = False


def main(pipe: Connection, job: Job) -> None:
    """The process's life; it ends when the other side says "stop" or is gone."""
    try:
        faults = ALL if job.faults == "all" else load(job.faults) if job.faults else None
        with Desk(job.boards, job.seed, job.python, faults=faults) as desk:
            Fingers(desk, pipe, job).run()
        pipe.send(("done", _children()))
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        pass
    except DeskError as error:
        pipe.send(("failed", str(error)))


class Fingers:
    def __init__(self, desk: Desk, pipe: Connection, job: Job) -> None:
        self._desk = desk
        self._pipe = pipe
        self._job = job
        self._chance = random.Random(job.seed)
        self._made = 0
        self._pids: dict[int, int] = {}
        self._ports: list[str] = []
        self._back: dict[int, float] = {}  # seats whose plug is out → until
        self._mishaps: list[tuple[int, str]] = []  # (after so many presses, what), the last first
        if job.faults == "all":
            each = job.presses / PULLS
            for number in range(PULLS):
                self._mishaps.append((int(each * (number + self._chance.uniform(0.1, 0.5))), "pull"))
                self._mishaps.append((int(each * (number + self._chance.uniform(0.6, 0.95))), "restart"))
            self._mishaps.sort(reverse=True)

    def run(self) -> None:
        self.tell_news()
        while not self._pipe.poll(0.02):
            self.tell_news()
        if self._pipe.recv() != "press":
            return
        begun = time.monotonic()
        fingers = [Finger(seat, begun + self._chance.random() / self._job.rate) for seat in self._desk.seats]
        together = begun + TOGETHER
        while self._made < self._job.presses or any(finger.pid for finger in fingers):
            now = time.monotonic()
            self.tell_news()
            self._mishap(now)
            still = together - STILL < now
            if now >= together:
                for finger in fingers:
                    if finger.pid is None and now >= finger.free and self._made < self._job.presses:
                        self.press(finger, now, together=True)
                together += TOGETHER
            for finger in fingers:
                if finger.pid is not None:
                    self.look(finger, now)
                elif now >= max(finger.due, finger.free) and not still and self._made < self._job.presses:
                    self.press(finger, now)
            time.sleep(LOOK)
        time.sleep(UP)
        for finger in fingers:  # a press that came to a board that restarted by itself was waited for in vain
            self._count(finger)
        for seat in list(self._back):
            self._plug(seat)
        self._pipe.send(("all pressed",))
        while not self._pipe.poll(0.02):
            self.tell_news()
        self._pipe.recv()

    def press(self, finger: Finger, now: float, together: bool = False) -> None:
        desk, chance = self._desk, self._chance
        finger.pid = desk.pid(finger.seat)
        finger.asked = now
        finger.due = now + chance.uniform(0.75, 1.25) / self._job.rate
        finger.together = together
        if finger.pid is not None:
            desk.press(finger.seat, chance.choice("ucd"), chance.uniform(*DOWN_MS))

    def look(self, finger: Finger, now: float) -> None:
        """Have the edges of the press come?"""
        up = self._count(finger)
        if up or self._desk.pid(finger.seat) != finger.pid:
            finger.pid = None
            finger.free = time.monotonic() + UP  # not `now`: a busy computer may have been long about the rest
        elif now - finger.asked > STUCK:
            raise DeskError(f"the board of seat {finger.seat} has not moved its pins for {STUCK:g} s")

    def _count(self, finger: Finger) -> bool:
        """Tells of the presses whose edges came, each as its process's, which may have ended since. Whether the button
        is up after them."""
        edges = [edge for edge in self._desk.edges(finger.seat, NEWEST) if edge.at_ns > finger.seen]
        if edges and edges[-1].closed and self._desk.pid(finger.seat) == edges[-1].pid:
            return False
        for edge in edges:
            finger.seen = edge.at_ns
            if edge.closed:
                if edge.pid != self._pids.get(finger.seat):
                    self.tell_news()
                self._made += 1
                self._pipe.send(("pressed", self._desk.board(finger.seat), edge.pid, edge.at_ns, finger.together))
        return bool(edges)

    def _mishap(self, now: float) -> None:
        for seat in [seat for seat, until in self._back.items() if until <= now]:
            self._plug(seat)
        if not self._mishaps or self._made < self._mishaps[-1][0]:
            return
        _, what = self._mishaps.pop()
        seat = self._chance.choice([seat for seat in self._desk.seats if seat not in self._back])
        if what == "pull":
            self._desk.unplug(seat)
            self._back[seat] = now + self._chance.uniform(*AWAY)
        else:
            self._desk.restart(seat)

    def _plug(self, seat: int) -> None:
        del self._back[seat]
        self._desk.plug(seat)

    def tell_news(self) -> None:
        ports = self._desk.ports
        if ports != self._ports:
            self._ports = ports
            self._pipe.send(("ports", ports))
        for seat in self._desk.seats:
            pid = self._desk.pid(seat)
            if pid is not None and self._pids.get(seat) != pid:
                self._pids[seat] = pid
                self._pipe.send(("power", self._desk.board(seat), pid, time.perf_counter_ns()))


def _children() -> float | None:
    """Seconds of processor time of all processes that were started here and have ended."""
    with contextlib.suppress(ImportError):
        import resource  # POSIX only

        used: Any = resource.getrusage(resource.RUSAGE_CHILDREN)
        return float(used.ru_utime + used.ru_stime)
    return None
