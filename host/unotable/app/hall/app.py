"""The hall's app: it holds the newest view of the room and hands it to the page that is shown.

The hall's thread reaches this one only as a message that a newer one may replace.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from textual.message import Message

from unotable.app.hall.page import HallPage
from unotable.app.hall.tables import Tables
from unotable.app.pages import Pages
from unotable.app.words import tr
from unotable.hall.hall import HallView
from unotable.hall.store import Store
from unotable.hall.tournament import Tournament


class Source(Protocol):
    """What the app needs of the hall (hall/hall.py)."""

    tournament: Tournament | None
    leads: bool

    @property
    def view(self) -> HallView: ...
    def subscribe(self, callback: Callable[[HallView], None]) -> None: ...
    def go_to(self, round_: int) -> None: ...
    def ask(self, what: Callable[[Store | None, HallView], None]) -> None: ...


class HallApp(Pages[int]):
    CSS_PATH = ["../styles/app.tcss", "../styles/front.tcss", "../styles/hall.tcss"]

    class Seen(Message):
        """The newest view; one that still waits is replaced."""

        def __init__(self, view: HallView) -> None:
            self.view = view
            super().__init__()

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, HallApp.Seen)

    class Told(Message):
        """A sentence for the page that is shown."""

        def __init__(self, text: str) -> None:
            self.text = text
            super().__init__()

    def __init__(self, hall: Source, lang: str | None = None) -> None:
        super().__init__(lang)
        self.hall = hall
        self.room = hall.view
        self.said = ""
        self._calling: frozenset[str] = frozenset()

    def on_mount(self) -> None:
        self.hall.subscribe(lambda view: self._post(HallApp.Seen(view)))
        self.room = self.hall.view
        self.push_screen(Tables())

    def tell(self, text: str) -> None:
        """From any thread; what is told before there is a page stands on the first."""
        self.said = text
        self._post(HallApp.Told(text))

    def _post(self, message: Message) -> None:
        try:
            self.post_message(message)
        except RuntimeError:  # the loop has just closed, or does not run yet
            return

    def on_hall_app_seen(self, message: Seen) -> None:
        before, self.room = self.room, message.view
        calling = frozenset(it.table for it in self.room.tables if it.status(self.room.at) == "call")
        if calling - self._calling:
            self.bell()
        self._calling = calling
        for screen in self.screen_stack:
            if isinstance(screen, HallPage) and screen.is_mounted:
                screen.show()
                if self.room.problem != before.problem:
                    screen.wrong(self.room.problem or tr("The broker is there again."))

    def on_hall_app_told(self, message: Told) -> None:
        if isinstance(self.screen, HallPage):
            self.screen.wrong(message.text)
