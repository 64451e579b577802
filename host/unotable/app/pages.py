"""What the apps of pages have in common: languages, themes, help, and how one leaves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from textual.app import App
from textual.binding import Binding

from unotable import settings
from unotable.app import themes, words
from unotable.app.screens.keys import explain
from unotable.app.screens.page import Page

Answer = TypeVar("Answer")


class Pages(App[Answer]):
    TITLE = "unotable"
    CSS_PATH = ["styles/app.tcss", "styles/front.tcss"]
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [
        Binding("L", "command('language')", show=False),
        Binding("T", "command('theme')", show=False),
        Binding("f1,question_mark", "command('help')", show=False),
        Binding("ctrl+q", "command('quit')", show=False, priority=True),
    ]

    def __init__(self, lang: str | None = None) -> None:
        super().__init__()
        words.use(lang or words.default())
        themes.wear(self, settings.recall().theme)

    def action_command(self, name: str, key: str = "") -> None:
        do: dict[str, Callable[[], None]] = {
            "language": self._switch_language, "theme": self._next_theme, "quit": lambda: self.exit(None),
            "help": self._help,
        }  # fmt: skip
        do[name]()

    def _switch_language(self) -> None:
        words.use(words.following(words.current()))
        settings.remember(replace(settings.recall(), lang=words.current()))
        for screen in self.screen_stack:
            if isinstance(screen, Page):
                screen.show()

    def _help(self) -> None:
        if isinstance(self.screen, Page):
            explain(self.screen)

    def _next_theme(self) -> None:
        self.theme = themes.following(self.theme)
        settings.remember(replace(settings.recall(), theme=self.theme))
