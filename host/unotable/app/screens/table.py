"""The dashboard: the table, the scores, what the host waits for, the entry line, the referee's feed and the keys.

Card letters are typed straight in here; whatever cannot follow in a card falls through to the command bindings.
"""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Key, Paste

from unotable.app import commands, keyed
from unotable.app.acts import cards, rounds, seats
from unotable.app.prompt import need, play_words, takes_cards
from unotable.app.screens.base import HEIGHTS, WIDTHS, Showing
from unotable.app.widgets.entry import EntryLine
from unotable.app.widgets.feed import Feed
from unotable.app.widgets.keybar import KeyBar
from unotable.app.widgets.lanes import Lanes
from unotable.app.widgets.prompt import Prompt
from unotable.app.widgets.ring import Ring
from unotable.app.widgets.rounds import Rounds
from unotable.app.widgets.scores import Scores
from unotable.app.widgets.seat import SeatCard
from unotable.app.widgets.title import Title
from unotable.app.words import tr

MANY = 8  # seats from which on the scores need rows of the photo finish beside them


class TableScreen(Showing):
    BINDINGS = commands.bindings(anywhere=False)
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS

    def __init__(self) -> None:
        super().__init__()
        # Kept, not looked up: a view may come while the screen is being made, or taken down.
        self.heading, self.ring, self.scores, self.lanes = Title(), Ring(), Scores(), Lanes()
        self.prompt, self.entry, self.feed, self.rounds = Prompt(), EntryLine(), Feed(), Rounds()
        self.keys = KeyBar()

    def compose(self) -> ComposeResult:
        yield self.heading
        with Horizontal(id="middle"):
            yield self.ring
            with Vertical(id="side"):
                yield self.scores
                yield self.lanes
        yield self.prompt
        yield self.entry
        with Horizontal(id="below"):
            yield self.feed
            yield self.rounds
        yield self.keys

    def show(self) -> None:
        app = self.referee
        view = app.view
        for pane in (self.heading, self.ring, self.scores, self.lanes, self.prompt, self.entry, self.feed, self.rounds,
                     self.keys):  # fmt: skip
            pane.words = app.lang
            pane.view = view
        self.keys.shown = commands.shown(app)
        if view is None:
            return
        self.feed.rules = app.rules
        self.ring.chosen = app.chosen
        self.set_class(len(view.table.seats) > MANY, "-many")
        self.scores.by(app.rules)
        self.lanes.rules = app.rules
        self.lanes.photo = view.photos[-1] if view.photos else None
        self.prompt.parts = app.prompt(view)
        self.entry.keyed = app.keyed
        self.entry.takes = takes_cards(view) and not app.watching
        self.entry.undo = rounds.undone_words(view) if view.last and not app.watching else ""
        self.entry.notice = app.notice
        self.entry.names = self._names()

    def _names(self) -> str:
        """What a card typed now would do."""
        app = self.referee
        view = app.view
        if app.watching:
            return tr("watching: nothing here changes the match")
        if view is None or not takes_cards(view):
            return ""
        if need(view.table, "first"):
            return tr("the first card")
        of = cards.target(view, app.aimed, app.chosen)
        arrows = f"  ({tr('Up/Down')})" if view.table.plays else ""
        if of is not None:
            return play_words(view, of) + arrows
        seat = app.chosen or view.table.turn
        return (tr("a new play by {name}", name=view.table.seat(seat).name) if seat else "") + arrows

    def show_clock(self, seconds: int | None, lamps: tuple[str, ...]) -> None:
        """What changes between views: the turn's clock, and lamps where there are no real ones to look at."""
        self.ring.show_clock(seconds)
        self.ring.lamps = lamps

    # -- keys -----------------------------------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        app = self.referee
        if app.view is None or app.watching:
            return
        if event.character and not event.character.isascii():
            self._swallowed()
            event.stop()
            return
        if self._typed(event.key, event.character or ""):
            event.stop()
            event.prevent_default()
        elif event.character:
            app.call_later(self._means_nothing_now, event.character)  # once what was typed before it has been done

    def _means_nothing_now(self, char: str) -> None:
        """A key that the help names is never silent."""
        app = self.referee
        meant = [command for command in commands.COMMANDS if char in command.keys]
        if not meant or any(command.fits(app) for command in meant):
            return
        if meant[0].id.startswith(("press.", "hold.")):
            app.tell(tr("Choose a seat first: F1-F10"))
        else:
            app.tell(tr("Not now: {what}", what=meant[0].named(app.lang)))

    def on_paste(self, event: Paste) -> None:
        """An input method may hand its text over as a paste."""
        if not event.text.isascii() and not self.referee.watching:
            self._swallowed()

    def _swallowed(self) -> None:
        self.referee.tell(tr("The input method is on: switch it to English, or Left picks a card"))

    def _typed(self, key: str, char: str) -> bool:
        """Whether the key belonged to the card line."""
        app = self.referee
        view = app.view
        assert view is not None
        now = app.keyed
        if key == "backspace":
            app.keyed = keyed.back(now)
            return True
        if key == "enter" and now.text:
            if now.card:
                cards.commit(app, now)
            else:
                app.tell(tr("{typed} is no card yet: {keys}", typed=now.text, keys=keyed.follows(now)))
            return True
        if len(char) != 1 or not char.isprintable():
            return False
        if not takes_cards(view) or (not now.text and (char == "?" or self._wanted(char))):
            return False
        after = keyed.step(now, char)
        if after is not None:
            cards.key_in(app, after)
            return True
        if now.text:
            app.tell(tr("after {typed} comes {keys}", typed=now.text, keys=keyed.follows(now)))
            return True
        return False

    def _wanted(self, char: str) -> bool:
        """A question is open that this key answers, so it begins no card."""
        return any(
            char in command.keys and command.fits(self.referee)
            for command in commands.COMMANDS
            if command.id in ("colour", "answer", "guess", "menu.look", "menu.swap")
        )

    @on(SeatCard.Chosen)
    def _chosen(self, event: SeatCard.Chosen) -> None:
        if not self.referee.watching:
            seats.choose_seat(self.referee, event.seat)
