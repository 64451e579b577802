"""A match on boards that are not the program's own: seats by UNO presses, a crash of the host while people play on."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from unotable.desk.desk import Desk
from unotable.journal.file import read

from tests.processes import Process


@pytest.fixture
def desk() -> Iterator[Desk]:
    with Desk(2, seed=1) as made:
        yield made


def play(home: Path, desk: Desk, *more: str) -> Process:
    ports = [word for port in desk.ports for word in ("--port", port)]
    return Process(home, "play", "--plain", *ports, *more)


def test_boards_sit_down_by_pressing_uno_and_are_known_the_next_evening(home: Path, desk: Desk) -> None:
    with play(home, desk, "--seats", "Ana,Bo") as match:
        match.until(lambda line: "first card" in line)
        until_lamp(desk, 1, "unseated")
        desk.press(2, "uno")
        until_lamp(desk, 2, "wait", "turn")
        desk.press(1, "uno")
        until_lamp(desk, 1, "wait", "turn")
        match.write("r5")
        match.until(lambda line: "turn: Bo" in line)
        desk.press(1, "done")
        match.until(lambda line: "turn: Ana" in line)
        until_lamp(desk, 2, "turn")
        match.write("q")
        assert match.end() == 0
    assert json.loads((home / "boards.json").read_text(encoding="utf-8")) == {desk.board(2): 1, desk.board(1): 2}
    with play(home, desk) as match:
        match.until(lambda line: line.startswith("Going on"))
        match.until(lambda line: "turn: Ana" in line)
        until_lamp(desk, 2, "turn")
        desk.press(2, "done")
        match.until(lambda line: "turn: Bo" in line)


def test_presses_made_while_the_host_is_dead_come_once(home: Path, desk: Desk) -> None:
    (home / "boards.json").write_text(json.dumps({desk.board(1): 1, desk.board(2): 2}), encoding="utf-8")
    with play(home, desk, "--seats", "Ana,Bo") as match:
        match.write("r5")
        match.until(lambda line: "turn: Bo" in line)
        desk.press(2, "done")
        match.until(lambda line: "turn: Ana" in line)
        match.kill()
    desk.press(1, "done")
    time.sleep(0.3)
    with play(home, desk) as match:
        said = match.until(lambda line: "turn: Bo" in line or "nobody heard it" in line)
        if "nobody heard it" in said:  # it took longer than 3 s to start
            match.write("a")
            match.until(lambda line: "turn: Bo" in line)
        desk.press(2, "done")
        match.until(lambda line: "turn: Ana" in line)
        match.write("q")
        assert match.end() == 0
    (path,) = (home / "matches").glob("*.jsonl")
    assert [entry.seat for entry in read(path).entries if entry.press] == [2, 1, 2]


def until_lamp(desk: Desk, seat: int, *patterns: str) -> None:
    end = time.monotonic() + 10
    while desk.lamps(seat).partition(" ")[0] not in patterns:
        assert time.monotonic() < end, desk.lamps(seat)
        time.sleep(0.02)


def test_boards_are_listed_by_asking_their_ports(home: Path, desk: Desk) -> None:
    ports = [word for port in desk.ports for word in ("--port", port)]
    with Process(home, "boards", "--json", *ports) as listing:
        assert listing.end() == 0
    rows = {row["board"]: row for row in json.loads(listing.out[0])}
    assert set(rows) == {desk.board(1), desk.board(2)}
    for seat in desk.seats:
        row = rows[desk.board(seat)]
        assert (row["state"], row["kind"], row["pid"]) == ("ready", "desk", desk.pid(seat))
        assert row["python"].startswith(desk.python) and row["u_us"] < 5000 and row["firmware"]
