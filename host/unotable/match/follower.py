"""Follows a running match through its journal, in a thread of its own, and hands views to whoever shows them.

It looks like the referee to a screen (app/needs.py), so that the same widgets show it. Nothing here locks the match or
writes to it: without a remote (match/remote.py) what is sent to it only earns a sentence.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from unotable.game.ruleset import RuleSet
from unotable.journal import rules
from unotable.journal.errors import JournalError, RulesError
from unotable.journal.tail import Tail, same_file
from unotable.locale import tr
from unotable.match.following import Following
from unotable.match.running import Running, running
from unotable.match.view import BoardView, View

log = logging.getLogger(__name__)

LOOK_S = 0.05  # between two looks at the file: a glance at its size, no more
WHO_S = 0.5  # between two looks at which matches run


class Remote(Protocol):
    """The way to the process that owns the match; none of it blocks."""

    def ask(self, what: Mapping[str, object]) -> None: ...
    def said(self) -> str | None: ...
    def close(self) -> None: ...


class Follower:
    """`path` is the match to follow; without one it is the newest that runs, and then the next ones too.

    `JournalError`, `RulesError`: it cannot be read. `LookupError`: no path, and no match runs. `playing` says whether
    some process plays the match just now. `close` may be called twice.
    """

    def __init__(self, path: Path | str | None = None, remote: Remote | None = None) -> None:
        self._fixed = path is not None
        self._remote = remote
        self._who = newest_running() if path is None else running_at(Path(path))
        if path is None and self._who is None:
            raise LookupError("no match runs")
        self._open(Path(path) if path is not None else Path(self._who.match) if self._who is not None else Path())
        self._message: str | None = None
        self._asked: queue.SimpleQueue[Mapping[str, object] | None] = queue.SimpleQueue()
        self._subscribers: list[Callable[[View], None]] = []
        self._ending = threading.Event()
        self._looked = time.monotonic()
        self.view = self._made()
        self._thread = threading.Thread(target=self._run, name="follower")
        self._thread.start()

    # -- as the referee ------------------------------------------------------------------------------------------

    @property
    def ruleset(self) -> RuleSet:
        return self._following.ruleset

    @property
    def playing(self) -> bool:
        return self._who is not None

    def subscribe(self, callback: Callable[[View], None]) -> Callable[[], None]:
        """Calls back with every new view, from this thread; the answer ends that."""
        self._subscribers.append(callback)
        return lambda: self._subscribers.remove(callback) if callback in self._subscribers else None

    def send(self, line: Mapping[str, object]) -> None:
        self._asked.put({"send": dict(line)})

    def decide(self, number: int) -> None:
        self._asked.put({"decide": number})

    def seat(self, board: str, seat: int | None) -> None:
        self._asked.put({"board": board, "seat": seat})

    def reseat(self) -> None:
        self._asked.put({"reseat": True})

    def sound(self, tunes: frozenset[str] | None) -> None:
        """What the boards play is chosen at the table."""

    def close(self) -> None:
        self._ending.set()
        self._asked.put(None)
        self._thread.join()
        if self._remote is not None:
            self._remote.close()

    # -- the thread ----------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._ending.is_set():
            changed = self._carry()
            try:
                changed = self._step() or changed
            except (JournalError, RulesError) as error:
                changed = self._say(str(error)) or changed
            except Exception as error:  # whoever watches stays; the log tells the rest
                log.exception("the follower stumbled")
                changed = (
                    self._say(tr("something went wrong ({error}); the log has the details", error=error)) or changed
                )
            if changed:
                self.view = self._made()
                for callback in list(self._subscribers):
                    callback(self.view)

    def _carry(self) -> bool:
        """Waits a moment for something to ask for, and asks for it."""
        try:
            what = self._asked.get(timeout=LOOK_S)
        except queue.Empty:
            what = None
        if what is not None:
            if self._remote is None:
                return self._say(tr("This only watches: nothing here changes the match."))
            self._remote.ask(what)
        said = None if self._remote is None else self._remote.said()
        return said is not None and self._say(said)

    def _step(self) -> bool:
        changed = self._look_who()
        begun = self._tail.begun
        new = self._tail.more()
        if self._tail.begun != begun:
            self._begin()
            return True
        if new:
            self._following.take(new, live=self.playing)
            self._looked = 0.0  # a press may have opened a question, or a line closed it
        now = self._now()
        if new and now is not None and self._message is not None:
            self._message, changed = None, True
        self._following.asks(None if self._who is None else self._who.proposal)
        return self._following.read(now) or changed

    def _now(self) -> int | None:
        if self._who is None or self._who.start_ns is None:
            return None
        return (time.perf_counter_ns() - self._who.start_ns) // 1000

    def _look_who(self) -> bool:
        """Who plays now: perhaps nobody any more, perhaps another match has begun."""
        if time.monotonic() - self._looked < WHO_S:
            return False
        self._looked = time.monotonic()
        before, self._who = self._who, running_at(self._tail.path)
        if self._who is None and not self._fixed:
            other = newest_running()
            if other is not None:
                self._open(Path(other.match))
                self._who, self._message = other, None
                return True
        if self._who is None:
            return before is not None and self._say(tr("Nobody plays this match any more."))
        if before is None:
            self._message = None
        return before is None or _told(before.boards) != _told(self._who.boards)

    def _open(self, path: Path) -> None:
        self._tail = Tail(path)
        self._begin()

    def _begin(self) -> None:
        header = self._tail.header
        ruleset = rules.load(header.rules, header.overrides)
        self._following = Following(header, ruleset, self._tail.entries, str(self._tail.path))

    def _say(self, text: str) -> bool:
        if self._message == text:
            return False
        self._message = text
        return True

    def _made(self) -> View:
        who = self._who
        boards, start_ns = (who.boards, who.start_ns or 0) if who is not None else ((), 0)
        return self._following.view(boards, start_ns, self._message)


def _told(boards: tuple[BoardView, ...]) -> list[tuple[object, ...]]:
    """What a look at the table shows of the boards."""
    return [(board.board, board.seat, board.state, board.why) for board in boards]


def newest_running() -> Running | None:
    """The match that was begun last, of those that run: files are named after their beginning."""
    return max(running(), key=lambda one: (Path(one.match).stem, one.match), default=None)


def running_at(path: Path) -> Running | None:
    return next((one for one in running() if same_file(one.match, path)), None)
