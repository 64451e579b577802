"""What is heard of a match: each event its own sound, for whom it is, once."""

from __future__ import annotations

from dataclasses import replace

from unotable.game.rulings import Ruling
from unotable.game.table import Round
from unotable.match.cues import Cues
from unotable.match.feed import FeedItem

from tests.app.views import table


def told(cues: Cues, it: object, *rulings: Ruling, stopped: bool = False, hurry: bool = False) -> list[object]:
    items = [FeedItem(ruling.t, "ruling", ruling, ruling.seat, ruling.draw) for ruling in rulings]
    return [(cue.name, cue.seat) for cue in cues.read(it, items, stopped, hurry)]  # type: ignore[arg-type]


def test_turns_rulings_and_a_turn_that_runs_out() -> None:
    cues, it = Cues(table()), table()
    assert told(cues, it) == []
    assert told(cues, it, Ruling(1, "uno.caught", 1, by=(2, 3), draw=2)) == [
        ("caught", 2),
        ("caught", 3),
        ("penalty", 1),
    ]
    assert told(cues, replace(it, turn=3), Ruling(1, "uno.called", 4)) == [("safe", 4), ("turn", 3)]
    assert told(cues, replace(it, turn=3), Ruling(1, "cut.won", 3), Ruling(1, "turn.repeated", 1)) == [
        ("cut", 3), ("refused", 1),
    ]  # fmt: skip
    assert told(cues, replace(it, turn=4), Ruling(1, "attack.paid", 3, draw=4)) == [("turn", 4)]
    assert told(cues, replace(it, turn=4), hurry=True) == [("hurry", 4)]
    assert told(cues, replace(it, turn=4), hurry=True) == []
    assert [cue.number for cue in cues.latest] == list(range(1, 10))


def test_a_round_ends_once_and_a_stop_is_a_dispute() -> None:
    cues, it = Cues(table()), table()
    over = replace(it, phase="scoring", turn=None, winner=2)
    assert told(cues, over) == [("round", None)]
    scored = replace(over, phase="between", rounds=(*it.rounds, Round(2, {1: 5}, {2: 5})))
    assert told(cues, scored) == []
    assert told(cues, replace(scored, phase="play", winner=None, turn=1)) == [("turn", 1)]
    void = replace(scored, winner=None, rounds=(*scored.rounds, Round(None, {}, {})))
    assert told(cues, void) == [("round", None)]
    assert told(cues, replace(void, paused=True)) == []  # a key has paused it
    assert told(cues, void) == []
    assert told(cues, replace(void, paused=True), stopped=True) == [("dispute", None)]
