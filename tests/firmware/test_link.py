"""The board's end of the wire: when it is silent, what it answers, whom it believes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unoseat.buttons import Buttons
from unoseat.events import Events
from unoseat.link import ABSENT, BEAT, SECOND, Link
from unotable.link import wire

HELLO = ("H", "1", "de5c0001", "77", "0.1.0", "desk", "bl")
ABOUT = [("I", "py", "micropython-1.25.0"), ("I", "pid", "12")]


class Wired:
    """A link, its time, and what it said."""

    def __init__(self, start: int = 5) -> None:
        self.now = start
        self.events = Events()
        self.buttons = Buttons(self.events)
        about = [frame[1:] for frame in ABOUT]
        self.link = Link(HELLO[2:], about, 77, self.events, self.buttons, lambda: 1234, start)

    def say(self, *fields: object) -> list[tuple[str, ...]]:
        return self.link.feed(wire.encode(*fields), self.now % wire.TICKS)

    def greet(self) -> None:
        self.say("h", 1, "0.1.0", "s1")
        self.hear()

    def hear(self) -> list[tuple[str, ...]]:
        """Every frame it has to send now."""
        self.link.tick(self.now % wire.TICKS)
        heard = []
        while line := self.link.next(self.now % wire.TICKS):
            heard += wire.Decoder().feed(line)
            assert len(heard) < 200
        assert self.link.wait(self.now % wire.TICKS) > 0
        return heard

    def later(self, us: int) -> list[tuple[str, ...]]:
        self.now += us
        self.buttons.seen = self.now % wire.TICKS
        return self.hear()


@given(st.integers(0, wire.TICKS - 1) | st.integers(wire.TICKS - 5_000_000, wire.TICKS - 1))
def test_silent_but_for_a_hello_a_second(start: int) -> None:
    board = Wired(start)
    board.events.put("P", 0, start, 1, 0)
    for ignored in [("b",), ("q", 1), ("a", 77, 1), ("l", "turn", "")]:
        assert board.say(*ignored) == []
    said = [board.later(100_000) for _ in range(35)]
    assert [frame for frames in said for frame in frames] == [HELLO] * 4
    assert not board.link.host and board.events.count == 1


def test_asked_it_says_hello_what_it_is_and_what_happened() -> None:
    board = Wired()
    board.hear()
    board.events.put("P", 1, 4, 1, 0)
    board.say("h", 1, "0.1.0", "s1")
    assert board.hear() == [HELLO, *ABOUT, ("P", "1", "c", "4", "1", "0"), ("B", "0", "1234", "0", "0")]
    assert board.link.host


def test_asked_again_it_answers_again_and_forgets_nothing() -> None:
    board = Wired()
    board.events.put("P", 1, 4, 1, 0)
    board.greet()
    board.say("h", 1, "0.1.0", "s2")
    assert board.later(1_000) == [HELLO, *ABOUT, ("P", "1", "c", "4", "1", "0")]


def test_another_protocol_is_told_ours() -> None:
    board = Wired()
    board.hear()
    board.say("h", 2, "9.0.0", "s1", "what", "else")
    assert board.hear() == [("V", "1", "1")]
    assert not board.link.host
    assert board.later(SECOND) == [HELLO]


def test_a_beat_each_half_second_with_what_went_wrong() -> None:
    board = Wired()
    board.greet()
    board.link.feed(b"~P,1*00000000\n~x,1*" + b"%08x\n" % wire.crc32(b"x,1"), board.now)
    for _ in range(70):
        board.events.put("R", 0, 0, 0, 0)
    beats = []
    for _ in range(50):
        board.say("b")
        beats += [frame for frame in board.later(100_000) if frame[0] == "B"]
    assert len(beats) == 5_000_000 // BEAT
    assert beats[-1] == ("B", "5", "1234", "6", "2")


def test_three_missed_beats_and_it_is_silent_until_asked() -> None:
    board = Wired()
    board.greet()
    board.say("q", 3)
    board.now += ABSENT - 1
    board.link.tick(board.now)
    assert board.link.host
    board.now += 1
    board.events.put("P", 0, board.now, 1, 0)
    assert board.hear() == [HELLO]
    assert not board.link.host
    board.say("b")
    assert board.later(400_000) == []
    board.say("h", 1, "0.1.0", "s1")
    assert [frame[0] for frame in board.hear()] == ["H", "I", "I", "P", "B"]


def test_only_its_own_boot_is_acknowledged() -> None:
    board = Wired()
    board.greet()
    board.events.put("P", 0, 5, 1, 0)
    board.say("a", 78, 1)
    assert board.events.count == 1
    board.say("a", 77, 1)
    assert board.events.count == 0


def test_an_answer_goes_before_all_else_and_tells_the_watermark() -> None:
    board = Wired()
    board.greet()
    board.now += 1_000
    board.events.put("R", 0, 5, 0, 0)
    board.buttons.edge(1, True, board.now)
    board.buttons.seen = board.now
    rx = board.now + 10
    board.now = rx
    board.say("q", 41)
    board.say("q", 65535)
    board.now += 90
    assert board.hear()[:2] == [
        ("A", "41", str(rx), str(board.now), "1", "100"),
        ("A", "65535", str(rx), str(board.now), "1", "100"),
    ]


def test_a_burst_of_queries_keeps_the_newest() -> None:
    board = Wired()
    board.greet()
    for q in range(20):
        board.say("q", q)
    assert [frame[1] for frame in board.hear() if frame[0] == "A"] == [str(q) for q in range(4, 20)]


def test_orders_are_the_seats() -> None:
    board = Wired()
    board.greet()
    orders = [("l", "penalty", "2"), ("s", "safe", ""), ("w", "3", "ff8800")]
    assert [order for sent in orders for order in board.say(*sent)] == orders


@pytest.mark.parametrize(
    "fields",
    [("a", "77", "x"), ("a", "77"), ("q", "65536"), ("q", ""), ("q", "-1"), ("l", "turn"), ("b", "1"), ("P", "1")],
)
def test_a_frame_of_the_wrong_shape_is_counted_and_is_no_sign_of_life(fields: tuple[str, ...]) -> None:
    board = Wired()
    board.greet()
    board.now += ABSENT - 1
    assert board.say(*fields) == []
    assert board.link.decoder.refused == 1
    board.now += 1
    board.link.tick(board.now)
    assert not board.link.host


def test_a_sample_goes_once() -> None:
    board = Wired()
    board.greet()
    board.link.sof(2047, 99)
    assert board.hear() == [("S", "2047", "99")]
    assert board.hear() == []


@given(st.lists(st.binary(max_size=40), max_size=20))
def test_no_bytes_break_it(stream: list[bytes]) -> None:
    board = Wired()
    board.greet()
    for data in stream:
        board.link.feed(data, board.now)
        board.later(10_000)


def test_uptime_counts_through_the_wrap() -> None:
    board = Wired(wire.TICKS - 100)
    for _ in range(40):
        board.later(300_000_000)
    assert board.link.up == 12_000
