"""How far long work is, as a bar of ASCII: for a line of text and a row of the screen alike."""

from __future__ import annotations

CELLS = 20


def bar(done: int, total: int, cells: int = CELLS) -> str:
    """`[=====...............]`."""
    filled = cells if total <= 0 else max(0, min(cells, done * cells // total))
    return f"[{'=' * filled}{'.' * (cells - filled)}]"
