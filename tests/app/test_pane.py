"""Lines that are kept painted are what a painting of everything would give."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot
from unotable.app.app import Unotable
from unotable.app.front import Front
from unotable.app.widgets.pane import Pane
from unotable.app.widgets.seat import SeatCard
from unotable.match.replayed import Replayed

from tests.app.test_frames import CASE
from tests.app.test_photo import CAUGHT, TIED, pictured
from tests.app.views import Live, called, pressed, proposed, view

VIEWS = (
    view(5), called(view(5), 2), pressed(view(5)), proposed(view(5)), view(5, turn=3), pictured(CAUGHT, TIED),
    view(5, phase="attack", pending=6, top="w+:g", colour="g", direction=-1, turn=1), view(3),
    view(5, phase="cut", claims=(3, 5), turn=3), view(5, track="buzzer"),
)  # fmt: skip


def painted(app: App[Any]) -> list[list[tuple[str, str]]]:
    """Text and look of each part of each row."""
    rows = app.screen._compositor.render_strips()
    return [[(part.text, str(part.style and part.style.without_color) + str(part.style and part.style.color)
              + str(part.style and part.style.bgcolor)) for part in row.simplify()] for row in rows]  # fmt: skip


async def settled(app: App[Any], pilot: Pilot[Any]) -> list[list[tuple[str, str]]]:
    """What is painted once nothing changes any more, however slow the machine."""
    now = painted(app)
    while True:
        await pilot.pause()
        await pilot.pause(0.02)
        before, now = now, painted(app)
        if now == before:
            return now


def test_what_is_kept_is_what_would_be_painted() -> None:
    async def run() -> None:
        chance = Random(1)
        app = Unotable(Live(VIEWS[0]), None, lang="en")
        async with app.run_test(size=(120, 36)) as pilot:
            for number in range(24):
                app.view = chance.choice(VIEWS)
                if number % 7 == 3:
                    app.next_theme()
                if number % 9 == 5:
                    app.switch_language()
                if number % 11 == 7:
                    await pilot.resize_terminal(chance.choice((80, 120)), chance.choice((24, 36)))
                app.chosen = chance.choice((None, None, 1, 2))
                kept = await settled(app, pilot)
                for pane in app.screen.query(Pane):
                    pane._painted.clear()
                    pane.refresh()
                app.screen.refresh(layout=True)
                assert kept == await settled(app, pilot), f"step {number}"

    asyncio.run(run())


async def until_painted(pilot: Pilot[int], drawn: list[tuple[str, int]]) -> None:
    while not drawn:
        await pilot.pause(0.01)
    await pilot.pause(0.1)  # and nothing else after it


def test_a_press_paints_one_line_of_its_seat_and_nothing_else() -> None:
    async def run() -> None:
        drawn: list[tuple[str, int]] = []
        plain = Pane.render_line

        def noting(self: Pane, y: int) -> Any:
            drawn.append((type(self).__name__, y))
            return plain(self, y)

        before = view(5)
        app = Unotable(Live(before), None, lang="en")
        async with app.run_test(size=(120, 36)) as pilot:
            await settled(app, pilot)
            Pane.render_line = noting  # type: ignore[method-assign]
            try:
                app.view = replace(before, unruled=pressed(before).unruled[:1])
                await until_painted(pilot, drawn)
            finally:
                Pane.render_line = plain  # type: ignore[method-assign]
            assert [name for name, _ in drawn] == [SeatCard.__name__]

    asyncio.run(run())


@pytest.mark.parametrize("small", [(63, 24), (64, 11)])
def test_what_had_no_room_is_there_again_in_a_larger_window(small: tuple[int, int]) -> None:
    """Presses come while the scores, or all of it, are not shown."""

    async def run() -> None:
        frames = []
        for size in (small, (64, 24)):
            app = Unotable(Live(VIEWS[0]), None, lang="en")
            async with app.run_test(size=(64, 24)) as pilot:
                await pilot.resize_terminal(*size)
                for it in (VIEWS[4], VIEWS[7], VIEWS[9]):
                    await settled(app, pilot)
                    app.view = it
                await pilot.resize_terminal(64, 24)
                frames.append(await settled(app, pilot))
        assert frames[0] == frames[1]

    asyncio.run(run())


def test_the_table_of_a_replay_is_there_again_behind_the_photo_finish() -> None:
    async def run() -> None:
        frames = []
        for keys in (("P", "home", "right", "right", "P"), ("home", "right", "right")):
            app = Front(lang="en", replayed=Replayed.open(CASE))
            async with app.run_test(size=(80, 24)) as pilot:
                await pilot.press("end")
                for key in keys:
                    await pilot.press(key)
                    await settled(app, pilot)
                frames.append(await settled(app, pilot))
        assert frames[0] == frames[1]

    asyncio.run(run())
