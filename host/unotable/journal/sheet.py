"""A match on one page to share: a picture of the scores, and a page of HTML around it that needs nothing else.

What players typed is escaped, and the page forbids itself scripts and anything from elsewhere. A line is told by its
name and its dashes too, not by its colour alone.
"""

from __future__ import annotations

from collections import Counter
from html import escape
from itertools import pairwise

from unotable.game.ruleset import FEWEST_LEAD
from unotable.journal.columns import width
from unotable.journal.export import Export
from unotable.journal.pixels import FONTS
from unotable.journal.statistics import fines
from unotable.locale import current, tr

COLOURS = ("#c62f35", "#1f5abb", "#1f7a3b", "#b07d00", "#7a3fa0", "#00797d", "#b3461d", "#5d666f", "#9c1f6b", "#4a5a00")
DASHES = ("", "7 4", "2 4", "10 4 2 4", "14 5")
WIDE, HIGH = 760, 360
LEFT, RIGHT, TOP, LOW = 52, 150, 34, 36
FONT = f"system-ui, {FONTS}"
LINE = 17  # px between two names
NAME = 12  # cells of one

STYLE = """
:root { --ink: #1a1d21; --soft: #5d666f; --paper: #f4f1ea; --card: #fffdf8; --rule: #ddd6c6; --gold: #b07d00; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e8; --soft: #9aa7b8; --paper: #10141a; --card: #1a2029; --rule: #313b49; --gold: #ffd54a; }
  figure { filter: invert(.9) hue-rotate(180deg); }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 FONT; }
main { max-width: 860px; margin: 0 auto; padding: 40px 24px 56px; }
h1 { font-size: 34px; line-height: 1.15; margin: 0 0 6px; overflow-wrap: anywhere; }
h2 { font-size: 17px; margin: 34px 0 10px; }
.about { color: var(--soft); margin: 0 0 26px; }
.people { display: grid; grid-template-columns: repeat(auto-fit, minmax(140px, 1fr)); gap: 12px; }
.person { background: var(--card); border: 1px solid var(--rule); border-top: 5px solid; border-radius: 8px;
  padding: 10px 14px; }
.person b { display: block; overflow-wrap: anywhere; }
.person .points { font-size: 34px; line-height: 1.2; font-variant-numeric: tabular-nums; }
.person small { color: var(--soft); display: block; }
.won b::after { content: " \\2605"; color: var(--gold); }
figure { margin: 26px 0 0; background: #fffdf8; border: 1px solid #ddd6c6; border-radius: 8px; padding: 8px; }
figure svg { display: block; width: 100%; height: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; background: var(--card); font-variant-numeric: tabular-nums; }
th, td { padding: 6px 10px; text-align: right; border-bottom: 1px solid var(--rule); }
th { color: var(--soft); font-weight: 600; }
th:first-child, td:first-child { text-align: left; }
td.winner { font-weight: 700; color: var(--gold); }
ul { margin: 0; padding: 0; list-style: none; }
li { padding: 5px 0 5px 58px; text-indent: -58px; border-bottom: 1px solid var(--rule); overflow-wrap: anywhere; }
time { display: inline-block; width: 58px; text-indent: 0; color: var(--soft); font-variant-numeric: tabular-nums; }
.best li { padding-left: 0; text-indent: 0; }
summary { cursor: pointer; color: var(--soft); margin: 34px 0 10px; }
footer { margin-top: 40px; color: var(--soft); font-size: 13px; }
""".replace("FONT", FONT)


def _safe(text: str) -> str:
    """Text for HTML and XML; what no XML file may hold is left out."""
    return escape("".join(c for c in text if c >= " " and c not in "\x7f\ufffe\uffff"))


def _short(text: str) -> str:
    """A name for a picture, cut where it would run out of it."""
    if width(text) <= NAME:
        return text
    while text and width(text) > NAME - 1:
        text = text[:-1]
    return text.rstrip("\u200d") + "…"


def headline(made: Export) -> str:
    """Who won, or how it stands."""
    table = made.table
    if table.over and table.winners:
        return tr("won by {names}", names=", ".join(made.names[seat - 1] for seat in table.winners))
    foremost = min if made.ruleset.score_mode in FEWEST_LEAD else max
    best = foremost((seat.score for seat in table.seats), default=0)
    leads = [seat.name for seat in table.seats if seat.score == best]
    if not table.rounds or len(leads) == len(table.seats):
        return ", ".join(made.names)
    return tr("{names} leads", names=", ".join(leads)) if len(leads) == 1 else tr(
        "{names} lead", names=", ".join(leads)
    )  # fmt: skip


def about(made: Export) -> str:
    """Rules, date and length of the match in one line."""
    minutes = round(made.facts.length / 60e6)
    parts = [
        made.facts.started.replace("T", " ")[:16],
        made.facts.rules,
        tr("rounds: {n}", n=made.facts.played),
        tr("minutes: {n}", n=minutes) if minutes else "",
        "" if made.table.over else tr("unfinished"),
    ]
    return "  ·  ".join(part for part in parts if part)


def as_svg(made: Export) -> str:
    """The scores after each round, a line a player."""
    lines = made.totals()
    rounds = len(made.table.rounds)
    low = min(0, *(min(line) for line in lines))
    high = max(1, *(max(line) for line in lines))
    target = made.ruleset.target
    if target and high > target // 3:
        high = max(high, target)

    def x(number: int) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * number / max(1, rounds)

    def y(points: float) -> float:
        return TOP + (HIGH - TOP - LOW) * (high - points) / (high - low)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}" '
        f'role="img" font-family="{escape(FONT)}" font-size="13">',
        f"<title>{_safe(headline(made))}</title>",
        f'<rect width="{WIDE}" height="{HIGH}" fill="#fffdf8"/>',
    ]
    for mark in _marks(low, high):
        out.append(
            f'<line x1="{LEFT}" x2="{WIDE - RIGHT}" y1="{y(mark):.1f}" y2="{y(mark):.1f}" stroke="#ddd6c6"/>'
            f'<text x="{LEFT - 8}" y="{y(mark) + 4:.1f}" text-anchor="end" fill="#5d666f">{mark}</text>'
        )
    if target and target <= high:
        out.append(
            f'<line x1="{LEFT}" x2="{WIDE - RIGHT}" y1="{y(target):.1f}" y2="{y(target):.1f}" stroke="#b07d00" '
            f'stroke-dasharray="3 3"/><text x="{LEFT + 4}" y="{y(target) - 5:.1f}" fill="#8a5a00">'
            f"{_safe(tr('to {n}', n=target))}</text>"
        )
    every = -(-max(1, rounds) // 12)
    for number in range(every, rounds + 1, every):
        out.append(f'<text x="{x(number):.1f}" y="{HIGH - 14}" text-anchor="middle" fill="#5d666f">{number}</text>')
    out.append(f'<text x="{LEFT - 8}" y="{HIGH - 14}" text-anchor="end" fill="#5d666f">{_safe(tr("rounds"))}</text>')
    for seat, line in enumerate(lines):
        points = " ".join(f"{x(i):.1f},{y(value):.1f}" for i, value in enumerate(line))
        dash = DASHES[seat % len(DASHES)]
        style = f' stroke-dasharray="{dash}"' if dash else ""
        colour = COLOURS[seat % len(COLOURS)]
        out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.5"{style}/>')
        out.append(f'<circle cx="{x(rounds):.1f}" cy="{y(line[-1]):.1f}" r="4" fill="{colour}"/>')
    for seat, place in _apart([y(line[-1]) for line in lines]):
        name = f"{made.table.seats[seat].score}  {_short(made.names[seat])}"
        out.append(
            f'<text x="{WIDE - RIGHT + 12}" y="{place + 4:.1f}" fill="{COLOURS[seat % len(COLOURS)]}" '
            f'font-weight="600">{_safe(name)}</text>'
        )
    out.append("</svg>")
    return "\n".join(out) + "\n"


def _marks(low: int, high: int) -> list[int]:
    """Round numbers for the scale, about five."""
    step = next(base * 10**power for power in range(9) for base in (1, 2, 5) if base * 10**power * 5 >= high - low)
    return list(range(-(-low // step) * step, high + 1, step))


def _apart(places: list[float]) -> list[tuple[int, float]]:
    """Where each name stands, none over another, inside the picture."""
    order = sorted(range(len(places)), key=lambda seat: places[seat])
    found = [places[seat] for seat in order]
    for i, (before, here) in enumerate(pairwise(list(found)), 1):
        found[i] = max(here, max(before, found[i - 1]) + LINE)
    over = max(0.0, found[-1] - (HIGH - LOW)) if found else 0.0
    for i in reversed(range(len(found))):
        limit = found[i + 1] - LINE if i + 1 < len(found) else found[i] - over
        found[i] = min(found[i], limit)
    return list(zip(order, found, strict=True))


def best_moments(made: Export) -> list[str]:
    """What people will want to tell, as far as it happened."""
    out = []
    close = [told for told in made.told if told.ruling.margin is not None and not told.ruling.tie
             and told.ruling.rule in ("uno.caught", "uno.called", "cut.won")]  # fmt: skip
    if close:
        nearest = min(close, key=lambda told: told.ruling.margin or 0)
        out.append(f"{tr('The closest race')}: {nearest.text}")
    quick = [(min(player.reactions), player.name) for player in made.facts.players if player.reactions]
    if quick:
        us, name = min(quick)
        out.append(f"{tr('The quickest cut')}: {name}, {us / 1000:.0f} ms")
    for title, count in (
        (tr("Most catches"), Counter({player.name: player.catches for player in made.facts.players})),
        (tr("Most penalty cards"), Counter({made.names[seat - 1]: n for seat, n in fines(made.table.rulings).items()})),
    ):
        most = count.most_common(1)
        if most and most[0][1] > 0:
            out.append(f"{title}: {most[0][0]}, {most[0][1]}")
    return out


def as_html(made: Export) -> str:
    title = headline(made)
    rows = []
    for number, round_ in enumerate(made.table.rounds, 1):
        cells = "".join(
            f'<td class="{"winner" if round_.winner == seat.seat else ""}">{round_.points.get(seat.seat, 0):+d}</td>'
            if round_.points.get(seat.seat)
            else f'<td class="{"winner" if round_.winner == seat.seat else ""}">'
            f"{'0' if round_.winner == seat.seat else ''}</td>"
            for seat in made.table.seats
        )
        rows.append(f"<tr><td>{number}</td>{cells}</tr>")
    heads = "".join(f"<th>{_safe(name)}</th>" for name in made.names)
    totals = "".join(f"<th>{seat.score}</th>" for seat in made.table.seats)
    moments = "".join(f"<li>{_safe(text)}</li>" for text in best_moments(made))
    rulings = "".join(
        f"<li><time>{told.ruling.t // 60_000_000}:{told.ruling.t // 1_000_000 % 60:02}</time>{_safe(told.text)}</li>"
        for told in made.told
    )
    parts = [f"<h1>{_safe(title)}</h1>", f'<p class="about">{_safe(about(made))}</p>', _people(made)]
    if made.table.rounds:
        parts.append(f"<figure>{as_svg(made)}</figure>")
        parts.append(
            f'<h2>{_safe(tr("Round by round"))}</h2><div class="wide"><table><tr><th></th>{heads}</tr>{"".join(rows)}'
            f"<tr><th>{_safe(tr('in all'))}</th>{totals}</tr></table></div>"
        )
    if moments:
        parts.append(f'<h2>{_safe(tr("Moments"))}</h2><ul class="best">{moments}</ul>')
    if rulings:
        count = tr("All rulings ({n})", n=len(made.told))
        parts.append(f"<details><summary>{_safe(count)}</summary><ul>{rulings}</ul></details>")
    language = {"zh": "zh-CN"}.get(current(), current())
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{_safe(title)} - unotable</title>\n<style>{STYLE}</style></head>\n<body><main>\n"
        + "\n".join(parts)
        + f"\n<footer>{_safe(tr('Refereed by unotable, which is independent of Mattel.'))}</footer>\n"
        "</main></body></html>\n"
    )


def _people(made: Export) -> str:
    """A card a player, the winner's marked."""
    out = []
    for seat, player in zip(made.table.seats, made.facts.players, strict=True):
        did = (
            tr("rounds won: {n}", n=player.rounds),
            tr("catches: {n}", n=player.catches),
            tr("penalty cards: {n}", n=player.fined),
        )
        out.append(
            f'<div class="person{" won" if player.won else ""}" style="border-top-color: '
            f'{COLOURS[(seat.seat - 1) % len(COLOURS)]}"><b>{_safe(player.name)}</b>'
            f'<span class="points">{seat.score}</span>{"".join(f"<small>{_safe(one)}</small>" for one in did)}</div>'
        )
    return f'<div class="people">{"".join(out)}</div>'
