"""What the words of options mean: read by argparse, wrong ones answered with a sentence."""

from __future__ import annotations

import argparse
from typing import NoReturn

from unotable.visible import visible

MOST_SEATS = 10
LONGEST = 18  # characters of a number, and of what is no number in a sentence


class Parser(argparse.ArgumentParser):
    """An argument that is not understood is shown, never obeyed by the terminal."""

    def error(self, message: str) -> NoReturn:
        super().error(visible(message))


def seats(text: str) -> int:
    number = _whole(text)
    if not 2 <= number <= MOST_SEATS:
        raise argparse.ArgumentTypeError(f"a table has 2 to {MOST_SEATS} seats, not {text[:LONGEST]!r}")
    return number


def positive(text: str) -> int:
    number = _whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"a whole number from 1 on is needed, not {text[:LONGEST]!r}")
    return number


def _whole(text: str) -> int:
    """The number, or -1: a thousand digits are none, either."""
    return int(text) if text.isdecimal() and len(text) <= LONGEST else -1


def port(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"a port is a number from 1 to 65535, not {text!r}")
    return int(text)


def rate(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.1 <= value <= 15:
        raise argparse.ArgumentTypeError(f"a number from 0.1 to 15 is needed, not {text!r}: a button must re-arm")
    return value
