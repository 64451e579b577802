"""The first row: which match this is, and whether every board is well."""

from __future__ import annotations

from dataclasses import replace

from textual.content import Content

from unotable.app import cells
from unotable.app.widgets.pane import Pane
from unotable.app.words import tr
from unotable.locale import mark
from unotable.match.view import View

TRACKS = {"full": mark("full"), "keys": mark("keys"), "buzzer": mark("buzzer")}


class Title(Pane):
    def draw(self, cells: int, rows: int) -> list[Content]:
        return [draw(self.view, cells)] if self.view is not None else []


def draw(view: View, cells_: int) -> Content:
    table = view.table
    left = f" unotable  {tr('round {n}', n=table.round)}  {view.rules_name}  {tr(TRACKS[view.table.track])}"
    health, look = boards(view)
    state = f" {tr('PAUSED')} " if table.paused else ""
    room = cells_ - cells.width(state) - cells.width(health) - 2
    return cells.line(
        (cells.fit(left, room), "bold"),
        (state, "bold $ink-r on $card-r"),
        (f" {health} ", look),
        cells=cells_,
    )


def boards(view: View) -> tuple[str, str]:
    """How many boards are ready, and a look for it; a trouble is named before the count."""
    keys = sum(board.kind == "keys" for board in view.boards)
    if keys:
        rest = tuple(board for board in view.boards if board.kind != "keys")
        told, look = boards(replace(view, boards=rest)) if rest else ("", "$success")
        return f"{told}  {tr('seat keys')} {keys} +-30 ms".strip(), look
    if not view.boards:
        return tr("no boards"), "$faint"
    ready = sum(board.state == "ready" and board.seat is not None for board in view.boards)
    for state, word in (("absent", tr("absent")), ("refused", tr("refused")), ("unsure", tr("clock unsure"))):
        wrong = [board for board in view.boards if board.state == state]
        if wrong:
            seats = " ".join(str(board.seat) for board in wrong if board.seat is not None)
            return f"{tr('boards')} {ready}/{len(view.boards)}  {word} {seats}".rstrip(), "bold $warning"
    return f"{tr('boards')} {ready}/{len(view.boards)}", "$success"
