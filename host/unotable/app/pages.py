"""What the apps of pages have in common: languages, themes, help, and how one leaves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from textual.app import App
from textual.binding import Binding

from unotable import settings
from unotable.app import words
from unotable.app.screens.keys import Keys
from unotable.app.screens.page import Page
from unotable.app.themes import NAMES, THEMES
from unotable.app.widgets.keybar import KeyBar

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
        for theme in THEMES:
            self.register_theme(theme)
        liked = settings.recall().theme
        self.theme = liked if liked in NAMES else NAMES[0]

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
        page = self.screen
        if isinstance(page, Page) and page.ABOUT:
            self.push_screen(Keys(page.ABOUT, page.query_one(KeyBar).shown))

    def _next_theme(self) -> None:
        self.theme = NAMES[(NAMES.index(self.theme) + 1) % len(NAMES)]
        settings.remember(replace(settings.recall(), theme=self.theme))
