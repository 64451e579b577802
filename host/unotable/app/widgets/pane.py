"""The base of our widgets: a drawing of the newest view in lines of exactly as many cells as there is room for.

A press changes a few lines of many, and its frame is awaited: only lines that are other ones are painted again, and one
that was painted before, here or in another row, is not made anew.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import zip_longest
from typing import Self

from textual.content import Content
from textual.geometry import Region, Size
from textual.reactive import reactive, var
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget

from unotable.match.view import View

KEPT = 100  # painted lines of a pane: all its rows, in the few looks that they have by turns; each takes 1 to 2 kB


class Pane(Widget, can_focus=False):
    """`draw` is pure in what the reactives hold; `words` only says that the language changed."""

    DEFAULT_CSS = """
    Pane { text-wrap: nowrap; text-overflow: clip; link-style: none; link-background-hover: $panel; }
    """
    ALLOW_SELECT = False  # a drawing; the terminal's own way of marking text still works

    view: var[View | None] = var(None)
    words: reactive[str] = reactive("en")

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._drawn: list[Content] | None = None  # what is, or soon will be, on the screen; `None`: to be drawn
        self._drawn_in = Size(0, 0)  # the outer size then: the inner one is asked of the whole screen each time
        self._cells = 0
        self._painted: dict[Hashable, Strip] = {}

    def draw(self, cells: int, rows: int) -> list[Content]:
        """At most `rows` lines of `cells` cells."""
        raise NotImplementedError

    def watch_view(self) -> None:
        self.redraw()

    def redraw(self) -> None:
        """What is drawn may be something else now: the lines that are get painted."""
        if self._drawn is None or self._drawn_in != self.outer_size:
            self.refresh()
            return
        before, drawn = self._drawn, self._draw()
        if not self._cells:  # what it stands in is not shown now: it has no place, but its outer size is as before
            self.refresh()
            return
        other = [y for y, pair in enumerate(zip_longest(before, drawn)) if not _same(*pair)]
        if other:
            super().refresh(*(Region(0, y, self._cells, 1) for y in other))

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """From a reactive or a style: all of it is drawn again."""
        self._drawn = None
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def render_line(self, y: int) -> Strip:
        drawn = self._drawn
        if drawn is None or self._drawn_in != self.outer_size:
            drawn = self._draw()
        cells, look = self._cells, self.visual_style
        if y >= len(drawn):
            return Strip.blank(cells, look.rich_style)
        line = drawn[y]
        key = (line.plain, *line.spans, cells, look, self.app.theme)
        strip = self._painted.get(key)
        if strip is None:
            if len(self._painted) >= KEPT:
                self._painted.clear()
            strip = self._painted[key] = Visual.to_strips(self, line, cells, 1, look)[0]
        return strip

    def render(self) -> Content:
        """All of it at once, for whoever asks a widget what it says."""
        return Content("\n").join(self._lines())

    def _draw(self) -> list[Content]:
        self._drawn_in, self._cells = self.outer_size, self.size.width
        self._drawn = self._lines()
        return self._drawn

    def _lines(self) -> list[Content]:
        cells, rows = self.size
        return self.draw(cells, rows)[:rows] if cells > 0 and rows > 0 else []


def _same(one: Content | None, other: Content | None) -> bool:
    return one is other or (one is not None and other is not None and one.is_same(other))
