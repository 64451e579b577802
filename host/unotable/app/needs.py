"""What the app needs of those around it: the match, the desk, the players, the table in browsers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Protocol

from unotable.game.ruleset import RuleSet
from unotable.match.view import View


class Referee(Protocol):
    """The live match (match/live.py), or one followed from its file (match/follower.py)."""

    @property
    def ruleset(self) -> RuleSet: ...
    @property
    def view(self) -> View: ...
    def reseat(self) -> None: ...
    def seat(self, board: str, seat: int | None) -> None: ...
    def decide(self, number: int) -> None: ...
    def send(self, line: Mapping[str, object]) -> None: ...
    def sound(self, tunes: frozenset[str] | None) -> None: ...
    def subscribe(self, callback: Callable[[View], None]) -> object: ...


class Finger(Protocol):
    """The desk: fingers on real firmware, and eyes on its lamps."""

    def press(self, seat: int, button: str) -> None: ...
    def hold(self, seat: int, button: str) -> None: ...
    def lamps(self, seat: int) -> str: ...
    def plugged(self, seat: int) -> bool: ...
    def unplug(self, seat: int) -> None: ...
    def plug(self, seat: int) -> None: ...


class Players(Protocol):
    """Those who play by themselves (demo --auto)."""

    done: threading.Event
    failed: str | None

    def close(self) -> None: ...


class Served(Protocol):
    """The table in browsers (web/serving.py): a sentence with its address."""

    said: str
