"""`unotable boards`: a row a board, from a match that runs elsewhere or from the ports themselves."""

from __future__ import annotations

import json
import queue
import time
from collections.abc import Sequence
from dataclasses import asdict

from unotable.config import paths
from unotable.link.events import BoardDown, BoardRefused, BoardUp, Event, Health
from unotable.link.ports import Link
from unotable.match.roster import Roster
from unotable.match.running import running
from unotable.match.seating import Seating
from unotable.match.view import BoardView

LOOK_S = 2.0  # enough for a board's hello and its first clock answers
MOST_SEATS = 10
COLUMNS = ("seat", "board", "kind", "state", "firmware", "interpreter", "pid", "clock", "round trip", "lost", "port")


def boards(ports: Sequence[str] | None = None) -> list[BoardView]:
    """Every board. Those of a running match are told by it: a port has one reader."""
    rows = [board for match in running() for board in match.boards]
    if ports is None and rows:
        return rows
    taken = {board.port for board in rows}
    free = None if ports is None else [port for port in ports if port not in taken]
    told = [board for board in rows if ports is None or board.port in ports]
    return told + (look(free) if free is None or free else [])


def look(ports: Sequence[str] | None = None, seconds: float = LOOK_S) -> list[BoardView]:
    """Asks the ports themselves."""
    names = [f"seat {seat}" for seat in range(1, MOST_SEATS + 1)]
    roster = Roster(Seating(MOST_SEATS, paths().settings / "boards.json"), names)
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    link = Link(events, None if ports is None else lambda: list(ports))
    end = time.monotonic() + seconds
    try:
        while (left := end - time.monotonic()) > 0:
            try:
                event = events.get(timeout=left)
            except queue.Empty:
                break
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


def as_json(rows: Sequence[BoardView]) -> str:
    return json.dumps([asdict(row) for row in rows], ensure_ascii=False)


def as_text(rows: Sequence[BoardView]) -> str:
    cells = [COLUMNS, *(_cells(row) for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(COLUMNS))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]
    whys = [f"{row.board}: {row.why}" for row in rows if row.why]
    return "\n".join(lines + whys)


def _cells(row: BoardView) -> tuple[str, ...]:
    return (
        "-" if row.seat is None else str(row.seat),
        row.board,
        row.kind or "-",
        row.state,
        row.firmware or "-",
        row.python or "-",
        "-" if row.pid is None else str(row.pid),
        _ms(row.u_us, "±"),
        _ms(row.rtt_us, ""),
        str(row.lost),
        row.port,
    )


def _ms(us: int | None, sign: str) -> str:
    return "-" if us is None else f"{sign}{us / 1000:.2f} ms"
