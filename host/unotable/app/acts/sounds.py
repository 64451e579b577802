"""Sounds: where they come from, how loud, and quiet evenings. Each choice is heard at once and remembered."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from unotable import settings as kept
from unotable.app.screens.ask import Choice, Choose
from unotable.app.words import tr

if TYPE_CHECKING:
    from unotable.app.app import Unotable

SAMPLE = "cut"  # of those that a quiet table hears too


def title(app: Unotable) -> str:
    it = app.settings
    where = {"off": tr("off"), "board": tr("the boards"), "laptop": tr("the laptop")}[it.sound]
    quiet = f"  {tr('quiet')}" if it.quiet else ""
    loud = f"  {it.volume} %" if it.sound == "laptop" else ""
    return f"{tr('Sounds')}: {where}{loud}{quiet}"


async def panel(app: Unotable, key: str) -> None:
    """Until Esc."""
    at: str | None = app.settings.sound
    while True:
        it = app.settings
        choices = [
            Choice("0", _on(it.sound == "off", tr("off")), "off"),
            Choice("1", _on(it.sound == "board", tr("the boards: their piezos")), "board"),
            Choice("2", _on(it.sound == "laptop", tr("the laptop")), "laptop"),
            Choice("q", _on(it.quiet, tr("quiet: only catches, cuts, fines, disputes and a round's end")), "quiet"),
            Choice("+", tr("louder (the laptop)"), "+"),
            Choice("-", tr("softer (the laptop)"), "-"),
        ]
        chosen = await app.push_screen_wait(Choose(title(app), choices, at))
        if chosen is None:
            return
        at = chosen
        choose(app, chosen)


def _on(yes: bool, text: str) -> str:
    return f"{'*' if yes else ' '} {text}"


def choose(app: Unotable, what: str) -> None:
    it = app.settings
    if what == "quiet":
        app.set(replace(it, quiet=not it.quiet))
    elif what in ("+", "-"):
        app.set(it.louder(kept.STEP if what == "+" else -kept.STEP))
    else:
        app.set(replace(it, sound=next(sound for sound in kept.SOUNDS if sound == what)))
    if app.settings.sound == "laptop":
        app.ears.play(SAMPLE, app.settings)
