"""The READMEs' pictures, taken from real runs: `make pictures` (some minutes; a terminal is not needed).

Players play by themselves on a desk of real firmware, once with English names and words and once with Chinese ones. The
dashboard is the one that people have; a picture is taken when what it is to show has come about. Nothing is staged but
the choice of the moment, so every run gives other pictures of the same kind.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from html import escape, unescape
from itertools import groupby
from pathlib import Path
from typing import Any

import room  # beside this file
from rich.cells import cell_len
from textual.app import App
from textual.pilot import Pilot
from unotable import locale, start
from unotable.app.app import Unotable
from unotable.app.front import Front
from unotable.app.screens.photo import PhotoScreen
from unotable.app.screens.scoring import Scoring
from unotable.app.screens.table import TableScreen
from unotable.config import paths
from unotable.desk.soon import Soon
from unotable.match.view import View
from unotable.start import Session

HERE = Path(__file__).parent
PLAYERS = {
    "en": ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay"),
    "zh": ("小安", "阿波", "思远", "朵朵", "以莱", "菲菲"),
}
EVENINGS = ((11, 4), (12, 5), (13, 4), (14, 3), (15, 6))  # seed and seats of the matches that the history has
FULL, SMALL, LOW = (120, 36), (100, 24), (100, 17)
PATIENCE_S = 600.0
FONTS = "'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono CJK SC', monospace"
CELL = 12.2  # px of a cell, as rich draws it
MOST = 150_000  # bytes of a picture


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--only", choices=("table", "scoring", "history", "hall"), help="those of one match")
    options.add_argument("--lang", choices=tuple(PLAYERS), help="one language")
    asked = options.parse_args()
    for lang in [asked.lang] if asked.lang else PLAYERS:
        for make in (table, scoring, history, hall):
            if asked.only in (None, make.__name__):
                with tempfile.TemporaryDirectory() as home:
                    os.environ["UNOTABLE_HOME"] = home
                    locale.use(lang)
                    asyncio.run(make(lang))
    return 0


def session(lang: str, seed: int, seats: int, pace: float, rounds: int | None = None, target: int = 500) -> Session:
    names, own = PLAYERS[lang][:seats], {"score.target": target}
    return start.demo(
        Soon(seats, seed), names, "tangxun", own, new=True, auto=True, seed=seed, rounds=rounds, pace=pace
    )


async def table(lang: str) -> None:
    """The table in play, and a photo finish of the same match."""
    async with shown(session(lang, 5, 5, 0.4), FULL, lang) as (app, pilot):
        await until(app, lambda view: isinstance(app.screen, TableScreen) and lively(view))
        await pilot.pause()
        keep(app, f"table-{lang}")
        entry = await until(app, lambda view: "?" not in view.table.top and quiet(view) and race(view, "uno.caught"))
        app.push_screen(PhotoScreen(entry))
        await pilot.resize_terminal(*LOW)
        await pilot.pause(0.3)
        keep(app, f"photo-{lang}")


async def scoring(lang: str) -> None:
    """The hands of a round, and those before it."""
    async with shown(session(lang, 23, 4, 0.06, rounds=4, target=1000), SMALL, lang) as (app, pilot):
        await until(app, lambda view: isinstance(app.screen, Scoring) and len(view.table.rounds) == 4)
        await pilot.pause(0.3)
        keep(app, f"scoring-{lang}")


async def history(lang: str) -> None:
    """What each player did in all the matches."""
    for seed, seats in EVENINGS:
        played = session(lang, seed, seats, 0.05, target=150)
        try:
            assert played.auto is not None
            played.auto.start()
            played.auto.done.wait(PATIENCE_S)
        finally:
            played.close()
        paths().matches.mkdir(parents=True, exist_ok=True)  # demos are no part of the history
        shutil.move(played.path, paths().matches / played.path.name)
    app = Front(lang=lang, page="history")
    async with app.run_test(size=LOW) as pilot:
        await pilot.pause(3)
        await pilot.press("p")
        await pilot.pause(1)
        keep(app, f"history-{lang}")


async def hall(lang: str) -> None:
    """Many tables at a glance, and who leads (room.py)."""
    await room.take(lang, keep)


@asynccontextmanager
async def shown(playing: Session, size: tuple[int, int], lang: str) -> AsyncIterator[tuple[Unotable, Pilot[Any]]]:
    """A match on the screen, its players playing."""
    app = Unotable(playing.live, playing.desk, lang=lang)
    try:
        async with app.run_test(size=size) as pilot:
            assert playing.auto is not None
            playing.auto.start()
            yield app, pilot
    finally:
        playing.close()


# -- moments ----------------------------------------------------------------------------------------------------------


def quiet(view: View) -> bool:
    """Only the referee speaks: this machine was quick enough for its boards."""
    return all(item.kind in ("ruling", "changed") for item in view.feed[-9:])


def lively(view: View) -> bool:
    """Much has been said, hands differ, the top card is known, the latest race was close and somebody has called."""
    table = view.table
    counts = {seat.cards for seat in table.seats}
    return (
        table.phase == "play" and len(view.feed) >= 7 and len(counts) >= 3 and quiet(view) and len(table.rounds) >= 1
        and "?" not in table.top and any(seat.called for seat in table.seats)
        and bool(view.photos) and race(view) == view.photos[-1].entry
    )  # fmt: skip


def race(view: View, rule: str = "") -> int | None:
    """The press of the latest ruling (of that rule) for which at least two people raced, near each other."""
    for photo in reversed(view.photos):
        marks = [mark for mark in photo.marks if mark.compared]
        near = len(marks) >= 2 and max(mark.at for mark in marks) < 80_000
        if photo.ruling is not None and near and photo.ruling.rule.startswith(rule):
            return photo.entry
    return None


async def until(app: Unotable, what: Callable[[View], Any]) -> Any:
    """Waits for a view of which `what` is true; answers what it said."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        found = what(app.view) if app.view is not None else None
        if found:
            return found
        await asyncio.sleep(0.02)
    raise SystemExit("that moment did not come")


# -- taking pictures --------------------------------------------------------------------------------------------------


def keep(app: App[Any], name: str) -> None:
    """The screen as an SVG that loads nothing from elsewhere."""
    svg = app.export_screenshot(title="unotable", simplify=True)
    svg = re.sub(r"<!--.*?-->", "", svg, flags=re.DOTALL)
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: [^;]*;", f"font-family: {FONTS};", svg)
    svg = re.sub(r">\s*\n\s*<", ">\n<", svg)
    svg = re.sub(
        r'<text class="([^"]*-r\d+)" x="([\d.]+)" (y="[^"]*") textLength="[\d.]+"([^>]*)>([^<]*)</text>', _runs, svg
    )
    assert "http" not in svg.replace("http://www.w3.org", "") and len(svg.encode()) < MOST, (name, len(svg.encode()))
    (HERE / f"{name}.svg").write_text(svg, encoding="utf-8")
    print(f"{name}: {len(svg.encode()) // 1000} kB", flush=True)


def _runs(found: re.Match[str]) -> str:
    """A text in runs of signs that are equally wide, each at its own cell and as wide as its cells.

    rich counts signs where it should count cells, which squeezes Chinese to half its width.
    """
    look, x, y, clip, text = found.groups()
    at, out = float(x), []
    for _, signs in groupby(unescape(text), key=cell_len):
        run = "".join(signs)
        shown = run.strip("\xa0 ")
        if shown:
            left = at + CELL * (len(run) - len(run.lstrip("\xa0 ")))
            said = escape(shown).replace("\xa0", "&#160;").replace(" ", "&#160;")
            wide = f'textLength="{CELL * cell_len(shown):g}"'
            out.append(f'<text class="{look}" x="{left:g}" {y} {wide}{clip}>{said}</text>')
        at += CELL * cell_len(run)
    return "".join(out)


if __name__ == "__main__":
    sys.exit(main())
