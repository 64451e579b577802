"""Draws the schematic, one A4 sheet: `python3 sheet.py` writes it, the symbols and the tables beside it.

The drawing says on its own what is joined to what, by wires and labels; the checks hold it to design.nets(). Places are
millimetres on the sheet, y down, all on KiCad's grid of 1.27.
"""

from __future__ import annotations

import sys
import uuid
from itertools import pairwise
from pathlib import Path

import design
import symbols

HERE = Path(__file__).resolve().parent
SPACE = uuid.UUID("5ea7b0a2-0d0e-5e1f-8a3c-0123456789ab")  # names of things in it are the same every time
POWER = ("GND", "+5V", "+3V3", "VBUS")
TURNED = {0: (1, 0, 0, 1), 90: (0, -1, 1, 0), 180: (-1, 0, 0, -1), 270: (0, 1, -1, 0)}  # counter-clockwise, y up
ROWS = {"uno": 43.18, "cut": 101.6, "done": 160.02}  # y of each button's block


def name(*what: object) -> str:
    """The same id for the same thing, however often it is drawn."""
    return str(uuid.uuid5(SPACE, " ".join(map(str, what))))


SHEET = name("sheet")


class Sheet:
    """Lines of the file, in the order in which they were drawn."""

    def __init__(self, parts: dict[str, design.Part]) -> None:
        self.parts = parts
        self.lines: list[str] = []
        self._powers = 0

    def place(self, ref: str, x: float, y: float, angle: int = 0, fields: str = "") -> None:
        """Puts a part there. fields: where its words go, `above` or `below` it instead of the symbol's own way."""
        part = self.parts[ref]
        kind = part.kind
        symbol = symbols.SYMBOLS[kind.symbol]
        (rx, ry, rj), (vx, vy, vj) = symbol.texts
        if fields:
            side = -1 if fields == "above" else 1
            first, second = (x, y + side * 3.302, ""), (x, y + side * 5.08, "")
            if side < 0:
                first, second = second, first
        else:
            first, second = (x + rx, y - ry, rj), (x + vx, y - vy, vj)
        turn = 90 if angle in (90, 270) else 0  # words stay upright
        known = [
            ("Reference", ref, *first, False),
            ("Value", kind.value or ref, *second, not kind.value),
            ("Footprint", f"seat:{kind.footprint}", x, y, "", True),
            ("Datasheet", "", x, y, "", True),
            ("Description", kind.what, x, y, "", True),
            ("Maker", kind.maker, x, y, "", True),
            ("Number", kind.number, x, y, "", True),
        ]
        self._symbol(ref, kind.symbol, x, y, angle, known, turn, [pin.number for pin in symbol.pins])

    def power(self, net: str, x: float, y: float, angle: int = 0) -> None:
        """A rail's symbol; its point is what it joins."""
        self._powers += 1
        ref = f"#PWR{self._powers:02}"
        back = {0: -5.08, 180: 5.08, 90: 0, 270: 0}[angle] * (-1 if net == "GND" else 1)
        side = {0: 0, 180: 0, 90: -3.81, 270: 3.81}[angle] * (-1 if net == "GND" else 1)
        justify = "" if not side else "left" if side > 0 else "right"
        show = net != "GND"
        known = [
            ("Reference", ref, x, y, "", True),
            ("Value", net, x + side, y + (back * 0.75 if back else 0), justify, not show),
            ("Footprint", "", x, y, "", True),
            ("Datasheet", "", x, y, "", True),
            ("Description", "", x, y, "", True),
        ]
        self._symbol(ref, net, x, y, angle, known, 90 if angle in (90, 270) else 0, ["1"])

    def wire(self, *points: tuple[float, float]) -> None:
        for (x1, y1), (x2, y2) in pairwise(points):
            self.lines.append(
                f"(wire (pts (xy {x1:g} {y1:g}) (xy {x2:g} {y2:g})) (stroke (width 0) (type default)) "
                f'(uuid "{name("wire", x1, y1, x2, y2)}"))'
            )

    def joint(self, x: float, y: float) -> None:
        self.lines.append(f'(junction (at {x:g} {y:g}) (diameter 0) (color 0 0 0 0) (uuid "{name("joint", x, y)}"))')

    def label(self, net: str, x: float, y: float, left: bool = False, shape: str = "passive") -> None:
        """A net's name; left: it is at the left end of a wire."""
        angle, justify = (180, "right") if left else (0, "left")
        self.lines.append(
            f'(global_label "{net}" (shape {shape}) (at {x:g} {y:g} {angle}) (fields_autoplaced yes) '
            f'(effects (font (size 1.27 1.27)) (justify {justify})) (uuid "{name("label", net, x, y)}") '
            f'(property "Intersheetrefs" "${{INTERSHEET_REFS}}" (at {x:g} {y:g} 0) '
            "(effects (font (size 1.27 1.27)) (hide yes))))"
        )

    def net(self, net: str, x: float, y: float) -> None:
        """Names the wire that runs to the right from there."""
        self.lines.append(
            f'(label "{net}" (at {x:g} {y:g} 0) (effects (font (size 1.27 1.27)) (justify left bottom)) '
            f'(uuid "{name("net", net)}"))'
        )

    def open(self, x: float, y: float) -> None:
        """A pin that is meant to be joined to nothing."""
        self.lines.append(f'(no_connect (at {x:g} {y:g}) (uuid "{name("open", x, y)}"))')

    def words(self, x: float, y: float, text: str, size: float = 1.27, bold: bool = False) -> None:
        text = text.replace("\n", "\\n").replace('"', '\\"')
        self.lines.append(
            f'(text "{text}" (exclude_from_sim no) (at {x:g} {y:g} 0) (effects (font (size {size:g} {size:g})'
            f'{" (bold yes)" if bold else ""}) (justify left top)) (uuid "{name("words", x, y)}"))'
        )

    def pin(self, ref: str, number: int) -> tuple[float, float]:
        return self._ends[ref, str(number)]

    def _symbol(
        self, ref: str, symbol: str, x: float, y: float, angle: int, known: list, turn: int, pins: list
    ) -> None:
        drawn = symbols.SYMBOLS[symbol]
        fields = " ".join(
            f'(property "{key}" "{value}" (at {px:g} {py:g} {turn}) (effects (font (size 1.27 1.27))'
            f"{f' (justify {just})' if just else ''}{' (hide yes)' if hide else ''}))"
            for key, value, px, py, just, hide in known
        )
        numbers = " ".join(f'(pin "{pin}" (uuid "{name(ref, "pin", pin)}"))' for pin in pins)
        self.lines.append(
            f'(symbol (lib_id "seat:{symbol}") (at {x:g} {y:g} {angle}) (unit 1) (exclude_from_sim no) '
            f"(in_bom {'yes' if drawn.in_bom else 'no'}) (on_board yes) (dnp no) "
            f'(uuid "{name("symbol", ref)}") {fields} {numbers} '
            f'(instances (project "{design.NAME}" (path "/{SHEET}" (reference "{ref}") (unit 1)))))'
        )


def ends(kind: str, x: float, y: float, angle: int = 0) -> dict[str, tuple[float, float]]:
    """Where on the sheet the pins of a symbol end."""
    a, b, c, d = TURNED[angle]
    return {pin.number: (x + a * pin.x + b * pin.y, y - (c * pin.x + d * pin.y)) for pin in symbols.SYMBOLS[kind].pins}


def button(sheet: Sheet, number: int, which: str, x: float, y: float) -> None:
    """One button with its lamp: contact above, lamp below."""
    net = which.upper()
    titles = {"uno": "UNO, yellow, 60 mm", "cut": "CUT, red, 45 mm", "done": "DONE, white, 30 mm"}
    sheet.words(x - 10.16, y - 26.67, titles[which], 1.778, bold=True)
    sheet.place(f"J{number}", x, y)
    top, ground, plus, minus = y - 12.7, y - 5.08, y + 5.08, y + 12.7
    out = x + 10.16
    sheet.power("GND", out, ground, 90)
    sheet.wire((out, plus), (out + 8.89, plus))
    sheet.net(f"L+_{net}", out, plus)
    sheet.place(f"R{number}5", out + 12.7, plus, 90, "below")
    sheet.power("+5V", out + 16.51, plus)
    # the clamp, from the contact to the lamp's switched end
    tap = out + 20.32
    sheet.place(f"D{number}", tap, y)
    sheet.wire((out, top), (tap, top), (tap, y - 7.62))
    sheet.wire((out, minus), (tap, minus), (tap, y + 7.62))
    sheet.net(f"SW_{net}", out, top)
    sheet.net(f"L-_{net}", out, minus)
    sheet.power("GND", tap + 7.62, y)
    # the contact
    sheet.joint(tap, top)
    sheet.wire((tap, top), (tap + 5.08, top))
    sheet.place(f"R{number}1", tap + 8.89, top, 90, "below")
    node = tap + 17.78
    sheet.wire((tap + 12.7, top), (node, top), (node + 10.16, top), (node + 12.7, top), (node + 15.24, top))
    sheet.joint(node, top)
    sheet.place(f"R{number}2", node, top - 6.35)
    sheet.wire((node, top - 2.54), (node, top))
    sheet.power("+3V3", node, top - 10.16)
    sheet.joint(node + 10.16, top)
    sheet.place(f"C{number}1", node + 10.16, top + 6.35)
    sheet.wire((node + 10.16, top), (node + 10.16, top + 2.54))
    sheet.power("GND", node + 10.16, top + 10.16)
    sheet.label(f"BTN_{net}", node + 15.24, top, shape="output")
    sheet.place(f"TP{number + 4}", node + 12.7, top)
    sheet.joint(node + 12.7, top)
    # the lamp
    sheet.joint(tap, minus)
    drain = tap + 10.16
    sheet.place(f"Q{number}", drain + 2.54, minus + 5.08)
    sheet.wire((tap, minus), (drain, minus))
    sheet.power("GND", drain, minus + 10.16)
    gate = minus + 5.08
    fork = drain + 20.32
    sheet.wire((drain + 7.62, gate), (fork, gate), (fork + 2.54, gate))
    sheet.net(f"GATE_{net}", drain + 7.62, gate)
    sheet.joint(fork, gate)
    sheet.place(f"R{number}4", fork, gate + 6.35)
    sheet.wire((fork, gate), (fork, gate + 2.54))
    sheet.power("GND", fork, gate + 10.16)
    sheet.place(f"R{number}3", fork + 6.35, gate, 90, "above")
    sheet.wire((fork + 10.16, gate), (fork + 12.7, gate))
    sheet.label(f"LAMP_{net}", fork + 12.7, gate, shape="input")


def pico(sheet: Sheet, x: float, y: float) -> None:
    sheet.words(x - 15.24, y - 35.56, "Raspberry Pi Pico on sockets", 1.778, bold=True)
    sheet.place("U1", x, y)
    wired = sheet.parts["U1"].nets
    for number, (px, py) in ends("Pico", x, y).items():
        net = wired.get(int(number))
        left = px < x
        out = px + (-5.08 if left else 5.08)
        if net is None:
            sheet.open(px, py)
        elif net == "GND":
            sheet.power("GND", px, py, 270 if left else 90)
        elif net in POWER:
            sheet.power(net, px, py, 90 if left else 270)
        else:
            sheet.wire((px, py), (out, py))
            sheet.label(net, out, py, left, "input" if net.startswith("BTN") else "output")


def supply(sheet: Sheet, x: float, y: float) -> None:
    sheet.words(x - 27.94, y - 15.24, "5 V for lamps and strip: limited, starts softly", 1.778, bold=True)
    sheet.place("U2", x, y)
    left, right, row = x - 10.16, x + 10.16, y - 2.54
    sheet.wire((left, row), (left - 5.08, row), (left - 5.08, y + 2.54), (left, y + 2.54))
    sheet.joint(left - 5.08, row)
    sheet.wire((left - 5.08, row), (left - 12.7, row))
    sheet.joint(left - 12.7, row)
    sheet.wire((left - 12.7, row), (left - 17.78, row))
    sheet.power("VBUS", left - 17.78, row)
    sheet.place("C1", left - 12.7, row + 6.35)
    sheet.wire((left - 12.7, row), (left - 12.7, row + 2.54))
    sheet.power("GND", left - 12.7, row + 10.16)
    sheet.power("GND", x, y + 7.62)
    sheet.open(right, y + 2.54)
    sheet.wire((right, row), (right + 7.62, row), (right + 20.32, row), (right + 27.94, row))
    for ref, px in (("C2", right + 7.62), ("C3", right + 20.32)):
        sheet.joint(px, row)
        sheet.place(ref, px, row + 6.35)
        sheet.wire((px, row), (px, row + 2.54))
        sheet.power("GND", px, row + 10.16)
    sheet.power("+5V", right + 27.94, row)


def strip(sheet: Sheet, x: float, y: float) -> None:
    sheet.words(x - 24.13, y - 20.32, "WS2812 strip", 1.778, bold=True)
    sheet.place("U3", x, y)
    sheet.wire((x - 7.62, y), (x - 7.62, y + 5.08), (x - 12.7, y + 5.08))
    sheet.label("STRIP", x - 12.7, y + 5.08, True, "input")
    sheet.wire((x - 2.54, y + 7.62), (x, y + 7.62))
    sheet.power("GND", x - 2.54, y + 7.62)
    sheet.wire((x - 2.54, y - 7.62), (x - 2.54, y - 10.16), (x - 15.24, y - 10.16))
    sheet.joint(x - 2.54, y - 10.16)
    sheet.power("+5V", x - 2.54, y - 10.16)
    sheet.place("C4", x - 15.24, y - 6.35)
    sheet.power("GND", x - 15.24, y - 2.54)
    sheet.wire((x + 7.62, y), (x + 19.05, y))
    sheet.net("STRIP_5V", x + 7.62, y)
    sheet.place("R1", x + 22.86, y, 90, "below")
    plug = x + 53.34
    tap = x + 40.64
    sheet.wire((x + 26.67, y), (tap, y), (plug - 7.62, y))
    sheet.net("STRIP_OUT", x + 27.94, y)
    sheet.joint(tap, y)
    sheet.place("TP8", tap, y)
    sheet.place("J4", plug, y)
    sheet.wire((plug - 7.62, y - 2.54), (plug - 10.16, y - 2.54), (plug - 10.16, y - 5.08))
    sheet.power("+5V", plug - 10.16, y - 5.08)
    sheet.wire((plug - 7.62, y + 2.54), (plug - 10.16, y + 2.54), (plug - 10.16, y + 5.08))
    sheet.power("GND", plug - 10.16, y + 5.08)


def piezo(sheet: Sheet, x: float, y: float) -> None:
    sheet.words(x - 36.83, y - 10.16, "Piezo", 1.778, bold=True)
    sheet.place("LS1", x, y)
    sheet.label("PIEZO", x - 27.94, y - 2.54, True, "input")
    sheet.wire((x - 27.94, y - 2.54), (x - 25.4, y - 2.54))
    sheet.place("R2", x - 21.59, y - 2.54, 90, "below")
    sheet.wire((x - 17.78, y - 2.54), (x - 5.08, y - 2.54))
    sheet.net("PIEZO_OUT", x - 16.51, y - 2.54)
    sheet.wire((x - 5.08, y + 2.54), (x - 7.62, y + 2.54), (x - 7.62, y + 5.08))
    sheet.power("GND", x - 7.62, y + 5.08)


def points(sheet: Sheet, x: float, y: float) -> None:
    sheet.words(x - 5.08, y - 12.7, "Test points", 1.778, bold=True)
    for step, (ref, net) in enumerate((("TP1", "GND"), ("TP2", "VBUS"), ("TP3", "+5V"), ("TP4", "+3V3"))):
        px = x + 15.24 * step
        sheet.place(ref, px, y)
        if net == "GND":
            sheet.power("GND", px, y)
        else:
            sheet.power(net, px, y, 180)
    sheet.words(x + 60.96, y - 12.7, "Holes for M3", 1.778, bold=True)
    for number in range(1, 5):
        sheet.place(f"H{number}", x + 63.5 + 10.16 * (number - 1), y)


NOTES = """A contact closes BTN_* to ground. R*2 pulls it up, C*1 keeps lamps' and static's
spikes out; with 1 nF a press is seen less than 2 us after the contact (sim/button.cir).
Lamps: 5 V ones with a resistor of their own. A bare LED: 150R in place of R*5.
U2 limits lamps and strip together; EN is tied, FLT is left open: nothing would read it.
Unused contacts of the Pico are marked; AGND (33) is ground inside the Pico."""


def draw() -> str:
    """The file seat-board.kicad_sch."""
    parts = {part.ref: part for part in design.parts()}
    sheet = Sheet(parts)
    for number, which in enumerate(design.BUTTONS, 1):
        button(sheet, number, which, 24.13, ROWS[which])
    pico(sheet, 151.13, 55.88)
    supply(sheet, 226.06, 33.02)
    strip(sheet, 222.25, 74.93)
    piezo(sheet, 234.95, 106.68)
    points(sheet, 130.81, 127)
    sheet.words(123.19, 142.24, NOTES)
    used = sorted({part.kind.symbol for part in parts.values()} | set(POWER))
    library = "\n".join(symbols.text(one, "seat:") for one in used)
    body = "\n".join(sheet.lines)
    return (
        f'(kicad_sch (version 20250114) (generator "seat_board") (generator_version "9.0")\n(uuid "{SHEET}")\n'
        f'(paper "A4")\n(title_block (title "unotable seat board") (rev "{design.REVISION}") '
        '(company "CERN-OHL-P-2.0; made by hardware/seat-board/sheet.py") '
        '(comment 1 "Designed and checked by tools, not built yet"))\n'
        f"(lib_symbols\n{library}\n)\n{body}\n"
        '(sheet_instances (path "/" (page "1")))\n(embedded_fonts no))\n'
    )


def _table(kind: str, file: str) -> str:
    entry = f'(lib (name "seat")(type "KiCad")(uri "${{KIPRJMOD}}/lib/{file}")(options "")(descr "of this board"))'
    return f"({kind}\n  (version 7)\n  {entry}\n)\n"


TABLES = {
    "sym-lib-table": _table("sym_lib_table", "seat.kicad_sym"),
    "fp-lib-table": _table("fp_lib_table", "seat.pretty"),
}


def files() -> dict[str, str]:
    """Everything that this makes, by its path below this folder."""
    return {f"{design.NAME}.kicad_sch": draw(), "lib/seat.kicad_sym": symbols.library(), **TABLES}


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    for path, text in files().items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
