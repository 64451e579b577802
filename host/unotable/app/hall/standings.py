"""Who leads, a list a rule set."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding

from unotable.app.cells import fit
from unotable.app.hall.page import HallPage
from unotable.app.widgets.rows import Line, Rows
from unotable.app.words import tr
from unotable.hall import telling
from unotable.hall.standings import Group
from unotable.locale import mark

WIDTHS = (6, 20, 8, 8, 9, 9, 9)


class Standings(HallPage):
    ABOUT = mark("Points of different rule sets are never added: each has its own list. Equal players share a place.")
    BINDINGS = [Binding("r", "other", show=False)]

    def body(self) -> ComposeResult:
        self._at = 0
        yield Rows(classes="body")

    def on_mount(self) -> None:
        super().on_mount()
        self.query_one(Rows).focus()

    def show(self) -> None:
        groups = self.groups()
        self._at = min(self._at, max(0, len(groups) - 1))
        other = (("screen.other", "r", tr("other rules")),) if len(groups) > 1 else ()
        self.title_and_keys(self.heading(tr("standings")), (
            *other, ("screen.back", "Esc", tr("back")), ("screen.finder", "f", tr("who sits where")),
            ("language", "L", tr("language")), ("quit", "q", tr("quit")),
        ))  # fmt: skip
        rows = self.query_one(Rows)
        rows.fill(lines(groups, self._at), max(2, rows.at))

    def action_other(self) -> None:
        self._at = (self._at + 1) % max(1, len(self.groups()))
        self.show()


def lines(groups: list[Group], at: int) -> list[Line]:
    if not groups:
        return [((tr("No round has been finished yet."), "$faint"),)]
    group = groups[at]
    of = f"  {at + 1}/{len(groups)}" if len(groups) > 1 else ""
    told = tr("matches: {matches}, rounds: {rounds}", matches=group.matches, rounds=group.rounds)
    out: list[Line] = [
        ((f"{group.rules}{of}", "bold $accent"), (f"  {telling.mode(group)}  {told}", "$faint")),
        (("".join(_cell(head, i) for i, head in enumerate(heads())), "$faint"),),
    ]
    for it in group.people:
        row = (it.place, it.name, it.points, it.rounds, it.won, it.matches, it.matches_won)
        look = "bold" if it.place == 1 else ""
        out.append((("".join(_cell(str(text), i) for i, text in enumerate(row)), look),))
    return out


def heads() -> tuple[str, ...]:
    """Short ones: a terminal may have eighty cells only."""
    return (tr("place"), tr("player"), tr("pts"), tr("rounds"), tr("rd won"), tr("matches"), tr("won"))


def _cell(text: str, column: int) -> str:
    return fit(fit(text, WIDTHS[column] - 1, "<" if column == 1 else ">"), WIDTHS[column])
