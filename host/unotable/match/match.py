"""The heart of the live loop: link events and commands → journal → table → lamps, acks and one view.

Sans-I/O: events and host time (ns) are passed in, what the link shall do comes back as actions, and the journal
object is the only file. A press is acknowledged only when its line is on disk; the table that is shown is the
reading of the timeline up to the watermark (watermark.py); what is announced is in the feed (feed.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from unotable.game.entry import Entry
from unotable.game.fold import Reading
from unotable.game.photo import stopped
from unotable.game.ruleset import RuleSet
from unotable.game.table import Table
from unotable.journal.codec import line_of
from unotable.journal.errors import JournalError
from unotable.journal.file import Journal
from unotable.journal.sent import Press
from unotable.link.events import (
    BoardDown,
    BoardRefused,
    BoardUp,
    Event,
    Health,
    Held,
    Lost,
    Numbered,
    Pressed,
    Released,
    Reported,
)
from unotable.locale import tr
from unotable.match import keying
from unotable.match.actions import Ack, Action, SeatBoard
from unotable.match.explaining import Explaining
from unotable.match.feed import Feed
from unotable.match.looks import Looks
from unotable.match.orders import Orders
from unotable.match.roster import Roster
from unotable.match.seating import Seating
from unotable.match.view import Unruled
from unotable.match.watermark import Watermark, may_be_held

OLD_US = 3_000_000  # a press that comes later than this waits for `accept`
UNSURE_US = 500_000  # the least bound of a press while its board's clock is unsure: no close ruling rests on it
FIGURES_US = 500_000  # the figures of clocks may be shown so much later: those of ten boards are one view then


class MatchError(ValueError):
    """A command that cannot be: one sentence for people."""


class Match:
    """One match in play. `journal` holds the header and the entries read so far: going on is the same as beginning.

    `start_ns` is the host time of t = 0. `view` is always the newest snapshot; `changed` is set whenever it was
    replaced, and whoever shows it clears it.
    """

    def __init__(
        self,
        journal: Journal,
        ruleset: RuleSet,
        start_ns: int,
        seating: Seating | None = None,
    ) -> None:
        self.journal = journal
        self.ruleset = ruleset
        self.start_ns = start_ns
        self._reading = Reading(journal.header, ruleset)
        self._reading.extend(journal.entries)
        self._table = self._reading.table(max((entry.t for entry in journal.entries), default=0))
        self._waiting: list[Entry] = []  # on disk, but past the watermark
        self._water = Watermark()
        self._feed = Feed(self._table)
        self._explaining = Explaining(self._reading, self._guess)
        self._orders = Orders(ruleset, self._table)
        self._lost_from: set[Press] = set()  # the first events of what was noted as lost
        self._holds = {entry.of for entry in journal.entries if entry.do == "hold"}
        self._looks = Looks(journal.header, journal.entries, str(journal.path))
        self._roster = Roster(seating or Seating(len(journal.header.seats)), journal.header.seats)
        self._message: str | None = None
        self._said = 0
        self._stays = False
        self._dirty = True
        self._figures: int | None = None  # when the view wants new ones
        self._look()

    # -- what comes in ------------------------------------------------------------------------------------------

    def heard(self, event: Event, now_ns: int) -> list[Action]:
        """A link event; what the board numbered is acknowledged, as its line is on disk. A `tick` after one or several
        reads the timeline. A `JournalError` (a full disk) leaves everything as it was: the same event may come again.
        """
        actions = HEAR[type(event)](self, event, self.t(now_ns))
        return [*actions, Ack(event.board, event.boot, event.upto)] if isinstance(event, Numbered) else actions

    def command(self, line: Mapping[str, object], now_ns: int) -> list[Action]:
        """A journal line without `t`, from a key, a script or a remote; `MatchError` says what is wrong with it."""
        now = self.t(now_ns)
        complete = keying.complete({"t": now, **line}, self.journal.entries, lambda: self._full(now))
        if isinstance(complete, str):
            raise MatchError(complete)
        try:
            entry = self._write(complete)
        except JournalError as error:
            raise MatchError(str(error)) from error
        if entry.press:
            self._water.press(entry.id, entry.t, 0, down=False)
        self._message, self._stays = None, False
        return self._go_on(now)

    def tick(self, now_ns: int) -> list[Action]:
        """Time alone has passed."""
        return self._go_on(self.t(now_ns))

    def seat_board(self, board: str, seat: int | None, now_ns: int) -> list[Action]:
        """Seats a board by hand (`None`: it gets up); `MatchError` where there is no such board or seat."""
        seats = len(self.journal.header.seats)
        if seat is not None and not 1 <= seat <= seats:
            raise MatchError(tr("there is no seat {seat}; the seats are 1 to {n}", seat=seat, n=seats))
        if board not in (row.board for row in self._roster.rows() if row.state != "refused"):
            raise MatchError(tr("there is no board {id}", id=board))
        return self._moved(self._roster.place(board, seat)) + self._go_on(self.t(now_ns))

    def reseat(self, now_ns: int) -> list[Action]:
        """Everybody gets up; the order of UNO presses seats the boards."""
        return self._moved(self._roster.get_up()) + self._go_on(self.t(now_ns))

    def decide(self, number: int, now_ns: int) -> list[Action]:
        """Which way of the open proposal it was, counted from 1; `MatchError` where there is none."""
        now = self.t(now_ns)
        before = self._table.now
        try:
            found = self._explaining.decide(number, max(now, before))
        except JournalError as error:
            raise MatchError(str(error)) from error
        if not found:
            raise MatchError(tr("there is no proposal {n}", n=number))
        self._message, self._stays = None, False
        self._show(self._explaining.read(self._table, before))
        return self._go_on(now)

    def sound(self, tunes: frozenset[str] | None) -> list[Action]:
        """Which tunes the boards shall play from now on (`None`: all)."""
        self._orders.tunes = tunes
        return []

    def say(self, message: str | None, stays: bool = False) -> list[Action]:
        """Shows a sentence that is no ruling: an error, or what to do. stays: until another is said, or `None`."""
        self._message, self._stays = message, stays
        self._said += message is not None
        self._look()
        return []

    def finish(self, now_ns: int) -> None:
        """Settles what still waits and leaves a `tick` where time alone has changed the table since the last line."""
        now = max(self.t(now_ns), self._table.now)
        self._reading.extend(self._waiting)
        self._waiting = []
        last = max((entry.t for entry in self.journal.entries), default=0)
        shown = self._reading.table(now)
        if now > last and shown.as_dict() != self._reading.table(last).as_dict():
            self._reading.add(self.journal.append({"t": now, "do": "tick"}))
        self._show(shown)
        self._look()

    def t(self, now_ns: int) -> int:
        """Host time in µs of the match."""
        return (now_ns - self.start_ns) // 1000

    @property
    def next_ns(self) -> int | None:
        """The host time of the next wished tick; `None`: only an event can change anything."""
        now = self._table.now
        times = [
            self._water.next(now), self._table.deadline, self._orders.next(self._table, now), self._feed.next,
            self._explaining.next, self._figures,
        ]  # fmt: skip
        next_t = min((time for time in times if time is not None), default=None)
        return None if next_t is None else self.start_ns + next_t * 1000

    # -- presses ------------------------------------------------------------------------------------------------

    def _pressed(self, event: Pressed, now: int) -> list[Action]:
        key = (event.board, event.boot, event.ev)
        if key in self.journal.presses or key in self._lost_from:
            return []
        seat = self._roster.seating.of(event.board)
        t = self.t(event.at)
        if seat is None:  # UNO seats it, but not one of long ago
            sits = event.button == "uno" and now - t <= OLD_US
            return self._moved(self._roster.sit(event.board)) if sits else []
        if t < 0:  # made before this match began
            return []
        line: dict[str, object] = {
            "t": t,
            "press": event.button,
            "seat": seat,
            "u": event.u if event.sure else max(event.u, UNSURE_US),
            "board": event.board,
            "boot": event.boot,
            "ev": event.ev,
        }
        if now - t > OLD_US:
            line["held"] = True
        entry = self._write(line)
        if entry.held:
            self._feed.say("held", t, _unheard(self._table.seat(seat).name, event.button), seat)
        else:
            self._water.press(entry.id, t, entry.u, down=may_be_held(self._table, seat, event.button))
        return []

    def _hold(self, event: Held, now: int) -> list[Action]:
        of = self.journal.presses.get((event.board, event.boot, event.of))
        if of is not None and of not in self._holds:
            self._write({"t": self.journal.entries[of - 1].t, "do": "hold", "of": of})
            self._holds.add(of)
            self._water.up(of)
        return []

    def _released(self, event: Released, now: int) -> list[Action]:
        of = self.journal.presses.get((event.board, event.boot, event.of))
        if of is not None:
            self._water.up(of)
        return []

    def _lost(self, event: Lost, now: int) -> list[Action]:
        key = (event.board, event.boot, event.ev)
        if key not in self.journal.presses and key not in self._lost_from:
            text = tr(
                "{board} lost {n} events (board {id}, from {ev})",
                board=self._roster.whose(event.board), n=event.count, id=event.board, ev=event.ev,
            )  # fmt: skip
            self._write({"t": max(now, 0), "do": "note", "text": text})
            self._lost_from.add(key)
            self._feed.say("board", now, text, self._roster.seating.of(event.board))
        return []

    def _reported(self, event: Reported, now: int) -> list[Action]:
        self._water.reported(event.board, self.t(event.upto))
        return []

    # -- boards -------------------------------------------------------------------------------------------------

    def _up(self, event: BoardUp, now: int) -> list[Action]:
        self._water.here(event.board, now)
        self._orders.forget(event.board)
        self._dirty = True
        return self._roster.up(event)

    def _down(self, event: BoardDown, now: int) -> list[Action]:
        self._roster.down(event)
        self._water.gone(event.board)
        self._dirty = True
        return []

    def _refused(self, event: BoardRefused, now: int) -> list[Action]:
        self._roster.refused(event)
        self._dirty = True
        return []

    def _health(self, event: Health, now: int) -> list[Action]:
        self._dirty = self._roster.health(event) or self._dirty
        if self._figures is None:
            self._figures = now + FIGURES_US
        return []

    def _moved(self, actions: list[Action]) -> list[Action]:
        """The boards are told who they are now; their lamps are told anew after that."""
        for action in actions:
            if isinstance(action, SeatBoard):
                self._orders.forget(action.board)
        self._dirty = True
        return actions

    # -- the timeline -------------------------------------------------------------------------------------------

    def _write(self, line: Mapping[str, object]) -> Entry:
        """On disk first; shown once the watermark has passed it."""
        entry = self.journal.append(dict(line))
        self._waiting.append(entry)
        self._dirty = True
        return entry

    def _guess(self, line: Entry) -> Entry:
        """A line of a proposal: on disk and read at once, as it is about what was read already."""
        entry = self.journal.append(line_of(line))
        self._reading.add(entry)
        return entry

    def _go_on(self, now: int) -> list[Action]:
        """Reads the timeline as far as it is known at `now`, announces what is new and sets the lamps."""
        self._read(now)
        self._announce(max(now, self._table.now))
        for text, seat in self._roster.said:
            self._feed.say("board", now, text, seat)
        self._roster.said.clear()
        if self._figures is not None and now >= self._figures:
            self._figures = None
            self._dirty = self._dirty or self._roster.rows() != self.view.boards
        stop = self._table.paused and stopped(self._reading.timeline.moves) is not None
        if self._orders.listen(self._table, stop, max(now, 0)) or self._dirty:
            self._look()
        return self._orders.give(self._table, self._roster.present(), max(now, 0))

    def _read(self, now: int) -> None:
        first = self._water.upto(now)
        upto = now if first is None else first - 1
        known = min(self._water.known(now), upto)
        deadline = self._table.deadline
        if deadline is not None and deadline > known:
            upto = min(upto, deadline - 1)  # a press on its way may still be before that deadline
        ready = [entry for entry in self._waiting if entry.t <= upto]
        at = max([self._table.now, known, *(entry.t for entry in ready)])
        wakes = min((t for t in (deadline, self._explaining.next) if t is not None), default=None)
        if not ready and (wakes is None or wakes > at):
            return
        self._reading.extend(ready)
        self._waiting = [entry for entry in self._waiting if entry.t > upto]
        self._show(self._explaining.read(self._table, at), self._why(ready, now))

    def _why(self, ready: list[Entry], now: int) -> str:
        """What a table that takes these in is read anew for, if it says something else than before."""
        if not ready:
            return ""
        entry = min(ready, key=lambda entry: (entry.t, entry.id))
        if not entry.press or entry.t > self._table.now or entry.seat is None:
            return keying.cause(ready[-1], self.journal.entries)
        name, ms = self._table.seat(entry.seat).name, (now - entry.t) // 1000
        return tr("{name} had pressed {button} {n} ms before", name=name, button=entry.do.upper(), n=ms)

    def _show(self, table: Table, why: str = "") -> None:
        self._table = table
        self._announce(table.now, why)
        self._dirty = True

    def _announce(self, now: int, why: str = "") -> None:
        said = self._feed.read(self._table, now, why)
        self._orders.announced(said)
        self._dirty = self._dirty or bool(said)

    def _full(self, now: int) -> Table:
        """The table with all that is on disk, settled or not."""
        if not self._waiting:
            return self._table
        ahead = self._reading.fork()
        ahead.extend(self._waiting)
        return ahead.table(now)

    # -- the view -----------------------------------------------------------------------------------------------

    def _look(self) -> None:
        unruled = tuple(
            Unruled(entry.seat, entry.do)
            for entry in self._waiting
            if entry.press and not entry.held and entry.seat is not None
        )
        self.view = replace(
            self._looks.view(self._table, self._reading.timeline.moves),
            start_ns=self.start_ns,
            boards=self._roster.rows(),
            feed=self._feed.items,
            message=self._message,
            stays=self._stays,
            said=self._said,
            proposal=self._explaining.proposal,
            cues=self._orders.cues,
            unruled=unruled,
        )
        self._dirty, self._figures = False, None
        self.changed = True


def _unheard(name: str, button: str) -> str:
    return tr(
        "{name} pressed {button} while nobody heard it; it waits to be accepted", name=name, button=button.upper()
    )


HEAR: dict[type, Callable[[Match, Any, int], list[Action]]] = {
    Pressed: Match._pressed,
    Held: Match._hold,
    Released: Match._released,
    Lost: Match._lost,
    Reported: Match._reported,
    BoardUp: Match._up,
    BoardDown: Match._down,
    BoardRefused: Match._refused,
    Health: Match._health,
}
