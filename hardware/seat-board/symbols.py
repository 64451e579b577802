"""The schematic's symbols, drawn here: where each pin ends, and the text that KiCad reads.

Millimetres, y up as in a symbol library. A pin's angle points from its end to the body.
"""

from __future__ import annotations

from dataclasses import dataclass, field

PIN = 2.54  # length of a pin


@dataclass(frozen=True)
class Pin:
    number: str
    name: str
    kind: str
    x: float
    y: float
    angle: int
    length: float = PIN


@dataclass(frozen=True)
class Symbol:
    """prefix: of references. drawn: its lines, as KiCad writes them. show: (numbers, names) of pins are seen."""

    prefix: str
    pins: tuple[Pin, ...]
    drawn: tuple[str, ...]
    show: tuple[bool, bool] = (True, True)
    power: bool = False
    texts: tuple[tuple[float, float, str], tuple[float, float, str]] = ((0, 5.08, ""), (0, -5.08, ""))  # ref, value
    in_bom: bool = field(default=True)


def _line(*points: tuple[float, float], width: float = 0.254, fill: str = "none") -> str:
    xy = " ".join(f"(xy {x:g} {y:g})" for x, y in points)
    return f"(polyline (pts {xy}) (stroke (width {width:g}) (type default)) (fill (type {fill})))"


def _box(x1: float, y1: float, x2: float, y2: float, fill: str = "background") -> str:
    return (
        f"(rectangle (start {x1:g} {y1:g}) (end {x2:g} {y2:g}) (stroke (width 0.254) (type default)) "
        f"(fill (type {fill})))"
    )


def _ring(x: float, y: float, radius: float, fill: str = "none") -> str:
    return (
        f"(circle (center {x:g} {y:g}) (radius {radius:g}) (stroke (width 0.254) (type default)) (fill (type {fill})))"
    )


def _words(x: float, y: float, text: str) -> str:
    return f'(text "{text}" (at {x:g} {y:g} 0) (effects (font (size 1.27 1.27))))'


def _pico() -> Symbol:
    """All 40 contacts where they are on the board."""
    grounds = {3, 8, 13, 18, 23, 28, 38}
    named = {30: "RUN", 33: "AGND", 35: "ADC_VREF", 36: "3V3(OUT)", 37: "3V3_EN", 39: "VSYS", 40: "VBUS"}
    power = {36: "power_out", 40: "power_out", 39: "power_in", 35: "power_in", 3: "power_out"}
    gpio = iter([*range(23), 26, 27, 28])
    pins = []
    for number in range(1, 41):
        name = "GND" if number in grounds else named.get(number) or f"GP{next(gpio)}"
        plain = "passive" if number in grounds or number in named else "bidirectional"
        row = number - 1 if number <= 20 else 40 - number
        x, angle = (-19.05, 0) if number <= 20 else (19.05, 180)
        pins.append(Pin(str(number), name, power.get(number, plain), x, 24.13 - 2.54 * row, angle, 3.81))
    drawn = (
        _box(-15.24, 26.67, 15.24, -26.67),
        _box(-3.81, 29.464, 3.81, 26.67, "none"),
        _words(0, 28.067, "USB"),
        _words(0, 2.54, "Raspberry Pi"),
        _words(0, 0, "Pico, Pico W"),
        _words(0, -2.54, "or Pico 2"),
    )
    return Symbol("U", tuple(pins), drawn, texts=((-15.24, 28.575, "left"), (15.24, 28.575, "right")))


_GROUND = _line((0, 0), (0, -1.27), (1.27, -1.27), (0, -2.54), (-1.27, -1.27), (0, -1.27))
_UP = (_line((0, 0), (0, 2.54), width=0), _line((-0.762, 1.27), (0, 2.54), (0.762, 1.27), width=0))


def _power(drawn: tuple[str, ...], y: float) -> Symbol:
    return Symbol(
        "#PWR",
        (Pin("1", "~", "power_in", 0, 0, 90 if y > 0 else 270, 0),),
        drawn,
        (False, False),
        True,
        ((0, 2 * y, ""), (0, y, "")),
    )


def _two(first: str, second: str, drawn: tuple[str, ...]) -> Symbol:
    """A part of two pins, above one another."""
    pins = (Pin("1", first, "passive", 0, 3.81, 270, 1.27), Pin("2", second, "passive", 0, -3.81, 90, 1.27))
    return Symbol("", pins, drawn, (False, False), texts=((2.54, 1.27, "left"), (2.54, -1.27, "left")))


SYMBOLS = {
    "Pico": _pico(),
    "R": _two("~", "~", (_box(-1.016, 2.54, 1.016, -2.54, "none"),)),
    "C": _two(
        "~",
        "~",
        (
            _line((-2.032, 0.762), (2.032, 0.762), width=0.508),
            _line((-2.032, -0.762), (2.032, -0.762), width=0.508),
            _line((0, 2.54), (0, 0.762)),
            _line((0, -2.54), (0, -0.762)),
        ),
    ),
    "CP": _two(
        "+",
        "-",
        (
            _box(-2.032, 1.27, 2.032, 0.635, "none"),
            _box(-2.032, -1.27, 2.032, -0.635, "outline"),
            _line((0, 2.54), (0, 1.27)),
            _line((0, -2.54), (0, -1.27)),
            _line((-1.778, 2.286), (-0.762, 2.286)),
            _line((-1.27, 1.778), (-1.27, 2.794)),
        ),
    ),
    "Button": Symbol(
        "J",
        (
            Pin("1", "SW", "passive", 10.16, 12.7, 180),
            Pin("2", "GND", "passive", 10.16, 5.08, 180),
            Pin("3", "L+", "passive", 10.16, -5.08, 180),
            Pin("4", "L-", "passive", 10.16, -12.7, 180),
        ),
        (
            _box(-7.62, 15.24, 7.62, -15.24),
            # the button and the lamp that are plugged in
            _line((0, 12.7), (-3.81, 12.7), (-3.81, 11.43), width=0.1),
            _line((0, 5.08), (-3.81, 5.08), (-3.81, 7.62), width=0.1),
            _line((-3.81, 7.62), (-1.905, 11.43)),
            _ring(-3.81, 7.62, 0.381),
            _ring(-3.81, 11.43, 0.381),
            _line((0, -5.08), (-3.81, -5.08), (-3.81, -12.7), (0, -12.7), width=0.1),
            _ring(-3.81, -8.89, 1.905, "background"),
            _line((-5.157, -7.543), (-2.463, -10.237)),
            _line((-5.157, -10.237), (-2.463, -7.543)),
        ),
        texts=((-7.62, 16.51, "left"), (7.62, 16.51, "right")),
    ),
    "Strip": Symbol(
        "J",
        (
            Pin("1", "+5V", "passive", -7.62, 2.54, 0),
            Pin("2", "DATA", "passive", -7.62, 0, 0),
            Pin("3", "GND", "passive", -7.62, -2.54, 0),
        ),
        (_box(-5.08, 5.08, 5.08, -5.08),),
        texts=((-5.08, 6.35, "left"), (5.08, 6.35, "right")),
    ),
    "Clamp": Symbol(
        "D",
        (
            Pin("1", "K", "passive", 0, 7.62, 270),
            Pin("2", "K", "passive", 0, -7.62, 90),
            Pin("3", "A", "passive", 7.62, 0, 180),
        ),
        (
            _line((0, 5.08), (0, 3.81)),
            _line((0, 1.27), (0, -1.27)),
            _line((0, -3.81), (0, -5.08)),
            _line((0, 0), (5.08, 0)),
            _line((-1.27, 1.27), (1.27, 1.27), (0, 3.81), (-1.27, 1.27), fill="outline"),
            _line((-1.905, 4.318), (-1.27, 3.81), (1.27, 3.81), (1.905, 3.302)),
            _line((-1.27, -1.27), (1.27, -1.27), (0, -3.81), (-1.27, -1.27), fill="outline"),
            _line((-1.905, -3.302), (-1.27, -3.81), (1.27, -3.81), (1.905, -4.318)),
            _ring(0, 0, 0.3, "outline"),
        ),
        (True, False),
        texts=((2.54, 5.08, "left"), (2.54, 3.302, "left")),
    ),
    "NMOS": Symbol(
        "Q",
        (
            Pin("1", "G", "input", 5.08, 0, 180),
            Pin("2", "S", "passive", -2.54, -5.08, 90),
            Pin("3", "D", "passive", -2.54, 5.08, 270),
        ),
        (
            _line((2.54, 0), (0.254, 0)),
            _line((0.254, 1.905), (0.254, -1.905)),
            _line((-0.508, 2.286), (-0.508, 1.27), width=0.4),
            _line((-0.508, 0.508), (-0.508, -0.508), width=0.4),
            _line((-0.508, -1.27), (-0.508, -2.286), width=0.4),
            _line((-2.54, 2.54), (-2.54, 1.778), (-0.508, 1.778)),
            _line((-2.54, -2.54), (-2.54, -1.778), (-0.508, -1.778)),
            _line((-0.508, 0), (-2.54, 0), (-2.54, -1.778)),
            _line((-0.762, 0), (-1.778, 0.508), (-1.778, -0.508), (-0.762, 0), fill="outline"),
            _ring(-0.889, 0, 2.794),
        ),
        (True, False),
        texts=((-5.08, 1.27, "right"), (-5.08, -1.27, "right")),
    ),
    "Switch": Symbol(
        "U",
        (
            Pin("5", "IN", "power_in", -10.16, 2.54, 0),
            Pin("4", "EN", "input", -10.16, -2.54, 0),
            Pin("1", "OUT", "power_out", 10.16, 2.54, 180),
            Pin("3", "~{FLT}", "open_collector", 10.16, -2.54, 180),
            Pin("2", "GND", "power_in", 0, -7.62, 90),
        ),
        (_box(-7.62, 5.08, 7.62, -5.08),),
        texts=((-7.62, 6.35, "left"), (7.62, 6.35, "right")),
    ),
    "Shifter": Symbol(
        "U",
        (
            Pin("2", "A", "input", -7.62, 0, 0),
            Pin("1", "~{OE}", "input", 0, -7.62, 90, 4.445),
            Pin("4", "Y", "tri_state", 7.62, 0, 180, 3.81),
            Pin("5", "VCC", "power_in", -2.54, 7.62, 270, 3.81),
            Pin("3", "GND", "power_in", -2.54, -7.62, 90, 3.81),
        ),
        (_line((-5.08, 5.08), (3.81, 0), (-5.08, -5.08), (-5.08, 5.08), fill="background"), _ring(0, -2.667, 0.508)),
        (True, False),
        texts=((1.27, 6.35, "left"), (1.27, 4.445, "left")),
    ),
    "Piezo": Symbol(
        "LS",
        (Pin("1", "~", "passive", -5.08, 2.54, 0), Pin("2", "~", "passive", -5.08, -2.54, 0)),
        (_line((-2.54, 3.81), (-2.54, -3.81)), _line((2.54, 3.81), (2.54, -3.81)), _box(-1.27, 3.81, 1.27, -3.81)),
        (True, False),
        texts=((3.81, 1.27, "left"), (3.81, -1.27, "left")),
    ),
    "Point": Symbol(
        "TP",
        (Pin("1", "~", "passive", 0, 0, 90),),
        (_ring(0, 3.302, 0.762),),
        (False, False),
        texts=((0, 5.842, ""), (0, 8, "")),
        in_bom=False,
    ),
    "Hole": Symbol(
        "H", (), (_ring(0, 0, 1.27),), (False, False), texts=((0, 3.175, ""), (0, -3.175, "")), in_bom=False
    ),
    "GND": _power((_GROUND,), -3.81),
    "+5V": _power(_UP, 3.81),
    "+3V3": _power(_UP, 3.81),
    "VBUS": _power(_UP, 3.81),
}


def _effects(justify: str = "", hide: bool = False, size: float = 1.27) -> str:
    where = f" (justify {justify})" if justify else ""
    return f"(effects (font (size {size:g} {size:g})){where}{' (hide yes)' if hide else ''})"


def text(name: str, prefix: str = "") -> str:
    """One symbol as KiCad writes it; prefix: "seat:" inside a sheet."""
    symbol = SYMBOLS[name]
    numbers, names = symbol.show
    reference = symbol.prefix or {"R": "R", "C": "C", "CP": "C"}[name]
    (rx, ry, rj), (vx, vy, vj) = symbol.texts
    lines = [
        f'(symbol "{prefix}{name}"',
        "(power)" if symbol.power else "",
        "" if numbers else "(pin_numbers (hide yes))",
        f"(pin_names (offset {0.508 if names else 0:g}){'' if names else ' (hide yes)'})",
        f"(exclude_from_sim no) (in_bom {'yes' if symbol.in_bom else 'no'}) (on_board yes)",
        f'(property "Reference" "{reference}" (at {rx:g} {ry:g} 0) {_effects(rj, hide=symbol.power)})',
        f'(property "Value" "{name}" (at {vx:g} {vy:g} 0) {_effects(vj)})',
        f'(property "Footprint" "" (at 0 0 0) {_effects(hide=True)})',
        f'(property "Datasheet" "" (at 0 0 0) {_effects(hide=True)})',
        f'(property "Description" "" (at 0 0 0) {_effects(hide=True)})',
        f'(symbol "{name}_0_1" {" ".join(symbol.drawn)})',
        f'(symbol "{name}_1_1" {" ".join(map(_pin, symbol.pins))})',
        "(embedded_fonts no))",
    ]
    return "\n".join(line for line in lines if line)


def _pin(pin: Pin) -> str:
    return (
        f"(pin {pin.kind} line (at {pin.x:g} {pin.y:g} {pin.angle}) (length {pin.length:g}) "
        f'(name "{pin.name}" {_effects()}) (number "{pin.number}" {_effects()}))'
    )


def library() -> str:
    """The file lib/seat.kicad_sym."""
    body = "\n".join(text(name) for name in SYMBOLS)
    return f'(kicad_symbol_lib (version 20241209) (generator "seat_board") (generator_version "9.0")\n{body}\n)\n'
