"""Players at a table where boards are dead: whoever cannot press any more does not hold up the others."""

from __future__ import annotations

import queue
import time
from pathlib import Path

import pytest
from unotable.desk import players
from unotable.desk.autoplay import Autoplay
from unotable.game.entry import Header
from unotable.journal.file import Journal
from unotable.journal.rules import load
from unotable.link.events import Button, Event, Pressed, Released
from unotable.match.live import Command, Live
from unotable.match.seating import Seating

from tests.waiting import until

BUTTONS: dict[str, Button] = {"uno": "uno", "cut": "cut", "done": "done"}
SEATS = ("Ana", "Bo", "Cy", "Dee", "Eli")
AT_ONCE = {"turn.early_ms": 0, "uno.open_early_ms": 0}  # what a press comes to is ruled when it is made
MOVES = 7  # turns: each seat has had one, the dead ones too


class Fingers:
    """Buttons that reach the referee at once, but those of the dead boards. None is held: whoever draws is keyed."""

    def __init__(self, events: queue.SimpleQueue[Event | Command | None], dead: set[int]) -> None:
        self._events = events
        self._dead = dead
        self._made = 0

    def press(self, seat: int, button: str, ms: float = 80) -> None:
        if seat in self._dead:
            return
        board, ev, now = f"{seat:08x}", self._made + 1, time.perf_counter_ns()
        self._made += 2
        self._events.put(Pressed(board, 1, ev, BUTTONS[button], now, 100, True))
        self._events.put(Released(board, 1, ev + 1, ev))

    def hold(self, seat: int, button: str) -> None:
        pass


@pytest.mark.parametrize("button", ["uno", "done"])
def test_what_others_press_for_nothing_does_not_keep_a_dead_board_on_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, button: str
) -> None:
    def strays(rng: object, seats: list[int], owner: int, following: int | None) -> list[players.Tap]:
        return [players.Tap(0.05, next(seat for seat in seats if seat != following), button)]

    monkeypatch.setattr(players, "strays", strays)
    events: queue.SimpleQueue[Event | Command | None] = queue.SimpleQueue()
    rules = load("mattel", AT_ONCE)
    seated = Seating(len(SEATS), fixed={f"{seat:08x}": seat for seat in range(1, len(SEATS) + 1)})
    with Journal.create(tmp_path / "m.jsonl", Header("mattel", SEATS, overrides=AT_ONCE)) as journal:
        live = Live(journal, rules, events, seating=seated)
        auto = Autoplay(live, Fingers(events, {2, 3}), rules, seed=1, pace=0.005, patience=0.05)
        turns: list[tuple[int, int | None]] = [(0, None)]

        def look() -> bool:
            table = live.view.table
            now = (table.round, table.turn)
            if now != turns[-1] and table.turn is not None:
                turns.append(now)
            return len(turns) > MOVES or auto.done.is_set()

        auto.start()
        try:
            until(look, "a dead board stays on turn")
        finally:
            auto.close()
            live.close()
    assert auto.failed is None and {2, 3} <= {turn for _, turn in turns}
