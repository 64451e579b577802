"""What of a view is read from the match's lines and moves, made anew only where they have changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from unotable.game.entry import Entry
from unotable.game.photo import Photo, photos, stopped
from unotable.game.table import Table
from unotable.game.timeline import last_undoable
from unotable.journal.file import Journal
from unotable.match import keying
from unotable.match.feed import FeedItem
from unotable.match.proposals import Proposal
from unotable.match.view import BoardView, Cue, Unruled, View


class Told(NamedTuple):
    """What boards, feed, proposals and orders tell a view; see there."""

    boards: tuple[BoardView, ...]
    feed: tuple[FeedItem, ...]
    message: str | None
    stays: bool
    proposal: Proposal | None
    cues: tuple[Cue, ...]
    unruled: tuple[Unruled, ...]


class Looks:
    """One match's. `journal` grows; a table that is the same object has the same photos."""

    def __init__(self, journal: Journal, start_ns: int) -> None:
        self._journal = journal
        self._start_ns = start_ns
        self._lines = -1  # entries that the next two were read from
        self._last: str | None = None
        self._held: tuple[Entry, ...] = ()
        self._pictured: Table | None = None  # the table that the photos are of
        self._photos: tuple[Photo, ...] = ()

    def view(self, table: Table, moves: Sequence[Entry], told: Told) -> View:
        """The table with its moves so far, and what the others have told."""
        entries, header = self._journal.entries, self._journal.header
        if self._lines != len(entries):
            self._lines = len(entries)
            last = last_undoable(entries)
            self._last = None if last is None else keying.describe(last)
            self._held = keying.held(entries)
        asked = stopped(moves) if table.paused else None
        if self._pictured is not table:
            self._pictured = table
            self._photos = photos(moves, table.rulings, asked)
        return View(
            table=table,
            header=header,
            rules_name=header.rules,
            naming=keying.naming(table),
            last=self._last,
            path=str(self._journal.path),
            held=self._held,
            start_ns=self._start_ns,
            photos=self._photos,
            asked=asked,
            asker=next((move.seat for move in moves if move.id == asked), None) if asked is not None else None,
            boards=told.boards,
            feed=told.feed,
            message=told.message,
            stays=told.stays,
            proposal=told.proposal,
            cues=told.cues,
            unruled=told.unruled,
        )
