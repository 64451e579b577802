"""timeline → Table: takes one move at a time, lets deadlines pass between them, and freezes the result.

`Reading` is the live form: entries are added as the host learns of them, each reads again only from its own time.
`fold` is the same in one call. Both are pure: no clock, no I/O; `now` is passed in.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable
from copy import copy
from dataclasses import replace
from itertools import zip_longest

from unotable.game import clockwork, commands, presses
from unotable.game.cards import parse
from unotable.game.entry import Entry, Header
from unotable.game.freeze import Ordered, freeze
from unotable.game.pieces import Name
from unotable.game.ruleset import RuleSet
from unotable.game.scoring import begin
from unotable.game.state import State
from unotable.game.table import Table
from unotable.game.timeline import META, Timeline, build, order, time

OPEN = ("card", "overrule")  # what these are about is found on the table, where they do not say it
MANY = 250  # entries from which on it is quicker to sort the whole timeline than to put each into its place
SNAPSHOT_EVERY = 64  # moves; an addition re-reads at most this many more than it must, or a quarter more


def fold(header: Header, rules: RuleSet, entries: Iterable[Entry], now: int | None = None) -> Table:
    """The table at `now` (µs since the match began; default: the last entry's `t`)."""
    reading = Reading(header, rules)
    reading.extend(entries)
    return reading.table(now)


class Reading:
    """A match being read. Add entries in any order of time; their ids are the line numbers."""

    def __init__(self, header: Header, rules: RuleSet) -> None:
        self.header = header
        self.rules = rules
        self.entries: list[Entry] = []
        self.timeline = Timeline()
        self.last_t = 0
        self._state = self._begin()
        self._read = 0  # moves that _state contains
        self._snapshots: list[tuple[int, State]] = []
        self._resolved: dict[int, _Resolved] = {}
        self._ordered = Ordered()

    def extend(self, entries: Iterable[Entry]) -> None:
        """Add entries; only what comes after the first of them in time is read again, and once."""
        new = list(entries)
        self.entries += new
        self.last_t = max(self.last_t, max(map(time, new), default=0))
        moves = self.timeline.moves
        if not moves:
            self.timeline = build(self.entries)
        elif len(new) > MANY or not all(map(_plain, new)):
            self._rebuild()
        elif new:
            for entry in new:
                insort(moves, entry, key=order)
            self.timeline.umax = max(self.timeline.umax, max(entry.u for entry in new))
            self._rewind(min(map(self._reach, new)))
        self._catch_up()

    def add(self, entry: Entry) -> None:
        """Add one entry."""
        self.extend((entry,))

    def fork(self) -> Reading:
        """Another reading that goes on from here by itself: what if these lines were there, too?"""
        other = Reading.__new__(Reading)
        other.__dict__.update(self.__dict__)
        other.entries = self.entries[:]
        other.timeline = replace(self.timeline, moves=self.timeline.moves[:])
        other._state = self._state.copy()
        other._snapshots = self._snapshots[:]
        other._resolved = dict(self._resolved)
        other._ordered = copy(self._ordered)
        return other

    def before(self, press: int) -> Reading:
        """Another reading: as if that press (an entry) and all after it had never been made."""
        other = self.fork()
        moves = other.timeline.moves
        at = next((index for index in range(len(moves) - 1, -1, -1) if moves[index].id == press), len(moves))
        reached = [self._reach(move) for move in moves[at:] if move.press]
        if reached:
            moves[at:] = [move for move in moves[at:] if not move.press]
            other._rewind(min(reached))
            other._catch_up()
        return other

    def table(self, now: int | None = None) -> Table:
        """The table at `now`, default the last entry's time. Deadlines equal to `now` have passed."""
        at = max(self.last_t if now is None else now, self._last_move_t())
        state = self._at(at)
        return freeze(state, at, self._ordered.of(state.rulings))

    def cuts(self) -> dict[int, int]:
        """Every cut of the match, this round's and those of the rounds before: its entry, and that of the play it was
        laid on."""
        state = self._at(max(self.last_t, self._last_move_t()))
        return dict(state.cuts + state.laid_on())

    # -- reading ------------------------------------------------------------------------------------------

    def _begin(self) -> State:
        """The first round dealt, nothing read."""
        state = State(self.rules, self.header.seats, self.header.dealer, self.header.track)
        begin(state, self.header.dealer)
        return state

    def _at(self, now: int) -> State:
        """What is read, with the deadlines up to `now` passed: not to be changed."""
        state = self._state
        if clockwork.runs(state):
            state = state.copy()
            clockwork.pass_time(state, now, inclusive=True)
        return state

    def _last_move_t(self) -> int:
        return self.timeline.moves[-1].t if self.timeline.moves else 0

    def _reach(self, entry: Entry) -> tuple[int, int]:
        """From where an addition must be read: its bounds may save somebody from an earlier deadline."""
        meets = entry.press or entry.do in clockwork.LAYING
        if not meets or (entry.u == 0 and self.timeline.umax == 0):
            return order(entry)
        return (entry.t - entry.u - self.timeline.umax, -1)

    def _rebuild(self) -> None:
        """Lines that change other lines: build anew, and re-read from the first difference."""
        old, new = self.timeline, build(self.entries)
        self.timeline = new
        far = 2 * max(old.umax, new.umax)  # any move from the first difference on may reach so far back
        changed: list[tuple[int, int]] = []
        for mine, theirs in zip_longest(old.moves, new.moves):
            if mine is not theirs and mine != theirs:
                changed = [(e.t - far, -1) if far else order(e) for e in (mine, theirs) if e is not None]
                break
        told: set[int] = set()  # moves of which other lines now tell something else
        for was, now in ((old.namings, new.namings), (old.overruled, new.overruled)):
            told |= {i for i in was.keys() | now.keys() if was.get(i) != now.get(i)}
        if told:
            changed += [order(e) for e in new.moves if e.id in told]
        if old.suppressed != new.suppressed:
            changed.append((-1, -1))
        if changed:
            self._rewind(min(changed))

    def _rewind(self, at: tuple[int, int]) -> None:
        """Forget everything read at or after `at`, and what was settled from there."""
        again = True
        while again:
            again = False
            for i, resolved in list(self._resolved.items()):
                if resolved.made >= at:
                    del self._resolved[i]
                    if resolved.acts < at:
                        at, again = resolved.acts, True
        self._back_to(bisect_left(self.timeline.moves, at, key=order))

    def _back_to(self, index: int) -> None:
        if index >= self._read:
            return
        while self._snapshots and self._snapshots[-1][0] > index:
            self._snapshots.pop()
        if self._snapshots:
            self._read, snapshot = self._snapshots[-1]
            self._state = snapshot.copy()
        else:
            self._read, self._state = 0, self._begin()

    def _catch_up(self) -> None:
        """Read the moves that are not in the state yet."""
        self._bind()
        moves, umax = self.timeline.moves, self.timeline.umax
        state, read, spent, resolved = self._state, self._read, self._spent, self._resolved
        snapshot = (self._snapshots[-1][0] if self._snapshots else 0) + SNAPSHOT_EVERY
        while read < len(moves):
            if read >= snapshot:
                self._keep(read, state.copy())
                snapshot = read + SNAPSHOT_EVERY
            move = moves[read]
            do = move.do
            if do == "card" and state.plays and state.plays[-1].entry == move.of:
                read += 1  # it names the latest play, which knows it already; what is due comes next
                continue
            if move.id in spent:
                read += 1
                continue
            if clockwork.runs(state):
                clockwork.pass_time(state, move.t, moves, read, umax)
            if do in OPEN and move.of is None and move.id not in resolved:
                found = self._names(state, move) if do == "card" else self._overrules(state, move)
                if found is not None:
                    resolved[move.id] = found
                    self._read = read
                    self._back_to(bisect_left(moves, found.acts, key=order))
                    self._bind()
                    state, read, spent = self._state, self._read, self._spent
                    snapshot = (self._snapshots[-1][0] if self._snapshots else 0) + SNAPSHOT_EVERY
                    continue
            if move.press:
                presses.apply(state, move)
            elif do != "card" or move.id not in resolved:
                commands.apply(state, move)
            clockwork.settle(state, move.t, move.u, move.id)
            read += 1
        self._read = read

    def _keep(self, read: int, state: State) -> None:
        """One more snapshot; of old ones only as many as it takes to re-read at most a quarter more than one must."""
        kept = self._snapshots
        kept.append((read, state))
        for i in range(len(kept) - 2, 0, -1):
            if kept[i + 1][0] - kept[i - 1][0] <= (read - kept[i + 1][0]) // 4:
                del kept[i]

    def _bind(self) -> None:
        """Give the state what later lines tell of earlier plays."""
        namings, suppressed = self.timeline.namings, set(self.timeline.suppressed)
        self._spent: set[int] = set()
        if self._resolved:
            namings = dict(namings)
            for resolved in self._resolved.values():
                if resolved.names is not None:
                    namings[resolved.play] = resolved.names
                if resolved.spends is not None:
                    self._spent.add(resolved.spends)
                if resolved.suppresses is not None:
                    suppressed.add(resolved.suppresses)
        overruled = dict(self.timeline.overruled)
        overruled.update((i, (r.of, r.seat)) for i, r in self._resolved.items() if r.names is None)
        self._state.overruled = overruled
        self._state.namings = namings
        self._state.suppressed = frozenset(suppressed)
        self._state.forced = self.timeline.forced

    # -- what depends on the table ------------------------------------------------------------------------

    def _names(self, state: State, move: Entry) -> _Resolved | None:
        """Which play a `card` without `of` names."""
        if not state.plays or state.stage == "first":
            return None
        if move.seat is None:
            play = state.plays[-1]
            unnamed = None if play.named or play.card.told else play
        else:
            mine = (p for p in reversed(state.plays) if p.seat == move.seat)
            unnamed = next((p for p in mine if not p.named and not p.card.told), None)
        if unnamed is None:
            return None
        where = next((order(e) for e in self.timeline.moves if e.id == unnamed.entry), None)
        if where is None:
            return None
        n = unnamed.n if move.n is None and unnamed.told else move.n
        name = Name(parse(move.card or "??"), n, move.id, move.via == "guess")
        return _Resolved(order(move), where, play=unnamed.entry, names=name)

    def _overrules(self, state: State, move: Entry) -> _Resolved | None:
        """Which ruling an `overrule` without `of` is about."""
        matching = [r for r in state.rulings if r.rule == move.rule and (move.about is None or r.seat == move.about)]
        if move.rule is None or not matching:
            return None
        ruling = max(enumerate(matching), key=lambda pair: (pair[1].t, pair[0]))[1]
        cause = next((e for e in self.timeline.moves if e.id == ruling.entry), None)
        if cause is None:
            key = (ruling.rule, ruling.entry, None, None) if ruling.entry is not None else (
                ruling.rule, None, ruling.seat, ruling.t,
            )  # fmt: skip
            return _Resolved(order(move), (-1, -1), suppresses=key, of=ruling.entry, seat=ruling.seat)
        if cause.press:
            return _Resolved(order(move), self._reach(cause), spends=cause.id, of=cause.id, seat=ruling.seat)
        return _Resolved(
            order(move), order(cause), suppresses=(ruling.rule, cause.id, None, None), of=cause.id, seat=ruling.seat
        )


def _plain(entry: Entry) -> bool:
    """A move that changes no other line."""
    return entry.do not in META and not entry.held and not (entry.do == "card" and entry.of is not None)


class _Resolved:
    """What a `card` or `overrule` without `of` was found to mean; `acts` is the time from which that holds."""

    __slots__ = ("acts", "made", "names", "of", "play", "seat", "spends", "suppresses")

    def __init__(
        self,
        made: tuple[int, int],
        acts: tuple[int, int],
        *,
        play: int = -1,
        names: Name | None = None,
        spends: int | None = None,
        suppresses: tuple[str, int | None, int | None, int | None] | None = None,
        of: int | None = None,
        seat: int | None = None,
    ) -> None:
        self.made, self.acts = made, acts
        self.play, self.names = play, names
        self.spends, self.suppresses, self.of, self.seat = spends, suppresses, of, seat
