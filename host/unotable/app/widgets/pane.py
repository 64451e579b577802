"""The base of our widgets: a drawing of the newest view in lines of exactly as many cells as there is room for."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from unotable.match.view import View


class Pane(Widget, can_focus=False):
    """`draw` is pure in what the reactives hold; `words` only says that the language changed."""

    DEFAULT_CSS = """
    Pane { text-wrap: nowrap; text-overflow: clip; link-style: none; link-background-hover: $panel; }
    """

    view: reactive[View | None] = reactive(None)
    words: reactive[str] = reactive("en")

    def draw(self, cells: int, rows: int) -> list[Content]:
        """At most `rows` lines of `cells` cells."""
        raise NotImplementedError

    def render(self) -> Content:
        cells, rows = self.size
        if cells <= 0 or rows <= 0:
            return Content("")
        return Content("\n").join(self.draw(cells, rows)[:rows])
