"""What is printed on the board besides the parts' outlines: names of pins, polarity, which way the plug is."""

from __future__ import annotations

import design
import pcbnew
from design import LEFT, TOP

POINTS = {
    "TP1": "GND", "TP2": "VBUS", "TP3": "5V", "TP4": "3V3", "TP5": "UNO", "TP6": "CUT", "TP7": "DONE", "TP8": "DATA",
}  # fmt: skip
SMALL, PLAIN, LARGE = 0.8, 1.0, 1.4  # mm


def printed(board: pcbnew.BOARD) -> None:
    places = {part.ref: part.at for part in design.parts()}
    for name, y in design.ROWS.items():
        _words(board, name.upper(), 1.5, y, LARGE, angle=90)
        for pin, (word, step) in enumerate((("SW", -3.75), ("GND", -1.25), ("L+", 1.25), ("L-", 3.75))):
            _words(board, word, 9.3 + (0.25 if pin == 0 else 0), y + step, SMALL, left=True)
    x, y = places["J4"]
    _words(board, "STRIP", 82.4, y - 2.5, LARGE, angle=90)
    for pin, word in enumerate(("+5V", "DIN", "GND")):
        _words(board, word, x - 3.95, y - 2.5 * pin, SMALL)
    for ref, word in POINTS.items():
        px, py = places[ref]
        _words(board, word, px, py - 1.75, SMALL)
    x, y = places["U1"]
    _words(board, "USB", x + 8.89, y + 1.2, PLAIN)
    _words(board, "Raspberry Pi Pico,", x + 8.89, y + 22, PLAIN)
    _words(board, "Pico W or Pico 2", x + 8.89, y + 24, PLAIN)
    for number, px, py in ((1, 2.1, 0), (20, 2.3, 48.26), (21, 15.5, 48.26), (40, 15.5, 0)):
        _words(board, str(number), x + px, y + py, SMALL)
    _words(board, f"unotable seat board  rev {design.REVISION}", 42, 55.6, LARGE)
    _words(board, "CERN-OHL-P-2.0", 69, 55.6, PLAIN)
    back = (
        "unotable seat board",
        f"rev {design.REVISION}",
        "",
        "J1 UNO, J2 CUT, J3 DONE",
        "1 SW 2 GND 3 L+ 4 L-",
        "",
        "J4 strip",
        "1 +5V 2 DIN 3 GND",
        "",
        "Lamps: 5 V, each with",
        "a resistor of its own.",
        "Power from USB only.",
    )
    for row, text in enumerate(back):
        if text:
            _words(board, text, 23.5, 12 + 2.6 * row, LARGE if row < 2 else PLAIN, back=True)


def _words(
    board: pcbnew.BOARD,
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    angle: int = 0,
    left: bool = False,
    back: bool = False,
) -> None:
    item = pcbnew.PCB_TEXT(board)
    item.SetText(text)
    item.SetPosition(pcbnew.VECTOR2I(pcbnew.FromMM(LEFT + x), pcbnew.FromMM(TOP + y)))
    item.SetTextSize(pcbnew.VECTOR2I(pcbnew.FromMM(size), pcbnew.FromMM(size)))
    item.SetTextThickness(pcbnew.FromMM(0.13 if size < PLAIN else 0.16 if size < LARGE else 0.22))
    item.SetLayer(pcbnew.B_SilkS if back else pcbnew.F_SilkS)
    item.SetMirrored(back)
    item.SetTextAngleDegrees(angle)
    item.SetHorizJustify(pcbnew.GR_TEXT_H_ALIGN_LEFT if left else pcbnew.GR_TEXT_H_ALIGN_CENTER)
    item.SetVertJustify(pcbnew.GR_TEXT_V_ALIGN_CENTER)
    board.Add(item)
