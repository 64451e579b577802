"""Every length of the boxes, in millimetres: change what your parts need, then `make enclosure`.

x to the right, y to the back, z up; the box's outer corner at the front left of the table is 0, 0, 0. What a shop or a
caliper must confirm is marked.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "seat-board"))
import design  # the board's outline, holes and places

WIDTH, DEPTH, HEIGHT = 180.0, 130.0, 70.0  # outside, with the lid
WALL, FLOOR, LID = 2.4, 2.4, 3.0
ROUND = 6.0  # radius of the upright corners

# The buttons, from left to right: place, hole in the lid, what lies on top, what hangs below. Unverified: arcade
# buttons of one name differ; measure yours. Below: the shaft with its nut, contact and lamp holder, as a cylinder.
BUTTONS = {
    "uno": {"x": 41.0, "y": 41.0, "hole": 28.0, "cap": 60.0, "body": 40.0, "deep": 62.0},
    "cut": {"x": 102.0, "y": 41.0, "hole": 28.0, "cap": 45.0, "body": 40.0, "deep": 62.0},
    "done": {"x": 150.0, "y": 41.0, "hole": 28.0, "cap": 33.0, "body": 36.0, "deep": 55.0},
}

# The seat board lies at the back, its USB plug towards the back wall
BOARD_X = 48.0  # of its left edge
BOARD_GAP = 1.0  # from its edge to the back wall
BOARD_BACK = DEPTH - WALL - BOARD_GAP  # y of its edge with the plug
POST, POST_HEIGHT, POST_HOLE = 7.0, 5.0, 2.6  # M3 screws cut their own thread
BOARD_TOP = FLOOR + POST_HEIGHT + design.THICKNESS

# The plug of the cable: middle of the Pico's socket above the seat board, from the STEP models of Pico and sockets
PLUG_Z = BOARD_TOP + 13.4
PLUG_X = BOARD_X + next(part.at[0] for part in design.parts() if part.ref == "U1") + 8.89
PLUG_HOLE = (15.0, 11.0)  # wide, high
PLUG = (12.0, 8.0)  # of a usual moulded micro-B plug; unverified

LID_POST, LID_HOLE = 9.0, 3.4
LID_POSTS = [(x, y) for x in (7.5, WIDTH - 7.5) for y in (7.5, DEPTH - 7.5)]

WINDOW = (150.0, 14.0, 0.8)  # of the light: wide, high, what is left of the wall
WINDOW_Z = 40.0  # its middle
FOOT, FOOT_DEEP = 10.5, 1.0  # recesses for stuck-on feet of 10 mm
FEET = [(x, y) for x in (16.0, WIDTH - 16.0) for y in (16.0, DEPTH - 16.0)]
SOUND = [(PLUG_X + 32.0 + 6.0 * n, 26.0) for n in range(4)]  # x, z of slits in the back wall, beside the piezo

# Stand for a BBC micro:bit: its board is 52 mm wide and 1.6 mm thick (micro:bit's data sheet: 52 x 42; unverified)
STAND_WIDTH, STAND_DEPTH, STAND_HEIGHT = 66.0, 56.0, 16.0
SLOT_WIDTH, SLOT_THICK, SLOT_DEEP = 53.0, 2.1, 6.0
SLOT_TILT = 25.0  # degrees from upright, leaning back
SLOT_Y = 18.0  # of the slot's mouth


def holes() -> list[tuple[float, float]]:
    """Where the seat board's screws are, in the box."""
    return [place(x, y) for x, y in design.HOLES]


def place(x: float, y: float) -> tuple[float, float]:
    """A point of the seat board, in the box."""
    return BOARD_X + x, BOARD_BACK - y
