"""The base of our widgets: a drawing of the newest view in lines of exactly as many cells as there is room for."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive, var
from textual.widget import Widget

from unotable.match.view import View


class Pane(Widget, can_focus=False):
    """`draw` is pure in what the reactives hold; `words` only says that the language changed."""

    DEFAULT_CSS = """
    Pane { text-wrap: nowrap; text-overflow: clip; link-style: none; link-background-hover: $panel; }
    """

    view: var[View | None] = var(None)
    words: reactive[str] = reactive("en")
    _drawn: list[Content] | None = None

    def draw(self, cells: int, rows: int) -> list[Content]:
        """At most `rows` lines of `cells` cells."""
        raise NotImplementedError

    def watch_view(self) -> None:
        """Painted again only where the drawing is another one: a press changes a few panes of many."""
        if self._drawn is None or not _same(self._lines(), self._drawn):
            self.refresh()

    def render(self) -> Content:
        self._drawn = self._lines()
        return Content("\n").join(self._drawn)

    def _lines(self) -> list[Content]:
        cells, rows = self.size
        return self.draw(cells, rows)[:rows] if cells > 0 and rows > 0 else []


def _same(some: list[Content], others: list[Content]) -> bool:
    return len(some) == len(others) and all(one.is_same(other) for one, other in zip(some, others, strict=True))
