"""Big signs: a seven-segment face three rows high, and solid ones of five rows and their multiples.

Solid signs are made of `#` drawn in its own background's colour: a filled block where colours work, and still a sign
where they do not. (Block elements would be prettier and are of ambiguous width.)
"""

from __future__ import annotations

SMALL_ROWS, SMALL_COLS = 3, 3
SOLID_ROWS, SOLID_COLS = 5, 6
INK = "#"

_SMALL = {
    "0": (" _ ", "| |", "|_|"),
    "1": ("   ", "  |", "  |"),
    "2": (" _ ", " _|", "|_ "),
    "3": (" _ ", " _|", " _|"),
    "4": ("   ", "|_|", "  |"),
    "5": (" _ ", "|_ ", " _|"),
    "6": (" _ ", "|_ ", "|_|"),
    "7": (" _ ", "  |", "  |"),
    "8": (" _ ", "|_|", "|_|"),
    "9": (" _ ", "|_|", " _|"),
    "+": ("   ", "_|_", " | "),
    "-": ("   ", "___", "   "),
    "?": (" _ ", " _|", " . "),
    " ": ("   ", "   ", "   "),
}

# Three pixels a row, each drawn two cells wide.
_SOLID = {
    "0": "### #.# #.# #.# ###",
    "1": ".#. ##. .#. .#. ###",
    "2": "### ..# ### #.. ###",
    "3": "### ..# ### ..# ###",
    "4": "#.# #.# ### ..# ..#",
    "5": "### #.. ### ..# ###",
    "6": "### #.. ### #.# ###",
    "7": "### ..# ..# .#. .#.",
    "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ###",
    "+": "... .#. ### .#. ...",
    "-": "... ... ### ... ...",
    "?": "### ..# .## ... .#.",
    "S": ".## #.. .#. ..# ##.",
    "R": "##. #.# ##. #.# #.#",
    "W": "#.# #.# #.# ### #.#",
    " ": "... ... ... ... ...",
}


def small(text: str) -> list[str]:
    """`text` (digits, `+ - ?`) in three rows of three cells a sign."""
    return ["".join(_SMALL[char][row] for char in text) for row in range(SMALL_ROWS)]


def solid(text: str, scale: int = 1) -> list[str]:
    """`text` (digits, `+ - ? S R W`) in 5 × `scale` rows; signs are 6 × `scale` cells with a gap of `scale` between."""
    rows: list[str] = []
    for row in range(SOLID_ROWS):
        signs = []
        for char in text:
            pixels = _SOLID[char].split(" ")[row] if char != " " else "..."
            signs.append("".join((INK if pixel == "#" else " ") * 2 * scale for pixel in pixels))
        rows.extend([(" " * scale).join(signs)] * scale)
    return rows


def scale_for(cells: int, rows: int, signs: int = 2) -> int:
    """The largest scale of solid signs that fits; 0 where only the small face does."""
    scale = 0
    while SOLID_ROWS * (scale + 1) <= rows and (SOLID_COLS * signs + signs - 1) * (scale + 1) <= cells:
        scale += 1
    return scale


def strokes(row: str, ink: str, look: str) -> list[tuple[str, str]]:
    """A row of a big sign as styled runs: solid strokes in `ink`, all else in `look`."""
    parts: list[tuple[str, str]] = []
    for char in row:
        now = ink if char == INK else look
        if parts and parts[-1][1] == now:
            parts[-1] = (parts[-1][0] + char, now)
        else:
            parts.append((char, now))
    return parts
