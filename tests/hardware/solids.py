"""Looks into the committed STL files of the enclosure with trimesh, and holds them to sizes.py and to the seat board.

`.venv-hardware/bin/python -m tests.hardware.solids [HARDWARE]` prints what is wrong; 1 if anything is. That everything
fits as exact solids is tried by hardware/enclosure/make.py, which takes a GB of packages; this takes seconds.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from tests.hardware import HARDWARE
from tests.hardware.gerbers import board_holes

sys.path.insert(0, str(HARDWARE / "enclosure"))
import sizes as s

NEAR = 0.05  # mm
VOLUMES = {"box": (140, 180), "lid": (55, 75), "stand": (40, 60)}  # cm³: what a spool must have


def wrong(hardware: Path) -> list[str]:
    import trimesh

    found = []
    meshes: dict[str, Any] = {}
    for name, (low, high) in VOLUMES.items():
        mesh = trimesh.load_mesh(hardware / "enclosure" / f"{name}.stl")
        if not (mesh.is_watertight and mesh.is_winding_consistent):
            found.append(f"{name}: not watertight")
        elif not low < mesh.volume / 1000 < high:
            found.append(f"{name}: {mesh.volume / 1000:.0f} cm³, not {low} to {high}")
        meshes[name] = mesh
    if found:
        return found
    boxes = {
        "box": ((0, 0, 0), (s.WIDTH, s.DEPTH, s.HEIGHT - s.LID)),
        "lid": ((0, -s.DEPTH, 0), (s.WIDTH, 0, s.LID + 2)),  # as it is printed: upside down
        "stand": ((-s.STAND_WIDTH / 2, 0, 0), (s.STAND_WIDTH / 2, s.STAND_DEPTH, s.STAND_HEIGHT)),
    }
    for name, (low_corner, high_corner) in boxes.items():
        if abs(meshes[name].bounds - [low_corner, high_corner]).max() > NEAR:
            found.append(f"{name}: it reaches from {meshes[name].bounds[0]} to {meshes[name].bounds[1]}")
    for name, what, point, filled in points(hardware):
        if bool(meshes[name].contains([point])[0]) != filled:
            found.append(f"{name}: {what} is {'open' if filled else 'filled'} at {tuple(round(v, 2) for v in point)}")
    return found


def points(hardware: Path) -> list[tuple[str, str, tuple[float, float, float], bool]]:
    """Points of each file that must be inside plastic, or must not."""
    found = []
    _, screws = board_holes((hardware / "seat-board" / "seat-board.kicad_pcb").read_text(encoding="utf-8"))
    high = s.FLOOR + s.POST_HEIGHT - 0.5
    ring = (s.POST + s.POST_HOLE) / 4
    for x, y, _ in sorted(screws):
        px, py = s.place(x, y)
        found.append(("box", "a screw's hole of the board", (px, py, high), False))
        found += [("box", "a post of the board", (px + dx * ring, py + dy * ring, high), True) for dx, dy in AROUND]
        found.append(("box", "the room above a post", (px, py + ring, high + 1.0), False))
    for x, y in s.LID_POSTS:
        found.append(("box", "a screw's hole of the lid", (x, y, s.HEIGHT - s.LID - 3), False))
        found.append(("box", "a post of the lid", (x + 3, y, s.HEIGHT - s.LID - 3), True))
        found.append(("lid", "a screw's hole", (x, -y, s.LID / 2), False))
    wall = s.DEPTH - s.WALL / 2
    for dx, dz, filled in ((0, 0, False), (0.45, 0.45, False), (0.55, 0, True), (0, 0.6, True)):
        spot = (s.PLUG_X + dx * s.PLUG_HOLE[0], wall, s.PLUG_Z + dz * s.PLUG_HOLE[1])
        found.append(("box", "the plug's opening", spot, filled))
    found.append(("box", "the light's window", (s.WIDTH / 2, s.WINDOW[2] / 2, s.WINDOW_Z), True))
    found.append(("box", "the room behind the window", (s.WIDTH / 2, s.WINDOW[2] + 0.5, s.WINDOW_Z), False))
    found += [("box", "a foot's recess", (x, y, s.FOOT_DEEP / 2), False) for x, y in s.FEET]
    for name, button in s.BUTTONS.items():
        x, y, radius = button["x"], -button["y"], button["hole"] / 2
        found += [("lid", f"the hole of {name}", (x + dx * (radius - 0.5), y, s.LID / 2), False) for dx in (-1, 0, 1)]
        found += [("lid", f"the rim of {name}", (x, y + dy * (radius + 0.5), s.LID / 2), True) for dy in (-1, 1)]
    found.append(("stand", "the slot", (0, s.SLOT_Y - 1, s.STAND_HEIGHT - 3), False))
    found.append(("stand", "the floor of the slot", (0, s.SLOT_Y - 2, s.STAND_HEIGHT - s.SLOT_DEEP - 2), True))
    return found


AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1))


def main() -> int:
    found = wrong(Path(sys.argv[1]) if len(sys.argv) > 1 else HARDWARE)
    for sentence in found:
        print(sentence)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
