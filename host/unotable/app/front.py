"""Before a match: home, setup, rules, boards and history. It answers which match to play.

The table's own app is started with that match afterwards (cli/tables.py), in the same process.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from unotable.app.pages import Pages
from unotable.app.screens.forfeits import Forfeits
from unotable.app.screens.glossary import Glossary
from unotable.app.screens.history import History
from unotable.app.screens.home import Home
from unotable.app.screens.idle_boards import IdleBoards
from unotable.app.screens.page import Page
from unotable.app.screens.replay import Replay
from unotable.app.screens.rulesets import Played, RuleSets
from unotable.app.screens.setup import Setup, Wanted
from unotable.config import paths
from unotable.journal import remembered, rules
from unotable.match import opening
from unotable.match.opening import Unfinished
from unotable.match.replayed import Replayed

if TYPE_CHECKING:
    from unotable.hall.messages import Seats
    from unotable.hall.publisher import Publisher
    from unotable.match.lobby import Lobby


@dataclass(frozen=True, slots=True)
class GoOn:
    """The match in this file is wanted."""

    path: Path


Answer = Wanted | GoOn
# The pages that only show something, by what home calls them
PAGES: dict[str, type[Page[None]]] = {"history": History, "glossary": Glossary, "forfeits": Forfeits}


class Front(Pages[Answer]):
    """`asked` is what the command line says about a new match, `problem` why the one chosen before cannot be played.

    `hall` is where this table is shown, and what may say who is to sit at it. `lobby` is where boards sit down; it is
    left open for the match that is begun. `ports` are the only ones where boards are looked for, where some are named.
    `page` stands over home at first; `replayed` is a match to show again, and then nothing else.
    """

    def __init__(
        self,
        asked: Played | None = None,
        track: str | None = None,
        lang: str | None = None,
        problem: str = "",
        page: str = "",
        replayed: Replayed | None = None,
        hall: Publisher | None = None,
        lobby: Lobby | None = None,
        ports: Sequence[str] | None = None,
    ) -> None:
        super().__init__(lang)
        self._lobby = lobby
        self._ports = ports
        self.problem = problem
        self.hall = hall
        self._asked = asked
        self._track = track
        self._page = page
        self._replayed = replayed
        self._away = False  # a page stands over home
        self.draft: Wanted | None = None  # a match that was being set up

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

    def go_on(self, path: Path) -> str:
        """A sentence where that cannot be."""
        self.exit(GoOn(path))
        return ""

    def choose(self, what: str) -> None:
        """Opens a page over home; keys that were typed before it stands there choose nothing more."""
        if not self._away:
            self._away = True
            self.run_worker(self._go(what))

    async def _go(self, what: str) -> None:
        do = {"new": self._new, "seats": self._seats, "rules": self._rules, "boards": self._boards}
        try:
            if what == "quit":
                self.exit(None)
            elif what in do:
                await do[what]()
            else:
                await self.push_screen_wait(PAGES[what]())
        finally:
            self._away = False

    async def _new(self) -> None:
        await self._set_up(None)

    async def _set_up(self, played: Played | None, seats: tuple[str, ...] = ()) -> None:
        before = remembered.recall()
        known = Played(before.rules if before.rules in rules.names() else "mattel")
        first = self.draft or Wanted(before.seats, self._asked or known, self._track or before.track, 1)
        first = replace(first, seats=seats or first.seats, rules=played or first.rules)
        wanted = await self.push_screen_wait(Setup(first, before.names, self._lobby))
        if wanted is None:
            if self._lobby is not None:  # its ports are free before another page can ask for them
                await asyncio.to_thread(self._lobby.close)
        else:
            remembered.remember(wanted.seats, wanted.rules.name, wanted.track)
            self.exit(wanted)

    @property
    def offer(self) -> Seats | None:
        """Whom the hall wants at this table next, if anybody."""
        return self.hall.offer if self.hall is not None else None

    async def _seats(self) -> None:
        """The names that the hall has sent, with its rules, to be looked at and begun."""
        if (offer := self.offer) is not None:
            await self._set_up(Played(offer.rules, dict(offer.set)), offer.seats)

    async def _rules(self) -> None:
        chosen = await self.push_screen_wait(RuleSets(self._asked or Played()))
        if chosen is not None:
            await self._set_up(chosen)

    async def _boards(self) -> None:
        await self.push_screen_wait(IdleBoards(self._ports))

    def replay(self, replayed: Replayed) -> None:
        self.push_screen(Replay(replayed))


def ask(
    asked: Played | None = None,
    track: str | None = None,
    lang: str | None = None,
    problem: str = "",
    page: str = "",
    hall: Publisher | None = None,
    lobby: Lobby | None = None,
    ports: Sequence[str] | None = None,
) -> Answer | None:
    """Shows the home screen, or the page of that name over it, until a match is chosen; `None`: somebody quit."""
    return Front(asked, track, lang, problem, page, hall=hall, lobby=lobby, ports=ports).run()


def watch(replayed: Replayed, lang: str | None = None) -> None:
    """Shows one match again until somebody has seen enough."""
    Front(lang=lang, replayed=replayed).run()
