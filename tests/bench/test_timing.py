"""The bench's figures on a small run: what it counts must hold, and must be able not to."""

from __future__ import annotations

import json
import random
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from unotable.bench import crystals, delays
from unotable.bench.delays import SHAPES, Way
from unotable.bench.plot import svg
from unotable.bench.rivals import PROBES, LowestRtt, Regression
from unotable.bench.simulated import KINDS
from unotable.bench.tally import Histogram, Tally, winner
from unotable.bench.timing import BOUNDS, Plan, as_text, controls, failures, figures, missed, run
from unotable.clock import Placed

SMALL = Plan(races=14_000, seed=3, tables=5, seconds=70)


@pytest.fixture(scope="module")
def total() -> Tally:
    return run(SMALL)


def test_ours_names_no_wrong_winner(total: Tally) -> None:
    assert total.races == SMALL.races
    assert total.wrong["unotable"] == total.wrong["rtt"] == total.wrong["sof"] == 0
    assert total.unsure == total.doubts == 0
    assert failures(total) == []


def test_the_truth_is_inside(total: Tally) -> None:
    assert total.outside["rtt"] == total.outside["sof"] == 0
    assert figures(SMALL, total)["inside"] == 1.0


def test_the_bounds_are_as_small_as_promised(total: Tally) -> None:
    p99 = figures(SMALL, total)["u_p99_us"]
    assert p99["sof"] <= BOUNDS["sof"]
    assert 125 < p99["sof_two_hubs"] < 150
    assert p99["rtt"] <= BOUNDS["rtt"] + 50, "tables are short here, and each has a restart"
    assert total.too_close == 0


def test_a_missed_target_is_told() -> None:
    wide = Tally(races=10, too_close=1)
    wide.bounds["rtt"] = Histogram()
    wide.bounds["rtt"].add(BOUNDS["rtt"] + 1)
    assert missed(wide) == [
        "1 of 10 races at least 5 ms apart were too close to call",
        "the 99th percentile of u is 401 µs (rtt), not 400",
    ]


def test_the_controls_fail(total: Tally) -> None:
    told = controls(total)
    assert told["quarter_bounds"]["wrong"]["rtt"] > 0
    assert told["quarter_bounds"]["wrong"]["sof"] > 0
    assert told["arrival_order"]["wrong"] > 0.01


def test_the_others_are_wrong(total: Tally) -> None:
    for way in ("arrival", "lowest_rtt", "regression"):
        assert total.wrong[way] > 100


def test_frames_tell_more_races_than_round_trips(total: Tally) -> None:
    told = figures(SMALL, total)["told_apart"]
    assert told["sof"]["0.1-0.5ms"] > 0.5 > told["rtt"]["0.1-0.5ms"]
    assert told["rtt"]["2-5ms"] == told["rtt"][">=5ms"] == 1.0


def test_the_same_seed_gives_the_same_figures_with_any_number_of_processes() -> None:
    plan = Plan(races=200, seed=7, tables=3, seconds=14)
    alone, together = run(plan), run(plan, jobs=2)
    assert json.dumps(figures(plan, alone)) == json.dumps(figures(plan, together))
    other = Plan(races=200, seed=8, tables=3, seconds=14)
    assert figures(other, run(other))["error_p99_us"] != figures(plan, alone)["error_p99_us"]


def test_races_are_split_into_tables_of_every_shape() -> None:
    tasks = Plan(races=10_001).tasks()
    assert sum(task[2] for task in tasks) == 10_001
    assert len(tasks) == KINDS > len(SHAPES)
    assert len(Plan(races=1_000_000).tasks()) == 100


def test_a_run_that_proves_nothing_says_so() -> None:
    plan = Plan(races=4, seed=1, tables=4, seconds=12)
    found = failures(run(plan))
    assert any("quarter" in sentence for sentence in found)
    empty = Tally()
    assert len(failures(empty)) == 3
    empty.wrong["unotable"] = 3
    empty.outside["rtt"] = 2
    assert failures(empty)[3:] == ["3 wrong winners were declared", "2 presses were outside their bounds (rtt)"]


def test_the_text_and_the_figure_show_every_way(total: Tally) -> None:
    text, figure = as_text(SMALL, total), svg(total)
    for words in ("USB frames", "round trips", "regression", "lowest round trip", "arrival order"):
        assert words in figure
    assert "too close" in text and "arrival order" in text
    root = ET.fromstring(figure)
    curves = [path for path in root.iter("{http://www.w3.org/2000/svg}path") if path.get("class") in ("error", "bound")]
    assert len(curves) >= 8
    assert len(figure) < 60_000


def test_a_press_in_a_race_wins_only_for_certain() -> None:
    one, two, late = Placed(0, 5, True), Placed(8_000, 5, True), Placed(90_000, 5, True)
    assert winner([one, two]) is None
    assert winner([two, one], 4) == 1
    assert winner([late, one]) == 1
    assert winner([late, one, two]) is None
    assert winner([late, Placed(0, 5, False)]) is None


def test_a_histogram_tells_its_quantiles() -> None:
    histogram = Histogram()
    assert histogram.quantile(0.5) is None
    for us in range(1, 101):
        histogram.add(us)
    histogram.add(1234.2)
    assert histogram.quantile(0.5) == 51
    assert histogram.quantile(1.0) == 1235
    other = Histogram()
    other.add(0.04)
    histogram.merge(other)
    assert histogram.quantile(0.0) == 0.1 or histogram.quantile(0.001) == 0.1
    assert histogram.total == 102


def test_a_crystal_keeps_to_what_the_clocks_assume() -> None:
    chance = random.Random(3)
    for _ in range(20):
        crystal = crystals.board(chance, 100, start=5e8, plugged=3.0)
        assert crystal.count(3.0) == pytest.approx(5e8)
        rates = [crystal.count(t + 0.5) - crystal.count(t - 0.5) - 1e6 for t in range(1, 100)]
        assert all(abs(rate) <= 100 for rate in rates)
        assert all(abs(b - a) <= crystals.FASTEST + 1e-3 for a, b in pairwise(rates))
        assert crystal.when(crystal.count(42.5)) == pytest.approx(42.5, abs=1e-9)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_leg_is_long_enough_and_now_and_then_a_stall(shape: delays.Shape) -> None:
    chance = random.Random(4)
    way = Way(chance, shape, crystals.frames(chance, 100), delays.busy(chance, 100))
    for one, share in ((way.there, delays.STALLS[0]), (way.back, delays.STALLS[1])):
        legs = [one(chance.uniform(0, 100)) for _ in range(20_000)]
        stalls = [leg for leg in legs if leg > delays.MOST]
        assert all(leg == delays.STALL for leg in stalls)
        assert share / 2 < len(stalls) / len(legs) < share * 2
        assert min(legs) >= delays.FLOOR


def test_the_lowest_round_trip_of_eight_is_taken() -> None:
    lowest = LowestRtt()
    for i in range(PROBES):
        sent, leg = i * 64e3, 300.0 + abs(i - 5) * 100
        lowest.exchange(sent, sent + 1000 + leg, sent + 1000 + leg + 50, sent + 2 * leg + 50)
    assert lowest.place(1e6) == pytest.approx(1e6 - 1000)
    assert lowest.claim == pytest.approx(600)


def test_the_regression_follows_a_rate_and_leaves_stalls_out() -> None:
    regression = Regression()
    chance = random.Random(5)
    rate = 1 + 40e-6
    for i in range(200):
        sent = i * 1.01e6
        there, back = 300.0, 300.0
        if chance.random() < 0.05 and i > 20:
            there = 50e3
        rx = 5e5 + (sent + there) * rate
        regression.exchange(sent, rx, rx + 50, sent + there + 50 + back)
    at = 200 * 1.01e6
    assert regression.place(5e5 + at * rate) == pytest.approx(at, abs=30)


def test_every_race_is_judged_once() -> None:
    found = run(Plan(races=50, seed=2, tables=4, seconds=12))
    assert sum(found.told["all", group] for group in range(6)) == found.races == 50
    assert found.errors["rtt"].total == found.claims["rtt"].total == 50
    assert found.bounds["rtt"].total == found.presses == found.pairs + 50
