"""Sitting down before a match, on real firmware: presses, lamps, what is shown, and the match that goes on with it."""

from __future__ import annotations

import json
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from unotable import start
from unotable.desk.desk import Desk
from unotable.journal import rules
from unotable.journal.file import Journal
from unotable.link.events import BoardDown, BoardRefused, BoardUp, Event, Health, Released
from unotable.match.live import Live
from unotable.match.lobby import Gathered, Lobby, Relay

from tests.waiting import until

PATIENCE = 15.0  # s


class Page:
    """Who opened the lobby: sees what is told."""

    def __init__(self, home: Path, desk: Desk | None, names: Sequence[str]) -> None:
        self.file = home / "boards.json"
        self.lobby = Lobby([] if desk is None else list(desk.ports), self.file)
        self.seen = Gathered()
        self.all: list[Gathered] = []
        self.lobby.open(names, self.all.append)

    def until(self, what: Callable[[Gathered], bool]) -> Gathered:
        """The first state that is so, of those not looked at yet."""
        end = time.monotonic() + PATIENCE
        while True:
            while self.all:
                self.seen = self.all.pop(0)
                if what(self.seen):
                    return self.seen
            assert time.monotonic() < end, self.seen
            time.sleep(0.005)

    def press(self, desk: Desk, seat: int) -> None:
        """Until the lobby has been told, though nothing comes of it, and the finger is off."""
        relay, told = self.lobby._relay, threading.Event()
        put = relay.put

        def noted(item: Event, /) -> None:
            put(item)
            if isinstance(item, Released):
                told.set()

        relay.put = noted  # type: ignore[method-assign]
        desk.press(seat, "uno")
        assert told.wait(PATIENCE)
        relay.put = put  # type: ignore[method-assign]

    def seats(self) -> dict[int | None, str]:
        return {board.seat: board.board for board in self.seen.boards if board.seat is not None}


@pytest.fixture(scope="module")
def desk() -> Iterator[Desk]:
    with Desk(3, seed=1) as made:
        yield made


def lit(desk: Desk, seat: int, *patterns: str) -> None:
    end = time.monotonic() + PATIENCE
    while not desk.lamps(seat).startswith(patterns):
        assert time.monotonic() < end, desk.lamps(seat)
        time.sleep(0.005)


def test_boards_sit_down_before_the_match_and_stay(home: Path, desk: Desk) -> None:
    first, second, third = (desk.board(seat) for seat in (1, 2, 3))
    page = Page(home, desk, ("Ana", "Bo", "Cy"))
    try:
        page.until(lambda it: len(it.boards) == 3 and it.asked == 1)
        lit(desk, 2, "unseated")

        desk.press(2, "uno")
        page.until(lambda it: it.asked == 2 and it.pressed == (1, "uno"))
        lit(desk, 2, "seat 1")
        assert page.seats() == {1: second} and page.seen.said[-1] == f"Ana has board {second}"
        page.until(lambda it: it.pressed is None)
        desk.press(1, "uno")
        page.until(lambda it: it.asked == 3)
        lit(desk, 1, "wait")

        page.lobby.renumber(("Bo", "Ana", "Cy"), {1: 2, 2: 1})  # their lines changed places
        page.until(lambda it: any((board.board, board.seat) == (second, 2) for board in it.boards))
        assert page.seats() == {1: first, 2: second} and page.seen.asked == 3
        desk.press(2, "uno")
        lit(desk, 2, "seat 2")
        desk.press(2, "done")
        page.until(lambda it: it.pressed == (2, "done"))

        until(lambda: not desk.edges(1)[-1].closed, "the finger is off")
        time.sleep(0.035)  # so that it is armed again
        desk.hold(1, "uno")
        page.until(lambda it: it.asked == 1)
        lit(desk, 1, "unseated")
        assert page.seats() == {2: second}
        desk.press(3, "uno")
        page.until(lambda it: it.asked == 3)
        assert json.loads(page.file.read_text(encoding="utf-8")) == {second: 2, third: 1}
        page.until(lambda it: sum(board.u_us is not None for board in it.boards) == 3)

        events: queue.SimpleQueue[Any] = queue.SimpleQueue()
        handed = page.lobby.hand_over(events)
        assert handed is not None and page.lobby.hand_over(events) is None
        journal = Journal.create(home / "m.jsonl", {"unotable": 1, "rules": "mattel", "seats": ["Bo", "Ana", "Cy"]})
        live = Live(journal, rules.load("mattel"), events, *handed)
        try:
            end = time.monotonic() + PATIENCE
            while len(live.view.boards) < 3 or any(board.u_us is None for board in live.view.boards):
                assert time.monotonic() < end, live.view
                time.sleep(0.005)
            assert {board.seat: board.board for board in live.view.boards} == {1: third, 2: second, None: first}
            lit(desk, 2, "turn", "wait")
            live.send({"do": "first", "card": "r5"})
            desk.press(2, "done")
            while not live.view.table.plays:
                assert time.monotonic() < end, live.view
                time.sleep(0.005)
            said = [item.text for item in live.view.feed]
            assert not any("absent" in text or "back" in text for text in said), "no port was let go of"
            assert "seat 3, Cy: press UNO" in said and not any("seat 1" in text for text in said)
        finally:
            live.close()
    finally:
        page.lobby.close()


def test_all_get_up_and_nobody_sits_without_a_name(home: Path, desk: Desk) -> None:
    page = Page(home, desk, ())
    try:
        page.until(lambda it: len(it.boards) == 3)
        page.press(desk, 1)
        page.lobby.renumber(("Ana", "Bo"), {})
        page.until(lambda it: it.asked == 1)
        for seat in (1, 2):
            desk.press(seat, "uno")
            page.until(lambda it, seat=seat: it.pressed == (seat, "uno"))  # type: ignore[misc]
        desk.press(3, "uno")
        page.until(lambda it: any("no free seat" in text for text in it.said))
        page.lobby.renumber(("Ana",), {})
        page.until(lambda it: sum(board.seat is not None for board in it.boards) == 1)
        page.lobby.renumber(("Ana", "Bo"), {})
        page.until(lambda it: sum(board.seat is not None for board in it.boards) == 2)
        page.lobby.get_up()
        page.until(lambda it: it.asked == 1 and not any(board.seat for board in it.boards))
        lit(desk, 2, "unseated")
    finally:
        page.lobby.close()
    assert page.lobby.hand_over(queue.SimpleQueue()) is None


def test_a_match_has_its_seats_whatever_the_lobby_heard_last(home: Path, desk: Desk) -> None:
    page = Page(home, desk, ("Ana", "Bo"))
    page.until(lambda it: len(it.boards) == 3)
    session = start.play(("Ana", "Bo", "Cy"), rules="mattel", new=True, lobby=page.lobby)
    try:
        for seat in (1, 2, 3):
            desk.press(seat, "uno")
            until(lambda seat=seat: any(board.seat == seat for board in session.live.view.boards))  # type: ignore[misc]
    finally:
        session.close()


def test_who_hears_later_is_told_who_is_there() -> None:
    def up(board: str) -> BoardUp:
        return BoardUp(board, 1, "pico", "1", "", None, "b", f"/{board}", "")

    def health(board: str, u: int) -> Health:
        return Health(board, u, 1, "good", (), 0, 0, 1, 1)

    before: queue.SimpleQueue[Any] = queue.SimpleQueue()
    after: queue.SimpleQueue[Any] = queue.SimpleQueue()
    relay = Relay(before)
    told = [
        up("a"), health("a", 9), up("b"), health("a", 5), BoardRefused("/c", "busy"), BoardDown("b", "gone"),
        BoardRefused("/d", "busy"), up("d"),
    ]  # fmt: skip
    for event in told:
        relay.put(event)
    relay.turn(after, ["d"])
    relay.put(BoardDown("a", "gone"))
    assert [before.get() for _ in told] == told and before.empty()
    assert [after.get() for _ in range(after.qsize())] == [
        up("d"), up("a"), health("a", 5), BoardRefused("/c", "busy"), BoardDown("a", "gone"),
    ]  # fmt: skip
