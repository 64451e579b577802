"""Text in cells, down to windows in which nothing can be read any more."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from textual.app import App
from unotable.app import cells
from unotable.app.app import Unotable
from unotable.app.front import Front
from unotable.match.replayed import Replayed

from tests.app.screen import check_cells, text
from tests.app.test_frames import CASE
from tests.app.views import Live, proposed, view


@pytest.mark.parametrize("width", range(-3, 9))
@pytest.mark.parametrize("indent", [0, 2, 9])
def test_wrapped_text_has_an_end_in_any_width(width: int, indent: int) -> None:
    lines = cells.wrap("Bo caught Ana: 抢牌 too late", width, indent)
    assert "".join("".join(lines).split()) == "BocaughtAna:抢牌toolate"
    assert all(cells.width(line) <= max(width, 2) for line in lines)


@pytest.mark.parametrize("replay", [False, True])
def test_a_window_may_be_as_narrow_as_it_likes(replay: bool) -> None:
    async def run() -> None:
        live: Any = Live(proposed(view()))
        app: App[Any] = Front(lang="en", replayed=Replayed.open(CASE)) if replay else Unotable(live, lang="en")
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("end" if replay else "escape")
            for key in ("", "P"):
                await pilot.press(*key)
                for width in (12, 9, 2, 1, 80):
                    await pilot.resize_terminal(width, 24)
                    while cells.width(text(app).split("\n")[0]) != width:
                        await pilot.pause(0.01)
                    check_cells(text(app), width)

    asyncio.run(run())
