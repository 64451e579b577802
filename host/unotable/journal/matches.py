"""The matches folder: what is in it, newest first, whatever else lies there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from unotable.files import BOM, listed, reason
from unotable.game.entry import Header
from unotable.journal.codec import LONGEST, Reader
from unotable.journal.errors import JournalError
from unotable.journal.file import MatchFile, read
from unotable.locale import tr
from unotable.visible import visible


@dataclass(frozen=True, slots=True)
class Listed:
    """A match file by its first line. `problem` says in a sentence why there is no header."""

    path: Path
    header: Header | None
    problem: str = ""


def matches(folder: Path) -> list[Listed]:
    """Every match file of a folder, newest first by name (names are dates); none if there is no such folder.

    Only first lines are read, so a folder of hundreds costs milliseconds.
    """
    return [_listed(path) for path in newest_first(folder)]


def unfinished(folder: Path, over: Callable[[MatchFile], bool], most: int = 20) -> Iterator[MatchFile]:
    """The matches that can be gone on with, newest first, among the `most` newest files.

    `over` says whether a match has ended, which only a reading of it tells; broken files and cases are passed over.
    """
    for path in newest_first(folder)[:most]:
        try:
            match = read(path)
        except JournalError:
            continue
        if match.expect is None and not over(match):
            yield match


def newest_first(folder: Path) -> list[Path]:
    """The match files of a folder; none if there is no such folder."""
    return sorted(listed(folder, "*.jsonl"), key=lambda path: path.stem, reverse=True)


def _listed(path: Path) -> Listed:
    try:
        with path.open("rb") as file:
            line = file.readline(LONGEST + 1).removeprefix(BOM)
        return Listed(path, Reader(visible(path)).header(line.rstrip(b"\r\n")))
    except JournalError as error:
        return Listed(path, None, str(error))
    except OSError as error:
        return Listed(path, None, tr("{path} cannot be opened: {why}", path=visible(path), why=reason(error)))
