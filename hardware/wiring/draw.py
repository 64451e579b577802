"""Draws how a seat without a board is wired: `python3 draw.py [--check]` writes the pictures beside it from pins.toml.

A picture a step: buttons, lamps, strip, piezo; and the micro:bit, which needs no wire. Plain SVG, sizes in its units.
"""

from __future__ import annotations

import sys
import tomllib
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

HERE = Path(__file__).resolve().parent
PINS = HERE.parent / "pins.toml"
STEP = 22  # from one contact of the Pico to the next
TOP = 92  # y of its contacts 1 and 40
GROUND, PLUS, SIGNAL = "#202020", "#c62828", ("#a07800", "#1565c0", "#2e7d32")
FACES = {"uno": ("UNO", "yellow, 60 mm", "#ffe082"), "cut": ("CUT", "red, 45 mm", "#ef9a9a"),
         "done": ("DONE", "white, 30 mm", "#ffffff")}  # fmt: skip
GROUNDS = (3, 8, 13, 18, 23, 28, 38)


@dataclass
class Picture:
    """Pieces of an SVG, drawn in order."""

    width: int
    height: int
    title: str
    pieces: list[str] = field(default_factory=list)

    def box(self, x: float, y: float, w: float, h: float, fill: str = "#f5f5f5", round_: float = 6) -> None:
        self.pieces.append(
            f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{round_:g}" fill="{fill}" stroke="#444"/>'
        )

    def ring(self, x: float, y: float, radius: float, fill: str = "#fff", stroke: str = "#444") -> None:
        self.pieces.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{stroke}"/>')

    def text(self, x: float, y: float, words: str, at: str = "start", size: int = 14, bold: bool = False) -> None:
        weight = ' font-weight="bold"' if bold else ""
        self.pieces.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{at}"{weight}>{escape(words)}</text>'
        )

    def wire(self, colour: str, *points: tuple[float, float]) -> None:
        """A wire with a round end at either side; a white edge keeps crossings apart."""
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        for stroke, width in (("#fff", 7), (colour, 3)):
            self.pieces.append(
                f'<polyline points="{path}" fill="none" stroke="{stroke}" stroke-width="{width}" '
                'stroke-linejoin="round"/>'
            )
        for x, y in (points[0], points[-1]):
            self.ring(x, y, 3.5, colour, colour)

    def svg(self) -> str:
        body = "\n".join(self.pieces)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" width="{self.width}" '
            f'height="{self.height}" font-family="DejaVu Sans, Verdana, sans-serif" fill="#111">\n'
            f"<title>{escape(self.title)}</title>\n"
            f'<rect width="100%" height="100%" fill="#fff"/>\n{body}\n</svg>\n'
        )


def contact(x: float, number: int) -> tuple[float, float]:
    """Where a contact of the Pico is, whose left edge is at x."""
    return (x, TOP + STEP * (number - 1)) if number <= 20 else (x + 160, TOP + STEP * (40 - number))


def pico(picture: Picture, x: float, used: dict[int, str]) -> None:
    """The Pico from above, its plug at the top; used contacts are named."""
    picture.box(x, TOP - 24, 160, 20 * STEP + 26, "#dcedc8", 10)
    picture.box(x + 55, TOP - 40, 50, 30, "#e0e0e0", 3)
    picture.text(x + 80, TOP - 20, "USB", "middle", 12)
    picture.text(x + 80, TOP + 20 * STEP + 20, "Raspberry Pi Pico", "middle", 13, True)
    picture.text(x + 80, TOP + 20 * STEP + 38, "seen from above", "middle", 12)
    for number in range(1, 41):
        px, py = contact(x, number)
        left = number <= 20
        inner = px + 12 if left else px - 12
        picture.ring(inner, py, 5, "#ffd54f" if number in used else "#fff")
        if number in used:
            at = "start" if left else "end"
            picture.text(inner + (11 if left else -11), py + 5, f"{number} {used[number]}", at, 13, True)
        elif number in (1, 20, 21, 40):
            picture.text(inner + (11 if left else -11), py + 5, str(number), "start" if left else "end", 12)


def button(picture: Picture, x: float, y: float, name: str, rows: tuple[str, str]) -> tuple[float, float, float]:
    """A button with two terminals on its right side: x of both, y of each."""
    word, look, fill = FACES[name]
    picture.box(x, y, 210, 96)
    picture.ring(x + 44, y + 48, {"uno": 34, "cut": 28, "done": 22}[name], fill)
    picture.text(x + 44, y + 53, word, "middle", 11 if name == "done" else 13, True)
    picture.text(x + 6, y - 6, f"{word}: {look}", "start", 13)
    for row, words in enumerate(rows):
        py = y + 26 + 44 * row
        picture.ring(x + 204, py, 5, "#ffd54f")
        picture.text(x + 192, py + 5, words, "end", 13)
    return x + 204, y + 26, y + 70


def rail(picture: Picture, x: float, y1: float, y2: float, words: str, colour: str) -> None:
    """A row of a breadboard in which everything is joined."""
    picture.box(x - 7, y1, 14, y2 - y1, "#eceff1" if colour == GROUND else "#ffebee", 4)
    picture.text(x, y1 - 8, words, "middle", 13, True)


def spot(picture: Picture, x: float, y: float, colour: str) -> None:
    picture.ring(x, y, 4, colour, colour)


def buttons(pins: dict) -> Picture:  # type: ignore[type-arg]
    picture = Picture(860, 600, "Step 1: three buttons on a Pico")
    x = 640
    used = {pins["buttons"][name]["pin"]: f"GP{pins['buttons'][name]['gpio']}" for name in FACES} | {3: "GND"}
    pico(picture, x, used)
    ground = 300
    rail(picture, ground, 60, 560, "ground row", GROUND)
    for row, name in enumerate(FACES):
        px, contact_y, common_y = button(picture, 20, 70 + 150 * row, name, ("contact (NO)", "common (COM)"))
        picture.wire(GROUND, (px, common_y), (ground, common_y))
        end, y = contact(x, pins["buttons"][name]["pin"])
        lane = 560 - 40 * row if contact_y > y else 440 + 40 * row
        picture.wire(SIGNAL[row], (px, contact_y), (lane, contact_y), (lane, y), (end + 12, y))
    end, y = contact(x, 3)
    picture.wire(GROUND, (ground, y), (end + 12, y))
    return picture


def lamps(pins: dict) -> Picture:  # type: ignore[type-arg]
    picture = Picture(1080, 640, "Step 2: the lamps in the buttons, by a ULN2003A")
    x = 860
    used = {pins["lamps"][name]["pin"]: f"GP{pins['lamps'][name]['gpio']}" for name in FACES} | {8: "GND", 40: "VBUS"}
    pico(picture, x, used)
    plus, ground = 290, 690
    rail(picture, plus, 60, 590, "5 V row", PLUS)
    rail(picture, ground, 60, 590, "ground row", GROUND)
    # the chip, its notch down, so that its inputs look at the Pico
    cx, cy, pitch = 460, 190, 28
    picture.box(cx, cy, 130, 8 * pitch + 20, "#cfd8dc")
    picture.ring(cx + 65, cy + 8 * pitch + 20, 9, "#fff")
    picture.text(cx + 65, cy - 10, "ULN2003A, notch down", "middle", 13, True)
    left = {16: "1C", 15: "2C", 14: "3C", 9: "COM"}
    right = {1: "1B", 2: "2B", 3: "3B", 8: "E"}
    for number in range(1, 17):
        is_right = number <= 8
        py = cy + 8 * pitch - pitch * (number - 1) - 4 if is_right else cy + 8 * pitch - pitch * (16 - number) - 4
        px = cx + 118 if is_right else cx + 12
        known = (right if is_right else left).get(number)
        picture.ring(px, py, 5, "#ffd54f" if known else "#fff")
        words = f"{number} {known}" if known else str(number)
        picture.text(px + (-10 if is_right else 10), py + 5, words, "end" if is_right else "start", 12, bool(known))
    for row, name in enumerate(FACES):
        px, plus_y, minus_y = button(picture, 20, 70 + 170 * row, name, ("lamp +", "lamp -"))
        picture.wire(PLUS, (px, plus_y), (plus, plus_y))
        out = cy + 8 * pitch - pitch * row - 4
        lane = 350 + 30 * row
        picture.wire(SIGNAL[row], (px, minus_y), (lane, minus_y), (lane, out), (cx + 12, out))
        end, y = contact(x, pins["lamps"][name]["pin"])
        lane = 740 + 30 * row
        picture.wire(SIGNAL[row], (cx + 118, out), (lane, out), (lane, y), (end + 12, y))
    emitter = cy + pitch - 4
    picture.wire(GROUND, (cx + 118, emitter), (ground, emitter))
    end, y = contact(x, 8)
    picture.wire(GROUND, (ground, y), (end + 12, y))
    picture.wire(PLUS, (cx + 12, emitter), (plus, emitter))
    end, y = contact(x, 40)
    picture.wire(PLUS, (plus, 610), (1050, 610), (1050, y), (end - 12, y))
    picture.wire(PLUS, (plus, 580), (plus, 610))
    return picture


def strip(pins: dict) -> Picture:  # type: ignore[type-arg]
    picture = Picture(900, 600, "Step 3: the strip, with a diode and a resistor")
    x = 40
    data = pins["strip"]["data"]
    pico(picture, x, {data["pin"]: f"GP{data['gpio']}", 23: "GND", 40: "VBUS"})
    picture.box(640, 200, 230, 190)
    picture.text(648, 190, f"WS2812B strip, {pins['strip']['pixels']} lights", "start", 13, True)
    for n in range(4):
        picture.box(752 + 28 * n, 280, 20, 20, "#e1f5fe", 2)
    picture.text(752, 262, "arrow points away", "start", 12)
    picture.text(752, 328, "-->  -->  -->", "start", 12)
    rows = {"+5V": 230, "DIN": 295, "GND": 360}
    for words, y in rows.items():
        picture.ring(648, y, 5, "#ffd54f")
        picture.text(660, y + 5, words, "start", 13, True)
    end, y = contact(x, 40)
    picture.wire(PLUS, (end - 12, y), (330, y), (330, 230), (400, 230))
    picture.box(400, 214, 110, 32, "#424242", 4)
    picture.box(488, 214, 10, 32, "#fff", 0)
    picture.text(455, 204, "1N4001, ring to the strip", "middle", 13)
    picture.wire(PLUS, (510, 230), (648, 230))
    end, y = contact(x, data["pin"])
    picture.wire(SIGNAL[2], (end - 12, y), (300, y), (300, 295), (400, 295))
    picture.box(400, 284, 110, 22, "#ffe0b2", 8)
    picture.text(455, 300, "330 Ω", "middle", 13)
    picture.wire(SIGNAL[2], (510, 295), (648, 295))
    end, y = contact(x, 23)
    picture.wire(GROUND, (end - 12, y), (360, y), (360, 360), (648, 360))
    return picture


def piezo(pins: dict) -> Picture:  # type: ignore[type-arg]
    picture = Picture(760, 590, "Step 4: the piezo")
    x = 540
    signal = pins["piezo"]["signal"]
    pico(picture, x, {signal["pin"]: f"GP{signal['gpio']}", 18: "GND"})
    picture.ring(110, 400, 60, "#424242")
    picture.ring(110, 400, 8, "#ffb74d")
    picture.text(24, 325, "piezo without electronics of its own", "start", 13, True)
    end, y = contact(x, 18)
    picture.wire(GROUND, (160, 370), (330, 370), (330, y), (end + 12, y))
    end, y = contact(x, signal["pin"])
    picture.wire(SIGNAL[1], (160, 430), (210, 430))
    picture.box(210, 419, 110, 22, "#ffe0b2", 8)
    picture.text(265, 435, "330 Ω", "middle", 13)
    picture.wire(SIGNAL[1], (320, 430), (400, 430), (400, y), (end + 12, y))
    return picture


def microbit(pins: dict) -> Picture:  # type: ignore[type-arg]
    picture = Picture(760, 430, "A BBC micro:bit as a seat: nothing to wire")
    picture.box(230, 100, 300, 240, "#37474f", 14)
    picture.box(350, 84, 60, 34, "#e0e0e0", 3)
    picture.text(380, 106, "USB", "middle", 12)
    picture.wire("#616161", (380, 84), (380, 40), (560, 40))
    picture.text(570, 45, "cable with data wires", "start", 13)
    picture.text(570, 63, "to the laptop or its hub", "start", 13)
    for row in range(5):
        for column in range(5):
            picture.box(335 + 20 * column, 165 + 20 * row, 8, 12, "#ef5350", 1)
    for x, word in ((275, "A"), (485, "B")):
        picture.ring(x, 215, 24, "#eceff1")
        picture.text(x, 220, word, "middle", 15, True)
    picture.text(190, 205, "A is UNO", "end", 15, True)
    picture.text(570, 205, "B is CUT", "start", 15, True)
    picture.text(380, 380, "A and B together are DONE", "middle", 15, True)
    picture.text(380, 402, "The display shows whose turn it is, count-downs and penalties.", "middle", 13)
    picture.wire("#90a4ae", (200, 212), (250, 215))
    picture.wire("#90a4ae", (510, 215), (560, 212))
    for n in range(5):
        picture.ring(262 + 59 * n, 322, 11, "#ffd54f")
    return picture


PICTURES = {
    "1-buttons.svg": buttons, "2-lamps.svg": lamps, "3-strip.svg": strip, "4-piezo.svg": piezo,
    "microbit.svg": microbit,
}  # fmt: skip


def pictures(pins: Path = PINS) -> dict[str, str]:
    numbers = tomllib.loads(pins.read_text(encoding="utf-8"))
    return {name: draw(numbers).svg() for name, draw in PICTURES.items()}


def main() -> int:
    stale = []
    for name, text in pictures().items():
        path = HERE / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
            if "--check" not in sys.argv:
                path.write_text(text, encoding="utf-8", newline="\n")
    if "--check" in sys.argv and stale:
        print(f"hardware/wiring: {', '.join(stale)}: run python3 hardware/wiring/draw.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
