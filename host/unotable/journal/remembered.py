"""The people who played here and how they played last, for the next evening: a small file among the settings.

Names are data and nothing else. A file that is missing or broken means that nobody is remembered, never an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unotable import keep
from unotable.config import paths
from unotable.journal import fields

MOST = 60  # names that are kept, the latest players first


@dataclass(frozen=True, slots=True)
class Remembered:
    """`names` the latest first; `seats`, `rules` and `track` as in the latest match."""

    names: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    rules: str = "mattel"
    track: str = "full"


def path() -> Path:
    return paths().settings / "players.json"


def recall() -> Remembered:
    found = keep.read(path())
    if not isinstance(found, dict):
        return Remembered()
    rules, track = found.get("rules"), found.get("track")
    return Remembered(
        _names(found.get("names"))[:MOST],
        _names(found.get("seats"))[: fields.MOST_SEATS],
        rules if isinstance(rules, str) else "mattel",
        track if track in ("full", "keys", "buzzer") else "full",
    )


def remember(seats: Sequence[str], rules: str, track: str) -> None:
    """A match begins: its players come first from now on. A folder that cannot be written stops no game."""
    names = tuple(dict.fromkeys((*seats, *recall().names)))[:MOST]
    keep.write(path(), {"names": names, "seats": list(seats), "rules": rules, "track": track})


def _names(found: Any) -> tuple[str, ...]:
    """The names among whatever stands there, each once."""
    out: list[str] = []
    for word in found if isinstance(found, list) else []:
        with suppress(ValueError, TypeError):
            if isinstance(word, str) and fields.name(word) not in out:
                out.append(word)
    return tuple(out)
