"""What the words of options mean: read by argparse, wrong ones answered with a sentence."""

from __future__ import annotations

import argparse

MOST_SEATS = 10


def seats(text: str) -> int:
    if not text.isdecimal() or not 2 <= int(text) <= MOST_SEATS:
        raise argparse.ArgumentTypeError(f"a table has 2 to {MOST_SEATS} seats, not {text!r}")
    return int(text)


def positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"a whole number from 1 on is needed, not {text!r}")
    return int(text)


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
