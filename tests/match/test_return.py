"""A plug that is out for a moment: the others play on, and what its board kept in its ring is read at its own time.

The board lives on while it is away, as one does whose hub was pulled off the laptop; the firmware's own code, the real
sessions and a real journal are between its button and the table.
"""

from __future__ import annotations

from pathlib import Path

from unotable.journal import rules
from unotable.journal.file import Journal
from unotable.link.events import Event
from unotable.match.actions import Ack
from unotable.match.match import Match
from unotable.match.seating import Seating

from tests.link.table import MS, Table

NAMES = ["Ana", "Bo", "Cy", "Dee"]


class Evening(Table):
    """Four boards on their ports, and a match that hears them."""

    def __init__(self, path: Path) -> None:
        super().__init__(seed=5)
        Journal.create(path, {"unotable": 1, "rules": "mattel", "seats": NAMES}).close()
        self.journal = Journal.open(path)
        places = {f"b{seat}": seat for seat in range(1, 5)}
        self.match = Match(self.journal, rules.load("mattel"), self.now, Seating(4, fixed=places))
        self.plugs = [self.plug(self.board(board)) for board in places]

    def take(self, events: list[Event]) -> None:
        for event in events:
            self.heard.append(event)
            self.obey(self.match.heard(event, self.now))

    def obey(self, actions: list[object]) -> None:
        for action in actions:
            if isinstance(action, Ack):
                self.boards.board(action.board).ack(action.boot, action.ev)

    def play(self, ms: float) -> None:
        """Time passes, ticked as the live loop does."""
        end = self.now + round(ms * MS)
        while self.now < end:
            self.run(10)
            self.obey(self.match.tick(self.now))

    def done(self, seat: int) -> None:
        board = self.devices[seat - 1]
        board.move(2, True, self.now)
        self.play(60)
        board.move(2, False, self.now)
        self.play(140)

    @property
    def turn(self) -> str:
        seat = self.match.view.table.turn
        return NAMES[seat - 1] if seat else "-"


def test_seats_play_on_while_a_board_is_away_and_its_presses_count_when_it_is_back(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "match.jsonl")
    evening.play(2000)
    evening.obey(evening.match.command({"do": "first", "card": "r5"}, evening.now))
    evening.play(100)
    assert evening.turn == "Bo"
    evening.done(2)
    assert evening.turn == "Cy"

    evening.unplug(evening.plugs[2])
    evening.play(100)
    assert [board.state for board in evening.match.view.boards] == ["ready", "ready", "absent", "ready"]
    evening.done(3)  # nobody hears it
    assert evening.turn == "Cy" and evening.devices[2].events.count == 2
    evening.done(4)
    evening.done(1)
    assert [entry.seat for entry in evening.journal.entries if entry.press] == [2, 4, 1], "the others are heard at once"

    evening.plug(evening.devices[2])
    evening.play(1500)
    assert evening.turn == "Bo"
    presses = [entry for entry in evening.journal.entries if entry.press]
    assert sorted(presses, key=lambda entry: entry.t)[1].seat == 3, "its own time is before theirs"
    assert [entry.seat for entry in presses] == [2, 4, 1, 3]
    table = evening.match.view.table
    assert [seat.cards for seat in table.seats] == [6, 6, 6, 6], "and nobody is fined for playing on"
    assert all(board.events.count == 0 for board in evening.devices), "all of it is safe, and they know that"
    evening.done(2)
    assert evening.turn == "Cy"
    evening.journal.close()
