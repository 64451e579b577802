"""How soon a key shows on the dashboard while ten boards play: in a terminal, printed (pytest -s), not judged."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from unotable.desk.desk import Desk

from tests.match.test_soak import LINE_BYTES, NAMES, SECONDS, mash, resident, whole

pty = pytest.importorskip("pty", reason="no pseudo-terminals here")

KEYS = 20
PATIENCE_S = 30.0


class Screen:
    """The app on a terminal of its own."""

    def __init__(self, home: Path, *arguments: str) -> None:
        import fcntl
        import struct
        import termios

        self.near, far = pty.openpty()
        fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "unotable", *arguments],
            stdin=far,
            stdout=far,
            stderr=far,
            env={**os.environ, "UNOTABLE_HOME": str(home), "LANG": "C.UTF-8", "TERM": "xterm-256color"},
            start_new_session=True,
        )
        os.close(far)

    def drain(self, seconds: float) -> None:
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            if select.select([self.near], [], [], left)[0]:
                os.read(self.near, 65536)

    def until(self, text: bytes) -> float:
        """Seconds until it is written on the screen."""
        began, seen, found = time.perf_counter(), b"", 0.0
        while not found:
            assert time.perf_counter() - began < PATIENCE_S, seen[-2000:]
            if select.select([self.near], [], [], 0.1)[0]:
                seen += os.read(self.near, 65536)
                found = time.perf_counter() - began if text in seen else 0.0
        return found

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.near)


class Times:
    """Seconds from a key to what it changes: a seat that is chosen, and another page, which is the whole screen."""

    def __init__(self) -> None:
        self.seats: list[float] = []
        self.pages: list[float] = []

    def told(self, what: str) -> str:
        return f"\n{what}: {_shares('keys to a seat', self.seats)}; {_shares('to another page', self.pages)}"


def _shares(what: str, times: list[float]) -> str:
    ordered = sorted(times)
    ms = [round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]) for share in (0.5, 0.9, 0.99)]
    return f"{len(times)} {what}, p50 {ms[0]} p90 {ms[1]} p99 {ms[2]} ms"


def keys(screen: Screen, times: Times) -> None:
    """Chooses three seats, one after the other, then goes to the boards' page and back."""
    for number, letter in enumerate("PQR", 1):
        os.write(screen.near, b"\x1bO" + letter.encode())  # F1 F2 F3
        times.seats.append(screen.until(f"F{number} {NAMES[number - 1]}".encode()))
        screen.drain(0.2)
    os.write(screen.near, b"B")
    times.pages.append(screen.until(b"trip ms"))  # stands on the boards' screen only
    screen.drain(0.1)
    os.write(screen.near, b"B")
    screen.drain(0.4)


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_key_is_shown_while_ten_boards_play(home: Path) -> None:
    screen = Screen(home, "demo", "--auto", "--seats", "10", "--pace", "0.2", "--new")
    times = Times()
    try:
        screen.until(b"Ana")
        screen.drain(5)
        for _ in range(KEYS):
            keys(screen, times)
    finally:
        screen.close()
    print(times.told("while ten boards play"))


@pytest.mark.slow
@pytest.mark.timeout(SECONDS * 2 + 240)
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="counts pages by /proc")
@pytest.mark.parametrize("rate", [2.0, 20.0])  # presses a second and board
def test_a_key_is_shown_while_ten_boards_are_mashed(home: Path, rate: float) -> None:
    """Boards that are not the program's own; every press is in the journal or noted as lost, and memory stays flat."""
    times = Times()
    with Desk(10, seed=1) as desk:
        seats = {desk.board(seat): seat for seat in desk.seats}
        (home / "boards.json").write_text(json.dumps(seats), encoding="utf-8")
        ports = [word for port in desk.ports for word in ("--port", port)]
        screen = Screen(home, "play", "--new", "--seats", ",".join(NAMES), "--rules", "mattel", *ports)
        try:
            screen.until(b"boards 10/10")
            (path,) = (home / "matches").glob("*.jsonl")
            sizes, over = [resident(screen.process.pid)], threading.Event()
            hands = threading.Thread(target=typed, args=(screen, times, over))
            hands.start()
            truth = mash(desk, rate, lambda made: sizes.append(resident(screen.process.pid)))
            over.set()
            hands.join()
            end = time.monotonic() + 60
            while not whole(path, truth):
                assert time.monotonic() < end, "every press is in the journal"
                screen.drain(0.5)
        finally:
            screen.close()
    lines, quarter = len(path.read_text(encoding="utf-8").splitlines()), sizes[len(sizes) // 4]
    print(times.told(f"{rate:g}/s a board for {SECONDS:g} s, {sum(truth.presses().values())} presses, {lines} lines"))
    print(f"memory {sizes[0] >> 20} MB, at a quarter {quarter >> 20}, at the end {sizes[-1] >> 20}")
    assert sizes[-1] - quarter < lines * LINE_BYTES + (16 << 20)


def typed(screen: Screen, times: Times, over: threading.Event) -> None:
    while not over.is_set():
        keys(screen, times)
