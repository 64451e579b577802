"""A BBC micro:bit (the first one) in QEMU, running Debian's MicroPython for it; its serial line is a TCP port.

Its time is ours, as nearly as this machine keeps up. Buttons are moved, and lights read, over QEMU's own test socket:
the lights where MicroPython keeps their brightness, for the interrupt that drives their rows stops for seconds when the
emulator once comes late.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from pathlib import Path

import pytest
from unotable.tools.typed import Typed

from tests.conftest import needs

QEMU = "qemu-system-arm"
IMAGE = Path("/usr/share/firmware-microbit-micropython/firmware.hex")  # of Debian 12
PINS = {"uno": 17, "cut": 26}  # the nRF51's, of buttons A and B
TRIES = 3
RAM = (0x20000000, 0x4000)
MARK = "1234567890987654321234567"  # a picture to find the lights' brightness by, row after row


def needed() -> None:
    """Skips the running test where there is no QEMU or no image; with `CI` set it fails."""
    needs(QEMU)
    if not IMAGE.exists():
        why = "needs the package firmware-microbit-micropython on this machine"
        if os.environ.get("CI", "").lower() in ("1", "true", "yes"):
            pytest.fail(why)
        pytest.skip(why)


class Microbit:
    """From power-on to `close`. url: its serial port, for pyserial; whoever opens it first sees it boot."""

    def __init__(self, folder: Path, *options: str) -> None:
        path = folder / "qtest"
        for _ in range(TRIES):  # somebody else may take the port meanwhile
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                port = free.getsockname()[1]
            self.url = f"socket://127.0.0.1:{port}"
            if self._start(port, path, *options):
                return
        raise AssertionError("QEMU does not start")

    def _start(self, port: int, path: Path, *options: str) -> bool:
        command = [
            shutil.which(QEMU) or QEMU, "-M", "microbit", "-display", "none", "-monitor", "none", "-accel", "tcg",
            "-device", f"loader,file={IMAGE}", "-qtest-log", "none",
            "-serial", f"tcp:127.0.0.1:{port},server=on,wait=off,nodelay=on",
            "-qtest", f"unix:{path},server=on,wait=off",
            *options,
        ]  # fmt: skip
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        self._qtest = socket.socket(socket.AF_UNIX)
        self._qtest.settimeout(10)
        self._face = 0
        end = time.monotonic() + 20
        while time.monotonic() < end and self._process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                self._qtest.connect(str(path))
                return True
            except OSError:
                time.sleep(0.02)
        self.close()
        return False

    def __enter__(self) -> Microbit:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._qtest.close()
        self._process.kill()
        self._process.wait()

    def down(self, *buttons: str) -> None:
        self._move(buttons, 0)

    def up(self, *buttons: str) -> None:
        self._move(buttons, 1)

    def find_face(self, prompt: Typed) -> None:
        """Finds where MicroPython keeps the brightness of the lights, once, at its prompt."""
        prompt.run("from microbit import *")
        for row in range(5):
            for column in range(5):
                prompt.run(f"display.set_pixel({column},{row},{MARK[5 * row + column]})")
        ram = self._read(*RAM)
        marks = [int(digit) for digit in MARK]
        self._across = False
        found = ram.find(bytes(marks))
        if found < 0:  # column after column
            self._across = True
            found = ram.find(bytes(marks[5 * row + column] for column in range(5) for row in range(5)))
        assert found >= 0, "this MicroPython keeps its lights elsewhere"
        self._face = RAM[0] + found

    def face(self) -> str:
        """What is lit: five lines of `#` and `.`."""
        levels = self._read(self._face, 25)
        at = (lambda x, y: 5 * x + y) if self._across else (lambda x, y: 5 * y + x)
        return "\n".join("".join("#" if levels[at(x, y)] else "." for x in range(5)) for y in range(5))

    def _move(self, buttons: tuple[str, ...], level: int) -> None:
        """All at one moment, or in the emulator as close to that as it gets."""
        self._order("\n".join(f"set_irq_in /machine/nrf51 unnamed-gpio-in {PINS[it]} {level}" for it in buttons))

    def _read(self, address: int, size: int) -> bytes:
        return bytes.fromhex(self._order(f"read {address:#x} {size:#x}").split()[1][2:])

    def _order(self, order: str) -> str:
        self._qtest.sendall(order.encode() + b"\n")
        said = b""
        while said.count(b"\n") <= order.count("\n"):
            said += self._qtest.recv(65536)
        assert said.startswith(b"OK"), said
        return said.decode()
