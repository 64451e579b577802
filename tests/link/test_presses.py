"""Presses on their way through a session: each once, in order, placed, and asked for where one is missing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from unotable.link import wire
from unotable.link.boards import Boards
from unotable.link.events import (
    Event,
    Health,
    Held,
    Lost,
    Numbered,
    Pressed,
    Released,
    Reported,
)

from tests.link.alone import Alone
from tests.link.table import MS, Table


def test_a_press_and_its_hold() -> None:
    table = Table()
    board = table.board()
    table.plug(board)
    table.run(1000)
    table.tap(board, 2, 700)
    press, held, released = table.of(Numbered)
    assert isinstance(press, Pressed) and (press.ev, press.button, press.sure) == (1, "done", True)
    assert abs(press.at - board.made[board.number, 1]) <= press.u * 1000 < 2_000_000
    assert held == Held("b1", board.number, 2, 1)
    assert released == Released("b1", board.number, 3, 1)
    table.run(100)
    assert board.events.count == 0


def test_a_press_is_placed_between_two_exchanges() -> None:
    """So a clock that stepped since the last exchange is not trusted with it."""
    table = Table()
    board = table.board()
    table.plug(board)
    table.run(8000)
    board._start += 40_000  # its counter skips 40 ms
    table.tap(board, 0)
    (press,) = table.of(Pressed)
    assert isinstance(press, Pressed) and not press.sure


@pytest.mark.parametrize("skipped", [0, 40_000])
def test_a_press_that_no_exchange_follows_in_time_is_not_sure(skipped: int) -> None:
    """Whether the clock has stepped before it, nobody knows yet."""
    table = Table()
    board = table.board()
    port = table.plug(board)
    table.run(8000)
    put = port.up.put
    port.up.put = lambda data, now: put(
        b"".join(line for line in data.splitlines(keepends=True) if not line.startswith(b"~A,")), now
    )
    board._start += skipped
    table.tap(board, 0)
    (press,) = table.of(Pressed)
    assert isinstance(press, Pressed) and not press.sure


@pytest.mark.parametrize("harm", [lambda line: line.replace(b"P,", b"Q,"), lambda line: b""], ids=["damaged", "gone"])
def test_an_event_that_is_missing_is_asked_for(harm: Callable[[bytes], bytes]) -> None:
    """The board itself would repeat it after 25 ms; what is gone without a trace shows by a clock answer's count."""
    table = Table()
    board = table.board()
    port = table.plug(board)
    table.run(1000)
    put = port.up.put

    def swallow(data: bytes, now: int) -> None:
        lines = data.splitlines(keepends=True)
        put(b"".join(harm(line) if line.startswith(b"~P,") else line for line in lines), now)
        if any(line.startswith(b"~P,") for line in lines):
            port.up.put = put

    port.up.put = swallow
    board.move(0, True, table.now)
    table.run(3)
    port.session.ask_soon(table.now, table.now)
    table.run(14)
    assert [event.ev for event in table.of(Pressed)] == [1]


def test_a_bad_cable_makes_no_press_late_for_long() -> None:
    """One byte in a hundred with a flipped bit costs three lines in ten. Times are the table's, not this machine's."""
    table = Table(3)
    board = table.board()
    port = table.plug(board)
    table.run(1500)
    port.up.flips = port.down.flips = 0.01
    late: list[float] = []
    take = table.take

    def timed(events: list[Event]) -> None:
        late.extend((table.now - board.made[board.number, it.ev]) / MS for it in events if isinstance(it, Pressed))
        take(events)

    table.take = timed
    for k in range(150):
        table.tap(board, k % 3, 30)
    port.up.flips = port.down.flips = 0.0
    table.run(1000)
    assert len(late) == 150
    assert sorted(late)[147] < 100


def test_who_else_may_have_pressed_earlier_is_asked_at_once() -> None:
    table = Table()
    boards = [table.board(f"b{i}") for i in range(10)]
    for board in boards:
        table.plug(board)
    table.run(1500)
    table.heard.clear()
    boards[3].move(0, True, table.now)
    pressed = table.now
    table.run(14)
    (press,) = table.of(Pressed)
    assert isinstance(press, Pressed)
    past = {event.board for event in table.of(Reported) if event.upto > press.at}
    assert past == {f"b{i}" for i in range(10)}, "all of them have reported past the press 14 ms after it"
    assert press.at - pressed < 1_000_000


def test_the_board_of_a_press_is_asked_once_more_too() -> None:
    """It answered just after the edge, when that was no press yet: the answer says nothing of the time after it."""
    table = Table()
    boards = [table.board(f"b{i}") for i in range(2)]
    ports = [table.plug(board) for board in boards]
    table.run(1500)
    table.heard.clear()
    boards[0].move(0, True, table.now)
    table.run(2)
    ports[0].session.ask_soon(table.now, table.now)
    table.run(14)
    (press,) = table.of(Pressed)
    assert isinstance(press, Pressed)
    assert {event.board for event in table.of(Reported) if event.upto > press.at} == {"b0", "b1"}


def test_nothing_is_reported_past_a_press_that_was_not_told() -> None:
    table = Table(5)
    board = table.board()
    port = table.plug(board)
    table.run(1000)
    for cable in (port.up, port.down):
        cable.flips = 0.01
    for _ in range(30):
        table.tap(board, 0, 20)
    upto = 0
    for event in table.heard:
        if isinstance(event, Reported):
            assert event.upto > upto
            upto = event.upto
        elif isinstance(event, Pressed):
            assert board.made[event.boot, event.ev] > upto, "a press came that was reported past"
    assert len(table.of(Pressed)) > 20


def test_a_ring_that_ran_over_is_listed() -> None:
    table = Table()
    board = table.board()
    table.plug(board)
    table.run(1000)
    table.acks = False
    for _ in range(40):
        table.tap(board, 0, 10)
    table.acks = True
    table.ack()
    table.run(3000)
    told = table.of(Numbered)
    numbers = [event.ev for event in told]
    assert numbers == list(range(1, 66))
    assert told[-1] == Lost("b1", board.number, 65, 16)
    assert len(table.of(Pressed)) == 32


def test_releases_that_nobody_cares_for_do_not_hold_up_the_ring() -> None:
    table = Table()
    board = table.board()
    table.plug(board)
    table.run(1000)
    table.acks = False
    for _ in range(40):
        table.tap(board, 0, 10)
        for number, event in enumerate(table.late_acks):
            if event[2] % 2:  # presses have the odd numbers
                table.boards.board("b1").ack(event[1], event[2])
                table.late_acks[number] = ("", 0, 0)
    table.run(100)
    assert board.events.count == 0
    assert board.events.lost == 0


def test_an_acknowledgement_for_another_boot_or_for_the_future_is_none() -> None:
    table = Table()
    board = table.board()
    table.plug(board)
    table.run(1000)
    table.acks = False
    table.boards.board("b1").ack(board.number + 1, 9)
    table.boards.board("b1").ack(board.number, 9)
    table.tap(board, 0, 10)
    table.run(100)
    assert board.events.count == 2
    assert [type(event) for event in table.of(Numbered)] == [Pressed, Released]


def test_a_new_program_gets_what_the_old_one_did_not_keep() -> None:
    table = Table()
    board = table.board()
    port = table.plug(board)
    table.run(1000)
    table.tap(board, 0)
    table.acks = False
    table.tap(board, 1)
    table.unplug(port)
    table.heard.clear()
    table.late_acks.clear()
    table.boards = Boards()
    table.acks = True
    table.plug(board)
    table.run(1500)
    table.tap(board, 2)
    assert [event.ev for event in table.of(Numbered)] == [3, 4, 5, 6]


def test_a_press_older_than_any_wrap_that_can_be_excluded_is_not_sure() -> None:
    table = Table()
    board = table.board()
    table.run(1000)
    table.tap(board, 0)
    for _ in range(10):
        table.run(120_000)  # twenty minutes alone
    table.plug(board)
    table.run(2000)
    (press,) = table.of(Pressed)
    assert isinstance(press, Pressed) and not press.sure


@pytest.mark.parametrize("kind", ["microbit", "toaster"])
def test_a_press_has_the_bound_that_its_board_tells_with_it(kind: str) -> None:
    """Also of a board that somebody has made from PROTOCOL.md, whose kind this program does not know."""
    alone = Alone()
    alone.hears("H", 1, "b1", 7, "0.1.0", kind, "bl")
    alone.hears("I", "late", 3000)
    alone.later(110)

    def ticks() -> int:
        return alone.now // 1000 % wire.TICKS

    def asked(made: int) -> list[object]:
        told: list[object] = []
        for _ in range(12):
            told += alone.later(20)
            for line in alone.says():
                if line[0] == "q":
                    alone.now += MS // 2
                    told += alone.hears("A", line[1], ticks(), ticks(), made, 300)
        return told

    asked(0)
    health = next(event for event in alone.hears("B", 1, 900, 0, 0) if isinstance(event, Health))
    assert health.u is not None and 1500 < health.u < 2200
    edge, stamp = alone.now, ticks() + 9000
    alone.now += 60 * MS
    alone.hears("P", 1, "u", stamp, 1, 0, 9000)
    press = next(event for event in asked(1) if isinstance(event, Pressed))
    assert 4500 < press.u < 5200 and press.at - press.u * 1000 <= edge <= press.at + press.u * 1000
    health = next(event for event in alone.hears("B", 2, 900, 0, 0) if isinstance(event, Health))
    assert health.u is not None and health.u > 4500, "the next one may be as late"


def test_an_answer_that_falls_short_is_asked_for_again_soon() -> None:
    """Else a ruling would wait for the next of about eight questions a second."""
    table = Table()
    board, other = table.board("b0"), table.board("b1")
    table.plug(board)
    port = table.plug(other)
    table.run(1000)
    put = port.up.put
    swallowed: list[bytes] = []

    def swallow(data: bytes, now: int) -> None:
        lines = data.splitlines(keepends=True)
        swallowed.extend(line for line in lines if line.startswith(b"~A,"))
        put(b"".join(line for line in lines if not line.startswith(b"~A,")), now)
        if swallowed:
            port.up.put = put

    board.move(0, True, table.now)
    pressed = table.now
    while not table.of(Pressed):
        table.run(1)
    port.up.put = swallow
    table.run(45)
    assert swallowed
    assert max(it.upto for it in table.of(Reported) if it.board == "b1") > pressed
