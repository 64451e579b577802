"""The table from above: the seats clockwise in their real order, round the centre."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.geometry import Region
from textual.reactive import var
from textual.widget import Widget

from unotable.app.widgets.centre import Centre
from unotable.app.widgets.seat import SeatCard, faces
from unotable.match.view import View

# Seats along the top, right, bottom and left, for each size of the party: clockwise from the top left corner.
SIDES = {
    1: (1, 0, 0, 0), 2: (1, 0, 1, 0), 3: (2, 0, 1, 0), 4: (2, 0, 2, 0), 5: (2, 1, 1, 1),
    6: (2, 1, 2, 1), 7: (3, 1, 2, 1), 8: (3, 1, 3, 1), 9: (4, 1, 3, 1), 10: (4, 1, 4, 1),
}  # fmt: skip
MIDDLE = 5  # rows the centre needs at least
CENTRE = 34  # cells the centre would like between the seats at its sides: 76 leave these their solid digits
NARROWEST = 13  # cells of a seat card with room for its tags
LOW = 12  # rows below which a card has none for digits
WIDEST = 34  # cells of a seat card: wider ones are harder to take in at a glance


def places(count: int, cells: int, rows: int) -> tuple[list[Region], Region]:
    """Where each of `count` seats goes in `cells` × `rows`, in seat order, and the centre between them."""
    top, right, bottom, left = SIDES[count]
    high = max(4, min((rows - MIDDLE) // 2, rows * 31 // 100)) if rows >= LOW else max(1, (rows - 4) // 2)
    middle = max(rows - 2 * high, 1)
    most = max(top, bottom, 2)
    wide = min(cells // most - 1, WIDEST)

    def row(number: int, y: int) -> list[Region]:
        slot = cells / number if number else 0
        return [Region(round(slot * i + (slot - wide) / 2), y, wide, high) for i in range(number)]

    side = min(wide, max(NARROWEST, (cells - CENTRE) // 2))
    y = high + max(0, (middle - high) // 2)
    tall = min(high, middle)
    out = row(top, 0)
    if right:
        out.append(Region(cells - side, y, side, tall))
    out += reversed(row(bottom, high + middle))
    if left:
        out.append(Region(0, y, side, tall))
    edge = side + 1 if right or left else max(1, (cells - 60) // 2)
    return out, Region(edge, high, cells - 2 * edge, middle)


class Ring(Widget, can_focus=False):
    """Keeps a card a seat, each repainted only when something on it changed."""

    # No reactive: the ring itself draws nothing, and its cards and centre know best what of them has changed.
    view: var[View | None] = var(None)
    words: var[str] = var("en")
    chosen: var[int | None] = var(None)
    lamps: var[tuple[str, ...]] = var(())

    def __init__(self) -> None:
        super().__init__()
        self._centre = Centre()  # a view may come before it stands there
        self._cards: list[SeatCard] = []

    def compose(self) -> ComposeResult:
        yield self._centre

    def on_resize(self) -> None:
        self._arrange()

    async def watch_view(self, view: View | None) -> None:
        if view is None:
            return
        if len(self._cards) != len(view.table.seats):
            await self.query(SeatCard).remove()
            self._cards = [SeatCard() for _ in view.table.seats]
            await self.mount(*self._cards)
            self._arrange()
        self._show()
        self._centre.view = view

    def show_clock(self, seconds: int | None) -> None:
        self._centre.clock = seconds

    def watch_chosen(self) -> None:
        self._show()

    def watch_lamps(self) -> None:
        self._show()

    def watch_words(self, words: str) -> None:
        for card in self._cards:
            card.words = words
        self._centre.words = words

    def _show(self) -> None:
        if self.view is not None:
            for card, face in zip(self._cards, faces(self.view, self.chosen, self.lamps), strict=False):
                card.face = face
                card.words = self.words

    def _arrange(self) -> None:
        if not self._cards or not self.size:
            return
        seats, centre = places(len(self._cards), *self.size)
        for widget, region in zip((*self._cards, self._centre), (*seats, centre), strict=True):
            widget.styles.offset = (region.x, region.y)
            widget.styles.width = region.width
            widget.styles.height = region.height
