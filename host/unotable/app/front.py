"""Before a match: home, setup, rules, boards and history. It answers which match to play.

The table's own app is started with that match afterwards (cli/tables.py), in the same process.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from textual.app import App
from textual.binding import Binding

from unotable.app import words
from unotable.app.screens.history import History
from unotable.app.screens.home import Home
from unotable.app.screens.idle_boards import IdleBoards
from unotable.app.screens.keys import Keys
from unotable.app.screens.page import Page
from unotable.app.screens.replay import Replay
from unotable.app.screens.rulesets import Played, RuleSets
from unotable.app.screens.setup import Setup, Wanted
from unotable.app.themes import THEMES
from unotable.app.widgets.keybar import KeyBar
from unotable.config import paths
from unotable.journal import remembered, rules
from unotable.match import opening
from unotable.match.opening import Unfinished
from unotable.match.replayed import Replayed


@dataclass(frozen=True, slots=True)
class GoOn:
    """The match in this file is wanted."""

    path: Path


Answer = Wanted | GoOn


class Front(App[Answer]):
    """`asked` is what the command line says about a new match, `problem` why the one chosen before cannot be played.

    `page` stands over home at first; `replayed` is a match to show again, and then nothing else.
    """

    TITLE = "unotable"
    CSS_PATH = ["styles/app.tcss", "styles/front.tcss"]
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [
        Binding("L", "command('language')", show=False),
        Binding("T", "command('theme')", show=False),
        Binding("f1,question_mark", "command('help')", show=False),
        Binding("ctrl+q", "command('quit')", show=False, priority=True),
    ]

    def __init__(
        self,
        asked: Played | None = None,
        track: str | None = None,
        lang: str | None = None,
        problem: str = "",
        page: str = "",
        replayed: Replayed | None = None,
    ) -> None:
        super().__init__()
        words.use(lang or words.default())
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = THEMES[0].name
        self.problem = problem
        self._asked = asked
        self._track = track
        self._page = page
        self._replayed = replayed
        self._away = False  # a page stands over home

    def on_mount(self) -> None:
        if self._replayed is not None:
            self.push_screen(Replay(self._replayed), lambda _: self.exit(None))
            return
        self.push_screen(Home())
        if self._page:
            self.choose(self._page)

    # -- what the pages use -----------------------------------------------------------------------------------------

    def unfinished(self, stop: Callable[[], bool]) -> tuple[Unfinished, ...]:
        """Reads files: call it from a thread."""
        return opening.to_go_on(paths().matches, stop=stop)

    def go_on(self, path: Path) -> None:
        self.exit(GoOn(path))

    def choose(self, what: str) -> None:
        """Opens a page over home; keys that were typed before it stands there choose nothing more."""
        if not self._away:
            self._away = True
            self.run_worker(self._go(what))

    async def _go(self, what: str) -> None:
        try:
            await getattr(self, f"_{what}")()
        finally:
            self._away = False

    async def _new(self) -> None:
        await self._set_up(None)

    async def _set_up(self, played: Played | None) -> None:
        before = remembered.recall()
        known = Played(before.rules if before.rules in rules.names() else "mattel")
        first = Wanted(before.seats, played or self._asked or known, self._track or before.track, 1)
        wanted = await self.push_screen_wait(Setup(first, before.names))
        if wanted is not None:
            remembered.remember(wanted.seats, wanted.rules.name, wanted.track)
            self.exit(wanted)

    async def _rules(self) -> None:
        chosen = await self.push_screen_wait(RuleSets(self._asked or Played()))
        if chosen is not None:
            await self._set_up(chosen)

    async def _history(self) -> None:
        await self.push_screen_wait(History())

    def replay(self, replayed: Replayed) -> None:
        self.push_screen(Replay(replayed))

    async def _boards(self) -> None:
        await self.push_screen_wait(IdleBoards())

    async def _quit(self) -> None:
        self.exit(None)

    # -- on every page ----------------------------------------------------------------------------------------------

    def action_command(self, name: str, key: str = "") -> None:
        do: dict[str, Callable[[], None]] = {
            "language": self._switch_language, "theme": self._next_theme, "quit": lambda: self.exit(None),
            "help": self._help,
        }  # fmt: skip
        do[name]()

    def _switch_language(self) -> None:
        words.use("en" if words.current() == "zh" else "zh")
        for screen in self.screen_stack:
            if isinstance(screen, Page):
                screen.show()

    def _help(self) -> None:
        page = self.screen
        if isinstance(page, Page) and page.ABOUT:
            self.push_screen(Keys(page.ABOUT, page.query_one(KeyBar).shown))

    def _next_theme(self) -> None:
        names = [theme.name for theme in THEMES]
        self.theme = names[(names.index(self.theme) + 1) % len(names)]


def ask(
    asked: Played | None = None,
    track: str | None = None,
    lang: str | None = None,
    problem: str = "",
    page: str = "",
) -> Answer | None:
    """Shows the home screen, or the page of that name over it, until a match is chosen; `None`: somebody quit."""
    return Front(asked, track, lang, problem, page).run()


def watch(replayed: Replayed, lang: str | None = None) -> None:
    """Shows one match again until somebody has seen enough."""
    Front(lang=lang, replayed=replayed).run()
