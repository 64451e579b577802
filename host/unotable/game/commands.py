"""What each kind of entry does: one handler a kind, with the stages in which it makes sense.

An entry that makes no sense at its place changes nothing and yields the ruling `ignored` with its reason.
"""

from __future__ import annotations

from collections.abc import Callable

from unotable.game import buzzer, faults, keyed, people, presses, scoring, turn, verdicts
from unotable.game.entry import Entry
from unotable.game.pieces import Press
from unotable.game.state import State

ANY = ("first", "play", "scoring", "between", "over")
FLIPS = ("done", "draw", "card", "out", "set")  # in `first` these turn up `??` before they act


def apply(st: State, e: Entry) -> None:
    """One move. Times and windows have been brought up to `e.t` before."""
    g = (e.t if st.paused_at is None else st.paused_at) - st.lag
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


# -- rounds and clocks ---------------------------------------------------------------------------------------


def _round(st: State, e: Entry, p: Press) -> str | None:
    if st.stage == "first" or (st.track == "buzzer" and st.stage == "play" and not st.rounds and not st.races):
        st.round -= 1
        scoring.begin(st, e.dealer, e.track)
        return None
    if st.stage == "play":
        return "the round is not over"
    if st.stage == "scoring":
        for seat in scoring.missing(st):
            st.ignore(e.id, e.t, f"hand:{seat}", seat)
        scoring.score(st, e.t, e.id)
        if st.over:
            return None
    scoring.begin(st, e.dealer if e.dealer is not None else scoring.next_dealer(st), e.track)
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
    presses.resume(st, e.t)
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
    "first": (keyed.first, ("first",)),
    "card": (keyed.card, ANY),
    "colour": (keyed.colour, ("play", "scoring")),
    "menu": (keyed.menu, ("play",)),
    "draw": (keyed.draw, ("play",)),
    "challenge": (verdicts.judged, ("play",)),
    "deny": (verdicts.deny, ("play", "scoring", "between")),
    "sum_win": (verdicts.sum_win, ("play",)),
    "swap": (verdicts.swap, ("play",)),
    "noise": (verdicts.noise, ("play",)),
    "fault": (faults.fault, ("play", "scoring", "between")),
    "penalty": (verdicts.penalty, ("first", "play", "scoring")),
    "overrule": (verdicts.overrule, ANY),
    "set": (verdicts.put, ANY),
    "out": (verdicts.out, ("play",)),
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
