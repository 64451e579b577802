"""Results on disk: SQLite in a file, or PostgreSQL by URL. It holds what tables told; standings are read from it anew.

Everything is kept by room, match and number, so that what comes twice is there once. One thread uses a store.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

from unotable import files
from unotable.config import paths
from unotable.hall.messages import LIMITS, Event, Result, Sheet, Unreadable
from unotable.hall.room import Kept
from unotable.locale import mark, tr
from unotable.visible import visible

LAYOUT = "1"
POSTGRES = ("postgresql", "postgres")
MISSING = mark("a PostgreSQL store needs psycopg, which is not installed: pip install 'psycopg[binary]'")

TABLES = (
    "create table if not exists hall_about (layout text primary key)",
    "create table if not exists hall_matches (room text not null, match text not null, tabl text not null,"
    " line integer not null, sheet text not null, primary key (room, match))",
    "create table if not exists hall_events (room text not null, match text not null, seq integer not null,"
    " line integer not null, round integer, event text not null, primary key (room, match, seq))",
    "create table if not exists hall_words (room text not null, name text not null, value text not null,"
    " primary key (room, name))",
)
MATCH = (
    "insert into hall_matches (room, match, tabl, line, sheet) values (?, ?, ?, ?, ?)"
    " on conflict (room, match) do update set tabl = excluded.tabl, line = excluded.line, sheet = excluded.sheet"
    " where excluded.line >= hall_matches.line"
)
EVENT = (
    "insert into hall_events (room, match, seq, line, round, event) values (?, ?, ?, ?, ?, ?)"
    " on conflict (room, match, seq) do nothing"
)
WORD = (
    "insert into hall_words (room, name, value) values (?, ?, ?)"
    " on conflict (room, name) do update set value = excluded.value"
)


class StoreError(Exception):
    """The store cannot be opened, read or written; one sentence."""


class Cursor(Protocol):
    def execute(self, query: Any, parameters: Any = ..., /) -> Any: ...
    def executemany(self, query: Any, parameters: Any, /) -> Any: ...
    def fetchall(self) -> list[Any]: ...


class Connection(Protocol):
    def cursor(self) -> Any: ...
    def commit(self) -> None: ...
    def rollback(self) -> None: ...
    def close(self) -> None: ...


def default(room: str) -> str:
    return str(paths().matches.parent / "hall" / f"{room}.sqlite")


class Store:
    """`where` is a file's name or a `postgresql://` URL. `StoreError` from everything."""

    def __init__(self, where: str, room: str) -> None:
        self.where = where
        self.room = room
        self._postgres = urlsplit(where).scheme in POSTGRES
        self._errors: tuple[type[Exception], ...] = (sqlite3.Error, OSError)
        self._base = self._opened()
        try:
            for create in TABLES:
                self._run(create)
            layouts = [row[0] for row in self._run("select layout from hall_about")]
            if not layouts:
                self._run("insert into hall_about (layout) values (?)", (LAYOUT,))
            elif layouts != [LAYOUT]:
                raise StoreError(tr("{where} was written by another version of unotable", where=self.shown))
            self._base.commit()
        except self._errors as error:
            raise self._wrong(error) from error

    @property
    def shown(self) -> str:
        """What a person may read: without anything that a URL may say besides the place."""
        if not self._postgres:
            return self.where
        parts = urlsplit(self.where)
        return f"{parts.scheme}://{parts.hostname or ''}{parts.path}"

    def rooms(self) -> list[str]:
        """Every room that something is stored of."""
        return [str(row[0]) for row in self._asked("select distinct room from hall_matches order by room")]

    def keep(self, found: Sequence[Kept]) -> None:
        """All of it or, with an error, nothing."""
        matches = [
            (self.room, one.what.match, one.table, one.what.line, one.what.encode().decode())
            for one in found
            if isinstance(one.what, Sheet)
        ]
        events = [
            (self.room, one.what.match, one.what.seq, one.what.line,
             one.what.round.number if one.what.round is not None else None, one.what.encode().decode())
            for one in found
            if isinstance(one.what, Event)
        ]  # fmt: skip
        try:
            cursor = self._base.cursor()
            for query, rows in ((EVENT, events), (MATCH, matches)):
                if rows:
                    cursor.executemany(self._query(query), rows)
            self._base.commit()
        except self._errors as error:
            self._undo()
            raise self._wrong(error) from error

    def matches(self) -> Iterator[tuple[str, Sheet, list[int]]]:
        """(table, sheet, numbers of its events), the latest match last. What cannot be read is left out."""
        seqs: dict[str, list[int]] = {}
        rows = self._asked("select match, seq from hall_events where room = ? order by match, seq", (self.room,))
        for match, group in groupby(rows, key=lambda row: str(row[0])):
            seqs[match] = [int(row[1]) for row in group]
        for table, sheet in self._asked("select tabl, sheet from hall_matches where room = ?", (self.room,)):
            try:
                read = Sheet.decode(str(sheet).encode(), LIMITS["match"])
            except Unreadable:
                continue
            yield str(table), read, seqs.get(read.match, [])

    def events(self, match: str | None = None) -> Iterator[Event]:
        """In their order, of one match or of all."""
        one, which = ("", ()) if match is None else (" and match = ?", (match,))
        query = f"select event from hall_events where room = ?{one} order by match, seq"
        for (event,) in self._asked(query, (self.room, *which)):
            try:
                yield Event.decode(str(event).encode(), LIMITS["log"])
            except Unreadable:
                continue

    def rounds(self) -> Iterator[tuple[str, Result]]:
        """(match, round) as each stands now."""
        query = "select event from hall_events where room = ? and round is not null order by match, round, seq"
        latest: dict[tuple[str, int], Result] = {}
        for (text,) in self._asked(query, (self.room,)):
            try:
                event = Event.decode(str(text).encode(), LIMITS["log"])
            except Unreadable:
                continue
            if event.round is not None:
                latest[event.match, event.round.number] = event.round
        return ((match, result) for (match, _), result in latest.items() if not result.gone)

    def word(self, name: str) -> str:
        """Something remembered, or nothing."""
        found = self._asked("select value from hall_words where room = ? and name = ?", (self.room, name))
        return str(found[0][0]) if found else ""

    def remember(self, name: str, value: str) -> None:
        try:
            self._run(WORD, (self.room, name, value))
            self._base.commit()
        except self._errors as error:
            self._undo()
            raise self._wrong(error) from error

    def close(self) -> None:
        self._base.close()

    def _opened(self) -> Connection:
        if not self._postgres:
            try:
                path = Path(self.where)
                if files.exists(path) and not files.is_file(path):  # SQLite would wait for a pipe
                    raise StoreError(tr("{path} is no file", path=visible(path)))
                path.parent.mkdir(parents=True, exist_ok=True)
                base = sqlite3.connect(path, timeout=5, check_same_thread=False)
                base.execute("pragma journal_mode = wal")
                base.execute("pragma synchronous = normal")  # what a power cut takes is asked for again
                return base
            except self._errors as error:
                raise self._wrong(error) from error
        if urlsplit(self.where).password is not None:
            raise StoreError(tr("a password on the command line is seen by everybody: PGPASSWORD or a .pgpass file do"))
        try:
            import psycopg
        except ImportError:
            raise StoreError(tr(MISSING)) from None
        self._errors = (psycopg.Error, OSError)
        try:
            return psycopg.connect(self.where, connect_timeout=5)
        except self._errors as error:
            raise self._wrong(error) from error

    def _query(self, query: str) -> str:
        return query.replace("?", "%s") if self._postgres else query

    def _run(self, query: str, parameters: Iterable[Any] = ()) -> list[Any]:
        cursor = self._base.cursor()
        cursor.execute(self._query(query), tuple(parameters))
        return list(cursor.fetchall()) if query.startswith("select") else []

    def _asked(self, query: str, parameters: Iterable[Any] = ()) -> list[Any]:
        try:
            found = self._run(query, parameters)
            self._base.commit()
            return found
        except self._errors as error:
            self._undo()
            raise self._wrong(error) from error

    def _undo(self) -> None:
        try:
            self._base.rollback()
        except self._errors:
            return

    def _wrong(self, error: Exception) -> StoreError:
        lines = str(error).strip().splitlines()
        return StoreError(f"{self.shown}: {lines[0] if lines else type(error).__name__}")
