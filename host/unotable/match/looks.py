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
        self._lines = 0  # entries that these three were read from
        self._last: str | None = None
        self._held: tuple[Entry, ...] = ()
        self._pictured: Table | None = None  # the table that the photos are of
        self._photos: tuple[Photo, ...] = ()
        self._moves: Sequence[Entry] = ()  # those of the photos, and the last of them
        self._last_move: Entry | None = None
        self._count = 0

    def view(self, table: Table, moves: Sequence[Entry]) -> View:
        """The table with its moves so far; whoever knows more (boards, feed, proposals) puts it in."""
        if self._lines != len(self._entries):
            new = self._entries[self._lines :]
            self._lines += len(new)
            self._note(new)
        asked = stopped(moves) if table.paused else None
        if self._pictured is not table:
            self._pictured = table
            self._photos = photos(moves, table.rulings, asked, self._photos, self._same(moves))
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

    def _same(self, moves: Sequence[Entry]) -> int:
        """The time up to which these are the moves of the photos, µs: a line that comes late is put in between."""
        last, count = self._last_move, self._count
        whole = moves is self._moves and last is not None and moves[count - 1] is last
        self._moves, self._count = moves, len(moves)
        self._last_move = moves[-1] if moves else None
        return last.t if whole and last is not None else 0

    def _note(self, new: Sequence[Entry]) -> None:
        """All lines are looked through only where one needs it: a mashed match has a hundred thousand."""
        undo = any(entry.do == "undo" for entry in new)
        if undo or any(entry.held or entry.do == "accept" for entry in new):
            self._held = keying.held(self._entries)
        last = last_undoable(self._entries if undo else new)
        if last is not None or undo:
            self._last = None if last is None else keying.describe(last)
