"""Who sits where, for a screen on the wall: every player with table and seat, in columns, page after page by itself."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.reactive import reactive

from unotable.app import cells
from unotable.app.hall.page import HallPage
from unotable.app.widgets.pane import Pane
from unotable.app.words import current, tr
from unotable.hall.hall import HallView
from unotable.journal.statistics import same
from unotable.locale import mark

PAGE_S = 8.0
COLUMN = 38  # cells a player needs at least
Found = tuple[str, str, int]  # player, table, seat


class Where(Pane):
    found: reactive[tuple[Found, ...]] = reactive(())
    page: reactive[int] = reactive(0)

    def draw(self, cells_: int, rows: int) -> list[Content]:
        return draw(self.found, self.page, cells_, rows)

    @property
    def pages(self) -> int:
        return pages(len(self.found), *self.size) if self.size else 1


class Finder(HallPage):
    ABOUT = mark("Players by name, with their table and seat of this round. Pages change by themselves.")
    BINDINGS = [
        Binding("right,pagedown,space", "turn(1)", show=False),
        Binding("left,pageup", "turn(-1)", show=False),
    ]

    def body(self) -> ComposeResult:
        yield Where(classes="body")

    def on_mount(self) -> None:
        super().on_mount()
        self.set_interval(PAGE_S, lambda: self.action_turn(1))

    def show(self) -> None:
        tournament = self.hall_app.hall.tournament
        where = self.query_one(Where)
        where.words = current()
        where.found = seated(self.room)
        if not where.found:
            self.wrong(tr("No round yet: press n at the tables."))
        elif tournament is not None:
            met = tournament.quality
            self.wrong(tr("Two players meet {fewest} to {most} times in {n} rounds.", fewest=met.fewest, most=met.most,
                          n=tournament.file.rounds))  # fmt: skip
        self.title_and_keys(self.heading(tr("who sits where")), (
            ("screen.turn", "Right", tr("next page")), ("screen.back", "Esc", tr("back")),
            ("language", "L", tr("language")), ("quit", "q", tr("quit")),
        ))  # fmt: skip

    def action_turn(self, by: int = 1) -> None:
        where = self.query_one(Where)
        where.page = (where.page + by) % where.pages


def seated(room: HallView) -> tuple[Found, ...]:
    """Everybody who is to sit somewhere, by name."""
    found = [(name, table, seat) for table, seats in room.seats for seat, name in enumerate(seats.seats, 1)]
    return tuple(sorted(found, key=lambda it: same(it[0])))


def pages(found: int, cells_: int, rows: int) -> int:
    return max(1, -(-found // (max(1, cells_ // COLUMN) * max(1, rows))))


def draw(found: tuple[Found, ...], page: int, cells_: int, rows: int) -> list[Content]:
    """The players of one page, down the first column, then the next; a blank row between where there is room."""
    columns = max(1, cells_ // COLUMN)
    gap = 2 if len(found) * 2 <= columns * rows else 1
    here = found[page % pages(len(found), cells_, rows) * columns * rows :][: columns * rows]
    long = max(1, min(rows // gap, -(-len(here) // columns)) if gap == 2 else rows)
    if len(here) < columns * long:
        long = -(-len(here) // columns)
    wide = cells_ // columns
    out: list[Content] = []
    for row in range(long):
        parts: list[tuple[str, str]] = []
        for it in here[row::long][:columns]:
            name, table, seat = it
            parts += [
                (cells.fit(f" {name}", wide - 21), "bold"),
                (cells.fit(table, 12), "bold $accent"),
                (cells.fit(tr("seat {n}", n=seat), 9), "$faint"),
            ]
        out.append(cells.line(*parts, cells=cells_))
        if gap == 2:
            out.append(cells.line("", cells=cells_))
    return out
