"""An independent oracle: RLCard's UNO engine plays at random, our fold is told what happened and must agree.

After every step: whose turn it is, the direction, and every hand's count; half of the games are told by keys, half by
buttons. Where the engine differs from every rule book is listed, with how it is told, in unotable/bench/rlgames.py;
nothing else is left out.
"""

from __future__ import annotations

import pytest
from unotable.bench import rlgames
from unotable.game.fold import Reading

GAMES = 300
MANY = 2000
SHARES = 4  # so that the games run on every core


@pytest.mark.parametrize("share", range(SHARES))
def test_random_games_agree_step_by_step(share: int) -> None:
    follow(range(share, GAMES, SHARES))


@pytest.mark.slow
def test_many_random_games_agree_step_by_step() -> None:
    follow(range(GAMES, MANY))


def follow(seeds: range) -> None:
    steps = finished = 0
    for seed in seeds:
        players, pressed = 3 + seed // SHARES % 4, seed // SHARES % 8 >= 4
        reading = Reading(rlgames.header(players), rlgames.rules())
        for moment in rlgames.play(players, seed, pressed=pressed):
            for entry in moment.entries:
                reading.add(entry)
            table = reading.table()
            where = f"game {seed} of {players}, line {len(reading.entries)}: {moment.entries}"
            assert tuple(seat.cards for seat in table.seats) == moment.cards, where
            if moment.over:
                assert table.phase == "between", where
                assert table.rounds[-1].winner == moment.cards.index(0) + 1, where
                finished += 1
            else:
                assert (table.turn, table.direction, table.phase) == (moment.turn, moment.direction, "play"), where
            steps += 1
        assert {ruling.rule for ruling in reading.table().rulings} <= {"attack.paid", "round.won"}
    assert steps > 40 * len(seeds)
    assert finished > 0.8 * len(seeds)
