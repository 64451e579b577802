"""Who only watches sees the table as the players do, and no key and no click changes the match."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from unotable.app import commands
from unotable.app.app import Unotable
from unotable.app.screens.table import TableScreen
from unotable.app.widgets.seat import SeatCard

from tests.app.screen import check_cells, compare, play
from tests.app.test_photo import CAUGHT, pictured
from tests.app.views import Live, proposed, view


@pytest.mark.parametrize(("lang", "size"), [("en", (80, 24)), ("zh", (80, 24)), ("en", (120, 36))])
def test_frame(lang: str, size: tuple[int, int]) -> None:
    frame = play(Live(view()), size=size, lang=lang, watching=True)
    check_cells(frame, size[0])
    compare(f"watching-{lang}-{size[0]}x{size[1]}", frame)


@pytest.mark.parametrize(("lang", "words"), [
    ("en", "Bo plays. Dee's DONE: skip? * / Cy forgot DONE? / wrong press "),
    ("zh", "轮到 Bo。 Dee 的 DONE： 跳过？ * / Cy 忘按 DONE？ / 按错了"),
])  # fmt: skip
def test_an_open_proposal_is_seen_without_its_keys(lang: str, words: str) -> None:
    frame = play(Live(proposed(view())), lang=lang, watching=True)
    check_cells(frame, 80)
    assert words in frame and "[1]" not in frame


def test_nothing_changes_the_match() -> None:
    live = Live(proposed(pictured(CAUGHT)))

    async def run() -> None:
        app = Unotable(live, watching=True)
        async with app.run_test() as pilot:
            for command in commands.COMMANDS:
                if command.id not in ("quit", "leave_match"):
                    for key in command.keys:
                        app.action_command(command.id, key)
            await pilot.pause()
            while len(app.screen_stack) > 1:
                await pilot.press("escape")
            for key in ("r", "5", "enter", "f2", "u", "1"):
                await pilot.press(key)
            await pilot.click(SeatCard)
            assert isinstance(app.screen, TableScreen) and app.chosen is None and not app.keyed.text

    asyncio.run(run())
    assert (live.sent, live.decided, live.seated, live.reseated) == ([], [], [], 0)


def test_the_photo_offers_no_ruling_and_visitors_no_file(home: Path) -> None:
    frame = play(Live(pictured(CAUGHT)), ["P"], watching=True, keeps=False)
    assert "Photo finish" in frame and "overrule" not in frame and "save picture" not in frame
    play(Live(pictured(CAUGHT)), ["P", "s", "o"], watching=True, keeps=False)
    assert not (home / "photos").exists()
