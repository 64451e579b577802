"""A table without boards: the real referee on a real journal, played by keys, with a script of its own."""

from __future__ import annotations

import queue
import random
from pathlib import Path
from typing import Any

from unotable.game.fold import fold
from unotable.game.table import Table
from unotable.hall.address import Address, Proof
from unotable.hall.publisher import Publisher
from unotable.journal import rules
from unotable.journal.file import Journal, read
from unotable.match.live import Live

from tests.waiting import until

SEATS = ("Ana", "Bo", "Cy")


class AtTable:
    """A match of `seats` in `path`, published while it is played; `said` is what the table was told."""

    def __init__(self, path: Path, where: Address, seats: tuple[str, ...] = SEATS, rule: str = "mattel") -> None:
        self.path = path
        self.said: list[str] = []
        if path.exists():
            journal = Journal.open(path)
        else:
            started = "2026-11-30T19:00:00+08:00"
            journal = Journal.create(path, {"unotable": 1, "rules": rule, "seats": list(seats), "started": started})
        self.live = Live(journal, rules.load(rule, {}), queue.SimpleQueue())
        self.publisher = Publisher(where, Proof())
        self.publisher.watch(self.live, path, self.said.append)
        self.publisher.start()

    def send(self, **line: Any) -> None:
        """Waits until the line is on disk."""
        before = len(read(self.path).entries)
        self.live.send(line)
        until(lambda: len(read(self.path).entries) > before, f"{line} was not written: {list(self.live.errors)}")

    def round(self, winner: int, seed: int = 0) -> None:
        """A round that `winner` wins, with some penalties on the way; the others' hands are told."""
        chance = random.Random(seed)
        self.send(do="first", card="r5")
        for _ in range(2):
            self.send(do="penalty", seat=chance.randrange(1, 4), n=chance.randrange(1, 4), why="late")
        self.send(do="out", seat=winner)
        for seat in range(1, len(self.live.view.table.seats) + 1):
            if seat != winner:
                self.send(do="hand", seat=seat, points=chance.randrange(5, 60))
        self.send(do="round")

    def folded(self) -> Table:
        """What the journal says, read without anything of the hall's."""
        return folded(self.path)

    def close(self) -> None:
        self.live.close()
        self.publisher.close(5)


def folded(path: Path) -> Table:
    match = read(path)
    return fold(match.header, rules.load(match.header.rules, match.header.overrides), match.entries)
