"""What the words of options mean: read by argparse, wrong ones answered with a sentence."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn

from unotable.locale import LANGUAGES
from unotable.visible import visible

MOST_SEATS = 10
LONGEST = 18  # characters of a number, and of what is no number in a sentence


class Help(argparse.HelpFormatter):
    """Commands and options as wide as ours are, each with its words on the same line."""

    def __init__(self, prog: str, **kwargs: Any) -> None:
        super().__init__(prog, **{"max_help_position": 26, **kwargs})

    def add_argument(self, action: argparse.Action) -> None:
        super().add_argument(action)
        if isinstance(action, argparse._SubParsersAction):  # argparse forgets that the names are indented once more
            self._action_max_length += self._indent_increment


class Parser(argparse.ArgumentParser):
    """An argument that is not understood is shown, never obeyed by the terminal."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"formatter_class": Help, **kwargs})

    def described(self) -> None:
        """Every command below says in its own help what it is for, as the list of commands does."""
        for action in self._actions:
            if not isinstance(action, argparse._SubParsersAction):
                continue
            for listed in action._choices_actions:
                below, told = action.choices[listed.dest], listed.help or ""
                if not below.description:
                    below.description = told[:1].upper() + told[1:] + ("" if told.endswith("?") else ".")
                if isinstance(below, Parser):
                    below.described()

    def error(self, message: str) -> NoReturn:
        super().error(visible(message))


def language(command: argparse.ArgumentParser) -> None:
    command.add_argument("--lang", choices=LANGUAGES, help="language (default: the system's)")


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
    number = _whole(text)
    if not 1 <= number <= 65535:
        raise argparse.ArgumentTypeError(f"a port is a number from 1 to 65535, not {text[:LONGEST]!r}")
    return number


def rate(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.1 <= value <= 15:
        raise argparse.ArgumentTypeError(f"a number from 0.1 to 15 is needed, not {text!r}: a button must re-arm")
    return value
