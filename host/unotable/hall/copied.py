"""Journals that somebody copied by hand, read into a store as if their tables had published them."""

from __future__ import annotations

from pathlib import Path

from unotable.hall.messages import Event, Sheet
from unotable.hall.room import Kept, Room
from unotable.hall.store import Store
from unotable.hall.stream import Stream
from unotable.journal import rules
from unotable.journal.errors import JournalError
from unotable.journal.file import read


def told(path: Path | str) -> tuple[Sheet, list[Event]]:
    """What a journal's table publishes. `JournalError`, `RulesError`: it cannot be read, or nothing happened in it."""
    match = read(path)
    stream = Stream(match.header, rules.load(match.header.rules, match.header.overrides))
    events = [event for entry in match.entries for event in stream.read(entry)]
    if stream.sheet is None:
        raise JournalError(f"{path}: nothing has happened in this match yet")
    return stream.sheet, events


def take_in(path: Path | str, table: str, room: Room, store: Store) -> bool:
    """Stores a journal as a match of `table`, or of the table that told of it already; false where that told more."""
    sheet, events = told(path)
    owner = room.owners.get(sheet.match, table)
    before = room.sheets.get(sheet.match)
    if before is not None and before.line > sheet.line:
        return False
    store.keep([Kept(owner, sheet), *(Kept(owner, event) for event in events)])
    room.know(owner, sheet, [event.seq for event in events])
    return True
