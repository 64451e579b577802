"""What the buttons of a seat do: DONE, UNO and CUT, tapped or held; in buzzer tracking UNO and CUT only make races.

UNO held asks for a ruling: the match pauses. While it does presses do nothing, but for UNO held again, which goes on.
"""

from __future__ import annotations

from unotable.game import buzzer, challenge, cut, party, turn, uno
from unotable.game.entry import Entry
from unotable.game.pieces import Press, made
from unotable.game.state import State


def apply(st: State, e: Entry) -> None:
    """One press. Times and windows have been brought up to `e.t` before."""
    seat, do = e.seat, e.do
    if st.paused_at is not None:
        if do == "uno" and e.hold:
            resume(st, e.t)
        return
    if seat is None or seat >= len(st.names) or not st.playing[seat]:
        return
    p = made(Press, (seat, e.t - st.lag, e.t, e.u, e.id, st.turn_no))
    if st.track == "buzzer":
        if do != "done" and st.stage == "play":
            buzzer.press(st, p)
    else:
        if do == "done" and st.stage == "first":
            turn.flip_unknown(st, p)
            p = p._replace(turn_no=st.turn_no)
        if st.stage == "play":
            (HOLDS if e.hold else TAPS)[do](st, p)
    if e.hold and do == "uno":
        st.paused_at = e.t


def _cut(st: State, p: Press) -> None:
    if st.slap is not None:
        party.slap(st, p)
    else:
        cut.claim(st, p)


def _cut_held(st: State, p: Press) -> None:
    if p.seat == st.turn and not st.challenge and challenge.possible(st):
        challenge.start(st, p)
    else:
        _cut(st, p)


TAPS = {"done": turn.done, "uno": uno.press, "cut": _cut}
HOLDS = {"done": turn.draw, "uno": uno.press, "cut": _cut_held}


def resume(st: State, t: int) -> None:
    """All clocks go on where they stood."""
    if st.paused_at is not None:
        st.lag += t - st.paused_at
        st.paused_at = None
