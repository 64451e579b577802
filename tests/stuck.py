"""What a run left behind that did not go on, as text: kept in the failure, for the next who asks why."""

from __future__ import annotations

import signal
from pathlib import Path

from unotable.game.fold import fold
from unotable.journal import rules
from unotable.journal.errors import JournalError
from unotable.journal.file import read
from unotable.plain.lines import standing

from tests.processes import Process

LINES = 30  # of each, the last ones
TRACED = {"PYTHONFAULTHANDLER": "1"}  # in the environment of a process whose threads `evidence` shall tell


def evidence(app: Process, home: Path, asked: str = "") -> str:
    """What it said, its log, the match as its file reads, and where each of its threads stood. It ends with this.

    asked: more to tell, on top.
    """
    parts = [asked] if asked else []
    parts += ["-- said", *app.out[-LINES:]]
    for path in sorted(home.rglob("unotable.log")):
        parts += [f"-- {path.name}", *path.read_text(encoding="utf-8", errors="replace").splitlines()[-LINES:]]
    matches = sorted(home.rglob("*.jsonl"), key=lambda path: path.stat().st_mtime_ns)
    for path in matches[-1:]:
        parts += [f"-- {path.name}", *path.read_text(encoding="utf-8", errors="replace").splitlines()[-LINES:]]
        parts += ["-- which reads as", _reads(path)]
    for path in sorted(home.rglob("boards-*.json")):
        parts += [f"-- {path.name}", path.read_text(encoding="utf-8", errors="replace")]
    parts += ["-- its threads, when it was asked", _threads(app)]
    return "\n".join(parts)


def _reads(path: Path) -> str:
    try:
        match = read(path)
    except JournalError as error:
        return str(error)
    table = fold(match.header, rules.load(match.header.rules, match.header.overrides), match.entries)
    open_ = f"paused {table.paused}, needs {table.needs}, claims {table.claims}, deadline {table.deadline}"
    return f"{standing(table)}\nphase {table.phase}, turn {table.turn}, {open_}, now {table.now}, torn {match.torn}"


def _threads(app: Process) -> str:
    """Python's own words on SIGABRT; whatever it had said on its error output comes first."""
    if app.process.poll() is None:
        app.process.send_signal(signal.SIGABRT)
    assert app.process.stderr is not None
    said = app.process.stderr.read()  # until it has ended
    return f"{said}\nexit code {app.process.wait()}"
