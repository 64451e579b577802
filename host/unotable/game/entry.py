"""One entry of a match as the fold reads it: a journal line, validated, without what only the link needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

PRESSES = ("done", "uno", "cut")


@dataclass(frozen=True, slots=True)
class Header:
    """The match as its first line froze it. Seats are numbered 1…N clockwise, in the order of `seats`."""

    rules: str
    seats: tuple[str, ...]
    dealer: int = 1
    track: str = "full"  # full · keys · buzzer, until a `round` tells another
    overrides: Mapping[str, object] = field(default_factory=dict)  # the header's `set`
    started: str = ""


class Entry(NamedTuple):
    """`do` is the kind: `done uno cut` for presses (`press` true), else the word after `do` in the journal.

    `t` is microseconds since the match began, `u` the bound on its error: the truth lies in [t−u, t+u].
    `id` is the line number, the header being line 0. Fields a kind does not have stay at their defaults;
    the journal's models decide which are allowed. (A tuple, as a frozen dataclass of so many fields takes several
    times as long to make, and a match is thousands of them.)
    """

    id: int
    t: int
    do: str
    press: bool = False
    seat: int | None = None
    u: int = 0
    hold: bool | None = None
    held: bool = False
    via: str | None = None
    of: int | None = None
    card: str | None = None
    n: int | None = None
    colour: str | None = None
    dealer: int | None = None
    result: str | None = None
    results: Mapping[int, str] | None = None
    choice: str | None = None
    with_: int | None = None  # the journal's `with`
    kind: str | None = None
    why: str | None = None
    rule: str | None = None
    about: int | None = None
    draw: int | None = None
    cards: tuple[str, ...] | int | None = None
    points: int | None = None
    turn: int | None = None
    direction: int | None = None
    pending: int | None = None
    reason: str | None = None
    name: str | None = None
    at: int | None = None  # `join`: the seat number taken; `fix`: the corrected t
    order: tuple[int, ...] | None = None
    text: str | None = None
    track: str | None = None


def held_down(press: Entry) -> Entry:
    """The same press as a hold. (Sliced: `_replace` of so many fields takes five times as long.)"""
    return Entry._make((*press[:HOLD], True, *press[HOLD + 1 :]))


HOLD = Entry._fields.index("hold")
