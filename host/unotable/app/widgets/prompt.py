"""The row under the table: what the host waits for."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.style import Style

from unotable.app import cells
from unotable.app.prompt import Key, Part
from unotable.app.widgets.pane import Pane
from unotable.app.words import tr

LEAST = (40, 12)  # cells and rows below which there is no table to look at


class Prompt(Pane):
    """In a window that is too small for a table it is alone, and says that."""

    parts: reactive[tuple[Part, ...]] = reactive(())

    def draw(self, cells: int, rows: int) -> list[Content]:
        window = self.app.size
        if window.width < LEAST[0] or window.height < LEAST[1]:
            return too_small(cells, rows)
        return draw(self.parts, cells, rows)


def too_small(cells_: int, rows: int) -> list[Content]:
    """One sentence, in as many rows as it takes."""
    text = tr("Too small: {cells}x{rows} at least. All is recorded.", cells=LEAST[0], rows=LEAST[1])
    return [cells.line((row, "bold"), cells=cells_) for row in cells.wrap(text, cells_)][:rows]


def draw(parts: tuple[Part, ...], cells_: int, rows: int) -> list[Content]:
    """The sentence with its keys as buttons, none of them broken by the end of a row; without keys it may take every
    row, and what has no room whole is left out, the last first."""
    if not any(isinstance(part, Key) for part in parts):
        wrapped = cells.wrap(" ".join(str(part) for part in parts), cells_ - 2)
        if len(wrapped) > rows and len(parts) > 1:
            return draw(parts[:-1], cells_, rows)
        return [cells.line((f" {row}", "bold"), cells=cells_) for row in wrapped]
    lines: list[list[str | tuple[str, str | Style]]] = [[" "]]
    room = cells_ - 1
    for piece in pieces(parts, cells_ - 1):
        size = sum(cells.width(text) for text, _ in piece)
        if size > room and room < cells_ - 1 and len(lines) < rows:
            lines.append([" "])
            room = cells_ - 1
        lines[-1] += piece
        room -= size
    return [cells.line(*parts_, cells=cells_) for parts_ in lines]


def pieces(parts: tuple[Part, ...], room: int) -> list[list[tuple[str, str | Style]]]:
    """What stays together in a row of `room` cells: a key with its word, a sentence or, where that is too long, a row
    of it."""
    out: list[list[tuple[str, str | Style]]] = []
    for part in parts:
        if isinstance(part, Key):
            do = cells.click(part.command, part.key)
            word = f" {part.word} " if part.word else " "
            out.append([(f"[{part.key}]", Style(bold=True, reverse=True) + do), (word, do)])
        else:
            out += [[(f"{row} ", "bold")] for row in cells.wrap(str(part), room - 1)]
    return out
