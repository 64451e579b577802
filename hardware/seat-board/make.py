"""Makes every file of the seat board: `python3 make.py`, or `python3 make.py --check`, which writes nothing here but
says what is not what would be made. `--pictures` makes the renders and the interactive parts list, too (minutes).

Needs kicad-cli 9.0 and the Python that came with it (`/usr/bin/python3` on Debian; PCBNEW_PYTHON names another).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import design
import fab
import project
import sheet

HERE = Path(__file__).resolve().parent
OUT = HERE.parent / "production" / f"rev-{design.REVISION}"
PYTHON = os.environ.get("PCBNEW_PYTHON", "/usr/bin/python3")
MADE = (f"{design.NAME}.kicad_sch", f"{design.NAME}.kicad_pro", f"{design.NAME}.net", f"{design.NAME}.kicad_pcb",
        "lib/seat.kicad_sym", "sym-lib-table", "fp-lib-table")  # fmt: skip
BY_HAND = ("ibom.html", "board.png", "top.png", "bottom.png", fab.PICTURED)  # made by --pictures only


def design_files(folder: Path) -> None:
    """Schematic, project, netlist and board; folder has lib/ with footprints."""
    for path, text in sheet.files().items():
        (folder / path).write_text(text, encoding="utf-8", newline="\n")
    (folder / f"{design.NAME}.kicad_pro").write_text(project.text(), encoding="utf-8", newline="\n")
    netlist(folder)
    subprocess.run([PYTHON, HERE / "board.py", folder], check=True, stderr=subprocess.DEVNULL)


def netlist(folder: Path) -> None:
    """The netlist as kicad-cli reads it from the sheet, without time and place."""
    path = folder / f"{design.NAME}.net"
    fab.kicad("sch", "export", "netlist", "--format", "kicadsexpr", "-o", path, folder / f"{design.NAME}.kicad_sch")
    text = path.read_text(encoding="utf-8")
    text = re.sub(r'\(source "[^"]*[/\\]([^"/\\]*)"\)', r'(source "\1")', text)
    text = re.sub(r'\(uri "[^"]*(lib/[^"]*)"\)', r'(uri "\1")', text)
    text = re.sub(r'\(tool "([^"+]*)[^"]*"\)', r'(tool "\1")', text)
    path.write_text(re.sub(r'\(date "[^"]*"\)', "(date)", text), encoding="utf-8", newline="\n")


def stale(made: Path, kept: Path, names: list[str]) -> list[str]:
    """Which of these files differ, a sentence each."""
    found = []
    for name in names:
        if not (kept / name).is_file():
            found.append(f"{name} is missing")
        elif not fab.alike((made / name).read_bytes(), (kept / name).read_bytes()):
            found.append(f"{name} is not what the design makes")
    return found


def main() -> int:
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary) / "seat-board"
        shutil.copytree(HERE / "lib", work / "lib")
        design_files(work)
        out = Path(temporary) / "out"
        fab.files(work, out)
        outputs = [str(path.relative_to(out)) for path in sorted(out.rglob("*")) if path.is_file()]
        if "--check" in sys.argv:
            wrong = stale(work, HERE, list(MADE)) + stale(out, OUT, outputs)
            kept = {str(path.relative_to(OUT)) for path in OUT.rglob("*") if path.is_file()}
            wrong += [f"{name} is made by nothing" for name in sorted(kept - set(outputs) - set(BY_HAND))]
            for sentence in wrong:
                print(f"hardware: {sentence}; run python3 hardware/seat-board/make.py")
            return int(bool(wrong))
        for name in MADE:
            shutil.copy(work / name, HERE / name)
        for name in outputs:
            (OUT / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(out / name, OUT / name)
    if "--pictures" in sys.argv:
        fab.pictures(HERE, OUT, PYTHON)
    return 0


if __name__ == "__main__":
    sys.exit(main())
