"""Ten boards pressed harder than people can, with the live loop on top: all of it arrives, and memory stays flat.

`make soak` takes half a minute of each rate; UNOTABLE_SOAK_S=600 asks for ten. Two presses a second and board are ten
times a lively table's; twenty are more than the rules can be read for, so that the boards' rings may fill: then each
press is in the journal or in one of its notes of lost events. Other figures are printed (pytest -s), not judged.
"""

from __future__ import annotations

import json
import mmap
import os
import queue
import re
import time
from pathlib import Path
from typing import Any

import pytest
from unotable.desk.desk import Desk
from unotable.journal import rules
from unotable.journal.file import Journal
from unotable.link.ports import Link
from unotable.match.live import Live
from unotable.match.seating import Seating

SECONDS = float(os.environ.get("UNOTABLE_SOAK_S", "30"))
DOWN_MS = 12  # of a press; its button re-arms 30 ms later
NAMES = ["Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hana", "Ivo", "Jun"]
BUTTONS = ("uno", "cut", "done")
LINE_BYTES = 4096  # that a journal line may keep in memory, with its entry, its rulings and its keys


def resident() -> int:
    """Bytes of this process."""
    with Path("/proc/self/statm").open() as file:
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
            made, sizes, longest = _mash(desk, journal, rate)
            _until(lambda: _whole(path, made), 60)
        finally:
            began = time.monotonic()
            live.close()
            closing = time.monotonic() - began
    lines = len(path.read_text(encoding="utf-8").splitlines())
    lost = sum(len(evs) for evs in _noted(path).values())
    quarter = sizes[len(sizes) // 4]
    print(f"\n{rate:g}/s a board for {SECONDS:g} s: {lines} lines, {lost} events lost and noted")
    print(f"memory {sizes[0] >> 20} MB, at a quarter {quarter >> 20}, at the end {sizes[-1] >> 20}")
    print(f"the journal was at most {longest:.2f} s behind; closed in {closing:.2f} s")
    assert sizes[-1] - quarter < lines * LINE_BYTES + (16 << 20)
    assert rate > 2 or not lost


def _mash(desk: Desk, journal: Journal, rate: float) -> tuple[int, list[int], float]:
    """How many presses were asked of each board, this process's size now and then, and how far behind the journal was
    at most, s."""
    made, sizes, longest = 0, [resident()], 0.0
    begin = time.monotonic()
    while time.monotonic() - begin < SECONDS:
        for seat in desk.seats:
            desk.press(seat, BUTTONS[seat % 3], DOWN_MS)
        made += 1
        if made % round(rate) == 0:
            sizes.append(resident())
            longest = max(longest, (made * 10 - len(journal.entries)) / (rate * 10))
        time.sleep(max(0.0, made / rate - (time.monotonic() - begin)))
    return made, sizes, longest


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


def _whole(path: Path, made: int) -> bool:
    """No press twice, none missing without a note: of one button, press k is event 2k+1. A finger that was late for a
    moment makes two presses one, which is no loss."""
    told, noted = _told(path), _noted(path)
    for board, evs in told.items():
        assert len(evs) == len(set(evs)) and not set(evs) & noted.get(board, set()), board
        known = {ev for ev in {*evs, *noted.get(board, set())} if ev % 2}
        if known != set(range(1, max(known) + 1, 2)) or len(known) < 0.9 * made:
            return False
    return len(told) == 10


def _until(what: Any, seconds: float) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        time.sleep(0.2)
