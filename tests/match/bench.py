"""A match with a board a seat, a clock that is moved by hand, and all actions so far."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from unotable.journal import rules
from unotable.journal.file import Journal
from unotable.link.events import (
    BoardUp,
    Event,
    Held,
    Pressed,
    Released,
    Reported,
)
from unotable.match.actions import Action
from unotable.match.feed import FeedItem
from unotable.match.match import Match
from unotable.match.seating import Seating

START = 5_000_000_000  # ns of the host at t = 0


MS = 1_000_000  # ns


NAMES = ["Ana", "Bo", "Cy", "Dee"]


class Bench:
    """A match with a board a seat, a clock that is moved by hand, and all actions so far."""

    def __init__(self, path: Path, fixed: bool = True, seats: int = 4, rule: str = "mattel", **overrides: Any) -> None:
        names = {key.replace("_", ".", 1): value for key, value in overrides.items()}
        self.path = path
        self.now = START
        self.done: list[Action] = []
        self.evs = dict.fromkeys(range(1, seats + 1), 0)
        if not path.exists():
            Journal.create(path, {"unotable": 1, "rules": rule, "set": names, "seats": NAMES[:seats]}).close()
        self.journal = Journal.open(path)
        places = {self.board(seat): seat for seat in self.evs} if fixed else {}
        self.match = Match(
            self.journal, rules.load(rule, names), START, Seating(seats, path.with_name("boards.json"), places)
        )
        for seat in self.evs:
            self.up(seat)

    @staticmethod
    def board(seat: int) -> str:
        return f"b{seat}"

    def hear(self, event: Event) -> list[Action]:
        new = self.match.heard(event, self.now) + self.match.tick(self.now)
        self.done += new
        return new

    def up(self, seat: int) -> list[Action]:
        return self.hear(BoardUp(self.board(seat), 1, "desk", "1", "micropython-1.28", 7, "bl", f"/p{seat}", ""))

    def command(self, **line: Any) -> list[Action]:
        new = self.match.command(line, self.now)
        self.done += new
        return new

    def wait(self, ms: float) -> list[Action]:
        """Time passes, ticked as the live loop does."""
        end = self.now + round(ms * MS)
        new: list[Action] = []
        while self.now < end:
            self.now = min(end, self.now + 10 * MS)
            new += self.match.tick(self.now)
        self.done += new
        return new

    def press(self, seat: int, button: Any, ago: float = 5, u: int = 300, sure: bool = True) -> Pressed:
        """A press that happened `ago` ms ago arrives."""
        self.evs[seat] += 1
        event = Pressed(self.board(seat), 1, self.evs[seat], button, self.now - round(ago * MS), u, sure)
        self.hear(event)
        return event

    def release(self, press: Pressed) -> list[Action]:
        seat = int(press.board[1:])
        self.evs[seat] += 1
        return self.hear(Released(press.board, 1, self.evs[seat], press.ev))

    def hold(self, press: Pressed) -> list[Action]:
        seat = int(press.board[1:])
        self.evs[seat] += 1
        return self.hear(Held(press.board, 1, self.evs[seat], press.ev))

    def report(self, *but: int) -> list[Action]:
        """Every board has told all that happened until now."""
        return [
            action for seat in self.evs if seat not in but for action in self.hear(Reported(self.board(seat), self.now))
        ]

    def tap(self, seat: int, button: Any = "done") -> None:
        """A press and its release, with everybody's word on it."""
        press = self.press(seat, button)
        self.wait(80)
        self.release(press)
        self.wait(30)
        self.report()
        self.wait(10)

    def take(self, seat: int) -> None:
        """DONE held."""
        press = self.press(seat, "done")
        self.wait(600)
        self.hold(press)
        self.report()
        self.wait(10)

    @property
    def table(self) -> Any:
        return self.match.view.table

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.path.read_text(encoding="utf-8").splitlines()[1:]]

    def feed(self) -> list[FeedItem]:
        return list(self.match.view.feed)

    def rules(self) -> list[tuple[str, str, int | None]]:
        return [(item.kind, item.ruling.rule, item.draw) for item in self.feed() if item.ruling is not None]


def short(tmp_path: Path, **overrides: Any) -> Bench:
    """Seat 2 lays the second last card of two and so opens a window."""
    made = Bench(tmp_path / "m.jsonl", deal_hand=2, **overrides)
    made.command(do="first", card="r5")
    made.wait(2000)
    return made
