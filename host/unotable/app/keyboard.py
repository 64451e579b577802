"""Keys of a USB keyboard or an arcade encoder as seat buttons: which key is whose, and taps told from holds.

A terminal tells of keys going down, and repeats one that is held: never of keys coming up. So a press is sent at its
first key, and becomes a hold when repeats have come for long enough. A second key soon after may be the first repeat:
it is a tap only once no further one follows. Pure: names of keys and seconds in, presses out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from unotable import keep
from unotable.config import paths
from unotable.journal.fields import MOST_SEATS

BUTTONS = ("uno", "cut", "done")
BOUND_US = 30_000  # polling, debouncing and the terminal, assumed; it is shown
REPEAT_S = 0.075  # between two repeats at most; fingers need longer
DELAY_S = 1.1  # until the first repeat at most
HOLD_S = 0.55  # from here on it is a hold, as on a board
SETTLES_S = 0.09  # after a second key, until no repeat has followed

Place = tuple[int, str]  # seat, button


@dataclass(frozen=True, slots=True)
class Keys:
    """Which key presses what; `on` whether they do just now."""

    places: Mapping[str, Place] = field(default_factory=dict)
    on: bool = False

    @property
    def seats(self) -> frozenset[int]:
        """The seats with buttons on the keyboard, while they are on."""
        return frozenset(seat for seat, _ in self.places.values()) if self.on else frozenset()

    def key(self, place: Place) -> str:
        return next((key for key, at in self.places.items() if at == place), "")


@dataclass(frozen=True, slots=True)
class Press:
    """`at` is in the seconds of the keys; `hold`: the latest press of that button has become a hold."""

    seat: int
    button: str
    at: float
    hold: bool = False


@dataclass(slots=True)
class _Down:
    first: float
    last: float
    second: float | None = None  # a key that may be a tap or the first repeat
    repeats: bool = False
    held: bool = False


class Fingers:
    """What keys mean, one after another. `due` is when `settle` is wanted (`None`: it is not)."""

    def __init__(self, places: Mapping[str, Place]) -> None:
        self._places = places
        self._down: dict[str, _Down] = {}

    def key(self, key: str, at: float) -> list[Press]:
        """A key of a seat's button, at its time in seconds."""
        out = self.settle(at)
        now, place = self._down.get(key), self._places[key]
        if now is None or at - now.last > DELAY_S:
            self._down[key] = _Down(at, at)
            return [*out, Press(*place, at)]
        gap, now.last = at - now.last, at
        if gap > REPEAT_S:
            now.second, now.repeats = at, False
        elif now.second is not None or now.repeats:
            now.second, now.repeats = None, True
            if not now.held and at - now.first >= HOLD_S:
                now.held = True
                out.append(Press(*place, now.first, hold=True))
        return out

    def settle(self, at: float) -> list[Press]:
        """Second keys that no repeat has followed: they were taps."""
        out = []
        for key, now in self._down.items():
            if now.second is not None and at >= now.second + SETTLES_S:
                out.append(Press(*self._places[key], now.second))
                self._down[key] = _Down(now.second, now.second)
        return out

    @property
    def due(self) -> float | None:
        return min((now.second + SETTLES_S for now in self._down.values() if now.second is not None), default=None)


def recall() -> Keys:
    """As they were the last time; whatever is wrong in the file is left out."""
    found = keep.read(_path())
    if not isinstance(found, dict) or not isinstance(found.get("keys"), dict):
        return Keys()
    places = {key: place for key, value in found["keys"].items() if (place := _place(value)) is not None}
    return Keys(places, found.get("on") is True and bool(places))


def remember(keys: Keys) -> None:
    keep.write(_path(), {"on": keys.on, "keys": {key: list(place) for key, place in keys.places.items()}})


def _place(value: Any) -> Place | None:
    match value:
        case [int(seat), str(button)] if 1 <= seat <= MOST_SEATS and button in BUTTONS:
            return seat, button
    return None


def _path() -> Path:
    return paths().settings / "keyboard.json"
