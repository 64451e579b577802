"""Glossary and forfeits: from the home screen and from a match, in both languages, the list the table's own."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from unotable.app.acts.rounds import losers
from unotable.app.front import Front
from unotable.game.table import Round
from unotable.glossary import TERMS
from unotable.journal import forfeits

from tests.app.screen import check_cells, play, text
from tests.app.views import Live, table, view

OVER = view(phase="over", turn=None, over=True, winners=(4,), losers=(3,))


def home_page(keys: Sequence[str], lang: str, size: tuple[int, int] = (80, 24)) -> str:
    async def run() -> str:
        app = Front(lang=lang)
        async with app.run_test(size=size) as pilot:
            for key in keys:
                await pilot.press(key)
                await pilot.pause()
            return text(app)

    return asyncio.run(run())


def test_the_glossary_is_the_same_from_home_and_in_a_match(home: Path) -> None:
    assert play(Live(view()), ["G"], lang="zh") == home_page(["g"], "zh")


def test_every_word_is_in_it() -> None:
    assert {"上家", "下家", "起牌", "碰牌", "抢牌"} <= {term.chinese for term in TERMS}
    assert len({term.chinese for term in TERMS}) == len(TERMS)


def test_a_forfeit_is_drawn_for_who_lost(home: Path) -> None:
    for lang in ("en", "zh"):
        frame = play(Live(OVER), ["V"], lang=lang)
        check_cells(frame, 80)
        assert " Cy:" in frame
    assert "Truth" in play(Live(OVER), ["V"]) and "真心话" in play(Live(OVER), ["V", "L"])
    assert losers(table(4)) == (4,)  # 174 points left, against Bo's 40
    assert losers(replace(table(4), rounds=(Round(1, {2: 9, 3: 9}, {1: 18}),))) == (2, 3)
    assert losers(replace(table(4), rounds=())) == ()


def test_the_list_is_the_tables(home: Path) -> None:
    play(Live(OVER), ["V", "a", *"Hop", "enter", "x"])
    kept = forfeits.own()
    assert kept is not None and kept[-1] == "Hop" and len(kept) == len(forfeits.OURS)
    forfeits.path().write_text("# ours\n\n[red]x[/red]\t!\n=1+1\n" + "长" * 500 + "\n", encoding="utf-8")
    assert forfeits.own() == ["[red]x[/red] !", "=1+1", "长" * 160]
    frame = play(Live(OVER), ["V"])
    check_cells(frame, 80)
    assert "[red]x[/red] !" in frame
    forfeits.path().write_bytes(b"\xff\xfe\x00")
    check_cells(play(Live(OVER), ["V"]), 80)
    forfeits.path().write_text("# nothing\n")
    assert "The list is empty" in play(Live(OVER), ["V", "space", "x", "e"])


def test_the_same_is_not_drawn_twice_in_a_row() -> None:
    rng = Random(1)
    last = ""
    for _ in range(50):
        drawn = forfeits.draw(("a", "b", "c"), rng, last)
        assert drawn != last
        last = drawn
    assert forfeits.draw(("a",), rng, "a") == "a" and forfeits.draw((), rng) == ""
