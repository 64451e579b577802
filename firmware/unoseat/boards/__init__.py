"""The parts: one file each, class `Board` in it. Nothing outside this folder knows a pin."""

import sys

HERE = {"rp2": "pico"}


def here():
    """The board this runs on; what is no board is a desk."""
    name = HERE.get(sys.platform, "desk")
    return __import__("unoseat.boards." + name, None, None, ("Board",)).Board()
