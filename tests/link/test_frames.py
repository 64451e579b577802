"""Which frames make sense."""

from __future__ import annotations

import pytest
from unotable.link import wire
from unotable.link.frames import SHAPES, Frame, read


def test_every_type_that_a_board_says_has_its_shape() -> None:
    for kind, (_, fields, _) in wire.FIELDS.items():
        if kind.isupper():
            assert len(SHAPES[kind]) == len(fields)
        else:
            assert kind not in SHAPES


@pytest.mark.parametrize(
    ("fields", "frame"),
    [
        (("P", "1", "u", "5", "1", "0"), Frame("P", (1, 5, 1, 0), ("u",))),
        (("H", "1", "b1", "7", "0.1.0", "pico", "bls"), Frame("H", (1, 7), ("b1", "0.1.0", "pico", "bls"))),
        (("H", "2", "who", "knows"), Frame("V", (2, 2), ())),
        (("H", "two"), None),
        (("P", "1", "u", "5", "1", "0", "2100"), Frame("P", (1, 5, 1, 0, 2100), ("u",))),
        (("P", "1", "u", "5", "1"), None),
        (("P", "1", "u", "5", "1", "0", "0", "0"), None),
        (("R", "1", "u", "5", "1"), None),
        (("P", "1", "u", "-5", "1", "0"), None),
        (("P", "1", "u", str(wire.TICKS), "1", "0"), None),
        (("P", "", "u", "5", "1", "0"), None),
        (("P", "1" * 11, "u", "5", "1", "0"), None),
        (("S", "2048", "5"), None),
        (("X", "1"), None),
        (("h", "1", "0.1.0", "s"), None),
    ],
)
def test_frames(fields: tuple[str, ...], frame: Frame | None) -> None:
    assert read(fields) == frame
