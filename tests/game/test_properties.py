"""What holds of every match, whatever its lines say: see strategies.py for how they are drawn."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st
from unotable.game.entry import Entry
from unotable.game.fold import Reading, fold
from unotable.game.table import PHASES, Table
from unotable.game.timeline import order
from unotable.journal.codec import Reader, dumps, line_of

from tests.game.strategies import KINDS, Script, scripts

EXAMPLES = os.environ.get("UNOTABLE_EXAMPLES")  # a number: as many matches a test, and others each time
quick = settings(
    max_examples=int(EXAMPLES or 150), derandomize=not EXAMPLES, deadline=None, database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)  # fmt: skip


def show(script: Script, entries: list[Entry]) -> None:
    note(dumps(line_of(script.header)))
    for entry in entries:
        note(f"{entry.id}: {dumps(line_of(entry))}")


@quick
@given(scripts(most=40))
def test_reading_line_by_line_equals_reading_at_once(script: Script) -> None:
    """Tables asked for in between change nothing, and every prefix reads the same from scratch."""
    entries = script.entries()
    show(script, entries)
    live = Reading(script.header, script.rules)
    for count, entry in enumerate(entries, 1):
        live.add(entry)
        now = live.last_t + (0, 700_000, 20_000_000)[count % 3]
        live.table(now)
        whole = fold(script.header, script.rules, entries[:count])
        assert live.table() == whole, f"after line {count}"
        if count % 5 == 0:
            assert live.table(now) == fold(script.header, script.rules, entries[:count], now)


@quick
@given(scripts(most=30), st.integers(0, 30))
def test_a_fork_goes_its_own_way(script: Script, at: int) -> None:
    """What is added to a fork reads as if it had been there from the start, and nothing reaches the one it left."""
    entries = script.entries()
    show(script, entries)
    reading = Reading(script.header, script.rules)
    for entry in entries[:at]:
        reading.add(entry)
    before = reading.table()
    fork = reading.fork()
    for entry in entries[at:]:
        fork.add(entry)
    assert fork.table() == fold(script.header, script.rules, entries)
    assert reading.table() == before
    reading.extend(entries[at:])
    assert reading.table() == fork.table()


@quick
@given(scripts(most=40), st.integers(0, 39))
def test_the_time_before_a_press_can_be_read(script: Script, which: int) -> None:
    """As if it and all later ones had never been made: what moves are left, read from the start, gives the same."""
    entries = script.entries()
    show(script, entries)
    reading = Reading(script.header, script.rules)
    reading.extend(entries)
    moves = reading.timeline.moves
    presses = [move for move in moves if move.press]
    if not presses:
        return
    press = presses[which % len(presses)]
    whole = reading.table()
    before = reading.before(press.id)
    again = reading.fork()
    again.timeline.moves[:] = [m for m in moves if not (m.press and order(m) >= order(press))]
    again._rewind((-1, -1))
    again._resolved.clear()
    again._catch_up()
    assert before.table(press.t) == again.table(press.t)
    assert reading.table() == whole


@quick
@given(scripts(most=40))
def test_every_table_is_sane(script: Script) -> None:
    entries = script.entries()
    show(script, entries)
    reading = Reading(script.header, script.rules)
    for entry in entries:
        reading.add(entry)
        for now in (None, reading.last_t + 600_000, reading.last_t + 60_000_000):
            sane(script, reading.table(now))


def sane(script: Script, table: Table) -> None:
    size = len(table.seats)
    assert [s.seat for s in table.seats] == list(range(1, size + 1))
    cards = [s.cards for s in table.seats]
    assert all(c >= 0 for c in cards)
    assert all(s.owed >= 0 for s in table.seats)
    assert sum(cards) + 1 <= script.rules.deck_cards
    assert all(s.cards == 0 and not s.called and not s.window for s in table.seats if not s.playing)
    assert table.phase in PHASES
    buzzer = script.header.track == "buzzer"
    assert (table.turn is None) == (table.phase in ("scoring", "between", "over") or buzzer)
    if table.turn is not None and sum(s.playing for s in table.seats) > 1:
        assert table.seat(table.turn).playing
    assert table.direction in (1, -1)
    assert table.pending >= 0
    assert (table.phase == "over") == table.over
    assert 1 <= table.dealer <= size
    seats = set(range(1, size + 1))
    for ruling in table.rulings:
        assert ruling.seat is None or ruling.seat in seats
        assert ruling.by is None or (set(ruling.by) <= seats and len(set(ruling.by)) == len(ruling.by))
        assert ruling.draw is None or ruling.draw >= 0
        assert ruling.margin is None or ruling.margin >= 0
        assert ruling.u is None or ruling.u >= 0
    assert [r.t for r in table.rulings] == sorted(r.t for r in table.rulings)
    assert table.deadline is None or table.deadline > table.now or table.paused
    for round_ in table.rounds:
        assert set(round_.hands) <= seats
        assert set(round_.points) <= seats
    plain = table.as_dict()
    assert json.loads(json.dumps(plain)) == plain


@quick
@given(scripts(most=30))
def test_lines_are_valid_and_read_back(script: Script) -> None:
    """The drawn journals are ones that the journal's reader accepts, and writing loses nothing."""
    entries = script.entries()
    reader = Reader("drawn")
    assert reader.header(dumps(line_of(script.header)).encode()) == replace(
        script.header, overrides=dict(script.header.overrides)
    )
    for entry in entries:
        assert reader.read(dumps(line_of(entry)).encode()) == entry


@quick
@given(scripts(least=2, most=30), st.integers(0, 29))
def test_undone_is_as_if_it_had_never_happened(script: Script, which: int) -> None:
    entries = script.entries(plain_undo=False)
    if not entries:
        return
    show(script, entries)
    gone = entries[which % len(entries)]
    note(f"undo of {gone.id}")
    now = max(e.t for e in entries) + 1_000_000
    undo = Entry(len(entries) + 1, now, "undo", of=gone.id)
    taken, undos = {gone.id}, {gone.id}
    for entry in entries:  # a press goes with its hold; earlier undos of it, and of them, have nothing to take back
        if entry.do == "hold" and entry.of in taken:
            taken.add(entry.id)
        if entry.do == "undo" and entry.of in undos:
            undos.add(entry.id)
    without = [e for e in entries if e.id not in taken | undos]
    expected = fold(script.header, script.rules, without, now)
    assert fold(script.header, script.rules, [*entries, undo], now) == expected

    live = Reading(script.header, script.rules)
    for entry in (*entries, undo):
        live.add(entry)
    assert live.table(now) == expected

    back = Entry(len(entries) + 2, now, "undo", of=undo.id)
    live.add(back)
    assert live.table(now) == fold(script.header, script.rules, entries, now)


@quick
@given(scripts(least=3, most=30), st.randoms(use_true_random=False))
def test_order_of_arrival_never_matters(script: Script, random: Any) -> None:
    """Presses arrive in any order, and what is about them after them.

    Two things are about lines and not about times, and keep their order here: lines that are no presses, among
    themselves (the later correction counts), and CUT presses and the lines that name cards ("named by a later line").
    """
    entries = distinct(script.entries(plain_undo=False))
    show(script, entries)
    now = max((e.t for e in entries), default=0) + 700_000
    arrived = [e for e in entries if not e.press]
    for press in (e for e in entries if e.press):
        about = [i for i, e in enumerate(arrived) if e.of == press.id]
        low, high = 0, min(about, default=len(arrived))
        if press.do == "cut":
            names = [i for i, e in enumerate(arrived) if (e.card or e.do == "cut") and i < high]
            low = max((i + 1 for i in names if arrived[i].id < press.id), default=0)
            high = min((i for i in names if arrived[i].id > press.id), default=high)
        arrived.insert(random.randint(low, high), press)
    number = {e.id: i for i, e in enumerate(arrived, 1)}
    number[0] = 0
    shuffled = [e._replace(id=number[e.id], of=None if e.of is None else number[e.of]) for e in arrived]
    for entry in shuffled:
        note(f"shuffled {entry.id}: {dumps(line_of(entry))}")
    one = fold(script.header, script.rules, entries, now)
    assert fold(script.header, script.rules, shuffled, now) == renumbered(one, number)


def distinct(entries: list[Entry]) -> list[Entry]:
    """No two lines at one time: lines of equal t keep line order, which is what arrival would change."""

    def alone(t: int, i: int) -> int:
        return t - t % 100 + i  # matches drawn here have fewer than 50 lines

    when = {e.id: alone(e.t, i) for i, e in enumerate(entries)}
    return [
        e._replace(
            t=when[e.of] if e.do == "hold" and e.of in when else when[e.id],
            at=alone(e.at, 50 + i) if e.do == "fix" and e.at is not None else e.at,
        )
        for i, e in enumerate(entries)
    ]


def renumbered(table: Table, number: dict[int, int]) -> Table:
    """The table of the same match with other line numbers."""

    def new(i: int | None) -> int | None:
        return None if i is None else number.get(i, i)

    def need(text: str) -> str:
        kind, _, i = text.partition(":")
        return f"answer:{number[int(i)]}" if kind == "answer" else text

    return replace(
        table,
        rulings=tuple(replace(r, entry=new(r.entry), of=new(r.of)) for r in table.rulings),
        plays=tuple(p._replace(entry=number[p.entry]) for p in table.plays),
        needs=tuple(need(text) for text in table.needs),
    )


def test_every_kind_of_line_is_drawn() -> None:
    from unotable.journal.lines import KINDS as DOES

    assert {kind.removesuffix("-of").removesuffix("-hold") for kind in KINDS} == {*DOES, "done", "uno", "cut"}
