"""People: leaving, joining and changing seats.

Seats are numbered 1…N clockwise, so a joiner or a new order renumbers them: everything that belongs to a person
(name, score, rounds and rulings so far, the deal) moves along.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from unotable.game import challenge, scoring
from unotable.game.entry import Entry
from unotable.game.pieces import Press
from unotable.game.state import State
from unotable.game.table import Round

MOST_SEATS = 10


def leave(st: State, e: Entry, p: Press) -> str | None:
    """A leaver's cards go under the pile. An attack on it lapses; with one seat left the round is void."""
    seat = p.seat
    if e.seat is None or not st.playing[seat]:
        return "nobody sits there"
    after = st.next(seat)
    st.changed(seat, p.g)
    st.playing[seat] = False
    st.arrange()
    st.cards[seat] = 0
    st.waiting = [w for w in st.waiting if w.seat != seat]
    st.uno_wait = [w for w in st.uno_wait if w.press.seat != seat]
    st.cut_wait = [c for c in st.cut_wait if c.seat != seat]
    st.hands.pop(seat, None)
    if st.cut is not None:
        queue = tuple(c for c in st.cut.queue if c.seat != seat)
        moved = tuple(c for c in st.cut.moved if c.seat != seat)
        fresh = st.cut.since if queue[:1] == st.cut.queue[:1] else p.g
        st.cut = st.cut._replace(queue=queue, moved=moved, since=fresh)
    if st.winner == seat and st.stage == "play":
        st.winner = None
    if st.silence == seat:
        st.silence = 0
    if st.swap_by == seat:
        st.swap_by = 0
    if len(st.seats()) < 2 and st.stage in ("first", "play"):
        scoring.void(st, e.t, e.id, "one seat left")
        return None
    if st.stage == "play" and st.track != "buzzer":
        if st.turn == seat:
            st.attack, st.challenge = None, False
            st.give_turn(after, p.g, 0)
        else:
            challenge.player_left(st, e.t, e.id)
        if st.slap is not None and {q.seat for q in st.slap.presses} >= set(st.seats()):
            st.slap = None
    elif st.stage == "first":
        st.turn = st.dealer if st.rules.start_who == "dealer" and st.playing[st.dealer] else st.left_of(st.dealer)
    elif st.stage == "scoring" and not scoring.missing(st):
        scoring.score(st, e.t, e.id)
    return None


def join(st: State, e: Entry, p: Press) -> str | None:
    """A new seat at place `at` (default: the last), or the old seat of somebody by that name who had left."""
    name = e.name or ""
    if e.at is None:
        for seat in range(1, st.size + 1):
            if not st.playing[seat] and st.names[seat] == name:
                st.playing[seat] = True
                st.arrange()
                _deal_in(st, seat)
                return None
    if st.size >= MOST_SEATS:
        return f"{MOST_SEATS} seats is the most"
    at = min(e.at or st.size + 1, st.size + 1)
    order = [*range(1, at), 0, *range(at, st.size + 1)]
    _renumber(st, order)
    st.names[at] = name
    st.playing[at] = True
    st.arrange()
    _deal_in(st, at)
    return None


def _deal_in(st: State, seat: int) -> None:
    """Before the first card everybody at the table has a hand."""
    if st.stage == "first":
        hand = min(st.rules.deal_hand, st.exists())
        st.cards[seat] = hand if st.track != "buzzer" else 0
        st.pile -= hand
        st.turn = st.dealer if st.rules.start_who == "dealer" else st.left_of(st.dealer)


def reseat(st: State, e: Entry, p: Press) -> str | None:
    """`order` lists the present seat numbers in their new order."""
    order = list(e.order or ())
    if sorted(order) != list(range(1, st.size + 1)):
        return "an order names every seat once"
    _renumber(st, order)
    if st.stage == "first":
        st.turn = st.dealer if st.rules.start_who == "dealer" else st.left_of(st.dealer)
    return None


def _renumber(st: State, order: Sequence[int]) -> None:
    """`order[i]` is the old number of the new seat i+1; 0 is somebody new."""
    new = {old: place for place, old in enumerate(order, 1) if old}
    st.names = ["", *(st.names[old] if old else "" for old in order)]
    for name in ("cards", "score", "owed", "playing", "called", "false_turn", "windows"):
        values = getattr(st, name)
        blank = {"playing": False, "called": False, "false_turn": -1, "windows": None}.get(name, 0)
        setattr(st, name, [values[0], *(values[old] if old else blank for old in order)])
    st.arrange()
    st.dealer = new.get(st.dealer, st.dealer)
    st.turn = new.get(st.turn, st.turn)
    st.winner = new.get(st.winner or 0)
    st.rounds = [
        Round(
            None if r.winner is None else new[r.winner],
            {new[seat]: points for seat, points in r.hands.items()},
            {new[seat]: points for seat, points in r.points.items()},
        )
        for r in st.rounds
    ]
    st.rulings = [
        replace(
            r,
            seat=None if r.seat is None else new.get(r.seat, r.seat),
            by=None if r.by is None else tuple(new.get(s, s) for s in r.by),
        )
        for r in st.rulings
    ]
    st.winners = tuple(new.get(s, s) for s in st.winners)
    st.losers = tuple(new.get(s, s) for s in st.losers)
