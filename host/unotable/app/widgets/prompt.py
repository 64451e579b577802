"""The row under the table: what the host waits for."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.style import Style

from unotable.app import cells
from unotable.app.prompt import Key, Part
from unotable.app.widgets.pane import Pane


class Prompt(Pane):
    parts: reactive[tuple[Part, ...]] = reactive(())

    def draw(self, cells: int, rows: int) -> list[Content]:
        return draw(self.parts, cells, rows)


def draw(parts: tuple[Part, ...], cells_: int, rows: int) -> list[Content]:
    """The sentence with its keys as buttons; without keys it may take every row, and what has no room whole is left
    out, the last first."""
    if not any(isinstance(part, Key) for part in parts):
        wrapped = cells.wrap(" ".join(str(part) for part in parts), cells_ - 2)
        if len(wrapped) > rows and len(parts) > 1:
            return draw(parts[:-1], cells_, rows)
        return [cells.line((f" {row}", "bold"), cells=cells_) for row in wrapped]
    out: list[str | tuple[str, str | Style]] = [" "]
    for part in parts:
        if isinstance(part, Key):
            do = cells.click(part.command, part.key)
            word = f" {part.word} " if part.word else " "
            out += [(f"[{part.key}]", Style(bold=True, reverse=True) + do), (word, do)]
        else:
            out.append((f"{part} ", "bold"))
    return [cells.line(*out, cells=cells_)]
