"""What a hall says in words: a table's status, standings as columns of text."""

from __future__ import annotations

from collections.abc import Sequence

from unotable.game.ruleset import FEWEST_LEAD
from unotable.hall import glance
from unotable.hall.messages import State
from unotable.hall.room import Status
from unotable.hall.standings import Group
from unotable.journal.columns import table
from unotable.locale import tr
from unotable.match import telling


def status(status: Status) -> str:
    return {
        "call": tr("REFEREE"), "live": tr("live"), "idle": tr("free"), "paused": tr("paused"), "over": tr("over"),
        "gone": tr("GONE"),
    }[status]  # fmt: skip


def doing(state: State | None) -> str:
    """What a table is at, in a few words: who called, who is on turn, what is awaited."""
    if state is None or not state.seats:
        return ""
    if state.call is not None:
        return tr("{name} asks for a referee", name=state.seats[state.call - 1].name)
    if state.phase == "over":
        names = ", ".join(state.seats[seat - 1].name for seat in state.winners)
        return tr("won by {names}", names=names or "-")
    if state.phase == "between":
        return tr("between rounds")
    return telling.doing(glance.view(state).table)


def leaders(state: State | None) -> str:
    """Who leads there, as soon as there is anything to lead by."""
    if state is None or not any(seat.score or seat.won for seat in state.seats):
        return ""
    worth = {
        seat: seat.won if state.mode == "none" else -seat.score if state.mode in FEWEST_LEAD else seat.score
        for seat in state.seats
    }
    best = [seat for seat in state.seats if worth[seat] == max(worth.values())]
    return f"{', '.join(seat.name for seat in best)} {best[0].won if state.mode == 'none' else best[0].score}"


def standing_heads() -> tuple[str, ...]:
    return (
        tr("place"),
        tr("player"),
        tr("total points"),
        tr("rounds"),
        tr("rounds won"),
        tr("matches"),
        tr("matches won"),
    )


def mode(group: Group) -> str:
    return {
        "positive": tr("most points lead"), "chips": tr("most points lead"), "negative": tr("fewest points lead"),
        "low": tr("fewest points lead"), "single": tr("fewest points lead"), "none": tr("most rounds won lead"),
    }[group.mode]  # fmt: skip


def standings_table(groups: Sequence[Group]) -> str:
    if not groups:
        return tr("No round has been finished yet.")
    parts = []
    for group in groups:
        rows = [
            (str(it.place), it.name, str(it.points), str(it.rounds), str(it.won), str(it.matches), str(it.matches_won))
            for it in group.people
        ]
        parts.append(f"{group.rules} - {mode(group)}\n{table(standing_heads(), rows)}")
    return "\n\n".join(parts)
