"""`unotable boards`: a row a board, from a match that runs elsewhere or from the ports themselves."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from unotable.match.looking import boards
from unotable.match.view import BoardView

__all__ = ["as_json", "as_text", "boards"]

COLUMNS = ("seat", "board", "kind", "state", "firmware", "interpreter", "pid", "clock", "round trip", "lost", "port")


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
