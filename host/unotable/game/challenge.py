"""Challenges of a +4: only the seat that must draw may, and only where the rules know an illegal one.

A challenge judges the hand at the moment of the +4. Whom the target may have looked at is `wild4.whom`; laying
another +4 or taking the cards waives it.
"""

from __future__ import annotations

from collections.abc import Mapping

from unotable.game import cut, uno
from unotable.game.machine import Row
from unotable.game.pieces import Press
from unotable.game.state import State

TABLE = (
    Row("none", "CUT held by the target of a +4, or challenge", "asked", "the hands are looked at"),
    Row("asked", "a guilty hand", "none", "challenge.guilty: the challenger plays"),
    Row("asked", "an innocent hand", "none", "challenge.innocent: the challenger draws and loses the turn"),
    Row("asked", "the +4 player has left", "none", "challenge.void: the four stand"),
    Row("asked", "the target takes the cards, or lays another +4", "none"),
)


def state(st: State) -> str:
    return "asked" if st.challenge else "none"


def possible(st: State) -> bool:
    """May the seat on turn challenge? Not where +4 is always right (`wild4.when`), nor a flipped card."""
    attack = st.attack
    if attack is None or attack.kind != "w+" or attack.barred or not st.rules.wild4_challenge:
        return False
    if st.rules.wild4_when == "any" or (st.rules.wild4_when == "on-draw-or-no-colour" and attack.answered):
        return False
    return bool(attack.chain) and not (st.cut is not None and st.cut.queue)


def start(st: State, p: Press) -> None:
    """The target challenges; that is an act, so that no colour is waited for any more."""
    uno.shut_all(st, "challenge", p.g, p.u)
    cut.shut(st, p.g, p.u)
    st.asks = ""
    st.last_done, st.drew = None, 0
    if not any(st.playing[seat] for seat in _whom(st)):
        _void(st, p.t, p.entry)
    else:
        st.challenge = True


def _void(st: State, t: int, entry: int | None) -> None:
    if st.attack is not None:
        st.attack = st.attack._replace(barred=True)
    st.challenge = False
    st.rule("challenge.void", st.turn, t, entry=entry)


def player_left(st: State, t: int, entry: int) -> None:
    """Somebody left while a hand was to be looked at."""
    if st.challenge and st.attack is not None and not any(st.playing[seat] for seat in _whom(st)):
        _void(st, t, entry)


def _whom(st: State) -> tuple[int, ...]:
    """The +4 players whose hands `wild4.whom` lets the target look at, oldest first."""
    chain = st.attack.chain if st.attack is not None else ()
    seats = tuple(dict.fromkeys(seat for seat, _ in chain))
    whom = st.rules.wild4_whom
    return seats if whom == "any" else seats[:1] if whom == "first" else (chain[-1][0],) if chain else ()


def result(st: State, p: Press, one: str | None, several: Mapping[int, str] | None) -> str | None:
    """What the hands showed. Returns why it makes no sense, or `None`."""
    if st.stage != "play" or not (st.challenge or possible(st)):
        return "there is nothing to challenge"
    if not st.challenge:
        start(st, p)
        if not st.challenge:
            return None
    allowed = tuple(seat for seat in _whom(st) if st.playing[seat])
    if several is None:
        several = {allowed[-1 if st.rules.wild4_whom != "first" else 0]: one or "innocent"}
    if not several or any(seat not in allowed for seat in several):
        return "only the seats that the rules let the target challenge can be judged"
    guilty = [seat for seat in allowed if several.get(seat) == "guilty"]
    innocent = tuple(seat for seat in allowed if several.get(seat) == "innocent")
    challenger, attack = st.turn, st.attack
    assert attack is not None
    st.attack, st.challenge, st.asks = None, False, ""
    why = f"wild4.when: {st.rules.wild4_when}"
    extra = st.rules.wild4_innocent_extra * len(innocent)
    shared = st.rules.wild4_whom == "any" or st.rules.wild4_guilty == "pending"
    owed = attack.pending if shared else 4
    for place, seat in enumerate(guilty):
        share = owed // len(guilty) + (1 if place < owed % len(guilty) else 0)
        st.rule("challenge.guilty", seat, p.t, entry=p.entry, by=(challenger,), draw=share, why=why)
        if st.rules.wild4_guilty_skips:
            st.skips.append(seat)
        if st.winner == seat and st.cards[seat] > 0:
            st.winner = None
    if innocent:
        draw = extra if guilty else extra + attack.pending
        st.rule("challenge.innocent", challenger, p.t, entry=p.entry, by=innocent, draw=draw, why=why)
    if guilty:
        st.give_turn(challenger, p.g, p.u)
    else:
        st.give_turn(st.next(challenger), p.g, p.u)
    return None
