"""Reads the production files with gerbonara, which knows nothing of KiCad, and holds them to the board.

`.venv-hardware/bin/python -m tests.hardware.gerbers [HARDWARE]` prints what is wrong; 1 if anything is.
"""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

import design
import netlist

from tests.hardware import HARDWARE

LAYERS = {
    ("top", "copper"), ("top", "mask"), ("top", "silk"), ("top", "paste"), ("bottom", "copper"), ("bottom", "mask"),
    ("bottom", "silk"), ("mechanical", "outline"),
}  # fmt: skip
NEAR = 0.01  # mm
Hole = tuple[float, float, float]  # x, y from the board's upper left corner, drill


def board_holes(text: str) -> tuple[set[Hole], set[Hole]]:
    """The board's holes with copper and those without, by KiCad's file."""
    tree = netlist.read(text)
    plated, bare = set(), set()
    for via in netlist.each(tree, "via"):
        x, y = (float(value) for value in netlist.one(via, "at")[1:3])
        plated.add(_hole(x, y, float(netlist.one(via, "drill")[1])))
    for footprint in netlist.each(tree, "footprint"):
        at = [float(value) for value in netlist.one(footprint, "at")[1:]]
        turn = TURNED[int(at[2]) % 360 if len(at) > 2 else 0]
        for pad in netlist.each(footprint, "pad"):
            drill = netlist.one(pad, "drill")
            if drill:
                px, py = (float(value) for value in netlist.one(pad, "at")[1:3])
                x, y = at[0] + turn[0] * px + turn[1] * py, at[1] + turn[2] * px + turn[3] * py
                (bare if pad[2] == "np_thru_hole" else plated).add(_hole(x, y, float(drill[1])))
    return plated, bare


TURNED = {0: (1, 0, 0, 1), 90: (0, 1, -1, 0), 180: (-1, 0, 0, -1), 270: (0, -1, 1, 0)}  # counter-clockwise, y down


def _hole(x: float, y: float, drill: float) -> Hole:
    return round(x - design.LEFT, 2), round(y - design.TOP, 2), round(drill, 2)


def wrong(hardware: Path) -> list[str]:
    import gerbonara
    from gerbonara.utils import MM

    folder = hardware / "production" / f"rev-{design.REVISION}" / "gerbers"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # gerbonara remarks on KiCad's G90 after the header
        stack = gerbonara.LayerStack.open(folder)
        found = []
        missing = LAYERS - set(stack.graphic_layers)
        found += [f"there is no file for {side} {kind}" for side, kind in sorted(missing)]
        if ("mechanical", "outline") not in missing:
            found += _outline(stack, MM)
        plated, bare = board_holes((hardware / "seat-board" / f"{design.NAME}.kicad_pcb").read_text(encoding="utf-8"))
        for layer in stack.drill_layers:
            name = layer.original_path.name
            holes = {_hole(o.x, -o.y, o.tool.diameter) for o in layer.objects}
            meant = bare if "NPTH" in name else plated
            found += [f"{name}: no hole of {d:g} mm at {x:g}, {y:g}" for x, y, d in sorted(meant - holes)]
            found += [
                f"{name}: a hole of {d:g} mm at {x:g}, {y:g} that the board has not"
                for x, y, d in sorted(holes - meant)
            ]
        if {(x, y) for x, y, _ in bare} != set(design.HOLES):
            found.append(f"the screws' holes are at {sorted(bare)}, the design says {design.HOLES}")
        for side in ("top", "bottom"):
            if (side, "copper") not in missing and not stack[side, "copper"].objects:
                found.append(f"{side} copper is empty")
    return found


def _outline(stack, unit) -> list[str]:  # type: ignore[no-untyped-def]
    xs, ys = [], []
    for line in stack["mechanical", "outline"].objects:
        xs += [line.x1, line.x2]
        ys += [-line.y1, -line.y2]
    box = (min(xs) - design.LEFT, min(ys) - design.TOP, max(xs) - design.LEFT, max(ys) - design.TOP)
    meant = (0.0, 0.0, design.WIDTH, design.HEIGHT)
    return (
        []
        if all(abs(a - b) < NEAR for a, b in zip(box, meant, strict=True))
        else [f"the outline is {box}, not {meant}"]
    )


def main() -> int:
    found = wrong(Path(sys.argv[1]) if len(sys.argv) > 1 else HARDWARE)
    for sentence in found:
        print(sentence)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
