"""Who sits where in each round of a tournament, so that players meet as evenly as possible. Pure and deterministic.

Players are dealt to the tables, and each round column j moves on by j tables (a rotation: with a prime number of tables
not smaller than a table nobody meets anybody twice until it comes round). Then two players of one round change places
wherever that makes meetings more even, and again after a few
exchanges at random (of always the same chance) as long as that helps.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

Round = tuple[tuple[int, ...], ...]  # players by table, from 0; the first of each deals

KICKS = 400  # tries to get away from a result that no single exchange makes more even
WORK = 1_000_000  # exchanges looked at in all: about a second


@dataclass(frozen=True, slots=True)
class Quality:
    """How often two players meet over all rounds: the fewest and the most of any pair, and the mean."""

    fewest: int
    most: int
    mean: float

    @property
    def spread(self) -> int:
        """0 is perfect; where the mean is no whole number 1 is the best there can be."""
        return self.most - self.fewest


def rotation(players: int, tables: int, rounds: int) -> tuple[Round, ...]:
    """Tables differ by at most one player in size; every player sits somewhere in each round."""
    made = _rotated(players, tables, rounds)
    meetings = _meetings(made, players)
    chance, work = random.Random(0), WORK
    best, score = made, (0, 0)
    for kick in range(KICKS):
        if kick:  # away from where nothing gets better by one exchange
            made = [[list(table) for table in round_] for round_ in best]
            for round_ in chance.choices(made, k=1 + rounds // 3) if tables > 1 else ():
                one, other = chance.sample(round_, 2)
                _exchange(meetings, one, other, chance.randrange(len(one)), chance.randrange(len(other)))
        work = _even_out(made, meetings, work)
        found = _uneven(meetings)
        if not kick or found <= score:
            best, score = made, found
        else:
            meetings = _meetings(best, players)
        if score[0] <= _least(players, meetings) or work <= 0 or tables == 1:
            break
    return _dealers(best, players)


def _uneven(meetings: list[list[int]]) -> tuple[int, int]:
    """The spread, then the sum of squares."""
    counts = [n for a, row in enumerate(meetings) for n in row[:a]]
    return max(counts, default=0) - min(counts, default=0), sum(n * n for n in counts)


def _least(players: int, meetings: list[list[int]]) -> int:
    """No spread can be smaller: 0 where the meetings can be shared out evenly, else 1."""
    total = sum(map(sum, meetings)) // 2
    return 1 if total % max(1, players * (players - 1) // 2) else 0


def quality(seating: Sequence[Round], players: int) -> Quality:
    meetings = _meetings(seating, players)
    counts = [meetings[a][b] for a, b in combinations(range(players), 2)]
    return Quality(min(counts, default=0), max(counts, default=0), sum(counts) / max(1, len(counts)))


def _rotated(players: int, tables: int, rounds: int) -> list[list[list[int]]]:
    made = []
    for number in range(rounds):
        seats: list[list[int]] = [[] for _ in range(tables)]
        for player in range(players):
            column, table = divmod(player, tables)
            seats[(table + column * number) % tables].append(player)
        made.append(seats)
    return made


def _meetings(seating: Sequence[Sequence[Sequence[int]]], players: int) -> list[list[int]]:
    meetings = [[0] * players for _ in range(players)]
    for round_ in seating:
        for table in round_:
            for a in table:
                for b in table:
                    meetings[a][b] += a != b
    return meetings


def _even_out(made: list[list[list[int]]], meetings: list[list[int]], work: int) -> int:
    """Exchanges two players of a round as long as that lowers the sum of squared meetings; the work that is left."""
    better = True
    while better and work > 0:
        better = False
        for round_ in made:
            for one, other in combinations(round_, 2):
                for i in range(len(one)):
                    for j in range(len(other)):
                        work -= 1
                        if _gain(meetings, one, other, i, j) > 0:
                            _exchange(meetings, one, other, i, j)
                            better = True
                if work <= 0:
                    return 0
    return work


def _gain(meetings: list[list[int]], one: list[int], other: list[int], i: int, j: int) -> int:
    """By how much the sum of squares would fall, halved."""
    a, b = one[i], other[j]
    of_a, of_b = meetings[a], meetings[b]
    gain = 0
    for c in one:
        if c != a:
            gain += of_a[c] - of_b[c] - 1
    for c in other:
        if c != b:
            gain += of_b[c] - of_a[c] - 1
    return gain


def _exchange(meetings: list[list[int]], one: list[int], other: list[int], i: int, j: int) -> None:
    a, b = one[i], other[j]
    for c, here, there in [*((c, a, b) for c in one if c != a), *((c, b, a) for c in other if c != b)]:
        for x, y, step in ((here, c, -1), (c, here, -1), (there, c, 1), (c, there, 1)):
            meetings[x][y] += step
    one[i], other[j] = b, a


def _dealers(made: list[list[list[int]]], players: int) -> tuple[Round, ...]:
    """Whoever dealt least deals; the others sit in an order that turns from round to round."""
    dealt = [0] * players
    out = []
    for number, round_ in enumerate(made):
        tables = []
        for table in round_:
            dealer = min(table, key=lambda player: (dealt[player], player))
            dealt[dealer] += 1
            rest = sorted(player for player in table if player != dealer)
            turn = number % len(rest) if rest else 0
            tables.append((dealer, *rest[turn:], *rest[:turn]))
        out.append(tuple(tables))
    return tuple(out)
