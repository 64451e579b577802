"""The room: who owns what, who is there, what is missing, and that nothing sent makes it fail."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from unotable.hall.address import right
from unotable.hall.messages import LIMITS, Event, Here, Place, Score, Seats, Sheet, State
from unotable.hall.room import ASK_S, BY_HAND, MOST_MATCHES, SILENT_S, Room

AT = "2026-11-30T19:00:00+08:00"
M = "0123456789abcdef"


def sheet(match: str = M, line: int = 1, **fields: Any) -> Sheet:
    made: dict[str, Any] = {"rules": "mattel", "mode": "positive", "started": AT, "seats": (Score(name="Ana"),)}
    return Sheet(v=1, match=match, line=line, **{**made, **fields})


def send(room: Room, table: str, what: str, message: Any, now: float = 0.0, retained: bool = False) -> object:
    raw = message if isinstance(message, bytes) else message.encode()
    return room.take(f"unotable/cafe/table/{table}/{what}", raw, retained, now)


def state(**fields: Any) -> State:
    return State(v=1, at=AT, seats=(Place(name="Ana"), Place(name="Bo")), **fields)


def status(room: Room, table: str = "one", now: float = 0.0) -> str:
    return room.tables[table].status(now)


def test_a_match_is_of_the_table_that_told_of_it_first() -> None:
    room = Room("cafe")
    assert send(room, "one", f"match/{M}", sheet(line=3))
    assert not send(room, "two", f"match/{M}", sheet(line=9, over=True))
    assert not send(room, "two", "log", Event(v=1, match=M, line=9, k=0, seq=1))
    assert room.sheets[M].line == 3 and room.owners[M] == "one" and room.refused == 2
    assert "of table one" in room.latest
    assert not send(room, "one", f"match/{'f' * 16}", sheet(line=4))  # another match than its topic


def test_a_copied_journal_gives_way_to_its_table() -> None:
    room = Room("cafe")
    room.know(BY_HAND, sheet(line=5), [1, 2])
    assert send(room, "one", f"match/{M}", sheet(line=5))
    assert room.owners[M] == "one"
    room.know(BY_HAND, sheet(line=4))
    assert room.owners[M] == "one" and room.sheets[M].line == 5


def test_who_is_there() -> None:
    room = Room("cafe")
    send(room, "one", "here", Here(v=1, here=False), retained=True)
    send(room, "one", "state", state(), retained=True)
    assert status(room) == "gone"  # what a broker kept proves nothing
    send(room, "one", "state", state())
    assert status(room) == "live"
    assert status(room, now=SILENT_S + 1) == "gone"
    send(room, "one", "state", state(call=2), 100.0)
    assert status(room, now=101.0) == "call"
    send(room, "one", "state", state(paused=True), 100.0)
    assert status(room, now=101.0) == "paused"
    send(room, "one", "state", state(phase="over"), 100.0)
    assert status(room, now=101.0) == "over"
    send(room, "one", "state", State(v=1, at=AT), 100.0)
    assert status(room, now=101.0) == "idle"
    send(room, "one", "here", Here(v=1, here=False), 101.0)
    assert status(room, now=101.0) == "gone"


def test_missing_events_are_asked_for_less_and_less_often() -> None:
    room = Room("cafe")
    send(room, "one", f"match/{M}", sheet(events=3))
    assert room.lacks() == 3 and room.missing(0.0) == []  # the table is not there
    send(room, "one", "here", Here(v=1, here=True))
    assert room.missing(0.0) == [("one", M, 0)]
    assert room.missing(ASK_S / 2) == []
    assert room.missing(ASK_S + 0.1) == [("one", M, 0)]
    send(room, "one", "log", Event(v=1, match=M, line=1, k=0, seq=1))
    send(room, "one", "log", Event(v=1, match=M, line=2, k=0, seq=3))
    assert room.lacks() == 1 and room.missing(2 * ASK_S) == []
    assert room.missing(4 * ASK_S) == [("one", M, 1)]
    send(room, "one", "log", Event(v=1, match=M, line=1, k=1, seq=2))
    assert room.lacks() == 0 and room.missing(100 * ASK_S) == []


def test_a_seat_that_is_not_there_is_not_shown() -> None:
    room = Room("cafe")
    for wrong in (state(turn=3), state(call=3), state(phase="over", winners=(1, 3)), state(claims=(4,))):
        send(room, "one", "state", wrong)
    assert room.tables == {} and room.refused == 4


def test_no_table_may_tell_without_end() -> None:
    room = Room("cafe")
    for number in range(MOST_MATCHES + 5):
        send(room, "one", "log", Event(v=1, match=f"{number:016x}", line=1, k=0, seq=1))
    assert len(room.owners) == MOST_MATCHES and room.refused == 5
    assert send(room, "two", "log", Event(v=1, match="f" * 16, line=1, k=0, seq=1))


def test_who_sits_where_is_the_halls_word() -> None:
    room = Room("cafe")
    told = Seats(v=1, title="Cup", round=2, rounds=3, seats=("Ana", "Bo"))
    room.take("unotable/cafe/hall/one/seats", told.encode(), True, 0.0)
    assert room.seats == {"one": told} and room.tables == {}
    room.take("unotable/cafe/hall/one/seats", b"", False, 0.0)
    assert room.seats == {}
    send(room, "one", "seats", told)  # a table cannot
    assert room.seats == {} and room.refused == 1


RIGHT = [(f"match/{M}", sheet().encode()), ("log", Event(v=1, match=M, line=1, k=0, seq=1).encode()),
         ("state", state().encode()), ("here", Here(v=1, here=True).encode())]  # fmt: skip
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(RIGHT), st.data())
def test_a_message_with_anything_in_it(base: tuple[str, bytes], data: st.DataObject) -> None:
    """One field of a right message is anything: it is taken or refused, and what is taken can be shown and kept."""
    what, raw = base
    found = json.loads(raw)
    found[data.draw(st.sampled_from(sorted(found)))] = data.draw(VALUES)
    room = Room("cafe")
    kept = send(room, "one", what, json.dumps(found).encode())
    assert kept is None or len(kept.what.encode()) <= LIMITS[what.split("/")[0]] * 2  # type: ignore[attr-defined]
    assert all(name == "one" and it.status(0.0) for name, it in room.tables.items())


@given(st.text(max_size=60), st.binary(max_size=80))
def test_any_topic_and_any_bytes(topic: str, raw: bytes) -> None:
    room = Room("cafe")
    room.take(topic, raw, False, 0.0)
    room.take(f"unotable/cafe/table/{topic}", raw, False, 0.0)
    assert all(right(name) for name in room.tables)
