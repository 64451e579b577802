"""All tables at a glance, those that ask for a referee first; one is opened to be looked at."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.reactive import reactive

from unotable.app import cells
from unotable.app.cells import fit
from unotable.app.hall.mirror import Mirror
from unotable.app.hall.page import HallPage
from unotable.app.screens.ask import Choice, Choose
from unotable.app.widgets.pane import Pane
from unotable.app.widgets.rows import Line, Rows
from unotable.app.words import current, tr
from unotable.config import paths
from unotable.hall import export, telling
from unotable.hall.hall import HallView
from unotable.hall.room import ORDER, Status, TableView
from unotable.hall.store import Store, StoreError
from unotable.locale import mark

LOOKS: dict[Status, str] = {
    "call": "bold $ink-r on $card-r", "live": "bold $success", "idle": "$faint", "paused": "bold $warning",
    "over": "bold $accent", "gone": "$faint",
}  # fmt: skip


class Counts(Pane):
    """How many tables there are of each kind; who calls, as loud as a row can be."""

    room: reactive[HallView | None] = reactive(None)

    def draw(self, cells_: int, rows: int) -> list[Content]:
        return [counts(self.room, cells_)] if self.room is not None else []


def counts(room: HallView, cells_: int) -> Content:
    found = [(it, it.status(room.at)) for it in room.tables]
    calling = [it for it, status in found if status == "call"]
    if calling:
        told = "  ".join(f"{it.table}: {telling.doing(it.state)}" for it in calling)
        return cells.line((f" {tr('REFEREE')}  {told}", "bold $ink-r on $card-r"), cells=cells_, style="on $card-r")
    numbers = [(status, sum(status == s for _, s in found)) for status in ORDER]
    parts = [(f"  {number} {telling.status(status)}", LOOKS[status]) for status, number in numbers if number]
    return cells.line(*(parts or [(f" {tr('No table has been seen yet.')}", "$faint")]), cells=cells_)


class Tables(HallPage):
    ABOUT = mark("Every table of the room. One whose players hold UNO down asks for a referee and stands first.")
    BINDINGS = [
        Binding("n", "next_round", show=False),
        Binding("e", "export", show=False),
        Binding("escape", "nothing", show=False),
    ]

    def body(self) -> ComposeResult:
        self._tables: list[TableView] = []
        self._made: dict[str, tuple[TableView, tuple[Status, int, str], Line]] = {}
        yield Counts()
        yield Rows(classes="body")

    def on_mount(self) -> None:
        super().on_mount()
        self.query_one(Rows).focus()
        self.wrong(self.room.problem or self.hall_app.said)

    def show(self) -> None:
        room, rows = self.room, self.query_one(Rows)
        next_round = (("screen.next_round", "n", tr("next tournament round")),) if self._leads else ()
        self.title_and_keys(self.heading(tr("hall")), (
            ("", "Enter", tr("look at it")), ("screen.standings", "s", tr("standings")), *next_round,
            ("screen.finder", "f", tr("who sits where")),
            *((("screen.export", "e", tr("export")),) if self.hall_app.hall.leads else ()),
            ("language", "L", tr("language")), ("quit", "q", tr("quit")),
        ))  # fmt: skip
        counted = self.query_one(Counts)
        counted.words, counted.room = current(), room
        chosen = self._chosen()
        self._tables = sorted(room.tables, key=lambda it: (ORDER.index(it.status(room.at)) > 0, it.table))
        names = [it.table for it in self._tables]
        at = 1 + names.index(chosen.table) if chosen is not None and chosen.table in names else max(1, rows.at)
        rows.fill(self._lines(max(40, self.size.width - 2)), at)

    @property
    def _leads(self) -> bool:
        return self.hall_app.hall.leads and self.hall_app.hall.tournament is not None

    def _lines(self, cells_: int) -> list[Line]:
        """A head, then a line a table; of hundreds only those are made anew that changed."""
        before, self._made = self._made, {}
        for it in self._tables:
            status = it.status(self.room.at)
            key = (status, cells_, current())
            known = before.get(it.table)
            made = known[2] if known and known[0] is it and known[1] == key else line(it, status, cells_)
            self._made[it.table] = (it, key, made)
        return [head(cells_), *(made for _, _, made in self._made.values())]

    def _chosen(self) -> TableView | None:
        at = self.query_one(Rows).at - 1
        return self._tables[at] if 0 <= at < len(self._tables) else None

    @on(Rows.Moved)
    def _tell(self) -> None:
        """What a table sent that cannot be read."""
        chosen = self._chosen()
        if chosen is not None and chosen.problem:
            self.wrong(tr("not understood: {what}", what=chosen.problem))

    @on(Rows.Picked)
    def _picked(self) -> None:
        chosen = self._chosen()
        if chosen is not None:
            self.app.push_screen(Mirror(chosen.table))

    def action_nothing(self) -> None:
        self.wrong("")

    async def _ask_round(self) -> None:
        tournament, now = self.hall_app.hall.tournament, self.room.round
        if tournament is None or not self._leads:
            return
        last = tournament.file.rounds
        choices = [Choice(str(i), tr("round {n} of {all}", n=number, all=last), number)
                   for i, number in enumerate((now + 1, now - 1), 1) if 1 <= number <= last]  # fmt: skip
        if not choices:
            return
        question = tr("Which round? The tables are told who sits there.")
        found = await self.app.push_screen_wait(Choose(question, choices))
        if isinstance(found, int):
            self.hall_app.hall.go_to(found)

    def action_next_round(self) -> None:
        self.run_worker(self._ask_round())

    def action_export(self) -> None:
        if not self.hall_app.hall.leads:
            return
        tournament, app = self.hall_app.hall.tournament, self.hall_app

        def write(store: Store | None, view: HallView) -> None:
            stem = paths().matches.parent / "hall" / f"{view.room}-{datetime.now():%Y-%m-%dT%H-%M-%S}"
            of = tournament.rounds_of(view.sheets) if tournament is not None else None
            try:
                app.tell(tr("Kept as {csv} and {json}", csv=_written(stem, store, view, of), json=f"{stem.name}.json"))
            except (OSError, StoreError) as error:
                app.tell(str(error))

        app.hall.ask(write)


def _written(stem: Path, store: Store | None, view: HallView, of: dict[str, int] | None) -> Path:
    rounds = list(store.rounds()) if store is not None else []
    stem.parent.mkdir(parents=True, exist_ok=True)
    page = stem.with_name(stem.name + ".csv")
    page.write_text("\ufeff" + export.as_csv(view.sheets, rounds, of), encoding="utf-8", newline="")
    page.with_suffix(".json").write_text(export.as_json(view.sheets, rounds, of), encoding="utf-8")
    return page


def head(cells_: int) -> Line:
    name, rules, lead = widths(cells_)
    heads = (fit(tr("table"), name), fit(tr("status"), 9), fit(tr("rounds"), 7), fit(tr("rules"), rules),
             fit(tr("leads"), lead), tr("now"))  # fmt: skip
    return (("".join(heads), "$faint"),)


def line(it: TableView, status: Status, cells_: int) -> Line:
    """A table's line."""
    name, rules, lead = widths(cells_)
    state = it.state
    faint = "$faint" if status in ("gone", "idle") else ""
    played = state is not None and bool(state.seats)
    return (
        (fit(it.table, name), faint or "bold"),
        (fit(telling.status(status), 8), LOOKS[status]), (" ", ""),
        (fit(str(state.round) if state is not None and played else "", 7), faint),
        (fit(state.rules if state is not None and played else "", rules), faint),
        (fit(fit(telling.leaders(state), lead - 1), lead), faint),
        (telling.doing(state) if played else "", faint),
    )  # fmt: skip


def widths(cells_: int) -> tuple[int, int, int]:
    """Of a table's name, its rules and its leader."""
    return (20, 14, 24) if cells_ >= 100 else (12, 0, 17)
