"""Ten boards pressed harder than people can, with the live loop on top: all of it arrives, and memory stays flat.

`make soak` takes half a minute of each rate; UNOTABLE_SOAK_S=600 asks for ten. Two presses a second and board are ten
times a lively table's; at twenty a board's ring is full after a second and a half in which nothing is heard of it, and
then each press is in the journal or in one of its notes of lost events. Other figures are printed (pytest -s), not
judged.
"""

from __future__ import annotations

import json
import mmap
import os
import queue
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from unotable.desk.desk import Desk
from unotable.desk.process import Edge
from unotable.journal import rules
from unotable.journal.file import Journal
from unotable.link.ports import Link
from unotable.match.live import Live
from unotable.match.seating import Seating

import tests.firmware  # noqa: F401  (puts the firmware on the path)

from unoseat.buttons import Buttons  # isort: skip
from unoseat.events import Events  # isort: skip

SECONDS = float(os.environ.get("UNOTABLE_SOAK_S", "30"))
DOWN_MS = 12  # of a press; its button re-arms 30 ms later
NAMES = ["Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hana", "Ivo", "Jun"]
BUTTONS = ("uno", "cut", "done")
LINE_BYTES = 2560  # that a journal line may keep in memory, with its entry, its rulings and its keys: 1.7 kB measured


def resident(pid: int | str = "self") -> int:
    """Bytes of a process."""
    with Path(f"/proc/{pid}/statm").open() as file:
        return int(file.read().split()[1]) * mmap.PAGESIZE


@pytest.mark.slow
@pytest.mark.timeout(SECONDS * 2 + 240)
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="counts pages by /proc")
@pytest.mark.parametrize("rate", [2.0, 20.0])  # presses a second and board
def test_ten_boards_are_mashed(home: Path, rate: float) -> None:
    path = home / "match.jsonl"
    events: queue.SimpleQueue[Any] = queue.SimpleQueue()
    with Desk(10, seed=1) as desk:
        journal = Journal.create(path, {"unotable": 1, "rules": "mattel", "seats": NAMES})
        link = Link(events, lambda: desk.ports)
        places = {desk.board(seat): seat for seat in desk.seats}
        live = Live(journal, rules.load("mattel"), events, link, Seating(10, fixed=places))
        try:
            _until(lambda: sum(it.state == "ready" for it in live.view.boards) == 10, 20)
            live.send({"do": "first", "card": "r5"})
            sizes, behind = [resident()], [0.0]

            def second(made: int) -> None:
                sizes.append(resident())
                behind.append((made * 10 - len(journal.entries)) / (rate * 10))

            truth = mash(desk, rate, second)
            _until(lambda: whole(path, truth), 60)
        finally:
            began = time.monotonic()
            live.close()
            closing = time.monotonic() - began
    lines = len(path.read_text(encoding="utf-8").splitlines())
    lost = sum(len(evs) for evs in _noted(path).values())
    quarter = sizes[len(sizes) // 4]
    print(f"\n{rate:g}/s a board for {SECONDS:g} s: {lines} lines, {lost} events lost and noted")
    print(f"memory {sizes[0] >> 20} MB, at a quarter {quarter >> 20}, at the end {sizes[-1] >> 20}")
    print(f"the journal was at most {max(behind):.2f} s behind; closed in {closing:.2f} s")
    assert sizes[-1] - quarter < lines * LINE_BYTES + (16 << 20)
    assert rate > 2 or not lost


class Truth:
    """What the desk's contacts did, and what presses that is by the firmware's own rules."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._edges: dict[int, list[Edge]] = {seat: [] for seat in desk.seats}

    def look(self) -> None:
        """Takes the newest edges; the desk keeps as many as a seat makes in minutes."""
        for seat, kept in self._edges.items():
            last = kept[-1].at_ns if kept else 0
            kept += [edge for edge in self._desk.edges(seat, 1000) if edge.at_ns > last]

    def presses(self) -> dict[str, int]:
        """By board, so far."""
        self.look()
        found = {}
        for seat, edges in self._edges.items():
            events = Events()
            buttons = Buttons(events)
            for edge in edges:
                buttons.edge("ucd".index(edge.button), edge.closed, edge.ticks)
            found[self._desk.board(seat)] = -(-events.made // 2)  # the last one's release may be still to come
        return found


def mash(desk: Desk, rate: float, second: Callable[[int], None]) -> Truth:
    """Presses all boards so often. second: called about once a second with the presses asked of each so far."""
    truth, made, begin = Truth(desk), 0, time.monotonic()
    while time.monotonic() - begin < SECONDS:
        for seat in desk.seats:
            desk.press(seat, BUTTONS[seat % 3], DOWN_MS)
        made += 1
        if made % round(rate) == 0:
            truth.look()
            second(made)
        time.sleep(max(0.0, made / rate - (time.monotonic() - begin)))
    time.sleep(1)
    return truth


def _told(path: Path) -> dict[str, list[int]]:
    """Board → its presses' event numbers in the journal."""
    told: dict[str, list[int]] = {}
    for text in path.read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        if "ev" in line:
            told.setdefault(line["board"], []).append(line["ev"])
    return told


def _noted(path: Path) -> dict[str, set[int]]:
    """Board → events that the journal notes as lost."""
    noted: dict[str, set[int]] = {}
    for count, board, first in re.findall(r"lost (\d+) events \(board (\w+), from (\d+)\)", path.read_text("utf-8")):
        noted.setdefault(board, set()).update(range(int(first), int(first) + int(count)))
    return noted


def whole(path: Path, truth: Truth) -> bool:
    """No press twice, none missing without a note: of one button, press k is event 2k+1."""
    told, noted = _told(path), _noted(path)
    for board, presses in truth.presses().items():
        evs, lost = told.get(board, []), noted.get(board, set())
        assert len(evs) == len(set(evs)) and not set(evs) & lost, board
        if {ev for ev in {*evs, *lost} if ev % 2} != set(range(1, 2 * presses, 2)):
            return False
    return True


def _until(what: Any, seconds: float) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        time.sleep(0.2)
