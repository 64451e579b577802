"""A device that is no board and says escape sequences without end: each command ends or goes on, none obeys it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from unotable.link import wire

if os.name != "posix":
    pytest.skip("pseudo-terminals", allow_module_level=True)
import tty

EVIL = b"\x1b[2J\x1b]0;mine\x07\x1b[31mred\x9b31m \xe2\x80\xae\r\nTraceback \x1b]52;c;ZXZpbA==\x07\n"
HELLO = wire.encode("H", wire.PROTO, "bad5", 7, "0.1.0", "pico", "bl")
COMMANDS = {
    "doctor": (["doctor"], "no board of ours"),
    "console": (["boards", "--console"], "mine"),
    "flash": (["flash"], "no MicroPython prompt"),
    "play": (["play", "--plain", "--seats", "Ana,Bo", "--port"], "no board answers"),
    "greeting": (["boards", "--port"], "bad5"),
}
OBEYED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class Rogue:
    """A port; it says `data` twenty times a second until `end`."""

    def __init__(self, data: bytes) -> None:
        self._near, self._far = os.openpty()
        tty.setraw(self._far)
        os.set_blocking(self._near, False)
        self.port = os.ttyname(self._far)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._talk, args=(data,))
        self._thread.start()

    def _talk(self, data: bytes) -> None:
        while not self._stop.wait(0.05):
            try:
                os.write(self._near, data)
            except OSError:  # nobody listens
                time.sleep(0.01)

    def end(self) -> None:
        self._stop.set()
        self._thread.join()
        os.close(self._near)
        os.close(self._far)


@pytest.fixture
def rogues() -> Iterator[dict[str, str]]:
    made = {name: Rogue(EVIL + HELLO if name == "greeting" else EVIL) for name in COMMANDS}
    yield {name: rogue.port for name, rogue in made.items()}
    for rogue in made.values():
        rogue.end()


def test_what_a_device_says_is_shown_and_never_obeyed(home: Path, rogues: dict[str, str]) -> None:
    running = {
        name: subprocess.Popen(
            [sys.executable, "-m", "unotable", *command, rogues[name]],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        for name, (command, _) in COMMANDS.items()
    }
    try:
        for name, process in running.items():
            out = process.communicate(timeout=40)[0].decode()
            assert COMMANDS[name][1] in out, (name, out)
            assert not OBEYED.search(out) and "Traceback (most" not in out, (name, out)
    finally:
        for process in running.values():
            process.kill()
    log = (home / "logs" / "unotable.log").read_text(encoding="utf-8")
    assert log and not OBEYED.search(log)
