"""Expectations: a subset in order is met, and what is not met is a sentence one can act on."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unotable.game.rulings import Ruling
from unotable.game.table import Round, Seat, Table
from unotable.journal.expect import differences

TABLE = Table(
    round=1, phase="play", turn=3, direction=1, dealer=1, top="g5", colour="g", pending=0,
    seats=(Seat(1, "Ana", 7), Seat(2, "Bo", 1, called=True), Seat(3, "Cy", 9)),
    rulings=(
        Ruling(100, "uno.called", 2, entry=3, by=(1, 3), u=600, tie=True),
        Ruling(200, "uno.false", 1, entry=4, draw=2),
        Ruling(300, "uno.caught", 3, entry=5, by=(1, 2), draw=2, margin=1000, u=600),
    ),
    rounds=(Round(2, {1: 25, 3: 7}, {2: 32}),), needs=("hand:1",),
).as_dict()  # fmt: skip

MET: list[dict[str, Any]] = [
    {},
    {"turn": 3, "top": "g5", "over": False, "winners": []},
    {"seats": [{"seat": 2, "cards": 1, "called": True}]},
    {"seats": [{"seat": 1}, {"seat": 3, "cards": 9}]},
    {"rulings": [{"rule": "uno.called", "tie": True}, {"rule": "uno.caught", "by": [1, 2]}]},
    {"rulings": [{"rule": "uno.caught", "by": [2]}]},
    {"rounds": [{"winner": 2, "hands": {"1": 25}, "points": {"2": 32}}]},
    {"absent": ["cut.won", "turn.out_of_order"]},
    {"needs": ["hand:1"]},
]

NOT_MET: list[tuple[dict[str, Any], list[str]]] = [
    ({"turn": 2}, ["turn is 3, expected 2"]),
    ({"turn": 2, "pending": 4}, ["turn is 3, expected 2", "pending is 0, expected 4"]),
    ({"over": 0}, ["over is false, expected 0"]),
    ({"turn": None}, ["turn is 3, expected null"]),
    ({"trun": 3}, ["trun is not there, expected 3"]),
    ({"seats": {"1": {}}}, ["seats is"]),
    (
        {"seats": [{"seat": 2, "cards": 3, "called": True}]},
        ['seats: nothing is {"seat": 2, "cards": 3, "called": true}; nearest: seat 2.cards is 1, expected 3'],
    ),
    (
        {"rulings": [{"rule": "uno.caught", "seat": 3, "draw": 4}]},
        ["nearest: uno.caught seat 3.draw is 2, expected 4"],
    ),
    (
        {"rulings": [{"rule": "uno.called", "seat": 2, "margin": 5}]},
        ["nearest: uno.called seat 2.margin is not there, expected 5"],
    ),
    (
        {"rulings": [{"rule": "uno.caught"}, {"rule": "uno.called"}]},
        ['rulings: {"rule": "uno.called"} comes too early, expected after what is listed before it'],
    ),
    ({"rulings": [{"rule": "uno.false"}, {"rule": "uno.false"}]}, ['{"rule": "uno.false"} comes too early']),
    ({"rulings": [{"rule": "uno.caught", "by": [2, 1]}]}, ["by is [1, 2], expected [2, 1] in that order"]),
    ({"rounds": [{"winner": 1}]}, ['rounds: nothing is {"winner": 1}; nearest: winner 2.winner is 2, expected 1']),
    ({"winners": [1]}, ["winners is [], expected [1] in that order"]),
    ({"absent": ["uno.false"]}, ['rulings: {"t": 200, "rule": "uno.false", "seat": 1']),
    ({"absent": ["uno.flase"]}, ['absent names "uno.flase", which is no ruling; did you mean "uno.false"?']),
    ({"absent": "uno.false"}, ['absent is "uno.false", a list of rulings is needed']),
]


@pytest.mark.parametrize("expected", MET)
def test_a_subset_is_met(expected: dict[str, Any]) -> None:
    assert differences(expected, TABLE) == []


@pytest.mark.parametrize(("expected", "words"), NOT_MET)
def test_what_is_not_met_is_said(expected: dict[str, Any], words: list[str]) -> None:
    found = differences(expected, TABLE)
    assert len(found) == len(words)
    for line, part in zip(found, words, strict=True):
        assert part in line


def test_an_empty_list_has_nothing_near() -> None:
    assert differences({"rulings": [{"rule": "cut.won"}]}, {**TABLE, "rulings": []}) == [
        'rulings: nothing is {"rule": "cut.won"}; there are none'
    ]


def test_a_table_meets_itself() -> None:
    assert differences(TABLE, TABLE) == []


@given(st.sets(st.integers(0, 2)), st.sets(st.integers(0, 2)))
def test_any_subset_in_order_is_met(seats: set[int], rulings: set[int]) -> None:
    expected = {
        "seats": [TABLE["seats"][i] for i in sorted(seats)],  # type: ignore[index]
        "rulings": [TABLE["rulings"][i] for i in sorted(rulings)],  # type: ignore[index]
    }
    assert differences(expected, TABLE) == []
    if len(rulings) > 1:
        expected["rulings"].reverse()
        assert differences(expected, TABLE)
