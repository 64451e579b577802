"""Past matches in short, kept in a SQLite file so that hundreds need not be read again: only what changed is.

The index holds nothing of its own. Broken, of another version or asked for, it is made anew from the journals.
"""

from __future__ import annotations

import json
import sqlite3
import stat
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from unotable import __version__
from unotable.config import paths
from unotable.journal import rules
from unotable.journal.errors import JournalError, RulesError
from unotable.journal.file import read
from unotable.journal.matches import newest_first
from unotable.journal.statistics import Facts, facts
from unotable.progress import Progress

LAYOUT = f"{__version__} 1"  # what facts are made of: with another one every file is read again
Row = tuple[str, int, int, str, str]  # file name, bytes, time of change in ns, facts as JSON, problem


@dataclass(frozen=True, slots=True)
class Past:
    """One match file. `facts` is `None` where `problem` says in a sentence why it cannot be read."""

    path: Path
    facts: Facts | None
    problem: str = ""


def path() -> Path:
    return paths().matches.parent / "history.sqlite"


def past(rebuild: bool = False, progress: Progress | None = None, folder: Path | None = None) -> list[Past]:
    """Every match of the matches folder, the newest first. No file makes it fail."""
    folder = folder or paths().matches
    known = {} if rebuild else _load()
    rows: list[Row] = []
    files = newest_first(folder)
    stale = {file for file in files if not _same(known.get(file.name), file)}
    done = 0
    for file in files:
        if file in stale:
            rows.append(_read(file))
            done += 1
            if progress is not None:
                progress(done, len(stale))
        else:
            rows.append(known[file.name])
    if stale or rebuild or len(rows) != len(known):
        _save(rows)
    return [_past(folder, row) for row in rows]


def _past(folder: Path, row: Row) -> Past:
    return Past(folder / row[0], Facts.from_dict(json.loads(row[3])) if row[3] else None, row[4])


def _stamp(file: Path) -> tuple[int, int]:
    try:
        found = file.stat()
    except OSError:
        return 0, 0
    return found.st_size, found.st_mtime_ns


def _same(row: Row | None, file: Path) -> bool:
    return row is not None and row[1:3] == _stamp(file)


def _read(file: Path) -> Row:
    size, changed = _stamp(file)  # before reading: what is written meanwhile is read next time
    try:
        match = read(file)
        made = facts(match, rules.load(match.header.rules, match.header.overrides))
    except (JournalError, RulesError) as error:
        return file.name, size, changed, "", str(error)
    return file.name, size, changed, json.dumps(made.as_dict(), ensure_ascii=False), match.warning


def _something_else() -> bool:
    """Stands a folder or a pipe in the index's place? SQLite would wait for one."""
    try:
        return not stat.S_ISREG(path().stat().st_mode)
    except FileNotFoundError:
        return False
    except OSError:
        return True


def _load() -> dict[str, Row]:
    """What is indexed, by file name; nothing where the index is not one of ours."""
    if _something_else():
        return {}
    try:
        with closing(sqlite3.connect(f"{path().as_uri()}?mode=ro", uri=True, timeout=1)) as base:
            if base.execute("select layout from about").fetchone() != (LAYOUT,):
                return {}
            found: list[Row] = base.execute("select name, size, changed, facts, problem from matches").fetchall()
        for row in found:
            _past(path(), row)
    except (sqlite3.Error, ValueError, KeyError, TypeError, AttributeError):
        return {}
    return {row[0]: row for row in found}


def _save(rows: list[Row]) -> None:
    """A folder that cannot be written, or an index that is in use: then it is read again next time."""
    if _something_else():
        return
    for again in (True, False):
        try:
            path().parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(path(), timeout=1)) as base, base:
                base.execute("drop table if exists about")
                base.execute("drop table if exists matches")
                base.execute("create table about (layout text)")
                columns = "name text, size integer, changed integer, facts text, problem text"
                base.execute(f"create table matches ({columns})")
                base.execute("insert into about values (?)", (LAYOUT,))
                base.executemany("insert into matches values (?, ?, ?, ?, ?)", rows)
            return
        except sqlite3.DatabaseError as error:
            if not again or isinstance(error, sqlite3.OperationalError):
                return
            with suppress(OSError):
                path().unlink()
        except OSError:
            return
