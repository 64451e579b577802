"""When the feed tells how exactly a seat's presses are known: once its board is ready, and where that changed for long.

A bound is of a press made at the moment of the report. It grows between two exchanges of a clock and shrinks with each,
so what is told is only what lasts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

WORSE = 3  # times the bound that was told last
MATTERS_US = 1_000  # below that no two people's presses are so close that it would be noticed
LASTS = 3  # reports in a row: a second and a half (link/events.py)
FIRST = 2  # reports of a board: the first bound is that of a single exchange, made while everything starts

News = Literal["ready", "sure", "worse"]


@dataclass(slots=True)
class _Told:
    seat: int
    u: int | None = None
    reports: int = 0  # in a row that were news


class Bounds:
    """What was told of each board. Each "worse" is by `WORSE` more than the one before, so there are few of them."""

    def __init__(self) -> None:
        self._told: dict[str, _Told] = {}
        self._doubted: set[str] = set()

    def forget(self, board: str) -> None:
        """It came, or went: the next bound is news."""
        self._told.pop(board, None)
        self._doubted.discard(board)

    def doubt(self, board: str) -> None:
        """Somebody was told that its clock is unsure."""
        self._told.pop(board, None)
        self._doubted.add(board)

    def heard(self, board: str, seat: int, u: int) -> News | None:
        """A report of a sure clock, with its bound in µs: what to tell of it."""
        told = self._told.get(board)
        if told is None or told.seat != seat:
            told = self._told[board] = _Told(seat)
        known = told.u
        told.reports = told.reports + 1 if known is None or u >= max(MATTERS_US, WORSE * known) else 0
        if told.reports < (FIRST if known is None else LASTS):
            return None
        told.u, told.reports = u, 0
        if known is not None:
            return "worse"
        sure = board in self._doubted
        self._doubted.discard(board)
        return "sure" if sure else "ready"
