"""How far long work is, as a bar of ASCII: for a line of text and a row of the screen alike."""

from __future__ import annotations

import time
from collections.abc import Callable

CELLS = 20
LONG_S = 0.5  # before that nobody wonders

Progress = Callable[[int, int], None]  # how much is done, of how much


def bar(done: int, total: int, cells: int = CELLS) -> str:
    """`[=====...............]`."""
    filled = cells if total <= 0 else max(0, min(cells, done * cells // total))
    return f"[{'=' * filled}{'.' * (cells - filled)}]"


class Long:
    """A `Progress` that tells how far work is once it has turned out to be long: `tell` gets the bar with `what` is
    done, and whether it is done now."""

    def __init__(self, what: str, tell: Callable[[str, bool], None], after: float | None = None) -> None:
        self._what = what
        self._tell = tell
        self._long = time.monotonic() + (LONG_S if after is None else after)
        self._told = ""

    def __call__(self, done: int, total: int) -> None:
        text = f"{bar(done, total)} {self._what}"
        if text != self._told and (self._told or time.monotonic() >= self._long):
            self._told = text
            self._tell(text, done >= total)


def nowhere(done: int, total: int) -> None:
    """For work that nobody waits for."""
