"""Faults: what the table punishes or takes back. The host advises where it knows faces; only the table fines.

| fault | takes back | draws | the turn |
|---|---|---|---|
| `wrong_play` | the play | `fault.wrong_play` | that seat's (`fault.replay`) or the next's; of a cut the regular's |
| `other_card` | the play | `draw.other_card` | the next seat's |
| `uncalled_pair` | the second card | | stays |
| `advice` | | `fault.advice` | stays |
| `must_play` | | (a note) | stays |
"""

from __future__ import annotations

from dataclasses import replace

from unotable.game.entry import Entry
from unotable.game.pieces import Press
from unotable.game.play import lay_again, take_back
from unotable.game.rulings import Ruling
from unotable.game.state import State

TAKE = ("wrong_play", "other_card", "uncalled_pair")


def fault(st: State, e: Entry, p: Press) -> str | None:
    if e.seat is None or not st.playing[p.seat]:
        return "nobody sits there"
    if e.kind in TAKE:
        return _take(st, e, p)
    if st.stage != "play":
        return f"not now: {st.stage}"
    st.rule(f"fault.{e.kind}", p.seat, e.t, entry=e.id, draw=st.rules.fault_advice if e.kind == "advice" else 0)
    return None


def _take(st: State, e: Entry, p: Press) -> str | None:
    found = [
        i for i, play in enumerate(st.plays)
        if play.seat == p.seat and play.n > 0 and (e.of is None or play.entry == e.of)
    ]  # fmt: skip
    if not found:
        return "that seat laid no such card"
    index = found[-1]
    play, latest = st.plays[index], index == len(st.plays) - 1
    if e.kind == "uncalled_pair" and play.n < 2:
        return "that play was a single card"
    if not reopen(st, p.seat):
        return f"not now: {st.stage}"
    if e.kind == "uncalled_pair":
        take_back(st, index, p.g, cards=None if latest else 1)
        if latest:
            lay_again(st, play, play.n - 1)
        st.rule("fault.uncalled_pair", p.seat, e.t, entry=e.id, draw=0, of=play.entry)
        return None
    take_back(st, index, p.g)
    draw = st.rules.fault_wrong_play if e.kind == "wrong_play" else st.rules.draw_other_card
    st.rule(f"fault.{e.kind}", p.seat, e.t, entry=e.id, draw=draw, of=play.entry)
    if latest:
        st.cut = None
        if play.cut:
            again = st.turn
        elif e.kind == "wrong_play" and st.rules.fault_replay:
            again = p.seat
        else:
            again = st.next(p.seat)
        st.give_turn(again, p.g, 0)
    return None


def reopen(st: State, winner: int | None = None) -> bool:
    """Where the last play won the round and nothing was scored from hands yet, the round goes on; true in play."""
    if st.stage == "play":
        return True
    unscored = st.stage == "scoring" or (st.stage == "between" and st.rules.score_mode == "none")
    if not unscored or st.winner is None or (winner is not None and winner != st.winner and st.stage == "between"):
        return False
    if st.stage == "between":
        st.rounds.pop()
    wins = [i for i, ruling in enumerate(st.rulings) if ruling.rule == "round.won"]
    if wins:  # else the table overruled it
        del st.rulings[wins[-1]]
    st.stage = "play"
    st.turn = st.next(st.winner)
    return True


def with_draw(st: State, ruling: Ruling, seat: int, n: int, g: int) -> Ruling:
    """A ruling by which `seat` draws `n`."""
    got = st.draw(seat, n)
    st.changed(seat, g)
    return replace(ruling, draw=got)
