"""Text in terminal cells: one line, cut and padded to a width that every terminal counts alike.

Our own glyphs are ASCII or East Asian wide: the "ambiguous" ones (arrows, blocks, box lines, dots, curly quotes) are
one cell in some terminals and two in others, and would move every column behind them. Names are people's data: they
only lose what terminals would obey, or count differently (`visible.steady`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from rich.cells import cell_len
from textual.content import Content
from textual.style import Style

from unotable.visible import steady

CUT = "~"  # stands for what did not fit


# Typography of sentences (rulings, source phrases) in signs whose width is certain.
_CERTAIN = str.maketrans(
    {
        "±": "+-", "—": "-", "–": "-", "…": "...", "‘": "'", "’": "'", "“": '"', "”": '"', "×": "x", "·": ".",
        "→": "->", "←": "<-", "≥": ">=", "≤": "<=", "●": "*", "−": "-",
    }
)  # fmt: skip


def certain(text: str) -> str:
    """A sentence of ours with its typographic signs written in ASCII, so that columns stay where they are."""
    return steady(text.translate(_CERTAIN))


def width(text: str) -> int:
    """Cells that `text` takes."""
    return cell_len(text)


def fit(text: str, cells: int, align: Literal["<", ">", "^"] = "<") -> str:
    """Exactly `cells` cells: padded, or cut with `~` as its last sign."""
    text = steady(text)
    room = cells - cell_len(text)
    if room < 0:
        while text and cell_len(text) > cells - 1:
            text = text[:-1]
        text = (text + CUT)[: max(cells, 0)]
        return text + " " * (cells - cell_len(text))
    if align == ">":
        return " " * room + text
    if align == "^":
        return " " * (room // 2) + text + " " * (room - room // 2)
    return text + " " * room


def wrap(text: str, cells: int, indent: int = 0) -> list[str]:
    """`text` in lines of at most `cells` cells, the later ones indented; Chinese breaks anywhere, words at spaces."""
    return list(_wrapped(text, cells, indent))


@lru_cache(maxsize=512)
def _wrapped(text: str, cells: int, indent: int) -> tuple[str, ...]:
    cells = max(cells, 1)  # in a window of a few cells, too, a row takes one sign: else there was no end of rows
    indent = max(0, min(indent, cells - 2))
    lines: list[str] = []
    line = ""
    for word in _pieces(steady(text)):
        if cell_len(line) + cell_len(word.rstrip()) <= cells:
            line += word
            continue
        if line.strip():
            lines.append(line.rstrip())
        line = " " * indent + word.lstrip()
        while cell_len(line) > cells:
            cut = len(line)
            while cut > indent + 1 and cell_len(line[:cut]) > cells:
                cut -= 1
            lines.append(line[:cut])
            line = " " * indent + line[cut:]
    if line.strip() or not lines:
        lines.append(line.rstrip())
    return tuple(lines)


CLOSING = ",.;:!?)]}%，。；：！？）】》」、"  # never begins a line
OPENING = "([{（【《「"  # never ends one


def _pieces(text: str) -> list[str]:
    """Words with the spaces behind them; every wide character is a piece of its own, with closing marks kept on."""
    pieces: list[str] = []
    for char in text:
        glued = pieces and (char in CLOSING or char == " " or pieces[-1][-1] in OPENING)
        narrow = pieces and cell_len(char) < 2 and cell_len(pieces[-1][-1]) < 2 and pieces[-1][-1] != " "
        if glued or narrow:
            pieces[-1] += char
        else:
            pieces.append(char)
    return pieces


def line(*parts: str | tuple[str, str | Style], cells: int, style: str = "") -> Content:
    """One line of exactly `cells` cells from styled parts, cut or filled on the right; never read as markup."""
    return _line(parts, cells, style)


@lru_cache(maxsize=2048)  # each view draws all lines, and most of them are as before
def _line(parts: tuple[str | tuple[str, str | Style], ...], cells: int, style: str) -> Content:
    out: list[str | tuple[str, str | Style]] = []
    room = cells
    for part in parts:
        text, look = part if isinstance(part, tuple) else (part, "")
        text = steady(text)
        size = cell_len(text)
        if size > room:
            text = fit(text, room)
            size = room
        if text:
            out.append((text, look))
        room -= size
        if room <= 0:
            break
    if room > 0:
        out.append(" " * room)
    made = Content.assemble(*out)
    return made.stylize_before(style) if style else made


@lru_cache(maxsize=512)
def click(command: str, key: str = "") -> Style:
    """The style of text that runs a command when clicked; `screen.back` is an action of the screen it stands on."""
    if not command:
        return Style.null()
    if command.startswith("screen."):
        return Style.from_meta({"@click": f"{command}()"})
    return Style.from_meta({"@click": f"app.command({command!r}, {key!r})"})
