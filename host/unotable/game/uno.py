"""UNO: the window of a seat that is left with one card, its calls and its catches.

A play that leaves its owner one card opens the seat's window. The owner's press makes it safe; any other seat's
press catches it, if it was first by more than both bounds. A press that meets nothing waits `uno.open_early_ms` for
a window (the hand leaves the card before it reaches the button), then it was a false call. What is past is past, but
for a press inside the bounds of what was ruled.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from operator import attrgetter

from unotable.game import pairs
from unotable.game.machine import Row
from unotable.game.pieces import Press, Waiting, Window
from unotable.game.state import MS, State

TABLE = (
    Row("none", "the seat is left with one card", "open"),
    Row("none", "left with one card, called in this turn or a moment early", "called", "uno.called"),
    Row("none", "left with one card, a rival pressed a moment early", "caught", "uno.caught"),
    Row("open", "own press", "called", "uno.called"),
    Row("open", "rival press", "caught", "uno.caught"),
    Row("open", "the next seat acts, or the count changes", "none"),
    Row("caught", "own press inside the bounds", "called", "uno.called, with tie"),
    Row("caught", "own press after", "caught", "uno.late"),
    Row("caught", "rival press in time, with uno.per_catcher", "caught", "one ruling that grows"),
    Row("caught", "the next seat acts", "past"),
    Row("caught", "the next seat acts inside the bounds of the catch", "none", "uno.late, with tie"),
    Row("caught", "the count changes otherwise", "none"),
    Row("called", "rival press inside the bounds", "called", "the rival stands in by"),
    Row("called", "the next seat acts", "past"),
    Row("called", "the count changes", "none"),
    Row("past", "own press inside the bounds of the catch", "called", "uno.called, with tie"),
    Row("past", "the count changes", "none"),
)


def state(st: State, seat: int) -> str:
    window = st.windows[seat]
    return "none" if window is None else window.state


ACTS_THAT_SHUT = {"next-begins": ("play", "draw", "challenge", "cut"), "next-plays": ("play", "cut")}


def press(st: State, p: Press) -> None:
    """An UNO press by a seat at the table, while a round is on."""
    own = st.windows[p.seat]
    result = OWN[own.state](st, own, p) if own is not None else "nothing"
    if result == "called":
        return
    met, caught = result == "late", False
    for owner in range(1, st.size + 1):
        window = st.windows[owner]
        if owner != p.seat and window is not None:
            result = RIVAL[window.state](st, owner, window, p)
            met = met or result != "nothing"
            caught = caught or result == "caught"
    if caught:
        return
    if not met:
        met = _late(st, p)
    if _can_precall(st, p.seat):
        st.precall.append(p)
        st.uno_wait.append(Waiting(p, "late" if met else "precall"))
        if not met and 1 < st.cards[p.seat] <= st.rules.uno_identical:
            _called(st, p, p.t)
    elif met:
        st.uno_wait.append(Waiting(p, "late"))
    elif 1 <= st.cards[p.seat] <= max(1, st.rules.uno_identical):
        _called(st, p, p.t)
    else:
        st.uno_wait.append(Waiting(p, "nothing"))


def _called(st: State, p: Press, t: int, by: tuple[int, ...] = ()) -> int:
    st.called[p.seat] = True
    return st.rule("uno.called", p.seat, t, entry=p.entry, by=by or None, tie=bool(by), u=p.u)


# -- the owner's press ---------------------------------------------------------------------------------------


def _own_open(st: State, window: Window, p: Press) -> str:
    index = _called(st, p, p.t)
    st.windows[p.seat] = Window("called", p.g, p.u, index, press=p)
    st.shut = (p.g, p.u)
    return "called"


def _own_caught(st: State, window: Window, p: Press) -> str:
    proven = tuple(c for c in window.catches if c.g + c.u < p.g - p.u)
    rivals = tuple(c.seat for c in window.catches if c not in proven)
    if proven:
        if rivals:
            window = _shrink(st, p.seat, window, proven)
        last = proven[-1]
        _measure(st, window.ruling, p.g - last.g, p.u + last.u)
        st.rule("uno.late", p.seat, p.t, entry=p.entry, margin=p.g - proven[0].g, u=p.u + proven[0].u)
        return "late"
    st.cards[p.seat] -= window.drawn
    st.called[p.seat] = True
    nearest = min(window.catches, key=lambda c: abs(p.g - c.g))
    ruling = st.rulings[window.ruling]
    if window.ruling >= 0:
        st.rulings[window.ruling] = replace(
            ruling, t=p.t, rule="uno.called", seat=p.seat, entry=p.entry, by=rivals, draw=None, tie=True,
            margin=abs(p.g - nearest.g), u=p.u + nearest.u,
        )  # fmt: skip
    st.windows[p.seat] = Window("called", p.g, p.u, window.ruling, press=p)
    st.shut = (p.g, p.u)
    return "called"


def _own_past(st: State, window: Window, p: Press) -> str:
    """The window is shut, but a catch inside the bounds of this press was never proved."""
    if any(c.g + c.u >= p.g - p.u for c in window.catches):
        return _own_caught(st, window, p)
    return "nothing"


def _own_called(st: State, window: Window, p: Press) -> str:
    """A call after the call is as any press that meets nothing."""
    return "nothing"


# -- a rival's press -----------------------------------------------------------------------------------------


def _rival_open(st: State, owner: int, window: Window, p: Press) -> str:
    _catch(st, owner, p, p.t)
    return "caught"


def _catch(st: State, owner: int, p: Press, t: int) -> None:
    cards = st.cards[owner]
    index = st.rule(
        "uno.caught", owner, t, entry=p.entry, by=(p.seat,), draw=st.rules.uno_catch, u=p.u, keep_window=True
    )
    st.called[owner] = False
    st.windows[owner] = Window("caught", p.g, p.u, index, (p,), st.cards[owner] - cards)
    st.shut = (p.g, p.u)


def _rival_caught(st: State, owner: int, window: Window, p: Press) -> str:
    if any(c.seat == p.seat for c in window.catches):
        return "nothing"
    first = window.catches[0]
    if st.rules.uno_per_catcher and (p.g + p.u) - (first.g - first.u) <= st.rules.uno_collect_ms * MS:
        before = st.cards[owner]
        extra = 0 if window.ruling < 0 else st.draw(owner, st.rules.uno_catch)
        if window.ruling >= 0:
            ruling = st.rulings[window.ruling]
            st.rulings[window.ruling] = replace(
                ruling, by=(*(ruling.by or ()), p.seat), draw=(ruling.draw or 0) + extra
            )
        drawn = window.drawn + st.cards[owner] - before
        st.windows[owner] = window._replace(catches=(*window.catches, p), drawn=drawn)
        return "caught"
    return "nothing"


def _rival_called(st: State, owner: int, window: Window, p: Press) -> str:
    """After the call, also in a window that is shut: inside the bounds the rival stands in `by`."""
    call = window.press
    if call is None or p.g - p.u > call.g + call.u:
        return "nothing"
    if window.ruling >= 0:
        ruling = st.rulings[window.ruling]
        st.rulings[window.ruling] = replace(
            ruling, by=tuple(dict.fromkeys((*(ruling.by or ()), p.seat))), tie=True,
            margin=ruling.margin if ruling.margin is not None else abs(p.g - call.g),
            u=ruling.u if ruling.margin is not None else p.u + call.u,
        )  # fmt: skip
    return "by"


OWN = {"open": _own_open, "caught": _own_caught, "called": _own_called, "past": _own_past}
RIVAL = {"open": _rival_open, "caught": _rival_caught, "called": _rival_called, "past": _rival_called}


def _shrink(st: State, owner: int, window: Window, kept: tuple[Press, ...]) -> Window:
    """Void the catches of `window` that are not in `kept`; their cards go back."""
    gone = len(window.catches) - len(kept)
    back = min(window.drawn, gone * st.rules.uno_catch)
    st.cards[owner] -= back
    window = window._replace(catches=kept, drawn=window.drawn - back)
    st.windows[owner] = window
    if window.ruling >= 0:
        ruling = st.rulings[window.ruling]
        st.rulings[window.ruling] = replace(ruling, by=tuple(c.seat for c in kept), draw=(ruling.draw or 0) - back)
    return window


def _measure(st: State, index: int, margin: int, u: int) -> None:
    """A ruling's margin is to the nearest rival press of its race."""
    if index >= 0:
        ruling = st.rulings[index]
        if ruling.margin is None or margin < ruling.margin:
            st.rulings[index] = replace(ruling, margin=margin, u=u)


def _late(st: State, p: Press) -> bool:
    """Shortly after a window was settled or shut a press is late, not false."""
    if st.shut is None:
        return False
    g, u = st.shut
    if p.g - p.u > g + u + st.rules.uno_late_ms * MS:
        return False
    own, reach = st.windows[p.seat], st.rules.uno_late_ms * MS + p.u + u
    margin, joint = None, p.u
    for window in st.windows:
        if window is not None and window.state != "open" and window is not own and p.g - window.g <= reach:
            rival = window.catches[0] if window.catches else window.press
            if rival is not None and rival.seat != p.seat:
                margin, joint = p.g - rival.g, p.u + rival.u
                _measure(st, window.ruling, margin, joint)
    st.rule("uno.late", p.seat, p.t, entry=p.entry, margin=margin, u=joint)
    return True


def _can_precall(st: State, seat: int) -> bool:
    """The seat on turn, or one that may still lay its drawn or cut card, close enough to its last card."""
    if not st.rules.uno_precall:
        return False
    may_lay = st.turn == seat or (st.drew == seat and st.rules.draw_play_drawn != "never")
    if st.cut is not None:
        may_lay = may_lay or any(c.seat == seat for c in (*st.cut.queue[:1], *st.cut.moved))
    return may_lay and st.cards[seat] <= pairs.most(st.rules, st.cards[seat]) + 1


def turn_began(st: State) -> None:
    """A call inside the bounds of the act that began its seat's turn is a call in that turn."""
    if st.clock_run is None:
        return
    since = st.clock_run - st.clock_u
    for i, w in enumerate(st.uno_wait):
        p = w.press
        fits = p.seat == st.turn and p.turn_no < st.turn_no and p.g + p.u >= since
        if fits and _can_precall(st, p.seat):
            p = p._replace(turn_no=st.turn_no)
            st.precall.append(p)
            st.uno_wait[i] = Waiting(p, "precall" if w.kind == "nothing" else w.kind)


# -- windows opening and shutting ----------------------------------------------------------------------------


def landed(st: State, seat: int, t: int, g: int, u: int, turn_no: int) -> None:
    """A play of `seat` lies on the pile and one card is left: its window opens."""
    early = st.rules.uno_open_early_ms * MS
    own = next((p for p in st.precall if p.seat == seat and p.turn_no == turn_no), None)
    precalled = own is not None
    if own is None:
        mine = (w.press for w in st.uno_wait if w.press.seat == seat)
        own = next((p for p in mine if g - p.g <= early + p.u + u), None)
    rivals = [w for w in st.uno_wait if w.press.seat != seat and w.kind != "late"]
    st.uno_wait = [w for w in st.uno_wait if w not in rivals and w.press is not own]
    if own is not None:
        by = tuple(dict.fromkeys(w.press.seat for w in rivals)) if not precalled else ()
        index = _called(st, own, t, by)
        st.windows[seat] = Window("called", g, own.u, index, press=own._replace(g=g))
        st.shut = (g, own.u)
        for w in rivals if precalled else ():
            if w.kind == "nothing":
                st.rule("uno.late", w.press.seat, w.press.t, entry=w.press.entry, u=w.press.u)
            else:
                st.uno_wait.append(w)
        return
    st.called[seat] = False
    st.windows[seat] = Window("open", g, u)
    for w in rivals:
        p = w.press
        slack = p.u + u
        if g - p.g + slack <= early:
            window = st.windows[seat]
            p = p._replace(g=g)
            if window is not None and window.state == "open":
                _catch(st, seat, p, t)
            elif window is not None and RIVAL[window.state](st, seat, window, p) == "nothing":
                st.rule("uno.late", p.seat, p.t, entry=p.entry, u=p.u)
            st.precall = [q for q in st.precall if q.entry != p.entry]
        elif w.kind == "nothing":
            st.rule("uno.late", p.seat, p.t, entry=p.entry, u=slack, tie=True)
        else:
            st.uno_wait.append(w)


def shut_all(st: State, kind: str, g: int, u: int) -> None:
    """An act (`play draw challenge cut`) shuts every window that was open before it."""
    if kind not in ACTS_THAT_SHUT[st.rules.uno_close]:
        return
    for owner in range(1, st.size + 1):
        window = st.windows[owner]
        if window is None:
            continue
        if window.state == "open":
            st.shut = (g, u)
            st.windows[owner] = None
        else:
            if window.state == "caught":
                window = _void_against(st, owner, window, g, u)
            st.windows[owner] = window and window._replace(state="past")


def _void_against(st: State, owner: int, window: Window, g: int, u: int) -> Window | None:
    """Catches inside the bounds of the act that shuts the window do not count: nobody is fined."""
    kept = tuple(c for c in window.catches if c.g + c.u < g - u)
    gone = [c for c in window.catches if c not in kept]
    if not gone:
        return window
    after = None
    if kept:
        after = _shrink(st, owner, window, kept)
    else:
        st.cards[owner] -= window.drawn
    for place, c in enumerate(gone):
        margin, joint = g - c.g, c.u + u
        if place == 0 and not kept and window.ruling >= 0:
            st.rulings[window.ruling] = replace(
                st.rulings[window.ruling],
                rule="uno.late", seat=c.seat, by=None, draw=None, margin=margin, u=joint, tie=True,
            )  # fmt: skip
        else:
            st.rule("uno.late", c.seat, c.t, entry=c.entry, margin=margin, u=joint, tie=True)
    return after


# -- deadlines -----------------------------------------------------------------------------------------------


def first(waits: Iterable[Waiting]) -> Waiting:
    """Whose time is over first."""
    return min(waits, key=attrgetter("press.g"))


def expiry(st: State, w: Waiting) -> int:
    return w.press.g + st.rules.uno_open_early_ms * MS


def expire(st: State, w: Waiting) -> None:
    """Nothing came of a waiting press: with no window it was false, as a precall it is merely unused."""
    st.uno_wait.remove(w)
    if w.kind != "nothing":
        return
    p = w.press
    first = st.false_turn[p.seat] != p.turn_no
    st.false_turn[p.seat] = p.turn_no
    st.rule("uno.false", p.seat, p.t, entry=p.entry, draw=st.rules.uno_false_call if first else 0, u=p.u)
