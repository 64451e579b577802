"""The scoreboard: points, rounds won and cards drawn as fines; where there is room, a bar towards the target.

Where seats play in teams the bars are the teams': the target is theirs.
"""

from __future__ import annotations

from collections import Counter

from textual.content import Content
from textual.reactive import reactive

from unotable.app import cells
from unotable.app.widgets.pane import Pane
from unotable.app.words import tr
from unotable.game.ruleset import FEWEST_LEAD, RuleSet
from unotable.game.table import Table
from unotable.journal.statistics import Fines
from unotable.match.view import View


class Scores(Pane):
    """`target` ends the match (0: none does); `low` says that the fewest points lead."""

    target: reactive[int] = reactive(0)
    low: reactive[bool] = reactive(False)

    def __init__(self) -> None:
        self._fines = Fines()
        super().__init__()

    def by(self, rules: RuleSet) -> None:
        self.target, self.low = rules.target, rules.score_mode in FEWEST_LEAD

    def draw(self, cells: int, rows: int) -> list[Content]:
        return draw(self.view, self.target, cells, rows, self.low, self._fines) if self.view is not None else []


def draw(
    view: View, target: int, cells_: int, rows: int, low: bool = False, fines: Fines | None = None
) -> list[Content]:
    """`fines` knows what earlier views came to."""
    table = view.table
    won = Counter(round_.winner for round_ in table.rounds if round_.winner is not None)
    fined = (fines or Fines()).of(table.rulings)
    ahead = leaders(table, low)
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
    teams = [team for team in table.teams if len(team) > 1]
    bars = target > 0 and rows >= 2 + 2 * len(table.seats) and not teams
    for seat in table.seats:
        lead = "*" if seat.seat in ahead else " "
        fine = f"{fined[seat.seat]}" if fined[seat.seat] else "-"
        rounds = f"{won[seat.seat]}" if won[seat.seat] else "-"
        look = "$faint" if not seat.playing else ("bold" if lead == "*" else "")
        text = f"{lead}{seat.seat:>2} {cells.fit(seat.name, name)}{seat.score:>5}{rounds:>4}{fine:>4}"
        out.append(cells.line((text, look), cells=cells_))
        if bars:
            out.append(_bar(seat.score, target, cells_))
    for team in teams:
        total = sum(table.seat(seat).score for seat in team)
        who = "+".join(table.seat(seat).name for seat in team)
        lead = "*" if team[0] in ahead else " "
        out.append(cells.line((f"{lead} = {cells.fit(who, name)}{total:>5}", "bold"), cells=cells_))
        if target and rows >= 2 + len(table.seats) + 2 * len(teams):
            out.append(_bar(total, target, cells_))
    return out


def leaders(table: Table, low: bool) -> set[int]:
    """The seats that lead, with their teams; nobody does while nothing was scored."""
    teams = [team for team in table.teams or ((seat.seat,) for seat in table.seats)
             if any(table.seat(seat).playing for seat in team)]  # fmt: skip
    totals = {team: sum(table.seat(seat).score for seat in team) for team in teams}
    if not any(totals.values()):
        return set()
    best = min(totals.values()) if low else max(totals.values())
    return {seat for team, total in totals.items() if total == best for seat in team}


def _bar(points: int, target: int, cells_: int) -> Content:
    long = cells_ - 6
    filled = max(0, min(long, points * long // target))
    return cells.line("    ", ("=" * filled, "$accent"), ("." * (long - filled), "$faint"), cells=cells_)
