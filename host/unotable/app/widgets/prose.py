"""Paragraphs that are wrapped to the room there is; what does not fit is reached by scrolling."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive

from unotable.app import cells
from unotable.app.widgets.pane import Pane

Paragraph = tuple[str, str]  # text, look


class Prose(Pane):
    paragraphs: reactive[tuple[Paragraph, ...]] = reactive(())
    top: reactive[int] = reactive(0)

    def watch_paragraphs(self) -> None:
        self.top = 0

    def draw(self, cells_: int, rows: int) -> list[Content]:
        lines = wrapped(self.paragraphs, cells_)
        top = max(0, min(self.top, len(lines) - rows))
        shown = lines[top : top + rows]
        if len(lines) > top + rows and shown:
            shown[-1] = cells.line(("v PgDn", "$faint"), cells=cells_)
        return shown

    def scroll(self, by: int) -> None:
        lines = len(wrapped(self.paragraphs, max(1, self.size.width)))
        self.top = max(0, min(self.top + by, max(0, lines - self.size.height)))

    def on_mouse_scroll_down(self) -> None:
        self.scroll(2)

    def on_mouse_scroll_up(self) -> None:
        self.scroll(-2)


def wrapped(paragraphs: tuple[Paragraph, ...], cells_: int) -> list[Content]:
    return [
        cells.line((line, look), cells=cells_)
        for text, look in paragraphs
        for line in cells.wrap(cells.certain(text), max(4, cells_ - 1), len(text) - len(text.lstrip(" ")))
    ]
