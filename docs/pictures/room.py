"""A hall's picture: four tables on real firmware, a Mosquitto, and the hall that people have."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from textual.pilot import Pilot
from unotable import start
from unotable.app.hall.app import HallApp
from unotable.bench.hall import broker_in
from unotable.desk.soon import Soon
from unotable.hall.address import Address, Proof
from unotable.hall.hall import Hall
from unotable.hall.publisher import Publisher
from unotable.hall.store import Store

PEOPLE = {
    "en": "Ana Bo Cy Dee Eli Fay Gus Hana Ivo Jun Kim Leo Mia Nils Oda Pia",
    "zh": "小安 阿波 思远 朵朵 以莱 菲菲 国强 花花 小薇 军军 金枝 立欧 米娅 宁宁 欧阳 皮皮",
}
SEATS = 4
CALLS = 4  # the table at which somebody holds UNO
SIZE = (100, 12)
PATIENCE_S = 600.0


async def take(lang: str, keep: Callable[[HallApp, str], None]) -> None:
    people = PEOPLE[lang].split()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        where = Address("127.0.0.1", broker_in(stack, folder)[1], False, "cafe")
        sessions = []
        for number in range(1, CALLS + 1):
            table = Address(where.host, where.port, False, where.room, f"table-{number}")
            names = people[(number - 1) * SEATS : number * SEATS]
            playing = start.demo(
                Soon(SEATS, number), names, "tangxun", {}, True, number != CALLS, number, None, 0.15
            )  # fmt: skip
            stack.callback(playing.close)
            published = Publisher(table, Proof())
            published.watch(playing.live, playing.path, print)
            published.start()
            stack.callback(published.close)
            sessions.append(playing)
        hall = Hall(where, Proof(), Store(str(folder / "hall.sqlite"), where.room))
        hall.start()
        stack.callback(hall.close)
        app = HallApp(hall, lang)
        async with app.run_test(size=SIZE) as pilot:
            for playing in sessions:
                if playing.auto is not None:
                    playing.auto.start()
            await until(pilot, lambda: sum(sheet.rounds for _, sheet in app.room.sheets) >= 5)
            last = sessions[-1]
            assert last.desk is not None
            last.live.send({"do": "first", "card": "g7"})
            await asyncio.sleep(1)
            last.desk.hold(3, "uno")
            await until(pilot, lambda: any(it.status(app.room.at) == "call" for it in app.room.tables))
            keep(app, f"hall-{lang}")
            await pilot.press("s")
            await pilot.pause(0.5)
            keep(app, f"standings-{lang}")


async def until(pilot: Pilot[int | None], what: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not what():
            await pilot.pause(0.3)
