"""A match for other programs and people: as CSV, JSON, one HTML page or a picture (sheet.py draws those two).

Everything a player typed is data: a CSV cell that a spreadsheet would take for a formula gets an apostrophe before it.
"""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass

from unotable.game.fold import Reading
from unotable.game.ruleset import RuleSet
from unotable.game.rulings import Ruling
from unotable.game.table import Table
from unotable.journal import rules
from unotable.journal.file import MatchFile
from unotable.journal.statistics import Facts, counted
from unotable.locale import current
from unotable.locale.say import say

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%", "＝", "＋", "－", "＠")  # wide ones count in some
COLUMNS = (
    "kind", "round", "time_s", "seat", "name", "points", "score", "hand", "rule", "by", "draw", "margin_ms", "bound_ms",
    "tie", "text",
)  # fmt: skip
ENDS = ("round.won", "round.void")


@dataclass(frozen=True, slots=True)
class Told:
    """A ruling, the round it fell in and its sentence."""

    round: int
    ruling: Ruling
    text: str


@dataclass(frozen=True, slots=True)
class Export:
    """What is exported of a match. `names` are by seat, from seat 1."""

    match: MatchFile
    ruleset: RuleSet
    table: Table
    facts: Facts
    told: tuple[Told, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.table.seats)

    def totals(self) -> list[list[int]]:
        """Each seat's score after each round, the start first; it ends where the table stands."""
        out = []
        for seat in self.table.seats:
            line = [0]
            for round_ in self.table.rounds:
                line.append(line[-1] + round_.points.get(seat.seat, 0))
            out.append(line)
        return out


def prepare(match: MatchFile) -> Export:
    """`RulesError`: the match's rule set is not there."""
    ruleset = rules.load(match.header.rules, match.header.overrides)
    reading = Reading(match.header, ruleset)
    reading.extend(match.entries)
    table = reading.table()
    names = [seat.name for seat in table.seats]
    phrases = rules.phrases(match.header.rules)
    told = []
    number = 1
    for ruling in table.rulings:
        text = say(ruling, names, ruleset, source=match.header.rules, phrases=phrases)
        told.append(Told(min(number, max(1, table.round)), ruling, text))
        number += ruling.rule in ENDS
    return Export(match, ruleset, table, counted(match, reading, table), tuple(told))


def as_json(made: Export) -> str:
    header = made.match.header
    return json.dumps(
        {
            "rules": header.rules,
            "set": dict(header.overrides),
            "track": made.table.track,
            "started": header.started,
            "language": current(),
            "players": made.facts.as_dict()["players"],
            "over": made.table.over,
            "winners": [made.names[seat - 1] for seat in made.table.winners],
            "rounds": [round_.as_dict() for round_ in made.table.rounds],
            "rulings": [{**told.ruling.as_dict(), "round": told.round, "text": told.text} for told in made.told],
        },
        ensure_ascii=False,
        indent=1,
    )


def as_csv(made: Export) -> str:
    """One table: a `score` line a seat, a `round` line a seat and round, a `ruling` line a ruling."""
    out = io.StringIO()
    sheet = csv.DictWriter(out, COLUMNS, restval="")
    sheet.writeheader()
    for seat in made.table.seats:
        sheet.writerow({"kind": "score", "seat": seat.seat, "name": cell(seat.name), "score": seat.score})
    totals = made.totals()
    for number, round_ in enumerate(made.table.rounds, 1):
        for seat in made.table.seats:
            sheet.writerow({
                "kind": "round", "round": number, "seat": seat.seat, "name": cell(seat.name),
                "points": round_.points.get(seat.seat, 0), "score": totals[seat.seat - 1][number],
                "hand": round_.hands.get(seat.seat, ""),
                "text": "won" if round_.winner == seat.seat else "",
            })  # fmt: skip
    for told in made.told:
        ruling = told.ruling
        sheet.writerow({
            "kind": "ruling", "round": told.round, "time_s": f"{ruling.t / 1e6:.3f}", "seat": ruling.seat or "",
            "name": cell(_name(made, ruling.seat)), "rule": ruling.rule,
            "by": cell(", ".join(_name(made, seat) for seat in ruling.by or ())),
            "draw": "" if ruling.draw is None else ruling.draw, "margin_ms": _ms(ruling.margin),
            "bound_ms": _ms(ruling.u), "tie": "yes" if ruling.tie else "", "text": cell(told.text),
        })  # fmt: skip
    return out.getvalue()


def cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.lstrip(" ").startswith(FORMULA) else text


def _name(made: Export, seat: int | None) -> str:
    return made.names[seat - 1] if seat is not None and seat <= len(made.names) else ""


def _ms(us: int | None) -> str:
    return "" if us is None else f"{us / 1000:.3f}"
