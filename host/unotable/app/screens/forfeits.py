"""Forfeits: one is drawn for whoever lost, and the table changes its list here."""

from __future__ import annotations

from random import Random

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding

from unotable.app.cells import certain
from unotable.app.screens.ask import Write
from unotable.app.screens.page import Page
from unotable.app.widgets.prose import Prose
from unotable.app.widgets.rows import Rows
from unotable.app.words import tr
from unotable.journal import forfeits
from unotable.locale import mark


class Forfeits(Page[None]):
    """`losers` are the names of those who lost, as far as the table knows them; one forfeit is drawn at once."""

    ABOUT = mark("Draws a forfeit for whoever lost. The list is the table's: change it here, or in its file.")
    BINDINGS = [
        Binding("space,n", "draw", show=False),
        Binding("a", "add", show=False),
        Binding("e", "edit", show=False),
        Binding("delete,x", "remove", show=False),
        Binding("q,V", "back", show=False),
    ]

    def __init__(self, losers: tuple[str, ...] = (), rng: Random | None = None) -> None:
        super().__init__()
        self._losers = losers
        self._rng = rng or Random()
        self._lines: list[str] = []
        self._drawn = ""

    def body(self) -> ComposeResult:
        yield Prose(id="drawn")
        yield Rows(classes="body")

    def on_mount(self) -> None:
        own = forfeits.own()
        self._lines = own if own is not None else [tr(line) for line in forfeits.OURS]
        self._drawn = forfeits.draw(self._lines, self._rng)
        super().on_mount()
        self.query_one(Rows).focus()

    def show(self) -> None:
        if forfeits.own() is None:
            at = self._lines.index(self._drawn) if self._drawn in self._lines else None
            self._lines = [tr(line) for line in forfeits.OURS]  # in the language just chosen
            self._drawn = self._lines[at] if at is not None else ""
        who = ", ".join(self._losers) or tr("Whoever lost")
        drawn = self._drawn or tr("The list is empty: a adds a line.")
        self.query_one(Prose).paragraphs = ((f" {who}:", "bold"), ("", ""), (f" {drawn}", "bold $accent"))
        self.query_one(Rows).fill([((f" {certain(line)}", "$faint"),) for line in self._lines])
        self.title_and_keys(tr("forfeits"), (
            ("screen.draw", "Space", tr("draw another")), ("screen.add", "a", tr("add")),
            ("screen.edit", "e", tr("change")), ("screen.remove", "x", tr("remove")),
            ("screen.back", "Esc", tr("back")), ("language", "L", tr("language")),
        ))  # fmt: skip

    def action_draw(self) -> None:
        self._drawn = forfeits.draw(self._lines, self._rng, self._drawn)
        self.show()

    @on(Rows.Picked)
    def _picked(self) -> None:
        self.action_edit()

    def action_add(self) -> None:
        self.run_worker(self._write(None))

    def action_edit(self) -> None:
        if self._lines:
            self.run_worker(self._write(self.query_one(Rows).at))

    def action_remove(self) -> None:
        at = self.query_one(Rows).at
        if at < len(self._lines):
            self._keep([line for index, line in enumerate(self._lines) if index != at])

    async def _write(self, at: int | None) -> None:
        before = "" if at is None else self._lines[at]
        asked = Write(tr("A forfeit, in one line"), tr("Enter keeps it; Esc goes back"), before)
        text = await self.app.push_screen_wait(asked)
        line = forfeits.clean(text or "")
        if line:
            self._keep([*self._lines, line] if at is None else [*self._lines[:at], line, *self._lines[at + 1 :]])

    def _keep(self, lines: list[str]) -> None:
        try:
            forfeits.keep(lines)
        except OSError as error:
            self.wrong(tr("{path} cannot be written: {error}", path=forfeits.path(), error=error))
            return
        self._lines = lines
        self.wrong(tr("Kept in {path}", path=forfeits.path()))
        self.show()
