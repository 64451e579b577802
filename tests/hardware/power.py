"""What a seat draws from USB: `python -m tests.hardware.power [--check]` writes the table in hardware/README.md.

Computed from hardware/pins.toml and the firmware itself: every lamp pattern is painted over its whole course, as the
board would, and sent through the firmware's own dimming (boards/strip.py). With --check it says what is stale.
"""

from __future__ import annotations

import re
import sys
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

from unoseat import lamps

from tests.hardware import FIRMWARE, HARDWARE, ROOT

PAGE = HARDWARE / "README.md"
BLOCK = re.compile(r"(<!-- power: made by tests/hardware/power\.py -->\n).*?(<!-- end -->)", re.DOTALL)
STEP, COURSE = 40, 16000  # ms between two looks; no pattern goes on for longer before it repeats
ARGUMENT = {"penalty": 4, "hurry": 8000, "seat": 10}
PORT = 500  # mA, USB 2.0: five unit loads for a device that has asked for them

PICO = (100, "assumed, unverified: no figure of a Pico that runs MicroPython could be read")
LAMP = (20, "assumed, unverified (one of 12 V was seen to take 23 mA at 12 V, below); measure yours")
IDLE = (1, "0.7 mA measured by others for a WS2812B that shows nothing (list-awesomeled, WS2812), rounded up")
SMALL = (5, "three pull-ups of 0.4 mA, the piezo, the shifter (1.35 mA, MC74VHC1GT125 data sheet, I_CCT)")
SWITCHED = 500  # mA that U2 passes for ever: "0.5 A rated output", TI SLVSAU6A


@dataclass(frozen=True)
class Draw:
    """mA of one pattern: what the strip would take undimmed, what it takes, and the lamps in the buttons."""

    name: str
    asked: float
    strip: float
    lamps: float


@cache
def firmware_strip() -> tuple[ModuleType, list[bytes]]:
    """The firmware's boards/strip.py on stand-ins for the RP2040's modules, and the pictures that it sends."""
    rp2, machine = (ModuleType(name) for name in ("rp2", "machine"))
    exec((ROOT / "tests" / "firmware" / "parts" / "rp2.py").read_text(encoding="utf-8"), rp2.__dict__)
    machine.Pin = type("Pin", (), {"OUT": 1, "__init__": lambda self, *_, **__: None})  # type: ignore[attr-defined]
    with patch.dict(sys.modules, {"rp2": rp2, "machine": machine}):
        spec = spec_from_file_location("strip_of_the_firmware", FIRMWARE / "unoseat" / "boards" / "strip.py")
        assert spec is not None and spec.loader is not None
        strip = module_from_spec(spec)
        spec.loader.exec_module(strip)
    return strip, rp2.pictures


def draws(pixels: int, most: int) -> list[Draw]:
    """Every pattern's worst moment."""
    module, pictures = firmware_strip()
    full = module.FULL
    strip = module.Strip(16, pixels, most)
    found = []
    for name in lamps.PATTERNS:
        asked = sent = lit = 0.0
        for ms in range(0, COURSE, STEP):
            rgb, keys = bytearray(3 * pixels), bytearray(3)
            paint(name, ms, rgb, keys)
            asked = max(asked, sum(rgb) * full / 255)
            if any(rgb):
                strip.show(rgb)
                sent = max(sent, sum(pictures[-1]) * full / 255)
                del pictures[:]
            lit = max(lit, sum(LAMP[0] for key in keys if key))
        found.append(Draw(name, asked, sent, lit))
    return found


def paint(name: str, ms: int, rgb: bytearray, keys: bytearray) -> None:
    """As Lamps.paint, at that moment of the pattern, for a white seat: none draws more."""
    now = 0
    shown = lamps.Lamps(now)
    if name == "press":
        shown.press(0, now)
    else:
        shown.order(name, str(ARGUMENT.get(name, 0)), now)
    layer = 2 if name == "press" else 1 if shown._name[1] == name else 0
    shown._ms[layer] = ms
    shown._top = layer
    shown.paint(True, rgb, keys)


@dataclass(frozen=True)
class Budget:
    pixels: int
    limit: int
    draws: tuple[Draw, ...]

    @property
    def worst(self) -> Draw:
        return max(self.draws, key=lambda draw: draw.strip + draw.lamps)

    @property
    def lamps(self) -> int:
        """mA of all three lamps: a press may light one more than a pattern."""
        return 3 * LAMP[0]

    @property
    def strip(self) -> float:
        return max(draw.strip for draw in self.draws)

    @property
    def idle(self) -> int:
        return self.pixels * IDLE[0]

    @property
    def switched(self) -> float:
        """What goes through U2."""
        return self.strip + self.idle + self.lamps + 2

    @property
    def seat(self) -> float:
        return PICO[0] + self.strip + self.idle + self.lamps + SMALL[0]


def budget(pins: Path, pixels: int | None = None) -> Budget:
    """Of the strip that pins.toml describes, or of a longer one."""
    strip = tomllib.loads(pins.read_text(encoding="utf-8"))["strip"]
    count = pixels or strip["pixels"]
    return Budget(count, strip["milliamperes"], tuple(draws(count, strip["milliamperes"])))


def wrong(found: Budget) -> list[str]:
    """What the firmware or the map promises and does not keep, a sentence each."""
    sentences = []
    if found.strip > found.limit:
        sentences.append(f"the strip draws {found.strip:.0f} mA, more than the {found.limit} mA of pins.toml")
    if found.seat > PORT:
        sentences.append(f"a seat with {found.pixels} pixels draws {found.seat:.0f} mA, more than a port's {PORT}")
    if found.switched > SWITCHED:
        sentences.append(f"U2 has to pass {found.switched:.0f} mA, more than {SWITCHED}")
    return sentences


def table(pins: Path) -> str:
    small, large = budget(pins), budget(pins, 24)
    least = sorted((d for d in small.draws if d.asked), key=lambda d: -d.asked)[:3]
    rows = [
        ("the strip's light, at most", f"{small.strip:.0f}", f"{large.strip:.0f}",
         f"the firmware dims it to {small.limit} mA (`pins.toml`, 20 mA a colour)"),
        ("the strip's chips", str(small.idle), str(large.idle), IDLE[1]),
        ("three button lamps", str(small.lamps), str(large.lamps), LAMP[1]),
        ("the Pico", str(PICO[0]), str(PICO[0]), PICO[1]),
        ("the rest", str(SMALL[0]), str(SMALL[0]), SMALL[1]),
        ("**one seat**", f"**{small.seat:.0f}**", f"**{large.seat:.0f}**", f"a USB 2.0 port gives {PORT} mA"),
        ("**ten seats on one hub**", f"**{10 * small.seat:.0f}**", f"**{10 * large.seat:.0f}**",
         "a hub with its own supply of 5 V, 5 A (25 W)"),
    ]  # fmt: skip
    lines = [f"| mA at 5 V | {small.pixels} pixels | {large.pixels} pixels | known from |", "|---|---|---|---|"]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    asked = ", ".join(f"`{draw.name}` {draw.asked:.0f} → {draw.strip:.0f}" for draw in least)
    lines += ["", f"Patterns that ask for most, undimmed → as shown, with {small.pixels} pixels (mA): {asked}."]
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    pins = HARDWARE / "pins.toml"
    faults = [*wrong(budget(pins)), *wrong(budget(pins, 24))]
    for sentence in faults:
        print(f"hardware: {sentence}")
    page = PAGE.read_text(encoding="utf-8")
    if not BLOCK.search(page):
        print("hardware/README.md has no table of the power budget")
        return 1
    fresh = BLOCK.sub(lambda found: found[1] + table(pins) + found[2], page)
    if fresh != page:
        if "--check" in arguments:
            print("hardware/README.md is stale: run `python -m tests.hardware.power`")
            return 1
        PAGE.write_text(fresh, encoding="utf-8", newline="\n")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
