"""Keys as seat buttons: on and off, whose they are, and the presses that come of them."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from unotable.app import keyboard
from unotable.app.acts.asking import ask_word, view_of
from unotable.app.keyboard import BOUND_US, BUTTONS, Fingers, Keys, Press
from unotable.app.screens.assign import Assign
from unotable.app.words import tr
from unotable.match.view import BoardView, View

if TYPE_CHECKING:
    from textual.events import Key

    from unotable.app.app import Unotable

KIND = "keys"


class Keyboard:
    """The app's: takes the keys that are buttons before any screen sees them."""

    def __init__(self, app: Unotable, keys: Keys) -> None:
        self._app = app
        self._fingers = Fingers(keys.places)
        self.keys = keys

    def use(self, keys: Keys) -> None:
        self.keys, self._fingers = keys, Fingers(keys.places)

    def took(self, event: Key) -> bool:
        """Whether the key was a seat's button."""
        if not self.keys.on or event.key not in self.keys.places or isinstance(self._app.screen, Assign):
            return False
        if self.keys.places[event.key][0] > len(view_of(self._app).table.seats):
            return False
        self._send(self._fingers.key(event.key, event.time))
        due = self._fingers.due
        if due is not None:
            self._app.set_timer(max(0.001, due - time.monotonic()), self._settle)
        return True

    def _settle(self) -> None:
        self._send(self._fingers.settle(time.monotonic()))

    def _send(self, presses: list[Press]) -> None:
        offset = time.perf_counter_ns() - time.monotonic_ns()  # keys are timed by one clock, the match by the other
        for press in presses:
            t = max(0, (round(press.at * 1e9) + offset - view_of(self._app).start_ns) // 1000)
            if press.hold:
                self._app.send({"do": "hold", "seat": press.seat, "press": press.button, "t": t})
            else:
                self._app.send({"press": press.button, "seat": press.seat, "via": "keyboard", "u": BOUND_US, "t": t})

    def seen(self, view: View) -> View:
        """The view with a row for each seat whose buttons are keys."""
        boards = {board.seat for board in view.boards if board.state != "absent"}
        rows = tuple(
            BoardView(
                KIND, seat, KIND, u_us=BOUND_US, port=" ".join(self.keys.key((seat, it)) or "-" for it in BUTTONS)
            )
            for seat in sorted(self.keys.seats)
            if seat <= len(view.table.seats) and seat not in boards
        )
        return replace(view, boards=(*view.boards, *rows)) if rows else view


async def panel(app: Unotable, key: str) -> None:
    """Switches them, or learns them anew."""
    keys = app.keyboard.keys
    words = [("2", tr("learn: which key is whose"), "learn")]
    if keys.places:
        words.insert(0, ("1", tr("off") if keys.on else tr("on"), "switch"))
    what = await ask_word(app, tr("Keys of a keyboard or an arcade encoder as seat buttons (+-30 ms)"), words)
    if what == "switch":
        use(app, replace(keys, on=not keys.on))
    elif what == "learn":
        learned = await app.push_screen_wait(Assign([seat.name for seat in view_of(app).table.seats]))
        if learned:
            use(app, Keys(learned, True))


def use(app: Unotable, keys: Keys) -> None:
    app.keyboard.use(keys)
    app.view = app.keyboard.seen(app.live.view)
    if app.keeps:
        keyboard.remember(keys)
    app.tell(tr("Seat buttons are keys now; K switches them off.") if keys.on else tr("Keys are keys again."))
