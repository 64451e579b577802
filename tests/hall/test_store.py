"""The store, on SQLite and on a real PostgreSQL that the test starts; and what is written out of it."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from unotable.hall import copied, export
from unotable.hall.address import Address
from unotable.hall.messages import Event, Result
from unotable.hall.queue import EXPIRES_S, Place, Queue
from unotable.hall.room import Kept, Room
from unotable.hall.store import Store, StoreError

from tests.conftest import needs
from tests.hall.mosquitto import free_port
from tests.hall.test_room import M, sheet
from tests.hall.test_stream import SOME

FOLDERS = ":".join(str(path) for path in sorted(Path("/usr/lib/postgresql").glob("*/bin"))[::-1])


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """A PostgreSQL of its own, on loopback. It never runs as root: then it is the user nobody's."""
    found = {name: shutil.which(name) or shutil.which(name, path=FOLDERS) for name in ("initdb", "pg_ctl")}
    if None in found.values():
        needs("initdb", "pg_ctl")
    if sys.platform == "win32":
        pytest.skip("PostgreSQL is tried where a test may start it as another user")
    root = os.geteuid() == 0
    folder = Path(tempfile.mkdtemp(prefix="unotable-pg-"))
    if root:
        shutil.chown(folder, "nobody")
    user = {"user": "nobody"} if root else {}
    port = free_port()

    def run(*words: str) -> None:
        subprocess.run(words, check=True, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **user)

    data = str(folder / "data")
    run(str(found["initdb"]), "-D", data, "-U", "hall", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c fsync=off -k ''"
    run(str(found["pg_ctl"]), "-D", data, "-o", options, "-l", str(folder / "log"), "-w", "start")
    try:
        yield f"postgresql://hall@127.0.0.1:{port}/postgres"
    finally:
        run(str(found["pg_ctl"]), "-D", data, "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "hall.sqlite") if request.param == "sqlite" else str(request.getfixturevalue("postgres"))


def test_what_is_kept_is_found_again(where: str, tmp_path: Path) -> None:
    room = f"cafe-{tmp_path.name}"
    told = [copied.told(path) for path in SOME[:4]]
    store, other = Store(where, room), Store(where, f"{room}-2")
    for again in range(2):
        for made, events in told:
            late = made.model_copy(update={"line": 0, "over": True})
            store.keep([*(Kept("one", event) for event in events), Kept("one", made), Kept("one", late)])
        assert again < 2
    other.keep([Kept("two", sheet())])
    store.remember("round of Cup", "1")
    store.remember("round of Cup", "2")
    store.close()
    store = Store(where, room)
    found = {made.match: (table, made, seqs) for table, made, seqs in store.matches()}
    assert found == {made.match: ("one", made, [event.seq for event in events]) for made, events in told}
    assert [event.key for event in store.events(told[0][0].match)] == [event.key for event in told[0][1]]
    assert store.word("round of Cup") == "2" and store.word("else") == ""
    assert {room, f"{room}-2"} <= set(store.rooms())
    store.close()
    other.close()


def test_a_round_counts_as_it_was_told_last(where: str, tmp_path: Path) -> None:
    store = Store(where, tmp_path.name)

    def event(seq: int, number: int, **fields: object) -> Kept:
        result = Result(number=number, **fields)  # type: ignore[arg-type]
        return Kept("one", Event(v=1, match=M, line=seq, k=0, seq=seq, round=result))

    told = [event(1, 1, winner=1, points={"1": 20}), event(2, 2, winner=2, points={"2": 7}),
            event(3, 1, winner=1, points={"1": 5}), event(4, 2, gone=True)]  # fmt: skip
    store.keep([*told[::-1], *told])
    assert [(match, round_.number, round_.points) for match, round_ in store.rounds()] == [(M, 1, {"1": 5})]
    store.close()


def test_a_store_that_cannot_be_says_why(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("this is no database, but it is long enough to be taken for one\n" * 99)
    with pytest.raises(StoreError, match="not a database"):
        Store(str(tmp_path / "text"), "cafe")
    with pytest.raises(StoreError, match="seen by everybody"):
        Store("postgresql://hall:secret@127.0.0.1/x", "cafe")
    with pytest.raises(StoreError) as wrong:
        Store(f"postgresql://hall@127.0.0.1:{free_port()}/x", "cafe")
    assert str(wrong.value).startswith("postgresql://127.0.0.1/x: ")
    base = Store(str(tmp_path / "old.sqlite"), "cafe")
    base._run("update hall_about set layout = 'other'")
    base._base.commit()
    base.close()
    with pytest.raises(StoreError, match="another version"):
        Store(str(tmp_path / "old.sqlite"), "cafe")


def test_export(tmp_path: Path) -> None:
    evil = sheet(rounds=2, seats=({"name": "=1+1", "score": 12, "won": 2}, {"name": 'Bo, "B"'}), winners=(1,))
    rounds = [(M, Result(number=1, winner=1, hands={"2": 12}, points={"1": 12})), ("f" * 16, Result(number=1))]
    rows = list(csv.DictReader(io.StringIO(export.as_csv([("table-1", evil)], rounds, {M: 3}))))
    assert [row["kind"] for row in rows] == ["standing"] * 2 + ["score"] * 2 + ["round"] * 2
    assert rows[0]["name"] == "'=1+1" and rows[3]["name"] == 'Bo, "B"' and rows[2]["tournament_round"] == "3"
    found = json.loads(export.as_json([("table-1", evil)], rounds))
    assert found["standings"][0]["people"][0]["points"] == 12
    assert found["matches"][0]["played"][0]["points"] == {"1": 12} and found["matches"][0]["table"] == "table-1"


def test_copied_journals_come_to_the_same_as_messages(tmp_path: Path) -> None:
    store, room = Store(str(tmp_path / "hall.sqlite"), "cafe"), Room("cafe")
    for path in SOME[:3]:
        assert copied.take_in(path, "table-1", room, store)
    made, events = copied.told(SOME[0])
    for raw in (*(event.encode() for event in events),):
        assert room.take("unotable/cafe/table/table-1/log", raw, False, 0.0) is None  # known already
    later = made.model_copy(update={"line": made.line + 1})
    room.know("table-1", later)
    assert not copied.take_in(SOME[0], "", room, store)  # the table has told more
    assert room.owners[made.match] == "table-1"
    store.close()


def test_a_table_forgets_what_a_broker_has_forgotten(home: Path, tmp_path: Path) -> None:
    """Finished matches of long ago are not told again with every connection; unfinished ones are."""
    queue = Queue(Address("broker", 1883, False, "cafe", "table-1"))
    made = copied.told(SOME[0])[0]
    for name, size in (("new", 3), ("old", 3), ("late", -1)):
        path = tmp_path / f"{name}.jsonl"
        path.write_text("abc", encoding="utf-8")
        queue.keep(Place(path, 7, size, made))
        if name != "new":
            file = queue._file(path)
            long_ago = time.time() - 2 * EXPIRES_S
            os.utime(file, (long_ago, long_ago))
    assert [(it.path.stem, it.seq, it.sheet == made) for it in queue.places()] == [("late", 7, True), ("new", 7, True)]
    assert queue.place(tmp_path / "old.jsonl") == Place(tmp_path / "old.jsonl")
    queue._file(tmp_path / "new.jsonl").write_text("{broken", encoding="utf-8")
    assert [it.path.stem for it in queue.places()] == ["late"]
    assert Queue(Address("broker", 1883, False, "cafe", "table-2")).places() == []
