"""Turns: what a press of DONE means, the first card, drawing, and the turn's clock.

A tapped DONE means the first line of `DONE` that holds (the table stands below its guards and acts); where none
does it is `turn.out_of_order` and has no effect.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from typing import NamedTuple

from unotable.game import attack, cut, uno
from unotable.game.cards import UNTOLD, WILD4, Card
from unotable.game.pieces import Attack, Claim, Name, Press
from unotable.game.play import lay, one_more
from unotable.game.state import MS, SECOND, State

REPEAT_US = 1_500_000  # a second DONE this soon is the same hand
FROZEN = ("cut", "challenge", "colour", "slap")  # phases in which the turn's clock stands still


def done(st: State, p: Press) -> None:
    """A tapped DONE."""
    if st.cut_wait:
        cut.followed(st, p)
    for holds, act in MEANINGS:
        if holds(st, p):
            act(st, p)
            return
    st.rule("turn.out_of_order", p.seat, p.t, entry=p.entry, u=p.u)


def _cut_right(st: State, p: Press) -> bool:
    if st.cut is None:
        return False
    head = cut.head(st)
    if head is not None and head.seat == p.seat:
        return True
    if cut.moved(st, p.seat) is None:
        return False
    name = st.namings.get(p.entry)
    identical = name is None or name.card.identical(st.top) is not False
    return p.seat != st.turn or name is None or not name.card.told or identical


def _lay_cut(st: State, p: Press) -> None:
    head = cut.head(st)
    claim = head if head is not None and head.seat == p.seat else cut.moved(st, p.seat)
    if st.cut is not None and not st.cut.admits:  # a hand-sum claim is no right to lay
        st.rule("turn.out_of_order", p.seat, p.t, entry=p.entry, u=p.u)
        return
    cut.won(st, p, claim)
    lay(st, p, st.namings.get(p.entry), as_cut=True)
    st.last_done = p


def _keyed(st: State, p: Press) -> bool:
    if not st.plays:
        return False
    play = st.plays[-1]
    return play.presses == 0 and play.seat == p.seat and p.entry not in st.forced


def _confirm(st: State, p: Press) -> None:
    st.plays[-1] = st.plays[-1]._replace(presses=1)


def _again(st: State, p: Press) -> bool:
    last = st.last_done
    if last is None or last.seat != p.seat or p.g - last.g > REPEAT_US or not st.plays or p.entry in st.forced:
        return False
    play = st.plays[-1]
    free = play.named and st.turn == p.seat and not play.took and play.presses >= (play.n if play.told else 1)
    return not free


def _repeat(st: State, p: Press) -> None:
    if one_more(st, p):
        st.last_done = p
    else:
        st.rule("turn.repeated", p.seat, p.t, entry=p.entry, u=p.u)


def _drawn(st: State, p: Press) -> bool:
    return st.drew == p.seat and st.rules.draw_play_drawn != "never" and not _claimed(st)


def _claimed(st: State) -> bool:
    return st.cut is not None and bool(st.cut.queue)


def _lay_drawn(st: State, p: Press) -> None:
    st.turn = p.seat
    play(st, p, drawn=True)


def _on_turn(st: State, p: Press) -> bool:
    return st.turn == p.seat or p.entry in st.forced


def play(
    st: State, p: Press, *, drawn: bool = False, waited: bool = False, keyed: bool = False, name: Name | None = None
) -> None:
    """The seat on turn lays a card, unless a cut stands against it or the round is won already."""
    if st.winner is not None and st.attack is None and p.entry not in st.forced:
        st.cut = None
        return
    moved: tuple[Claim, ...] = ()
    if st.cut is not None or st.cut_wait:
        may, moved = cut.regular_acts(st, p)
        if not may:
            st.rule("turn.preempted", p.seat, p.t, entry=p.entry, u=p.u)
            return
    if p.entry in st.forced:
        st.turn = p.seat
    if not waited and st.rules.time_settle_s:
        _settled(st, p)
    lay(st, p, name or st.namings.get(p.entry), keyed=keyed, drawn=drawn or st.drew == p.seat, moved=moved)
    st.last_done = p


def _settled(st: State, p: Press) -> None:
    """Advice where a card came sooner than `time.settle_s` after the latest one."""
    settle = int(st.rules.time_settle_s * SECOND)
    if settle and st.last_card is not None:
        g, u = st.last_card
        if p.g + p.u < g - u + settle:
            st.rule("turn.settle", p.seat, p.t, entry=p.entry, draw=0, margin=g + settle - p.g, u=p.u + u)


def _may_wait(st: State, p: Press) -> bool:
    return st.rules.turn_early_ms > 0


def _wait(st: State, p: Press) -> None:
    """In the order in which their time will be over (`early_deadline`)."""
    insort(st.waiting, p, key=lambda other: other.g)


class Meaning(NamedTuple):
    """Where `holds`, a tapped DONE does `act`."""

    where: str
    means: str
    holds: Callable[[State, Press], bool]
    act: Callable[[State, Press], None]


DONE = (
    Meaning("the seat holds the cut right", "lays the cut card", _cut_right, _lay_cut),
    Meaning("the latest play is this seat's, was keyed, and has no DONE", "confirms it", _keyed, _confirm),
    Meaning(
        "1.5 s or less after this seat's own DONE, with no act between",
        "one more card of that play, else `turn.repeated`", _again, _repeat,
    ),
    Meaning("the seat has just drawn a card it did not owe", "lays it", _drawn, _lay_drawn),
    Meaning("it is the seat's turn", "lays a card; `turn.preempted` where a cut stands", _on_turn, play),
    Meaning("the turn comes within `turn.early_ms`", "waits for it", _may_wait, _wait),
)  # fmt: skip
MEANINGS = tuple((meaning.holds, meaning.act) for meaning in DONE)


def release(st: State, t: int, g: int, u: int) -> bool:
    """A DONE that waited for its turn counts as made right now, when the turn has come; true if one did."""
    if st.stage != "play" or _claimed(st):
        return False
    for p in st.waiting:
        if p.seat == st.turn:
            st.waiting.remove(p)
            play(st, p._replace(g=g, t=t, u=u), waited=True)
            return True
    return False


def too_early(st: State, p: Press) -> None:
    """The turn did not come in time."""
    st.waiting.remove(p)
    st.rule("turn.out_of_order", p.seat, p.t, entry=p.entry, u=p.u)


def draw(st: State, p: Press) -> None:
    """DONE held: the seat on turn takes what is pending, else one card, and the turn passes."""
    head = cut.head(st)
    if st.turn != p.seat or (head is not None and head.seat == p.seat):
        st.rule("turn.out_of_order", p.seat, p.t, entry=p.entry, u=p.u)
        return
    if head is not None:
        st.rule("turn.preempted", p.seat, p.t, entry=p.entry, u=p.u)
        return
    if st.winner is not None and st.attack is None:
        st.cut = None
        return
    if any(st.windows):
        uno.shut_all(st, "draw", p.g, p.u)
    cut.shut(st, p.g, p.u)
    st.last_done, st.needs_card = None, -1
    st.asks, st.swap_by = "", 0
    if st.attack is not None:
        attack.pay(st, p.t, p.g, p.u, p.entry)
        st.drew = 0
        st.give_turn(st.next(p.seat), p.g, p.u)
        return
    if st.draw(p.seat, 1):
        st.changed(p.seat, p.g, p.u)
    st.drew = p.seat
    if st.rules.draw_amount == "one":
        st.give_turn(st.next(p.seat), p.g, p.u)


# -- the first card ------------------------------------------------------------------------------------------


def flip(st: State, card: Card, p: Press) -> None:
    """The first card of the round is turned up; some rules turn another instead."""
    rules = st.rules
    if rules.start_numbers_only and card.number is False:
        return
    if (card.face == "w" and rules.start_wild == "reflip") or (card.face == WILD4 and rules.start_wild4 == "reflip"):
        return
    st.stage = "play"
    st.top, st.colour = card, card.colour
    starter = st.turn
    if card.face == "s":
        starter = st.next(starter)
    elif card.face == "r":
        st.direction = -1
        if rules.start_reverse == "dealer":
            starter = st.dealer
        elif rules.start_reverse == "right":
            starter = st.next(st.dealer)
    st.turn = starter
    if card.face == "+":
        st.attack = Attack(2, "+")
        if rules.start_draw2 != "attack":
            attack.pay(st, p.t, p.g, p.u, p.entry)
            starter = st.next(starter) if rules.start_draw2 == "draw-skip" else starter
    elif card.face == WILD4:
        st.attack = Attack(4, WILD4, barred=True)
    if card.black and card.colour == "?":
        st.asks = "colour"
        right = st.dealer - 1 or st.size
        st.asked = {"starter": starter, "dealer": st.dealer, "right": right}.get(rules.start_wild, st.dealer)
        st.asked = st.dealer if card.face == WILD4 else st.asked
    st.give_turn(starter, p.g, p.u)
    st.last_card = (p.g, p.u)
    if rules.cut_first_card:
        cut.open_window(st, st.dealer, card, p.entry, p.g, p.u)


def flip_unknown(st: State, p: Press) -> None:
    """Somebody acts before the first card was told: it is `??`."""
    flip(st, UNTOLD, p)


# -- the clock -----------------------------------------------------------------------------------------------


def limit(st: State) -> int:
    """Game time a turn may take, µs; 0 where there is no limit."""
    rules = st.rules
    return int((rules.time_turn_s + rules.time_settle_s) * SECOND) if rules.time_turn_s else 0


def ends(st: State) -> int | None:
    """Game time at which the running turn's time is over, punished or not; `None` while no clock runs."""
    if st.clock_run is None or not st.rules.time_turn_s or st.stage != "play":
        return None
    return st.clock_run + limit(st) - st.clock


def deadline(st: State) -> int | None:
    return None if st.punished else ends(st)


def run_clock(st: State, g: int) -> None:
    """Let the turn's clock run or stand still as the phase wants."""
    if st.stage != "play" or st.phase() in FROZEN:
        if st.clock_run is not None:
            st.clock += g - st.clock_run
            st.clock_run = None
    elif st.clock_run is None:
        st.clock_run = g


def timeout(st: State, g: int) -> None:
    """The turn has taken too long: once a turn, at the deadline."""
    st.punished = True
    seat, t = st.turn, g + st.lag
    st.rule("turn.timeout", seat, t, draw=st.rules.time_penalty)
    if st.rules.time_then == "pass":
        if st.attack is not None:
            attack.pay(st, t, g, 0, None)
        st.cut, st.last_done, st.drew = None, None, 0
        st.give_turn(st.next(seat), g, 0)


def early_deadline(st: State, p: Press) -> int:
    return p.g + st.rules.turn_early_ms * MS
