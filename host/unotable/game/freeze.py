"""State → Table: what screens, lamps and `replay --json` see."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from unotable.game import clockwork, scoring, turn
from unotable.game.pieces import made
from unotable.game.rulings import Ruling
from unotable.game.state import State
from unotable.game.table import Play, Seat, Table

NO_TURN = ("scoring", "between", "over")
time: Callable[[Ruling], int] = attrgetter("t")


class Ordered:
    """Rulings in order of time. Most are those of the last call, which are neither sorted nor looked at again."""

    def __init__(self) -> None:
        self._rulings: list[Ruling] = []
        self._ordered: tuple[Ruling, ...] = ()

    def of(self, rulings: list[Ruling]) -> tuple[Ruling, ...]:
        known = len(self._rulings)
        if rulings[:known] == self._rulings:  # mostly the very objects, which costs next to nothing
            new = sorted(rulings[known:], key=time)
            if not new:
                return self._ordered
            if not known or self._ordered[-1].t <= new[0].t:
                self._rulings, self._ordered = rulings[:], self._ordered + tuple(new)
                return self._ordered
        self._rulings, self._ordered = rulings[:], tuple(sorted(rulings, key=time))
        return self._ordered


def freeze(st: State, now: int, rulings: tuple[Ruling, ...]) -> Table:
    """The table at `now`, to which all deadlines have passed. rulings: those of the state, in order of time."""
    phase = st.phase()
    head = st.cut.queue[0] if st.cut is not None and st.cut.queue else None
    on_turn: int | None = head.seat if head is not None and phase == "cut" else st.turn
    if st.stage in NO_TURN or st.track == "buzzer":
        on_turn = None
    seats = tuple(
        Seat(i, st.names[i], st.cards[i], st.score[i], st.owed[i], st.playing[i], st.called[i], _open(st, i))
        for i in range(1, st.size + 1)
    )
    due = clockwork.due(st, set()) if st.paused_at is None else None
    teams, ends = scoring.teams(st), turn.ends(st)
    return Table(
        round=st.round, phase=phase, turn=on_turn, direction=st.direction, dealer=st.dealer, top=st.top.text,
        colour=st.colour, pending=st.attack.pending if st.attack is not None else 0, seats=seats,
        rulings=rulings, rounds=tuple(st.rounds), over=st.over,
        winners=st.winners, losers=st.losers, paused=st.paused_at is not None, needs=_needs(st, phase),
        now=now,
        since=(st.clock_run if st.clock_run is not None else 0) + st.lag,
        deadline=None if due is None else due.g + st.lag,
        claims=tuple(c.seat for c in st.cut.queue) if st.cut is not None else (),
        plays=tuple([made(Play,(p.entry, p.t, p.seat, p.card.text, p.n, p.cut, p.guess, p.named)) for p in st.plays]),
        silent=bool(st.silence),
        winner=st.winner,
        teams=tuple(teams) if any(len(team) > 1 for team in teams) else (),
        asked=st.asked if st.asks else None,
        limit=ends + st.lag if ends is not None and on_turn is not None and st.paused_at is None else None,
        track=st.track,
    )  # fmt: skip


def _open(st: State, seat: int) -> bool:
    window = st.windows[seat]
    return window is not None and window.state == "open"


def _needs(st: State, phase: str) -> tuple[str, ...]:
    needs: list[str] = []
    if phase == "first":
        needs.append("first")
    if phase in ("scoring",):
        needs += [f"hand:{seat}" for seat in scoring.missing(st)]
    if st.track == "buzzer":
        needs += [f"answer:{race.entry}" for race in st.races if not race.answered]
    if st.stage == "play":
        if st.needs_card >= 0 and st.plays and st.plays[-1].entry == st.needs_card and not st.plays[-1].card.told:
            needs.append("card")
        if st.asks:
            needs.append(st.asks)
        if st.challenge:
            needs.append("challenge")
        if st.swap_by:
            needs.append("swap")
    return tuple(needs)
