"""Files that anybody may have touched: read with care, and written whole or not at all."""

from __future__ import annotations

import errno
import os
import re
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from unotable.locale import tr
from unotable.visible import visible

BOM = b"\xef\xbb\xbf"  # some editors put it before a text


class Unreadable(Exception):
    """Why a file cannot be read: one sentence that begins with its name."""


def read(path: Path, largest: int) -> bytes:
    """All bytes of a file, `largest` at most. `Unreadable`: there is none, it is something else, or it has more."""
    size = _size(path)
    if size > largest:
        raise Unreadable(
            tr("{path} is too large ({n} bytes, at most {most})", path=visible(path), n=size, most=largest)
        )
    return read_end(path, largest)


def read_end(path: Path, most: int) -> bytes:
    """The last bytes of a file, `most` at most; `Unreadable` as for `read`."""
    size = _size(path)
    with _sentence(path), path.open("rb") as file:
        file.seek(max(0, size - most))
        return file.read(most)


def _size(path: Path) -> int:
    with _sentence(path):
        facts = path.stat()
    if stat.S_ISDIR(facts.st_mode):
        raise Unreadable(tr("{path} is no file but a folder", path=visible(path)))
    if not stat.S_ISREG(facts.st_mode):  # a pipe or a device might never end
        raise Unreadable(tr("{path} is no file", path=visible(path)))
    return facts.st_size


@contextmanager
def _sentence(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Unreadable(tr("{path} cannot be opened: {why}", path=visible(path), why=reason(error))) from None
    except ValueError:  # a NUL in the name
        raise Unreadable(tr("{name} is no file name", name=visible(path))) from None


def read_text(path: Path, largest: int) -> str:
    """The same as text, whatever editor wrote it: UTF-8, with or without a byte order mark, any line ends."""
    try:
        text = read(path, largest).removeprefix(BOM).decode()
    except UnicodeDecodeError as error:
        raise Unreadable(tr("{path} is not UTF-8 text (byte {n})", path=visible(path), n=error.start + 1)) from None
    return text.replace("\r\n", "\n")


def read_toml(path: Path, largest: int) -> tuple[str, dict[str, Any]]:
    """A TOML file's text and what it says. `Unreadable` has the line of what is no TOML."""
    import tomllib

    text = read_text(path, largest)
    try:
        return text, tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        what, _, place = str(error).rpartition(" (at ")
        line = re.match(r"line (\d+)", place)
        number = int(line[1]) if line else text.rstrip("\n").count("\n") + 1  # "at end of document"
        raise Unreadable(
            f"{visible(path)}:{number}: " + tr("no TOML: {what}", what=visible(what[:1].lower() + what[1:]))
        ) from None
    except (RecursionError, ValueError):  # or a number of too many digits
        raise Unreadable(f"{visible(path)}: " + tr("nested too deeply, or a number with too many digits")) from None


def write(path: Path, text: str) -> None:
    """Puts `text` in the place of what is there, on disk before it is seen. `OSError`: nothing has changed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def exists(path: Path) -> bool:
    """Is something there? What cannot be asked is a no, here and in `is_file`."""
    return _no_if_unasked(path.exists)


def is_file(path: Path) -> bool:
    return _no_if_unasked(path.is_file)


def _no_if_unasked(question: Callable[[], bool]) -> bool:
    try:
        return question()
    except (OSError, ValueError):
        return False


def listed(folder: Path, pattern: str) -> list[Path]:
    """The files of a folder by a pattern, in order of their names; none where it cannot be looked into."""
    try:
        return sorted(path for path in folder.glob(pattern) if is_file(path))
    except OSError:
        return []


def reason(error: OSError) -> str:
    """What the system says, for the middle of a sentence."""
    if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC), errno.EFBIG):
        return tr("the disk is full; free some space and try again")
    return (error.strerror or str(error)).lower()
