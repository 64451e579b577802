"""Which screen a command opens over the table. The match goes on meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unotable.app.acts.rounds import losers
from unotable.app.screens.base import Showing
from unotable.app.screens.boards import Boards
from unotable.app.screens.forfeits import Forfeits
from unotable.app.screens.glossary import Glossary
from unotable.app.screens.history import History
from unotable.app.screens.keys import explain
from unotable.app.screens.page import Page
from unotable.app.screens.scoring import Scoring

if TYPE_CHECKING:
    from unotable.app.app import Unotable


def scoring(app: Unotable, key: str = "") -> None:
    if not isinstance(app.screen, Scoring):
        app.push_screen(Scoring())


def keys(app: Unotable, key: str) -> None:
    """Help: of what is shown, else of the table."""
    from unotable.app.screens.help import Help  # it reads the registry, which reads this file

    if isinstance(app.screen, Page) or (isinstance(app.screen, Showing) and app.screen.ABOUT):
        explain(app.screen)
    elif not isinstance(app.screen, Help):
        app.push_screen(Help())


def boards(app: Unotable, key: str) -> None:
    app.push_screen(Boards())


def history(app: Unotable, key: str) -> None:
    if not isinstance(app.screen, Page):
        app.push_screen(History())


def glossary(app: Unotable, key: str) -> None:
    if not isinstance(app.screen, Page):
        app.push_screen(Glossary())


def forfeits(app: Unotable, key: str) -> None:
    """For those who lost: the match's losers, else who holds the worst hand of the latest round."""
    if app.view is not None and not isinstance(app.screen, Page):
        table = app.view.table
        app.push_screen(Forfeits(tuple(table.seat(seat).name for seat in losers(table))))
