"""What a running unotable tells others: its match, its boards and the question that is open at the table, for `boards`
and `watch` in another terminal.

A port has one reader, so a second process must not open it to ask. Each running match keeps a small file in `run`
under the settings folder and writes it anew every second; one that has grown old was left by a process that died.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from unotable import files
from unotable.config import paths
from unotable.match.proposals import Proposal
from unotable.match.view import BoardView

EVERY_S = 1.0
LARGEST = 256 * 1024  # bytes that are read; ten boards have three thousand
STALE_S = 3.5  # three missed writes and some


@dataclass(frozen=True, slots=True)
class Running:
    """Another process with a match: its id, the match's file and its boards as of at most a second ago.

    `start_ns` is that match's t = 0 on the clock that all processes of a machine share (`time.perf_counter_ns`).
    `proposal` is what may explain a DONE out of turn there. The journal has the way that is read now, but not which
    others are open, nor that somebody said yes to it.
    """

    pid: int
    match: str
    boards: tuple[BoardView, ...]
    start_ns: int | None = None
    proposal: Proposal | None = None


def folder() -> Path:
    return paths().settings / "run"


class Notice:
    """This process's file. A folder that cannot be written never stops a game; there is just nothing to read then."""

    def __init__(self, match: str, start_ns: int | None = None) -> None:
        self._path = folder() / f"boards-{os.getpid()}.json"
        self._match = match
        self._start_ns = start_ns

    def write(self, boards: Sequence[BoardView], proposal: Proposal | None = None) -> None:
        what = {
            "pid": os.getpid(),
            "match": self._match,
            "at": time.time(),
            "start_ns": self._start_ns,
            "boards": [asdict(board) for board in boards],
            "proposal": None if proposal is None else _proposal().dump_python(proposal, mode="json"),
        }
        beside = self._path.with_suffix(".new")
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_text(json.dumps(what), encoding="utf-8")
            beside.replace(self._path)

    def remove(self) -> None:
        with suppress(OSError):
            self._path.unlink(missing_ok=True)


def running() -> list[Running]:
    """All matches that run now, for this settings folder. Files of processes that died are removed."""
    found: list[Running] = []
    for path in files.listed(folder(), "boards-*.json"):
        try:
            what = json.loads(files.read_text(path, LARGEST))
            if not abs(time.time() - float(what["at"])) <= STALE_S:  # NaN is old, too
                path.unlink(missing_ok=True)
                continue
            boards = tuple(
                _boards().validate_python([_known(board) for board in what["boards"] if isinstance(board, dict)])
            )
            start_ns = what.get("start_ns")
            since = start_ns if type(start_ns) is int else None
            asked = what.get("proposal")
            proposal = None if asked is None else _proposal().validate_python(asked)
            found.append(Running(int(what["pid"]), str(what["match"]), boards, since, proposal))
        except (files.Unreadable, OSError, ValueError, LookupError, TypeError, OverflowError, RecursionError):
            continue  # half a file, or another version's
    return found


def _known(what: dict[str, Any]) -> dict[str, Any]:
    names = {field.name for field in fields(BoardView)}
    return {name: value for name, value in what.items() if name in names}


@cache
def _boards() -> TypeAdapter[list[BoardView]]:
    return TypeAdapter(list[BoardView])


@cache
def _proposal() -> TypeAdapter[Proposal]:
    return TypeAdapter(Proposal)
