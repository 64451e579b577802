"""Makes the box, its lid and the stand as exact solids, and tries that everything fits: `python make.py [--check]`.

Writes box, lid and stand as STEP and STL beside it. Every trial has a control: the same trial with something moved,
which must fail, or the run fails. Needs build123d (`make enclosure`); sizes are in sizes.py.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import sizes as s
from build123d import (
    Align,
    Box,
    Compound,
    Cylinder,
    ExportSVG,
    Part,
    Pos,
    RectangleRounded,
    Rot,
    export_step,
    export_stl,
    extrude,
    import_step,
)

design = s.design
HERE = Path(__file__).resolve().parent
STEP = HERE.parent / "production" / f"rev-{design.REVISION}" / f"{design.NAME}.step"
LOW = (Align.CENTER, Align.CENTER, Align.MIN)
CLOCK = re.compile(r"FILE_NAME\('[^']*','[^']*'")
LIFT = 95.0  # mm by which the lid is lifted in the picture
LEADS = 3.2  # mm that are left below the board once its leads are cut
NOTHING = 0.01  # mm³ that touching faces may seem to share


def block(x: float, y: float, z: float, low: float) -> Part:
    """A plate with the box's rounded corners, from height `low` upwards; x, y smaller all round by as much."""
    inset = s.WALL if x < s.WIDTH else 0.0
    outline = Pos(s.WIDTH / 2, s.DEPTH / 2, low) * RectangleRounded(x, y, max(s.ROUND - inset, 1.0))
    return extrude(outline, z)


def box() -> Part:
    part = block(s.WIDTH, s.DEPTH, s.HEIGHT - s.LID, 0)
    part -= block(s.WIDTH - 2 * s.WALL, s.DEPTH - 2 * s.WALL, s.HEIGHT, s.FLOOR)
    inside = s.HEIGHT - s.LID - s.FLOOR
    for x, y in s.LID_POSTS:
        part += Pos(x, y, s.FLOOR) * Cylinder(s.LID_POST / 2, inside, align=LOW)
    for x, y in s.LID_POSTS:
        part -= Pos(x, y, s.HEIGHT - s.LID - 14) * Cylinder(s.POST_HOLE / 2, 20, align=LOW)
    for x, y in s.holes():
        part += Pos(x, y, s.FLOOR) * Cylinder(s.POST / 2, s.POST_HEIGHT, align=LOW)
    for x, y in s.holes():
        part -= Pos(x, y, s.FLOOR - 1) * Cylinder(s.POST_HOLE / 2, 20, align=LOW)
    part -= Pos(s.PLUG_X, s.DEPTH, s.PLUG_Z) * Box(s.PLUG_HOLE[0], 4 * s.WALL, s.PLUG_HOLE[1])
    wide, high, left = s.WINDOW
    part -= Pos(s.WIDTH / 2, left + 5, s.WINDOW_Z) * Box(wide, 10, high)
    for x, y in s.FEET:
        part -= Pos(x, y, 0) * Cylinder(s.FOOT / 2, s.FOOT_DEEP, align=LOW)
    for x, z in s.SOUND:
        part -= Pos(x, s.DEPTH, z) * Box(2.0, 4 * s.WALL, 12.0)
    return part


def lid() -> Part:
    low = s.HEIGHT - s.LID
    part = block(s.WIDTH, s.DEPTH, s.LID, low)
    for x, y in s.LID_POSTS:
        part -= Pos(x, y, low - 1) * Cylinder(s.LID_HOLE / 2, 10, align=LOW)
    for button in s.BUTTONS.values():
        part -= Pos(button["x"], button["y"], low - 1) * Cylinder(button["hole"] / 2, 10, align=LOW)
    # a rim inside the walls keeps the lid in place
    gap = s.WALL + 0.3
    rim = block(s.WIDTH - 2 * gap, s.DEPTH - 2 * gap, 2.0, low - 2.0)
    rim -= block(s.WIDTH - 2 * gap - 4, s.DEPTH - 2 * gap - 4, 4.0, low - 3.0)
    for x, y in s.LID_POSTS:
        rim -= Pos(x, y, low - 3) * Box(s.LID_POST + 7, s.LID_POST + 7, 10, align=LOW)
    return part + rim


def stand() -> Part:
    part = Box(s.STAND_WIDTH, s.STAND_DEPTH, s.STAND_HEIGHT, align=(Align.CENTER, Align.MIN, Align.MIN))
    part -= slot(s.SLOT_WIDTH, s.SLOT_THICK, 30)
    # what the board's back and the cable need behind it, and a lower front, so that both buttons are in reach
    part -= Pos(0, s.SLOT_Y + 12, s.STAND_HEIGHT - 5) * Box(
        s.SLOT_WIDTH - 12, 16, 10, align=(Align.CENTER, Align.MIN, Align.MIN)
    )
    part -= Pos(0, -1, s.STAND_HEIGHT - 4) * Box(s.STAND_WIDTH + 2, 9, 10, align=(Align.CENTER, Align.MIN, Align.MIN))
    return part


def slot(wide: float, thick: float, high: float) -> Part:
    """What stands in the slot: a board of that size, leaning back."""
    leaning = Rot(-s.SLOT_TILT, 0, 0) * Box(wide, thick, high, align=LOW)
    return Pos(0, s.SLOT_Y - 2, s.STAND_HEIGHT - s.SLOT_DEEP) * leaning


def board(x: float = 0.0, y: float = 0.0, z: float = 0.0) -> list[Part]:
    """The seat board with its parts, each as the box around it, moved by that much: from KiCad's STEP file."""
    left, back = s.place(0, 0)
    low = s.FLOOR + s.POST_HEIGHT
    found = []
    whole = import_step(STEP)
    base = min(solid.bounding_box().min.Z for solid in whole.solids() if _plate(solid))
    for solid in whole.solids():
        if _plate(solid):
            found.append(Pos(left - design.LEFT + x, back + design.TOP + y, low - base + z) * solid)
            continue
        around = solid.bounding_box()
        size, middle, foot = around.size, around.center(), max(around.min.Z, base - LEADS)
        where = Pos(middle.X - design.LEFT + left + x, middle.Y + design.TOP + back + y, foot - base + low + z)
        found.append(where * Box(size.X, size.Y, around.max.Z - foot, align=LOW))
    return found


def _plate(solid) -> bool:  # type: ignore[no-untyped-def]
    size = solid.bounding_box().size
    return abs(size.X - design.WIDTH) < 0.1 and abs(size.Y - design.HEIGHT) < 0.1


def shared(one: Part, others: list[Part]) -> float:
    """mm³ that it has in common with any of them."""
    total = 0.0
    for other in others:
        common = one & other
        for piece in common if isinstance(common, list) else [common]:
            total += abs(piece.volume) if piece is not None else 0.0
    return total


def screws(x: float = 0.0) -> list[Part]:
    """M3 screws through the board's holes into the posts, thinner than both."""
    return [Pos(px + x, py, s.FLOOR) * Cylinder(1.25, 12, align=LOW) for px, py in s.holes()]


def bodies(deeper: float = 0.0, back: float = 0.0) -> list[Part]:
    """What hangs below the lid: shafts through the holes, then nut, contact and lamp."""
    low = s.HEIGHT - s.LID
    found = []
    for one in s.BUTTONS.values():
        deep = one["deep"] + deeper
        found.append(Pos(one["x"], one["y"] + back, low - deep) * Cylinder(one["body"] / 2, deep, align=LOW))
        found.append(Pos(one["x"], one["y"] + back, low) * Cylinder(one["hole"] / 2 - 0.1, s.LID, align=LOW))
    return found


def plug(z: float = 0.0) -> list[Part]:
    return [Pos(s.PLUG_X, s.DEPTH - 2, s.PLUG_Z + z) * Box(s.PLUG[0], 20, s.PLUG[1])]


def trials(made: dict[str, Part]) -> list[tuple[str, float, float]]:
    """Each trial: what, what it shares (must be nothing), what its control shares (must be something)."""
    walls, top, rest = made["box"], made["lid"], made["stand"]
    seated = board()
    both: list[tuple[str, Callable[[], float], Callable[[], float]]] = [
        ("the board in the box", lambda: shared(walls, seated), lambda: shared(walls, board(y=2.0))),
        ("the board on its posts", lambda: shared(walls, seated), lambda: shared(walls, board(z=-0.5))),
        ("screws in the posts' holes", lambda: shared(walls, screws()), lambda: shared(walls, screws(x=1.0))),
        ("screws through the board", lambda: shared(seated[_largest(seated)], screws()),
         lambda: shared(seated[_largest(seated)], screws(x=1.0))),
        ("the cable's plug in its opening", lambda: shared(walls, plug()), lambda: shared(walls, plug(z=3.0))),
        ("buttons in lid and box", lambda: shared(walls, bodies()) + shared(top, bodies()),
         lambda: shared(walls, bodies(deeper=5.0)) + shared(top, bodies(deeper=5.0))),
        ("buttons beside the board", lambda: sum(shared(one, seated) for one in bodies()),
         lambda: sum(shared(one, seated) for one in bodies(back=12.0))),
        ("the lid on the box", lambda: shared(walls, [top]), lambda: shared(walls, [Pos(0, 0, -1) * top])),
        ("a micro:bit in the stand", lambda: shared(rest, [slot(52.0, 1.6, 42.0)]),
         lambda: shared(rest, [slot(54.0, 1.6, 42.0)])),
    ]  # fmt: skip
    return [(what, trial(), control()) for what, trial, control in both]


def _largest(parts: list[Part]) -> int:
    return max(range(len(parts)), key=lambda n: parts[n].bounding_box().size.X)


def picture(parts: list[Part], path: Path) -> None:
    """A line drawing, seen from the front, the right and above."""
    lines, _ = Compound(parts).project_to_viewport((400, -520, 420), (0, 0, 1), Compound(parts).center())
    longest = max(*Compound(lines).bounding_box().size)
    drawing = ExportSVG(scale=160 / longest, margin=4, line_weight=0.18)
    drawing.add_layer("lines")
    drawing.add_shape(lines, layer="lines")
    drawing.write(str(path))


def main() -> int:
    made = {"box": box(), "lid": lid(), "stand": stand()}
    failed = 0
    for name, part in made.items():
        well = part.is_valid and len(part.solids()) == 1 and part.volume > 0
        failed += not well
        print(f"{name}: {part.volume / 1000:.1f} cm³, {'one sound solid' if well else 'NOT one sound solid'}")
    for what, trial, control in trials(made):
        fits, notices = trial <= NOTHING, control > NOTHING
        failed += not (fits and notices)
        told = "fits" if fits else f"CLASHES by {trial:.2f} mm³"
        print(
            f"{what}: {told}; moved on purpose it {'clashes' if notices else 'DOES NOT CLASH, so this proves nothing'}"
        )
    if failed or "--check" in sys.argv:
        return int(failed > 0)
    for name, part in made.items():
        export_step(part, HERE / f"{name}.step")
        text = (HERE / f"{name}.step").read_text(encoding="utf-8")
        text = CLOCK.sub(f"FILE_NAME('{name}.step','2026-11-30T00:00:00'", text)
        (HERE / f"{name}.step").write_text(text, encoding="utf-8", newline="\n")
        printed = Pos(0, 0, s.LID) * Rot(180, 0, 0) * Pos(0, 0, -(s.HEIGHT - s.LID)) * part if name == "lid" else part
        export_stl(printed, HERE / f"{name}.stl", tolerance=0.05, angular_tolerance=0.2)
    caps = [
        Pos(one["x"], one["y"], s.HEIGHT + LIFT) * Cylinder(one["cap"] / 2, 14, align=LOW) for one in s.BUTTONS.values()
    ]
    picture([made["box"], *board(), Pos(0, 0, LIFT) * made["lid"], *caps], HERE / "box.svg")
    leaning = slot(52.0, 1.6, 42.0)
    picture([made["stand"], leaning], HERE / "stand.svg")
    return 0


if __name__ == "__main__":
    sys.exit(main())
