"""The keys of one page before or after a match, all of them: a narrow key bar shows only the first."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding

from unotable.app.cells import fit
from unotable.app.screens.base import Showing
from unotable.app.screens.page import Page
from unotable.app.widgets.keybar import KeyBar, Shown
from unotable.app.widgets.prose import Prose
from unotable.app.words import tr


def explain(page: Page[Any] | Showing) -> None:
    """Opens the keys of a screen that says what it is for."""
    if page.ABOUT and page.is_mounted:  # a key that was typed before it stood there explains nothing
        page.app.push_screen(Keys(page.ABOUT, page.query_one(KeyBar).shown))


class Keys(Page[None]):
    """`about` says what the page is for, in English; it is translated where it is shown."""

    BINDINGS = [Binding("enter,f1,question_mark,q", "back", show=False)]

    def __init__(self, about: str, keys: Shown) -> None:
        super().__init__()
        self._about = about
        self._keys = keys

    def body(self) -> ComposeResult:
        yield Prose(classes="body")

    def show(self) -> None:
        rows = tuple((f"  {fit(key, 14)} {title}", "") for _, key, title in self._keys)
        self.query_one(Prose).paragraphs = (("", ""), (f" {tr(self._about)}", "bold"), ("", ""), *rows)
        self.title_and_keys(tr("every key of this page"), (("screen.back", "Esc", tr("back")),))
