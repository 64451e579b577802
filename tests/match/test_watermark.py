"""How far the timeline is known."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unotable.match.watermark import DOWN_US, LONGEST_US, Watermark


def boards(*names: str) -> Watermark:
    water = Watermark()
    for name in names:
        water.here(name, 0)
    return water


def test_without_boards_everything_is_known() -> None:
    assert Watermark().known(5000) == 5000
    assert Watermark().upto(5000) is None


def test_known_is_what_the_slowest_board_has_reported_but_never_older_than_150_ms() -> None:
    water = boards("a", "b")
    water.reported("a", 90_000)
    water.reported("b", 80_000)
    assert water.known(100_000) == 80_000
    assert water.known(500_000) == 500_000 - LONGEST_US
    water.gone("b")
    assert water.known(100_000) == 90_000


def test_a_report_never_goes_back_and_an_absent_boards_counts_for_nothing() -> None:
    water = boards("a")
    water.reported("a", 90_000)
    water.reported("a", 50_000)
    water.reported("b", 10)
    assert water.known(100_000) == 90_000


def test_a_press_settles_when_all_have_reported_past_both_bounds() -> None:
    water = boards("a", "b")
    water.press(1, 10_000, 500, down=False)
    water.reported("a", 60_000)
    water.reported("b", 10_500)
    assert water.upto(20_000) == 10_000
    water.reported("b", 11_000)
    assert water.upto(20_000) is None


def test_presses_whose_bounds_meet_settle_together() -> None:
    water = boards("a", "b")
    for entry, t in ((1, 10_000), (2, 11_900), (3, 13_000), (4, 17_000)):
        water.press(entry, t, 1_000, down=False)
    water.reported("a", 60_000)
    water.reported("b", 14_500)
    assert water.upto(20_000) == 10_000, "the third is not, so the second is not, so the first is not"
    assert water.next(20_000) == 13_000 + LONGEST_US
    water.reported("b", 15_000)
    assert water.upto(20_000) == 17_000
    water.press(5, 14_900, 1_000, down=False)
    water.press(6, 15_100, 1_000, down=True)
    water.reported("b", 60_000)
    assert water.upto(20_000) == 15_100, "nobody waits for a hold"


def test_drumming_is_not_waited_for() -> None:
    """Bounds of 30 ms, a press each 15: one race without an end, of which each press is told after 170 ms."""
    water = boards("a")
    for entry in range(1, 41):
        water.press(entry, entry * 15_000, 30_000, down=False)
    assert water.upto(600_000) == 29 * 15_000
    assert water.next(600_000) == 29 * 15_000 + 170_000


@pytest.mark.parametrize("end", ["up", "time"])
def test_a_done_settles_when_it_is_up_or_surely_no_hold(end: str) -> None:
    water = Watermark()
    water.press(1, 10_000, 0, down=True)
    assert water.upto(600_000) == 10_000
    assert water.next(600_000) == 10_000 + DOWN_US
    if end == "up":
        water.up(1)
        assert water.upto(600_001) is None
    else:
        assert water.upto(10_000 + DOWN_US) is None


@given(
    presses=st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 500_000), st.booleans()), max_size=12),
    reports=st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 2 * 10**6)), max_size=30),
    now=st.integers(0, 3 * 10**6),
)
def test_nothing_waits_longer_than_its_longest(
    presses: list[tuple[int, int, bool]], reports: list[tuple[str, int]], now: int
) -> None:
    water = boards("a", "b", "c")
    for number, (t, u, down) in enumerate(presses):
        water.press(number, t, u, down)
    for name, upto in reports:
        water.reported(name, upto)
    first = water.upto(now)
    if first is not None:
        assert now < first + DOWN_US
        due = water.next(now)
        assert due is not None and due > now
        for t, _, down in presses:  # what is earlier than the first that waits has settled by itself or by report
            if t < first and down:
                assert t + DOWN_US <= now
