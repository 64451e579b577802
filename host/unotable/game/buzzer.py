"""Buzzer tracking: no turns, no counts; presses form races, and the table says what each race was.

A press within 2 s of the first belongs to its race.
"""

from __future__ import annotations

from dataclasses import replace

from unotable.game.entry import Entry
from unotable.game.machine import Row
from unotable.game.pieces import Press, Race
from unotable.game.state import State

TABLE = (
    Row("none", "UNO or CUT", "open", "race"),
    Row("open", "UNO or CUT by another seat within 2 s", "open", "one ruling that grows"),
    Row("open", "answer", "none", "uno.caught, uno.called, uno.false, cut.won, or nothing"),
)


def state(st: State) -> str:
    """`open`: a race waits for its answer."""
    return "open" if any(not race.answered for race in st.races) else "none"


RACE_US = 2_000_000  # presses this soon after the first belong to its race


def press(st: State, p: Press) -> None:
    race = st.races[-1] if st.races else None
    if race is None or p.g - race.presses[0].g > RACE_US:
        index = st.rule("race", p.seat, p.t, entry=p.entry, by=(p.seat,))
        st.races.append(Race(p.entry, (p,), index))
        return
    if any(q.seat == p.seat for q in race.presses):
        return
    presses = (*race.presses, p)
    st.races[-1] = race._replace(presses=presses)
    if race.ruling >= 0:
        first = presses[0]
        rival = min(presses[1:], key=lambda q: q.g - q.u)  # who may have been before it, if anybody
        st.rulings[race.ruling] = replace(
            st.rulings[race.ruling], by=tuple(q.seat for q in presses), margin=rival.g - first.g,
            u=first.u + rival.u, tie=rival.g - first.g <= first.u + rival.u,
        )  # fmt: skip


def answer(st: State, e: Entry) -> str | None:
    """What a race was; returns why it makes no sense, or `None`."""
    index = next((i for i, race in enumerate(st.races) if race.entry == e.of), None)
    if index is None:
        return "that entry is no race"
    race = st.races[index]
    if race.answered:
        return "that race has its answer; undo it first"
    first = race.presses[0].seat
    seat = e.seat if e.seat is not None else first
    if e.result == "caught":
        if e.seat is None:
            return "who was caught?"
        by = tuple(q.seat for q in race.presses if q.seat != seat)[:1]
        st.rule("uno.caught", seat, e.t, entry=e.id, by=by, draw=st.rules.uno_catch, of=e.of)
    elif e.result == "false":
        st.rule("uno.false", seat, e.t, entry=e.id, draw=st.rules.uno_false_call, of=e.of)
    elif e.result == "safe":
        st.rule("uno.called", seat, e.t, entry=e.id, of=e.of)
    elif e.result == "cut":
        st.rule("cut.won", seat, e.t, entry=e.id, of=e.of)
    st.races[index] = race._replace(answered=True)
    return None
