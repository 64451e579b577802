"""The words and scales of a photo finish, for the screen and for the picture alike."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from unotable.app.words import feed_sentence, tr
from unotable.game.photo import Mark, Photo, Standing, standings
from unotable.game.ruleset import RuleSet
from unotable.journal.rules import phrases
from unotable.locale.say import rests_on
from unotable.match.feed import FeedItem
from unotable.match.telling import tell
from unotable.match.view import View

LEAST_US = 20.0  # the narrowest span; no bound of a board is much smaller
MOST_US = 12_000_000.0


@dataclass(frozen=True, slots=True)
class Lane:
    """A seat's row. `main` is the press that counts, `None` where that seat made none; `alone`: there was no race."""

    seat: int
    name: str
    marks: tuple[Mark, ...]
    main: Mark | None
    standing: Standing | None
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Span:
    """What is seen of the time: from `low` µs on, `wide` µs."""

    low: float
    wide: float

    def share(self, at: float) -> float:
        """Where a time lies, 0 to 1 inside."""
        return (at - self.low) / self.wide

    def zoomed(self, factor: float, share: float = 0.5) -> Span:
        """`factor` times as wide, while the time at `share` stays where it is."""
        wide = max(LEAST_US, min(MOST_US, self.wide * factor))
        return Span(self.low + share * (self.wide - wide), wide)

    def panned(self, share: float) -> Span:
        return Span(self.low + share * self.wide, self.wide)


def fitted(photo: Photo) -> Span:
    """All compared presses with their bounds, and a little room."""
    marks = [mark for mark in photo.marks if mark.compared]
    low, high = min(mark.at - mark.u for mark in marks), max(mark.at + mark.u for mark in marks)
    wide = max(10 * LEAST_US, (high - low) * 1.16)
    return Span((low + high - wide) / 2, wide)


def lanes(photo: Photo, view: View) -> list[Lane]:
    """A row for each seat that it is about."""
    places = standings(photo)
    out = []
    for seat in photo.seats:
        marks = tuple(mark for mark in photo.marks if mark.seat == seat)
        compared = [mark for mark in marks if mark.compared]
        main = next((mark for mark in compared if mark.entry == photo.entry), compared[0] if compared else None)
        name = view.table.seat(seat).name if seat <= len(view.table.seats) else str(seat)
        out.append(
            Lane(seat, name, marks, main, places[main.entry] if main is not None else None, len(photo.seats) == 1)
        )
    return out


def step(wide: float, most: int) -> float:
    """The distance of the scale's lines, µs: 1, 2 or 5 of some power of ten, at most `most` of them in `wide`."""
    power = 1.0
    while True:
        for digit in (1, 2, 5):
            if wide / (digit * power) <= max(1, most):
                return digit * power
        power *= 10


def ticks(span: Span, most: int) -> list[float]:
    """The times at which the scale has a line."""
    each = step(span.wide, most)
    first = -(-span.low // each)
    count = int((span.low + span.wide) // each - first) + 1
    return [(first + index) * each for index in range(count)]


def millis(us: float, sign: bool = False) -> str:
    """µs as ms, as exact as they can be read: `42.1`, `0.03`, `2100`; `sign` sets + before what is after the first."""
    ms = us / 1000
    size = abs(ms)
    text = f"{ms:.0f}" if size >= 1000 else f"{ms:.1f}" if size >= 10 else f"{ms:.2f}"
    text = text.rstrip("0").rstrip(".") if "." in text and not sign else text
    return f"+{text}" if sign and us > 0 else ("0" if text in ("-0", "") else text)


def bound(us: float) -> str:
    """A bound as ms; never told as none, as in the verdict (locale/say.py)."""
    return millis(max(us, 6) if us else 0)


def standing_word(lane: Lane) -> str:
    if lane.main is None or lane.standing is None:
        return tr("no press") if not lane.marks else ""
    if lane.alone:
        return ""
    return {"first": tr("FIRST"), "tie": tr("tie"), "after": tr("after")}.get(lane.standing, "")


def heading(photo: Photo) -> str:
    seconds = max(photo.t, 0) // 1_000_000
    buttons = sorted({mark.button.upper() for mark in photo.marks if mark.compared}, reverse=True)
    return tr("Photo finish: {buttons} at {time}", buttons=" / ".join(buttons),
              time=f"{seconds // 60}:{seconds % 60:02}")  # fmt: skip


def verdict(photo: Photo, view: View, rules: RuleSet | None, cells: bool = True) -> str:
    """The referee's sentence, with margin and bound. `cells`: in signs that every terminal draws alike."""
    if photo.ruling is not None:
        item = FeedItem(photo.t, "ruling", photo.ruling)
        if cells:
            return feed_sentence(item, view, rules)
        return tell(item, [seat.name for seat in view.table.seats], rules, view.rules_name)
    lane = next(mark for mark in photo.marks if mark.entry == photo.entry)
    return tr("{name} stopped the match for a ruling; nothing was ruled yet.", name=view.table.seat(lane.seat).name)


def source(photo: Photo, view: View) -> tuple[str, str]:
    """The rule and parameter that it rests on, and the words of their source (both may be empty)."""
    if photo.ruling is None:
        return "", ""
    parameter = rests_on(photo.ruling)
    rule = f"{view.rules_name}: {photo.ruling.rule}" + (f" ({parameter})" if parameter else "")
    return rule, _phrases(view.rules_name).get(parameter or "", "")


@cache
def _phrases(name: str) -> dict[str, str]:
    return dict(phrases(name))
