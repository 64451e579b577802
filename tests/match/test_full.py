"""A limit on the size of files, met at any byte of a match: every press is kept once, what is shown is in the file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from unotable.game.fold import fold
from unotable.journal import rules
from unotable.journal.errors import JournalError
from unotable.journal.file import read
from unotable.link.events import Event
from unotable.match.actions import Ack, Action
from unotable.match.match import MatchError

from tests.match.bench import Bench

STEP = 29  # bytes between two limits that are tried


class Limited(Bench):
    """Does what the live loop and people do about a full disk: the same once more, when there is room."""

    def hear(self, event: Event) -> list[Action]:
        try:
            return super().hear(event)
        except JournalError:
            self.holds()
            lift()
            return super().hear(event)

    def command(self, **line: Any) -> list[Action]:
        try:
            return super().command(**line)
        except MatchError:
            self.holds()
            lift()
            return super().command(**line)

    def holds(self) -> None:
        """Half a line is no line, and none is shown."""
        match = read(self.path)
        assert not match.torn and match.size == self.path.stat().st_size
        assert match.entries == self.journal.entries


def lift() -> None:
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))


@contextmanager
def limit(size: int) -> Iterator[None]:
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        lift()


def play(bench: Bench) -> None:
    """Keys, a hold, taps, and a DONE out of turn: of three players it may be a skip, until the next DONE says that it
    was a reverse."""
    bench.command(do="first", card="r5")
    bench.wait(20)
    bench.take(2)
    bench.tap(3)
    bench.command(do="card", card="r7")
    bench.tap(1)
    bench.wait(1600)
    bench.tap(3)
    bench.wait(100)
    bench.tap(2)
    bench.wait(1000)


def sent(lines: list[dict[str, Any]]) -> list[tuple[str, int]]:
    return [(line["board"], line["ev"]) for line in lines if "board" in line]


def test_met_at_any_byte_of_a_match(tmp_path: Path) -> None:
    pytest.importorskip("resource")  # POSIX: the system itself refuses what is past the limit
    whole = Bench(tmp_path / "whole.jsonl", seats=3, turn_early_ms=20)
    play(whole)
    lines = whole.lines()
    kinds = [line.get("via") or line.get("do") for line in lines]
    assert kinds.count("guess") == 2 and "hold" in kinds and "undo" in kinds
    begins = len(whole.path.read_bytes().split(b"\n")[0]) + 1
    for size in range(begins, whole.path.stat().st_size + 1, STEP):
        bench = Limited(tmp_path / f"{size}.jsonl", seats=3, turn_early_ms=20)
        with limit(size):
            play(bench)
        bench.holds()
        match = read(bench.path)
        table = fold(match.header, rules.load("mattel", match.header.overrides), match.entries, bench.table.now)
        assert table.as_dict() == bench.table.as_dict(), size
        assert bench.match.view.message is None
        assert sent(bench.lines()) == sent(lines), size
        acked = {ack.board: ack.ev for ack in bench.done if isinstance(ack, Ack)}
        assert all(acked.get(bench.board(seat), 0) == ev for seat, ev in bench.evs.items()), size
        bench.journal.close()
