"""An SVG as a PNG, drawn with the fonts of this system; what none of them can draw is told, not left to be found.

resvg draws it. Where no font has a sign it draws the same for every such sign, and that is how they are found.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from html import unescape

from unotable.locale import tr
from unotable.progress import Progress, nowhere

SCALE = 2.0  # a picture is looked at on a phone
CHINESE = "'Noto Sans CJK SC', 'Source Han Sans SC', 'Microsoft YaHei', 'PingFang SC'"
# What pictures ask for: one of each system, and those that have Chinese.
FONTS = f"'DejaVu Sans', 'Noto Sans', 'Segoe UI', 'Helvetica Neue', 'Liberation Sans', Arial, {CHINESE}, sans-serif"
WIDE = re.compile(r"<text (?=[^>]*>[^<]*[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef])")
NEVER = "\U0010fffe"  # no character and never one, so that no font has it
SCRIPTS = {"CJK": "Noto Sans CJK SC", "HIRAGANA": "Noto Sans CJK JP", "KATAKANA": "Noto Sans CJK JP",
           "HANGUL": "Noto Sans CJK KR", "ARABIC": "Noto Sans Arabic", "HEBREW": "Noto Sans Hebrew"}  # fmt: skip


class Missing(Exception):
    """The library that draws is not installed; one sentence."""


def png(svg: str, fonts: Sequence[str] | None = None) -> bytes:
    """The picture. `fonts` are font files to draw with in place of the system's. `Missing`: nothing draws here."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise Missing(tr("A PNG needs resvg-py: pip install resvg-py")) from None
    # A browser takes the first font that has a sign, resvg the first there is, and then any that has it: a serif one.
    svg = WIDE.sub(f'<text font-family="{CHINESE}, {FONTS}" ', svg)
    own = None if fonts is None else list(fonts)
    return bytes(svg_to_bytes(svg_string=svg, zoom=SCALE, skip_system_fonts=own is not None, font_files=own))


def drawn(svg: str, progress: Progress) -> tuple[bytes, str]:
    """The picture, and a sentence about a font that is missing for it, or nothing. The system's fonts are read for
    each try, which takes long where there are many."""
    progress(0, 2)
    made = png(svg)
    progress(1, 2)
    wrong = unreadable(svg, progress=lambda done, total: progress(total + done, 2 * total))
    progress(2, 2)
    return made, wrong


def unreadable(svg: str, fonts: Sequence[str] | None = None, progress: Progress = nowhere) -> str:
    """A sentence that names the font which is missing for what stands in the picture, or nothing.

    A letter of each script is tried: a font that has one has, as far as names go, the others.
    """
    tried: dict[str, str] = {}
    for sign in unescape("".join(re.findall(r"<text[^>]*>([^<]*)</text>", svg))):
        if unicodedata.category(sign) in ("Lu", "Ll", "Lo", "So"):
            tried.setdefault(unicodedata.name(sign, "?").split()[0], sign)
    box = _alone(NEVER, fonts)
    without: dict[str, str] = {}
    for number, (script, sign) in enumerate(tried.items(), 1):
        if _alone(sign, fonts) == box:
            without[script] = sign
        progress(number, len(tried))
    if not without:
        return ""
    named = ", ".join(dict.fromkeys(SCRIPTS.get(script, "Noto Sans") for script in without))
    return tr("No font of this system can draw {signs}; install one, such as {fonts}.",
              signs=" ".join(without.values()), fonts=named)  # fmt: skip


def _alone(sign: str, fonts: Sequence[str] | None) -> bytes:
    return png(f'<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" font-family="{FONTS}">'
               f'<text x="2" y="12" font-size="10">{sign}</text></svg>', fonts)  # fmt: skip
