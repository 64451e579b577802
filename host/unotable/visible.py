"""Text from elsewhere that a terminal must only show: player names, file names, what a board says."""

from __future__ import annotations

import unicodedata

TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # reorder what stands around them


def obeyed(character: str) -> bool:
    """Would a terminal do something instead of showing it: a control character, half a surrogate, a turned order?"""
    return unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") or character in TURNING


def visible(text: object) -> str:
    """The text with whatever a terminal would obey or not show spelled out, as in \\x1b; line ends too."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in str(text))
