"""What must hold between the committed files of `hardware/` and the firmware; nothing but Python is needed.

Each check takes the folder `hardware` (a copy, where a test breaks one) and returns what is wrong, a sentence each.
The design itself, hardware/seat-board/design.py, is what they are held to; pins come from the folder's pins.toml.
"""

from __future__ import annotations

import ast
import csv
import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import design
import draw
import fab
import netlist
import project
import sheet

from tests.firmware.pins import BUTTONS, CONTACTS
from tests.hardware import FIRMWARE, drawn, power

BOARD, SHEET = (f"seat-board/{design.NAME}.kicad_{kind}" for kind in ("pcb", "sch"))
NETS = f"seat-board/{design.NAME}.net"
BARE = ("Point", "Hole")  # symbols of what is no part
NEAR = 0.001  # mm

Nets = dict[str, set[tuple[str, int]]]


def _text(hardware: Path, name: str) -> str:
    return (hardware / name).read_text(encoding="utf-8")


def _differ(what: str, found: Nets, meant: Nets) -> list[str]:
    wrong = []
    for name in sorted(set(found) | set(meant)):
        here, there = found.get(name, set()), meant.get(name, set())
        extra = ", ".join(f"{ref} pin {pin}" for ref, pin in sorted(here - there))
        missing = ", ".join(f"{ref} pin {pin}" for ref, pin in sorted(there - here))
        if extra:
            wrong.append(f"{what}: {name} also has {extra}")
        if missing:
            wrong.append(f"{what}: {name} lacks {missing}")
    return wrong


def nets_agree(hardware: Path) -> list[str]:
    """The drawing, KiCad's netlist and the board's pads join what the design joins."""
    meant = design.nets(hardware / "pins.toml")
    try:
        found = {"the schematic as drawn": drawn.nets(_text(hardware, SHEET))}
    except ValueError as error:
        return [f"the schematic as drawn: {error}"]
    found["the netlist"] = netlist.nets(_text(hardware, NETS))
    found["the board"] = netlist.board_nets(_text(hardware, BOARD))
    return [sentence for what, nets in found.items() for sentence in _differ(what, nets, meant)]


def firmware_pins(module: Path) -> dict[int, str]:
    """Net of each contact of the Pico, by the firmware's constants."""
    values = {}
    for node in ast.parse(module.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            values[node.targets[0].id] = ast.literal_eval(node.value)
    gpio = {f"BTN_{name.upper()}": values["BUTTONS"][i] for i, name in enumerate(BUTTONS)}
    gpio |= {f"LAMP_{name.upper()}": values["LAMPS"][i] for i, name in enumerate(BUTTONS)}
    gpio |= {"STRIP": values["STRIP"], "PIEZO": values["PIEZO"]}
    return {CONTACTS[number]: net for net, number in gpio.items()}


def pins_agree(hardware: Path, firmware: Path = FIRMWARE) -> list[str]:
    """pins.toml, the firmware's constants, the netlist and the board have each wire on the same contact."""
    meant = design.pins(hardware / "pins.toml")
    wired = set(meant.values())
    found = {"the firmware": firmware_pins(firmware / "unoseat" / "boards" / "pins.py")}
    for what, nets in (
        ("the netlist", netlist.nets(_text(hardware, NETS))),
        ("the board", netlist.board_nets(_text(hardware, BOARD))),
    ):
        found[what] = {pin: net for net, pins in nets.items() for ref, pin in pins if ref == "U1" and net in wired}
    return [
        f"{what}: {net} is on contact {', '.join(str(p) for p, n in pins.items() if n == net) or '-'} of the Pico, "
        f"pins.toml says {contact}"
        for what, pins in found.items()
        for contact, net in meant.items()
        if pins.get(contact) != net
    ]


def parts_are_complete(hardware: Path) -> list[str]:
    """Every part has a maker and a number, the same in design, schematic, board and parts list."""
    wrong = []
    parts = [part for part in design.parts(hardware / "pins.toml") if part.kind.symbol not in BARE]
    schematic = {
        (known := netlist.fields(symbol))["Reference"]: known
        for symbol in netlist.each(netlist.read(_text(hardware, SHEET)), "symbol")
    }
    board = {
        (known := netlist.fields(footprint))["Reference"]: known
        for footprint in netlist.each(netlist.read(_text(hardware, BOARD)), "footprint")
    }
    for part in parts:
        if not (part.kind.maker and part.kind.number):
            wrong.append(f"{part.ref}: the design names no maker's number")
        for what, found in (("the schematic", schematic), ("the board", board)):
            known = found.get(part.ref, {})
            for field, value in (("Maker", part.kind.maker), ("Number", part.kind.number), ("Value", part.kind.value)):
                if known.get(field) != value:
                    wrong.append(f"{part.ref}: {what} has {field} {known.get(field)!r}, the design {value!r}")
    listed: dict[str, list[dict[str, str]]] = {}
    folder = _production(hardware)
    for row in csv.DictReader(io.StringIO(_text(folder, "parts.csv"))):
        refs = row["references"].split()
        if refs and len(refs) != int(row["quantity"]):
            wrong.append(f"the parts list counts {row['quantity']} of {row['references']}")
        for ref in refs:
            listed.setdefault(ref, []).append(row)
    for part in parts:
        rows = listed.pop(part.ref, [])
        if len(rows) != 1 or (rows[0]["maker"], rows[0]["number"]) != (part.kind.maker, part.kind.number):
            wrong.append(f"{part.ref}: the parts list does not have {part.kind.maker} {part.kind.number} for it, once")
    wrong += [f"{ref}: in the parts list, not in the design" for ref in listed]
    if _text(folder, "parts.csv") != fab.parts():
        wrong.append("parts.csv is not what the design makes")
    placed = {row["Ref"] for row in csv.DictReader(io.StringIO(_text(folder, "positions.csv")))}
    if placed != {part.ref for part in parts}:
        wrong.append(f"positions.csv differs in {', '.join(sorted(placed ^ {part.ref for part in parts}))}")
    return wrong


def places_agree(hardware: Path) -> list[str]:
    """Every part lies where the design puts it, the holes too, and the board has the design's outline."""
    tree = netlist.read(_text(hardware, BOARD))
    found = {}
    for footprint in netlist.each(tree, "footprint"):
        at = [float(value) for value in netlist.one(footprint, "at")[1:]]
        found[netlist.fields(footprint)["Reference"]] = (
            at[0] - design.LEFT, at[1] - design.TOP, at[2] % 360 if len(at) > 2 else 0.0,
        )  # fmt: skip
    wrong = []
    for part in design.parts(hardware / "pins.toml"):
        place = found.pop(part.ref, None)
        meant = (*part.at, part.angle % 360)
        if place is None or any(abs(a - b) > NEAR for a, b in zip(place, meant, strict=True)):
            wrong.append(f"{part.ref} lies at {place}, the design says {meant}")
    wrong += [f"{ref} is on the board, not in the design" for ref in found]
    corners = {
        (
            round(float(netlist.one(line, end)[1]) - design.LEFT, 3),
            round(float(netlist.one(line, end)[2]) - design.TOP, 3),
        )
        for line in netlist.each(tree, "gr_line")
        if netlist.one(line, "layer")[1] == "Edge.Cuts"
        for end in ("start", "end")
    }
    meant_corners = {(x, y) for x in (0.0, design.WIDTH) for y in (0.0, design.HEIGHT)}
    if corners != meant_corners:
        wrong.append(f"the outline has the corners {sorted(corners)}, not {sorted(meant_corners)}")
    return wrong


def revision_agrees(hardware: Path) -> list[str]:
    """One letter: in title blocks, on the print, in the production folder's name and the changelog."""
    letter = design.REVISION
    wrong = []
    for what, name in (("the schematic", SHEET), ("the board", BOARD)):
        if netlist.one(netlist.one(netlist.read(_text(hardware, name)), "title_block"), "rev")[1:] != [letter]:
            wrong.append(f"{what}'s title block is not of revision {letter}")
    texts = [item[1] for item in netlist.each(netlist.read(_text(hardware, BOARD)), "gr_text")]
    if not any(f"rev {letter}" in text for text in texts):
        wrong.append(f"rev {letter} is not printed on the board")
    if not _production(hardware).is_dir():
        wrong.append(f"there is no production/rev-{letter}")
    if f"## Revision {letter}" not in _text(hardware, "CHANGELOG.md"):
        wrong.append(f"CHANGELOG.md does not tell of revision {letter}")
    return wrong


def archive_is_whole(hardware: Path) -> list[str]:
    """What is uploaded is what is shown unpacked beside it."""
    folder = _production(hardware)
    kept = {path.name: path.read_bytes() for path in sorted((folder / "gerbers").iterdir())}
    with zipfile.ZipFile(folder / f"{design.NAME}-rev-{design.REVISION}-gerbers.zip") as archive:
        packed = {name: archive.read(name) for name in archive.namelist()}
    return [
        f"{name}: gerbers/ and the archive differ"
        for name in sorted(set(kept) | set(packed))
        if kept.get(name) != packed.get(name)
    ]


def pictures_are_of_this_board(hardware: Path) -> list[str]:
    """Renders and the interactive parts list were made of the board that is committed."""
    if _text(_production(hardware), fab.PICTURED) == fab.pictured(hardware / BOARD):
        return []
    return ["renders and ibom.html are of another board: run `make hardware-files`"]


def power_is_kept(hardware: Path) -> list[str]:
    """No pattern draws more than pins.toml allows, no seat more than a port gives, also with the longest strip."""
    pins = hardware / "pins.toml"
    return power.wrong(power.budget(pins)) + power.wrong(power.budget(pins, 24))


def generated_is_fresh(hardware: Path) -> list[str]:
    """What plain Python makes of the design is committed as it is: schematic, tables, notes, pictures."""
    fresh = {f"seat-board/{name}": text for name, text in sheet.files().items()}
    fresh |= {f"wiring/{name}": text for name, text in draw.pictures(hardware / "pins.toml").items()}
    fresh[f"seat-board/{design.NAME}.kicad_pro"] = project.text()
    fresh[f"production/rev-{design.REVISION}/fab-notes.md"] = fab.notes()
    return [f"{name} is not what the design makes" for name, text in fresh.items() if _text(hardware, name) != text]


def guide_agrees(hardware: Path) -> list[str]:
    """docs/build.md names the contacts of pins.toml."""
    contact = {net: pin for pin, net in design.pins(hardware / "pins.toml").items()}
    uno, cut, done = (contact[f"BTN_{name.upper()}"] for name in BUTTONS)
    lamps = ", ".join(str(contact[f"LAMP_{name.upper()}"]) for name in BUTTONS)
    guide = " ".join(_text(hardware, "docs/build.md").split())
    said = (
        f"NO of the yellow button to pin {uno}, of the red one to pin {cut}, of the white one to pin {done}.",
        f"Pins {lamps} of the Pico to pins 1, 2, 3 of the chip",
        f"Resistor between pin {contact['STRIP']} of the Pico and the strip's `DIN`",
        f"through the second resistor to pin {contact['PIEZO']}.",
        f"| pins {uno}, {cut}, {done} | 3.3 V",
    )
    return [f"docs/build.md does not say: {sentence}" for sentence in said if sentence not in guide]


def _production(hardware: Path) -> Path:
    return hardware / "production" / f"rev-{design.REVISION}"


CHECKS: tuple[Callable[[Path], list[str]], ...] = (
    nets_agree,
    pins_agree,
    parts_are_complete,
    places_agree,
    revision_agrees,
    archive_is_whole,
    pictures_are_of_this_board,
    power_is_kept,
    guide_agrees,
    generated_is_fresh,
)
