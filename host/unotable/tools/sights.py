"""What a self-test asks to be seen or heard, and who looks: a person, or the desk at its own board.

Only patterns and tunes that every match uses, so that any board that plays can be tested.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from unotable.desk.desk import Desk
from unotable.locale import tr

LOOK_S = 4.0  # in which the desk's lamps show what was ordered


@dataclass(frozen=True, slots=True)
class Sight:
    """Something to be seen or heard. seen: whether the desk's picture, three bytes a pixel and one a lamp, shows it."""

    trial: str
    pattern: str
    arg: str
    question: Callable[[], str]
    seen: Callable[[bytes], bool] = lambda picture: False
    tune: bool = False


def _lamp(number: int) -> Callable[[bytes], bool]:
    return lambda picture: len(picture) > 3 and picture[len(picture) - 3 + number] > 0


def _all(channel: int) -> Callable[[bytes], bool]:
    """Every pixel is of that colour and of no other."""

    def seen(picture: bytes) -> bool:
        pixels = [picture[i : i + 3] for i in range(0, len(picture) - 3, 3)]
        return bool(pixels) and all(
            pixel[channel] > 8 and not any(pixel[other] for other in range(3) if other != channel) for pixel in pixels
        )

    return seen


LAMPS = (
    Sight("lamp uno", "unseated", "", lambda: tr("Is the lamp in UNO lit?"), _lamp(0)),
    Sight("lamp cut", "cut", "", lambda: tr("Does the lamp in CUT flash?"), _lamp(1)),
    Sight("lamp done", "turn", "", lambda: tr("Does the lamp in DONE swell and fade?"), _lamp(2)),
    Sight("strip red", "penalty", "3", lambda: tr("Does the whole strip flash red?"), _all(0)),
    Sight("strip green", "turn", "", lambda: tr("Is the whole strip green?"), _all(1)),
    Sight("strip blue", "unsure", "", lambda: tr("Does the whole strip blink blue?"), _all(2)),
)
DISPLAY = (Sight("display", "penalty", "7", lambda: tr("Does the display show a 7, with all its lights in order?")),)
TUNES = (Sight("sound", "round", "", lambda: tr("Did you hear four rising notes?"), tune=True),)


class Hands(Protocol):
    """Who does what is asked: a person, or the desk."""

    def press(self, button: str) -> None:
        """It was just asked for."""

    def look(self, sight: Sight) -> bool | None:
        """Whether it is to be seen; None: a person answers."""


class Person:
    """Reads the prompts; whatever is done comes by the board or the keyboard."""

    def press(self, button: str) -> None:
        return

    def look(self, sight: Sight) -> bool | None:
        return None


class DeskHands:
    """Moves the desk's contacts and looks at its lamps."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        desk.pictures(1, 20)

    def press(self, button: str) -> None:
        self._desk.press(1, button, 80, bounce=(300, 200))

    def look(self, sight: Sight) -> bool | None:
        end = time.monotonic() + LOOK_S
        while time.monotonic() < end:
            if sight.tune and sight.pattern in self._desk.sounds(1)[-1:]:
                return True
            shown = self._desk.lamps(1).split()[:1] == [sight.pattern]
            if not sight.tune and shown and sight.seen(self._desk.picture(1)):
                return True
            time.sleep(0.01)
        return False
