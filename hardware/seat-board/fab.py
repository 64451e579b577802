"""What a maker of boards gets, made from the board: production/rev-A. `fab.files(FOLDER, OUT)`, called by make.py.

The time of day is taken out of every file, so that the same KiCad makes the same bytes: all but the STEP file, whose
solids another Open CASCADE (7.6 on Debian 12, 7.8 on 13) puts into other words. Renders and the interactive
parts list are made by `pictures`, which the checks do not repeat: their bytes depend on more than KiCad.
"""

from __future__ import annotations

import csv
import hashlib
import io
import os
import re
import subprocess
import zipfile
from pathlib import Path

import design
import project

LAYERS = "F.Cu,B.Cu,F.Mask,B.Mask,F.Paste,F.SilkS,B.SilkS,Edge.Cuts"
PICTURED = "pictures-of.sha256"
WHEN = "2026-11-30T00:00:00+00:00"  # of revision A, in place of the moment of each file
CLOCKS = (
    (re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[+-]\d\d:?\d\d)?"), WHEN.encode()),  # gerbers, STEP
    (re.compile(rb"date \d{4}-\d\d-\d\d \d\d:\d\d:\d\d"), b"date 2026-11-30 00:00:00"),  # comments of gerbers
    (re.compile(rb"/CreationDate \(D:\d{14}\)"), b"/CreationDate (D:20261130000000)"),  # as long as it was
)
BUILD = re.compile(rb"\b(9\.\d+\.\d+)\+\w+")  # KiCad, with what the distribution calls its build
SOLIDS = re.compile(rb"Open CASCADE STEP processor [\d.]+")
STEP = ((re.compile(rb"FILE_NAME\('[^']*'"), b"FILE_NAME('seat-board.step'"),)


def kicad(*arguments: str | Path) -> None:
    """Runs kicad-cli. RuntimeError with what it said if it fails."""
    done = subprocess.run(["kicad-cli", *map(str, arguments)], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"kicad-cli {' '.join(map(str, arguments))}\n{done.stdout}{done.stderr}")


def files(folder: Path, out: Path) -> None:
    """Writes all that is compared: gerbers, drills, places, parts, PDFs, STEP. folder: the project's."""
    board, sheet = folder / f"{design.NAME}.kicad_pcb", folder / f"{design.NAME}.kicad_sch"
    gerbers = out / "gerbers"
    gerbers.mkdir(parents=True, exist_ok=True)
    kicad("pcb", "export", "gerbers", "--no-protel-ext", "--subtract-soldermask", "-l", LAYERS, "-o", gerbers, board)
    kicad("pcb", "export", "drill", "--format", "excellon", "--excellon-separate-th", "-o", f"{gerbers}/", board)
    kicad("pcb", "export", "pos", "--format", "csv", "--units", "mm", "--exclude-dnp", "--use-drill-file-origin",
          "-o", out / "positions.csv", board)  # fmt: skip
    kicad("sch", "export", "pdf", "-o", out / "schematic.pdf", sheet)
    kicad("pcb", "export", "pdf", "--mode-single", "--black-and-white", "--include-border-title", "-l",
          "F.SilkS,F.Mask,Edge.Cuts", "-o", out / "assembly.pdf", board)  # fmt: skip
    kicad("pcb", "export", "step", "--force", "--subst-models", "-o", out / f"{design.NAME}.step", board)
    for path in sorted(out.rglob("*")):
        if path.is_file():
            timeless(path)
    (out / "parts.csv").write_text(parts(), encoding="utf-8", newline="\n")
    (out / "fab-notes.md").write_text(notes(), encoding="utf-8", newline="\n")
    archive(gerbers, out / f"{design.NAME}-rev-{design.REVISION}-gerbers.zip")


def timeless(path: Path) -> None:
    data = path.read_bytes()
    for clock, still in CLOCKS + (STEP if path.suffix == ".step" else ()):
        data = clock.sub(still, data)
    if path.suffix not in (".pdf", ".step"):
        data = BUILD.sub(rb"\1", data)
    path.write_bytes(data)


def alike(made: bytes, kept: bytes) -> bool:
    """Byte for byte; of STEP files by different Open CASCADEs only which parts are where."""
    if made == kept:
        return True
    by, before = SOLIDS.search(made), SOLIDS.search(kept)
    return by is not None and before is not None and by[0] != before[0] and placed(made) == placed(kept)


def placed(step: bytes) -> list[bytes]:
    """The parts of an assembly by name, what is put into what, and where that is, in the file's order."""
    entities = {number: b"".join(text.split()) for number, text in re.findall(rb"#(\d+) = ([^;]*);", step)}

    def whole(text: bytes) -> bytes:
        return re.sub(rb"#(\d+)", lambda found: whole(entities[found[1]]), text)

    found = []
    for text in entities.values():
        if text.startswith(b"ITEM_DEFINED_TRANSFORMATION("):
            found.append(whole(text))
        elif text.startswith((b"PRODUCT(", b"NEXT_ASSEMBLY_USAGE_OCCURRENCE(")):
            found.append(re.sub(rb"#\d+", b"#", text))
    return found


def archive(gerbers: Path, path: Path) -> None:
    """One file to upload, the same bytes each time."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as into:
        for one in sorted(gerbers.iterdir()):
            entry = zipfile.ZipInfo(one.name, (2026, 11, 30, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            into.writestr(entry, one.read_bytes(), zipfile.ZIP_DEFLATED)


def parts() -> str:
    """The parts list: a line a kind, then what belongs to a seat and has no place on the board."""
    kinds: dict[design.Kind, list[str]] = {}
    for part in design.parts():
        if part.kind.number:
            kinds.setdefault(part.kind, []).append(part.ref)
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(
        ["quantity", "references", "value", "maker", "number", "shop's number", "fit", "what", "EUR each (estimate)"]
    )
    for kind, refs in kinds.items():
        table.writerow([len(refs), " ".join(refs), kind.value, kind.maker, kind.number, kind.supplier, "yes", kind.what,
                        f"{kind.price:.2f}"])  # fmt: skip
    for extra in design.EXTRAS:
        low, high = extra.price
        table.writerow([extra.number, "", "", extra.maker, extra.part, "", "beside the board", extra.what,
                        f"{low:.2f}-{high:.2f}"])  # fmt: skip
    return text.getvalue()


def notes() -> str:
    return f"""# Seat board, revision {design.REVISION}: for the maker of the board

Designed and checked by tools, not built yet: order five, build one, measure it by ../../docs/test.md, then order more.

| what | asked for |
|---|---|
| layers | 2 |
| size | {design.WIDTH:g} mm × {design.HEIGHT:g} mm, square corners |
| material, thickness | FR4, {design.THICKNESS:g} mm |
| copper | 35 µm (1 oz) |
| finish | lead-free HASL (any other will do) |
| mask, print | green and white (any other will do), both sides |
| narrowest track | {min(project.TRACK, project.POWER_TRACK):g} mm |
| narrowest gap | {project.GAP:g} mm |
| smallest drill | {project.DRILL:g} mm, vias {project.VIA:g} mm, covered by mask |
| holes without copper | four of 3.2 mm, for M3 |
| impedance, castellation, edge plating, panel | none |

Upload `{design.NAME}-rev-{design.REVISION}-gerbers.zip`: RS-274X with X2 attributes, Excellon in millimetres, holes
with and without copper apart. `gerbers/` is the same, unpacked. For assembly: `parts.csv` and `positions.csv`
(millimetres on KiCad's page, y upwards); all surface-mounted parts are on top; J1 to J4, C2, LS1 and the two
socket strips are soldered by hand. `assembly.pdf` and `ibom.html` show what goes where.
"""


def pictures(folder: Path, out: Path, python: str) -> None:
    """Renders, and the page on which parts are found by clicking; `python` has pcbnew and InteractiveHtmlBom."""
    board = folder / f"{design.NAME}.kicad_pcb"
    views = {
        "board": ("top", "-30,0,15", "1.05"),
        "top": ("top", "0,0,0", "1.35"),
        "bottom": ("bottom", "0,0,0", "1.35"),
    }
    for name, (side, turn, zoom) in views.items():
        kicad("pcb", "render", "--width", "1400", "--height", "1000", "--quality", "basic", "--background", "opaque",
              "--side", side, "--rotate", turn, "--zoom", zoom, "-o", out / f"{name}.png", board)  # fmt: skip
    shown = ("--extra-fields", "Maker,Number", "--show-fields", "Value,Number", "--layer-view", "F")
    subprocess.run(
        [python, "-m", "InteractiveHtmlBom.generate_interactive_bom", "--no-browser", "--dest-dir", out,
         "--name-format", "ibom", "--extra-data-file", board, *shown, board],
        check=True, capture_output=True, env={**os.environ, "INTERACTIVE_HTML_BOM_NO_DISPLAY": "1"},
    )  # fmt: skip
    timeless(out / "ibom.html")
    (out / PICTURED).write_text(pictured(board), encoding="utf-8", newline="\n")


def pictured(board: Path) -> str:
    """Which board the pictures show: a check tells when it is another one by now."""
    return f"{hashlib.sha256(board.read_bytes()).hexdigest()}  {board.name}\n"
