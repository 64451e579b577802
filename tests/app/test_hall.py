"""The hall's screens, as text: tables, a mirror, standings, who sits where; and a table that is offered seats."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from unotable.app.front import Answer, Front
from unotable.app.hall.app import HallApp
from unotable.game.ruleset import RuleSet
from unotable.hall import glance
from unotable.hall.hall import HallView
from unotable.hall.messages import Score, Seats, Sheet, State
from unotable.hall.room import TableView
from unotable.hall.store import Store
from unotable.hall.tournament import File, Tournament

from tests.app.screen import check_cells, compare, text
from tests.app.views import view

AT = datetime(2026, 11, 30, 19, 4, tzinfo=timezone(timedelta(hours=8)))
SIZES = {"80x24": (80, 24), "120x36": (120, 36)}
PLAYERS = ["Ana", "Bo", "Cy", "Dee", "李雷", "韩梅梅", "Gus [b]", "Hua"]
CUP = Tournament(File(title="Friday cup", rules="tangxun", rounds=3, tables=["table-1", "桌2"], players=PLAYERS))


def state(asker: int | None = None, **changes: object) -> State:
    return glance.state(replace(view(**changes), asker=asker), RuleSet(), "0" * 16, AT)  # type: ignore[arg-type]


def sheet(number: int, seats: Sequence[str], scores: Sequence[int], **fields: object) -> Sheet:
    made = tuple(Score(name=n, score=s, won=1, cards=i) for i, (n, s) in enumerate(zip(seats, scores, strict=True)))
    base = {"v": 1, "match": f"{number:016x}", "line": 9, "rules": "tangxun", "mode": "positive", "rounds": 4}
    return Sheet.model_validate({**base, "started": AT.isoformat(), "seats": made, **fields})


def room(round_: int = 1) -> HallView:
    tables = (
        TableView("table-1", state(), True, 100.0),
        TableView("table-3", state(phase="between"), False, 10.0),
        TableView("table-4", state(paused=True), True, 100.0, problem="table-4: top: String should match"),
        TableView("table-5", state(paused=True, asker=3), True, 100.0),
        TableView("table-6", state(phase="over", winners=(4,)), True, 100.0),
        TableView("table-7", None, True, 100.0),
        TableView("桌2", state(phase="attack", pending=4), True, 100.0),
    )
    sheets = [("table-1", sheet(1, CUP.at("table-1", 1), (40, 0, 120, 7))),
              ("桌2", sheet(2, CUP.at("桌2", 1), (40, 33, 0, 9))),
              ("table-5", sheet(3, ("Zoe", "Yan"), (1, 2), rules="baidu"))]  # fmt: skip
    seats = tuple((table, CUP.seats(table, round_)) for table in CUP.file.tables) if round_ else ()
    return HallView("cafe", 101.0, tables, tuple(sheets), seats, round_)


class Source:
    """Stands where the hall's thread stands."""

    def __init__(self, shown: HallView, tournament: Tournament | None = None, leads: bool = True) -> None:
        self.view = shown
        self.tournament = tournament
        self.leads = leads
        self.went: list[int] = []
        self.show: Callable[[HallView], None] = lambda view: None

    def subscribe(self, callback: Callable[[HallView], None]) -> None:
        self.show = callback

    def go_to(self, round_: int) -> None:
        self.went.append(round_)

    def ask(self, what: Callable[[Store | None, HallView], None]) -> None:
        what(None, self.view)


def seen(
    source: Source, keys: Sequence[str | Callable[[HallApp], None]] = (), lang: str = "en", size: str = "80x24"
) -> str:
    async def run() -> str:
        app = HallApp(source, lang)
        async with app.run_test(size=SIZES[size]) as pilot:
            for key in keys:
                if callable(key):
                    key(app)
                else:
                    await pilot.press(key)
                await pilot.pause()
            await pilot.pause()
            return text(app)

    return asyncio.run(run())


PAGES: dict[str, tuple[str, ...]] = {"tables": (), "mirror": ("enter",), "standings": ("s",), "finder": ("f",)}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("page", PAGES)
def test_pages(page: str, lang: str, size: str) -> None:
    frame = seen(Source(room(), CUP), PAGES[page], lang, size)
    check_cells(frame, SIZES[size][0])
    compare(f"hall-{page}-{lang}-{size}", frame)


def test_who_calls_stands_first_and_rings() -> None:
    rings: list[int] = []

    def ring(app: HallApp) -> None:
        app.bell = lambda: rings.append(1)  # type: ignore[method-assign]

    quiet = replace(room(), tables=tuple(it for it in room().tables if it.table != "table-5"))
    source = Source(quiet)
    frame = seen(source, [ring, lambda app: source.show(room()), lambda app: source.show(room())])
    assert frame.split("\n")[3].startswith(" table-5") and "Cy asks for a referee" in frame.split("\n")[1]
    assert rings == [1]
    assert "Cy asks for a referee" in seen(Source(room()), ["up", "enter"])


def test_the_chosen_table_stays_chosen_when_others_come() -> None:
    few = replace(room(), tables=room().tables[:1])
    source = Source(few)
    assert ">table-1" in seen(source, [lambda app: source.show(room())])


def test_a_table_that_stops_is_said_and_what_it_sent_wrongly() -> None:
    assert "String should match" in seen(Source(room()), ["down", "down", "down"])
    source = Source(room())
    assert "name or service" in seen(source, [lambda app: source.show(replace(room(), problem="name or service"))])


def test_the_next_round_is_asked_for() -> None:
    source = Source(room(), CUP)
    assert "round 2 of 3" in seen(source, ["n"])
    seen(source, ["n", "1"])
    seen(source, ["n", "escape"])
    assert source.went == [2]
    seen(Source(room(0), CUP), ["n", "1"])
    looking = Source(room(), CUP, leads=False)
    assert "round 2 of 3" not in seen(looking, ["n"])
    assert "No round yet" in seen(Source(room(0), CUP), ["f"])
    assert "--tournament" in seen(Source(room(0)), ["f"])
    assert "table-1" in seen(Source(room()), ["f"])  # a screen on the wall needs no file


def test_standings_by_rule_set() -> None:
    frame = seen(Source(room()), ["s"])
    assert "tangxun  1/2" in frame and "Zoe" not in frame
    assert "Zoe" in seen(Source(room()), ["s", "r"])
    assert "Zoe" not in seen(Source(room(), CUP), ["s", "r"])  # not of the tournament
    assert "No round" in seen(Source(HallView("cafe", 1.0)), ["s"])
    assert "No table has been seen yet" in seen(Source(HallView("cafe", 1.0)), ["enter"])


def test_export_is_written(home: Path) -> None:
    frame = seen(Source(room(), CUP), ["e"], size="120x36")
    files = sorted((home / "hall").iterdir())
    assert [file.suffix for file in files] == [".csv", ".json"] and files[0].stem in frame.replace("\n", "")
    assert "Gus [b]" in files[0].read_text(encoding="utf-8")
    seen(Source(room(), CUP, leads=False), ["e"])
    assert len(list((home / "hall").iterdir())) == 2


class Offers:
    def __init__(self, offer: Seats | None = None) -> None:
        self.offer = offer


def test_a_table_is_offered_its_seats(home: Path) -> None:
    offers = Offers()

    async def run() -> tuple[str, str, Answer | None]:
        app = Front(lang="en", hall=offers)  # type: ignore[arg-type]
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert "take seats" not in text(app)
            offers.offer = CUP.seats("table-1", 2)
            while "take seats" not in text(app):
                await pilot.pause(0.05)
            first = text(app)
            await pilot.press("s")
            while "F5" not in text(app):
                await pilot.pause(0.02)
            second = text(app)
            await pilot.press("f5")
            await pilot.pause()
        return first, second, app.return_value

    first, second, chosen = asyncio.run(run())
    assert "Friday cup  round 2 of 3" in first
    assert all(name in second for name in CUP.at("table-1", 2)) and "tangxun" in second
    assert chosen is not None and chosen.seats == CUP.at("table-1", 2)  # type: ignore[union-attr]
