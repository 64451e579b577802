"""The photo finish: which presses a ruling compared, each with its bound, relative to the first of them.

Pure: the moves of the timeline and the rulings in, frozen pictures out. A press is *compared* when the ruling rests on
it: the press that caused it, those of the seats it names, and the one that its margin was measured to. Other presses of
the same moment are shown beside them, but decide nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, takewhile
from typing import Literal

from unotable.game.entry import Entry
from unotable.game.rulings import Ruling
from unotable.game.timeline import time

REACH_US = 2_000_000  # presses this far from the one that caused the ruling may be of its race (as in buzzer tracking)
MOST = 40  # presses on either side of it: more than ten hands make in a race, fewer than one that drums for two seconds
SHOWN = 40  # the latest rulings that have a picture; the journal has them all
BACK = 1000  # rulings that are looked through for those

BUTTONS: dict[str, tuple[str, ...]] = {  # rule → the buttons of its race
    "uno.called": ("uno",), "uno.caught": ("uno",), "uno.late": ("uno",), "uno.false": ("uno",),
    "cut.won": ("cut",), "cut.beaten": ("cut",), "cut.failed": ("cut",), "cut.wrong": ("cut",),
    "turn.preempted": ("cut", "done"), "slap.last": ("cut",), "race": ("uno", "cut"),
}  # fmt: skip
OPEN = ("slap.last", "race")  # everybody who pressed was in it

Standing = Literal["first", "tie", "after", "other"]


@dataclass(frozen=True, slots=True)
class Mark:
    """One press: `at` µs after the first that was compared (before it: < 0); the truth lies within ±`u` µs."""

    entry: int
    seat: int
    button: str
    at: int
    u: int
    compared: bool = True


@dataclass(frozen=True, slots=True)
class Photo:
    """`entry` is the press it is about, at `t` µs of the match; `marks` stand in order of time, made of `presses`.

    `ruling` is `None` for a press that stopped the match before anything was ruled about it.
    """

    entry: int
    t: int
    ruling: Ruling | None
    marks: tuple[Mark, ...]
    presses: tuple[Entry, ...] = field(default=(), compare=False, repr=False)

    @property
    def seats(self) -> tuple[int, ...]:
        """Everybody it is about, with a press or without, by seat number."""
        named: set[int] = {mark.seat for mark in self.marks}
        if self.ruling is not None:
            named |= {seat for seat in (self.ruling.seat, *(self.ruling.by or ())) if seat is not None}
        return tuple(sorted(named))


def photos(
    moves: Sequence[Entry],
    rulings: Sequence[Ruling],
    asked: int | None = None,
    made: Sequence[Photo] = (),
    same: int = 0,
) -> tuple[Photo, ...]:
    """The pictures of the latest rulings that came from presses, in order of time.

    moves: the timeline's, sorted by time. asked: the press that stopped the match for a ruling, if one did; it has a
    picture even where nothing was ruled, and then stands last. made: earlier ones, taken again where they still hold.
    same: the moves before this time are those that `made` is of.
    """
    known = {id(photo.ruling): photo for photo in made}
    found: list[Photo] = []
    for ruling in [ruling for ruling in rulings[-BACK:] if ruling.rule in BUTTONS][-SHOWN:]:
        kept = known.get(id(ruling))
        if kept is not None and kept.ruling is ruling and kept.t + REACH_US < same:
            found.append(kept)
            continue
        places = (_press(moves, entry, ruling.t) for entry in (ruling.entry, ruling.of))
        index = next((place for place in places if place is not None), None)
        if index is not None:
            found.append(_photo(moves, index, ruling, known))
    if asked is not None and all(photo.entry != asked for photo in found):
        index = _press(moves, asked, moves[-1].t)
        if index is not None:
            found.append(_photo(moves, index, None, known))
    return tuple(found)


def _press(moves: Sequence[Entry], entry: int | None, t: int) -> int | None:
    """Where that press stands among the moves. What is ruled at `t` is about a press just before, or a bound after."""
    for index in range(bisect_right(moves, t + REACH_US, key=time) - 1 if entry is not None else -1, -1, -1):
        move = moves[index]
        if move.id == entry:
            return index if move.press and move.seat is not None else None
    return None


def stopped(moves: Sequence[Entry]) -> int | None:
    """The held UNO press that paused the match, given that it is paused; `None` where a key did."""
    for move in reversed(moves):
        if move.do in ("pause", "resume"):
            return None
        if move.do == "uno" and move.hold:
            return move.id
    return None


def standings(photo: Photo) -> dict[int, Standing]:
    """Each press's place by entry: `first` if it was before all others by more than both bounds."""
    compared = [mark for mark in photo.marks if mark.compared]
    beaten = {
        mark.entry
        for mark in compared
        if any(other.seat != mark.seat and other.at + other.u < mark.at - mark.u for other in compared)
    }
    ahead = {mark.seat for mark in compared if mark.entry not in beaten}
    best: Standing = "first" if len(ahead) == 1 else "tie"
    out: dict[int, Standing] = {mark.entry: "other" for mark in photo.marks}
    out.update((mark.entry, "after" if mark.entry in beaten else best) for mark in compared)
    return out


def _photo(moves: Sequence[Entry], index: int, ruling: Ruling | None, known: Mapping[int, Photo]) -> Photo:
    anchor = moves[index]
    near = _near(moves, index)
    kept = known.get(id(ruling))
    if kept is not None and kept.ruling is ruling and kept.entry == anchor.id and kept.presses == tuple(near):
        return kept
    buttons = (anchor.do,) if ruling is None else BUTTONS[ruling.rule]
    compared = _compared(near, anchor, ruling, buttons)
    zero = min(press.t for press in near if press.id in compared)
    marks = tuple(
        Mark(press.id, press.seat or 0, press.do, press.t - zero, press.u, press.id in compared) for press in near
    )
    return Photo(anchor.id, anchor.t, ruling, marks, tuple(near))


def _near(moves: Sequence[Entry], index: int) -> list[Entry]:
    """The presses within reach of the one at `index`, in order of time."""
    anchor = moves[index]

    def within(indices: range) -> list[Entry]:
        near = takewhile(lambda move: abs(move.t - anchor.t) <= REACH_US, (moves[i] for i in indices))
        return list(islice((move for move in near if move.press and move.seat is not None), MOST))

    return [*reversed(within(range(index - 1, -1, -1))), anchor, *within(range(index + 1, len(moves)))]


def _compared(near: list[Entry], anchor: Entry, ruling: Ruling | None, buttons: tuple[str, ...]) -> set[int]:
    same = [press for press in near if press.do in buttons and press is not anchor]
    if ruling is None or ruling.rule in OPEN:
        return {anchor.id, *(press.id for press in same)}
    out = {anchor.id}
    for seat in {ruling.seat, *(ruling.by or ())} - {anchor.seat}:
        own = [press for press in same if press.seat == seat]
        if own:
            out.add(min(own, key=lambda press: (abs(press.t - anchor.t), press.id)).id)
    if ruling.margin is not None:  # also a DONE: a catch against the next seat's move, a claim against the card
        rivals = [p for p in near if p.seat != anchor.seat and abs(p.t - anchor.t) == ruling.margin]
        out.update(press.id for press in rivals[:1])
    return out
