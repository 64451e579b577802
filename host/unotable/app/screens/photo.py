"""The photo finish of a ruling: who pressed when, how sure that is, what was ruled, and what the table may do about it.

It opens by itself where the clocks could not tell, or where somebody stopped the match for a ruling, and then goes by
itself too, unless it is used. The match goes on behind it: whoever types a card or chooses a seat is back at the table
with that key.
"""

from __future__ import annotations

from typing import Literal

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.events import Key, MouseEvent

from unotable.app.acts import photos, rounds
from unotable.app.prompt import takes_cards
from unotable.app.screens.base import Showing
from unotable.app.widgets.feed import Feed
from unotable.app.widgets.keybar import KeyBar
from unotable.app.widgets.lanes import ZOOM, Lanes
from unotable.app.widgets.prompt import Prompt
from unotable.app.widgets.ring import Ring
from unotable.app.widgets.title import Title
from unotable.app.words import tr
from unotable.game.photo import Photo
from unotable.locale import mark

LEAVES_S = 12.0  # after a tie, untouched: long enough to read it, short enough for the next turn
PAN = 0.2  # of what is seen
TO_THE_TABLE = "rygbw.123456789"  # keys that begin a card, or decide a proposal

Why = Literal["", "tie", "asked"]


class PhotoScreen(Showing):
    """`entry` is the press to begin with (default: the latest ruling's), `why` it opened by itself."""

    CSS_PATH = "../styles/photo.tcss"
    ABOUT = mark("Who pressed when. |-U-| is a press and how sure its time is, u decided nothing, < and > are outside.")
    BINDINGS = [
        Binding("escape,enter,P", "back", show=False),
        Binding("e", "step(-1)", show=False),
        Binding("l", "step(1)", show=False),
        Binding("up", "zoom(-1)", show=False),
        Binding("down", "zoom(1)", show=False),
        Binding("left", "pan(-1)", show=False),
        Binding("right", "pan(1)", show=False),
        Binding("f", "fit", show=False),
        Binding("o", "overrule", show=False),
        Binding("s", "save", show=False),
        Binding("z", "app.command('undo', 'z')", show=False),
        Binding("p", "app.command('pause', 'p')", show=False),
    ]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-high")]

    lanes = getters.query_one(Lanes)

    def __init__(self, entry: int | None = None, why: Why = "") -> None:
        super().__init__()
        self._at: tuple[int, str] | None = None if entry is None else (entry, "")
        self.why: Why = why

    def compose(self) -> ComposeResult:
        yield Title()
        with Horizontal(id="middle"):
            yield Ring()
            yield Lanes()
        yield Feed()
        yield Prompt()
        yield KeyBar()

    def on_mount(self) -> None:
        super().on_mount()
        if self.why == "tie":
            self.set_timer(LEAVES_S, self._leave)

    def show(self) -> None:
        app = self.referee
        view = app.view
        if view is None:
            return
        if self.why == "asked" and not view.table.paused:
            self._leave()
        for pane in (self.query_one(Title), self.query_one(Ring), self.lanes, self.query_one(Feed),
                     self.query_one(Prompt), self.query_one(KeyBar)):  # fmt: skip
            pane.words = app.lang
            pane.view = view
        self.query_one(Ring).chosen = app.chosen
        self.query_one(Feed).rules = self.lanes.rules = app.rules
        self.query_one(Prompt).parts = (app.notice,) if app.notice else app.prompt(view)
        index = self._index()
        self.lanes.photo = view.photos[index] if index is not None else None
        self.lanes.place = f"{index + 1}/{len(view.photos)}" if index is not None else ""
        self.query_one(KeyBar).shown = self._keys(index)

    def _keys(self, index: int | None) -> tuple[tuple[str, str, str], ...]:
        app = self.referee
        view = app.view
        back = ("screen.back", "Esc", tr("back"))
        if index is None or view is None:
            return (back, ("language", "L", tr("language")))
        plays = not app.watching
        ruled = view.photos[index].ruling is not None
        undo = rounds.undone_words(view) if view.last and plays else ""
        return (
            back,
            ("help", "?", tr("help")),
            ("screen.earlier", "e", tr("earlier")),
            ("screen.later", "l", tr("later")),
            ("screen.closer", "Up", tr("closer")),
            ("screen.wider", "Down", tr("wider")),
            ("screen.fit", "f", tr("all")),
            *((("screen.overrule", "o", tr("overrule")),) if ruled and plays else ()),
            *((("screen.save", "s", tr("save picture")),) if app.keeps else ()),
            *((("pause", "p", tr("go on")),) if view.table.paused and plays else ()),
            ("", "Left/Right", tr("move")),
            *((("undo", "z", f"{tr('takes back')} {undo}"),) if undo else ()),
        )

    # -- which one ------------------------------------------------------------------------------------------------

    def _index(self) -> int | None:
        """The photo shown, found again in the newest view: the ruling may have changed, its press is the same."""
        view = self.referee.view
        if view is None or not view.photos:
            return None
        keys = [_key(photo) for photo in view.photos]
        if self._at is None:
            self._at = keys[-1]
        if self._at in keys:
            return keys.index(self._at)
        same = [index for index, (entry, _) in enumerate(keys) if entry == self._at[0]]
        near = [index for index, (entry, _) in enumerate(keys) if entry <= self._at[0]]
        index = same[-1] if same else near[-1] if near else 0
        if same:
            self._at = keys[index]
        return index

    @property
    def photo(self) -> Photo | None:
        index, view = self._index(), self.referee.view
        return view.photos[index] if index is not None and view is not None else None

    def turn_to(self, entry: int, why: Why) -> None:
        """Another dispute that wants to be seen; what somebody looks at stays."""
        if self.why:
            self._at, self.why = (entry, ""), why
            self.show()

    # -- keys -----------------------------------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        chooses = event.key[:1] == "f" and event.key[1:].isdigit()
        view = self.referee.view
        types = event.character is not None and event.character in TO_THE_TABLE and view is not None
        there = chooses or (types and view is not None and takes_cards(view))
        if there and not self.referee.watching:
            event.stop()
            event.prevent_default()
            self._to_the_table(event)
        else:
            self.why = ""

    def on_mouse_down(self, event: MouseEvent) -> None:
        self.why = ""

    def _to_the_table(self, event: Key) -> None:
        photos.back_with(self.referee, self, Key(event.key, event.character))

    def _leave(self) -> None:
        if self.why and self.is_current:
            self.dismiss()

    def action_back(self) -> None:
        self.dismiss()

    def action_step(self, by: int) -> None:
        view, index = self.referee.view, self._index()
        if view is not None and index is not None:
            self._at = _key(view.photos[max(0, min(len(view.photos) - 1, index + by))])
            self.show()

    def action_earlier(self) -> None:
        self.action_step(-1)

    def action_later(self) -> None:
        self.action_step(1)

    def action_zoom(self, by: int) -> None:
        self.lanes.zoom(ZOOM**by)

    def action_closer(self) -> None:
        self.action_zoom(-1)

    def action_wider(self) -> None:
        self.action_zoom(1)

    def action_pan(self, by: int) -> None:
        self.lanes.pan(PAN * by)

    def action_fit(self) -> None:
        self.lanes.fit()

    def action_overrule(self) -> None:
        photo = self.photo
        if photo is not None and photo.ruling is not None and not self.referee.watching:
            self.run_worker(photos.overrule(self.referee, photo.ruling))

    def action_save(self) -> None:
        photo = self.photo
        if photo is not None and self.referee.keeps:
            self.run_worker(photos.save(self.referee, photo, self.lanes.span))


def _key(photo: Photo) -> tuple[int, str]:
    return photo.entry, photo.ruling.rule if photo.ruling is not None else ""
