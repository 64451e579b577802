"""One rule of the session after the other."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from unotable.link import wire
from unotable.link.boards import Boards
from unotable.link.events import (
    BoardDown,
    BoardRefused,
    BoardUp,
    Event,
    Health,
    Held,
    Lost,
    Numbered,
    Pressed,
    Released,
    Reported,
)
from unotable.link.session import DEEDS, Session
from unotable.link.steps import ABSENT, PATIENCE, STEPS, TIMES

from tests.link.table import MS, STATES, Table


def frames(data: bytes) -> list[tuple[str, ...]]:
    return wire.Decoder().feed(data)


class Alone:
    """A session without a board: what it says, and what it makes of lines."""

    def __init__(self) -> None:
        self.now = 10**12
        self.boards = Boards()
        self.session = Session("here", self.boards, self.now)
        self.boards.open(self.session)

    def later(self, ms: float) -> list[object]:
        self.now += int(ms * MS)
        return list(self.session.tick(self.now))

    def hears(self, *fields: object) -> list[object]:
        return list(self.session.feed(wire.encode(*fields), self.now))

    def says(self) -> list[tuple[str, ...]]:
        return frames(self.session.send(self.now))


# -- rule 1: strangers


def test_a_stranger_hears_one_polite_line_and_is_left_alone() -> None:
    alone = Alone()
    said = alone.says()
    assert [line[0] for line in said] == ["h"]
    assert said[0][1] == str(wire.PROTO)
    events: list[object] = []
    for _ in range(100):
        events += alone.later(100)
        events += alone.session.feed(b"\r\n>>> Traceback: no\x00\xff~h,1*00000000\r\n", alone.now)
        assert alone.says() == []
    assert [type(event) for event in events] == [BoardRefused]
    assert "unotable flash" in events[0].why
    assert alone.session.finished


def test_a_damaged_hello_is_asked_for_again() -> None:
    alone = Alone()
    assert [line[0] for line in alone.says()] == ["h"]
    alone.later(310)
    assert alone.says() == []  # it might be something else
    alone.session.feed(wire.encode("H", 1, "b1", 7, "1", "desk", "b").replace(b"b1", b"b0"), alone.now)
    assert [line[0] for line in alone.says()] == ["h"]


def test_damaged_hellos_are_no_strangers() -> None:
    alone = Alone()
    alone.says()
    hello = wire.encode("H", 1, "e6614c311b7e8a2f", 7, "0.1.0", "pico", "bls")
    for _ in range(8):
        assert alone.later(1000) == []
        alone.session.feed(hello.replace(b"pico", b"pisc"), alone.now)
    alone.session.feed(hello, alone.now)
    assert alone.session.board == "e6614c311b7e8a2f"


def test_an_echo_is_a_stranger() -> None:
    alone = Alone()
    sent = alone.session.send(alone.now)
    assert alone.session.feed(sent, alone.now) == []
    alone.later(PATIENCE / MS + 1)
    assert alone.session.finished


def test_a_board_that_knows_another_host_is_asked_again() -> None:
    alone = Alone()
    alone.says()
    alone.later(400)
    alone.hears("B", 1, 2, 3, 4)
    assert [line[0] for line in alone.says()] == ["h"]


# -- rule 2: versions


@pytest.mark.parametrize(
    ("line", "spoken"),
    [
        (("V", 2, 3), "2 to 3"),
        (("V", 7, 7), "7"),
        (("H", 2, "b1", 5), "2"),
        (("H", 9, "b1", 5, "x", "pico", "b", "z"), "9"),
    ],
)
def test_another_protocol_is_refused_by_both_numbers(line: tuple[object, ...], spoken: str) -> None:
    alone = Alone()
    (refused,) = alone.hears(*line)
    assert isinstance(refused, BoardRefused)
    assert f"protocol {spoken}, this program {wire.PROTO}" in refused.why
    assert "`unotable flash`" in refused.why
    assert alone.session.finished
    assert alone.says() == []


# -- rule 3: who is there


def test_a_board_is_up_with_all_it_says_about_itself() -> None:
    alone = Alone()
    alone.says()
    assert alone.hears("H", 1, "c0ffee", 77, "0.1.0", "pico", "bls") == []
    assert alone.hears("I", "py", "micropython-1.25.0") == []
    assert alone.hears("I", "pid", "123") == []
    (up, _) = alone.hears("B", 5, 1000, 0, 0)
    assert up == BoardUp("c0ffee", 77, "pico", "0.1.0", "micropython-1.25.0", 123, "bls", "here", "")


def test_it_is_up_soon_even_if_it_says_no_more() -> None:
    alone = Alone()
    alone.says()
    alone.hears("H", 1, "c0ffee", 77, "0.1.0", "pico", "bls")
    (up,) = alone.later(101)
    assert isinstance(up, BoardUp) and up.python == "" and up.pid is None


def test_a_hello_that_nobody_asked_for_is_answered_by_asking() -> None:
    alone = Alone()
    alone.says()
    alone.later(900)
    alone.hears("H", 1, "c0ffee", 77, "0.1.0", "pico", "bls")
    assert alone.says()[0][0] == "h"


# -- rule 4: here or absent


def test_a_board_that_says_nothing_but_its_hello_has_not_heard_ours() -> None:
    alone = Alone()
    alone.says()
    alone.later(100)
    alone.hears("H", 1, "c0ffee", 77, "0.1.0", "pico", "bls")
    assert "h" not in [line[0] for line in alone.says()], "this may be the answer"
    for _ in range(3):
        alone.later(310)
        alone.hears("H", 1, "c0ffee", 77, "0.1.0", "pico", "bls")
        assert alone.says()[0][0] == "h"
    alone.hears("B", 5, 1000, 0, 0)
    for _ in range(3):
        alone.later(310)
        assert "h" not in [line[0] for line in alone.says()]


def test_queries_are_a_burst_and_then_about_eight_a_second_in_step_with_nothing() -> None:
    table = Table()
    port = table.plug(table.board())
    sent: list[int] = []
    send = port.session.send

    def listen(now: int) -> bytes:
        data = send(now)
        sent.extend(now for line in frames(data) if line[0] == "q")
        return data

    port.session.send = listen
    table.run(10_000)
    assert len([at for at in sent if at - sent[0] < 200 * MS]) >= 7
    play = [at for at in sent if at - sent[0] > 1000 * MS]
    assert 7 < len(play) / 9 < 9.5
    gaps = {(b - a) // MS for a, b in pairwise(play)}
    assert len(gaps) > 15 and min(gaps) > 80 and max(gaps) < 170


def test_a_silent_board_is_absent_after_three_heartbeats_and_comes_back() -> None:
    table = Table()
    port = table.plug(table.board())
    table.run(2000)
    feed = port.session.feed
    port.session.feed = lambda data, now: []
    before = table.now
    while not table.of(BoardDown):
        table.run(20)
    assert ABSENT - 500 * MS < table.now - before < ABSENT + 200 * MS
    assert table.of(BoardDown)[0].why == "it has been silent for 1.5 s"
    port.session.feed = feed
    table.run(1500)
    assert [type(event) for event in table.of(*STATES)] == [BoardUp, BoardDown, BoardUp]


def test_the_program_standing_still_makes_no_board_absent() -> None:
    table = Table()
    table.plug(table.board())
    table.run(1000)
    table.run(5000, host=False)
    table.run(1500)
    assert [type(event) for event in table.of(*STATES)] == [BoardUp]


def test_health_comes_twice_a_second_and_when_the_clock_turns() -> None:
    table = Table()
    table.plug(table.board())
    table.run(10_000)
    told = table.of(Health)
    assert 18 <= len(told) <= 26
    last = told[-1]
    assert isinstance(last, Health)
    assert last.u is not None and last.u < 2000
    assert last.rtt is not None and last.rtt < 4000
    assert (last.lost, last.refused, last.free) == (0, 0, 1000)
    assert last.uptime in (9, 10)


# -- rule 5: restarts, replacements, returns


def test_a_restart_is_told_and_what_was_not_sent_is_lost() -> None:
    table = Table()
    board = table.board()
    port = table.plug(board)
    table.run(1000)
    table.tap(board, 0)
    old = board.number
    port.up.drops = 1.0  # no event comes through, but answers do
    step = board.step
    board.step = lambda data, now: b"".join(
        wire.encode(*line) for line in frames(step(data, now)) if line[0] not in "PRL"
    )
    port.up.drops = 0.0
    table.tap(board, 1)
    table.tap(board, 2)
    table.run(500)
    board.step = step
    board.boot(table.now)
    port.up.clear()
    table.run(2000)
    assert table.of(Lost) == [Lost("b1", old, 3, 4)]
    assert [type(event) for event in table.of(*STATES)] == [BoardUp, BoardDown, BoardUp]
    assert table.of(BoardDown)[0].why == "it has restarted"
    table.tap(board, 0)
    last = table.of(Pressed)[-1]
    assert isinstance(last, Pressed) and (last.boot, last.ev) == (board.number, 1)


def test_another_board_at_the_same_port() -> None:
    table = Table()
    port = table.plug(table.board("b1"))
    table.run(1000)
    port.board = table.board("b2")
    table.run(2000)
    ups = [event.board for event in table.of(BoardUp)]
    assert ups == ["b1", "b2"]
    assert table.of(BoardDown) == [BoardDown("b1", "another board is at its port")]


def test_a_returning_board_is_told_again_what_it_shows() -> None:
    table = Table()
    board = table.board()
    port = table.plug(board)
    table.run(500)
    kept = table.boards.board("b1")
    kept.seat(3, "ff0000")
    kept.lamp("turn", "", table.now)
    kept.lamp("penalty", "2", table.now)
    kept.sound("penalty")
    table.run(200)
    assert board.lamps == [("w", "3", "ff0000"), ("l", "turn", ""), ("l", "penalty", "2"), ("s", "penalty", "")]
    table.unplug(port)
    kept.lamp("safe", "", table.now)
    board.boot(table.now)
    board.lamps.clear()
    table.plug(board, "elsewhere")
    table.run(500)
    assert set(board.lamps) == {("w", "3", "ff0000"), ("l", "turn", "")}, "what was for a moment is over"


def test_what_is_left_of_a_hurry_is_told() -> None:
    table = Table()
    board = table.board()
    port = table.plug(board)
    table.run(500)
    table.boards.board("b1").lamp("hurry", "9000", table.now)
    table.run(100)
    table.unplug(port)
    table.run(2000)
    board.lamps.clear()
    table.plug(board)
    table.run(500)
    pattern, arg = board.lamps[-1][1:]
    assert pattern == "hurry" and 6000 < int(arg) < 7000


def test_a_line_that_the_board_refused_is_told_again() -> None:
    table = Table()
    board = table.board()
    port = table.plug(board)
    table.run(2000)
    put = port.down.put
    port.down.put = lambda data, now: put(data.replace(b"turn", b"tu~n"), now)
    table.boards.board("b1").lamp("turn", "", table.now)
    table.run(20)
    port.down.put = put
    assert board.lamps == []
    table.run(1000)
    assert board.lamps[-1] == ("l", "turn", "")


# -- rule 6: doubles


def test_two_boards_with_one_id() -> None:
    table = Table()
    first = table.plug(table.board("b1"), "left")
    table.run(1000)
    second = table.plug(table.board("b1"), "right")
    table.run(3000)
    assert [type(event) for event in table.of(*STATES)] == [BoardUp, BoardRefused]
    (refused,) = table.of(BoardRefused)
    assert isinstance(refused, BoardRefused)
    assert refused.port == "right" and "b1" in refused.why and "left" in refused.why
    table.tap(second.board)
    assert table.of(Numbered) == []
    table.unplug(first)
    table.run(2500)
    assert [type(event) for event in table.of(*STATES)][2:] == [BoardDown, BoardUp]
    assert table.of(BoardUp)[-1].port == "right"


# -- presses


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


# -- the table itself


def test_every_state_knows_what_to_do_about_everything_that_can_happen() -> None:
    whats = {what for _, what in STEPS} - {"silence", "same"}
    states = {state for state, _ in STEPS}
    assert {(state, what) for state in states for what in whats} <= set(STEPS)
    assert {state for state, what in STEPS if what == "silence"} == set(TIMES)
    assert {state for state, what in STEPS if what == "same"} == {"greeting", "up"}
    assert {do for _, do in STEPS.values()} == set(DEEDS)


# -- boards that look at their contacts


def test_a_polled_press_has_the_bound_that_its_board_tells_with_it() -> None:
    alone = Alone()
    alone.hears("H", 1, "b1", 7, "0.1.0", "microbit", "bl")
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
