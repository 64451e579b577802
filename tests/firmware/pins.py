"""Writes the firmware's pin constants from hardware/pins.toml: `python -m tests.firmware.pins [--check]`.

Also the table of wires in firmware/README.md. With --check it writes nothing and says what is stale. Either way it
refuses a map that no Pico has.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
MAP = ROOT / "hardware" / "pins.toml"
MODULE = ROOT / "firmware" / "unoseat" / "boards" / "pins.py"
PAGE = ROOT / "firmware" / "README.md"
BLOCK = re.compile(r"(<!-- pins: made by tests/firmware/pins\.py -->\n).*?(<!-- end -->)", re.DOTALL)

# Raspberry Pi Pico datasheet, "Pinout": which edge contact a GPIO is on
CONTACTS = {gpio: pin for pin, gpio in {
    1: 0, 2: 1, 4: 2, 5: 3, 6: 4, 7: 5, 9: 6, 10: 7, 11: 8, 12: 9, 14: 10, 15: 11, 16: 12, 17: 13, 19: 14, 20: 15,
    21: 16, 22: 17, 24: 18, 25: 19, 26: 20, 27: 21, 29: 22, 31: 26, 32: 27, 34: 28,
}.items()}  # fmt: skip
BUTTONS = ("uno", "cut", "done")
MOST_PIXELS = 24


def read(text: str) -> dict[str, Any]:
    return tomllib.loads(text)


def wires(pins: dict[str, Any]) -> dict[str, dict[str, int]]:
    """Every wire by its name, in order."""
    found = {f"{part} {name}": pins[part][name] for part in ("buttons", "lamps") for name in BUTTONS}
    return found | {"strip data": pins["strip"]["data"], "piezo signal": pins["piezo"]["signal"]}


def wrong(pins: dict[str, Any]) -> list[str]:
    """What no Pico can do, a sentence each."""
    found = []
    taken: dict[int, str] = {}
    for name, wire in wires(pins).items():
        gpio = wire["gpio"]
        if CONTACTS.get(gpio) != wire["pin"]:
            found.append(f"{name}: GP{gpio} is not on pin {wire['pin']} of a Pico")
        if gpio in taken:
            found.append(f"{name}: GP{gpio} is {taken[gpio]} already")
        taken[gpio] = name
    slices = {pins["lamps"][name]["gpio"] // 2 % 8 for name in BUTTONS}
    if pins["piezo"]["signal"]["gpio"] // 2 % 8 in slices:
        found.append("piezo signal: shares its PWM slice with a lamp, so its notes would be the lamp's frequency")
    if not 1 <= pins["strip"]["pixels"] <= MOST_PIXELS:
        found.append(f"strip: 1 to {MOST_PIXELS} pixels, not {pins['strip']['pixels']}")
    return found


def module(pins: dict[str, Any]) -> str:
    """The Python file with the constants."""
    buttons, lamps = ([pins[part][name]["gpio"] for name in BUTTONS] for part in ("buttons", "lamps"))
    strip = pins["strip"]
    return f'''"""Where a Pico's wires are. Made from hardware/pins.toml by tests/firmware/pins.py; edit that."""

BUTTONS = ({", ".join(map(str, buttons))})  # GPIO of UNO, CUT, DONE: closed is low
LAMPS = ({", ".join(map(str, lamps))})  # GPIO of the lamps in them: lit is high
STRIP = {strip["data"]["gpio"]}  # GPIO of the WS2812 data
PIXELS = {strip["pixels"]}
MOST_PIXELS = {MOST_PIXELS}
MILLIAMPERES = {strip["milliamperes"]}  # the strip's most
PIEZO = {pins["piezo"]["signal"]["gpio"]}  # GPIO
'''


def table(pins: dict[str, Any]) -> str:
    """The README's rows: what, GPIO, contact."""
    rows = [f"| {name} | GP{wire['gpio']} | {wire['pin']} |" for name, wire in wires(pins).items()]
    return "\n".join(["| wire | GPIO | pin of the Pico |", "|---|---|---|", *rows]) + "\n"


def main(arguments: list[str]) -> int:
    pins = read(MAP.read_text(encoding="utf-8"))
    for sentence in (faults := wrong(pins)):
        print(f"hardware/pins.toml: {sentence}")
    if faults:
        return 1
    page = PAGE.read_text(encoding="utf-8")
    fresh = {MODULE: module(pins), PAGE: BLOCK.sub(lambda found: found[1] + table(pins) + found[2], page)}
    stale = [path for path, text in fresh.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    for path in stale:
        if "--check" in arguments:
            print(f"{path.relative_to(ROOT)} is stale: run `python -m tests.firmware.pins`")
        else:
            path.write_text(fresh[path], encoding="utf-8", newline="\n")
    return int("--check" in arguments and bool(stale))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
