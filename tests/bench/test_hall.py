"""The hall's bench: what it plays, and that it can fail."""

from __future__ import annotations

from unotable.bench import hall
from unotable.bench.hall_tables import script
from unotable.hall.messages import LIMITS, Event, Sheet, State

from tests.hall.mosquitto import program


def test_a_script_is_what_a_real_table_sends() -> None:
    lines = script(120, 1)
    assert lines == script(120, 1) != script(120, 2)
    events = [Event.decode(raw, LIMITS["log"]) for line in lines for raw in line.events]
    assert [event.seq for event in events] == list(range(1, len(events) + 1)) and len(events) > 30
    assert all(State.decode(line.state, LIMITS["state"]).seats for line in lines)
    sheet = Sheet.decode(lines[-1].sheet or b"", LIMITS["match"])
    assert sheet.events == len(events) and sheet.rounds > 0


def test_nothing_is_lost_at_some_tables() -> None:
    program()
    figures = hall.run(hall.Job(tables=4, seconds=0.5, rate=40.0))
    assert figures["tables"] == 4 and figures["lost"] == 0 and figures["events"] > 4 * 30
    assert figures["p99_ms"] > 0 and figures["events_per_s"] > 0
    assert hall.unmet(figures) == []
    assert hall.unmet({**figures, "lost": 2}) == [f"2 of {figures['events']} events never reached the hall's disk"]
