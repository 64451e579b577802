"""The boards while no match runs: asked once, and again on a key."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive

from unotable.app import cells
from unotable.app.screens import boards
from unotable.app.screens.page import Page
from unotable.app.widgets.pane import Pane
from unotable.app.words import tr
from unotable.game.entry import Header
from unotable.game.fold import fold
from unotable.game.ruleset import RuleSet
from unotable.journal.fields import MOST_SEATS
from unotable.locale import mark
from unotable.match import looking
from unotable.match.view import BoardView, View
from unotable.visible import visible


class Found(Pane):
    rows: reactive[tuple[BoardView, ...] | None] = reactive(None)  # `None`: being asked
    ports: tuple[str, ...] = ()  # the only ones that are asked, where some are named

    def draw(self, cells_: int, rows: int) -> list[Content]:
        if self.rows is None:
            return [cells.line((f" {tr('Looking for boards...')}", "$faint"), cells=cells_)]
        if not self.rows:
            text = tr("No board answers. Is one plugged in, with a cable that carries data?")
            if self.ports:
                ports = ", ".join(map(visible, self.ports))
                text = f"{text} {tr('Only asked: {ports}, as --port says.', ports=ports)}"
            return [cells.line((f" {line}", ""), cells=cells_) for line in cells.wrap(text, cells_ - 2)]
        names = tuple(tr("seat {n}", n=seat) for seat in range(1, MOST_SEATS + 1))
        header = Header("mattel", names)
        view = View(fold(header, RuleSet(), ()), header, "mattel", boards=self.rows)
        return boards.draw(view, cells_)[:rows]


class IdleBoards(Page[None]):
    class Answered(Message):
        def __init__(self, rows: tuple[BoardView, ...]) -> None:
            self.rows = rows
            super().__init__()

    ABOUT = mark("Every board that answers. Press its UNO in setup or in a match to seat it.")
    BINDINGS = [Binding("r,f5", "again", show=False), Binding("enter,b", "back", show=False)]

    def __init__(self, ports: Sequence[str] | None = None) -> None:
        super().__init__()
        self._ports = ports

    def body(self) -> ComposeResult:
        found = Found(classes="body")
        found.ports = tuple(self._ports or ())
        yield found

    def on_mount(self) -> None:
        super().on_mount()
        self.action_again()

    def show(self) -> None:
        self.query_one(Found).words = tr("boards")
        self.title_and_keys(tr("boards"), (
            ("screen.again", "r", tr("look again")), ("screen.back", "Esc", tr("back")),
            ("language", "L", tr("language")),
        ))  # fmt: skip

    def action_again(self) -> None:
        self.query_one(Found).rows = None
        self.run_worker(self._look, thread=True, exclusive=True)

    def _look(self) -> None:
        self.tell_page(IdleBoards.Answered(tuple(looking.boards(self._ports, stop=lambda: self.left))))

    def on_idle_boards_answered(self, message: Answered) -> None:
        self.query_one(Found).rows = message.rows
