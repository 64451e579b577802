"""What a match tells the boards' lamps."""

from __future__ import annotations

from pathlib import Path

from unotable.link.events import (
    BoardDown,
)
from unotable.match.actions import Ack, Lamp, SeatBoard

from tests.match.bench import Bench


def test_lamps_follow_the_turn(bench: Bench) -> None:
    assert [Lamp("b2", "turn"), Lamp("b3", "wait")] == [
        action for action in bench.done if action in (Lamp("b2", "turn"), Lamp("b3", "wait"))
    ][-2:]
    bench.done.clear()
    bench.tap(2)
    assert [action for action in bench.done if isinstance(action, Lamp)] == [Lamp("b2", "wait"), Lamp("b3", "turn")]
    bench.command(do="pause")
    bench.wait(100)
    assert {action for action in bench.done if isinstance(action, Lamp) and action.pattern == "paused"} == {
        Lamp(f"b{seat}", "paused") for seat in (1, 2, 3, 4)
    }


def test_lamps_never_tell_of_an_open_window(tmp_path: Path) -> None:
    told = []
    for cards in (2, 3):
        bench = Bench(tmp_path / f"{cards}.jsonl", deal_hand=cards)
        bench.command(do="first", card="r5")
        bench.wait(2000)
        bench.tap(2)
        assert bench.table.seat(2).window == (cards == 2)
        bench.wait(1000)
        told.append([action for action in bench.done if isinstance(action, Lamp)])
    assert told[0] == told[1]


def test_a_refused_press_is_shown_on_its_own_lamp(bench: Bench) -> None:
    bench.tap(4)
    bench.wait(1300)
    assert bench.rules() == []  # it may still become its turn
    bench.wait(300)
    assert Lamp("b4", "refused") in bench.done
    assert bench.rules() == [("ruling", "turn.out_of_order", None)]


def test_the_lamp_hurries_in_the_second_half_of_a_limited_turn(tmp_path: Path) -> None:
    bench = Bench(tmp_path / "m.jsonl", time_turn_s=10.0, time_penalty=1)
    bench.command(do="first", card="r5")
    bench.wait(4900)
    assert not any(isinstance(action, Lamp) and action.pattern == "hurry" for action in bench.done)
    bench.wait(300)
    hurry = next(action for action in bench.done if isinstance(action, Lamp) and action.pattern == "hurry")
    assert hurry.board == "b2" and 4000 < int(hurry.arg) <= 5000


def test_a_board_that_returns_is_told_everything_again(bench: Bench) -> None:
    bench.hear(BoardDown("b2", "gone"))
    assert [action for action in bench.up(2) if not isinstance(action, Ack)] == [
        SeatBoard("b2", 2, "3cb44b"),
        Lamp("b2", "turn"),
    ]
