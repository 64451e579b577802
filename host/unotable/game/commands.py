"""What each kind of entry does: one handler a kind, with the stages in which it makes sense.

An entry that makes no sense at its place changes nothing and yields the ruling `ignored` with its reason.
"""

from __future__ import annotations

from collections.abc import Callable

from unotable.game import buzzer, challenge, cut, faults, party, people, scoring, turn, uno
from unotable.game.cards import UNKNOWN, WILD, Card, parse
from unotable.game.entry import Entry
from unotable.game.play import lay, take_back
from unotable.game.state import Attack, Name, Press, State

ANY = ("first", "play", "scoring", "between", "over")
FLIPS = ("done", "draw", "card", "out", "set")  # in `first` these turn up `??` before they act


def apply(st: State, e: Entry) -> None:
    """One move. Times and windows have been brought up to `e.t` before."""
    g = (e.t if st.paused_at is None else st.paused_at) - st.lag
    if e.press:
        if e.seat is not None and e.seat < len(st.names):
            _press(st, e, g)
        return
    if e.of is not None and e.do == "card":
        latest = bool(st.plays) and st.plays[-1].entry == e.of
        if not latest and e.of != st.flipped and all(play.entry != e.of for play in st.plays):
            st.ignore(e.id, e.t, "that entry laid no card", e.seat)
        return
    handler, stages = HANDLERS[e.do]
    if _no_such_seat(st, e):
        st.ignore(e.id, e.t, "there is no such seat")
        return
    p = Press(e.seat or st.turn, g, e.t, e.u, e.id, st.turn_no)
    if st.stage == "first" and e.do in FLIPS and _flips(e):
        turn.flip_unknown(st, p)
        p = p._replace(seat=e.seat or st.turn, turn_no=st.turn_no)
    if st.stage not in stages:
        st.ignore(e.id, e.t, f"not now: {st.stage}", e.seat)
        return
    why = handler(st, e, p)
    if why is not None:
        st.ignore(e.id, e.t, why, e.seat)


def _no_such_seat(st: State, e: Entry) -> bool:
    return max(e.seat or 0, e.with_ or 0, e.turn or 0, e.dealer or 0) > st.size


def _flips(e: Entry) -> bool:
    return e.do != "set" or any(x is not None for x in (e.turn, e.direction, e.colour, e.pending))


# -- presses -------------------------------------------------------------------------------------------------


def _press(st: State, e: Entry, g: int) -> None:
    seat = e.seat or 0
    p = Press(seat, g, e.t, e.u, e.id, st.turn_no)
    if st.paused_at is not None:
        if e.do == "uno" and e.hold:
            _resume(st, e, p)
        return
    if not st.playing[seat]:
        return
    if st.track == "buzzer":
        if st.stage == "play" and e.do != "done":
            buzzer.press(st, p)
    elif st.stage == "first" and e.do == "done":
        turn.flip_unknown(st, p)
        BUTTONS["done"](st, e, p._replace(turn_no=st.turn_no))
    elif st.stage == "play":
        BUTTONS[e.do](st, e, p)
    if e.do == "uno" and e.hold:
        _pause(st, e, p)


def _done(st: State, e: Entry, p: Press) -> None:
    if e.hold:
        turn.draw(st, p)
    else:
        turn.done(st, p)


def _uno(st: State, e: Entry, p: Press) -> None:
    uno.press(st, p)


def _cut(st: State, e: Entry, p: Press) -> None:
    if e.hold and p.seat == st.turn and not st.challenge and challenge.possible(st):
        challenge.start(st, p)
    elif st.slap is not None:
        party.slap(st, p)
    else:
        cut.claim(st, p)


BUTTONS = {"done": _done, "uno": _uno, "cut": _cut}


# -- cards ---------------------------------------------------------------------------------------------------


def _first(st: State, e: Entry, p: Press) -> str | None:
    name = st.namings.get(e.id)
    st.flipped = e.id
    turn.flip(st, name.card if name is not None else parse(e.card or "??"), p)
    return None


def _card(st: State, e: Entry, p: Press) -> str | None:
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


def _colour(st: State, e: Entry, p: Press) -> str | None:
    """Names the latest black card, also when another lies on it by now."""
    if st.top.black and st.stage != "first":
        _name_colour(st, e.colour or UNKNOWN)
        return None
    for i in range(len(st.plays) - 1, -1, -1):
        card = st.plays[i].card
        if card.black:
            st.plays[i] = st.plays[i]._replace(card=Card(e.colour or UNKNOWN, card.face))
            return None
    return "no black card waits for a colour"


def _name_colour(st: State, colour: str) -> None:
    st.top = Card(colour, st.top.face)
    st.colour, st.asks = colour, ""
    if st.plays and st.plays[-1].card.face == st.top.face:
        st.plays[-1] = st.plays[-1]._replace(card=st.top)


def _menu(st: State, e: Entry, p: Press) -> str | None:
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


def _draw(st: State, e: Entry, p: Press) -> str | None:
    if e.n is None:
        turn.draw(st, p)
    elif not st.playing[p.seat]:
        return "that seat has left"
    elif st.draw(p.seat, e.n):
        st.changed(p.seat, p.g)
    return None


# -- the table's word ----------------------------------------------------------------------------------------


def _challenge(st: State, e: Entry, p: Press) -> str | None:
    return challenge.result(st, p._replace(seat=st.turn), e.result, e.results)


def _deny(st: State, e: Entry, p: Press) -> str | None:
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


def _sum_win(st: State, e: Entry, p: Press) -> str | None:
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


def _swap(st: State, e: Entry, p: Press) -> str | None:
    if e.with_ is None or e.with_ == p.seat or not (st.playing[e.with_] and st.playing[p.seat]):
        return "swap with whom?"
    party.swap(st, p.seat, e.with_, e.t, p.g, e.id)
    return None


def _noise(st: State, e: Entry, p: Press) -> str | None:
    party.noise(st, p.seat, e.t, e.id)
    return None


def _penalty(st: State, e: Entry, p: Press) -> str | None:
    if not st.playing[p.seat]:
        return "that seat has left"
    st.rule("penalty", p.seat, e.t, entry=e.id, draw=e.n, why=e.why)
    return None


def _overrule(st: State, e: Entry, p: Press) -> str | None:
    found = st.overruled.get(e.id)
    if found is None:
        return "there is no such ruling"
    seat = e.seat if e.seat is not None else e.about
    index = st.rule("overruled", seat if seat is not None else found[1], e.t, entry=e.id, of=found[0], why=e.why)
    if e.draw and e.seat is not None and index >= 0:
        st.rulings[index] = faults.with_draw(st, st.rulings[index], e.seat, e.draw, p.g)
    return None


def _set(st: State, e: Entry, p: Press) -> str | None:
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
            _name_colour(st, e.colour)
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


def _out(st: State, e: Entry, p: Press) -> str | None:
    if not st.playing[p.seat]:
        return "that seat has left"
    if st.winner is None:
        st.winner = p.seat
    st.cards[p.seat] = 0
    st.changed(p.seat, p.g)
    return None


# -- rounds and clocks ---------------------------------------------------------------------------------------


def _round(st: State, e: Entry, p: Press) -> str | None:
    if st.stage == "first" or (st.track == "buzzer" and st.stage == "play" and not st.rounds and not st.races):
        st.round -= 1
        scoring.begin(st, e.dealer)
        return None
    if st.stage == "play":
        return "the round is not over"
    if st.stage == "scoring":
        for seat in scoring.missing(st):
            st.ignore(e.id, e.t, f"hand:{seat}", seat)
        scoring.score(st, e.t, e.id)
        if st.over:
            return None
    scoring.begin(st, e.dealer if e.dealer is not None else scoring.next_dealer(st))
    return None


def _hand(st: State, e: Entry, p: Press) -> str | None:
    if st.winner == p.seat or not st.playing[p.seat]:
        return "that hand does not count"
    scoring.hand(st, p.seat, e.cards if isinstance(e.cards, tuple) else None, e.points)
    if not scoring.missing(st):
        scoring.score(st, e.t, e.id)
    return None


def _end(st: State, e: Entry, p: Press) -> str | None:
    scoring.void(st, e.t, e.id, e.reason)
    return None


def _pause(st: State, e: Entry, p: Press) -> str | None:
    if st.paused_at is not None:
        return "paused already"
    st.paused_at = e.t
    return None


def _resume(st: State, e: Entry, p: Press) -> str | None:
    if st.paused_at is None:
        return "not paused"
    st.lag += e.t - st.paused_at
    st.paused_at = None
    return None


def _answer(st: State, e: Entry, p: Press) -> str | None:
    return buzzer.answer(st, e) if st.track == "buzzer" else "only buzzer tracking has races"


def _nothing(st: State, e: Entry, p: Press) -> str | None:
    """`tick` lets deadlines pass, `note` is a comment."""
    return None


def _nonsense(st: State, e: Entry, p: Press) -> str | None:
    return e.why


Handler = Callable[[State, Entry, Press], str | None]
HANDLERS: dict[str, tuple[Handler, tuple[str, ...]]] = {
    "first": (_first, ("first",)),
    "card": (_card, ANY),
    "colour": (_colour, ("play", "scoring")),
    "menu": (_menu, ("play",)),
    "draw": (_draw, ("play",)),
    "challenge": (_challenge, ("play",)),
    "deny": (_deny, ("play", "scoring", "between")),
    "sum_win": (_sum_win, ("play",)),
    "swap": (_swap, ("play",)),
    "noise": (_noise, ("play",)),
    "fault": (faults.fault, ("play", "scoring", "between")),
    "penalty": (_penalty, ("first", "play", "scoring")),
    "overrule": (_overrule, ANY),
    "set": (_set, ANY),
    "out": (_out, ("play",)),
    "round": (_round, ("first", "play", "scoring", "between")),
    "hand": (_hand, ("scoring",)),
    "end": (_end, ("first", "play")),
    "pause": (_pause, ANY),
    "resume": (_resume, ANY),
    "answer": (_answer, ANY),
    "leave": (people.leave, ANY),
    "join": (people.join, ("first", "between")),
    "seats": (people.reseat, ("first", "between")),
    "tick": (_nothing, ANY),
    "note": (_nothing, ANY),
    "nonsense": (_nonsense, ANY),
}
