"""Cuts (抢牌): a card identical to the one just laid, laid out of turn.

The head of the queue holds the cut right for `cut.follow_s`; claims are ranked by time, ties by `cut.tie`. A claim a
moment before the regular player's DONE is one on the card that DONE lays: it moves there and stops nobody. A claim
that meets no window is wrong once it is clear that no DONE follows a moment later. A hand-sum win
(`cut.hand_sum_wins`) is claimed with the same button and queues like a cut.
"""

from __future__ import annotations

from unotable.game.cards import WILD, WILD4, Card
from unotable.game.machine import Row
from unotable.game.pieces import Claim, CutWindow, Press
from unotable.game.state import MS, SECOND, State

TABLE = (
    Row("none", "a card is laid that cut.scope admits", "open"),
    Row("none", "CUT", "none", "cut.wrong"),
    Row("open", "CUT", "claimed"),
    Row("open", "the seat on turn lays a card that may be cut", "open"),
    Row("open", "the seat on turn lays another, draws, or takes an attack", "none"),
    Row("claimed", "CUT by another seat", "claimed", "queued; with cut.tie = replay a tie clears the queue"),
    Row("claimed", "tied claims, with cut.tie = replay", "open", "cut.beaten, with tie"),
    Row("claimed", "the regular player's DONE", "claimed", "turn.preempted"),
    Row("claimed", "the regular player's DONE, all claims moved to its card or tied", "open", "cut.beaten, with tie"),
    Row("claimed", "the head's DONE", "open", "cut.won; the others cut.beaten"),
    Row("claimed", "the head's DONE, its card may not be cut again", "none", "cut.won"),
    Row("claimed", "no DONE in time, or deny", "claimed", "cut.failed; the next is head"),
    Row("claimed", "no DONE in time, or deny, and nobody is next", "open", "cut.failed"),
)


def state(st: State) -> str:
    return "none" if st.cut is None else "claimed" if st.cut.queue else "open"


def follow(st: State) -> int:
    """Game time in which a claimant must lay, µs."""
    return int(st.rules.cut_follow_s * SECOND)


def early(st: State) -> int:
    return st.rules.cut_open_early_ms * MS


def open_window(
    st: State, layer: int, card: Card, name_entry: int, g: int, u: int, moved: tuple[Claim, ...] = ()
) -> None:
    """A card lies on the pile: open its window if the rules and the attack let it be cut."""
    scope = st.rules.cut_scope
    if scope == "none" and not st.rules.cut_hand_sum_wins:
        st.cut = None
        return
    admits = scope != "none" and st.slap is None and (st.attack is None or st.rules.cut_during_attack)
    admits = admits and (scope == "any" or card.face not in (WILD, WILD4))
    sums = st.rules.cut_hand_sum_wins and st.slap is None and card.number is not False
    if not admits and not sums:
        shut(st, g, u)
        return
    claimed = tuple(c.seat for c in moved)
    st.cut = CutWindow(layer, g, u, card, name_entry, admits, sums, claimed, moved=moved)


def shut(st: State, g: int, u: int) -> None:
    """The top card can no longer be cut."""
    if st.cut is not None:
        st.cut, st.cut_shut = None, (g, u)


def claim(st: State, p: Press) -> None:
    """A CUT press while a round is on and no nine is being slapped; a seat without cards has none to cut with."""
    if st.cards[p.seat] == 0:
        return
    window = st.cut
    edge = window is None and st.cut_shut is not None and p.g - p.u <= sum(st.cut_shut)
    c = Claim(p.seat, p.g, p.t, p.u, p.entry, edge)
    if window is None:
        if any(q.seat == p.seat for q in st.cut_wait):
            return
        st.cut_wait.append(c)
        if early(st) == 0 and not _named_later(st, c):
            wrong(st, c)
        return
    if p.seat in window.claimed:
        return
    tied = [q for q in window.queue if abs(q.g - c.g) <= q.u + c.u]
    if tied and st.rules.cut_tie == "replay":
        for q in (*tied, c):
            rival = c if q is not c else tied[0]
            st.rule("cut.beaten", q.seat, q.t, entry=q.entry, tie=True, margin=abs(q.g - rival.g), u=q.u + rival.u)
        queue = tuple(q for q in window.queue if q not in tied)
        claimed = tuple(s for s in window.claimed if all(s != q.seat for q in tied))
        _requeue(st, window._replace(claimed=claimed), queue)
        return
    _requeue(st, window._replace(claimed=(*window.claimed, c.seat)), (*window.queue, c))


def _requeue(st: State, window: CutWindow, queue: tuple[Claim, ...]) -> None:
    """Rank the queue; a new head's time runs from its own claim."""
    ranked = rank(st, window, queue)
    head = window.queue[:1]
    if ranked and ranked[:1] != head:
        window = window._replace(since=ranked[0].g, since_u=ranked[0].u)
    st.cut = window._replace(queue=ranked)


def rank(st: State, window: CutWindow, queue: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """By time; of those that may have been the earliest, whoever is nearest after the layer in play direction leads."""
    rest = sorted(queue, key=lambda c: (c.g, c.entry))
    out: list[Claim] = []
    while rest:
        surely = min(c.g + c.u for c in rest)  # a claim was made by then, whichever
        tied = [c for c in rest if c.g - c.u <= surely]
        best = min(tied, key=lambda c: ((c.seat - window.layer) * st.direction - 1) % st.size)
        rest.remove(best)
        out.append(best)
    return tuple(out)


def head(st: State) -> Claim | None:
    """The claim that holds the cut right."""
    return st.cut.queue[0] if st.cut is not None and st.cut.queue else None


def moved(st: State, seat: int) -> Claim | None:
    """The claim of `seat` that came a moment before the card it is on."""
    if st.cut is None:
        return None
    return next((c for c in st.cut.moved if c.seat == seat), None)


def regular_acts(st: State, p: Press) -> tuple[bool, tuple[Claim, ...]]:
    """The regular player's DONE against the claims that stand: (may it lay?, the claims that move to its card)."""
    moving = tuple(c for c in st.cut_wait if just_before(st, c, p)) if st.cut_wait else ()
    window = st.cut
    if window is None or not window.queue:
        return True, moving
    if early(st):
        near = tuple(c for c in window.queue if p.g - c.g < early(st))
        if len(near) < len(window.queue):
            return False, ()
        return True, tuple(sorted((*moving, *near), key=lambda c: c.g))
    tied = [c for c in window.queue if c.g + c.u >= p.g - p.u]
    if len(tied) < len(window.queue):
        return False, ()
    for c in tied:
        st.rule("cut.beaten", c.seat, c.t, entry=c.entry, by=(p.seat,), tie=True, margin=abs(p.g - c.g), u=p.u + c.u)
    return True, ()


def just_before(st: State, c: Claim, p: Press) -> bool:
    """Is the claim on the card that `p` lays? Inside the bounds it is: then nobody is fined."""
    return early(st) > 0 and p.g - c.g < early(st) + p.u + c.u


def won(st: State, p: Press, c: Claim | None) -> None:
    """The claimant `c` (or whoever a keyed card says) lays: everyone else in the queue is beaten."""
    window = st.cut
    rivals = [q for q in (*window.queue, *window.moved) if q is not c] if window is not None else []
    tied = [q for q in rivals if c is not None and abs(q.g - c.g) <= q.u + c.u]
    near = min(tied or rivals, key=lambda q: abs(q.g - c.g), default=None) if c is not None else None
    st.rule(
        "cut.won", p.seat, p.t, entry=p.entry, by=tuple(q.seat for q in tied) or None, tie=bool(tied),
        margin=None if near is None or c is None else abs(near.g - c.g),
        u=p.u if near is None or c is None else near.u + c.u, of=None if c is None else c.entry,
    )  # fmt: skip
    beaten(st, rivals, c)


def beaten(st: State, rivals: list[Claim], c: Claim | None) -> None:
    for q in rivals:
        if c is None:
            st.rule("cut.beaten", q.seat, q.t, entry=q.entry, u=q.u)
            continue
        margin, joint = abs(q.g - c.g), q.u + c.u
        st.rule("cut.beaten", q.seat, q.t, entry=q.entry, margin=margin, u=joint, tie=margin <= joint)


def fail(st: State, t: int, g: int, entry: int | None) -> None:
    """The head did not lay, or its card is not identical: the next claimant may, or the regular seat goes on."""
    window = st.cut
    if window is None or not window.queue:
        return
    failed, queue = window.queue[0], window.queue[1:]
    st.cut = window._replace(queue=queue, since=g, since_u=queue[0].u if queue else 0)
    st.rule("cut.failed", failed.seat, t, entry=entry, draw=st.rules.cut_fail, of=failed.entry)


# -- claims that meet no window ------------------------------------------------------------------------------


def _named_later(st: State, c: Claim) -> bool:
    """The card claimed was named by a later line: when the claim was made its window may have been open."""
    return bool(st.plays) and st.plays[-1].name_entry > c.entry


def wrong_deadline(st: State, c: Claim) -> int:
    return c.g + (follow(st) if _named_later(st, c) else early(st))


def wrong(st: State, c: Claim, draw: bool = True) -> None:
    st.cut_wait.remove(c)
    fine = st.rules.cut_wrong_slap if draw and not c.edge else 0
    st.rule("cut.wrong", c.seat, c.t, entry=c.entry, draw=fine, u=c.u, tie=c.edge)


def followed(st: State, p: Press) -> None:
    """A DONE by a seat whose claim met no window: it followed through, so naming the card late fines nobody."""
    for c in list(st.cut_wait):
        if c.seat == p.seat and p.g - p.u - c.u <= c.g + follow(st) and _named_later(st, c):
            wrong(st, c, draw=False)
