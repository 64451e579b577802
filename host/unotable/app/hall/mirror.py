"""One table as its own players see it, with its feed; nothing here reaches the table."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal

from unotable.app.hall.page import HallPage
from unotable.app.screens.base import HEIGHTS, WIDTHS
from unotable.app.screens.page import Heading, Wrong
from unotable.app.widgets.feed import Feed
from unotable.app.widgets.keybar import KeyBar
from unotable.app.widgets.ring import Ring
from unotable.app.widgets.scores import Scores
from unotable.app.words import current, tr
from unotable.hall import glance, telling
from unotable.hall.messages import State
from unotable.locale import mark


class Mirror(HallPage):
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    ABOUT = mark("A table as its players see it. Nothing here changes it.")

    def __init__(self, table: str) -> None:
        super().__init__()
        self._table = table
        self._state: State | None = None

    def compose(self) -> ComposeResult:
        yield Heading()
        with Horizontal(id="middle"):
            yield Ring()
            yield Scores()
        yield Wrong()
        yield Feed()
        yield KeyBar()

    def show(self) -> None:
        found = next((it for it in self.room.tables if it.table == self._table), None)
        state = found.state if found is not None else None
        status = telling.status(found.status(self.room.at)) if found is not None else tr("GONE")
        title = f"{self._table}  {status}"
        if state is not None and state.seats:
            title += f"  {tr('round {n}', n=state.round)}  {state.rules}"
        self.title_and_keys(title, (
            ("screen.back", "Esc", tr("back")), ("screen.standings", "s", tr("standings")),
            ("language", "L", tr("language")), ("quit", "q", tr("quit")),
        ))  # fmt: skip
        panes = (self.query_one(Ring), self.query_one(Scores), self.query_one(Feed))
        for pane in panes:
            pane.words = current()
        self.wrong(tr("Nobody plays at this table now.") if state is None or not state.seats else telling.doing(state))
        if state is not None and state.seats and state != self._state:
            self._state = state
            self.query_one(Scores).target = state.target
            view = glance.view(state)
            for pane in panes:
                pane.view = view
