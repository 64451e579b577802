"""Who leads: the sheets of a room added up by person, one list a rule set. Pure.

Points of different ways of scoring are never added. Where more points are better (`positive`, `chips`) equal points
share a place; where fewer are (`negative`, `low`, `single`) equal points are decided by fewer cards in the latest hand,
as a match's loser is by more, and else shared. Without points (`none`) rounds won count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from unotable.game.ruleset import FEWEST_LEAD
from unotable.hall.messages import Sheet
from unotable.journal.statistics import Tally, same


@dataclass(frozen=True, slots=True)
class Standing:
    """One person. `place` counts from 1 and is shared; `cards` are those of the latest hand."""

    place: int
    name: str
    points: int
    rounds: int
    won: int
    matches: int
    matches_won: int
    cards: int


@dataclass(frozen=True, slots=True)
class Group:
    """The people who played by one rule set, the first first. `matches` and `rounds` are all that were counted."""

    rules: str
    mode: str
    matches: int
    rounds: int
    people: tuple[Standing, ...]

    @property
    def title(self) -> str:
        return self.rules


@dataclass(slots=True)
class _Sum(Tally):
    points: int = 0
    cards: int = 0


def standings(sheets: Iterable[Sheet]) -> list[Group]:
    """One group a rule set and way of scoring, the one with most rounds first. A match counts from its first round."""
    played = sorted((sheet for sheet in sheets if sheet.rounds), key=lambda sheet: (sheet.started, sheet.match))
    groups: dict[tuple[str, str], list[Sheet]] = {}
    for sheet in played:
        groups.setdefault((sheet.rules, sheet.mode), []).append(sheet)
    made = [_group(rules, mode, found) for (rules, mode), found in groups.items()]
    return sorted(made, key=lambda group: (-group.rounds, group.rules, group.mode))


def _group(rules: str, mode: str, sheets: Sequence[Sheet]) -> Group:
    sums: dict[str, _Sum] = {}
    for sheet in sheets:
        for number, seat in enumerate(sheet.seats, 1):
            it = sums.setdefault(same(seat.name), _Sum(seat.name))
            it.count(seat.name, number in sheet.winners, sheet.rounds, seat.won)
            it.points += seat.score
            it.cards = seat.cards
    ordered = sorted(sums.values(), key=lambda it: (*_rank(it, mode), same(it.name)))
    people: list[Standing] = []
    for at, it in enumerate(ordered, 1):
        shared = at > 1 and _rank(it, mode) == _rank(ordered[at - 2], mode)
        place = people[-1].place if shared else at
        rounds, matches = (it.rounds, it.rounds_won), (it.matches, it.matches_won)
        people.append(Standing(place, it.name, it.points, *rounds, *matches, it.cards))
    return Group(rules, mode, len(sheets), sum(sheet.rounds for sheet in sheets), tuple(people))


def _rank(it: _Sum, mode: str) -> tuple[int, ...]:
    if mode == "none":
        return (-it.rounds_won,)
    return (it.points, it.cards) if mode in FEWEST_LEAD else (-it.points,)
