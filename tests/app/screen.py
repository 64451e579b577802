"""Runs the app on a table of paper: keys in, lines sent and the screen's text out."""

from __future__ import annotations

import asyncio
import os
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.cells import cell_len
from textual.app import App
from textual.pilot import Pilot
from unotable.app.app import Unotable

from tests.app.views import Desk, Live

FRAMES = Path(__file__).parent / "frames"
UPDATE = os.environ.get("UNOTABLE_UPDATE_FRAMES") == "1"  # writes the frames anew instead of comparing them

Then = Callable[[Unotable, "Pilot[int]"], None]


def text(app: App[Any]) -> str:
    """The screen as lines of text, as wide as the terminal."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def play(
    live: Live,
    keys: Sequence[str | Then] = (),
    size: tuple[int, int] = (80, 24),
    lang: str = "en",
    desk: Desk | None = None,
    theme: str | None = None,
    watching: bool = False,
    keeps: bool = True,
) -> str:
    """Presses keys (or calls what is given in their place) and answers the screen's text at the end."""

    async def run() -> str:
        app = Unotable(live, desk, lang=lang, watching=watching, keeps=keeps)
        async with app.run_test(size=size) as pilot:
            if theme is not None:
                app.theme = theme
            for key in keys:
                if callable(key):
                    key(app, pilot)
                    await pilot.pause()
                else:
                    await pilot.press(key)
            await pilot.pause()
            return text(app)

    return asyncio.run(run())


def compare(name: str, frame: str) -> None:
    """The frame as committed; with `UNOTABLE_UPDATE_FRAMES=1` it is written instead."""
    path = FRAMES / f"{name}.txt"
    now = "\n".join(line.rstrip() for line in frame.split("\n")) + "\n"
    if UPDATE:
        path.parent.mkdir(exist_ok=True)
        path.write_text(now, encoding="utf-8")
    assert path.is_file(), f"no frame yet: run with UNOTABLE_UPDATE_FRAMES=1 and look at {path.name}"
    assert now == path.read_text(encoding="utf-8")


def check_cells(frame: str, cells: int) -> None:
    """Every line as wide as the terminal, and no sign that some terminals draw wider than others."""
    for line in frame.split("\n"):
        assert cell_len(line) == cells, line
        unsure = [char for char in line if unicodedata.east_asian_width(char) == "A"]
        assert not unsure, (unsure, line)
