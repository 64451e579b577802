"""What a board's frames must look like beyond their checksum: how many fields, which of them numbers, how large."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from unotable.link import wire

BOARD = re.compile(r"[0-9A-Za-z_-]{1,30}")  # a board's id, with ".2" for a side as a match file can keep it

Q, TICK, EV, SMALL, WORD = 1 << 16, wire.TICKS, 1 << 32, 1 << 32, 0

# type → for each field the number it must be below, or WORD
SHAPES: dict[str, tuple[int, ...]] = {
    "H": (SMALL, WORD, SMALL, WORD, WORD, WORD),
    "I": (WORD, WORD),
    "P": (EV, WORD, TICK, SMALL, SMALL),
    "L": (EV, WORD, TICK, EV),
    "R": (EV, WORD, TICK),
    "D": (EV, SMALL),
    "A": (Q, TICK, TICK, EV, SMALL),
    "S": (1 << 11, TICK),
    "B": (SMALL, SMALL, SMALL, SMALL),
    "V": (SMALL, SMALL),
}
# the same with what only some boards add: how late a press's stamp may be
LONGER: dict[str, tuple[int, ...]] = {"P": (*SHAPES["P"], SMALL)}


@dataclass(frozen=True, slots=True)
class Frame:
    """Its type, its numbers and its words, each in order; which side of the board it is about."""

    kind: str
    numbers: tuple[int, ...]
    words: tuple[str, ...]
    side: int = 1


def read(fields: Sequence[str]) -> Frame | None:
    """The frame, or None if it is none of a board's. Of another protocol's hello only the number is read."""
    kind, *rest = fields
    side = wire.side(kind)
    if side > 1:
        kind = kind[0] if kind[0] in wire.SIDED else ""
    if kind == "H" and rest and rest[0] != str(wire.PROTO):
        proto = number(rest[0], SMALL)
        return None if proto is None else Frame("V", (proto, proto), ())
    shape = SHAPES.get(kind)
    if shape is not None and len(shape) != len(rest):
        shape = LONGER.get(kind)
    if shape is None or len(shape) != len(rest):
        return None
    numbers, words = [], []
    for below, field in zip(shape, rest, strict=True):
        if below == WORD:
            words.append(field)
            continue
        value = number(field, below)
        if value is None:
            return None
        numbers.append(value)
    if kind == "H" and not BOARD.fullmatch(words[0]):
        return None
    return Frame(kind, tuple(numbers), tuple(words), side)


def number(text: str, below: int) -> int | None:
    """A decimal of the wire, from 0 to less than `below`."""
    if not text.isdecimal() or len(text) > 10:
        return None
    value = int(text)
    return value if value < below else None
