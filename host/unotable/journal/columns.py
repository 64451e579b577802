"""Aligned columns of text, where a Chinese character takes two cells."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from unotable.visible import steady

GAP = "  "
NONE = ("Mn", "Me", "Cf")  # categories of characters that take no cell
NARROWEST = 20  # cells the last column keeps on a narrow terminal


def width(text: str) -> int:
    """Cells that a terminal gives a steady text: two for wide characters, none for combining ones, one for the rest."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else unicodedata.category(c) not in NONE for c in text)


def wrap(text: str, cells: int) -> list[str]:
    """A text in lines of at most `cells`: broken at spaces, and anywhere between wide characters."""
    lines, line = [], ""
    for word in _words(text):
        if line and width(line) + width(word.rstrip()) > cells:
            lines.append(line.rstrip())
            line = ""
        line += word
    return [*lines, line.rstrip()]


def _words(text: str) -> Iterator[str]:
    """Pieces that stay together, with the spaces after them: a word, or a wide character and what clings to it."""
    wide = "[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]"
    clings = "[，。、：；！？）」』”’]"  # never begins a line
    yield from re.findall(rf"(?:{wide}{clings}*|(?:(?!{wide})\S)+{clings}*)\s*|\s+", text)


def table(heads: Sequence[str], rows: Sequence[Sequence[str | Sequence[str]]], cells: int = 0) -> str:
    """Rows under heads, each column as wide as its widest cell; the last one wraps where `cells` in all are given.

    A last cell may be several paragraphs, one below the other.
    """
    rows = [[steady(cell) if isinstance(cell, str) else [steady(it) for it in cell] for cell in row] for row in rows]
    columns = len(heads) - 1
    widest = [max(width(str(row[i])) for row in [heads, *rows]) for i in range(columns)]
    before = sum(widest) + len(GAP) * columns
    room = max(cells - before, NARROWEST) if cells else 10_000
    out = []
    for row in [heads, *rows]:
        last = [row[-1]] if isinstance(row[-1], str) else row[-1]
        lines = [line for paragraph in last for line in wrap(paragraph, room)] or [""]
        first = "".join(str(row[i]) + " " * (widest[i] - width(str(row[i]))) + GAP for i in range(columns))
        out += [(first + lines[0]).rstrip(), *((" " * before + line).rstrip() for line in lines[1:])]
    return "\n".join(out)
