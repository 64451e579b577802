"""Every screen as text, narrow and wide, in both languages: as committed, aligned, and in signs of certain width.

One walk through the match's screens and one through those around it: an app is started once a size and language.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest
from textual.app import App
from textual.pilot import Pilot
from unotable.app.app import Unotable
from unotable.app.front import Front
from unotable.app.screens.forfeits import Forfeits
from unotable.app.screens.rulesets import Played
from unotable.app.screens.setup import Setup, Wanted
from unotable.journal import remembered
from unotable.match.lobby import Gathered
from unotable.match.replayed import Replayed
from unotable.match.view import BoardView, View

from tests.app.screen import check_cells, compare, text
from tests.app.test_photo import CAUGHT, TIED, pictured
from tests.app.views import Live, called, pressed, proposed, view

CASE = Path(__file__).parents[1] / "cases" / "owner-first.jsonl"
EVERYWHERE = pytest.mark.parametrize(
    ("lang", "size"), [(lang, size) for lang in ("en", "zh") for size in ((80, 24), (120, 36))]
)
BUSY = ("_read", "_look")  # workers that read files or ask boards

SCORING = view(phase="scoring", turn=None, winner=2, needs=("hand:1", "hand:3", "hand:4"))
SITTING = Gathered(
    (BoardView("b1", 1, u_us=90), BoardView("b2", 2, u_us=90), BoardView("b3", None)),
    asked=3, pressed=(2, "uno"), said=("b2: 小宝 ±0.1 ms",),
)  # fmt: skip
# A view that comes, keys, the frame's name; Esc after each leads back to the table.
MATCH: Sequence[tuple[str, View | None, Sequence[str]]] = (
    ("play", view(), []),
    ("ten", view(10), []),
    ("cut", view(5, phase="cut", claims=(3, 5), turn=3), []),
    ("pressed", pressed(view(5, phase="cut", claims=(3,), turn=3)), []),
    ("attack", view(phase="attack", pending=6, top="w+:g", colour="g", direction=-1, turn=1), []),
    ("proposed", proposed(view()), []),
    ("buzzer", view(track="buzzer", needs=("answer:9",)), []),
    ("help", view(), ["question_mark"]),
    ("boards", None, ["B", "down"]),
    ("picker", None, ["left"]),
    ("palette", None, ["ctrl+p"]),
    ("ask", None, ["o"]),
    ("write", None, ["t"]),
    ("sounds", None, ["M"]),
    ("keyboard", None, ["K"]),
    ("photo", pictured(CAUGHT, TIED), ["P"]),
    ("scoring", SCORING, ["r", "5", "g"]),
    ("over", view(phase="over", turn=None, over=True, winners=(4,), losers=(3,)), []),
    ("assign", view(), ["K", "2", "a"]),  # the last: what it answers is said on the table for some seconds
)
PAGES: Sequence[tuple[str, Sequence[str]]] = (
    ("home", []), ("setup", ["n"]), ("known", ["n", "f2"]), ("drawn", ["n", "f9", "r", "5"]), ("keys", ["n", "f1"]),
    ("rules", ["r", "down", "down"]), ("parameters", ["r", "e", "down"]), ("history", ["h"]), ("people", ["h", "p"]),
    ("replay", ["h", "enter", "end"]), ("glossary", ["g"]), ("idle-boards", ["b"]),
)  # fmt: skip


async def idle(pilot: Pilot[object]) -> None:
    """Nothing is being read any more."""
    while [work for work in pilot.app.workers if work.name in BUSY]:
        await pilot.pause(0.02)


async def settled(pilot: Pilot[object]) -> str:
    """The screen once nothing comes any more."""
    await pilot.pause()
    await idle(pilot)
    await pilot.pause()
    return text(pilot.app)


async def back(pilot: Pilot[object], depth: int) -> None:
    while len(pilot.app.screen_stack) > depth:
        await pilot.press("escape")
        await idle(pilot)


def walk(app: App[object], size: tuple[int, int], go: Callable[[Pilot[object]], object]) -> None:
    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await go(pilot)  # type: ignore[misc]

    asyncio.run(run())


@EVERYWHERE
def test_a_match(home: Path, lang: str, size: tuple[int, int]) -> None:
    moments(MATCH, lang, size)


def moments(
    them: Sequence[tuple[str, View | None, Sequence[str]]], lang: str, size: tuple[int, int], group: str = ""
) -> None:
    """Each as committed, one after the other on one table."""
    live = Live(view())

    async def go(pilot: Pilot[object]) -> None:
        await settled(pilot)
        for name, it, keys in them:
            if it is not None:
                live.show(it)
                await pilot.pause()
            for key in keys:
                await pilot.press(key)
            frame = await settled(pilot)
            check_cells(frame, size[0])
            compare(f"{group}{name}-{lang}-{size[0]}x{size[1]}", frame)
            await back(pilot, 1)

    walk(Unotable(live, lang=lang), size, go)  # type: ignore[arg-type]


SMALL: Sequence[tuple[str, View | None, Sequence[str]]] = (
    ("play", view(), []),
    ("ten", view(10, phase="cut", claims=(3, 5), turn=3), []),
    ("called", called(view(5), 2), []),
    ("proposed", proposed(view()), []),
    ("photo", pictured(CAUGHT, TIED), []),
    ("scoring", SCORING, ["r", "5"]),
)


@pytest.mark.parametrize(("lang", "size"), [("en", (60, 20)), ("zh", (40, 12))])
def test_small_windows(lang: str, size: tuple[int, int]) -> None:
    """What the host waits for and the keys are there; the scores, and then the feed, give way."""
    moments(SMALL, lang, size, "small-")


def test_nothing_is_pushed_off_a_table_of_any_size() -> None:
    live = Live(proposed(view(5)))

    async def go(pilot: Pilot[object]) -> None:
        sizes = ((40, 12), (40, 24), (40, 32), (63, 18), (63, 19), (64, 12), (79, 23), (79, 31), (80, 12), (110, 18))
        for cells, rows in sizes:
            await pilot.resize_terminal(cells, rows)
            lines = (await settled(pilot)).split("\n")
            assert len(lines) == rows and lines[0].startswith(" unotable"), (cells, rows)
            assert "? Help" in lines[-1] and "[3] wrong press" in "\n".join(lines), (cells, rows)
            assert any("card>" in line for line in lines), (cells, rows)
            for seat in ("1 Ana", "2 Bo", "3 Cy", "4 Dee", "5 Eve"):
                assert seat in "\n".join(lines), (cells, rows, seat)

    walk(Unotable(live, lang="en"), (80, 24), go)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [(39, 24), (80, 11), (20, 5), (3, 1)])
def test_a_window_too_small_for_a_table_says_so_and_plays_on(size: tuple[int, int]) -> None:
    live = Live(proposed(view()))

    async def go(pilot: Pilot[object]) -> None:
        await pilot.resize_terminal(*size)
        frame = await settled(pilot)
        assert "Too small: 40x12 at least. All is recorded.".startswith(" ".join(frame.split()))
        assert size == (3, 1) or frame.split()[-1] == "recorded."
        check_cells(frame, size[0])
        await pilot.press("2")
        assert live.decided == [2]
        await pilot.resize_terminal(80, 24)
        assert "Too small" not in await settled(pilot)

    walk(Unotable(live, lang="en"), (80, 24), go)  # type: ignore[arg-type]


@EVERYWHERE
def test_around_it(home: Path, monkeypatch: pytest.MonkeyPatch, lang: str, size: tuple[int, int]) -> None:
    folder = home / "matches"
    folder.mkdir()
    lines = CASE.read_text(encoding="utf-8").splitlines()[:-1]
    (folder / "2026-11-30T19-00-00.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    shutil.copy(folder / "2026-11-30T19-00-00.jsonl", folder / "2026-11-29T19-00-00.jsonl")
    remembered.remember(("Dee", "小宝"), "mattel", "full")
    remembered.remember(("Ana", "Bo", "Cy"), "tangxun", "full")
    monkeypatch.setattr("unotable.match.looking.boards", lambda *_, **__: [])

    async def go(pilot: Pilot[object]) -> None:
        await settled(pilot)
        depth = len(pilot.app.screen_stack)
        for name, keys in PAGES:
            for key in keys:
                await pilot.press(key)
                await idle(pilot)
            frame = await settled(pilot)
            check_cells(frame, size[0])
            compare(f"{name}-{lang}-{size[0]}x{size[1]}", frame)
            await back(pilot, depth)
        pilot.app.push_screen(Forfeits(("Cy",), Random(1)))
        frame = await settled(pilot)
        check_cells(frame, size[0])
        compare(f"forfeits-{lang}-{size[0]}x{size[1]}", frame)
        await back(pilot, depth)
        setup = Setup(Wanted(("Ana", "小宝", "Cy"), Played("tangxun"), "full", 1))
        pilot.app.push_screen(setup)
        await pilot.pause()
        setup.post_message(Setup.Boards(SITTING))
        frame = await settled(pilot)
        check_cells(frame, size[0])
        compare(f"seating-{lang}-{size[0]}x{size[1]}", frame)

    walk(Front(lang=lang), size, go)  # type: ignore[arg-type]


@pytest.mark.parametrize(("lang", "size"), [("en", (80, 24)), ("zh", (120, 36))])
def test_the_photo_finish_of_a_replay(lang: str, size: tuple[int, int]) -> None:
    async def go(pilot: Pilot[object]) -> None:
        await settled(pilot)
        await pilot.press("l")
        frame = await settled(pilot)
        check_cells(frame, size[0])
        compare(f"replay-photo-{lang}-{size[0]}x{size[1]}", frame)

    walk(Front(lang=lang, replayed=Replayed.open(CASE)), size, go)  # type: ignore[arg-type]
