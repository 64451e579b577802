"""What the hall's pages have in common: the room's newest view, and one way to leave."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual.binding import Binding

from unotable.app.screens.page import Page
from unotable.app.words import tr
from unotable.hall.export import counted
from unotable.hall.hall import HallView
from unotable.hall.standings import Group

if TYPE_CHECKING:
    from unotable.app.hall.app import HallApp


class HallPage(Page[None]):
    BINDINGS = [
        Binding("q", "app.command('quit')", show=False),
        Binding("s", "standings", show=False),
        Binding("f", "finder", show=False),
    ]

    @property
    def hall_app(self) -> HallApp:
        return cast("HallApp", self.app)

    @property
    def room(self) -> HallView:
        return self.hall_app.room

    def groups(self) -> list[Group]:
        """The standings: a tournament's own, where there is one."""
        tournament = self.hall_app.hall.tournament
        return counted(self.room.sheets, tournament.rounds_of(self.room.sheets) if tournament is not None else None)

    def heading(self, title: str) -> str:
        """The page, the room, the tournament's round."""
        room = self.room
        seats = next((seats for _, seats in room.seats), None)
        if seats is None:
            tournament = self.hall_app.hall.tournament
            return "  ".join([title, room.room, *([tournament.file.title] if tournament is not None else [])])
        return "  ".join([title, room.room, seats.title, tr("round {n} of {all}", n=room.round, all=seats.rounds)])

    def action_standings(self) -> None:
        from unotable.app.hall.standings import Standings

        if not isinstance(self, Standings):
            self.app.push_screen(Standings())

    def action_finder(self) -> None:
        from unotable.app.hall.finder import Finder

        if self.hall_app.hall.tournament is None and not self.room.seats:
            self.wrong(tr("Who sits where is known with --tournament FILE."))
        elif not isinstance(self, Finder):
            self.app.push_screen(Finder())
