"""Text from elsewhere that a terminal must only show: player names, file names, what a board says."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # reorder what stands around them
NOWHERE = "\ufffe\uffff"  # in no XML file, and so in no name's picture
JOINS_NOT = "\u200c"  # between letters of one Persian word
UNSTEADY = "\ufe0e\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"  # text or emoji, skin tones
BLANK = "\u115f\u1160\u3164\uffa0"  # letters of Hangul that show nothing, in as many cells as a terminal likes


def obeyed(character: str) -> bool:
    """Would a terminal do something instead of showing it: a control character, half a surrogate, a turned order?"""
    return unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") or character in TURNING


def typed(text: str) -> str:
    """What somebody typed, on one line, kept as it is: only what a terminal would obey becomes a space."""
    return "".join(" " if obeyed(c) or c in NOWHERE else c for c in text)


@lru_cache(maxsize=2048)
def steady(text: str) -> str:
    """The text on one line in characters that all terminals count alike, for rows whose columns have to stay.

    An emoji family is two cells where a terminal joins emoji (as rich 15 and tmux 3.3a count) and two for each of
    its people where it does not; a hand with a skin tone two (rich) or four (tmux); a heart with U+FE0F two (rich) or
    one (tmux). Without joiner, tone and selector all say the same: people side by side, a yellow hand, a plain heart.
    Flags, combining marks, U+200C and ideographic variants are counted alike and stay. So do the spacing vowels of
    Hindi or Tamil, which rich counts as nothing and tmux as a cell each: without them it is another name.
    """
    return text if text.isascii() and text.isprintable() else "".join(map(_steady, text))


def _steady(character: str) -> str:
    if character == JOINS_NOT:
        return character
    if unicodedata.category(character) == "Cf" or character in UNSTEADY:
        return " " if obeyed(character) else ""
    return character if character.isprintable() and character not in BLANK else " "


def visible(text: object) -> str:
    """The text with whatever a terminal would obey or not show spelled out, as in \\x1b; line ends too."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in str(text))
