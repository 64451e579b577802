"""Attacks: +2 and +4, what may answer them, and who pays.

An answer must be one that `stack.*` names and, unless it is black, match the top card in colour or symbol. A card
that is not told is read as taking the cards, until it is named as an answer.
"""

from __future__ import annotations

from unotable.game import pairs
from unotable.game.cards import UNKNOWN, WILD4, Card
from unotable.game.machine import Row
from unotable.game.pieces import Attack
from unotable.game.state import State

TABLE = (
    Row("none", "+2 or +4 laid", "open", "on the next seat"),
    Row("open", "an answer that draws", "open", "more cards, on the next seat"),
    Row("open", "an answer that skips or reverses", "open", "as many cards, deflected"),
    Row("open", "any other card", "open", "fault.under_attack: without effect"),
    Row("open", "the target takes the cards", "none", "attack.paid"),
    Row("open", "the target leaves, or has laid its last card: it lapses", "none"),
)


def state(st: State) -> str:
    return "none" if st.attack is None else "open"


NAMES = {"+": "draw2", WILD4: "wild4", "s": "skip", "r": "reverse"}


def answers(st: State) -> frozenset[str]:
    """What may be laid under the open attack: names of `stack.*`."""
    if st.attack is None:
        return frozenset()
    return frozenset(st.rules.stack_on_draw2 if st.attack.kind == "+" else st.rules.stack_on_wild4)


def allowed(st: State, card: Card) -> bool:
    """May this card, as far as it is told, answer the open attack?"""
    if card.face == UNKNOWN or NAMES.get(card.face) not in answers(st):
        return False
    return card.black or card.follows(st.top, st.colour) is not False


def strike(st: State, seat: int, entry: int, card: Card, n: int) -> None:
    """A draw card takes effect from `seat`: opens the attack or adds to it."""
    old = st.attack
    chain = old.chain if old is not None else ()
    if card.face == WILD4:
        chain = (*chain, (seat, entry))
    pending = (old.pending if old is not None else 0) + pairs.draws(st.rules, n, card.draws)
    st.attack = Attack(pending, card.face, chain, answered=old is not None)


def pay(st: State, t: int, g: int, u: int, entry: int | None) -> int:
    """The seat on turn draws what is pending; the attack is over. Returns the cards drawn."""
    if st.attack is None:
        return 0
    pending, st.attack = st.attack.pending, None
    st.challenge = False
    held = st.cards[st.turn]
    st.rule("attack.paid", st.turn, t, entry=entry, draw=pending, u=u or None)
    return st.cards[st.turn] - held


def deflected(st: State, seat: int, card: Card, n: int) -> int:
    """The new target after `seat` deflects with `n` skips or reverses; the amount stays."""
    if card.face == "r":
        if pairs.turns(st.rules, n) and not (st.two and st.rules.two_reverse == "skip"):
            st.direction = -st.direction
        return st.next(seat)
    target = st.step(seat, 1 + pairs.skips(st.rules, n))
    return st.next(seat) if target == seat else target


def lapse_if_out(st: State) -> None:
    """An attack sent back to a seat that has laid its last card lapses: that seat stays out."""
    if st.attack is not None and st.winner is not None and st.cards[st.turn] == 0:
        st.attack = None
        st.challenge = False
