"""Questions to people, each answered by one key, by arrows or by mouse."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from unotable.app.screens.ask import Choice, Choose, Write
from unotable.app.words import tr
from unotable.match.view import View

if TYPE_CHECKING:
    from unotable.app.app import Unotable


def view_of(app: Unotable) -> View:
    if app.view is None:
        raise RuntimeError("no view yet: commands are off until the first one")
    return app.view


async def ask_seat(app: Unotable, title: str, but: Iterable[int] = (), first: int | None = None) -> int | None:
    """A seat at the table; the chosen one (F keys) answers by itself."""
    table = view_of(app).table
    left_out = set(but)
    if app.chosen is not None and app.chosen not in left_out:
        return app.chosen
    choices = [
        Choice(str(seat.seat % 10), f"{seat.seat} {seat.name}", seat.seat)
        for seat in table.seats
        if seat.playing and seat.seat not in left_out
    ]
    return await app.push_screen_wait(Choose(title, choices, first))


async def ask_number(app: Unotable, title: str, low: int = 0, high: int = 9) -> int | None:
    """A small number by one key or arrows; a larger one is written."""
    choices = [Choice(str(number), str(number), number) for number in range(low, min(high, 9) + 1)]
    if high > 9:
        choices.append(Choice("m", tr("more"), -1))
    number = await app.push_screen_wait(Choose(title, choices))
    if number != -1:
        return number
    text = await app.push_screen_wait(Write(title, tr("a number up to {n}", n=high)))
    return int(text) if text and text.isdecimal() and int(text) <= high else None


async def ask_word(app: Unotable, title: str, words: Iterable[tuple[str, str, str]]) -> str | None:
    """One of some words: (key, label, value)."""
    return await app.push_screen_wait(Choose(title, [Choice(key, label, value) for key, label, value in words]))


async def ask_line(app: Unotable, title: str, how: str = "") -> str | None:
    """One line of text; it may be empty."""
    return await app.push_screen_wait(Write(title, how or tr("one line, Enter; may be empty")))
