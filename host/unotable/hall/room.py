"""What a hall knows of one room, from messages in any order, any number of times. Pure: no clock, no network, no store.

A table is whoever may write its topics. A match belongs to the table that told of it first: from another one it is
refused, so that a table counts nothing twice and speaks for itself only. What is wrong, too long or too much is counted
and left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from unotable.hall.address import ROOT, right
from unotable.hall.messages import LIMITS, Event, Here, Seats, Sheet, State, Unreadable

SILENT_S = 60.0  # without a word a table counts as gone, whatever its broker says: four states were missed
MOST_TABLES = 20_000
MOST_MATCHES = 2_000  # of one table
MOST_EVENTS = 50_000  # of one match
ASK_S, ASK_LONGEST_S = 2.0, 120.0  # until missing events are asked for again
SAID = ("here", "state", "log", "match")  # what a table tells
BY_HAND = ""  # whose a match is that was read from a copied journal only

Status = Literal["call", "live", "idle", "paused", "over", "gone"]
ORDER: tuple[Status, ...] = ("call", "live", "paused", "over", "idle", "gone")


@dataclass(frozen=True, slots=True)
class TableView:
    """One table as the screens see it; `heard` is the time of its latest word, `None` before the first."""

    table: str
    state: State | None = None
    here: bool = False
    heard: float | None = None
    problem: str = ""

    def status(self, now: float) -> Status:
        if not self.here or (self.heard is not None and now - self.heard > SILENT_S):
            return "gone"
        state = self.state
        if state is None or not state.seats:
            return "idle"
        if state.call is not None:
            return "call"
        if state.phase == "over":
            return "over"
        return "paused" if state.paused else "live"


@dataclass(slots=True)
class Progress:
    """Which events of a match are here: all up to `upto`, and those of `beyond`."""

    upto: int = 0
    beyond: set[int] = field(default_factory=set)
    asked: float = -1e9
    wait: float = ASK_S

    def add(self, seq: int) -> bool:
        """False where it was here already."""
        if seq <= self.upto or seq in self.beyond:
            return False
        self.beyond.add(seq)
        while self.upto + 1 in self.beyond:
            self.upto += 1
            self.beyond.discard(self.upto)
        return True


@dataclass(frozen=True, slots=True)
class Kept:
    """What is to be stored: a sheet, or an event, of a match of `table`."""

    table: str
    what: Sheet | Event


class Room:
    """`tables` and `seats` (who is to sit there) by table, `sheets` and `owners` by match."""

    def __init__(self, room: str) -> None:
        self.room = room
        self.tables: dict[str, TableView] = {}
        self.sheets: dict[str, Sheet] = {}
        self.owners: dict[str, str] = {}
        self.seats: dict[str, Seats] = {}
        self.refused = 0
        self.latest = ""  # what was refused last, one sentence
        self._progress: dict[str, Progress] = {}
        self._matches: dict[str, int] = {}

    def know(self, table: str, sheet: Sheet, seqs: Iterable[int] = ()) -> None:
        """What a store, or a copied journal, says about a match."""
        self._own(sheet.match, table)
        before = self.sheets.get(sheet.match)
        if before is None or before.line <= sheet.line:
            self.sheets[sheet.match] = sheet
        progress = self._progress.setdefault(sheet.match, Progress())
        for seq in seqs:
            progress.add(seq)

    def take(self, topic: str, payload: bytes, retained: bool, now: float) -> Kept | None:
        """A message; what of it is new and to be kept. Nothing that it holds makes this fail."""
        table, what, match = self._topic(topic)
        if not table:
            return None
        try:
            if topic.split("/")[2] == "hall":
                self._seat(table, what, payload)
                return None
            if what not in SAID:
                raise Unreadable(f"there is no topic {what[:20]!r}")
            if not payload:  # a retained message was cleared
                return None
            return self._take(table, what, match, payload, retained, now)
        except Unreadable as error:
            self._refuse(table, str(error))
            return None

    def missing(self, now: float) -> list[tuple[str, str, int]]:
        """(table, match, seq): events after `seq` are to be asked for; each is told again after some time only."""
        out = []
        for match, sheet in self.sheets.items():
            progress = self._progress.setdefault(match, Progress())
            if progress.upto >= min(sheet.events, MOST_EVENTS):
                progress.wait = ASK_S
                continue
            table = self.tables.get(self.owners.get(match, BY_HAND))
            if table is None or not table.here or now - progress.asked < progress.wait:
                continue
            if progress.asked > 0:
                progress.wait = min(ASK_LONGEST_S, progress.wait * 2)
            progress.asked = now
            out.append((table.table, match, progress.upto))
        return out

    def lacks(self) -> int:
        """Events that sheets tell of and that are not here."""
        found = ((sheet, self._progress.get(match, Progress())) for match, sheet in self.sheets.items())
        return sum(max(0, sheet.events - it.upto - len(it.beyond)) for sheet, it in found)

    def _topic(self, topic: str) -> tuple[str, str, str]:
        parts = topic.split("/")
        if len(parts) not in (5, 6) or parts[:2] != [ROOT, self.room] or parts[2] not in ("table", "hall"):
            return "", "", ""
        if not right(parts[3]):
            return "", "", ""
        return parts[3], parts[4], parts[5] if len(parts) == 6 else ""

    def _take(self, table: str, what: str, match: str, payload: bytes, retained: bool, now: float) -> Kept | None:
        limit = LIMITS[what]
        if what == "here":
            self._see(table, retained, now, here=Here.decode(payload, limit).here)
        elif what == "state":
            state = State.decode(payload, limit)
            if not state.seat_numbers():
                raise Unreadable("it names a seat that is not there")
            # What was retained may be old; a table that speaks is there, whatever was said about it before.
            here = self.tables.get(table, TableView(table)).here if retained else True
            self._see(table, retained, now, state=state, here=here)
        elif what == "log":
            event = Event.decode(payload, limit)
            self._own(event.match, table)
            if event.seq > MOST_EVENTS:
                raise Unreadable(f"more than {MOST_EVENTS} events in one match")
            if self._progress.setdefault(event.match, Progress()).add(event.seq):
                return Kept(table, event)
        elif what == "match":
            sheet = Sheet.decode(payload, limit)
            if sheet.match != match:
                raise Unreadable("it is about another match than its topic")
            moved = self.owners.get(match) == BY_HAND
            self._own(match, table)
            before = self.sheets.get(match)
            if before is None or before.line < sheet.line:
                self.sheets[match] = sheet
                return Kept(table, sheet)
            if moved:
                return Kept(table, before)
        return None

    def _seat(self, table: str, what: str, payload: bytes) -> None:
        """What a hall, perhaps another one than this, tells a table: who sits there."""
        if what != "seats":
            return
        found = Seats.decode(payload, LIMITS["seats"]) if payload else None
        if found is not None and found.seats and (table in self.seats or len(self.seats) < MOST_TABLES):
            self.seats[table] = found
        else:
            self.seats.pop(table, None)

    def _see(self, name: str, retained: bool, now: float, state: State | None = None, here: bool = False) -> None:
        before = self.tables.get(name)
        if before is None:
            if len(self.tables) >= MOST_TABLES:
                raise Unreadable(f"more than {MOST_TABLES} tables")
            before = TableView(name)
        heard = now if not retained or before.heard is None else before.heard
        self.tables[name] = replace(before, state=state or before.state, here=here, heard=heard)

    def _own(self, match: str, table: str) -> None:
        owner = self.owners.get(match)
        if owner == table:
            return
        if owner not in (None, BY_HAND):
            if table == BY_HAND:
                return
            raise Unreadable(f"match {match} is of table {owner}")
        if self._matches.get(table, 0) >= MOST_MATCHES:
            raise Unreadable(f"more than {MOST_MATCHES} matches")
        self._matches[table] = self._matches.get(table, 0) + 1
        self.owners[match] = table

    def _refuse(self, table: str, why: str) -> None:
        self.refused += 1
        self.latest = f"{table}: {why}"[:200]
        if table in self.tables:
            self.tables[table] = replace(self.tables[table], problem=self.latest)
