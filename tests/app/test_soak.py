"""How soon a key shows on the dashboard while ten boards play: in a terminal, printed (pytest -s), not judged."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="no pseudo-terminals here")

KEYS = 40
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


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_key_is_shown_while_ten_boards_play(home: Path) -> None:
    screen = Screen(home, "demo", "--auto", "--seats", "10", "--pace", "0.2", "--new")
    try:
        screen.until(b"Ana")
        screen.drain(5)
        times = []
        for _ in range(KEYS):
            os.write(screen.near, b"B")
            times.append(screen.until(b"trip ms"))  # stands on the boards' screen only
            screen.drain(0.1)
            os.write(screen.near, b"B")  # and back
            screen.drain(0.4)
    finally:
        screen.close()
    times.sort()
    ms = [round(1000 * times[min(len(times) - 1, int(share * len(times)))]) for share in (0.5, 0.9, 0.99)]
    print(f"\nkey to frame, another screen, {KEYS} keys: p50 {ms[0]} ms, p90 {ms[1]} ms, p99 {ms[2]} ms")
