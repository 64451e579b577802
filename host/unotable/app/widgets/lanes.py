"""The photo finish as lanes: a row a seat, its presses as marks between the bounds of their time, and a scale.

`U C D` are the buttons, `|--U--|` a press with its bound; small letters are presses that decided nothing. Everything is
said by letters and words, so that it can be read without colours.
"""

from __future__ import annotations

from typing import NamedTuple

from textual.content import Content
from textual.events import MouseDown, MouseMove, MouseScrollDown, MouseScrollUp, MouseUp
from textual.reactive import reactive

from unotable.app import cells, finish
from unotable.app.finish import Lane, Span
from unotable.app.widgets.pane import Pane
from unotable.app.words import tr
from unotable.game.photo import Photo
from unotable.game.ruleset import RuleSet
from unotable.match.view import View

NARROW = 62  # cells from which on a lane has room for everything


class Room(NamedTuple):
    """Cells of a seat's name before its lane, and of time, bound and place behind it."""

    name: int
    value: int
    bound: int
    word: int

    def lane(self, cells_: int) -> int:
        return max(10, cells_ - sum(self) - 3)


WIDE, SLIM = Room(12, 10, 9, 9), Room(8, 10, 0, 8)


SCALE = 9  # cells that a number of the scale wants
LOOKS = {"first": "bold $success", "tie": "bold $warning", "after": "", "other": "$faint"}
ZOOM = 1.6


class Lanes(Pane):
    """`span` is what is seen of the time; it fits a new photo by itself, and stays once somebody moved it."""

    photo: reactive[Photo | None] = reactive(None)
    span: reactive[Span | None] = reactive(None)
    rules: reactive[RuleSet | None] = reactive(None)
    place: reactive[str] = reactive("")  # which of how many

    _moved = False
    _held_at: int | None = None  # where the mouse holds the lanes

    def watch_photo(self, before: Photo | None, photo: Photo | None) -> None:
        if photo is None:
            self.span = None
        elif before is None or before.entry != photo.entry or not self._moved:
            self.fit()

    def fit(self) -> None:
        self._moved = False
        self.span = finish.fitted(self.photo) if self.photo is not None else None

    def zoom(self, factor: float, share: float = 0.5) -> None:
        if self.span is not None:
            self._moved = True
            self.span = self.span.zoomed(factor, share)

    def pan(self, share: float) -> None:
        if self.span is not None:
            self._moved = True
            self.span = self.span.panned(share)

    def draw(self, cells: int, rows: int) -> list[Content]:
        if self.view is None or self.photo is None or self.span is None:
            return _nothing(cells)
        return draw(self.photo, self.view, self.rules, self.span, self.place, cells, rows)

    # -- mouse ----------------------------------------------------------------------------------------------------

    def _share(self, x: int) -> float:
        room = room_in(self.size.width)
        return min(1.0, max(0.0, (x - room.name - 1) / room.lane(self.size.width)))

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        event.stop()
        self.zoom(1 / ZOOM, self._share(event.x))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        event.stop()
        self.zoom(ZOOM, self._share(event.x))

    def on_mouse_down(self, event: MouseDown) -> None:
        self._held_at = event.x
        self.capture_mouse()

    def on_mouse_move(self, event: MouseMove) -> None:
        if self._held_at is not None and event.x != self._held_at:
            self.pan((self._held_at - event.x) / room_in(self.size.width).lane(self.size.width))
            self._held_at = event.x

    def on_mouse_up(self, event: MouseUp) -> None:
        self._held_at = None
        self.release_mouse()


def room_in(cells_: int) -> Room:
    return SLIM if cells_ < NARROW else WIDE


def _nothing(cells_: int) -> list[Content]:
    text = tr("No ruling on presses yet: the first UNO or CUT will be here.")
    return [cells.line((f" {row}", ""), cells=cells_) for row in cells.wrap(text, cells_ - 2)]


def draw(
    photo: Photo, view: View, rules: RuleSet | None, span: Span, place: str, cells_: int, rows: int
) -> list[Content]:
    """Heading, rule and source, the lanes, the scale, the verdict; what does not fit is left out from the end of the
    spaces."""
    rule, phrase = finish.source(photo, view)
    title = f" {finish.heading(photo)}"
    top = [cells.line((cells.fit(title, cells_ - cells.width(place) - 2), "bold"), (f" {place} ", "$faint"),
                      cells=cells_)]  # fmt: skip
    if rule:
        said = f" {rule}" + (f"  {cells.certain(phrase)}" if phrase else "")
        top.append(cells.line((said, "$faint"), cells=cells_))
    body = [_row(lane, span, cells_) for lane in finish.lanes(photo, view)]
    told = cells.wrap(finish.verdict(photo, view, rules), cells_ - 2)
    end = [cells.line((f" {text}", "bold"), cells=cells_) for text in told]
    gap = [cells.line("", cells=cells_)] if len(top) + len(body) + 4 + len(end) <= rows else []
    return [*top, *gap, *body, *_scale(span, cells_), *gap, *end]


def _row(lane: Lane, span: Span, cells_: int) -> Content:
    look = LOOKS[lane.standing] if lane.standing is not None else "$faint"
    room = room_in(cells_)
    value = bound = ""
    if lane.main is not None:
        value = f"{finish.millis(lane.main.at, sign=True)} ms"
        bound = f"+-{finish.bound(lane.main.u)}"
    return cells.line(
        f" {cells.fit(lane.name, room.name)}",
        (strip(lane, span, room.lane(cells_)), look),
        cells.fit(value, room.value, ">") + (f" {cells.fit(bound, room.bound)}" if room.bound else ""),
        (f" {cells.fit(finish.standing_word(lane), room.word)}", look),
        cells=cells_,
    )


def strip(lane: Lane, span: Span, wide: int) -> str:
    """The lane itself: dots for time, `|-U-|` a press that was compared, `u` another one; `<` `>` point to presses
    outside."""
    row = ["."] * wide
    last = wide - 1

    def cell(at: float) -> int:
        return round(span.share(at) * last)

    for mark in sorted(lane.marks, key=lambda mark: mark.compared):
        at = cell(mark.at)
        if mark.compared:
            low, high = cell(mark.at - mark.u), cell(mark.at + mark.u)
            for x in range(max(0, low), min(last, high) + 1):
                row[x] = "|" if x in (low, high) else "-"
        if 0 <= at <= last:
            letter = mark.button[0].upper() if mark.compared else mark.button[0]
            row[at] = letter
        elif mark.compared or mark is lane.main:
            row[0 if at < 0 else last] = "<" if at < 0 else ">"
    return "".join(row)


def _scale(span: Span, cells_: int) -> list[Content]:
    """A line of ticks and their milliseconds."""
    room = room_in(cells_)
    wide = room.lane(cells_)
    times = finish.ticks(span, max(1, wide // SCALE))
    marks, numbers = [" "] * wide, [" "] * (wide + SCALE)
    for time in times:
        at = round(span.share(time) * (wide - 1))
        text = finish.millis(time)
        begin = max(0, at - len(text) // 2)
        if not 0 <= at < wide or any(char != " " for char in numbers[max(0, begin - 1) : begin + len(text) + 1]):
            continue
        marks[at] = "'"
        numbers[begin : begin + len(text)] = text
    lead = " " * (room.name + 1)
    return [
        cells.line((lead + "".join(marks), "$faint"), cells=cells_),
        cells.line((lead + "".join(numbers[: wide + 3]) + " ms", "$faint"), cells=cells_),
    ]
