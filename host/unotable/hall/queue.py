"""How far a table's journals are published: a small file a match, so that a table that lost the network, or its power,
goes on where its broker's answers ended. What it says may be old: an event sent again changes nothing.
"""

from __future__ import annotations

import hashlib
import json
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from unotable import keep
from unotable.config import paths
from unotable.hall.address import Address
from unotable.hall.messages import LIMITS, Sheet, Unreadable

KEPT = 100  # matches that a table remembers to have published
LAYOUT = 1
EXPIRES_S = 31 * 24 * 3600  # a broker forgets a match's sheet after a month


@dataclass(frozen=True, slots=True)
class Place:
    """`seq` events of the match in `path` are with the broker; `size` is how long the file was when that was all of it,
    `sheet` its scores then."""

    path: Path
    seq: int = 0
    size: int = -1
    sheet: Sheet | None = None

    @property
    def finished(self) -> bool:
        """Is there nothing more to publish than the sheet, or no journal any more to do it from?"""
        try:
            return self.path.stat().st_size == self.size
        except OSError:
            return True


class Queue:
    """The places of one table at one broker. A folder that cannot be written never stops anything: then it is
    published again next time."""

    def __init__(self, address: Address) -> None:
        name = f"{address.host}:{address.port}/{address.room}/{address.table}"
        digest = hashlib.sha256(name.encode()).hexdigest()[:16]
        self.folder = paths().matches.parent / "hall" / f"published-{digest}"

    def places(self) -> list[Place]:
        """The oldest first. Those beyond `KEPT`, and finished ones that are older than a broker keeps their sheets, are
        forgotten."""
        files = sorted(self.folder.glob("*.json"), key=_changed) if self.folder.is_dir() else []
        found: list[Place] = []
        for number, file in enumerate(files):
            place = _read(file)
            old = time.time() - _changed(file) > EXPIRES_S and (place is None or place.finished)
            if old or number < len(files) - KEPT:
                with suppress(OSError):
                    file.unlink()
            elif place is not None:
                found.append(place)
        return found

    def place(self, path: Path) -> Place:
        return _read(self._file(path)) or Place(path)

    def note(self, path: Path) -> None:
        """This match is to be published, some time."""
        if not self._file(path).exists():
            self.keep(Place(path))

    def keep(self, place: Place) -> None:
        sheet = None if place.sheet is None else json.loads(place.sheet.encode())
        what = {"v": LAYOUT, "path": str(place.path), "seq": place.seq, "size": place.size, "sheet": sheet}
        keep.write(self._file(place.path), what)

    def _file(self, path: Path) -> Path:
        return self.folder / f"{hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:16]}.json"


def _changed(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return time.time()


def _read(file: Path) -> Place | None:
    try:
        what = keep.read(file)
        if what["v"] != LAYOUT:
            return None
        place = Place(Path(what["path"]), int(what["seq"]), int(what["size"]))
        if what["sheet"] is None:
            return place
        return replace(place, sheet=Sheet.decode(json.dumps(what["sheet"]).encode(), LIMITS["match"]))
    except (ValueError, KeyError, TypeError, Unreadable):
        return None
