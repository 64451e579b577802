"""One rule of the session after the other."""

from __future__ import annotations

from itertools import pairwise

import pytest
from unotable import locale
from unotable.link import wire
from unotable.link.events import (
    BoardDown,
    BoardRefused,
    BoardUp,
    Health,
    Lost,
    Numbered,
    Pressed,
)
from unotable.link.session import DEEDS
from unotable.link.steps import ABSENT, PATIENCE, STEPS, TIMES

from tests.link.alone import Alone, frames
from tests.link.table import MS, STATES, Table

# -- rule 1: strangers


def test_a_stranger_hears_one_polite_line_and_is_left_alone() -> None:
    alone = Alone()
    said = alone.says()
    assert [line[0] for line in said] == ["h"]
    assert said[0][1] == str(wire.PROTO)
    events: list[object] = []
    for _ in range(100):
        events += alone.later(100)
        events += alone.session.heard(b"\r\n>>> Traceback: no\x00\xff~h,1*00000000\r\n", alone.now)
        assert alone.says() == []
    assert [type(event) for event in events] == [BoardRefused]
    assert "unotable flash" in events[0].why
    assert alone.session.finished


def test_a_damaged_hello_is_asked_for_again() -> None:
    alone = Alone()
    assert [line[0] for line in alone.says()] == ["h"]
    alone.later(310)
    assert alone.says() == []  # it might be something else
    alone.session.heard(wire.encode("H", 1, "b1", 7, "1", "desk", "b").replace(b"b1", b"b0"), alone.now)
    assert [line[0] for line in alone.says()] == ["h"]


def test_damaged_hellos_are_no_strangers() -> None:
    alone = Alone()
    alone.says()
    hello = wire.encode("H", 1, "e6614c311b7e8a2f", 7, "0.1.0", "pico", "bls")
    for _ in range(8):
        assert alone.later(1000) == []
        alone.session.heard(hello.replace(b"pico", b"pisc"), alone.now)
    alone.session.heard(hello, alone.now)
    assert alone.session.board == "e6614c311b7e8a2f"


def test_an_echo_is_a_stranger() -> None:
    alone = Alone()
    sent = alone.session.send(alone.now)
    assert alone.session.heard(sent, alone.now) == []
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
    heard = port.session.heard
    port.session.heard = lambda data, now: heard(b"", now)
    before = table.now
    while not table.of(BoardDown):
        table.run(20)
    assert ABSENT - 500 * MS < table.now - before < ABSENT + 200 * MS
    assert table.of(BoardDown)[0].why == "it has been silent for 1.5 s"
    port.session.heard = heard
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


@pytest.mark.parametrize(("lang", "why"), [("en", "another board is at its port"), ("zh", "它的端口上换了另一块板子")])
def test_another_board_at_the_same_port(lang: str, why: str) -> None:
    table = Table()
    port = table.plug(table.board("b1"))
    table.run(1000)
    port.board = table.board("b2")
    locale.use(lang)
    try:
        table.run(2000)
    finally:
        locale.use("en")
    ups = [event.board for event in table.of(BoardUp)]
    assert ups == ["b1", "b2"]
    assert table.of(BoardDown) == [BoardDown("b1", why)]


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


# -- the table itself


def test_every_state_knows_what_to_do_about_everything_that_can_happen() -> None:
    whats = {what for _, what in STEPS} - {"silence", "same"}
    states = {state for state, _ in STEPS}
    assert {(state, what) for state in states for what in whats} <= set(STEPS)
    assert {state for state, what in STEPS if what == "silence"} == set(TIMES)
    assert {state for state, what in STEPS if what == "same"} == {"greeting", "up"}
    assert {do for _, do in STEPS.values()} == set(DEEDS)
