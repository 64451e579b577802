"""The scoreboard: points, rounds won and cards drawn as fines; where there is room, a bar towards the target."""

from __future__ import annotations

from collections import Counter

from textual.content import Content
from textual.reactive import reactive

from unotable.app import cells
from unotable.app.widgets.pane import Pane
from unotable.app.words import tr
from unotable.journal.statistics import fines
from unotable.match.view import View


class Scores(Pane):
    target: reactive[int] = reactive(0)

    def draw(self, cells: int, rows: int) -> list[Content]:
        return draw(self.view, self.target, cells, rows) if self.view is not None else []


def draw(view: View, target: int, cells_: int, rows: int) -> list[Content]:
    table = view.table
    won = Counter(round_.winner for round_ in table.rounds if round_.winner is not None)
    fined = fines(table)
    best = max((seat.score for seat in table.seats), default=0)
    name = cells_ - 17
    goal = tr("to {n}", n=target) if target else ""
    heading = tr("SCORES")
    out = [
        cells.line((f" {heading}", "bold"), (cells.fit(f"{goal} ", cells_ - 1 - cells.width(heading), ">"), "$faint"),
                   cells=cells_),
        cells.line(
            (" " * (4 + name) + cells.fit(tr("pts"), 5, ">") + cells.fit(tr("won"), 4, ">")
             + cells.fit(tr("pen"), 4, ">"), "$faint"),
            cells=cells_,
        ),
    ]  # fmt: skip
    bars = target > 0 and rows >= 2 + 2 * len(table.seats)
    for seat in table.seats:
        lead = "*" if seat.score == best and best > 0 else " "
        fine = f"{fined[seat.seat]}" if fined[seat.seat] else "-"
        rounds = f"{won[seat.seat]}" if won[seat.seat] else "-"
        look = "$faint" if not seat.playing else ("bold" if lead == "*" else "")
        text = f"{lead}{seat.seat:>2} {cells.fit(seat.name, name)}{seat.score:>5}{rounds:>4}{fine:>4}"
        out.append(cells.line((text, look), cells=cells_))
        if bars:
            long = cells_ - 6
            filled = max(0, min(long, seat.score * long // target))
            out.append(cells.line("    ", ("=" * filled, "$accent"), ("." * (long - filled), "$faint"), cells=cells_))
    return out
