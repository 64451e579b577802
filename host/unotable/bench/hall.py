"""`unotable bench hall`: how many tables can one hall have? Simulated tables, a real broker, the real hall.

Every table has a connection of its own and plays at `rate` lines a second for a while, each line with a state, its
events and now and then a sheet, as a real table's are; after that all tables send the rest of their matches at once, as
after an outage. The broker is a Mosquitto that this starts.

  tables           that were connected
  events_per_s     of the second part: from its first event sent to its last on the hall's disk
  p99_ms           of the first part: from an event's sending to its being on the hall's disk; p50_ms the same
  lost             events sent that are not on the hall's disk at the end: must be 0
  hall_peak_mb     the most memory that the hall's process had; hall_kb_per_table what a table adds to it
  paced_events_per_s, paced_messages_per_s   of the first part, from all tables together
  hall_cpu_percent  of one core, the hall's process in the first part; broker_cpu_percent the same of Mosquitto
  hall_us_per_event  of processor time, in the second part; broker_us_per_event the same of Mosquitto
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import quantiles
from typing import Any

from unotable.bench.hall_room import attend
from unotable.bench.hall_tables import Part, drive, match_name, script
from unotable.hall.address import Address

A_PROCESS = 200  # tables driven by one
LINES = 120  # of a table's match
QUIET_S = 30.0  # without anything new until what is missing counts as lost
START_S = 120.0
CONFIG = """\
listener {port} 127.0.0.1
allow_anonymous true
persistence false
max_queued_messages 1000000
max_inflight_messages 1000
"""

Progress = Callable[[int, int], None]


class BenchError(Exception):
    """The bench could not be run; one sentence."""


@dataclass(frozen=True, slots=True)
class Job:
    """`rate` is lines a second and table: people make about one in two seconds."""

    tables: int = 1000
    seconds: float = 20.0
    rate: float = 0.5
    seed: int = 1


def run(job: Job, progress: Progress | None = None) -> dict[str, Any]:
    """Minutes for thousands of tables. `BenchError`: there is no Mosquitto, or it let somebody go."""
    _many_files(job.tables)
    lines = max(LINES, round(job.rate * job.seconds) + LINES // 2)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="unotable-bench-")))
        broker, port = broker_in(stack, folder)
        where = Address("127.0.0.1", port, False, "bench")
        context = get_context("spawn")
        mine, theirs = context.Pipe()
        hall = context.Process(target=attend, args=(where, str(folder / "hall.sqlite"), theirs), daemon=True)
        hall.start()
        stack.callback(hall.terminate)
        _answer(mine)
        drivers: list[Connection] = []
        for first in range(0, job.tables, A_PROCESS):
            part = Part(where, first, min(A_PROCESS, job.tables - first), job.rate, job.seconds, lines, job.seed)
            pipe, other = context.Pipe()
            process = context.Process(target=drive, args=(part, other), daemon=True)
            process.start()
            stack.callback(process.terminate)
            drivers.append(pipe)
        for number, pipe in enumerate(drivers, 1):
            _answer(pipe)
            if progress is not None:
                progress(min(number * A_PROCESS, job.tables), job.tables)
        return _measure(job, mine, drivers, broker, lines)


def _measure(
    job: Job, hall: Connection, drivers: Sequence[Connection], broker: subprocess.Popen[bytes], lines: int
) -> dict[str, Any]:
    used, broker_used = _look(hall)[3], _cpu_s(broker.pid)
    began = time.perf_counter()
    for pipe in drivers:
        pipe.send(began + 0.5)
    paced = [count for pipe in drivers for count in _answer(pipe)]
    took = time.perf_counter() - began - 0.5
    used, broker_used = _look(hall)[3] - used, _cpu_s(broker.pid) - broker_used
    flood, flooded, broker_flooded = time.perf_counter_ns(), _look(hall)[3], _cpu_s(broker.pid)
    for pipe in drivers:
        pipe.send("on")
    sent = dict(enumerate(each for pipe in drivers for each in _answer(pipe)))
    total = sum(len(times) for times in sent.values())
    last, quiet = -1, time.monotonic()
    while time.monotonic() - quiet < QUIET_S:
        kept, lacks, _, _ = _look(hall)
        if kept >= total and not lacks:
            break
        if kept != last:
            last, quiet = kept, time.monotonic()
        time.sleep(0.1)
    flooded, broker_flooded = _look(hall)[3] - flooded, _cpu_s(broker.pid) - broker_flooded
    hall.send("end")
    told = _answer(hall)
    kept_at = _times(told["kept"])
    delays = sorted(
        (kept_at[match_name(number), seq + 1] - at) / 1e6
        for number, times in sent.items()
        for seq, at in enumerate(times[: paced[number]])
        if (match_name(number), seq + 1) in kept_at
    )
    lost = sum((match_name(n), seq + 1) not in kept_at for n, times in sent.items() for seq in range(len(times)))
    ended = max(kept_at.values(), default=flood)
    # Each line has a state and the events; sheets are few.
    messages = sum(paced) + sum(min(lines, round(job.rate * job.seconds)) for _ in sent)
    return {
        "tables": len(sent),
        "events_per_s": round((total - sum(paced)) / max(1e-9, (ended - flood) / 1e9)),
        "p99_ms": round(quantiles(delays, n=100)[98], 1) if len(delays) > 1 else None,
        "lost": lost,
        "hall_peak_mb": told["peak_mb"],
        "p50_ms": round(quantiles(delays, n=100)[49], 1) if len(delays) > 1 else None,
        "events": total,
        "paced_events_per_s": round(sum(paced) / took),
        "paced_messages_per_s": round(messages / took),
        "hall_cpu_percent": round(100 * used / took, 1),
        "broker_cpu_percent": round(100 * broker_used / took, 1) if broker_used else None,
        "hall_us_per_event": round(1e6 * flooded / max(1, total - sum(paced))),
        "broker_us_per_event": round(1e6 * broker_flooded / max(1, total - sum(paced))) if broker_flooded else None,
        "hall_kb_per_table": round((told["peak_mb"] - told["idle_mb"]) * 1024 / len(sent), 1)
        if told["peak_mb"] is not None
        else None,
    }


def unmet(figures: Mapping[str, Any]) -> list[str]:
    return [f"{figures['lost']} of {figures['events']} events never reached the hall's disk"] if figures["lost"] else []


def as_text(figures: Mapping[str, Any]) -> str:
    return "\n".join(f"{name:24}{figure!s:>12}" for name, figure in figures.items())


def _times(kept: Sequence[int]) -> dict[tuple[str, int], int]:
    return {(f"{kept[i]:016x}", kept[i + 1]): kept[i + 2] for i in range(0, len(kept), 3)}


def _look(hall: Connection) -> tuple[int, int, int, float]:
    hall.send("look")
    found: tuple[int, int, int, float] = _answer(hall)
    return found


def _answer(pipe: Connection) -> Any:
    if not pipe.poll(START_S):
        raise BenchError(f"a process of the bench has not answered for {START_S:.0f} s")
    try:
        return pipe.recv()
    except EOFError:
        raise BenchError("a process of the bench has ended; its error stands above") from None


def broker_in(stack: ExitStack, folder: Path) -> tuple[subprocess.Popen[bytes], int]:
    """A Mosquitto on a free port of loopback, which it answers; it ends with `stack`. `BenchError`: there is none."""
    program = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
    if program is None:
        raise BenchError("this needs the program mosquitto: install it with this system's package manager")
    port = _free_port()
    file = folder / "mosquitto.conf"
    file.write_text(CONFIG.format(port=port), encoding="utf-8")
    broker = subprocess.Popen([program, "-c", str(file)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    stack.callback(broker.wait)
    stack.callback(broker.kill)
    end = time.monotonic() + 10
    while time.monotonic() < end:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return broker, port
        if broker.poll() is not None:
            break
        time.sleep(0.05)
    raise BenchError("mosquitto does not start")


def _free_port() -> int:
    with socket.socket() as it:
        it.bind(("127.0.0.1", 0))
        return int(it.getsockname()[1])


def _many_files(tables: int) -> None:
    """The broker has a file a table: as many as this system allows."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # POSIX only

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft < tables + 256:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _cpu_s(pid: int) -> float:
    """Processor time of another process, where the system tells it; else 0."""
    if not sys.platform.startswith("linux"):
        return 0.0
    with suppress(OSError, ValueError, IndexError):
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


__all__ = ["BenchError", "Job", "as_text", "run", "script", "unmet"]
