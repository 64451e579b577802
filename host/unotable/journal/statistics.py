"""What a match comes to, and what its players did in it and in all others: pure functions over journals.

A cut reaction is the time from the card's DONE to the claim that won the cut, both pressed on boards. A claim before
that DONE (the hand leaves the card first) and anything keyed at the laptop is no reaction time and left out.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from statistics import median
from typing import Any

from unotable.game.fold import Reading
from unotable.game.ruleset import RuleSet
from unotable.game.rulings import Ruling
from unotable.game.table import Table
from unotable.journal.file import MatchFile

NO_FINES = ("attack.paid", "challenge.guilty", "challenge.innocent")  # draws that are part of the game
SHARP_US = 50_000  # the most that both presses' bounds may come to; a key at the laptop has 400 ms


@dataclass(frozen=True, slots=True)
class Played:
    """One player in one match."""

    name: str
    score: int = 0
    rounds: int = 0
    won: bool = False
    catches: int = 0
    caught: int = 0
    fined: int = 0  # cards drawn as penalties
    cuts: int = 0
    reactions: tuple[int, ...] = ()  # µs


@dataclass(frozen=True, slots=True)
class Facts:
    """A match in short. `played` counts finished rounds; `length` is µs to the last entry."""

    rules: str
    track: str
    started: str
    seats: tuple[str, ...]
    played: int
    over: bool
    length: int
    players: tuple[Played, ...]

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players if player.won)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self) | {"seats": list(self.seats), "winners": list(self.winners),
                               "players": [asdict(player) for player in self.players]}  # fmt: skip

    @classmethod
    def from_dict(cls, found: Mapping[str, Any]) -> Facts:
        """What `as_dict` gave. `KeyError`, `TypeError`: something else."""
        players = tuple(Played(**{**one, "reactions": tuple(one["reactions"])}) for one in found["players"])
        return cls(found["rules"], found["track"], found["started"], tuple(found["seats"]), found["played"],
                   found["over"], found["length"], players)  # fmt: skip


@dataclass(slots=True)
class Tally:
    """One person's matches and rounds; the name is as it was written last."""

    name: str
    matches: int = 0
    matches_won: int = 0
    rounds: int = 0
    rounds_won: int = 0

    def count(self, name: str, won: bool, rounds: int, rounds_won: int) -> None:
        """One more match."""
        self.name = name
        self.matches += 1
        self.matches_won += won
        self.rounds += rounds
        self.rounds_won += rounds_won


@dataclass(slots=True)
class Total(Tally):
    """One person over all matches."""

    catches: int = 0
    caught: int = 0
    cuts: int = 0
    fined: int = 0
    reactions: list[int] = field(default_factory=list)

    @property
    def typical(self) -> int | None:
        """The median cut reaction, µs."""
        return round(median(self.reactions)) if self.reactions else None

    @property
    def best(self) -> int | None:
        return min(self.reactions, default=None)

    def as_dict(self) -> dict[str, Any]:
        out = asdict(self)
        del out["reactions"]
        return {**out, "cut_reaction_median_us": self.typical, "cut_reaction_best_us": self.best}


def fines(rulings: Iterable[Ruling]) -> Counter[int]:
    """Cards that each seat drew as fines by these rulings."""
    count: Counter[int] = Counter()
    for ruling in rulings:
        if ruling.draw and ruling.seat is not None and ruling.rule not in NO_FINES:
            count[ruling.seat] += ruling.draw
    return count


class Fines:
    """The same for a match that goes on: of what was counted before, only what is new is counted."""

    def __init__(self) -> None:
        self._counted: tuple[Ruling, ...] = ()
        self._count: Counter[int] = Counter()

    def of(self, rulings: tuple[Ruling, ...]) -> Counter[int]:
        """Not to be changed. Most rulings are the very objects of before: comparing those takes next to nothing."""
        before = len(self._counted)
        if rulings[:before] != self._counted:
            self._count = fines(rulings)
        elif len(rulings) > before:
            self._count = self._count + fines(rulings[before:])
        self._counted = rulings
        return self._count


def facts(match: MatchFile, ruleset: RuleSet) -> Facts:
    """Everything that is told of a match."""
    reading = Reading(match.header, ruleset)
    reading.extend(match.entries)
    return counted(match, reading, reading.table())


def counted(match: MatchFile, reading: Reading, table: Table) -> Facts:
    """The same of a match that is read: the table it comes to."""
    under = reading.cuts()
    catches: Counter[int] = Counter()
    caught: Counter[int] = Counter()
    cuts: Counter[int] = Counter()
    reactions: dict[int, list[int]] = {}
    entries = match.entries
    for ruling in table.rulings:
        if ruling.rule == "uno.caught" and ruling.seat is not None:
            caught[ruling.seat] += 1
            catches.update(ruling.by or ())
        elif ruling.rule == "cut.won" and ruling.seat is not None:
            cuts[ruling.seat] += 1
            laid = under.get(ruling.entry or 0)
            if laid is None or ruling.of is None:
                continue
            claim, card = entries[ruling.of - 1], entries[laid - 1]
            pressed = claim.press and card.press and claim.via is None and card.via is None
            if pressed and claim.u + card.u <= SHARP_US and claim.t >= card.t:
                reactions.setdefault(ruling.seat, []).append(claim.t - card.t)
    won = Counter(round_.winner for round_ in table.rounds)
    fined = fines(table.rulings)
    return Facts(
        match.header.rules,
        table.track,
        match.header.started,
        tuple(seat.name for seat in table.seats),
        len(table.rounds),
        table.over,
        max((entry.t for entry in entries), default=0),
        tuple(
            Played(seat.name, seat.score, won[seat.seat], seat.seat in table.winners, catches[seat.seat],
                   caught[seat.seat], fined[seat.seat], cuts[seat.seat], tuple(reactions.get(seat.seat, ())))
            for seat in table.seats
        ),
    )  # fmt: skip


def same(name: str) -> str:
    """What makes two names one person's: not how they are written in detail."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def totals(all_facts: Iterable[Facts]) -> list[Total]:
    """Every person of these matches (the latest last), the one with most matches won first."""
    found: dict[str, Total] = {}
    for one in all_facts:
        for player in one.players:
            total = found.setdefault(same(player.name), Total(player.name))
            total.count(player.name, player.won, one.played, player.rounds)
            total.catches += player.catches
            total.caught += player.caught
            total.cuts += player.cuts
            total.fined += player.fined
            total.reactions += player.reactions
    return sorted(found.values(), key=lambda it: (-it.matches_won, -it.rounds_won, -it.matches, same(it.name)))
