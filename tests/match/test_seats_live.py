"""Who sits where, on real boards: sitting down by UNO, changing places, dead boards and boards that come back."""

from __future__ import annotations

import json
import queue
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import serial
from unotable.desk.desk import Desk
from unotable.journal import rules
from unotable.journal.file import Journal, read
from unotable.link.ports import Link
from unotable.match.live import Live
from unotable.match.seating import Seating
from unotable.match.view import View

PATIENCE = 15.0  # s
NAMES = ["Ana", "Bo", "Cy", "Dee"]


class Hubs:
    """Opens ports as the link does. A board whose port is in `out` has power but no cable to the host."""

    def __init__(self) -> None:
        self.out: set[str] = set()
        self._open: dict[str, serial.Serial] = {}

    def open(self, name: str) -> serial.Serial:
        if name in self.out:
            raise OSError("no such device")
        self._open[name] = serial.serial_for_url(name, timeout=0.02, write_timeout=0)
        return self._open[name]

    def pull(self, name: str) -> None:
        self.out.add(name)
        self._open[name].close()


class Table:
    """A match on desk boards, whose seats are remembered in a file and nowhere else."""

    def __init__(self, home: Path, desks: list[Desk], seats: int) -> None:
        self.file = home / "boards.json"
        self.path = home / "match.jsonl"
        self.hubs = Hubs()
        events: queue.SimpleQueue[Any] = queue.SimpleQueue()
        journal = Journal.create(self.path, {"unotable": 1, "rules": "mattel", "seats": NAMES[:seats]})
        link = Link(events, lambda: [port for desk in desks for port in desk.ports], opener=self.hubs.open)
        self.live = Live(journal, rules.load("mattel"), events, link, Seating(seats, self.file))

    def until(self, what: Callable[[View], bool]) -> View:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if what(self.live.view):
                return self.live.view
            time.sleep(0.01)
        raise AssertionError((self.seats(), self.said(), self.live.view.table.turn))

    def seats(self) -> dict[str, tuple[int | None, str]]:
        return {board.board: (board.seat, board.state) for board in self.live.view.boards}

    def said(self) -> list[str]:
        return [item.text for item in self.live.view.feed if item.kind in ("board", "held")]

    def ready(self, *boards: str) -> None:
        self.until(lambda view: set(boards) <= {it.board for it in view.boards if it.state == "ready" and it.u_us})

    def says(self, text: str) -> None:
        self.until(lambda view: any(text in sentence for sentence in self.said()))


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def table(stack: ExitStack, home: Path, *desks: Desk, seats: int, remembered: dict[str, int] | None = None) -> Table:
    if remembered:
        (home / "boards.json").write_text(json.dumps(remembered), encoding="utf-8")
    made = Table(home, list(desks), seats)
    stack.callback(made.live.close)
    return made


def lamp(desk: Desk, seat: int, *patterns: str) -> None:
    end = time.monotonic() + PATIENCE
    while desk.lamps(seat) not in patterns:
        assert time.monotonic() < end, desk.lamps(seat)
        time.sleep(0.005)


def test_each_is_asked_for_its_uno_and_answered_by_its_lamp(stack: ExitStack, home: Path) -> None:
    desk = stack.enter_context(Desk(3, seed=1))
    match = table(stack, home, desk, seats=3)
    ids = [desk.board(place) for place in desk.seats]
    match.ready(*ids)
    match.says("seat 1, Ana: press UNO")
    for number, place in enumerate((3, 1, 2), 1):
        lamp(desk, place, "unseated")
        desk.press(place, "uno")
        lamp(desk, place, f"seat {number}")
        match.says(f"{NAMES[number - 1]} has board {desk.board(place)}")
        if number < 3:
            match.says(f"seat {number + 1}, {NAMES[number]}: press UNO")
    for place in desk.seats:
        lamp(desk, place, "wait", "turn")
    assert json.loads(match.file.read_text(encoding="utf-8")) == {ids[2]: 1, ids[0]: 2, ids[1]: 3}
    assert len([text for text in match.said() if "press UNO" in text]) == 3
    assert not read(match.path).entries  # sitting down is no move


def test_a_board_is_moved_in_the_middle_of_a_match(stack: ExitStack, home: Path) -> None:
    desk = stack.enter_context(Desk(2, seed=2))
    one, other = desk.board(1), desk.board(2)
    match = table(stack, home, desk, seats=3, remembered={one: 1, other: 2})
    match.ready(one, other)
    match.live.send({"do": "first", "card": "r5"})
    match.until(lambda view: view.table.turn == 2)
    match.live.seat(one, 2)  # Bo takes Ana's board
    lamp(desk, 1, "seat 2")
    lamp(desk, 2, "unseated")
    assert {it: seat for it, (seat, _) in match.seats().items()} == {one: 2, other: None}
    desk.press(1, "done")
    match.until(lambda view: view.table.turn == 3)
    desk.press(2, "uno")  # and whose board that was sits down at the seat that is free now
    match.says(f"Ana has board {other}")
    assert json.loads(match.file.read_text(encoding="utf-8")) == {one: 2, other: 1}
    for wrong, text in (((one, 4), "there is no seat 4"), (("feed", 1), "there is no board feed")):
        match.live.seat(*wrong)
        match.until(lambda view, text=text: text in (view.message or ""))  # type: ignore[misc]


def test_a_new_board_takes_the_place_of_a_dead_one(stack: ExitStack, home: Path) -> None:
    desk = stack.enter_context(Desk(3, seed=3))
    one, dead, spare = (desk.board(place) for place in desk.seats)
    desk.unplug(3)
    match = table(stack, home, desk, seats=2, remembered={one: 1, dead: 2})
    match.ready(one, dead)
    match.live.send({"do": "first", "card": "r5"})
    match.until(lambda view: view.table.turn == 2)
    desk.unplug(2)
    match.until(lambda view: match.seats()[dead][1] == "absent")
    desk.plug(3)
    match.ready(spare)
    match.says("seat 2, Bo: press UNO")
    desk.press(3, "uno")
    match.says(f"board {spare} takes the place of Bo's board {dead}")
    desk.press(3, "done")
    match.until(lambda view: view.table.turn == 1)
    desk.plug(2)  # it was only the cable
    match.ready(dead)
    lamp(desk, 2, "unseated")
    desk.press(2, "uno")
    match.says(f"board {dead} finds no free seat")
    assert match.seats()[dead][0] is None and match.seats()[spare][0] == 2


def test_a_remembered_seat_that_another_board_has_is_not_shared(stack: ExitStack, home: Path) -> None:
    desk = stack.enter_context(Desk(2, seed=4))
    one, other = desk.board(1), desk.board(2)
    desk.unplug(2)
    match = table(stack, home, desk, seats=2, remembered={one: 1, other: 1})
    match.ready(one)
    desk.plug(2)
    match.ready(other)
    match.says(f"board {other} was Ana's, who has another one by now")
    match.says("seat 2, Bo: press UNO")
    desk.press(2, "uno")
    match.says(f"Bo has board {other}")
    assert match.seats()[one][0] == 1


def test_two_boards_of_one_id_are_one_board_and_a_refused_port(stack: ExitStack, home: Path) -> None:
    desk, twin = stack.enter_context(Desk(1, seed=5)), stack.enter_context(Desk(1, seed=6))
    board = desk.board(1)
    assert twin.board(1) == board
    twin.unplug(1)
    match = table(stack, home, desk, twin, seats=2, remembered={board: 1})
    match.ready(board)
    match.live.send({"do": "first", "card": "r5"})
    match.live.send({"do": "draw"})
    match.until(lambda view: view.table.turn == 1)
    twin.plug(1)
    match.until(lambda view: any(it.state == "refused" and board in it.why for it in view.boards))
    twin.press(1, "done")  # nobody listens to it
    time.sleep(0.3)
    assert match.live.view.table.turn == 1
    desk.press(1, "done")
    match.until(lambda view: view.table.turn == 2)
    desk.unplug(1)  # now the other one may
    match.until(lambda view: [it.state for it in view.boards] == ["ready"])
    assert match.seats()[board] == (1, "ready")


def test_others_play_on_while_a_board_is_away_and_its_presses_come_with_it(stack: ExitStack, home: Path) -> None:
    desk = stack.enter_context(Desk(3, seed=7))
    ids = [desk.board(place) for place in desk.seats]
    match = table(stack, home, desk, seats=3, remembered={board: seat for seat, board in enumerate(ids, 1)})
    match.ready(*ids)
    match.live.send({"do": "first", "card": "r5"})
    match.until(lambda view: view.table.turn == 2)
    port = desk.ports[2]
    match.hubs.pull(port)
    match.until(lambda view: match.seats()[ids[2]][1] == "absent")
    match.says("Cy's board is absent")
    desk.press(2, "done")
    match.until(lambda view: view.table.turn == 3)
    desk.press(3, "done")  # nobody hears it
    pressed = time.monotonic()
    match.live.send({"press": "done", "seat": 3, "via": "key"})  # the table helps itself
    match.until(lambda view: view.table.turn == 1)
    desk.press(1, "done")
    match.until(lambda view: view.table.turn == 2)
    time.sleep(max(0.0, pressed + 3.2 - time.monotonic()))
    match.hubs.out.clear()
    held = match.until(lambda view: bool(view.held)).held
    match.says("Cy's board is back")
    match.says("Cy pressed DONE while nobody heard it")
    assert [(entry.seat, entry.do) for entry in held] == [(3, "done")]
    assert match.live.view.table.turn == 2  # it waits for a word from the table
    desk.press(2, "done")
    match.until(lambda view: view.table.turn == 3)
    desk.press(3, "done")  # and its next press counts at once
    match.until(lambda view: view.table.turn == 1)
    lines = [json.loads(line) for line in match.path.read_text(encoding="utf-8").splitlines()]
    keys = [(line["board"], line["boot"], line["ev"]) for line in lines if "board" in line]
    assert len(keys) == len(set(keys)) == 5
    match.live.send({"do": "accept"})
    match.until(lambda view: not view.held)


def test_an_uno_of_long_ago_seats_nobody(stack: ExitStack, home: Path) -> None:
    desk = stack.enter_context(Desk(2, seed=8))
    one, other = desk.board(1), desk.board(2)
    match = table(stack, home, desk, seats=2)
    match.ready(one, other)
    match.hubs.pull(desk.ports[0])
    match.until(lambda view: match.seats()[one][1] == "absent")
    desk.press(1, "uno")
    time.sleep(3.2)
    match.hubs.out.clear()
    match.ready(one, other)
    desk.press(2, "uno")
    match.says(f"Ana has board {other}")
    assert match.seats()[one][0] is None
