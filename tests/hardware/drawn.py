"""Nets of a KiCad schematic read from its drawing alone: where pins, wires and names meet. No KiCad.

It knows what hardware/seat-board/sheet.py uses: one sheet, wires, labels, rails, junctions, unit 1 of each symbol.
Where KiCad's own netlist says something else, one of the two is wrong; a check compares them.
"""

from __future__ import annotations

from typing import Any

import netlist

Point = tuple[int, int]  # micrometres, so that equal places are equal
TURNED = {0: (1, 0, 0, 1), 90: (0, -1, 1, 0), 180: (-1, 0, 0, -1), 270: (0, 1, -1, 0)}


def _point(x: Any, y: Any) -> Point:
    return round(float(x) * 1000), round(float(y) * 1000)


def _pins(tree: list[Any]) -> dict[str, list[tuple[str, float, float]]]:
    """Each symbol's pins: number and where it ends, y up."""
    found: dict[str, list[tuple[str, float, float]]] = {}
    for symbol in netlist.each(netlist.one(tree, "lib_symbols"), "symbol"):
        for unit in netlist.each(symbol, "symbol"):
            for pin in netlist.each(unit, "pin"):
                at = netlist.one(pin, "at")
                found.setdefault(symbol[1], []).append((netlist.one(pin, "number")[1], float(at[1]), float(at[2])))
        found.setdefault(symbol[1], [])
    return found


class _Groups:
    """Points that are joined."""

    def __init__(self) -> None:
        self._up: dict[Point, Point] = {}

    def of(self, point: Point) -> Point:
        self._up.setdefault(point, point)
        while self._up[point] != point:
            point = self._up[point]
        return point

    def join(self, one: Point, two: Point) -> None:
        self._up[self.of(one)] = self.of(two)


def _on(point: Point, wire: tuple[Point, Point]) -> bool:
    (x1, y1), (x2, y2) = wire
    x, y = point
    return (
        min(x1, x2) <= x <= max(x1, x2)
        and min(y1, y2) <= y <= max(y1, y2)
        and (x2 - x1) * (y - y1) == (y2 - y1) * (x - x1)
    )


def nets(text: str) -> dict[str, set[tuple[str, int]]]:
    """Every named net's pins. ValueError where two names meet, or a net of two pins or more has no name."""
    tree = netlist.read(text)
    symbols = _pins(tree)
    groups = _Groups()
    wires = []
    for wire in netlist.each(tree, "wire"):
        ends = [_point(xy[1], xy[2]) for xy in netlist.each(netlist.one(wire, "pts"), "xy")]
        wires.append((ends[0], ends[1]))
        groups.join(ends[0], ends[1])
    spots = [_point(*netlist.one(joint, "at")[1:3]) for joint in netlist.each(tree, "junction")]
    names: list[tuple[str, Point]] = []
    for kind in ("label", "global_label"):
        for label in netlist.each(tree, kind):
            names.append((label[1], _point(*netlist.one(label, "at")[1:3])))
    pins: list[tuple[str, int, Point]] = []
    for symbol in netlist.each(tree, "symbol"):
        library = netlist.one(symbol, "lib_id")[1]
        _, x, y, angle = netlist.one(symbol, "at")
        a, b, c, d = TURNED[int(angle)]
        known = netlist.fields(symbol)
        for number, px, py in symbols[library]:
            end = _point(float(x) + a * px + b * py, float(y) - (c * px + d * py))
            if known["Reference"].startswith("#PWR"):
                names.append((known["Value"], end))
            else:
                pins.append((known["Reference"], int(number), end))
    places = [*spots, *(place for _, place in names), *(place for _, _, place in pins)]
    for place in places:
        for wire in wires:
            if _on(place, wire):
                groups.join(place, wire[0])
    named: dict[Point, str] = {}
    heads: dict[str, Point] = {}
    for name, place in names:
        if name in heads:  # one name is one net, wherever it stands
            groups.join(place, heads[name])
        heads.setdefault(name, place)
    for name, place in names:
        other = named.setdefault(groups.of(place), name)
        if other != name:
            raise ValueError(f"{name} and {other} are joined")
    found: dict[str, set[tuple[str, int]]] = {}
    nameless: dict[Point, list[str]] = {}
    for ref, number, place in pins:
        group = groups.of(place)
        if group in named:
            found.setdefault(named[group], set()).add((ref, number))
        else:
            nameless.setdefault(group, []).append(f"{ref} pin {number}")
    for together in nameless.values():
        if len(together) > 1:
            raise ValueError(f"{' and '.join(sorted(together))} are joined by a wire without a name")
    return found
