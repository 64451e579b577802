"""A new match is set up with names, rules, tracking and dealer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from unotable.app.screens.setup import Setup, Wanted

from tests.app.screen import check_cells, compare, text

RULES = [("mattel", "Mattel"), ("family", "Family"), ("tangxun", "汤逊湖完整版"), ("baidu", "百度经典")]


def ask(keys: Sequence[str], names: Sequence[str] = (), lang: str = "en") -> tuple[Wanted | None, str]:
    async def run() -> tuple[Wanted | None, str]:
        app = Setup(RULES, names, lang)
        frame = ""
        async with app.run_test(size=(80, 24)) as pilot:
            for key in keys:
                await pilot.press(key)
                if app.is_running:
                    frame = text(app)
        return app.return_value, frame

    return asyncio.run(run())


def test_a_match_is_chosen() -> None:
    wanted, frame = ask(["down", "down", *"Cy", "f8", "f6", "down", "down", "f7", "down", "f5"], ("Ana", "Bo"))
    assert wanted == Wanted(("Ana", "Bo", "Cy"), "tangxun", "keys", 2)
    check_cells(frame, 80)


def test_one_person_is_no_table() -> None:
    wanted, frame = ask([*"Ana", "f5"])
    assert wanted is None
    assert "At least two play." in frame


def test_in_chinese() -> None:
    _, frame = ask(["down"], ("小宝", "安娜"), "zh")
    check_cells(frame, 80)
    compare("setup-zh-80x24", frame)
