"""The figure of `unotable bench timing --plot`: how far off the time between two presses is, and what is told about it.

Each line says what share of the races is off by more than so much: far right is bad, low is rare. Both axes are
logarithmic, for what matters are the rare ones. Solid: the error. Dashed: the bound that was told with it, where one
was; a bound that is proved lies to the right of its error at every height.
"""

from __future__ import annotations

import math
from html import escape

from unotable.bench.tally import Histogram, Tally

WIDTH, HEIGHT = 1000, 560
LEFT, RIGHT, TOP, BOTTOM = 84, 290, 64, 84  # margins
SEEN = 0.8  # of these units
LEAST, MOST = 0, 5  # powers of ten, µs
WAYS = (
    ("sof", "unotable, USB frames, one hub", "#0072b2"),
    ("rtt", "unotable, round trips", "#009e73"),
    ("regression", "decayed regression", "#cc79a7"),
    ("lowest_rtt", "lowest round trip of eight", "#d55e00"),
    ("arrival", "arrival order", "#555555"),
)  # colours that people with any colour vision tell apart
SIZES = {0: "1 µs", 1: "10 µs", 2: "100 µs", 3: "1 ms", 4: "10 ms", 5: "100 ms"}
STYLE = (
    "text{font:14px system-ui,'DejaVu Sans',sans-serif;fill:#222}"
    ".small{font-size:12px;fill:#555}.title{font-size:18px;font-weight:600}"
    "path{fill:none;stroke-width:2.2;stroke-linejoin:round}.bound{stroke-dasharray:7 5;stroke-width:1.8}"
    ".grid{stroke:#ddd;stroke-width:1}"
)


def svg(total: Tally) -> str:
    """The figure as a document."""
    decades = max(3, math.ceil(math.log10(max(10, total.races))))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img" aria-label="Errors and bounds of the time between two presses">',
        f"<style>{STYLE}</style>",
        '<rect width="100%" height="100%" fill="#fff"/>',
        _text(LEFT, 30, "How far off is the time between two presses?", "title"),
        _text(LEFT, 50, f"{total.races:,} simulated races. Solid: error. Dashed: the bound told with it.", "small"),
        *_grid(decades),
    ]
    x, row = WIDTH - RIGHT + 22, TOP + 16
    for name, words, colour in WAYS:
        for group, style in ((total.claims, "bound"), (total.errors, "error")):
            if name in group:
                parts.append(_curve(group[name], decades, colour, style))
        parts.append(f'<path d="M{x} {row}h28" stroke="{colour}"/>')
        parts.append(_text(x + 36, row + 5, words))
        if name in total.claims:
            parts.append(f'<path class="bound" d="M{x} {row + 20}h28" stroke="{colour}"/>')
            proved = "what it tells as uncertainty" if name == "lowest_rtt" else "its proved bound"
            parts.append(_text(x + 36, row + 25, proved, "small"))
        else:
            parts.append(_text(x + 36, row + 23, "no bound is told", "small"))
        row += 54
    return "\n".join([*parts, "</svg>", ""])


def _x(us: float) -> float:
    power = min(MOST, max(LEAST, math.log10(max(us, 1e-9))))
    return LEFT + (WIDTH - LEFT - RIGHT) * (power - LEAST) / (MOST - LEAST)


def _y(share: float, decades: int) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * min(decades, -math.log10(share)) / decades


def _curve(histogram: Histogram, decades: int, colour: str, style: str) -> str:
    """The share of races beyond each size, as a staircase; steps too small to be seen are taken together."""
    left = histogram.total
    x, y = _x(0), _y(1, decades)
    points = [f"M{x:.1f} {y:.1f}"]
    sizes = sorted(histogram.counts)
    for size in sizes:
        left -= histogram.counts[size]
        at = _x(size / 10)
        down = _y(left / histogram.total, decades) if left else HEIGHT - BOTTOM
        if abs(at - x) + abs(down - y) > SEEN or size == sizes[-1]:
            x, y = at, down
            points.append(f"H{x:.1f}V{y:.1f}")
    return f'<path class="{style}" d="{"".join(points)}" stroke="{colour}"/>'


def _grid(decades: int) -> list[str]:
    right, floor = WIDTH - RIGHT, HEIGHT - BOTTOM
    parts = []
    for power, name in SIZES.items():
        x = _x(10**power)
        parts.append(f'<path class="grid" d="M{x:.1f} {TOP}V{floor}"/>')
        parts.append(_text(x, floor + 20, name, anchor="middle"))
    for power in range(decades + 1):
        y = _y(10**-power, decades)
        parts.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{right}"/>')
        name = "all" if power == 0 else f"{10 ** (2 - power):g} %" if power <= 4 else f"1 in 10{_raised(power)}"
        parts.append(_text(LEFT - 8, y + 5, name, anchor="end"))
    parts.append(_text((LEFT + right) / 2, floor + 48, "off by more than", anchor="middle"))
    y = (TOP + floor) / 2
    parts.append(f'<text transform="translate(16 {y}) rotate(-90)" text-anchor="middle">share of races</text>')
    return parts


def _raised(power: int) -> str:
    return "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(power))


def _text(x: float, y: float, words: str, style: str = "", anchor: str = "start") -> str:
    kind = f' class="{style}"' if style else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{kind}>{escape(words)}</text>'
