"""Who sits already, while a match is set up: a mark behind each name, and what was said below the names."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.reactive import reactive
from textual.style import Style

from unotable.app import cells
from unotable.app.widgets.pane import Pane
from unotable.app.widgets.seat import mark
from unotable.app.words import tr
from unotable.match.lobby import Gathered
from unotable.match.roster import SEAT_COLOURS
from unotable.match.view import BoardView

NOBODY = Gathered()


class Place(Pane):
    """The board of one line: `seat` is the line's, `None` while it is nobody's."""

    seat: reactive[int | None] = reactive(None)
    gathered: reactive[Gathered] = reactive(NOBODY)

    def draw(self, cells_: int, rows: int) -> list[Content]:
        return [cells.line(*place(self.gathered, self.seat), cells=cells_)]


def place(gathered: Gathered, seat: int | None) -> tuple[tuple[str, str], ...]:
    """What stands behind a name."""
    if seat is None:
        return ()
    if gathered.pressed is not None and gathered.pressed[0] == seat:
        return ((f" {gathered.pressed[1].upper():^8}", "bold reverse"),)
    board = next((board for board in gathered.boards if board.seat == seat), None)
    if gathered.asked == seat and (board is None or board.state == "absent"):
        return ((f" {tr('press UNO')}", "bold $warning"),)
    if board is None:
        return ()
    told = {"ready": tr("ready"), "unsure": tr("unsure"), "absent": tr("absent")}.get(board.state, board.state)
    colour = SEAT_COLOURS[(seat - 1) % len(SEAT_COLOURS)]  # of its lamp
    look = "$success" if board.state == "ready" else "bold $warning"
    return (" ", ""), (" ", f"on #{colour}"), (f"{mark(board)} {told}", look)


class Sitting(Pane):
    """What is to be done, what was said last and what buttons do here; nothing while no board has been heard of."""

    names: reactive[tuple[str, ...]] = reactive(())
    gathered: reactive[Gathered] = reactive(NOBODY)

    def draw(self, cells_: int, rows: int) -> list[Content]:
        return draw(self.gathered, self.names, cells_, rows)


def draw(gathered: Gathered, names: Sequence[str], cells_: int, rows: int) -> list[Content]:
    if not gathered.boards:
        return []
    parts: list[tuple[str, str | Style]] = [(_wanted(gathered, names), "bold")]
    parts += [(text, "$primary") for text in gathered.said[-1:]]
    if any(sits(board) for board in gathered.boards):
        parts.append((tr("UNO again shows its seat; held, it gets up."), "$faint"))
        parts.append((tr("F10: all get up."), cells.click("screen.get_up")))
    out: list[Content] = []
    for text, look in parts:
        lines = cells.wrap(cells.certain(text), cells_ - 1) if text else []
        if len(out) + len(lines) <= rows:
            out += [cells.line((f" {line}", look), cells=cells_) for line in lines]
    return out


def sits(board: BoardView) -> bool:
    return board.seat is not None and board.state in ("ready", "unsure")


def _wanted(gathered: Gathered, names: Sequence[str]) -> str:
    asked = gathered.asked
    if not names:
        return tr("type the names, then everybody presses UNO")
    if asked is not None and asked <= len(names):
        return tr("seat {seat}, {name}: press UNO", seat=asked, name=names[asked - 1])
    there = sum(sits(board) for board in gathered.boards)
    return tr("boards at seats: {n} of {all}", n=there, all=len(names)) if there else ""
