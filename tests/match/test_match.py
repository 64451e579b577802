"""The match by itself: link events and commands in, journal lines, acks, lamps and views out. Time is passed in."""

from __future__ import annotations

from pathlib import Path

import pytest
from unotable.game.fold import fold
from unotable.journal import rules
from unotable.journal.errors import JournalError
from unotable.journal.file import read
from unotable.link.events import (
    BoardDown,
    Health,
    Held,
    Lost,
    Pressed,
)
from unotable.match.actions import Ack, Lamp
from unotable.match.view import Unruled

from tests.match.bench import START, Bench, short


def test_a_press_is_on_disk_before_it_is_acknowledged(bench: Bench) -> None:
    before = len(bench.lines())
    press = bench.press(2, "done")
    assert Ack("b2", 1, press.ev) in bench.done
    line = bench.lines()[before]
    assert line == {
        "t": (press.at - START) // 1000,
        "press": "done",
        "seat": 2,
        "u": 300,
        "board": "b2",
        "boot": 1,
        "ev": 1,
    }


def test_a_resent_press_is_acknowledged_again_but_written_once(bench: Bench) -> None:
    press = bench.press(2, "done")
    before = bench.lines()
    assert Ack("b2", 1, press.ev) in bench.hear(press)
    assert bench.lines() == before


def test_after_a_restart_a_resent_press_is_known(bench: Bench) -> None:
    press = bench.press(2, "done")
    bench.journal.close()
    again = Bench(bench.path)
    before = again.lines()
    assert Ack("b2", 1, press.ev) in again.hear(press)
    assert again.lines() == before
    hold = Held("b2", 1, 2, press.ev)
    again.hear(hold)
    again.hear(hold)
    assert [line["do"] for line in again.lines()[len(before) :]] == ["hold"]


def test_nothing_rests_on_a_done_that_is_still_down(bench: Bench) -> None:
    press = bench.press(2, "done")
    bench.wait(500)
    bench.report()
    bench.wait(50)
    assert bench.table.turn == 2 and bench.table.seat(2).cards == 7
    bench.hold(press)
    bench.report()
    assert bench.table.turn == 3 and bench.table.seat(2).cards == 8
    assert bench.lines()[-1] == {"t": (press.at - START) // 1000, "do": "hold", "of": 2}


def test_a_released_done_counts_once_everybody_has_reported(bench: Bench) -> None:
    press = bench.press(2, "done")
    bench.wait(60)
    bench.release(press)
    assert bench.table.turn == 2
    bench.report(3)
    assert bench.table.turn == 2
    bench.report()
    assert bench.table.turn == 3 and bench.table.seat(2).cards == 6


def test_a_press_is_shown_on_its_seat_before_it_is_ruled_on(bench: Bench) -> None:
    press = bench.press(2, "done")
    assert bench.match.view.unruled == (Unruled(2, "done"),)
    bench.press(3, "uno")
    assert bench.match.view.unruled == (Unruled(2, "done"), Unruled(3, "uno"))
    assert [line.get("press") for line in bench.lines()[-2:]] == ["done", "uno"], "both are on disk"
    bench.wait(60)
    bench.release(press)
    bench.report()
    assert bench.match.view.unruled == () and bench.table.turn == 3


def test_a_board_that_does_not_report_is_waited_for_150_ms(bench: Bench) -> None:
    press = bench.press(2, "done", ago=0)
    bench.release(press)
    bench.wait(140)
    bench.report(3)
    assert bench.table.turn == 2
    bench.wait(20)
    assert bench.table.turn == 3


def test_an_absent_board_is_not_waited_for(bench: Bench) -> None:
    press = bench.press(2, "done")
    bench.release(press)
    bench.wait(50)
    bench.report(3)
    assert bench.table.turn == 2
    bench.hear(BoardDown("b3", "three heartbeats missed"))
    assert bench.table.turn == 3
    assert [board.state for board in bench.match.view.boards] == ["ready", "ready", "absent", "ready"]


def test_a_stuck_done_is_waited_for_700_ms(bench: Bench) -> None:
    bench.press(2, "done", ago=0)
    bench.wait(690)
    bench.report()
    assert bench.table.turn == 2
    bench.wait(20)
    assert bench.table.turn == 3


def test_a_call_that_comes_after_the_catch_but_was_earlier_is_never_a_catch(tmp_path: Path) -> None:
    bench = short(tmp_path)
    bench.tap(2)
    assert bench.table.seat(2).window
    bench.wait(300)
    bench.press(3, "uno", ago=5)
    assert "uno.caught" not in [rule for _, rule, _ in bench.rules()]
    bench.press(2, "uno", ago=20)
    bench.wait(200)
    bench.report()
    assert bench.rules() == [("ruling", "uno.called", None), ("ruling", "uno.late", None)]
    assert bench.table.seat(2).cards == 1


def test_a_false_call_is_announced_only_when_no_play_can_justify_it_any_more(tmp_path: Path) -> None:
    bench = Bench(tmp_path / "m.jsonl", uno_false_call=2)
    bench.command(do="first", card="r5")
    bench.wait(3000)
    bench.press(4, "uno", ago=0)
    bench.wait(490)
    bench.report()
    assert bench.rules() == []
    bench.wait(200)
    assert bench.rules() == [("ruling", "uno.false", 2)]
    assert Lamp("b4", "penalty", "2") in bench.done


def test_a_fine_that_a_later_line_takes_back_is_given_back(tmp_path: Path) -> None:
    bench = short(tmp_path)
    bench.tap(2)
    bench.wait(300)
    bench.tap(3, "uno")
    assert bench.rules() == [("ruling", "uno.caught", 2)]
    bench.command(do="undo")
    bench.wait(200)
    assert bench.rules()[-1] == ("withdrawn", "uno.caught", -2)
    assert bench.table.seat(2).cards == 1


def test_a_catch_that_grows_says_the_difference(tmp_path: Path) -> None:
    bench = short(tmp_path, uno_per_catcher=True, uno_catch=3)
    bench.tap(2)
    bench.tap(3, "uno")
    bench.tap(4, "uno")
    assert bench.rules() == [("ruling", "uno.caught", 3), ("changed", "uno.caught", 3)]
    assert bench.table.seat(2).cards == 7


def test_a_press_that_comes_late_waits_to_be_accepted(bench: Bench) -> None:
    bench.wait(10_000)
    bench.press(2, "done", ago=4000)
    bench.wait(200)
    assert bench.lines()[-1]["held"] is True
    assert [entry.seat for entry in bench.match.view.held] == [2]
    assert bench.feed()[-1].kind == "held" and bench.table.turn == 2
    bench.command(do="accept")
    bench.wait(200)
    assert bench.lines()[-1]["of"] == 2
    assert bench.match.view.held == () and bench.table.turn == 3


def test_no_close_ruling_rests_on_an_unsure_clock(bench: Bench) -> None:
    bench.press(2, "done", u=200, sure=False)
    assert bench.lines()[-1]["u"] >= 500_000
    actions = bench.hear(Health("b3", 900, 500, "unsure", ("two answers contradict",), 0, 0, 5, 9000))
    assert Lamp("b3", "unsure") in actions
    board = bench.match.view.boards[2]
    assert (board.state, board.why, board.u_us) == ("unsure", "two answers contradict", 900)


def test_lost_events_are_listed_and_acknowledged(bench: Bench) -> None:
    lost = Lost("b2", 1, 4, 3)
    assert Ack("b2", 1, 6) in bench.hear(lost)
    bench.hear(lost)
    assert [line["do"] for line in bench.lines()] == ["first", "note"]
    assert "lost 3 events" in bench.feed()[-1].text


def test_a_journal_that_cannot_be_written_loses_nothing(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(line: object) -> None:
        raise JournalError("no space left")

    press = Pressed("b2", 1, 1, "done", bench.now, 300, True)
    with monkeypatch.context() as broken:
        broken.setattr(bench.journal, "append", full)
        with pytest.raises(JournalError):
            bench.hear(press)
    assert Ack("b2", 1, 1) not in bench.done
    bench.hear(press)
    assert Ack("b2", 1, 1) in bench.done
    assert [line.get("press") for line in bench.lines()] == [None, "done"]


def test_what_time_alone_has_changed_is_in_the_file_at_the_end(tmp_path: Path) -> None:
    bench = Bench(tmp_path / "m.jsonl", uno_false_call=2)
    bench.command(do="first", card="r5")
    bench.wait(2000)
    bench.tap(4, "uno")
    bench.wait(1000)
    bench.match.finish(bench.now)
    bench.journal.close()
    file = read(bench.path)
    table = fold(file.header, rules.load("mattel", file.header.overrides), file.entries)
    assert table.as_dict() == bench.table.as_dict()
    assert file.entries[-1].do == "tick"
