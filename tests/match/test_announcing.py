"""When a close race is announced, what is said of it, and what a press that comes too late changes."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from unotable import cli
from unotable.journal import rules
from unotable.link.events import BoardDown, Pressed, Reported
from unotable.match.telling import tell
from unotable.match.watermark import LONGEST_US

from tests.match.bench import MS, Bench, short

LAST = LONGEST_US // 1000  # ms
EACH = 15  # ms between two reports of a board


def said(bench: Bench) -> list[str]:
    names = [seat.name for seat in bench.table.seats]
    return [tell(item, names, rules.load("tangxun"), "tangxun") for item in bench.feed()]


def of_the_race(bench: Bench) -> list[tuple[str, str]]:
    return [(kind, rule) for kind, rule, _ in bench.rules() if rule.startswith("uno.")]


def window(folder: Path) -> Bench:
    """Seat 2 has one card left; nobody has reported for 300 ms."""
    bench = short(folder)
    bench.tap(2)
    bench.wait(300)
    return bench


presses = st.lists(
    st.tuples(st.sampled_from([2, 3, 4]), st.integers(0, 80), st.integers(1, LAST - 10)), min_size=1, max_size=5
)


@settings(max_examples=25, deadline=None)
@given(presses, st.integers(1, 60), st.integers(0, 3000))
@example([(2, 26, 1), (3, 22, 1)], 1, 2001)  # all is reported that the first press waits for, and not for the second
def test_no_race_is_announced_before_it_is_settled(made: list[tuple[int, int, int]], lag: int, u: int) -> None:
    """Presses as (seat, ms at which, ms until it is here); a board's reports keep behind its presses."""
    with tempfile.TemporaryDirectory() as folder:
        bench = window(Path(folder))
        zero = bench.now
        here: list[tuple[int, int, int, int]] = []  # ms of arrival, kind, seat, ms at which
        for seat in (1, 2, 3, 4):
            free = 0
            own = sorted((at, delay) for who, at, delay in made if who == seat)
            moments = sorted([(at, 0, delay) for at, delay in own] + [(at, 1, lag) for at in range(0, 300, EACH)])
            for at, kind, delay in moments:
                free = max(free, at + delay)  # in order
                here.append((free, kind, seat, at))
        reported = dict.fromkeys((1, 2, 3, 4), -1)
        first = min(at for _, at, _ in made)
        for arrival, kind, seat, at in sorted(here):
            bench.wait(max(0, zero / MS + arrival - bench.now / MS))
            if kind:
                reported[seat] = at
                bench.hear(Reported(bench.board(seat), zero + at * MS))
            else:
                bench.evs[seat] += 1
                bench.hear(Pressed(bench.board(seat), 1, bench.evs[seat], "uno", zero + at * MS, u, True))
            if of_the_race(bench):
                passed = bench.now - zero - first * MS
                assert min(reported.values()) >= first or passed >= LAST * MS
        bench.wait(160)
        assert {kind for kind, _ in of_the_race(bench)} == {"ruling"}, "nothing had to be taken back"


def test_it_is_announced_when_all_have_reported_past_the_later_press(tmp_path: Path) -> None:
    bench = window(tmp_path)
    catch = bench.press(3, "uno", ago=30)
    call = bench.press(2, "uno", ago=20)
    for seat in (1, 3, 4):
        bench.hear(Reported(bench.board(seat), bench.now))
    bench.hear(Reported("b2", catch.at + 1_000_000))
    assert of_the_race(bench) == [("ruling", "uno.caught")]
    assert call.at > catch.at
    bench.hear(Reported("b2", bench.now))
    assert of_the_race(bench) == [("ruling", "uno.caught"), ("ruling", "uno.late")]


def test_a_board_that_goes_away_is_waited_for_no_longer(tmp_path: Path) -> None:
    bench = window(tmp_path)
    bench.press(3, "uno", ago=30)
    bench.report(4)
    assert of_the_race(bench) == []
    bench.hear(BoardDown("b4", "its port is gone"))
    assert of_the_race(bench) == [("ruling", "uno.caught")]


def test_nobody_is_waited_for_longer_than_150_ms(tmp_path: Path) -> None:
    bench = window(tmp_path)
    bench.press(3, "uno", ago=0)
    bench.wait(LAST - 10)
    assert of_the_race(bench) == []
    bench.wait(10)
    assert of_the_race(bench) == [("ruling", "uno.caught")]


def test_a_press_that_comes_later_still_is_read_in_its_place_and_the_feed_says_what_changed_and_why(
    tmp_path: Path,
) -> None:
    bench = window(tmp_path)
    catch = bench.press(3, "uno", ago=0)
    bench.wait(400)
    assert bench.table.seat(2).cards == 3
    bench.evs[2] += 1
    bench.hear(Pressed("b2", 1, bench.evs[2], "uno", catch.at - 20 * MS, 300, True))
    bench.wait(200)
    assert bench.table.seat(2).cards == 1 and bench.table.seat(2).called
    taken, *_ = [text for text in said(bench) if "Taken back" in text]
    assert taken.startswith("Bo gives back 2. Taken back: Cy caught Bo without a call")
    assert taken.endswith("(since Bo had pressed UNO 420 ms before)")


def test_an_undo_says_what_it_undid(tmp_path: Path) -> None:
    bench = window(tmp_path)
    bench.tap(3, "uno")
    bench.command(do="undo")
    bench.wait(200)
    assert said(bench)[-1].endswith("(since undo: UNO seat 3)")


@pytest.mark.parametrize(("apart", "u", "tie"), [(0.5, 300, True), (0.7, 300, False)])
def test_a_race_is_told_with_its_margin_and_its_bound(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], apart: float, u: int, tie: bool
) -> None:
    bench = window(tmp_path)
    bench.press(3, "uno", ago=20, u=u)
    bench.press(2, "uno", ago=20 - apart, u=u)
    bench.report()
    bench.wait(200)
    bench.report()
    bench.journal.close()
    assert cli.main(["replay", "--json", str(bench.path)]) == 0
    told: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["rulings"]
    ruling = next(ruling for ruling in told if ruling["rule"].startswith("uno."))
    assert (ruling["margin"], ruling["u"]) == (round(apart * 1000), 2 * u)
    assert ruling.get("tie", False) is tie
    sentence = said(bench)[0]
    assert f"{apart:.1f} ms {'apart' if tie else 'ahead'} (±{2 * u / 1000:.1f} ms)" in sentence
    assert ("the owner, Bo, is safe" in sentence) is tie
    assert sentence.endswith("[tangxun: uno.catch “你要被罚起2张牌”]" if tie else "[tangxun: uno.catch]")


@pytest.mark.parametrize("how", ["nearest", "replay"])
def test_tied_claims_are_decided_by_the_rules_and_say_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], how: str
) -> None:
    bench = Bench(tmp_path / "m.jsonl", rule="tangxun", cut_tie=how)
    bench.command(do="first", card="r5")
    bench.wait(3000)
    bench.tap(2)
    bench.press(4, "cut", ago=20)
    bench.press(1, "cut", ago=20.1)
    bench.report()
    bench.wait(200)
    bench.tap(1 if how == "replay" else 4)
    bench.wait(500)
    bench.journal.close()
    assert cli.main(["replay", "--json", str(bench.path)]) == 0
    told = [ruling for ruling in json.loads(capsys.readouterr().out)["rulings"] if ruling.get("tie")]
    assert told and all((ruling["margin"], ruling["u"]) == (100, 600) for ruling in told)
    assert cli.main(["replay", str(bench.path)]) == 0
    text = capsys.readouterr().out
    decided = "nobody cuts in, and all may press again" if how == "replay" else "nearest in play direction"
    assert decided in text and "[tangxun: cut.tie]" in text and "0.1 ms apart (±0.6 ms)" in text
