"""Glossary and forfeits: from the home screen and from a match, in both languages, the list the table's own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from unotable import cli
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


def test_home_asks_the_same_ports_for_boards_as_the_table(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`play --port X`, then `b` on the home screen: the thread that looks asks X alone, and the page says so."""
    links: list[list[str]] = []

    class Silent:
        def __init__(self, events: object, ports: Callable[[], list[str]] | None) -> None:
            links.append([] if ports is None else ports())

        def close(self) -> None:
            pass

    monkeypatch.setattr("unotable.match.looking.Link", Silent)
    monkeypatch.setattr("unotable.match.looking.LOOK_S", 0.0)
    monkeypatch.setattr("unotable.cli.tables.terminal", lambda options: None)
    frames: list[str] = []

    async def looks(app: Front) -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("b")
            for _ in range(1000):
                await pilot.pause(0.01)
                if "--port" in text(app):
                    break
            frames.append(text(app))

    monkeypatch.setattr(Front, "run", lambda app: asyncio.run(looks(app)))
    assert cli.main(["play", "--port", "/dev/ttyQ7", "--port", "COM99", "--lang", "en"]) == 0
    assert links == [["/dev/ttyQ7", "COM99"]]
    assert "Only asked: /dev/ttyQ7, COM99, as --port says." in " ".join(frames[0].split())


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
