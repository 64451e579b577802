"""The middle of the table: the top card with its colour in words, what is pending, and which way it goes round.

The frame's chevrons run the way play runs; the card's colour is written as letter, word and pattern.
"""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive

from unotable.app import cells, digits
from unotable.app.widgets.pane import Pane
from unotable.app.words import card_words, colour_word, tr
from unotable.game.cards import UNKNOWN, parse
from unotable.game.table import Table
from unotable.match.view import View

HURRY_S = 3  # from here on the clock is red
MIDDLE_ROWS = 4  # with more, a card may take two lines
WORDS = 18  # cells kept for the words beside the card
PATTERNS = {"r": "/", "y": "=", "g": ":", "b": "~", "w": " ", UNKNOWN: " "}


class Centre(Pane):
    clock: reactive[int | None] = reactive(None)  # seconds left in this turn, where it has a limit

    def draw(self, cells: int, rows: int) -> list[Content]:
        return draw(self.view, cells, rows, self.clock) if self.view is not None else []


def draw(view: View, cells_: int, rows: int, clock: int | None = None) -> list[Content]:
    """A frame of chevrons, inside it the card, the words beside it, and the turn's clock."""
    table = view.table
    inside = max(rows - 2, 0)
    buzzer = view.table.track == "buzzer"
    if buzzer or table.phase == "first":
        words = _race(view) if buzzer else [(tr("no card yet"), "$faint")]
        body = [cells.line(word, cells=cells_ - 4) for word in _middle(words, inside)]
    else:
        body = _card_and_words(table, cells_ - 4, inside, clock)
    if buzzer or table.phase in ("first", "scoring", "between", "over"):
        return _framed(body, cells_, " ", " ", " ", " ")
    if table.direction == 1:
        return _framed(body, cells_, ">", "v", "<", "^")
    return _framed(body, cells_, "<", "^", ">", "v")


def _framed(body: list[Content], cells_: int, top: str, right: str, bottom: str, left: str) -> list[Content]:
    """The body between chevrons: one in four cells along the edges, every second row at the sides."""

    def edge(sign: str) -> Content:
        return cells.line(("  " + f"{sign}   " * ((cells_ - 3) // 4), "bold $primary"), cells=cells_)

    out = [edge(top)]
    for row, content in enumerate(body):
        here = row % 2 == len(body) // 2 % 2
        sides = (left, right) if here else (" ", " ")
        out.append(Content.assemble((sides[0], "bold $primary"), " ", content, " ", (sides[1], "bold $primary")))
    return [*out, edge(bottom)]


def _card_and_words(table: Table, cells_: int, rows: int, clock: int | None) -> list[Content]:
    wide = max(9, min(rows * 5 // 2, cells_ // 2, 25))
    patch = card(table.top, table.colour, wide, rows)
    room = cells_ - wide - 1
    ticking = _clock(clock, room - WORDS, rows) if clock is not None else []
    words = _words(table, room, rows)
    below = clock is not None and not ticking and rows >= 2 * digits.SMALL_ROWS and room >= 2 * digits.SMALL_COLS + 2
    if below and clock is not None:  # no room beside the words
        tall = digits.SOLID_ROWS if rows >= digits.SOLID_ROWS + MIDDLE_ROWS else digits.SMALL_ROWS
        words = _middle(words, rows - tall)
        under = _clock(clock, room, tall)
        told = [cells.line(word, cells=room) for word in words]
        told += [Content.assemble(line, " " * (room - line.cell_length)) for line in under]
        return [Content.assemble(patch[row], " ", told[row]) for row in range(rows)]
    if clock is not None and not ticking:
        words = [*words[:-1], (f"{words[-1][0]} {clock} s".strip(), "bold")] if words else []
    out = []
    for row, word in enumerate(_middle(words, rows)):
        right = ticking[row] if ticking else Content("")
        out.append(Content.assemble(patch[row], " ", cells.line(word, cells=room - right.cell_length), right))
    return out


def _middle(lines: list[tuple[str, str]], rows: int) -> list[tuple[str, str]]:
    """The lines in the middle of `rows`, blank above and below."""
    lines = lines[:rows]
    above = (rows - len(lines)) // 2
    return [("", "")] * above + lines + [("", "")] * (rows - len(lines) - above)


def _words(table: Table, room: int, rows: int) -> list[tuple[str, str]]:
    """The card, its named colour, what is pending and the way round; the frame tells that too, so it may give way."""
    shown = parse(table.top)
    way = tr("clockwise") if table.direction == 1 else tr("anticlockwise")
    pending = (tr("+{n} pending", n=table.pending), "bold $error") if table.pending else ("", "")
    named = shown.black or shown.colour != table.colour
    colour = ""
    if named:
        colour = tr("colour: {colour}", colour=colour_word(table.colour)) if table.colour != UNKNOWN else tr("colour?")
    name = card_words(shown, colour=False) if shown.black else card_words(shown)
    lines = [(name, "bold")]
    if cells.width(name) > room and rows > MIDDLE_ROWS:
        lines = [(part, "bold") for part in name.split(" ", 1)]
    lines += [(colour, "bold"), pending] if colour else [pending]
    return [*lines, (way, "$faint")][:rows] if len(lines) < rows else lines


def _clock(seconds: int, cells_: int, rows: int) -> list[Content]:
    """The seconds left in big digits, `rows` lines of one width; nothing where there is no room for them."""
    text = f"{min(seconds, 99):>2}"
    cells_ -= 2  # for the unit behind the digits
    if cells_ < 2 * digits.SMALL_COLS or rows < digits.SMALL_ROWS:
        return []
    scale = digits.scale_for(cells_, rows)
    big = digits.solid(text, scale) if scale else digits.small(text)
    colour = "$error" if seconds <= HURRY_S else "$foreground"
    ink = f"{colour} on {colour}" if scale else colour
    blank = Content(" " * (len(big[0]) + 2))
    above = (rows - len(big)) // 2
    inked = [
        Content.assemble(
            *digits.strokes(row, ink, f"bold {colour}"), (" s" if number == len(big) - 1 else "  ", colour)
        )
        for number, row in enumerate(big)
    ]
    return [blank] * above + inked + [blank] * (rows - len(big) - above)


def _race(view: View) -> list[tuple[str, str]]:
    """Buzzer tracking: the order of the last race."""
    race = next((ruling for ruling in reversed(view.table.rulings) if ruling.rule == "race"), None)
    if race is None or not race.by:
        return [(tr("Buttons are open"), "bold")]
    names = [view.table.seat(seat).name for seat in race.by]
    first = tr("{name} was first", name=names[0]) if not race.tie else tr("Tie: {names}", names=", ".join(names))
    lead = tr("by {ms} ms", ms=f"{race.margin / 1000:.1f}") if race.margin is not None and not race.tie else ""
    return [(first, "bold"), (lead, ""), (" ".join(f"{i}.{name}" for i, name in enumerate(names, 1)), "$faint")]


def card(top: str, colour: str, cells_: int, rows: int) -> list[Content]:
    """The top card as a patch of its colour: its letter at the edges, its pattern, its face as big as there is room."""
    shown = parse(top)
    key = "w" if shown.black else (shown.colour if shown.colour != UNKNOWN else "none")
    look = f"bold $ink-{key} on $card-{key}"
    letter = {"none": UNKNOWN}.get(key, key).upper()
    pattern = PATTERNS.get(key if key != "none" else UNKNOWN, " ")
    if shown.black and colour in PATTERNS and colour != UNKNOWN:
        look_edge, letter, pattern = f"bold $ink-{colour} on $card-{colour}", colour.upper(), PATTERNS[colour]
    else:
        look_edge = look
    signs = {"s": "S", "r": "R", "+": "+2", "w": "W", "w+": "+4"}.get(shown.face, shown.face)
    scale = digits.scale_for(cells_ - 4, rows, len(signs))
    if scale:
        face = digits.solid(signs, scale)
    elif rows >= 3 and not set(signs) & set("SRW"):
        face = digits.small(signs)
    else:
        face = [{"S": "SKIP", "R": "REV", "W": "WILD"}.get(signs, signs)]
    ink = f"$ink-{key} on $ink-{key}" if scale else look
    above = (rows - len(face)) // 2
    out = []
    for row in range(rows):
        here = row - above
        sign = face[here] if 0 <= here < len(face) else ""
        sign = f" {sign} " if sign else ""
        fill = cells_ - 2 - len(sign)
        left, right = pattern * (fill // 2), pattern * (fill - fill // 2)
        out.append(Content.assemble((letter + left, look_edge), *digits.strokes(sign, ink, look),
                                    (right + letter, look_edge)))  # fmt: skip
    return out
