"""Tables, a hall and a real Mosquitto: whatever is killed, sent twice or lost, the standings come to the journals."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from unotable.hall.address import Proof
from unotable.hall.broker import Broker
from unotable.hall.hall import Hall
from unotable.hall.store import Store

from tests.hall.mosquitto import Listener, Mosquitto
from tests.hall.table import AtTable, folded
from tests.processes import Process
from tests.waiting import until


@pytest.fixture
def broker(tmp_path: Path, home: Path) -> Iterator[Mosquitto]:
    with Mosquitto(tmp_path) as it:
        yield it


def hall_of(broker: Mosquitto, store: Path) -> Hall:
    hall = Hall(broker.address(), Proof(), Store(str(store), "cafe"))
    hall.start()
    return hall


def told(hall: Hall) -> dict[str, dict[str, tuple[int, int]]]:
    """table → player → (points, rounds won), over all its matches."""
    out: dict[str, dict[str, tuple[int, int]]] = {}
    for table, sheet in hall.view.sheets:
        people = out.setdefault(table, {})
        for seat in sheet.seats:
            points, won = people.get(seat.name, (0, 0))
            people[seat.name] = (points + seat.score, won + seat.won)
    return out


def right(*journals: Path) -> dict[str, tuple[int, int]]:
    """The same from the journals of one table, by the fold alone."""
    out: dict[str, tuple[int, int]] = {}
    for path in journals:
        table = folded(path)
        for seat in table.seats:
            points, won = out.get(seat.name, (0, 0))
            rounds = sum(round_.winner == seat.seat for round_ in table.rounds)
            out[seat.name] = (points + seat.score, won + rounds)
    return out


def heard(ears: Listener) -> list[int]:
    """The scores that were told last."""
    sheets = [json.loads(came.payload) for came in ears.broker.inbox if "/match/" in came.topic]
    return [seat.get("score", 0) for seat in sheets[-1]["seats"]] if sheets else []


def complete(hall: Hall) -> bool:
    return bool(hall.view.sheets) and hall.room.lacks() == 0


def kept(store: Path) -> list[int]:
    """Each stored match's rounds."""
    base = Store(str(store), "cafe")
    try:
        matches = {match for match, _ in base.rounds()}
        return sorted(sum(m == match for m, _ in base.rounds()) for match in matches)
    finally:
        base.close()


def test_two_tables_a_hall_and_a_broker_that_forgets(tmp_path: Path, broker: Mosquitto) -> None:
    one = AtTable(tmp_path / "one.jsonl", broker.address("table-1"))
    two = AtTable(tmp_path / "two.jsonl", broker.address("table-2"), ("Dee", "Eli", "Fay"))
    hall = hall_of(broker, tmp_path / "hall.sqlite")
    try:
        one.round(1)
        two.round(3, seed=1)
        until(lambda: told(hall) == {"table-1": right(one.path), "table-2": right(two.path)})
        assert right(one.path)["Ana"][0] > 0
        broker.stop()  # while both go on
        one.round(2, seed=2)
        one.send(do="undo")  # the next round's begin
        two.round(1, seed=3)
        broker.start()
        until(lambda: told(hall) == {"table-1": right(one.path), "table-2": right(two.path)})
        until(lambda: complete(hall))
        until(lambda: any("again" in text for text in one.said))
        assert any("No hall" in text for text in one.said)
        states = {it.table: it.state for it in hall.view.tables}
        assert [seat.name for seat in states["table-2"].seats] == ["Dee", "Eli", "Fay"]
        hall.close(5)
        assert kept(tmp_path / "hall.sqlite") == [2, 2]
    finally:
        for it in (one, two, hall):
            it.close()


def test_a_hall_that_was_away_while_the_broker_forgot(tmp_path: Path, broker: Mosquitto) -> None:
    """Events that nobody heard and no broker has any more are asked for, from the journals."""
    store = tmp_path / "hall.sqlite"
    table = AtTable(tmp_path / "one.jsonl", broker.address("table-1"))
    hall = hall_of(broker, store)
    try:
        table.round(1)
        until(lambda: complete(hall) and told(hall)["table-1"] == right(table.path))
        hall.close(5)
        table.round(2, seed=5)
        table.close()  # its match is over for tonight: what follows is another one
        ears = Listener(broker.address(), "unotable/cafe/table/+/match/+")
        again = AtTable(tmp_path / "two.jsonl", broker.address("table-1"))
        again.round(3, seed=6)
        ears.until(lambda: heard(ears) == [seat.score for seat in again.folded().seats])
        ears.close()
        broker.stop()
        broker.start()
        hall = hall_of(broker, store)
        until(lambda: told(hall).get("table-1") == right(table.path, again.path))
        until(lambda: complete(hall))
        hall.close(5)
        assert kept(store) == [1, 2]
        again.close()
    finally:
        hall.close()


def test_a_lost_store_is_made_anew(tmp_path: Path, broker: Mosquitto) -> None:
    table = AtTable(tmp_path / "one.jsonl", broker.address("table-1"))
    first, second = tmp_path / "first.sqlite", tmp_path / "second.sqlite"
    hall = hall_of(broker, first)
    try:
        table.round(1)
        table.round(3, seed=2)
        until(lambda: complete(hall) and told(hall)["table-1"] == right(table.path))
        hall.close(5)
        hall = hall_of(broker, second)
        until(lambda: complete(hall) and told(hall)["table-1"] == right(table.path))
        hall.close(5)
        assert kept(second) == kept(first) == [2]
        stored = [Store(str(path), "cafe") for path in (first, second)]
        assert len({tuple(event.key for event in store.events()) for store in stored}) == 1
        for store in stored:
            store.close()
    finally:
        table.close()
        hall.close()


def test_twice_and_in_any_order(tmp_path: Path, broker: Mosquitto) -> None:
    table = AtTable(tmp_path / "one.jsonl", broker.address("table-1"))
    ears = Listener(broker.address(), "unotable/cafe/table/#")
    try:
        table.round(1)
        table.round(2, seed=1)
        table.send(do="undo")
        table.send(do="undo")  # a hand that was told wrong
        table.send(do="hand", seat=3, points=3)

        def whole() -> bool:
            sheets = [json.loads(came.payload) for came in ears.broker.inbox if "/match/" in came.topic]
            events = {json.loads(came.payload)["seq"] for came in ears.broker.inbox if came.topic.endswith("/log")}
            whole = bool(sheets) and len(events) == sheets[-1].get("events", 0)
            return whole and heard(ears) == [seat.score for seat in table.folded().seats]

        ears.until(whole)
        want = right(table.path)
        table.close()
        came = [it for it in ears.broker.inbox if not it.topic.endswith("/here")] * 2
        broker.stop()
        broker.start()
        for seed in range(3):
            hall = hall_of(broker, tmp_path / f"{seed}.sqlite")
            until(lambda hall=hall: hall.online)
            mouth = Listener(broker.address())
            random.Random(seed).shuffle(came)
            for it in came:
                mouth.broker.publish(it.topic, it.payload)
            mouth.until(lambda mouth=mouth: len(mouth.broker.answers) == len(came))
            until(lambda hall=hall: told(hall).get("table-1") == want and complete(hall))
            hall.close(5)
            mouth.close()
            assert kept(tmp_path / f"{seed}.sqlite") == [2]
    finally:
        table.close()
        ears.close()


def test_a_hall_is_online_only_when_it_hears(
    tmp_path: Path, broker: Mosquitto, monkeypatch: pytest.MonkeyPatch
) -> None:
    was: list[bool] = []
    subscribe = Broker.subscribe

    def asked(self: Broker, *topics: str) -> None:
        was.append(hall.online)
        subscribe(self, *topics)

    monkeypatch.setattr(Broker, "subscribe", asked)
    hall = Hall(broker.address(), Proof(), Store(str(tmp_path / "hall.sqlite"), "cafe"))
    hall.start()
    try:
        until(lambda: hall.online)
        assert was == [False, False]
    finally:
        hall.close()


def test_a_killed_table_is_gone_and_comes_back(tmp_path: Path, home: Path, broker: Mosquitto) -> None:
    hall = hall_of(broker, tmp_path / "hall.sqlite")
    url = f"mqtt://table-7@127.0.0.1:{broker.port}/cafe"
    arguments = ("play", "--plain", "--seats", "Ana,Bo", "--hall", url)

    def status() -> str:
        return next((it.status(hall.view.at) for it in hall.view.tables if it.table == "table-7"), "")

    try:
        with Process(home, *arguments) as process:
            process.write("r5")
            process.write('{"do":"out","seat":1}')
            process.until(lambda line: "hand" in line)
            until(lambda: status() == "live")
            process.kill()
            until(lambda: status() == "gone")
        with Process(home, *arguments) as process:
            process.write("h 2 r5 w")
            until(lambda: told(hall).get("table-7") == {"Ana": (55, 1), "Bo": (0, 0)})
            until(lambda: status() == "live")
            process.write("q")
            assert process.end() == 0
        until(lambda: status() == "gone")
    finally:
        hall.close()


def test_a_held_uno_calls_the_referee(tmp_path: Path, broker: Mosquitto) -> None:
    table = AtTable(tmp_path / "one.jsonl", broker.address("table-1"))
    hall = hall_of(broker, tmp_path / "hall.sqlite")

    def status() -> str:
        return next((it.status(hall.view.at) for it in hall.view.tables), "")

    try:
        table.send(do="first", card="r5")
        until(lambda: status() == "live")
        table.send(press="uno", seat=2, via="key", hold=True)
        until(lambda: status() == "call")
        state = hall.view.tables[0].state
        assert state is not None and state.call == 2
        table.send(do="resume")
        until(lambda: status() == "live")
        table.send(do="pause")
        until(lambda: status() == "paused")
    finally:
        table.close()
        hall.close()


def test_two_tables_of_one_name_do_not_throw_each_other_out(tmp_path: Path, broker: Mosquitto) -> None:
    first = AtTable(tmp_path / "one.jsonl", broker.address("table-1"))
    until(lambda: first.publisher.online)
    second = AtTable(tmp_path / "two.jsonl", broker.address("table-1"), ("Dee", "Eli"))
    try:
        until(lambda: not first.publisher.is_alive())
        until(lambda: second.publisher.online)
        assert any("Another table is called table-1" in text for text in first.said)
        first.send(do="first", card="r5")  # it plays on
    finally:
        first.close()
        second.close()


def test_a_browser_has_a_hall_of_its_own_that_only_looks(tmp_path: Path, home: Path, broker: Mosquitto) -> None:
    """The process of a visitor (web/server.py), which speaks to textual-serve instead of a terminal."""
    table = AtTable(tmp_path / "one.jsonl", broker.address("table-1"))
    words = ["hall", f"mqtt://127.0.0.1:{broker.port}/cafe", "--look", "--lang", "en"]
    visitor = subprocess.Popen(
        [sys.executable, "-m", "unotable", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, env={**os.environ, "TEXTUAL_DRIVER": "unotable.app.visitor:Visitor"},
    )  # fmt: skip
    try:
        assert visitor.stdout is not None and visitor.stdin is not None
        shown = b""
        while b"table-1" not in shown or b"live" not in shown:
            more = visitor.stdout.read1(65536)
            assert more, shown[-2000:]
            shown += more
        visitor.stdin.close()  # the browser has gone
        threading.Thread(target=visitor.stdout.read, daemon=True).start()
        assert visitor.wait(20) == 0
        assert not list((home / "hall").glob("*.sqlite"))
    finally:
        visitor.kill()
        visitor.wait()
        table.close()


def test_a_hall_in_lines_of_text(tmp_path: Path, home: Path, broker: Mosquitto) -> None:
    table = AtTable(tmp_path / "one.jsonl", broker.address("table-1"))
    words = ("hall", f"mqtt://127.0.0.1:{broker.port}/cafe", "--plain", "--lang", "en")
    try:
        with Process(home, *words) as hall:
            hall.until(lambda line: line == "table-1 - live")
            table.round(2)
            hall.write("t")
            hall.until(lambda line: line.startswith("table-1 - live - "))
            table.send(do="first", card="r5")
            table.send(press="uno", seat=2, via="key", hold=True)
            hall.until(lambda line: line == "table-1 - REFEREE - Bo asks for a referee")
            hall.write("s")
            points = folded(table.path).seats[1].score
            assert hall.until(lambda line: "Bo" in line).split()[:3] == ["1", "Bo", str(points)]
            hall.write("f")
            hall.until(lambda line: "No round yet" in line)
            hall.write("q")
            assert hall.end() == 0
    finally:
        table.close()


def test_without_a_broker_play_goes_on_and_ends(tmp_path: Path, home: Path, broker: Mosquitto) -> None:
    broker.stop()
    table = AtTable(tmp_path / "one.jsonl", broker.address("table-1"))
    table.round(1)
    until(lambda: any("No hall" in text for text in table.said))
    table.close()
    assert not table.publisher.is_alive()
    broker.start()  # the next evening
    hall = hall_of(broker, tmp_path / "hall.sqlite")
    table = AtTable(tmp_path / "two.jsonl", broker.address("table-1"))
    try:
        until(lambda: told(hall).get("table-1") == right(tmp_path / "one.jsonl") and complete(hall))
    finally:
        table.close()
        hall.close()
