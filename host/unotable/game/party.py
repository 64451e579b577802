"""Party rules: zeros, sevens, red zeros, silent twos and slapped nines.

Hands that change clear every call and shut every window: the receiver of a one-card hand is safe. Everyone slaps a
nine, the player of it too; whoever is last draws. A silence ends at its first fine, or when the layer of the two
plays again.
"""

from __future__ import annotations

from unotable.game.cards import Card
from unotable.game.machine import Row
from unotable.game.pieces import Press, Slap
from unotable.game.state import SECOND, State

SLAPS = (
    Row("none", "a nine is laid, with party.slap_nine", "slap"),
    Row("slap", "CUT by a seat that has not slapped", "slap"),
    Row("slap", "CUT by the last seat", "none", "slap.last"),
    Row("slap", "5 s after the nine", "none", "slap.last of every seat that never pressed"),
)
SILENCES = (
    Row("talking", "a two is laid, with party.silent_two", "silent"),
    Row("silent", "noise", "talking", "silence.broken"),
    Row("silent", "the layer of the two lays again", "talking"),
)


def slap_state(st: State) -> str:
    return "none" if st.slap is None else "slap"


def silence_state(st: State) -> str:
    return "silent" if st.silence else "talking"


SLAP_S = 5  # seats that have not slapped by then are last (our own figure)


def landed(st: State, seat: int, card: Card, p: Press) -> str:
    """The party effects of a card just laid: `moved` where hands changed, `lost` where a last zero does not win."""
    if st.silence == seat:
        st.silence = 0
    effect = EFFECTS.get(card.face)
    return effect(st, seat, card, p) if effect is not None else ""


def _zero(st: State, seat: int, card: Card, p: Press) -> str:
    rules, left = st.rules, st.cards[seat] > 0
    red = rules.party_red_zero > 0 and card.colour == "r"
    if red:
        target = st.next(seat)
        st.rule("penalty", target, p.t, entry=p.entry, draw=rules.party_red_zero, why="party.red_zero")
    if not left and not rules.party_zero_last_wins:
        st.rule("penalty", seat, p.t, entry=p.entry, draw=1, why="party.zero_last_wins")
        return "lost"
    if left and rules.party_zero_rotates and not red:
        rotate(st, p)
        return "moved"
    return ""


def _two(st: State, seat: int, card: Card, p: Press) -> str:
    if st.rules.party_silent_two:
        st.silence = seat
    return ""


def _seven(st: State, seat: int, card: Card, p: Press) -> str:
    if st.rules.party_seven_swaps and st.cards[seat] > 0:
        st.swap_by = seat
    return ""


def _nine(st: State, seat: int, card: Card, p: Press) -> str:
    if st.rules.party_slap_nine:
        st.slap = Slap(p.g, p.t, p.u, p.entry)
    return ""


EFFECTS = {"0": _zero, "2": _two, "7": _seven, "9": _nine}


def rotate(st: State, p: Press) -> None:
    """Every hand goes to the next seat in the direction of play."""
    old = st.cards[:]
    for seat in st.seats():
        st.cards[st.next(seat)] = old[seat]
    for seat in st.seats():
        st.changed(seat, p.g, p.u)
    st.rule("hands.rotated", p.seat, p.t, entry=p.entry)


def swap(st: State, seat: int, other: int, t: int, g: int, entry: int, most: int | None = None) -> None:
    """`seat` and `other` change hands, or (`most`) as many cards as the smaller hand has, which moves no count."""
    if most is None:
        st.cards[seat], st.cards[other] = st.cards[other], st.cards[seat]
    st.changed(seat, g)
    st.changed(other, g)
    st.swap_by = 0
    st.rule("hands.swapped", seat, t, entry=entry, by=(other,))


def noise(st: State, seat: int, t: int, entry: int) -> None:
    if not st.silence:
        st.ignore(entry, t, "nobody has to be silent", seat)
        return
    st.silence = 0
    st.rule("silence.broken", seat, t, entry=entry, draw=st.rules.party_silent_two)


def slap(st: State, p: Press) -> None:
    """A CUT press while a nine lies open."""
    nine = st.slap
    if nine is None or any(q.seat == p.seat for q in nine.presses):
        return
    presses = (*nine.presses, p)
    st.slap = nine._replace(presses=presses)
    if {q.seat for q in presses} >= set(st.seats()):
        last, rival = presses[-1], presses[-2]
        tied = tuple(q.seat for q in presses[:-1] if last.g - last.u <= q.g + q.u)
        st.slap = None
        st.rule(
            "slap.last", last.seat, last.t, entry=last.entry, draw=0 if tied else st.rules.party_slap_nine,
            by=tied or None, tie=bool(tied), margin=last.g - rival.g, u=last.u + rival.u,
        )  # fmt: skip


def slap_deadline(st: State) -> int | None:
    return None if st.slap is None else st.slap.g + SLAP_S * SECOND


def slap_over(st: State, g: int) -> None:
    """Time is up: every seat that never pressed is last."""
    nine, st.slap = st.slap, None
    if nine is not None:
        there = {q.seat for q in nine.presses}
        for seat in st.seats():
            if seat not in there:
                st.rule("slap.last", seat, g + st.lag, draw=st.rules.party_slap_nine)
