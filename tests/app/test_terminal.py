"""The demo in a real terminal: firmware, link, referee and screen, from the first card to quitting."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from unotable.desk.desk import Desk

from tests.conftest import needs

PATIENCE_S = 30.0  # of a slow machine; a step takes well under a second


class Terminal:
    """A tmux of its own with one command in it."""

    def __init__(self, command: str, size: tuple[int, int]) -> None:
        self._server = f"unotable-test-{uuid.uuid4().hex[:8]}"
        self._tmux("new-session", "-d", "-x", str(size[0]), "-y", str(size[1]), f"{command}; echo ENDED $?; sleep 60")

    def _tmux(self, *words: str) -> str:
        done = subprocess.run(["tmux", "-L", self._server, "-f", os.devnull, *words], capture_output=True, text=True)
        return done.stdout

    def text(self) -> str:
        return self._tmux("capture-pane", "-p")

    def keys(self, *keys: str) -> None:
        for key in keys:
            self._tmux("send-keys", "--", key)

    def raw(self, text: str) -> None:
        """Bytes as a terminal sends them, for what tmux has no key for."""
        self._tmux("send-keys", "-l", "--", text)

    def until(self, seen: Callable[[str], bool]) -> str:
        """The screen as soon as it is as wanted."""
        end = time.monotonic() + PATIENCE_S
        while not seen(text := self.text()):
            assert time.monotonic() < end, text
            time.sleep(0.05)
        return text

    def close(self) -> None:
        self._tmux("kill-server")


@contextmanager
def demo(home: Path, size: tuple[int, int], *options: str) -> Iterator[Terminal]:
    with opened(home, size, "demo", "--new", *options) as terminal:
        yield terminal


@contextmanager
def opened(home: Path, size: tuple[int, int], *arguments: str) -> Iterator[Terminal]:
    """Any command of unotable."""
    words = [sys.executable, "-c", "import sys; from unotable.cli import main; sys.exit(main())", *arguments]
    terminal = Terminal(f"UNOTABLE_HOME={shlex.quote(str(home))} {shlex.join(words)}", size)
    try:
        yield terminal
    finally:
        terminal.close()


@pytest.mark.terminal
def test_a_demo_is_played_with_the_boards_own_buttons(home: Path) -> None:
    needs("tmux")
    with demo(home, (80, 24), "--seats", "3", "--rules", "mattel", "--lang", "en") as terminal:
        terminal.until(lambda text: "boards 3/3" in text)
        terminal.keys("r", "5")
        terminal.until(lambda text: "RED 5" in text and ">2 Bo" in text)
        terminal.keys("F2", "d")
        terminal.until(lambda text: ">3 Cy" in text and "names Bo's card" in text)
        terminal.keys("Escape", "g", "5")
        terminal.until(lambda text: "GREEN 5" in text)
        terminal.keys("z")
        terminal.until(lambda text: "GREEN 5" not in text and "Taken back: card g5" in text)
        terminal.keys("L")
        frame = terminal.until(lambda text: "轮到 Cy" in text)
        assert len(frame.rstrip("\n").split("\n")) == 24
        terminal.keys("q")
        terminal.until(lambda text: "ENDED 0" in text)


@pytest.mark.terminal
def test_boards_sit_down_in_setup_and_play_on_without_being_asked_again(home: Path) -> None:
    needs("tmux")
    with Desk(2, seed=3) as desk:
        ports = [word for port in desk.ports for word in ("--port", port)]
        with opened(home, (80, 24), "play", "--lang", "en", *ports) as terminal:
            terminal.until(lambda text: "new match" in text)
            terminal.keys("n")
            terminal.until(lambda text: "type the names" in text)
            terminal.keys("Ana", "Enter", "Bo")
            terminal.until(lambda text: "seat 1, Ana: press UNO" in text)
            desk.press(2, "uno")
            terminal.until(lambda text: "seat 2, Bo: press UNO" in text)
            desk.press(1, "uno")
            terminal.until(lambda text: "boards at seats: 2 of 2" in text and text.count("o ready") == 2)
            terminal.keys("F5")
            frame = terminal.until(lambda text: "card>" in text and "boards 2/2" in text)
            assert "press UNO" not in frame
            desk.press(1, "done")
            terminal.until(lambda text: ">1 Ana" in text)
            terminal.keys("q")
            terminal.until(lambda text: "new match" in text)
            terminal.keys("q")
            terminal.until(lambda text: "ENDED 0" in text)


@pytest.mark.terminal
def test_a_match_is_begun_from_home_and_gone_on_with(home: Path) -> None:
    needs("tmux")
    with opened(home, (80, 24), "play", "--lang", "en") as terminal:
        terminal.until(lambda text: "new match" in text)
        terminal.keys("n")
        terminal.until(lambda text: "F5 begin" in text)
        terminal.keys("Ana", "Enter", "Bo", "F7", "F5")
        terminal.until(lambda text: "card>" in text and "2 Bo" in text)
        terminal.keys("r", "5")
        terminal.until(lambda text: "RED 5" in text)
        terminal.keys("q")
        terminal.until(lambda text: "new match" in text and "Ana, Bo  mattel  round 1" in text)
        terminal.keys("c")
        terminal.until(lambda text: "RED 5" in text)
        terminal.keys("H")
        terminal.until(lambda text: "unfinished" in text and "Ana, Bo" in text)
        terminal.keys("Escape")
        terminal.until(lambda text: "RED 5" in text)
        terminal.keys("q")
        terminal.until(lambda text: "new match" in text)
        terminal.keys("q")
        terminal.until(lambda text: "ENDED 0" in text)
