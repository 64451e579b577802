"""Deadlines: what happens between entries because time alone has passed, and what every move is followed by.

| deadline | when | what |
|---|---|---|
| a waiting UNO press | `uno.open_early_ms` after it | it was false, or a precall not used |
| a waiting DONE | `turn.early_ms` after it | `turn.out_of_order` |
| a claim without a window | `cut.open_early_ms` after it (`cut.follow_s` if its card was named later) | `cut.wrong` |
| the cut right | `cut.follow_s` after the claim | `cut.failed` |
| a claim moved to a new card | `cut.follow_s` after that card | it ends |
| a slapped nine | 5 s after it | `slap.last` |
| the turn | `time.turn_s` after it began | `turn.timeout` |

A deadline's bound is the sum of the press's and of the press that started the clock: one that an entry inside that
bound still meets has not passed. Of two at the same time the one higher in this table comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from unotable.game import cut, party, scoring, turn, uno
from unotable.game.entry import Entry
from unotable.game.state import State

LAYING = ("done", "card", "draw")


class Due(NamedTuple):
    """`g` when it is due, `u` the bound of what started it; `seats` whose entry of kind `meets` would still meet it."""

    g: int
    u: int
    act: Callable[[], None]
    seats: tuple[int, ...] = ()
    meets: tuple[str, ...] = ()


def due(st: State, past: set[tuple[int, ...]]) -> Due | None:
    """The next deadline, leaving out those in `past` (they are still being met)."""
    best: Due | None = None
    for candidate in _all(st, past):
        if (best is None or candidate.g < best.g) and (candidate.g, *candidate.seats) not in past:
            best = candidate
    return best


def _all(st: State, past: set[tuple[int, ...]]) -> list[Due]:
    """One of each kind of deadline at least, the earliest that is not in `past`."""
    out: list[Due] = []
    if st.stage != "play" or st.track == "buzzer":
        return out
    if st.uno_wait:
        seats, waits = tuple(st.seats()), st.uno_wait
        if past:
            waits = [w for w in waits if (uno.expiry(st, w), *seats) not in past]
        if waits:
            w = uno.first(waits)
            out.append(Due(uno.expiry(st, w), w.press.u, lambda: uno.expire(st, w), seats, LAYING))
    if st.waiting:
        p = st.waiting[0]
        out.append(Due(turn.early_deadline(st, p), 0, lambda: turn.too_early(st, p)))
    for c in st.cut_wait:
        out.append(Due(cut.wrong_deadline(st, c), c.u, lambda c=c: cut.wrong(st, c), (c.seat, st.turn), LAYING))  # type: ignore[misc]
    window = st.cut
    if window is not None:
        if window.queue:
            g = window.since + cut.follow(st)
            out.append(
                Due(g, window.since_u, lambda: cut.fail(st, g + st.lag, g, None), (window.queue[0].seat,), LAYING)
            )
        if window.moved:
            out.append(Due(window.g + cut.follow(st), window.u, lambda: _drop_moved(st)))
    nine = party.slap_deadline(st)
    if nine is not None and st.slap is not None:
        out.append(Due(nine, st.slap.u, lambda: party.slap_over(st, nine), tuple(st.seats()), ("cut",)))
    limit = turn.deadline(st)
    if limit is not None:
        out.append(Due(limit, st.clock_u, lambda: turn.timeout(st, limit), (st.turn,), LAYING))
    return out


def _drop_moved(st: State) -> None:
    if st.cut is not None:
        st.cut = st.cut._replace(moved=())


def runs(st: State) -> bool:
    """May time alone change anything? Most lines of a match find nothing that waits."""
    return bool(
        (st.uno_wait or st.waiting or st.cut_wait or st.cut or st.slap or st.rules.time_turn_s) and st.stage == "play"
    )


def pass_time(
    st: State, t: int, moves: Sequence[Entry] = (), index: int = 0, umax: int = 0, inclusive: bool = False
) -> None:
    """Let every deadline before `t` pass (`inclusive`: up to `t`). `moves[index:]` are those not read yet."""
    if st.paused_at is not None:
        return
    past: set[tuple[int, ...]] = set()
    until = t - st.lag
    while True:
        now = due(st, past)
        if now is None or now.g > until or (now.g == until and not inclusive):
            return
        if now.meets and _met(st, now, moves, index, umax):
            past.add((now.g, *now.seats))
            continue
        now.act()
        settle(st, now.g + st.lag, 0, None)


def _met(st: State, now: Due, moves: Sequence[Entry], index: int, umax: int) -> bool:
    """Is there an entry after the deadline that its bounds may put before it?"""
    last = now.g + now.u + umax + st.lag
    for i in range(index, len(moves)):
        move = moves[i]
        if move.t > last:
            return False
        if move.do in now.meets and move.t - st.lag - move.u - now.u <= now.g:
            head = cut.head(st) if move.do == "card" else None  # a typed card without a seat is the claimant's
            default = st.turn if head is None else head.seat
            seat = move.seat if move.seat is not None or move.press else default
            if seat in now.seats:
                return True
    return False


def settle(st: State, t: int, u: int, entry: int | None) -> None:
    """After a move or a deadline: let waiting DONEs play, end the round if it is won or void, run the turn's clock."""
    if st.stage == "play":
        if st.waiting:
            g = (t if st.paused_at is None else st.paused_at) - st.lag
            while turn.release(st, t, g, u):
                pass
        if st.uno_wait:
            uno.turn_began(st)
        if st.void:
            scoring.void(st, t, entry, "end.deck_out")
        elif st.winner is not None:
            if not st.rules.end_attack_drawn:
                st.attack = None
            standing = st.cut is not None and (st.cut.queue or st.cut.moved)
            if st.attack is None and not standing:
                scoring.won(st, t, entry)
    if st.rules.time_turn_s:
        turn.run_clock(st, (t if st.paused_at is None else st.paused_at) - st.lag)
