"""A room's results for other programs: standings, matches and rounds, as CSV or JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from unotable.hall.messages import Result, Sheet
from unotable.hall.standings import Group, standings
from unotable.journal.export import cell

COLUMNS = (
    "kind", "rules", "mode", "place", "name", "points", "rounds", "won", "matches", "matches_won", "table", "match",
    "started", "tournament_round", "round", "hand", "over",
)  # fmt: skip
Sheets = Sequence[tuple[str, Sheet]]
Rounds = Iterable[tuple[str, Result]]


def as_csv(sheets: Sheets, rounds: Rounds, tournament: Mapping[str, int] | None = None) -> str:
    """A `standing` line a person and rule set, a `score` line a match and player, a `round` line a round and player."""
    out = io.StringIO()
    page = csv.DictWriter(out, COLUMNS, restval="")
    page.writeheader()
    for group in counted(sheets, tournament):
        for it in group.people:
            page.writerow({"kind": "standing", "rules": cell(group.rules), "mode": group.mode, "place": it.place,
                           "name": cell(it.name), "points": it.points, "rounds": it.rounds, "won": it.won,
                           "matches": it.matches, "matches_won": it.matches_won})  # fmt: skip
    known = dict(tournament or {})
    for table, sheet in sheets:
        for number, seat in enumerate(sheet.seats, 1):
            page.writerow({"kind": "score", "rules": cell(sheet.rules), "mode": sheet.mode, "name": cell(seat.name),
                           "points": seat.score, "rounds": sheet.rounds, "won": seat.won,
                           "matches_won": int(number in sheet.winners), "table": cell(table), "match": sheet.match,
                           "started": sheet.started, "tournament_round": known.get(sheet.match, ""),
                           "over": "yes" if sheet.over else ""})  # fmt: skip
    of = {sheet.match: (table, sheet) for table, sheet in sheets}
    for match, round_ in rounds:
        if match not in of:
            continue
        table, sheet = of[match]
        for number, seat in enumerate(sheet.seats, 1):
            page.writerow({"kind": "round", "name": cell(seat.name), "points": round_.points.get(str(number), 0),
                           "won": int(round_.winner == number), "table": cell(table), "match": match,
                           "tournament_round": known.get(match, ""), "round": round_.number,
                           "hand": round_.hands.get(str(number), "")})  # fmt: skip
    return out.getvalue()


def as_json(sheets: Sheets, rounds: Rounds, tournament: Mapping[str, int] | None = None) -> str:
    known = dict(tournament or {})
    by_match: dict[str, list[dict[str, Any]]] = {}
    for match, round_ in rounds:
        by_match.setdefault(match, []).append(round_.model_dump(exclude={"gone"}))
    return json.dumps(
        {
            "standings": [asdict(group) for group in counted(sheets, tournament)],
            "matches": [
                {"table": table, "tournament_round": known.get(sheet.match), **sheet.model_dump(exclude={"v"}),
                 "played": by_match.get(sheet.match, [])}
                for table, sheet in sheets
            ],
        },
        ensure_ascii=False,
        indent=1,
    )  # fmt: skip


def counted(sheets: Sheets, tournament: Mapping[str, int] | None) -> list[Group]:
    """The standings; of a tournament those of its matches only."""
    return standings(sheet for _, sheet in sheets if tournament is None or sheet.match in tournament)
