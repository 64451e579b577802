"""Killed in the middle of a match, or a board unplugged: what was shown is there, once, and play goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from unotable.journal.file import read

from tests.processes import Process, alive
from tests.waiting import until

AUTO = ("demo", "--auto", "--seed", "3", "--rounds", "1", "--plain", "--pace", "0.05")


def journal(home: Path) -> Path:
    (path,) = home.rglob("*.jsonl")
    return path


def presses(path: Path) -> list[tuple[str, int, int]]:
    """What each board's press says of itself, in the order of the lines."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    return [(line["board"], line["boot"], line["ev"]) for line in lines if "board" in line]


def boards(home: Path) -> list[dict[str, Any]]:
    run = subprocess.run(
        [sys.executable, "-m", "unotable", "boards", "--json"],
        capture_output=True, text=True, encoding="utf-8", env={**os.environ, "UNOTABLE_HOME": str(home)}, timeout=30,
    )  # fmt: skip
    found: list[dict[str, Any]] = json.loads(run.stdout)
    return found


@pytest.mark.skipif(os.name != "posix", reason="kill -9 and process ids as POSIX has them")
def test_killed_in_play_it_goes_on_where_it_was(home: Path) -> None:
    with Process(home, *AUTO) as first:
        shown = [first.until(lambda line: "turn: " in line and "Round 1" in line) for _ in range(6)]
        pids = [board["pid"] for board in boards(home)]
        first.kill()
    path = journal(home)
    before = read(path)
    assert len(set(presses(path))) == len(presses(path)) >= len(shown) - 2
    until(lambda: not any(alive(pid) for pid in pids))
    kept = path.read_bytes()[: before.size]

    with Process(home, *AUTO) as second:
        again = second.until(lambda line: line.startswith("Going on"))
        assert "--new" in again
        first_line = second.until(lambda line: line.startswith("Round 1"))
        assert counts(first_line) == counts(standing(before)), "the table is another than what the file says"
        assert second.end(60) == 0
        assert second.out[-1] == str(path)
    assert path.read_bytes().startswith(kept)
    assert len(set(presses(path))) == len(presses(path))
    assert len(list(home.rglob("*.jsonl"))) == 1

    with Process(home, *AUTO) as third:  # that one is finished: another begins
        third.until(lambda line: "Round 1" in line)
    assert len(list(home.rglob("*.jsonl"))) == 2


def standing(match: Any) -> str:
    from unotable.plain.lines import standing as stands
    from unotable.plain.replay import again

    return stands(again(match))


def counts(line: str) -> str:
    """The last part of a standing: everybody's cards."""
    return line.rsplit(" - ", 1)[1]


@pytest.mark.skipif(os.name != "posix", reason="kills a board's process as POSIX does")
def test_a_board_that_dies_is_absent_and_comes_back(home: Path) -> None:
    with Process(home, "demo", "--plain", "--seats", "3") as demo:
        demo.until(lambda line: "first card" in line)
        until(lambda: [board["state"] for board in boards(home)] == ["ready"] * 3)
        demo.write("r5")
        demo.until(lambda line: "turn: Bo" in line)
        demo.write("d 2")
        demo.until(lambda line: "turn: Cy" in line)
        victim = next(board for board in boards(home) if board["seat"] == 3)
        os.kill(victim["pid"], signal.SIGKILL)
        killed = time.monotonic()
        until(lambda: next(board for board in boards(home) if board["seat"] == 3)["state"] == "absent", seconds=4)
        print(f"absent after {time.monotonic() - killed:.2f} s")
        demo.until(lambda line: "Cy's board is absent" in line)
        demo.write("plug 3")
        demo.until(lambda line: "Cy's board is back" in line)
        demo.write("d 3")
        demo.until(lambda line: "turn: Ana" in line)
        back = next(board for board in boards(home) if board["seat"] == 3)
        assert back["state"] == "ready" and back["pid"] != victim["pid"] and back["board"] == victim["board"]
        demo.write("q")
        assert demo.end() == 0
    done = [entry.seat for entry in read(journal(home)).entries if entry.press]
    assert done == [2, 3]


def test_two_processes_never_write_one_match(home: Path) -> None:
    with Process(home, "demo", "--plain", "--seats", "2") as first:
        first.until(lambda line: "first card" in line)
        path = journal(home)
        with Process(home, "play", "--plain", "--match", str(path)) as second:
            assert second.process.wait(20) == 2
            assert second.process.stderr is not None
            assert "open in another unotable" in second.process.stderr.read()
        first.write("r5")
        first.until(lambda line: "turn: Bo" in line)
        with Process(home, "demo", "--plain", "--seats", "2") as third:  # a second demo beside it has its own match
            third.until(lambda line: "first card" in line)
            assert len(list(home.rglob("*.jsonl"))) == 2
