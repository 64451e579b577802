"""Which boards are there when no match runs here: told by another unotable, or asked at the ports themselves."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Sequence

from unotable.config import paths
from unotable.link.events import BoardDown, BoardRefused, BoardUp, Event, Health
from unotable.link.ports import Link
from unotable.match.roster import Roster
from unotable.match.running import running
from unotable.match.seating import Seating
from unotable.match.view import BoardView

LOOK_S = 2.0  # enough for a board's hello and its first clock answers
STEP_S = 0.1  # between two looks at whether somebody still waits
MOST_SEATS = 10


def boards(ports: Sequence[str] | None = None, stop: Callable[[], bool] = lambda: False) -> list[BoardView]:
    """Every board. Those of a running match are told by it: a port has one reader. `stop` ends the asking early."""
    rows = [board for match in running() for board in match.boards]
    if ports is None and rows:
        return rows
    taken = {board.port for board in rows}
    free = None if ports is None else [port for port in ports if port not in taken]
    told = [board for board in rows if ports is None or board.port in ports]
    return told + (look(free, stop=stop) if free is None or free else [])


def look(
    ports: Sequence[str] | None = None, seconds: float = LOOK_S, stop: Callable[[], bool] = lambda: False
) -> list[BoardView]:
    """Asks the ports themselves."""
    names = [f"seat {seat}" for seat in range(1, MOST_SEATS + 1)]
    roster = Roster(Seating(MOST_SEATS, paths().settings / "boards.json"), names)
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    link = Link(events, None if ports is None else lambda: list(ports))
    end = time.monotonic() + seconds
    try:
        while (left := end - time.monotonic()) > 0 and not stop():
            try:
                event = events.get(timeout=min(left, STEP_S))
            except queue.Empty:
                continue
            match event:
                case BoardUp():
                    roster.up(event)
                case BoardDown():
                    roster.down(event)
                case BoardRefused():
                    roster.refused(event)
                case Health():
                    roster.health(event)
                case _:
                    pass
    finally:
        link.close()
    return list(roster.rows())
