"""What of a view is read from the match's lines and moves, made anew only where they have changed."""

from __future__ import annotations

from collections.abc import Sequence

from unotable.game.entry import Entry, Header
from unotable.game.photo import Photo, photos, stopped
from unotable.game.table import Table
from unotable.game.timeline import last_undoable
from unotable.match import keying
from unotable.match.view import View


class Looks:
    """One match's. `entries` only grow; a table that is the same object has the same photos."""

    def __init__(self, header: Header, entries: Sequence[Entry], path: str) -> None:
        self._header = header
        self._entries = entries
        self._path = path
        self._lines = -1  # entries that the next two were read from
        self._last: str | None = None
        self._held: tuple[Entry, ...] = ()
        self._pictured: Table | None = None  # the table that the photos are of
        self._photos: tuple[Photo, ...] = ()

    def view(self, table: Table, moves: Sequence[Entry]) -> View:
        """The table with its moves so far; whoever knows more (boards, feed, proposals) puts it in."""
        if self._lines != len(self._entries):
            self._lines = len(self._entries)
            last = last_undoable(self._entries)
            self._last = None if last is None else keying.describe(last)
            self._held = keying.held(self._entries)
        asked = stopped(moves) if table.paused else None
        if self._pictured is not table:
            self._pictured = table
            self._photos = photos(moves, table.rulings, asked, self._photos)
        return View(
            table=table,
            header=self._header,
            rules_name=self._header.rules,
            naming=keying.naming(table),
            last=self._last,
            path=self._path,
            held=self._held,
            photos=self._photos,
            asked=asked,
            asker=next((move.seat for move in moves if move.id == asked), None) if asked is not None else None,
        )
