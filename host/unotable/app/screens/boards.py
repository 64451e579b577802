"""Every board: where it sits and how its link and clock are, with the reason where something is wrong.

Arrows choose a board, F1-F10 seat it, - makes it get up: for boards that were mixed up, or one that stands in.
"""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.reactive import reactive

from unotable.app import cells
from unotable.app.screens.base import Showing
from unotable.app.widgets.keybar import KeyBar
from unotable.app.widgets.pane import Pane
from unotable.app.widgets.seat import mark as health
from unotable.app.widgets.title import Title
from unotable.app.words import tr
from unotable.locale import mark
from unotable.match.view import BoardView, View


class BoardList(Pane):
    chosen: reactive[str | None] = reactive(None)  # a board's id

    def draw(self, cells: int, rows: int) -> list[Content]:
        return draw(self.view, cells, self.chosen)[:rows] if self.view is not None else []


class Boards(Showing):
    CSS_PATH = "../styles/boards.tcss"
    ABOUT = mark("How each board is: o ready, ? its clock unsure, x absent, ! refused, k keys of a keyboard.")
    BINDINGS = [
        Binding("escape,enter,B", "back", show=False),
        Binding("down", "step(1)", show=False),
        Binding("up", "step(-1)", show=False),
        Binding("minus,delete,backspace", "seat(0)", show=False),
        *(Binding(f"f{seat}", f"seat({seat})", show=False) for seat in range(1, 11)),
    ]

    def compose(self) -> ComposeResult:
        yield Title()
        yield BoardList()
        yield KeyBar()

    def show(self) -> None:
        for pane in self.query(Pane):
            pane.words = self.referee.lang
            pane.view = self.referee.view
        chosen = self.query_one(BoardList).chosen
        seats = (("", "F1-F10", tr("seat it there")), ("screen.seat", "-", tr("no seat"))) if chosen else ()
        steps = (("", "Up Down", tr("choose a board")),) if self._boards() and not self.referee.watching else ()
        back = (("screen.back", "Esc", tr("back")), ("language", "L", tr("language")))
        self.query_one(KeyBar).shown = (*back, *seats, *steps, ("help", "?", tr("help")))

    def action_back(self) -> None:
        self.dismiss()

    def action_step(self, by: int) -> None:
        """The next board, or the one before."""
        boards, pane = self._boards(), self.query_one(BoardList)
        if not boards or self.referee.watching:
            return
        first = 0 if by > 0 else len(boards) - 1
        at = (boards.index(pane.chosen) + by) % len(boards) if pane.chosen in boards else first
        pane.chosen = boards[at]
        self.show()

    def action_seat(self, seat: int = 0) -> None:
        """The chosen board sits there; 0: nowhere."""
        board = self.query_one(BoardList).chosen
        if board in self._boards() and board is not None:
            self.referee.live.seat(board, seat or None)

    def _boards(self) -> list[str]:
        """Those that can sit."""
        view = self.referee.view
        return (
            []
            if view is None
            else [board.board for board in view.boards if board.state != "refused" and board.kind != "keys"]
        )


def draw(view: View, cells_: int, chosen: str | None = None) -> list[Content]:
    """One line a board, and a second one for what is wrong or where it is plugged in; the chosen one is marked."""
    if not view.boards:
        text = tr("No board has been heard. Plug one in, or press a seat's buttons here: F1-F10, then u c d.")
        return [cells.line((f" {line}", ""), cells=cells_) for line in cells.wrap(text, cells_ - 2)]
    out = [
        cells.line(
            (" " + " ".join((cells.fit(tr("seat"), 16), cells.fit(tr("board"), 18), cells.fit(tr("state"), 13),
                             cells.fit("+- ms", 7, ">"), cells.fit(tr("trip ms"), 8, ">"),
                             cells.fit(tr("lost"), 6, ">"))), "$faint"),
            cells=cells_,
        )
    ]  # fmt: skip
    for board in view.boards:
        out.append(_row(board, view, cells_, board.board == chosen))
        about = " ".join(part for part in (board.kind, board.firmware, board.python, board.port) if part)
        pid = f" pid {board.pid}" if board.pid is not None else ""
        why = f"{board.why}  " if board.why else ""
        out.append(cells.line("   ", (why, "bold $warning"), (about + pid, "$faint"), cells=cells_))
    return out


def _row(board: BoardView, view: View, cells_: int, chosen: bool) -> Content:
    seats = view.table.seats
    who = tr("not seated: press its UNO")
    if board.seat is not None and board.seat <= len(seats):
        who = f"{board.seat} {seats[board.seat - 1].name}"
    states = {"ready": tr("ready"), "unsure": tr("clock unsure"), "absent": tr("absent"), "refused": tr("refused")}
    look = "$success" if board.state == "ready" else "bold $warning"
    if board.state == "refused":
        who = "-"
    return cells.line(
        (
            f"{'>' if chosen else ' '}{cells.fit(who, 16)} {cells.fit(board.board, 18)} ",
            "bold reverse" if chosen else "bold",
        ),
        (f"{health(board)} {cells.fit(states.get(board.state, board.state), 11)} ", look),
        (cells.fit(_ms(board.u_us), 7, ">") + " " + cells.fit(_ms(board.rtt_us), 8, ">") + f" {board.lost:>6}", ""),
        cells=cells_,
    )


def _ms(us: int | None) -> str:
    return "-" if us is None else f"{us / 1000:.2f}"
