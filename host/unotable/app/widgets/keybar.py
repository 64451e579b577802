"""The last row: the commands that make sense now, from the one registry; each can be clicked."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.style import Style

from unotable.app import cells
from unotable.app.widgets.pane import Pane

Shown = tuple[tuple[str, str, str], ...]  # command id, key as written, title


class KeyBar(Pane):
    shown: reactive[Shown] = reactive(())

    def draw(self, cells: int, rows: int) -> list[Content]:
        return [draw(self.shown, cells)]


def draw(shown: Shown, cells_: int) -> Content:
    """As many as fit whole, the first the most wanted."""
    parts: list[str | tuple[str, str | Style]] = []
    room = cells_
    for command, key, title in shown:
        text = f" {title} " if title else " "
        size = cells.width(key) + 1 + cells.width(text)
        if size > room:
            continue
        room -= size
        parts += [(f" {key}", Style(bold=True) + cells.click(command)), (text, cells.click(command))]
    return cells.line(*parts, cells=cells_)
