"""Somebody who watches: the same table as the file's, a moment behind, through ends and new matches."""

from __future__ import annotations

import queue
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from unotable.game.entry import Entry
from unotable.game.fold import fold
from unotable.journal import rules
from unotable.journal.file import Journal, read
from unotable.match.follower import Follower
from unotable.match.following import LATE_US, Following
from unotable.match.live import Live
from unotable.match.running import Notice, running
from unotable.plain.lines import Teller

from tests.waiting import until

CASES = Path(__file__).parents[1] / "cases"
HEADER = {"unotable": 1, "rules": "mattel", "seats": ["Ana", "Bo", "Cy"]}


@contextmanager
def following(path: Path | None = None) -> Iterator[Follower]:
    follower = Follower(path)
    try:
        yield follower
    finally:
        follower.close()


@pytest.mark.parametrize("name", ["owner-first", "zero-rotates", "an-overruled-penalty", "both-claimants-fail"])
def test_line_by_line_it_comes_to_the_files_table(name: str) -> None:
    match = read(CASES / f"{name}.jsonl")
    ruleset = rules.load(match.header.rules, match.header.overrides)
    it = Following(match.header, ruleset, [])
    for entry in match.entries:
        it.take([entry], live=False)
        it.read(None)
    assert it.view().table == fold(match.header, ruleset, match.entries)


def test_a_done_is_shown_once_nobody_can_hold_it_any_more() -> None:
    match = read(CASES / "owner-first.jsonl")
    done = next(entry for entry in match.entries if entry.do == "done")
    before = [entry for entry in match.entries if entry.id < done.id]
    it = Following(match.header, rules.load(match.header.rules, match.header.overrides), before)
    stood = it.view().table
    it.take([done], live=True)
    assert not it.read(done.t + 100_000) and it.view().table == stood
    assert it.read(done.t + 800_000) and it.view().table.plays[-1].entry == done.id


def test_a_deadline_passes_without_a_line() -> None:
    header = read(CASES / "owner-first.jsonl").header
    it = Following(header, rules.load("mattel", {"time.turn_s": 5}), [])
    it.take([Entry(1, 0, "first", card="r5")], live=True)
    it.read(0)
    due = it.view().table.deadline
    assert due is not None
    assert not it.read(due + LATE_US - 1)
    assert it.read(due + LATE_US) and "turn.timeout" in [ruling.rule for ruling in it.view().table.rulings]


def test_it_follows_the_match_that_runs_and_the_next(home: Path) -> None:
    first, second = home / "2026-01-01.jsonl", home / "2026-01-02.jsonl"
    with pytest.raises(LookupError):
        Follower()
    with Journal.create(first, HEADER) as journal:
        notice = Notice(str(first), time.perf_counter_ns())
        notice.write([])
        with following() as follower:
            seen: list[str] = []
            follower.subscribe(lambda view: seen.append(view.table.top))
            assert follower.view.path == str(first) and follower.playing
            journal.append({"t": 0, "do": "first", "card": "r5"})
            until(lambda: "r5" in seen)
            follower.send({"do": "draw"})
            until(lambda: follower.view.message is not None)
            assert len(read(first).entries) == 1  # it only said that it watches
            notice.remove()
            until(lambda: not follower.playing)
            until(lambda: follower.view.message == "Nobody plays this match any more.")
            with Journal.create(second, {**HEADER, "seats": ["Dee", "Eli"]}):
                other = Notice(str(second), time.perf_counter_ns())
                other.write([])
                until(lambda: follower.view.path == str(second))
                assert follower.view.header.seats == ("Dee", "Eli") and follower.view.message is None
                other.remove()


def test_a_question_for_which_no_line_was_written_is_seen_too(home: Path) -> None:
    """That Bo forgot DONE would end the round, so it is read as a wrong press until somebody says otherwise."""
    rules_ = {"turn.early_ms": 0, "deal.hand": 2}
    path = home / "m.jsonl"
    header = {"unotable": 1, "rules": "mattel", "set": rules_, "seats": ["Ana", "Bo", "Cy"]}
    live = Live(Journal.create(path, header), rules.load("mattel", rules_), queue.SimpleQueue())
    try:
        until(lambda: running() != [])
        live.send({"do": "first", "card": "r5"})
        with following(path) as follower:
            for seat in (2, 3, 1, 3):
                live.send({"press": "done", "seat": seat})
                until(lambda seat=seat: any(entry.seat == seat for entry in read(path).entries))  # type: ignore[misc]
            until(lambda: live.view.proposal is not None)
            asked = live.view.proposal
            assert asked is not None and asked.written == ()
            until(lambda: follower.view.proposal == asked)
            assert follower.view.message is None
    finally:
        live.close()


def test_a_named_file_is_stayed_with(home: Path) -> None:
    with following(CASES / "owner-first.jsonl") as follower:
        assert not follower.playing
        match = read(CASES / "owner-first.jsonl")
        table = fold(match.header, rules.load(match.header.rules, match.header.overrides), match.entries)
        assert follower.view.table == table


def test_the_tables_question_is_seen_until_it_is_answered(home: Path) -> None:
    """That the way which is read anyhow was right stands in no line."""
    header = {"unotable": 1, "rules": "mattel", "set": {"turn.early_ms": 0}, "seats": ["Ana", "Bo", "Cy", "Dee"]}
    path = home / "m.jsonl"
    live = Live(Journal.create(path, header), rules.load("mattel", {"turn.early_ms": 0}), queue.SimpleQueue())
    try:
        until(lambda: running() != [])
        live.send({"do": "first", "card": "r5"})
        with following(path) as follower:
            for seat in (2, 4):
                live.send({"press": "done", "seat": seat})
                until(lambda seat=seat: any(play.seat == seat for play in live.view.table.plays))  # type: ignore[misc]
            until(lambda: follower.view.proposal is not None)
            asked = follower.view.proposal
            assert asked is not None and asked == live.view.proposal
            told = "Dee pressed DONE where Cy was on turn: (skip?)  Cy forgot DONE?  wrong press"
            assert told in Teller(live.ruleset, decides=False).lines(follower.view)
            lines = len(read(path).entries)
            live.decide(1)
            until(lambda: follower.view.proposal is None)
            assert len(read(path).entries) == lines
    finally:
        live.close()
