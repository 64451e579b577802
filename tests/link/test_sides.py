"""Boards that carry several seats: each side is a board to everybody above the link."""

from __future__ import annotations

import queue
import time
from itertools import combinations

import pytest
from unotable.desk.desk import Desk, DeskError, shared
from unotable.link import sides
from unotable.link.events import BoardDown, BoardUp, Event, Health, Held, Lost, Numbered, Pressed, Released, Reported
from unotable.link.ports import Link

from tests.link.table import Table

NAMES = ["b1", "b1.2", "b1.3"]


@pytest.mark.parametrize(("name", "parts"), [("b1", ("b1", 1)), ("b1.2", ("b1", 2)), ("b1.9", ("b1", 9))])
def test_a_side_has_a_name(name: str, parts: tuple[str, int]) -> None:
    assert sides.split(name) == parts and sides.name(*parts) == name


@pytest.mark.parametrize("name", ["b1.", "b1.1", "b1.0", "b1.22", ".2x", ""])
def test_what_names_no_side_is_a_board(name: str) -> None:
    assert sides.split(name) == (name, 1)


def test_how_many_there_are_is_said_in_the_hello() -> None:
    assert [sides.count(has) for has in ("", "bls", "blsf1", "b4ls", "9")] == [1, 1, 1, 4, 9]


def test_each_side_comes_reports_is_well_and_goes() -> None:
    table = Table()
    port = table.plug(table.board("b1", "bls3"))
    table.run(3000)
    table.unplug(port)
    for kind in (BoardUp, BoardDown):
        assert [event.board for event in table.of(kind)] == NAMES
    for kind in (Health, Reported):
        assert [event.board for event in table.of(kind)][:3] == NAMES
    assert {event.boot for event in table.of(BoardUp)} == {port.board.number}


def test_presses_are_their_sides_and_share_one_count() -> None:
    table = Table()
    board = table.board("b1", "bls3")
    table.plug(board)
    table.run(1000)
    for button, ms in ((0, 20), (3, 20), (8, 700)):
        table.tap(board, button, ms)
    board.move(1, True, table.now)
    board.move(7, True, table.now)
    table.run(20)
    board.move(1, False, table.now)
    board.move(7, False, table.now)
    table.run(100)
    told = table.of(Numbered)
    assert [event.ev for event in told] == list(range(1, 12))
    pressed = [(event.board, event.button) for event in told if isinstance(event, Pressed)]
    assert pressed == [("b1", "uno"), ("b1.2", "uno"), ("b1.3", "done"), ("b1", "cut"), ("b1.3", "cut")]
    for event in told:
        if isinstance(event, Held | Released):
            assert any(event.of == it.ev and event.board == it.board for it in told if isinstance(it, Pressed))
    assert board.events.count == 0, "acknowledged by any side's name"
    assert table.of(Lost) == []


def test_a_side_that_the_board_does_not_carry_says_nothing() -> None:
    table = Table()
    board = table.board("b1", "bls3")
    port = table.plug(board)
    table.run(1000)
    board.has = "bls2"
    board.boot(table.now)
    table.run(1000)
    board.sides = 3
    port.session.heard(b"", table.now)
    before = table.of(Health)[-1].refused
    board.events.put("P", 8, 5, 1, 0)
    table.run(1000)
    assert table.of(Pressed) == [] and table.of(Health)[-1].refused > before


def test_each_side_is_told_what_it_shows_and_again_after_an_absence() -> None:
    table = Table()
    board = table.board("b1", "bls3")
    port = table.plug(board)
    table.run(500)
    kept = table.boards.board("b1.3")
    assert kept is table.boards.board("b1")
    kept.seat(5, "ff0000", 3)
    kept.seat(4, "00ff00")
    kept.lamp("turn", "", table.now, 3)
    kept.lamp("penalty", "2", table.now, 2)
    table.run(100)
    shown = [("w", "4", "00ff00"), ("w3", "5", "ff0000"), ("l3", "turn", "")]
    assert board.lamps == [*shown, ("l2", "penalty", "2")]
    board.lamps.clear()
    table.unplug(port)
    table.plug(board)
    table.run(500)
    assert set(board.lamps) == set(shown)


def test_seats_of_one_board_are_told_apart_by_their_stamps_alone() -> None:
    """Without USB frames too, while no other board is there: the host's bounds are a hundred times as wide."""
    table = Table(4)
    board = table.board("b1", "bls3")
    table.plug(board)
    table.run(12_000)
    for k in range(20):
        board.move(k % 3, True, table.now)
        table.run(0.1)
        board.move(3 + k % 3, True, table.now)
        table.run(30)
        board.move(k % 3, False, table.now)
        board.move(3 + k % 3, False, table.now)
        table.run(60)
    pressed = [event for event in table.of(Pressed) if isinstance(event, Pressed)]
    assert len(pressed) == 40
    assert max(event.u for event in pressed) <= 10
    true = {event.ev: board.made[board.number, event.ev] for event in pressed}
    for one, other in combinations(pressed, 2):
        apart = (true[other.ev] - true[one.ev]) - (other.at - one.at)
        assert abs(apart) <= (one.u + other.u) * 1000 + abs(true[other.ev] - true[one.ev]) // 10_000
    health = [event for event in table.of(Health) if isinstance(event, Health)]
    assert health[-1].state == "good"


def test_with_another_board_there_they_carry_the_hosts_bounds_again() -> None:
    table = Table(4)
    board, other = table.board("b1", "bls2"), table.board("b2")
    table.plug(board)
    table.run(8_000)
    table.plug(other)
    table.run(12_000)
    board.move(0, True, table.now)
    other.move(0, True, table.now)
    table.run(100)
    pressed = [event for event in table.of(Pressed) if isinstance(event, Pressed)]
    made = {"b1": board, "b2": other}
    assert {event.board for event in pressed} == {"b1", "b2"}
    for event in pressed:
        true = made[event.board].made[made[event.board].number, event.ev]
        assert abs(event.at - true) <= event.u * 1000 + 1000
        assert event.u > 50


def test_a_desk_shares_its_seats_among_its_boards() -> None:
    assert shared(4, None) == [range(1, 2), range(2, 3), range(3, 4), range(4, 5)]
    assert shared(10, 3) == [range(1, 5), range(5, 8), range(8, 11)]
    for seats, boards in ((3, 4), (10, 1), (3, 0)):
        with pytest.raises(DeskError, match=f"{seats} seats need"):
            shared(seats, boards)


def test_three_seats_on_one_real_board() -> None:
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    told: list[Event] = []

    def until(kind: type, n: int) -> list[Event]:
        end = time.monotonic() + 8
        while len(found := [event for event in told if isinstance(event, kind)]) < n:
            assert time.monotonic() < end, told
            try:
                told.append(events.get(timeout=0.05))
            except queue.Empty:
                continue
        return found

    with Desk(3, seed=3, boards=1) as desk:
        assert [desk.board(seat) for seat in desk.seats] == ["de5c0001", "de5c0001.2", "de5c0001.3"]
        assert len(desk.ports) == 1
        link = Link(events, lambda: desk.places)
        try:
            assert [up.board for up in until(BoardUp, 3) if isinstance(up, BoardUp)] == [
                desk.board(seat) for seat in desk.seats
            ]
            link.seat(desk.board(2), 2, "00ff00")
            link.lamp(desk.board(2), "turn")
            link.lamp(desk.board(3), "wait")
            end = time.monotonic() + 8
            while [desk.lamps(seat) for seat in desk.seats] != ["unseated", "turn", "wait"]:
                assert time.monotonic() < end, [desk.lamps(seat) for seat in desk.seats]
                time.sleep(0.01)
            desk.press_all("cut")
            pressed = [event for event in until(Pressed, 3) if isinstance(event, Pressed)]
            assert {(event.board, event.button) for event in pressed} == {
                (desk.board(seat), "cut") for seat in desk.seats
            }
            assert [desk.edges(seat)[0].button for seat in desk.seats] == ["c", "c", "c"]
            desk.unplug(3)
            assert len(until(BoardDown, 3)) == 3
            assert not any(desk.plugged(seat) for seat in desk.seats)
        finally:
            link.close()
