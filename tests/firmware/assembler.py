"""The PIO program of strip.py as a chip's instructions, and that chip: rp2040py's, without any firmware on it."""

from __future__ import annotations

import asyncio
import importlib
import sys
import types
from collections.abc import Callable
from typing import Any

import pytest
from rp2040py.external.ws2812 import Ws2812
from rp2040py.rp2040 import RP2040
from rp2040py.utils import pio_assembler as pio

SYSTEM = 125_000_000  # Hz
PIO0, PINS = 0x50200000, 0x40014000
CTRL, FSTAT, TXF0, MEMORY, CLKDIV, EXECCTRL, SHIFTCTRL, PINCTRL = 0, 4, 0x10, 0x48, 0xC8, 0xCC, 0xD0, 0xDC
DMA, RAM = 0x50000000, 0x20001000
FULL = 1 << 16  # FSTAT: the FIFO of machine 0 takes no more


class Program:
    """Runs a program's Python function with the assembler's words in place of its globals."""

    def __init__(self, function: Callable[[], None], options: dict[str, Any]) -> None:
        self.options = options
        self.words: list[int] = []
        words = {
            "x": pio.PIO_DEST_X,
            "pins": pio.PIO_DEST_PINS,
            "out": lambda to, bits: self._put(pio.pio_out(to, bits)),
            "set": lambda to, value: self._put(pio.pio_set(to, value)),
            "mov": lambda to, source: self._put(pio.pio_mov(to, source)),
        }
        types.FunctionType(function.__code__, words)()

    def _put(self, word: int) -> Program:
        self.words.append(word)
        return self

    def __getitem__(self, delay: int) -> None:
        self.words[-1] |= delay << 8


class Chip:
    """An RP2040 whose state machine 0 runs a program on one pin; a strip listens there."""

    def __init__(self, program: Program, gpio: int, hertz: int) -> None:
        self.mcu = RP2040()
        self.strip = Ws2812(gpio)
        self.strip.attach(self.mcu)
        options = program.options
        write = self.mcu.write_uint32
        for number, word in enumerate(program.words):
            write(PIO0 + MEMORY + 4 * number, word)
        write(PINS + 8 * gpio + 4, 6)  # the pin is PIO 0's
        write(PIO0 + CLKDIV, SYSTEM * 256 // hertz << 8)
        write(PIO0 + EXECCTRL, len(program.words) - 1 << 12)
        join = 1 << 30 if options["fifo_join"] == "tx" else 0
        write(PIO0 + SHIFTCTRL, join | options["pull_thresh"] << 25 | 1 << 17)
        write(PIO0 + PINCTRL, 1 << 26 | 1 << 20 | gpio << 5 | gpio)
        write(PIO0 + CTRL, 1 << 4)  # restart: the shift register counts as empty
        write(PIO0 + 0xD8, pio.pio_set(pio.PIO_DEST_PINDIRS, 1))  # as MicroPython does for `set_init`
        asyncio.run(self._start())

    async def _start(self) -> None:
        """Only inside a running loop may a machine be switched on; the loop's own stepping of it is not waited for."""
        self.mcu.write_uint32(PIO0 + CTRL, 1)

    def put(self, data: bytes) -> None:
        """Bytes into the FIFO as they find room, each in all lanes of the word: what the DMA does."""
        for byte in data:
            while self.mcu.read_uint32(PIO0 + FSTAT) & FULL:
                self.run(8)
            self.mcu.write_uint8(PIO0 + TXF0, byte)

    def send(self, data: bytes) -> None:
        """By DMA channel 0, as strip.py asks MicroPython for it: bytes, read address counting, paced by the FIFO."""
        for offset, byte in enumerate(data):
            self.mcu.write_uint8(RAM + offset, byte)
        write = self.mcu.write_uint32
        write(DMA, RAM)
        write(DMA + 4, PIO0 + TXF0)
        write(DMA + 8, len(data))
        write(DMA + 12, 1 << 21 | 1 << 4 | 1)  # quiet, INCR_READ, EN; DATA_SIZE 0, TREQ_SEL 0, CHAIN_TO itself

    def run(self, cycles: int) -> None:
        for _ in range(0, cycles, 4):
            self.mcu.pio[0].advance(4)
            self.mcu.clock.tick(4 * 1e9 / SYSTEM)


def strip(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module boards/strip.py, its program assembled."""
    rp2: Any = types.ModuleType("rp2")
    rp2.PIO = types.SimpleNamespace(OUT_LOW="low", SHIFT_LEFT="left", JOIN_TX="tx")
    rp2.asm_pio = lambda **options: lambda function: Program(function, options)
    machine: Any = types.ModuleType("machine")
    machine.Pin = object
    monkeypatch.setitem(sys.modules, "rp2", rp2)
    monkeypatch.setitem(sys.modules, "machine", machine)
    monkeypatch.delitem(sys.modules, "unoseat.boards.strip", raising=False)
    module = importlib.import_module("unoseat.boards.strip")
    monkeypatch.delitem(sys.modules, "unoseat.boards.strip")
    return module
