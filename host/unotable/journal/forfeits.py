"""Forfeits (真心话大冒险) for whoever loses: a list that belongs to the table, one a line in a file of its own.

The file is made when somebody changes the list, and may be edited by hand: lines that are empty or begin with # say
nothing. Its lines are data: they are shown and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

from unotable import files
from unotable.config import paths
from unotable.locale import mark
from unotable.visible import typed

MOST, LONGEST, LARGEST = 200, 160, 64 * 1024  # lines, characters of one, bytes that are read

OURS: tuple[str, ...] = (
    mark("Truth: when did you last cheat at a game?"),
    mark("Truth: which card were you most afraid of today?"),
    mark("Truth: what is the kindest thing that somebody here has done for you?"),
    mark("Truth: what did you want to become as a child?"),
    mark("Truth: what do you sing when nobody listens?"),
    mark("Dare: speak in questions until your next turn."),
    mark("Dare: sing a line of a song; the others guess it."),
    mark("Dare: show an animal without a sound."),
    mark("Dare: fetch everybody something to drink."),
    mark("Dare: play the next round with the other hand."),
    mark("Dare: praise each player for one thing."),
    mark("Dare: shuffle and deal the next round standing on one leg."),
)


def path() -> Path:
    return paths().settings / "forfeits.txt"


def own() -> list[str] | None:
    """The table's own list; `None` where it has none, or one that cannot be read."""
    if not files.is_file(path()):  # a pipe might never end
        return None
    try:
        with path().open("rb") as file:
            text = file.read(LARGEST).decode("utf-8-sig", errors="ignore")
    except OSError:
        return None
    lines = [clean(line) for line in text.splitlines()]
    return [line for line in lines if line and not line.startswith("#")][:MOST]


def clean(text: str) -> str:
    """One line, without control characters."""
    return typed(text).strip()[:LONGEST]


def keep(lines: Sequence[str]) -> None:
    """Writes the table's list. OSError: it could not be."""
    files.write(path(), "\n".join(lines) + "\n")


def draw(lines: Sequence[str], rng: Random, last: str = "") -> str:
    """One of them, another than the last if there is one; empty where there is none."""
    others = [line for line in lines if line != last] or list(lines)
    return rng.choice(others) if others else ""
