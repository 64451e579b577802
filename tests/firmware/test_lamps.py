"""Lamps: what each pattern shows, which one is on, and that none can harm anybody."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unoseat import lamps
from unoseat.lamps import PATTERNS, Lamps

from tests.firmware.test_ticks import PERIOD

N = 8
NAMES = st.sampled_from(sorted(PATTERNS))
SEAT = 0x3366CC


def picture(name: str, ms: int, arg: int = 2, seat: int = SEAT) -> list[int]:
    return [PATTERNS[name][0](ms, arg, i, N, seat) for i in range(N)]


def lit(name: str, start: int, stop: int, arg: int = 2) -> list[bool]:
    """For each ms, whether anything of it is bright: more than a quarter."""
    return [
        any(max(c >> 16, c >> 8 & 255, c & 255) > 64 for c in picture(name, ms, arg)) for ms in range(start, stop, 10)
    ]


@given(NAMES, st.integers(0, lamps.MOST), st.integers(0, lamps.MOST), st.integers(0, 0xFFFFFF), st.integers(1, 30))
def test_every_pattern_gives_colours_at_any_time(name: str, ms: int, arg: int, seat: int, n: int) -> None:
    for i in range(n):
        colour = PATTERNS[name][0](ms, arg, i, n, seat)
        assert 0 <= colour <= 0xFFFFFF
        assert PATTERNS[name][0](ms, arg, i, n, seat) == colour


@pytest.mark.parametrize("name", sorted(PATTERNS))
@pytest.mark.parametrize("arg", [1, 2, 10_000])
def test_at_most_three_flashes_a_second(name: str, arg: int) -> None:
    bright = lit(name, 0, 12_000, arg)
    rises = [k * 10 for k in range(1, len(bright)) if bright[k] and not bright[k - 1]]
    assert all(rises[k + 3] - rises[k] >= 1_000 for k in range(len(rises) - 3))


def test_a_penalty_flashes_as_often_as_cards_are_owed() -> None:
    for cards in range(1, 11):
        bright = [False, *lit("penalty", 0, cards * 400 + 800, cards)]
        assert sum(now and not before for before, now in itertools.pairwise(bright)) == cards
        assert {colour for ms in range(2_000) for colour in picture("penalty", ms, cards)} == {0, 0xFF0000}


def test_seat_flashes_its_number_in_its_colour() -> None:
    for number in range(1, 11):
        bright = [False, *lit("seat", 0, number * 400 + 400, number)]
        assert sum(now and not before for before, now in itertools.pairwise(bright)) == number
    assert set(picture("seat", 10)) == {SEAT}


def test_time_running_out_goes_from_green_to_amber_and_faster() -> None:
    start, end = (max(picture("hurry", ms, 20_000)[0] for ms in range(at, at + 400)) for at in (600, 20_000))
    assert start >> 16 < 20 and start >> 8 & 255 > 100
    assert (end >> 16, end & 255) == (255, 0) and 130 < end >> 8 & 255 < 190
    slow, fast = (lit("hurry", at, at + 4_000, 20_000) for at in (0, 18_000))
    breaths = [sum(now and not before for before, now in itertools.pairwise(one)) for one in (slow, fast)]
    assert breaths[0] <= 3 and 8 <= breaths[1] <= 10
    picture("hurry", 5, 0)  # no time left at all


def test_the_safe_sweep_passes_every_pixel() -> None:
    seen = [[i for i, colour in enumerate(picture("safe", ms)) if colour] for ms in range(600)]
    assert [pixels for k, pixels in enumerate(seen) if k == 0 or pixels != seen[k - 1]] == [[i] for i in range(N)]


def test_not_your_turn_hints_nothing() -> None:
    """One faint pixel, whatever goes on: the lamp never tells that an UNO window is open."""
    for ms in range(0, 10_000, 50):
        assert [max(colour >> 16, colour >> 8 & 255, colour & 255) for colour in picture("wait", ms)] == [8] + [0] * 7
    assert "hint" not in "".join(PATTERNS)


class Shown:
    def __init__(self, start: int = PERIOD - 700_000) -> None:
        self.now = start
        self.lamps = Lamps(start)

    def order(self, name: str, arg: str = "") -> bool:
        return self.lamps.order(name, arg, self.now % PERIOD)

    def after(self, ms: int) -> str:
        self.now += ms * 1000
        self.lamps.tick(self.now % PERIOD)
        return self.lamps.name(True)


def test_a_board_begins_unseated() -> None:
    shown = Shown()
    assert (shown.lamps.name(True), shown.lamps.name(False)) == ("unseated", "nohost")


def test_what_is_for_a_while_ends_and_what_stays_comes_back() -> None:
    shown = Shown()
    assert shown.order("turn") and shown.order("penalty", "4")
    assert (shown.after(7_999), shown.lamps.arg(True)) == ("penalty", 4)
    assert shown.order("paused")
    assert shown.lamps.name(True) == "penalty"  # nobody's penalty is cut short
    assert 0 < shown.lamps.wait() <= 1_000
    assert shown.after(1) == "paused"
    assert shown.lamps.wait() == -1


def test_off_ends_everything() -> None:
    shown = Shown()
    shown.order("penalty", "4")
    shown.order("off")
    assert shown.lamps.name(True) == "off"


def test_the_own_answer_is_on_top_and_short() -> None:
    shown = Shown()
    shown.order("cut")
    shown.lamps.press(1, shown.now % PERIOD)
    assert (shown.lamps.name(True), shown.lamps.arg(True), shown.lamps.name(False)) == ("press", 1, "press")
    assert shown.after(149) == "press"
    assert shown.after(1) == "cut"


def test_an_order_it_does_not_know_changes_nothing() -> None:
    shown = Shown()
    shown.order("turn")
    assert not shown.order("fireworks") and not shown.order("press", "1")
    assert shown.lamps.name(True) == "turn"


@given(st.text("0123456789abcXYZ._+:-", max_size=12))
def test_any_arg_is_safe(arg: str) -> None:
    shown = Shown()
    rgb, keys = bytearray(3 * N), bytearray(3)
    for name in PATTERNS:
        shown.order(name, arg)
        shown.after(33)
        shown.lamps.paint(True, rgb, keys)


def test_the_lamp_in_the_button_goes_along() -> None:
    shown = Shown()
    rgb, keys = bytearray(3 * N), bytearray(3)
    shown.order("cut")
    shown.lamps.paint(True, rgb, keys)
    assert (bytes(rgb), bytes(keys)) == (b"\xff" * 24, b"\0\xff\0")
    shown.lamps.press(2, shown.now % PERIOD)
    shown.lamps.paint(True, rgb, keys)
    assert bytes(keys) == b"\0\0\xff"
    shown.lamps.paint(False, rgb, keys)
    assert bytes(keys) == b"\0\0\xff"
    shown.after(200)
    shown.lamps.paint(False, rgb, keys)
    assert rgb[0] == rgb[1] == 0 < rgb[2] and bytes(keys) == b"\0\0\0"


@given(st.lists(st.integers(0, 400_000_000), max_size=30))
def test_ages_add_up_however_time_is_cut(steps: list[int]) -> None:
    shown = Shown()
    shown.order("turn")
    for us in steps:
        shown.now += us
        shown.lamps.tick(shown.now % PERIOD)
    assert shown.lamps._ms[0] == sum(steps) // 1000
