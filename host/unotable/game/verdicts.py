"""The table's word: what people say of hands, claims and penalties, and what the scorekeeper sets.

Each handler returns why the entry makes no sense at its place, or `None`.
"""

from __future__ import annotations

from unotable.game import challenge, cut, faults, keyed, party
from unotable.game.entry import Entry
from unotable.game.pieces import Attack, Press
from unotable.game.play import take_back
from unotable.game.state import State


def judged(st: State, e: Entry, p: Press) -> str | None:
    return challenge.result(st, p._replace(seat=st.turn), e.result, e.results)


def deny(st: State, e: Entry, p: Press) -> str | None:
    """The card is not identical: of a claim that stands, or of the cut just laid."""
    if cut.head(st) is not None:
        cut.fail(st, e.t, p.g, e.id)
        return None
    if not st.plays or not st.plays[-1].cut or not faults.reopen(st):
        return "no cut to deny"
    play = st.plays[-1]
    window = play.before.cut
    take_back(st, len(st.plays) - 1, p.g)
    st.rulings = [r for r in st.rulings if not (r.rule == "cut.won" and r.entry == play.entry)]
    seat = play.seat
    if window is not None:
        queue = tuple(c for c in (*window.moved, *window.queue) if c.seat != seat)
        entries = {c.entry for c in queue}
        st.rulings = [r for r in st.rulings if not (r.rule == "cut.beaten" and r.entry in entries)]
        st.cut = window._replace(queue=queue, moved=(), since=p.g, since_u=0)
    st.rule("cut.failed", seat, e.t, entry=e.id, draw=st.rules.cut_fail, of=play.entry)
    return None


def sum_win(st: State, e: Entry, p: Press) -> str | None:
    head = cut.head(st)
    if not st.rules.cut_hand_sum_wins or st.top.number is False or st.winner is not None:
        return "no hand sum can win here"
    if head is not None and head.seat != p.seat:
        return "another claim comes first"
    if not st.playing[p.seat]:
        return "that seat has left"
    if st.cut is not None:
        cut.beaten(st, [c for c in st.cut.queue if c is not head], head)
    st.cut, st.attack = None, None
    st.cards[p.seat] = 0
    st.changed(p.seat, p.g)
    st.winner = p.seat
    return None


def swap(st: State, e: Entry, p: Press) -> str | None:
    if e.with_ is None or e.with_ == p.seat or not (st.playing[e.with_] and st.playing[p.seat]):
        return "swap with whom?"
    party.swap(st, p.seat, e.with_, e.t, p.g, e.id)
    return None


def noise(st: State, e: Entry, p: Press) -> str | None:
    party.noise(st, p.seat, e.t, e.id)
    return None


def penalty(st: State, e: Entry, p: Press) -> str | None:
    if not st.playing[p.seat]:
        return "that seat has left"
    st.rule("penalty", p.seat, e.t, entry=e.id, draw=e.n, why=e.why)
    return None


def overrule(st: State, e: Entry, p: Press) -> str | None:
    found = st.overruled.get(e.id)
    if found is None:
        return "there is no such ruling"
    seat = e.seat if e.seat is not None else e.about
    index = st.rule("overruled", seat if seat is not None else found[1], e.t, entry=e.id, of=found[0], why=e.why)
    if e.draw and e.seat is not None and index >= 0:
        st.rulings[index] = faults.with_draw(st, st.rulings[index], e.seat, e.draw, p.g)
    return None


def put(st: State, e: Entry, p: Press) -> str | None:
    """The scorekeeper's word."""
    if e.turn is not None and not st.playing[e.turn]:
        return "that seat has left"
    if e.seat is not None and isinstance(e.cards, int):
        if not st.playing[e.seat]:
            return "that seat has left"
        others = sum(st.cards) - st.cards[e.seat]
        cards = min(e.cards, max(0, st.rules.deck_cards - 1 - others))
        if cards != st.cards[e.seat]:
            st.cards[e.seat] = cards
            st.changed(e.seat, p.g)
            if cards == 0 and st.stage == "play" and st.winner is None:
                st.winner = e.seat
            elif cards > 0 and st.winner == e.seat and st.stage == "play":
                st.winner = None
    if e.dealer is not None:
        st.dealer = e.dealer
    if e.direction is not None:
        st.direction = e.direction
    if e.turn is not None and e.turn != st.turn:
        st.cut, st.last_done, st.drew, st.challenge = None, None, 0, False
        st.give_turn(e.turn, p.g, 0)
    if e.colour is not None:
        if st.top.black:
            keyed.name_colour(st, e.colour)
        st.colour = e.colour
    if e.pending is not None:
        old = st.attack
        if e.pending == 0:
            st.attack, st.challenge = None, False
        elif old is not None:
            st.attack = old._replace(pending=e.pending)
        else:
            st.attack = Attack(e.pending, "w+" if st.top.face == "w+" else "+", barred=True)
    return None


def out(st: State, e: Entry, p: Press) -> str | None:
    if not st.playing[p.seat]:
        return "that seat has left"
    if st.winner is None:
        st.winner = p.seat
    st.cards[p.seat] = 0
    st.changed(p.seat, p.g)
    return None
