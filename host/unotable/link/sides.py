"""Boards that carry several seats: each side is told as a board of its own, and only the link knows that they are one.

The first side has the board's own id, the others that id, a point and their number: `e6614c311b7e8a2f.2`. Everything
above the link seats, lights and hears sides like boards. They share what the board has: its port, its boot, its clock,
and the count of its events: an acknowledgement covers those of all sides, as they are told in order.
"""

from __future__ import annotations

MOST = 9  # a digit on the wire


def name(board: str, side: int) -> str:
    """The id of a side, counted from 1."""
    return board if side == 1 else f"{board}.{side}"


def split(name: str) -> tuple[str, int]:
    """The board of an id, and which side of it that is."""
    board, point, side = name.rpartition(".")
    return (board, int(side)) if point and len(side) == 1 and side in "23456789" else (name, 1)


def count(has: str) -> int:
    """How many seats a board carries that says it `has` these: a digit among the letters, 1 without one."""
    return next((int(letter) for letter in has if letter in "123456789"), 1)
