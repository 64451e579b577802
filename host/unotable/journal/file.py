"""Match files: read whole, or written one line at a time, each on disk before its effect is shown.

A match has one writer, held by a lock beside it. What a crash leaves of a last line is no entry: reading leaves it out
and says so, and writing on cuts it off.
"""

from __future__ import annotations

import gc
import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, cast

from unotable.files import BOM, Unreadable, exists, is_file, reason
from unotable.files import read as read_bytes
from unotable.game.entry import Entry, Header
from unotable.journal.codec import Expect, Reader, dumps, line_of
from unotable.journal.errors import JournalError
from unotable.journal.sent import Press
from unotable.locale import tr
from unotable.visible import visible

if TYPE_CHECKING:
    from filelock import BaseFileLock

BLANK = b" \t\r\n"
LARGEST = 256 * 1024 * 1024  # bytes; a long evening is one hundredth of it


@dataclass(frozen=True, slots=True)
class MatchFile:
    """A match as its file tells it. `size` is where its last whole line ends, bytes."""

    path: Path
    header: Header
    entries: list[Entry]
    torn: bool = False
    expect: Mapping[str, Any] | None = None
    size: int = 0

    @property
    def warning(self) -> str:
        """What a person must be told about the file, or nothing."""
        if not self.torn:
            return ""
        return tr(
            "{where}: the last line is torn and was left out", where=f"{visible(self.path)}:{len(self.entries) + 2}"
        )


def read(path: Path | str) -> MatchFile:
    """The match in `path`. `JournalError`: it cannot be opened, is no match, or a line before the last is broken."""
    return _read(Path(path))[0]


def _read(path: Path) -> tuple[MatchFile, Reader]:
    data = _bytes(path)
    body = data.rstrip(BLANK)
    end = data.find(b"\n", len(body)) + 1  # 0: the last line has no end
    rows = body.removeprefix(BOM).split(b"\n")
    if not body:
        raise JournalError(tr("{path} is empty; a match begins with a header", path=visible(path)))
    reader = Reader(visible(path))
    torn = _torn(rows[-1], ended=end > 0)
    if torn:
        if len(rows) == 1:
            reader.header(rows[0])
            raise JournalError(f"{visible(path)}:1 ({tr('header')}): {tr('the line is torn: it has no line end')}")
        rows.pop()
        end = body.rfind(b"\n") + 1
    running = gc.isenabled()
    gc.disable()  # a hundred thousand entries hold no cycle; looking for one costs a quarter of the time
    try:
        header = reader.header(rows[0])
        read = [reader.read(row) for row in rows[1:]]
    finally:
        if running:
            gc.enable()
    expect = read.pop() if reader.ended else None
    return MatchFile(
        path,
        header,
        cast("list[Entry]", read),  # only the last line can be something else
        torn,
        expect.table if isinstance(expect, Expect) else None,
        end or len(data),
    ), reader


def _bytes(path: Path) -> bytes:
    try:
        return read_bytes(path, LARGEST)
    except Unreadable as error:
        raise JournalError(str(error)) from None


def _torn(row: bytes, ended: bool) -> bool:
    """Is the last line what a crash left of one: without its end, cut off, or the zeros of a block never written?

    Expectations are written by hand, so they may lack the line end.
    """
    try:
        whole = json.loads(row)
    except (ValueError, RecursionError) as error:
        cut = isinstance(error, json.JSONDecodeError) and error.pos >= len(error.doc.rstrip())
        return not ended or b"\0" in row or (row.startswith(b"{") and (cut or not row.endswith(b"}")))
    return not ended and not (isinstance(whole, dict) and "expect" in whole)


def new_path(folder: Path, now: datetime) -> Path:
    """Where a match begun at `now` is kept; never made from a player's name. A second one in that second gets `-2`."""
    stem = now.strftime("%Y-%m-%dT%H-%M-%S")
    path, n = folder / f"{stem}.jsonl", 1
    while exists(path):
        n += 1
        path = folder / f"{stem}-{n}.jsonl"
    return path


class Journal:
    """A match being written. One thread writes; `entries` grows by each line appended."""

    def __init__(self, match: MatchFile, reader: Reader, file: IO[bytes], lock: BaseFileLock) -> None:
        self.path = match.path
        self._where = reader.where
        self.header = match.header
        self.entries = match.entries
        self.warning = match.warning
        self._size = match.size
        self._reader = reader
        self._file = file
        self._lock = lock
        self._half = False  # a failed write could not be taken back yet

    @classmethod
    def create(cls, path: Path | str, header: Header | Mapping[str, Any]) -> Journal:
        """A new match, its header on disk. `JournalError`: a bad header, a file already there, or no place for it."""
        path = Path(path)
        reader = Reader(visible(path))
        raw = _encoded(line_of(header) if isinstance(header, Header) else header, reader.error)
        reader.header(raw[:-1])
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = _locked(path)
            try:
                with path.open("xb", buffering=0) as file:
                    try:
                        _write(file, raw)
                    except OSError:
                        file.close()
                        path.unlink(missing_ok=True)
                        raise
                _sync_folder(path.parent)
                return cls(_read(path)[0], reader, path.open("ab", buffering=0), lock)
            except BaseException:
                lock.release()
                raise
        except FileExistsError:
            raise JournalError(
                tr("{path} is already there; a new match never overwrites one", path=visible(path))
            ) from None
        except OSError as error:
            raise JournalError(tr("{path} cannot be created: {why}", path=visible(path), why=reason(error))) from None

    @classmethod
    def open(cls, path: Path | str) -> Journal:
        """A match to write on; a torn last line is cut off. `JournalError`: as for `read`, or it is open elsewhere."""
        path = Path(path)
        if not is_file(path):
            _bytes(path)  # raises; no lock is laid beside nothing
        try:
            lock = _locked(path)
            try:
                match, reader = _read(path)
                if match.expect is not None:
                    raise JournalError(
                        tr(
                            "{path} ends with expectations: it is a case to check, not a match to play on",
                            path=visible(path),
                        )
                    )
                file = path.open("ab", buffering=0)
                try:
                    file.truncate(match.size)
                except BaseException:
                    file.close()
                    raise
                return cls(match, reader, file, lock)
            except BaseException:
                lock.release()
                raise
        except OSError as error:
            raise JournalError(tr("{path} cannot be written: {why}", path=visible(path), why=reason(error))) from None

    @property
    def presses(self) -> Mapping[Press, int]:
        """(board, boot, ev) → entry, of every press a board has sent so far."""
        return self._reader.presses

    def append(self, line: Mapping[str, Any]) -> Entry:
        """Writes one line and returns its entry once it is on disk.

        A board's press that is already there (same board, boot and ev) is not written again: its entry is returned.
        `JournalError`: the line is not valid, the file was changed by someone else, or could not be written; then
        neither file nor journal has changed.
        """
        if self._file.closed:
            raise JournalError(tr("{path} is closed", path=self._where))
        reader = self._reader
        press = _sent(line)
        if press and press in reader.presses:
            return self.entries[reader.presses[press] - 1]
        raw = _encoded(line, reader.error)
        if "expect" in line:
            raise reader.error(tr("expectations belong into a case to check, not into a match"))
        of = line.get("of")
        if isinstance(of, int) and of >= reader.number:  # in a file it would be ignored; here somebody can be told
            raise reader.error(
                tr('"of" is {of}, allowed: an entry before this one, 1 to {last}', of=of, last=reader.number - 1)
            )
        self._unchanged()
        before = reader.number, reader.seats
        entry = cast("Entry", reader.read(raw[:-1]))
        try:
            _write(self._file, raw)
        except OSError as error:
            reader.number, reader.seats = before
            if press:
                reader.presses.forget(press)
            self._half = True
            with suppress(OSError):
                self._take_back()
            raise JournalError(
                tr("entry {n} was not kept: {why} ({path})", n=entry.id, why=reason(error), path=self._where)
            ) from None
        self._size += len(raw)
        self.entries.append(entry)
        return entry

    def _take_back(self) -> None:
        self._file.truncate(self._size)
        os.fsync(self._file.fileno())
        self._half = False

    def _unchanged(self) -> None:
        """The file is the one that was opened and as long as this journal left it."""
        try:
            if self._half:
                self._take_back()
            ours, there = os.fstat(self._file.fileno()), self.path.stat()
        except OSError as error:
            raise JournalError(tr("{path} cannot be written: {why}", path=self._where, why=reason(error))) from None
        if not os.path.samestat(ours, there):
            raise JournalError(tr("{path} was replaced by another file while this match was running", path=self._where))
        if ours.st_size != self._size:
            raise JournalError(
                tr(
                    "{path} was changed by someone else: {n} bytes instead of {known}; open the match again to go on",
                    path=self._where,
                    n=ours.st_size,
                    known=self._size,
                )
            )

    def close(self) -> None:
        """Lets go of file and lock; may be called twice."""
        self._file.close()
        self._lock.release()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _encoded(line: Mapping[str, Any], wrong: Callable[[str], JournalError]) -> bytes:
    try:
        return dumps(line).encode() + b"\n"
    except (TypeError, ValueError) as error:  # what JSON cannot say: NaN, half a surrogate, an object of Python's
        raise wrong(tr("not writable as JSON: {what}", what=error)) from None


def _sent(line: Mapping[str, Any]) -> Press | None:
    match line:
        case {"press": str(), "board": str(board), "boot": int(boot), "ev": int(ev)}:
            return board, boot, ev
    return None


def _write(file: IO[bytes], raw: bytes) -> None:
    while raw:
        raw = raw[file.write(raw) :]
    os.fsync(file.fileno())


def _locked(path: Path) -> BaseFileLock:
    """The lock of the match, held. Its file stays beside the match: deleting it could let a second writer in."""
    from filelock import FileLock, Timeout  # costs a start nothing unless a match is written

    path = path.resolve()
    lock = FileLock(path.with_name(f".{path.name}.lock"), thread_local=False)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise JournalError(tr("{path} is open in another unotable; close that one first", path=visible(path))) from None
    return lock


def _sync_folder(folder: Path) -> None:
    """Makes the file's name as durable as its text, where folders can be synced."""
    if os.name != "posix":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
