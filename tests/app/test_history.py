"""History and replay on the screen."""

from __future__ import annotations

import asyncio
import itertools
import shutil
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from unotable.app.front import Answer, Front, GoOn
from unotable.journal import index
from unotable.journal.index import Past
from unotable.match.replayed import Replayed

from tests.app.screen import text

CASE = Path(__file__).parents[1] / "cases" / "owner-first.jsonl"


def seen(
    keys: Sequence[str], lang: str = "en", size: tuple[int, int] = (80, 24), replayed: Replayed | None = None
) -> tuple[Answer | None, str]:
    async def run() -> tuple[Answer | None, str]:
        app = Front(lang=lang, page="" if replayed else "history", replayed=replayed)
        frame = ""
        async with app.run_test(size=size) as pilot:
            while [w for w in app.workers if w.name == "_read"] or (replayed is None and len(app.screen_stack) < 3):
                await pilot.pause(0.02)
            for key in keys:
                await pilot.press(key)
            if app.is_running:
                await pilot.pause()
                frame = text(app)
        return app.return_value, frame

    return asyncio.run(run())


def matches(home: Path) -> Path:
    folder = home / "matches"
    folder.mkdir()
    path = folder / "2026-11-30T19-00-00.jsonl"
    path.write_text("\n".join(CASE.read_text(encoding="utf-8").splitlines()[:-1]) + "\n", encoding="utf-8")
    shutil.copy(path, folder / "2026-11-29T19-00-00.jsonl")
    (folder / "2026-11-28T19-00-00.jsonl").write_text("broken\n", encoding="utf-8")
    return path


def test_history_and_people(home: Path) -> None:
    path = matches(home)
    assert seen(["c"])[0] == GoOn(path)
    assert "was caught" in seen(["p"])[1]
    assert "Enter replay" in seen(["p", "escape"])[1], "from the players back to the matches"
    assert "no JSON" in seen(["down", "down"])[1]
    assert "no JSON" in seen(["down", "down", "enter"])[1]


def test_nothing_played(home: Path) -> None:
    assert "No match has been played here yet." in seen(["enter", "c"])[1]


def test_a_match_is_seen_again(home: Path) -> None:
    matches(home)
    assert "history" in seen(["enter", "escape"])[1]


def test_replay_keys() -> None:
    replayed = Replayed.open(CASE)
    seen(["end"], replayed=replayed)
    assert replayed.at == replayed.end
    seen(["home", "right", "right", "left"], replayed=replayed)
    assert replayed.at in replayed.times and replayed.at < replayed.end
    _, frame = seen(["up", "up", "n", "n", "n", "n", "n", "n", "n", "n"], replayed=replayed)
    assert "x4" in frame and "no more rulings" in frame
    _, frame = seen(["home", "space"], replayed=replayed)
    assert "playing" in frame


def test_who_leaves_does_not_wait_for_the_reading(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()

    def endless(progress: Callable[[int, int], None]) -> list[Past]:
        try:
            for done in itertools.count(1):
                progress(done, 1000)
                time.sleep(0.005)
        finally:
            ended.set()
        raise AssertionError

    monkeypatch.setattr(index, "past", endless)

    async def run() -> str:
        app = Front(lang="en", page="history")
        async with app.run_test(size=(80, 24)) as pilot:
            while "Reading matches: " not in (frame := text(app)):
                await pilot.pause(0.02)
            await pilot.press("escape")
            assert await asyncio.to_thread(ended.wait, 20)
        return frame

    assert "of 1000" in asyncio.run(run())


def test_a_replay_goes_to_the_photo_finish_of_a_ruling(home: Path) -> None:
    assert "no more rulings on presses" in seen(["l", "l", "l", "l"], "en", (80, 24), Replayed.open(CASE))[1]
    assert "SCORES" in seen(["l", "P"], "en", (80, 24), Replayed.open(CASE))[1]
