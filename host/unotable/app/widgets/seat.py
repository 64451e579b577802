"""One place at the table: number, name, hand count in big digits, and what everybody may know about it.

Whether an UNO window is open is never drawn; `UNO!` stands there once somebody has called.
"""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import var

from unotable.app import cells, digits
from unotable.app.prompt import sits_next
from unotable.app.widgets.pane import Pane
from unotable.app.words import tr
from unotable.match.view import BoardView, View

# A board's health in one sign: ready, unsure of its clock, absent, refused, none seated here.
MARKS = {"ready": "o", "unsure": "?", "absent": "x", "refused": "!"}
NO_BOARD, KEYS = "-", "k"
LAMP_FROM = 24  # cells of a card that has room for its lamp


@dataclass(frozen=True, slots=True)
class Face:
    """All that is drawn of a seat.

    `claim` is its place in the cut queue, 0 for none; `mark` its board's health; `lamp` what the lamps of a board
    without hardware show.
    """

    seat: int
    name: str
    cards: int
    playing: bool = True
    turn: bool = False
    called: bool = False
    claim: int = 0
    dealer: bool = False
    won: bool = False
    owed: int = 0
    mark: str = ""
    chosen: bool = False
    counts: bool = True
    lamp: str = ""
    pressed: str = ""  # the button whose press is not ruled on yet
    sits: bool = False  # the next UNO of a board without a seat takes it


def faces(view: View, chosen: int | None = None, lamps: tuple[str, ...] = ()) -> list[Face]:
    """The seats of a view, in their order."""
    table = view.table
    boards = {board.seat: board for board in view.boards if board.seat is not None}
    pressed = {press.seat: press.button for press in view.unruled}
    sits = sits_next(view)
    won = table.winner if table.phase in ("scoring", "between") else None
    return [
        Face(
            seat.seat,
            seat.name,
            seat.cards,
            playing=seat.playing,
            turn=seat.seat == table.turn,
            called=seat.called,
            claim=table.claims.index(seat.seat) + 1 if seat.seat in table.claims else 0,
            dealer=seat.seat == table.dealer,
            won=seat.seat == won or seat.seat in table.winners,
            owed=seat.owed,
            mark=mark(boards.get(seat.seat)) if view.boards else "",
            chosen=seat.seat == chosen,
            counts=view.table.track != "buzzer",
            lamp=lamps[seat.seat - 1] if seat.seat <= len(lamps) else "",
            pressed=pressed.get(seat.seat, ""),
            sits=seat.seat == sits,
        )
        for seat in table.seats
    ]


def lamp_words(lamp: str) -> str:
    """A lamp pattern (`penalty 2`) in words; patterns that say nothing to others are blank."""
    name, _, arg = lamp.partition(" ")
    said = {
        "turn": tr("green"), "hurry": tr("amber"), "penalty": tr("red x{n}", n=arg or 1), "cut": tr("strobe"),
        "refused": tr("red"), "safe": tr("sweep"), "paused": tr("white"), "unsure": tr("blue, blue"),
        "nohost": tr("blue"), "unseated": tr("rainbow"), "press": tr("pressed"),
    }.get(name, "")  # fmt: skip
    return f"({said})" if said else ""


def mark(board: BoardView | None) -> str:
    if board is not None and board.kind == "keys":
        return KEYS
    return NO_BOARD if board is None else MARKS.get(board.state, "!")


class SeatCard(Pane):
    """A click chooses the seat, as its F key does."""

    class Chosen(Message):
        def __init__(self, seat: int) -> None:
            self.seat = seat
            super().__init__()

    face: var[Face | None] = var(None)

    def watch_face(self, face: Face | None) -> None:
        self.set_class(bool(face and face.turn), "turn")
        self.set_class(bool(face and not face.playing), "left")
        self.set_class(bool(face and face.chosen), "chosen")
        self.redraw()

    def on_click(self, event: Click) -> None:
        if self.face is not None:
            event.stop()
            self.post_message(self.Chosen(self.face.seat))

    def draw(self, cells: int, rows: int) -> list[Content]:
        return draw(self.face, cells, rows) if self.face is not None else []


def draw(face: Face, cells_: int, rows: int) -> list[Content]:
    """The name's row, then the count with the tags beside it."""
    look = "bold $ink-turn on $turn" if face.turn else ("$faint" if not face.playing else "bold")
    number = f"F{face.seat}" if face.chosen else f"{face.seat}"
    lead = ">" if face.turn else " "
    mark_look = "" if face.turn else ("$success" if face.mark == "o" else "$warning")
    lamp = lamp_words(face.lamp) if cells_ >= LAMP_FROM else ""
    head = cells.fit(f"{lead}{number} {face.name}", cells_ - 2 - cells.width(lamp)) + lamp
    if face.chosen:
        look += " reverse"
    health = (f" {face.mark or ' '}", f"{look} {mark_look}")
    top = cells.line((head, look), health, cells=cells_)
    tags = _tags(face)
    body = rows - 1
    count = str(face.cards) if face.counts else str(face.owed)
    if body < digits.SMALL_ROWS:
        count = f"{count if face.playing else '':>3} "
        if not body:
            head = cells.fit(f"{lead}{number} {face.name}", cells_ - 2 - len(count)) + count
            return [cells.line((head, look), health, cells=cells_)]
        said = [part for tag in tags if tag[0] for part in (tag, " ")]
        return [top, cells.line((f" {count}", "bold"), *said, cells=cells_)]
    room = cells_ - 8
    scale = digits.scale_for(room, body)
    if scale:
        big, ink = digits.solid(f"{count:>2}", scale), "$foreground on $foreground"
    else:
        big, ink = digits.small(f"{count:>2}"), ""
    if not face.playing:
        big = [" " * len(row) for row in big]
    above = (body - len(big)) // 2
    lines = [top]
    for row in range(body):
        here = row - above
        digit = big[here] if 0 <= here < len(big) else " " * len(big[0])
        tag, tag_look = tags[here] if 0 <= here < len(tags) and here < len(big) else ("", "")
        lines.append(cells.line(" ", *digits.strokes(digit, ink, "bold"), " ", (tag, tag_look), cells=cells_))
    return lines


def _tags(face: Face) -> list[tuple[str, str]]:
    """Words beside the count, always in the same rows: the call, what the seat is about to do, and its standing. A
    press stands there as soon as it has come, in the row of what it may become."""
    pressed = (face.pressed.upper(), "bold reverse")
    call = ("UNO!", "bold $ink-y on $card-y") if face.called else ("", "")
    if face.pressed == "uno":
        call = pressed
    if face.sits:
        call = (tr("sit: UNO"), "bold reverse")
    if not face.playing:
        doing = (tr("gone"), "$faint")
    elif face.pressed in ("cut", "done"):
        doing = pressed
    elif face.claim:
        doing = (tr("CUT {n}", n=face.claim), "bold $ink-r on $card-r")
    elif face.turn:
        doing = (tr("TURN"), "bold")
    else:
        doing = ("", "")
    if face.won:
        last = (tr("WON"), "bold $success")
    elif not face.counts and face.owed:
        last = (tr("owed"), "$warning")
    else:
        last = (tr("deals"), "$faint") if face.dealer else ("", "")
    return [call, doing, last]
