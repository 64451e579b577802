"""The players' hands and eyes: buttons at their times, keys at the laptop, and patience for the referee."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol, TypeVar

from unotable.desk.players import Tap
from unotable.game.table import Table
from unotable.match.view import View

PATIENCE_S = 3.0  # for the referee to say what became of a press
T = TypeVar("T")


class Buttons(Protocol):
    """The desk's fingers; neither waits for the press to end."""

    def press(self, seat: int, button: str, ms: float = 80) -> None: ...
    def hold(self, seat: int, button: str) -> None: ...


class Referee(Protocol):
    """The live match."""

    @property
    def view(self) -> View: ...
    def send(self, line: Mapping[str, object]) -> None: ...
    def subscribe(self, callback: Callable[[View], None]) -> Callable[[], None]: ...


class Stopped(Exception):
    """They were asked to stop; raised out of whatever they were waiting for."""


class Hands:
    """`pace` scales every wait, 1 is human. Presses and holds last as long as they must to be what they are.
    `patience` is in seconds."""

    def __init__(self, referee: Referee, buttons: Buttons, pace: float, patience: float = PATIENCE_S) -> None:
        self.pace = pace
        self._patience = patience
        self._referee = referee
        self._buttons = buttons
        self._news = threading.Condition()
        self._stopping = threading.Event()
        self._end = referee.subscribe(self._tell)

    @property
    def table(self) -> Table:
        return self._referee.view.table

    def stop(self) -> None:
        """Every wait ends with `Stopped`, now and later."""
        self._stopping.set()
        self._end()
        self._tell(None)

    def send(self, line: dict[str, object]) -> None:
        """A line keyed at the laptop."""
        self._referee.send(line)

    def hold(self, seat: int, button: str) -> None:
        self._buttons.hold(seat, button)

    def tap(self, taps: Iterable[Tap]) -> None:
        """Presses buttons at their times; the earliest comes at once."""
        order = sorted(taps, key=lambda tap: tap.at)
        begin = time.monotonic()
        for tap in order:
            self._sleep(begin + (tap.at - order[0].at) * self.pace - time.monotonic())
            self._buttons.press(tap.seat, tap.button, 80 if self.pace >= 0.5 else 40)

    def wait(self, seconds: float, least: float = 0.0) -> None:
        """`seconds` at this pace, but not less than `least` real ones."""
        self._sleep(max(seconds * self.pace, least))

    def until(self, what: Callable[[Table], T], seconds: float | None = None) -> T | None:
        """The first truthy answer to a table from now on; `None` where none comes in time (default: `patience`)."""
        end = time.monotonic() + (self._patience if seconds is None else seconds)
        with self._news:
            while True:
                if self._stopping.is_set():
                    raise Stopped
                answer = what(self.table)
                if answer:
                    return answer
                left = end - time.monotonic()
                if left <= 0:
                    return None
                self._news.wait(left)

    def _tell(self, view: View | None) -> None:
        with self._news:
            self._news.notify_all()

    def _sleep(self, seconds: float) -> None:
        if self._stopping.wait(max(0.0, seconds)):
            raise Stopped
