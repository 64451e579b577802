"""A replay stands where the journal stood, whichever way it got there."""

from __future__ import annotations

from pathlib import Path

import pytest
from unotable.game.fold import fold
from unotable.match.replayed import Replayed

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*.jsonl"))


@pytest.mark.parametrize("path", CASES[::9], ids=lambda path: path.stem)
def test_every_moment_is_the_reading_of_what_was_written_by_then(path: Path) -> None:
    replayed = Replayed.open(path)
    match = replayed.match

    def truth(t: int) -> object:
        return fold(match.header, replayed.ruleset, [e for e in match.entries if e.t <= t], t)

    for t in replayed.times:
        replayed.seek(t)
        assert replayed.table == truth(t)
    for t in (replayed.end // 2, replayed.end, 0, replayed.end // 3):
        replayed.seek(t)
        assert replayed.table == truth(t)


def test_steps_go_through_every_line_and_back() -> None:
    replayed = Replayed.open(CASES[0])
    replayed.seek(0)
    there = [replayed.at]
    while replayed.at < replayed.end:
        replayed.step()
        there.append(replayed.at)
    assert there[1:] == [t for t in replayed.times if t > 0]
    back = [replayed.at]
    while replayed.at > 0:
        replayed.back()
        back.append(replayed.at)
    assert back[::-1][-len(replayed.times) :] == replayed.times


def test_the_next_ruling_is_found_until_there_is_none() -> None:
    replayed = Replayed.open(Path(__file__).parents[1] / "cases" / "owner-first.jsonl")
    replayed.seek(0)
    before = len(replayed.table.rulings)
    assert replayed.next_ruling() and len(replayed.table.rulings) > before
    while replayed.next_ruling():
        pass
    at = replayed.at
    assert not replayed.next_ruling() and replayed.at == at
    assert len(replayed.view.feed) == len(replayed.table.rulings)


def test_playing_jumps_over_what_is_long_and_empty() -> None:
    replayed = Replayed.open(CASES[0])
    replayed.times = [0, 60_000_000]
    replayed.end = 60_000_000
    replayed.seek(0)
    replayed.play(100_000)
    assert replayed.at == 58_000_000
    replayed.play(100_000)
    assert replayed.at == 58_100_000
