"""A match file read as it grows, by somebody who does not write it: no lock, no open handle between two looks.

Only whole lines are read. What stands after the last line end may be half a line on its way to the disk, or what a
crash left of one; the writer either completes it or cuts it off, and neither was read here.
"""

from __future__ import annotations

from pathlib import Path

from unotable.files import BOM, reason
from unotable.game.entry import Entry, Header
from unotable.journal.codec import Expect, Reader
from unotable.journal.errors import JournalError
from unotable.journal.file import LARGEST
from unotable.visible import visible

Stamp = tuple[int, int, int, int]  # device, inode, size, time of the last change


class Tail:
    """`entries` are those read so far; `more` reads what was added since.

    `begun` counts how often the file was read from its start: once, and again whenever lines that had been read are
    gone (the writer took a line back that the disk had refused, or another file lies there now).
    """

    def __init__(self, path: Path | str) -> None:
        """`JournalError`: there is no match at `path`."""
        self.path = Path(path)
        self.begun = 0
        self.header: Header
        self.entries: list[Entry] = []
        self._stamp: Stamp | None = None
        self._begin()

    @property
    def size(self) -> int:
        """Bytes of the lines read so far."""
        return self._offset

    def more(self) -> list[Entry]:
        """The entries added since, none if there are none, all of them where `begun` has risen.

        `JournalError`: the file is gone, or a whole line of it is broken; a later call may find it well again.
        """
        stamp = self._look()
        if stamp == self._stamp:
            return []
        before = self._stamp
        known = len(self.entries)
        if before is not None and (stamp[:2] != before[:2] or stamp[2] < self._offset):
            self._begin()
            known = 0
        else:
            self._read(stamp)
        return self.entries[known:]

    def _begin(self) -> None:
        self._offset = 0
        self._reader = Reader(visible(self.path))
        self.entries = []
        self._read(self._look())
        if not self._offset:
            raise JournalError(f"{visible(self.path)} is empty; a match begins with a header")
        self.begun += 1

    def _look(self) -> Stamp:
        try:
            facts = self.path.stat()
        except OSError as error:
            raise JournalError(f"{visible(self.path)} cannot be opened: {reason(error)}") from None
        if not self.path.is_file():  # a pipe or a device might never end
            raise JournalError(f"{visible(self.path)} is no file")
        if facts.st_size > LARGEST:
            raise JournalError(f"{visible(self.path)} is too large for a match ({facts.st_size} bytes)")
        return facts.st_dev, facts.st_ino, facts.st_size, facts.st_mtime_ns

    def _read(self, stamp: Stamp) -> None:
        """Takes in the whole lines from `_offset` on, which moves behind them one by one."""
        try:
            with self.path.open("rb") as file:
                file.seek(self._offset)
                data = file.read()
        except OSError as error:
            raise JournalError(f"{visible(self.path)} cannot be read: {reason(error)}") from None
        self._stamp = stamp
        at = 0
        while (end := data.find(b"\n", at)) >= 0:
            try:
                self._line(data[at:end].removesuffix(b"\r"))
            except JournalError:
                if self._reader.number and data.find(b"\n", end + 1) < 0:
                    break  # zeros of a block that was never written: the writer cuts them off
                raise
            self._offset += end + 1 - at
            at = end + 1

    def _line(self, raw: bytes) -> None:
        if self._reader.number == 0:
            self.header = self._reader.header(raw.removeprefix(BOM))
        elif raw.strip():
            read = self._reader.read(raw)
            if not isinstance(read, Expect):
                self.entries.append(read)


def same_file(one: Path | str, other: Path | str) -> bool:
    """Do both names lead to one file? A name that leads nowhere is no file's."""
    try:
        return Path(one).samefile(other)
    except OSError:
        return False
