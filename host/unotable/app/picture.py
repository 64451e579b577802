"""A photo finish as a picture: SVG written by hand, with nothing to install. Names are escaped, whatever they hold."""

from __future__ import annotations

from html import escape

from unotable.app import cells, finish
from unotable.app.finish import Lane, Span
from unotable.game.photo import Photo
from unotable.game.ruleset import RuleSet
from unotable.journal.columns import wrap
from unotable.journal.pixels import FONTS
from unotable.match.view import View
from unotable.visible import steady, typed

WIDE, LANE, LEFT, RIGHT, TOP = 990, 44, 180, 220, 96  # px
FONT = f'font-family="{FONTS}"'
INK = {"first": "#146c34", "tie": "#9a4b00", "after": "#8a1f24", "other": "#7a828b"}
NAME = 16  # cells of a lane's name
LINE = 72  # cells of a line of the verdict: few enough that wide letters, too, stay in the picture


def svg(photo: Photo, view: View, rules: RuleSet | None = None, span: Span | None = None) -> str:
    """The whole picture; `span` is what is seen of the time, by default all that was compared."""
    span = span or finish.fitted(photo)
    rows = finish.lanes(photo, view)
    rule, phrase = finish.source(photo, view)
    told = wrap(finish.verdict(photo, view, rules, cells=False), LINE)
    low = TOP + LANE * len(rows)
    high = low + 60 + 24 * len(told)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{high}" viewBox="0 0 {WIDE} {high}" {FONT}>',
        f'<rect width="{WIDE}" height="{high}" fill="#ffffff"/>',
        _text(20, 36, finish.heading(photo), 22, "#1a1d21", bold=True),
        _text(20, 64, f"{rule}  {phrase}".strip(), 14, "#5d666f"),
    ]
    for time in finish.ticks(span, 8):
        x = _x(time, span)
        out.append(f'<line x1="{x}" y1="{TOP - 12}" x2="{x}" y2="{low}" stroke="#d5d9de"/>')
        out.append(_text(x, low + 18, finish.millis(time), 12, "#5d666f", anchor="middle"))
    out.append(_text(WIDE - RIGHT + 12, low + 18, "ms", 12, "#5d666f"))
    for index, lane in enumerate(rows):
        out += _lane(lane, span, TOP + LANE * index + LANE // 2)
    out += [_text(20, low + 56 + 24 * row, line, 16, "#1a1d21") for row, line in enumerate(told)]
    return "\n".join([*out, "</svg>", ""])


def _x(at: float, span: Span) -> float:
    return round(LEFT + span.share(at) * (WIDE - LEFT - RIGHT), 2)


def _lane(lane: Lane, span: Span, y: int) -> list[str]:
    ink = INK[lane.standing or "other"]
    # A picture in the picture, whose edge no font's letters cross: cells say little of how wide they are.
    name = _text(0, LANE // 2 + 6, _short(lane.name), 16, "#1a1d21", bold=True)
    out = [
        f'<svg x="20" y="{y - LANE // 2}" width="{LEFT - 28}" height="{LANE}">{name}</svg>',
        f'<line x1="{LEFT}" y1="{y}" x2="{WIDE - RIGHT}" y2="{y}" stroke="#aab1b9"/>',
    ]
    for mark in lane.marks:
        if not 0 <= span.share(mark.at) <= 1:
            continue
        x, low, high = _x(mark.at, span), _x(mark.at - mark.u, span), _x(mark.at + mark.u, span)
        colour = ink if mark.compared else INK["other"]
        low, high = max(low, LEFT), min(high, WIDE - RIGHT)
        if mark.compared:
            out.append(
                f'<rect x="{low}" y="{y - 8}" width="{max(round(high - low, 2), 1)}" height="16" fill="{colour}" '
                'fill-opacity="0.25"/>'
            )
        out.append(f'<line x1="{x}" y1="{y - 14}" x2="{x}" y2="{y + 14}" stroke="{colour}" stroke-width="2"/>')
        out.append(_text(x, y - 17, mark.button.upper(), 10, colour, anchor="middle"))
    if lane.main is not None:
        value = f"{finish.millis(lane.main.at, sign=True)} ms ±{finish.bound(lane.main.u)}"
        out.append(_text(WIDE - RIGHT + 12, y + 6, value, 14, ink))
    out.append(_text(WIDE - 16, y + 6, finish.standing_word(lane), 14, ink, bold=True, anchor="end"))
    return out


def _short(name: str) -> str:
    """As it was typed where there is room for it."""
    return name if cells.width(steady(name)) <= NAME else cells.fit(name, NAME)


def _text(x: float, y: float, text: str, size: int, ink: str, bold: bool = False, anchor: str = "start") -> str:
    weight = ' font-weight="bold"' if bold else ""
    said = escape(typed(text))
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{ink}" text-anchor="{anchor}"{weight}>{said}</text>'
