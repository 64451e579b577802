"""The hall of the bench: the real one, on a store of its own, that notes when each event is on disk."""

from __future__ import annotations

import contextlib
import sys
import time
from array import array
from multiprocessing.connection import Connection
from typing import Any

from unotable.bench.link import peak_mb
from unotable.hall.address import Address, Proof
from unotable.hall.hall import Hall
from unotable.hall.messages import Event
from unotable.hall.store import Store


class Measured(Hall):
    """`kept` are (table's match, event's number, time in ns), one after the other."""

    def __init__(self, where: Address, store: Store) -> None:
        self.kept = array("q")
        super().__init__(where, Proof(), store)

    def _keep(self) -> None:
        found = [it.what for it in self._waiting if isinstance(it.what, Event)]
        before = self.stored
        super()._keep()
        if self.stored > before:
            now = time.perf_counter_ns()
            for event in found:
                self.kept.extend((int(event.match, 16), event.seq, now))


def attend(where: Address, store: str, pipe: Connection) -> None:
    """A process: answers each `look` with how many events are kept and lacking, and the end with all it noted."""
    hall = Measured(where, Store(store, where.room))
    hall.subscribe(lambda view: None)  # a screen that looks at every view
    idle_mb = peak_mb()
    hall.start()
    while not hall.online:
        time.sleep(0.01)
    pipe.send("open")
    while pipe.recv() == "look":
        pipe.send((len(hall.kept) // 3, hall.room.lacks(), len(hall.room.tables), cpu_s()))
    hall.close(10)
    pipe.send({"kept": hall.kept, "peak_mb": peak_mb(), "idle_mb": idle_mb, "cpu_s": cpu_s()})


def cpu_s() -> float:
    """Processor time of this process."""
    with contextlib.suppress(ImportError):
        import resource  # POSIX only

        used: Any = resource.getrusage(resource.RUSAGE_SELF)
        return float(used.ru_utime + used.ru_stime)
    return time.process_time() if sys.platform == "win32" else 0.0
