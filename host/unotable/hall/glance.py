"""A table at a glance: the view of a live match → the state that is published, and back → a view that screens show."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from unotable.game.entry import Header
from unotable.game.ruleset import RuleSet
from unotable.game.rulings import Ruling
from unotable.game.table import Round, Seat, Table
from unotable.hall.messages import SHOWN, Place, Said, State
from unotable.journal.statistics import fines
from unotable.match.view import View


def state(view: View, rules: RuleSet, match: str, now: datetime) -> State:
    """What a hall sees of a match. `match` is its name, empty while it has no line."""
    table = view.table
    won = Counter(round_.winner for round_ in table.rounds)
    fined = fines(table)
    return State(
        v=1,
        at=now.isoformat(timespec="seconds"),
        match=match or None,
        rules=view.rules_name,
        track=table.track,  # type: ignore[arg-type]  # one of the three: the journal's model says so
        mode=rules.score_mode,
        round=table.round,
        phase=table.phase,
        turn=table.turn,
        direction=1 if table.direction == 1 else -1,
        dealer=table.dealer,
        top=table.top,
        colour=table.colour,
        pending=table.pending,
        target=rules.score_target if rules.score_mode in ("positive", "negative") else 0,
        seats=tuple(
            Place(name=seat.name, cards=seat.cards, score=seat.score, owed=seat.owed, playing=seat.playing,
                  called=seat.called, won=won[seat.seat], fined=fined[seat.seat])
            for seat in table.seats
        ),
        winner=table.winner,
        winners=table.winners,
        losers=table.losers,
        claims=table.claims,
        paused=table.paused,
        call=view.asker,
        needs=table.needs[:24],
        feed=tuple(Said.of_item(item) for item in view.feed[-SHOWN:]),
    )  # fmt: skip


def view(of: State) -> View:
    """What the table's widgets show of it. Rounds and fines are there as counts only."""
    table = Table(
        round=of.round,
        phase=of.phase,
        turn=of.turn,
        direction=of.direction,
        dealer=of.dealer,
        top=of.top,
        colour=of.colour,
        pending=of.pending,
        seats=tuple(
            Seat(i, seat.name, seat.cards, seat.score, seat.owed, seat.playing, seat.called)
            for i, seat in enumerate(of.seats, 1)
        ),
        rulings=tuple(Ruling(0, "penalty", i, draw=seat.fined) for i, seat in enumerate(of.seats, 1) if seat.fined)
        + tuple(said.ruling.ruling for said in of.feed if said.ruling is not None and said.ruling.rule == "race"),
        rounds=tuple(Round(i, {}, {}) for i, seat in enumerate(of.seats, 1) for _ in range(min(seat.won, 999))),
        over=of.phase == "over",
        winners=of.winners,
        losers=of.losers,
        paused=of.paused,
        needs=of.needs,
        claims=of.claims,
        winner=of.winner,
        track=of.track,
    )
    header = Header(of.rules, tuple(seat.name for seat in of.seats), of.dealer, of.track)
    feed = tuple(said.item for said in of.feed)
    return View(table, header, of.rules, feed=feed, asker=of.call)
