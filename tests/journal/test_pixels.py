"""Pictures as pixels: the size they were drawn in, and an honest word about signs that no font has."""

from __future__ import annotations

import builtins
import struct
from typing import Any

import pytest
from unotable.journal import pixels

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><text x="4" y="20" font-size="12">{}</text></svg>'


def test_a_picture_is_drawn_twice_as_large() -> None:
    made = pixels.png(SVG.format("Ana &lt;img&gt; 1"))
    assert made[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", made[16:24]) == (180, 60)


@pytest.mark.parametrize(("text", "font"), [("张三", "Noto Sans CJK SC"), ("שרה", "Noto Sans Hebrew"), ("Ana", "")])
def test_fonts_that_are_missing_are_named(text: str, font: str) -> None:
    said = pixels.unreadable(SVG.format(text), fonts=[])  # no font at all: not even Latin can be drawn
    assert (font or "Noto Sans") in said and text[0] in said


def test_nothing_to_read_needs_no_font() -> None:
    assert pixels.unreadable(SVG.format("12 % ±"), fonts=[]) == ""


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def refuse(name: str, *rest: Any) -> Any:
        if name == "resvg_py":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(pixels.Missing, match="pip install"):
        pixels.png(SVG.format("Ana"))
