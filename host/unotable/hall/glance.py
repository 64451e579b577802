"""A table at a glance: the view of a live match → the state that is published, and back → a view that screens show."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any

from unotable.game.entry import Header
from unotable.game.ruleset import RuleSet
from unotable.game.rulings import Ruling
from unotable.game.table import Round, Seat, Table
from unotable.hall.messages import SHOWN, Place, Said, State
from unotable.journal.statistics import fines
from unotable.match.view import View

# What a published state and a table call by the same name, and what a place and a seat do.
SAME = ("round", "phase", "turn", "direction", "dealer", "top", "colour", "pending", "winner", "winners", "losers",
        "claims", "paused", "track")  # fmt: skip
SAME_OF_SEAT = ("name", "cards", "score", "owed", "playing", "called")


def _same(one: object, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: getattr(one, name) for name in names}


def state(view: View, rules: RuleSet, match: str, now: datetime) -> State:
    """What a hall sees of a match. `match` is its name, empty while it has no line."""
    table = view.table
    won = Counter(round_.winner for round_ in table.rounds)
    fined = fines(table.rulings)
    return State(
        v=1,
        at=now.isoformat(timespec="seconds"),
        match=match or None,
        rules=view.rules_name,
        mode=rules.score_mode,
        **_same(table, SAME),
        target=rules.target,
        seats=tuple(
            Place(**_same(seat, SAME_OF_SEAT), won=won[seat.seat], fined=fined[seat.seat])
            for seat in table.seats
        ),
        call=view.asker,
        needs=table.needs[:24],
        feed=tuple(Said.of_item(item) for item in view.feed[-SHOWN:]),
    )  # fmt: skip


def view(of: State) -> View:
    """What the table's widgets show of it. Rounds and fines are there as counts only."""
    table = Table(
        **_same(of, SAME),
        seats=tuple(Seat(i, **_same(seat, SAME_OF_SEAT)) for i, seat in enumerate(of.seats, 1)),
        rulings=tuple(Ruling(0, "penalty", i, draw=seat.fined) for i, seat in enumerate(of.seats, 1) if seat.fined)
        + tuple(said.ruling.ruling for said in of.feed if said.ruling is not None and said.ruling.rule == "race"),
        rounds=tuple(Round(i, {}, {}) for i, seat in enumerate(of.seats, 1) for _ in range(min(seat.won, 999))),
        over=of.phase == "over",
        needs=of.needs,
    )
    header = Header(of.rules, tuple(seat.name for seat in of.seats), of.dealer, of.track)
    feed = tuple(said.item for said in of.feed)
    return View(table, header, of.rules, feed=feed, asker=of.call)
