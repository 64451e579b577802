"""The rounds so far: what each seat got in the latest of them, its sum, and a line of how its score went."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from textual.content import Content

from unotable.app import cells
from unotable.app.widgets.pane import Pane
from unotable.app.words import tr
from unotable.game.table import Table
from unotable.match.view import View

NAME, POINTS, SUM = 10, 6, 7  # cells of a column
LEVELS = "_.-~'^"  # from the lowest score to the highest, in signs of certain width
SPARK = 12  # the latest rounds that the line shows


class Rounds(Pane):
    def draw(self, cells: int, rows: int) -> list[Content]:
        return draw(self.view, cells, rows) if self.view is not None else []


def draw(view: View, cells_: int, rows: int) -> list[Content]:
    """A row a seat; the winner of a round has a `*` at its points."""
    table = view.table
    spark = min(SPARK, max(4, (cells_ - NAME - SUM - 2) // 3))
    fits = max(1, (cells_ - NAME - SUM - spark - 3) // POINTS)
    first = max(0, len(table.rounds) - fits)
    shown = table.rounds[first:]
    if not shown:
        return [cells.line((f" {tr('No round is over yet.')}", "$faint"), cells=cells_)]
    numbers = "".join(cells.fit(str(number), POINTS, ">") for number in range(first + 1, first + 1 + len(shown)))
    head = f" {cells.fit(tr('rounds'), NAME)}{numbers}{cells.fit(tr('sum'), SUM, '>')}"
    out = [cells.line((head, "$faint"), cells=cells_)]
    scale = _scale(table)
    for seat in table.seats:
        got: list[tuple[str, str]] = []
        for round_ in shown:
            points = round_.points.get(seat.seat)
            won = round_.winner == seat.seat
            text = "-" if points is None else f"{points:+d}"
            got.append((cells.fit(f"*{text}" if won else text, POINTS, ">"), "bold $success" if won else ""))
        out.append(
            cells.line(
                (f" {cells.fit(seat.name, NAME)}", "" if seat.playing else "$faint"),
                *got,
                (f"{seat.score:>{SUM}}", "bold"),
                (f"  {sparkline(course(table, seat.seat)[-spark:], *scale)}", "$accent"),
                cells=cells_,
            )
        )
    return out if len(out) <= rows else out[1 : rows + 1]


def course(table: Table, seat: int) -> list[int]:
    """The seat's score after each round; points given otherwise (a seat that was taken over) stand at the beginning."""
    gains = [round_.points.get(seat, 0) for round_ in table.rounds]
    start = table.seat(seat).score - sum(gains)
    return list(accumulate(gains, initial=start))[1:]


def _scale(table: Table) -> tuple[int, int]:
    """One scale for all, so that lines can be compared."""
    all_ = [score for seat in table.seats for score in course(table, seat.seat)] + [0]
    return min(all_), max(all_)


def sparkline(values: Sequence[int], low: int, high: int) -> str:
    """A sign a value, from `_` at `low` to `^` at `high`."""
    last = len(LEVELS) - 1
    return "".join(LEVELS[round((value - low) / (high - low) * last)] if high > low else LEVELS[0] for value in values)
