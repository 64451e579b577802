"""Keys as seat buttons: a tap at once, a hold from its repeats, two taps as two, whatever the keyboard's pace."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from unotable.app import keyboard
from unotable.app.app import Unotable
from unotable.app.keyboard import Fingers, Keys, Press

from tests.app.screen import play
from tests.app.views import Live, view

PLACES = {"a": (1, "uno"), "l": (2, "done")}


def pressed(*times: float, key: str = "a") -> list[Press]:
    """All that comes of the key at these times, and of waiting after it."""
    fingers = Fingers(PLACES)
    out: list[Press] = []
    for at in times:
        if fingers.due is not None and fingers.due <= at:
            out += fingers.settle(fingers.due)
        out += fingers.key(key, at)
    return out + (fingers.settle(fingers.due) if fingers.due is not None else [])


def repeats(first: float, delay: float, period: float, until: float) -> list[float]:
    """What a terminal says of a key held from `first` on."""
    out, at = [first], first + delay
    while at < until:
        out.append(at)
        at += period
    return out


def test_a_tap_comes_at_once_and_two_are_two() -> None:
    fingers = Fingers(PLACES)
    assert fingers.key("a", 5.0) == [Press(1, "uno", 5.0)] and fingers.due is None
    for gap in (0.1, 0.25, 0.5, 0.9, 1.2, 3.0):
        assert pressed(5.0, 5.0 + gap) == [Press(1, "uno", 5.0), Press(1, "uno", 5.0 + gap)]
    assert [press.at for press in pressed(5.0, 5.2, 5.4, 5.6)] == [5.0, 5.2, 5.4, 5.6]


@pytest.mark.parametrize("delay", [0.2, 0.25, 0.5, 0.66, 1.0])
@pytest.mark.parametrize("period", [0.02, 0.033, 0.05])
def test_a_held_key_is_one_press_and_one_hold(delay: float, period: float) -> None:
    found = pressed(*repeats(2.0, delay, period, 4.0))
    assert found == [Press(1, "uno", 2.0), Press(1, "uno", 2.0, hold=True)]


def test_a_key_let_go_early_is_a_tap() -> None:
    assert pressed(*repeats(2.0, 0.25, 0.033, 2.45)) == [Press(1, "uno", 2.0)]


def test_after_a_hold_comes_the_next_press() -> None:
    found = pressed(*repeats(2.0, 0.5, 0.033, 3.2), 4.4, 6.0)
    assert [(press.at, press.hold) for press in found] == [(2.0, False), (2.0, True), (4.4, False), (6.0, False)]


def test_seats_press_independently() -> None:
    fingers = Fingers(PLACES)
    out = [*fingers.key("a", 1.0), *fingers.key("l", 1.01), *fingers.key("a", 1.5), *fingers.key("l", 1.62)]
    out += fingers.settle(2.0)
    assert [(press.seat, press.at) for press in out] == [(1, 1.0), (2, 1.01), (1, 1.5), (2, 1.62)]


def test_keys_are_remembered_and_a_broken_file_harms_nothing(home: Path) -> None:
    assert keyboard.recall() == Keys()
    keys = Keys({"a": (1, "uno"), "left_square_bracket": (10, "done")}, True)
    keyboard.remember(keys)
    assert keyboard.recall() == keys and keys.seats == {1, 10} and keys.key((10, "done")) == "left_square_bracket"
    (home / "keyboard.json").write_text('{"on": true, "keys": {"a": [0, "uno"], "b": "x", "c": [2, "cut"], "d": [1]}}')
    assert keyboard.recall() == Keys({"c": (2, "cut")}, True)
    (home / "keyboard.json").write_text('{"on": true, "keys": []}')
    assert keyboard.recall() == Keys()


def learned(live: Live, *keys: str) -> list[dict[str, Any]]:
    """What is sent after learning three keys for seat 1 (and Esc) by K."""
    frame = play(live, ["K", "2", "a", "s", "d", "escape", *keys])
    assert "seat keys 1 +-30 ms" in frame and " k" in frame
    return live.sent


def test_keys_are_learned_and_press_over_everything() -> None:
    live = Live(replace(view(), boards=()))
    sent = learned(live, "a", "t", "d", "question_mark", "s", "escape")
    assert [(line["press"], line["seat"], line["via"], line["u"]) for line in sent] == [
        ("uno", 1, "keyboard", 30_000), ("done", 1, "keyboard", 30_000), ("cut", 1, "keyboard", 30_000),
    ]  # fmt: skip
    times = [line["t"] for line in sent]
    assert times == sorted(times) and all(isinstance(t, int) for t in times)


def test_a_key_that_is_somebodys_is_said_and_keys_go_off_again() -> None:
    assert "Ana has that key already" in play(Live(view()), ["K", "2", "a", "s", "a"])
    live = Live(view())
    play(live, ["K", "2", "a", "escape", "K", "1", "r", "5"])
    assert [line["do"] for line in live.sent] == ["card"]  # and `a` would be a command again


def test_a_seat_that_is_not_there_has_no_keys() -> None:
    live = Live(view(2))

    def use(app: Unotable, pilot: object) -> None:
        app.keyboard.use(Keys({"r": (3, "uno")}, True))

    play(live, [use, "r", "5"])
    assert [line.get("do") for line in live.sent] == ["card"]
