"""The seat board: its parts, their makers' numbers, their nets and their places. Everything else is made from this.

Numbers of pins come from ../pins.toml and nowhere else. Places are millimetres from the board's upper left corner, x to
the right, y down, seen from above with the USB plug at the top; angles are degrees counter-clockwise.

Who reads it: sheet.py draws the schematic (and must come to the same nets), board.py places and routes, fab.py lists
the parts, the checks compare all of them.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
PINS = HERE.parent / "pins.toml"
NAME = "seat-board"
REVISION = "A"
WIDTH, HEIGHT = 84.0, 58.0
THICKNESS = 1.6
LEFT, TOP = 26.0, 14.0  # where the board lies on its page
PAGE = (136, 120)  # a small one, so that a print of it is a large picture
BUTTONS = ("uno", "cut", "done")
ROWS = {"uno": 15.0, "cut": 29.0, "done": 43.0}  # y of each button's connector
GROUNDS = (3, 8, 13, 18, 23, 28, 38)  # contacts of a Pico; 33 is the analogue ground, which a Pico joins itself
VBUS, V33 = 40, 36  # contacts


@dataclass(frozen=True)
class Kind:
    """One line of the parts list. price: EUR each at ten seats, an estimate of PRICED."""

    value: str
    symbol: str
    footprint: str
    maker: str
    number: str
    supplier: str  # a shop and its number, from other projects' public parts lists; "" where none was found
    price: float
    what: str
    model: str = ""


@dataclass(frozen=True)
class Part:
    ref: str
    kind: Kind
    nets: dict[int, str]
    at: tuple[float, float]
    angle: float = 0.0


PRICED = "2026-11"
R = "R_0805_2012Metric_Pad1.20x1.40mm_HandSolder"
C = "C_0805_2012Metric_Pad1.18x1.45mm_HandSolder"


def _resistor(value: str, number: str, what: str, supplier: str = "") -> Kind:
    return Kind(value, "R", R, "Yageo", number, supplier, 0.02, what, "R_0805_2012Metric")


PICO = Kind(
    "Pico", "Pico", "RaspberryPi_Pico_Common_THT", "Raspberry Pi", "SC0915", "", 4.5,
    "Raspberry Pi Pico (SC0915), Pico W or Pico 2, on two rows of 20 sockets", "RaspberryPi_Pico",
)  # fmt: skip
BUTTON = Kind(
    "button+lamp", "Button", "JST_XH_B4B-XH-A_1x04_P2.50mm_Vertical", "JST", "B4B-XH-A(LF)(SN)", "LCSC C144395", 0.12,
    "header, 4 contacts, 2.5 mm", "JST_XH_B4B-XH-A_1x04_P2.50mm_Vertical",
)  # fmt: skip
STRIP = Kind(
    "strip", "Strip", "JST_XH_B3B-XH-A_1x03_P2.50mm_Vertical", "JST", "B3B-XH-A(LF)(SN)", "", 0.1,
    "header, 3 contacts, 2.5 mm", "JST_XH_B3B-XH-A_1x03_P2.50mm_Vertical",
)  # fmt: skip
CLAMP = Kind(
    "SP0502BAHT", "Clamp", "SOT-23", "Littelfuse", "SP0502BAHTG", "", 0.25, "two clamps against static, 5.5 V", "SOT-23"
)
SERIES = _resistor("1k", "RC0805FR-071KL", "in series with a contact, 1 %", "DigiKey 311-1.00KCRCT-ND")
PULL = _resistor("10k", "RC0805FR-0710KL", "pull-up of a contact, 1 %", "DigiKey 311-10.0KCRCT-ND")
GATE = _resistor("100R", "RC0805FR-07100RL", "in series with a gate, 1 %", "DigiKey 311-100CRCT-ND")
DOWN = _resistor("100k", "RC0805FR-07100KL", "keeps a lamp dark while the Pico starts, 1 %")
LAMP = _resistor("0R", "RC0805JR-070RL", "in series with a lamp that has a resistor of its own (bare LED: 150R)")
DATA = _resistor("330R", "RC0805FR-07330RL", "in series with the strip's data, 1 %")
PIEZO = _resistor("220R", "RC0805FR-07220RL", "in series with the piezo, 1 %")
FILTER = Kind(
    "1n", "C", C, "Yageo", "CC0805JRNPO9BN102", "", 0.03, "filter of a contact, C0G, 50 V, 5 %", "C_0805_2012Metric"
)
BYPASS = Kind("100n", "C", C, "Yageo", "CC0805KRX7R9BB104", "", 0.02, "bypass, X7R, 50 V", "C_0805_2012Metric")
BULK = Kind(
    "100u", "CP", "CP_Radial_D5.0mm_P2.00mm", "Rubycon", "16YXJ100M5X11", "", 0.08, "electrolytic, 16 V, 5 x 11 mm",
    "CP_Radial_D5.0mm_P2.00mm",
)  # fmt: skip
MOSFET = Kind(
    "AO3400A",
    "NMOS",
    "SOT-23",
    "Alpha & Omega Semiconductor",
    "AO3400A",
    "LCSC C20917",
    0.08,
    "logic-level MOSFET",
    "SOT-23",
)
SWITCH = Kind(
    "TPS2051C", "Switch", "SOT-23-5", "Texas Instruments", "TPS2051CDBVR", "Mouser 595-TPS2051CDBVR", 0.5,
    "USB power switch: limits the current, starts softly", "SOT-23-5",
)  # fmt: skip
SHIFTER = Kind(
    "74AHCT1G125",
    "Shifter",
    "SOT-23-5",
    "Texas Instruments",
    "SN74AHCT1G125DBVR",
    "LCSC C7484",
    0.2,
    "3.3 V to 5 V",
    "SOT-23-5",
)
SOUNDER = Kind(
    "PS1240P02BT", "Piezo", "Buzzer_TDK_PS1240P02BT_D12.2mm_H6.5mm", "TDK", "PS1240P02BT", "", 0.55,
    "piezo without an oscillator, 12.2 mm", "Buzzer_TDK_PS1240P02BT_D12.2mm_H6.5mm",
)  # fmt: skip
POINT = Kind("", "Point", "TestPoint_Pad_D1.5mm", "", "", "", 0.0, "test point: bare copper")
HOLE = Kind("M3", "Hole", "MountingHole_3.2mm_M3", "", "", "", 0.0, "hole for an M3 screw")


@dataclass(frozen=True)
class Extra:
    """What a seat needs besides the board's own parts; has no place on the board."""

    number: int
    what: str
    maker: str
    part: str
    price: tuple[float, float]  # EUR each, from and to
    no_board: bool = field(default=True)  # a seat without the board needs it, too


EXTRAS = (
    Extra(1, "arcade button with 5 V LED lamp, yellow, 60 mm (UNO)", "", "", (3.0, 8.0)),
    Extra(1, "arcade button with 5 V LED lamp, red, 45 mm (CUT)", "", "", (2.5, 7.0)),
    Extra(1, "arcade button with 5 V LED lamp, white, 30 mm (DONE)", "", "", (1.5, 4.0)),
    Extra(1, "WS2812B strip, 60 LEDs a metre, 8 LEDs (133 mm)", "Worldsemi", "WS2812B", (1.0, 3.0)),
    Extra(1, "USB cable, A to micro-B with data wires, 1 to 3 m", "", "", (1.5, 4.0)),
    Extra(2, "socket strip, 1 x 20, 2.54 mm", "Sullins", "PPTC201LFBN-RC", (0.5, 1.2), no_board=False),
    Extra(3, "plug housing, 4 contacts", "JST", "XHP-4", (0.03, 0.1), no_board=False),
    Extra(1, "plug housing, 3 contacts", "JST", "XHP-3", (0.03, 0.1), no_board=False),
    Extra(15, "crimp contact, AWG 22 to 28", "JST", "SXH-001T-P0.6", (0.01, 0.04), no_board=False),
)


def pins(path: Path = PINS) -> dict[int, str]:
    """Net of each wired contact of the Pico by pins.toml: {4: "BTN_UNO", …}."""
    numbers = tomllib.loads(path.read_text(encoding="utf-8"))
    nets = {numbers["buttons"][name]["pin"]: f"BTN_{name.upper()}" for name in BUTTONS}
    nets |= {numbers["lamps"][name]["pin"]: f"LAMP_{name.upper()}" for name in BUTTONS}
    return nets | {numbers["strip"]["data"]["pin"]: "STRIP", numbers["piezo"]["signal"]["pin"]: "PIEZO"}


def parts(path: Path = PINS) -> list[Part]:
    """Every part on the board, in order of the parts list."""
    rails = dict.fromkeys(GROUNDS, "GND") | {VBUS: "VBUS", V33: "+3V3"}
    found = [Part("U1", PICO, pins(path) | rails, (38.5, 3.25))]
    for number, name in enumerate(BUTTONS, 1):
        y = ROWS[name]
        net = name.upper()
        contact, button, gate = f"SW_{net}", f"BTN_{net}", f"GATE_{net}"
        plus, minus = f"L+_{net}", f"L-_{net}"
        found += [
            Part(f"J{number}", BUTTON, {1: contact, 2: "GND", 3: plus, 4: minus}, (6.25, y - 3.75), 270),
            Part(f"D{number}", CLAMP, {1: contact, 2: minus, 3: "GND"}, (14.0, y)),
            Part(f"R{number}1", SERIES, {1: contact, 2: button}, (19.75, y - 4)),
            Part(f"R{number}2", PULL, {1: "+3V3", 2: button}, (26.5, y - 4), 180),
            Part(f"C{number}1", FILTER, {1: button, 2: "GND"}, (26.5, y - 1.25)),
            Part(f"Q{number}", MOSFET, {1: gate, 2: "GND", 3: minus}, (19.75, y + 3.75), 180),
            Part(f"R{number}3", GATE, {1: gate, 2: f"LAMP_{net}"}, (26.5, y + 4.25)),
            Part(f"R{number}4", DOWN, {1: gate, 2: "GND"}, (26.5, y + 1.5)),
            Part(f"R{number}5", LAMP, {1: plus, 2: "+5V"}, (19.75, y)),
            Part(f"TP{number + 4}", POINT, {1: button}, (33.25, y - 4)),
        ]
    return [
        *found,
        Part("U2", SWITCH, {5: "VBUS", 4: "VBUS", 2: "GND", 1: "+5V"}, (65, 9), 180),
        Part("C1", BYPASS, {1: "VBUS", 2: "GND"}, (65, 5)),
        Part("C2", BULK, {1: "+5V", 2: "GND"}, (71.5, 10)),
        Part("C3", BYPASS, {1: "+5V", 2: "GND"}, (72.5, 37)),
        Part("U3", SHIFTER, {1: "GND", 2: "STRIP", 3: "GND", 4: "STRIP_5V", 5: "+5V"}, (65, 43)),
        Part("C4", BYPASS, {1: "+5V", 2: "GND"}, (65, 38.5)),
        Part("R1", DATA, {1: "STRIP_5V", 2: "STRIP_OUT"}, (69.5, 44)),
        Part("J4", STRIP, {1: "+5V", 2: "STRIP_OUT", 3: "GND"}, (77.75, 46.5), 90),
        Part("R2", PIEZO, {1: "PIEZO", 2: "PIEZO_OUT"}, (65, 31.5)),
        Part("LS1", SOUNDER, {1: "PIEZO_OUT", 2: "GND"}, (68, 22.5)),
        Part("TP1", POINT, {1: "GND"}, (61, 18.5)),
        Part("TP2", POINT, {1: "VBUS"}, (69.5, 4.25)),
        Part("TP3", POINT, {1: "+5V"}, (74, 4.25)),
        Part("TP4", POINT, {1: "+3V3"}, (61, 13.5)),
        Part("TP8", POINT, {1: "STRIP_OUT"}, (71, 49)),
        *(Part(f"H{n}", HOLE, {}, at) for n, at in enumerate(HOLES, 1)),
    ]


HOLES = ((4.0, 4.0), (WIDTH - 4.0, 4.0), (4.0, HEIGHT - 4.0), (WIDTH - 4.0, HEIGHT - 4.0))


def nets(path: Path = PINS) -> dict[str, set[tuple[str, int]]]:
    """Each net's pins: {"GND": {("U1", 3), …}, …}."""
    found: dict[str, set[tuple[str, int]]] = {}
    for part in parts(path):
        for pin, net in part.nets.items():
            found.setdefault(net, set()).add((part.ref, pin))
    return found
