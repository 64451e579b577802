"""The referee's thread: it owns the match, its journal and the link, and hands frozen views to whoever shows them.

`send` and `close` never block the caller. Views are handed over from this thread: a subscriber passes them on to its
own (a screen posts a message) and returns at once.
"""

from __future__ import annotations

import gc
import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta

from unotable.game.entry import Entry, Header
from unotable.game.fold import fold
from unotable.game.ruleset import RuleSet
from unotable.journal.errors import JournalError
from unotable.journal.file import Journal
from unotable.link.events import BoardDown, BoardRefused, BoardUp, Event, Lost
from unotable.locale import tr
from unotable.match.actions import Action, Linked, carry
from unotable.match.match import Match, MatchError
from unotable.match.running import EVERY_S, Notice
from unotable.match.seating import Seating
from unotable.match.view import View

log = logging.getLogger(__name__)

AGAIN_S = 0.5  # until a journal that could not be written is tried again
LEAST_S = 0.01  # between two ticks
STAYS = 1000  # lines of a match after which Python need not look through the earlier ones for garbage again
EDGE_US = 1_000_000  # at both ends of a gap a press may still have been on its way
SANE = timedelta(hours=12)  # a match left for longer goes on right after its last entry


Command = Callable[[int], list[Action]]  # host ns → actions


class Live:
    """A match that runs. `link` reports its events into `events`; without a link the laptop's keys are all there is.

    `errors` are sentences for people, newest last. `close` may be called twice and from any thread but the referee's.
    """

    def __init__(
        self,
        journal: Journal,
        ruleset: RuleSet,
        events: queue.SimpleQueue[Event | Command | None],
        link: Linked | None = None,
        seating: Seating | None = None,
    ) -> None:
        now = time.perf_counter_ns()
        start = now - 1000 * resumed_at(journal.header, journal.entries, datetime.now().astimezone())
        bridge(journal, ruleset, (now - start) // 1000)
        self.ruleset = ruleset
        self.errors: deque[str] = deque(maxlen=50)
        self._match = Match(journal, ruleset, start, seating)
        self._journal = journal
        self._events = events
        self._link = link
        self._notice = Notice(str(journal.path), start)
        self._noticed: object = None
        self._noticed_at = 0.0
        self._settled = len(journal.entries)
        self._subscribers: list[Callable[[View], None]] = []
        self._ending = threading.Event()
        self._closing = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="referee")
        self._thread.start()

    @property
    def view(self) -> View:
        """The newest snapshot."""
        return self._match.view

    def send(self, line: Mapping[str, object]) -> None:
        """A journal line without `t`; what is wrong with it is said in `errors` and in the view's `message`."""
        self._events.put(lambda now: self._match.command(line, now))

    def decide(self, number: int) -> None:
        """Which way of the open proposal it was, counted from 1."""
        self._events.put(lambda now: self._match.decide(number, now))

    def sound(self, tunes: frozenset[str] | None) -> None:
        """Which tunes the boards play from now on (`None`: all)."""
        self._events.put(lambda now: self._match.sound(tunes))

    def say(self, text: str) -> None:
        """Shows a sentence that is no ruling."""
        self._events.put(lambda now: self._match.say(text))

    def seat(self, board: str, seat: int | None) -> None:
        """Seats a board by hand."""
        self._events.put(lambda now: self._match.seat_board(board, seat, now))

    def reseat(self) -> None:
        """Everybody gets up; the order of UNO presses seats the boards."""
        self._events.put(self._match.reseat)

    def subscribe(self, callback: Callable[[View], None]) -> Callable[[], None]:
        """Calls back with every new view; the answer ends that. Read `view` once for the present one."""
        self._subscribers.append(callback)
        return lambda: self._subscribers.remove(callback) if callback in self._subscribers else None

    def close(self) -> None:
        """Ends the match's thread, the link and the journal. What is on disk stays, and can be gone on with."""
        self._ending.set()
        self._events.put(None)
        with self._closing:
            self._thread.join()
            if self._link is not None:
                self._link.close()
            self._journal.close()

    # -- the thread ---------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while self._step(self._tell_others()):
            pass
        try:
            self._match.finish(time.perf_counter_ns())
            self._publish()
        except JournalError as error:
            log.error("the last line was not kept: %s", error)
        self._notice.remove()

    def _tell_others(self) -> float:
        """Writes this match's notice where it is due, or has something new to tell; seconds until it is due again."""
        now = time.monotonic()
        view = self.view
        there = (tuple((board.board, board.state, board.seat, board.pid) for board in view.boards), view.proposal)
        if there != self._noticed or now - self._noticed_at >= EVERY_S:
            self._noticed, self._noticed_at = there, now
            self._notice.write(view.boards, view.proposal)
        return self._noticed_at + EVERY_S - now

    def _step(self, longest: float) -> bool:
        """Waits for something to do and does it; false when asked to end."""
        try:
            event = self._events.get(timeout=self._until(longest))
        except queue.Empty:
            self._do(self._match.tick)
        else:
            # One reading and one view for all that came at once: presses are safe and acknowledged before, so that
            # the boards' rings never wait for the rules.
            there = self._events.qsize()
            self._take(event)
            for _ in range(there):
                if not self._ending.is_set():
                    self._take(self._events.get())
            self._do(self._match.tick)
        self._publish()
        self._settle()
        return not self._ending.is_set()

    def _settle(self) -> None:
        """Each look through all that there is would stop every thread, for 7 to 12 ms a thousand lines (measured). It
        costs a page of the screen, if one is open just now: that is never given back."""
        if len(self._journal.entries) >= self._settled + STAYS:
            self._settled = len(self._journal.entries)
            gc.collect()
            gc.freeze()

    def _until(self, longest: float) -> float:
        due = self._match.next_ns
        if due is None:
            return max(LEAST_S, longest)
        return max(LEAST_S, min(longest, (due - time.perf_counter_ns()) / 1e9))

    def _take(self, event: Event | Command | None) -> None:
        if event is None:  # only to wake up
            return
        if callable(event):
            self._do(event)
            return
        _log(event)
        while not self._do(lambda now: self._match.heard(event, now)):
            self._publish()  # a full disk: nothing is lost, the boards wait
            if self._ending.wait(AGAIN_S):
                return

    def _do(self, what: Command) -> bool:
        """Carries out a command, an event or a tick; false where the journal could not be written."""
        try:
            actions = what(time.perf_counter_ns())
        except MatchError as error:
            self._complain(str(error), again=True)
            self._publish()  # the next command's answer may be another one
            return True
        except JournalError as error:
            self._complain(str(error), stays=True)
            return False
        except Exception as error:  # the referee stays; the log tells the rest
            log.exception("the referee stumbled")
            self._complain(tr("something went wrong ({error}); the log has the details", error=error))
            return True
        if self._match.view.stays:  # there is room again
            self._match.say(None)
        if self._link is not None:
            for action in actions:
                carry(action, self._link)
        return True

    def _complain(self, text: str, stays: bool = False, again: bool = False) -> None:
        """again: said even where the same was said last: somebody asked anew."""
        if again or not self.errors or self.errors[-1] != text or self.view.message != text or self.view.stays != stays:
            log.warning("%s", text)
            self.errors.append(text)
            self._match.say(text, stays)

    def _publish(self) -> None:
        if not self._match.changed:
            return
        self._match.changed = False
        view = self._match.view
        for callback in list(self._subscribers):
            try:
                callback(view)
            except Exception:
                log.exception("a view was not taken")


def _log(event: Event) -> None:
    match event:
        case BoardUp():
            log.info(
                "board %s on %s: kind %s, firmware %s, %s, pid %s, boot %s, has %s",
                event.board, event.port, event.kind, event.firmware, event.python, event.pid, event.boot, event.has,
            )  # fmt: skip
        case BoardDown():
            log.warning("board %s is absent: %s", event.board, event.why)
        case BoardRefused():
            log.warning("%s refused: %s", event.port, event.why)
        case Lost():
            log.error("board %s lost %s events from %s", event.board, event.count, event.ev)
        case _:
            log.debug("%s", event)


def resumed_at(header: Header, entries: Sequence[Entry], wall: datetime) -> int:
    """The match's time now, µs: by the wall clock since its start where that is sane, else one second past its end."""
    if not entries:
        return 0
    last = max(entry.t for entry in entries)
    try:
        started = datetime.fromisoformat(header.started)
        passed = (wall - started.astimezone()) // timedelta(microseconds=1)
    except (ValueError, OverflowError, OSError):
        return last + 1_000_000
    return passed if last < passed < last + SANE // timedelta(microseconds=1) else last + 1_000_000


def bridge(journal: Journal, ruleset: RuleSet, now: int) -> None:
    """A turn's limit does not run while nobody refereed: such a gap becomes a pause, but for its edges."""
    if ruleset.time_turn_s <= 0 or not journal.entries:
        return
    last = max(entry.t for entry in journal.entries)
    if _half(journal.entries, last):
        journal.append({"t": max(last, now - EDGE_US), "do": "resume"})
    elif now - last > 2 * EDGE_US:
        table = fold(journal.header, ruleset, journal.entries)
        if table.phase in ("play", "attack") and not table.paused:
            journal.append({"t": last + EDGE_US, "do": "pause"})
            journal.append({"t": now - EDGE_US, "do": "resume"})


def _half(entries: Sequence[Entry], last: int) -> bool:
    """Is the end of it a bridge that somebody was killed on? Nobody's pause comes a second to the µs after a line."""
    before = max((entry.t for entry in entries[:-1]), default=0)
    return entries[-1].do == "pause" and entries[-1].t == last == before + EDGE_US
