"""Cards and draws keyed at the laptop: what the players laid, as somebody types it.

Each handler returns why the entry makes no sense at its place, or `None`.
"""

from __future__ import annotations

from unotable.game import cut, party, turn
from unotable.game.cards import UNKNOWN, WILD, Card, parse
from unotable.game.entry import Entry
from unotable.game.pieces import Name, Press
from unotable.game.play import lay
from unotable.game.state import State


def first(st: State, e: Entry, p: Press) -> str | None:
    name = st.namings.get(e.id)
    st.flipped = e.id
    turn.flip(st, name.card if name is not None else parse(e.card or "??"), p)
    return None


def card(st: State, e: Entry, p: Press) -> str | None:
    if st.stage != "play":
        return f"not now: {st.stage}"
    if st.track == "buzzer":
        return "cards are not tracked"
    if not st.playing[p.seat]:
        return "that seat has left"
    name = st.namings.get(e.id) or Name(parse(e.card or "??"), e.n, e.id, e.via == "guess")
    head = cut.head(st)
    if head is not None and e.seat is None:
        p = p._replace(seat=head.seat)
    if head is not None and head.seat == p.seat and st.cut is not None and st.cut.admits:
        cut.won(st, p, head)
        lay(st, p, name, keyed=True, as_cut=True)
    elif p.seat != st.turn and _keyed_cut(st, p.seat, name):
        cut.won(st, p, cut.moved(st, p.seat))
        lay(st, p, name, keyed=True, as_cut=True)
    elif p.seat == st.turn:
        turn.play(st, p, keyed=True, name=name)
    elif st.drew == p.seat and st.rules.draw_play_drawn != "never":
        st.turn = p.seat
        turn.play(st, p, drawn=True, keyed=True, name=name)
    else:
        st.rule("turn.out_of_order", p.seat, p.t, entry=p.entry)
        return None
    st.last_done = None
    return None


def _keyed_cut(st: State, seat: int, name: Name) -> bool:
    """A keyed card of a seat not on turn that is identical to the top card (or sums to it) is a cut."""
    if st.cut is None or not st.cut.admits or st.cards[seat] == 0:
        return False
    if name.card.identical(st.top):
        return True
    return st.rules.cut_sum != "none" and (name.n or 1) > 1 and bool(st.top.number) and name.card.number is not False


def colour(st: State, e: Entry, p: Press) -> str | None:
    """Names the latest black card, also when another lies on it by now."""
    if st.top.black and st.stage != "first":
        name_colour(st, e.colour or UNKNOWN)
        return None
    for i in range(len(st.plays) - 1, -1, -1):
        laid = st.plays[i].card
        if laid.black:
            st.plays[i] = st.plays[i]._replace(card=Card(e.colour or UNKNOWN, laid.face))
            return None
    return "no black card waits for a colour"


def name_colour(st: State, colour: str) -> None:
    st.top = Card(colour, st.top.face)
    st.colour, st.asks = colour, ""
    if st.plays and st.plays[-1].card.face == st.top.face:
        st.plays[-1] = st.plays[-1]._replace(card=st.top)


def menu(st: State, e: Entry, p: Press) -> str | None:
    if st.asks != "menu":
        return "no wild card with a menu waits"
    if e.choice == "colour":
        st.asks, st.colour = "colour", UNKNOWN
        return None
    layer = st.plays[-1].seat if st.plays else st.turn
    if e.choice == "swap":
        if e.with_ is None or e.with_ == layer or not st.playing[e.with_]:
            return "swap with whom?"
        party.swap(st, layer, e.with_, e.t, p.g, e.id, most=3)
    st.asks = ""
    st.colour = st.plays[-1].before.colour if st.plays else UNKNOWN
    st.top = Card(UNKNOWN, WILD)
    return None


def draw(st: State, e: Entry, p: Press) -> str | None:
    if e.n is None:
        turn.draw(st, p)
    elif not st.playing[p.seat]:
        return "that seat has left"
    elif st.draw(p.seat, e.n):
        st.changed(p.seat, p.g)
    return None
