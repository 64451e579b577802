"""The one pin map: fresh constants, and numbers that a Pico has."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from unoseat.boards import pins as constants

from tests.firmware import pins

MAP = pins.read(pins.MAP.read_text(encoding="utf-8"))


def test_constants_and_table_are_fresh() -> None:
    assert pins.main(["--check"]) == 0
    assert [MAP["buttons"][name]["gpio"] for name in pins.BUTTONS] == list(constants.BUTTONS)
    assert MAP["strip"]["data"]["gpio"] == constants.STRIP and MAP["piezo"]["signal"]["gpio"] == constants.PIEZO
    assert "<!-- pins:" in pins.PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("part", "name", "wire", "says"),
    [
        ("buttons", "cut", {"gpio": 2, "pin": 4}, "GP2 is buttons uno already"),
        ("buttons", "done", {"gpio": 4, "pin": 7}, "GP4 is not on pin 7"),
        ("lamps", "uno", {"gpio": 25, "pin": 30}, "GP25 is not on pin 30"),
        ("piezo", "signal", {"gpio": 22, "pin": 29}, "shares its PWM slice"),
    ],
)
def test_what_no_pico_can_do_is_said(part: str, name: str, wire: dict[str, int], says: str) -> None:
    other: dict[str, Any] = copy.deepcopy(MAP)
    other[part][name] = wire
    assert any(says in sentence for sentence in pins.wrong(other)), pins.wrong(other)


def test_a_strip_has_at_most_24_pixels() -> None:
    other = copy.deepcopy(MAP)
    other["strip"]["pixels"] = 25
    assert pins.wrong(other) == ["strip: 1 to 24 pixels, not 25"]
