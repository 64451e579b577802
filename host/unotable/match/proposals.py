"""What explains a DONE out of turn, and which of those readings later presses leave open. Pure.

Nobody keys anything for number cards, so a card that was not told may have been a skip or a reverse, or somebody
forgot DONE. Each of these is a `Way` with the journal lines that make it so; that it was a wrong press needs none. A
way counts only if the timeline, read with its lines, makes that DONE legal.

No fine rests on a way that is open: none is taken up by itself that would change what anybody draws, and what only some
of the open ways would have somebody draw is held back until one is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from typing import Literal

from unotable.game.entry import Entry, Header
from unotable.game.fold import Reading
from unotable.game.ruleset import RuleSet
from unotable.game.table import Play, Table

Kind = Literal["skip", "reverse", "forgot", "wrong"]
REFUSED = ("turn.out_of_order", "turn.repeated", "turn.preempted")  # what a DONE out of place comes to
RECENT_US = 3_500_000  # besides `turn.early_ms`: a DONE that is explained at all was just made
# Lines by which people say themselves what happened.
DECIDES = ("set", "out", "end", "round", "leave", "fault", "deny")
ABOUT = ("card", "fix", "undo", "overrule")  # these where they are about the press, the guess or the play it names
DRUMMED = 200  # presses since the latest card, and more: nobody is playing, and reading them all again would take long
FACES = {"skip": "?s", "reverse": "?r"}
FineKey = tuple[str, int | None, int | None, int | None, int | None]


@dataclass(frozen=True, slots=True)
class Way:
    """One reading. `seat` laid the card, forgot DONE, or pressed by mistake; `lines` get their ids when written."""

    kind: Kind
    seat: int
    lines: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """What is open about the press `done` (an entry) of `seat`, where `expected` was on turn.

    `ways` are ranked, the likeliest first; the one at `taken` is what the journal says now. `written` are the lines
    written for it so far, `play` the one that a way names, `judged` the last press that was compared with the ways.
    """

    done: int
    t: int
    seat: int
    expected: int
    ways: tuple[Way, ...]
    taken: int
    round: int
    play: int | None = None
    written: tuple[int, ...] = ()
    judged: int = 0


@dataclass(frozen=True)
class Match:
    """What ways are read from: the match without them, and its reading (made where none is given)."""

    header: Header
    rules: RuleSet
    entries: tuple[Entry, ...]
    reading: Reading | None = None

    @cached_property
    def _read(self) -> Reading:
        if self.reading is not None:
            return self.reading
        reading = Reading(self.header, self.rules)
        reading.extend(self.entries)
        return reading

    def before(self, done: Entry) -> Table:
        """The table on which the press came."""
        return self._read.before(done.id).table(done.t)

    def table(self, way: Way, now: int) -> Table:
        """The table at `now` if it was so: only what its lines change is read again."""
        if not way.lines:
            return self._read.table(now)
        first = max((entry.id for entry in self.entries), default=0) + 1
        fork = self._read.fork()
        fork.extend(line._replace(id=first + index) for index, line in enumerate(way.lines))
        return fork.table(now)


def unexplained(before: Table, after: Table, entries: Sequence[Entry], rules: RuleSet) -> Entry | None:
    """A DONE that `after` finds out of turn and `before` did not: the earliest."""
    recent = RECENT_US + rules.turn_early_ms * 1000

    def ruled(table: Table) -> list[int]:
        """The newest first."""
        return [
            ruling.entry
            for ruling in takewhile(lambda ruling: after.now - ruling.t <= recent, reversed(table.rulings))
            if ruling.rule == "turn.out_of_order" and ruling.entry is not None
        ]

    known = set(ruled(before))
    for number in reversed(ruled(after)):
        entry = None if number in known else next((it for it in reversed(entries) if it.id == number), None)
        if entry is not None and entry.do == "done" and entry.via != "guess" and after.now - entry.t <= recent:
            return entry
    return None


def drummed(table: Table, done: Entry, entries: Sequence[Entry]) -> bool:
    """Is it plain from the table that came of it, which costs nothing, that so many presses explain nothing?"""
    last = table.plays[-1] if table.plays else None
    return (last is None or last.t <= done.t) and _drummed(last, entries)


def _drummed(last: Play | None, entries: Sequence[Entry]) -> bool:
    return sum(it.press and it.t >= (last.t if last else 0) for it in entries[-2 * DRUMMED :]) > DRUMMED


def explain(match: Match, done: Entry, now: int) -> Proposal | None:
    """All that explains the press, `None` where nothing does. `now` is when `turn.early_ms` has passed."""
    if done.seat is None:
        return None
    before = match.before(done)
    if before.track != "full" or before.phase != "play" or before.paused or before.turn in (None, done.seat):
        return None
    assert before.turn is not None
    last = before.plays[-1] if before.plays else None
    if _drummed(last, match.entries):
        return None
    wrong = Way("wrong", done.seat)
    as_it_is = match.table(wrong, now)
    ways: list[Way] = []
    free: list[bool] = []
    seen: list[tuple[int | None, int]] = []
    for way in _candidates(before, done):
        table = match.table(way, now)
        effect = (table.turn, table.direction)
        if refused(table, done.id) or (effect in seen and way.kind == "reverse"):  # of two players it is the skip
            continue
        seen.append(effect)
        ways.append(way)
        free.append(may_be_taken(table, as_it_is))
    if not ways:
        return None
    ways.append(wrong)
    taken = free.index(True) if True in free else len(ways) - 1
    play = last.entry if last is not None and any(way.kind in FACES for way in ways) else None
    return Proposal(
        done.id, done.t, done.seat, before.turn, tuple(ways), taken, before.round, play, judged=done.id
    )  # fmt: skip


def _candidates(before: Table, done: Entry) -> list[Way]:
    """Ranked by how often they happen: of 108 cards 8 skip and 8 reverse, and a player forgets less often than that."""
    ways: list[Way] = []
    last = before.plays[-1] if before.plays else None
    if last is not None and last.card == "??":
        for kind, face in FACES.items():
            line = Entry(0, done.t, "card", of=last.entry, card=face, via="guess")
            ways.append(Way("skip" if kind == "skip" else "reverse", last.seat, (line,)))
    # As late as it can be: what was announced in that turn stands.
    at = max(0, done.t - 1)
    if before.turn is not None:
        ways.append(Way("forgot", before.turn, (Entry(0, at, "done", press=True, seat=before.turn, via="guess"),)))
    return ways


def refused(table: Table, entry: int) -> bool:
    return any(ruling.entry == entry and ruling.rule in REFUSED for ruling in table.rulings)


def fines(table: Table) -> dict[FineKey, int]:
    """Everything that has somebody draw, by what makes it the same in two readings, and how many cards."""
    out: dict[FineKey, int] = {}
    for ruling in table.rulings:
        if ruling.draw:
            at = ruling.t if ruling.entry is None else None
            out[(ruling.rule, ruling.seat, ruling.entry, at, ruling.draw)] = ruling.draw
    return out


def may_be_taken(table: Table, as_it_is: Table) -> bool:
    """Whether a way may be gone on with by itself: nobody draws or gives back anything for it, and no round ends."""
    return table.phase not in ("scoring", "between", "over") and fines(table) == fines(as_it_is)


def without(entries: Sequence[Entry], proposal: Proposal) -> tuple[Entry, ...]:
    """The match as people made it: without the lines written for the proposal."""
    written = set(proposal.written)
    return tuple(entry for entry in entries if entry.id not in written)


def decided(proposal: Proposal, entries: Sequence[Entry], table: Table) -> bool:
    """Whether people have said what it was, or the round is over."""
    if table.round != proposal.round or table.phase in ("scoring", "between", "over"):
        return True
    about = {proposal.done, *proposal.written} | ({proposal.play} if proposal.play is not None else set())
    for entry in entries:
        if entry.id <= proposal.done or entry.id in proposal.written:
            continue
        if entry.do == "card" and entry.of == proposal.done:  # tells only that it was no mistake
            continue
        if entry.do in DECIDES or (entry.do in ABOUT and entry.of in about):
            return True
    return False


def narrow(proposal: Proposal, match: Match, now: int) -> Proposal:
    """The ways that the DONEs since leave open; a press that fits none decides nothing. A card told for the press
    itself says that it was no mistake."""
    ways = list(proposal.ways)
    if any(entry.do == "card" and entry.of == proposal.done for entry in match.entries):
        ways = [way for way in ways if way.kind != "wrong"] or ways
    early = match.rules.turn_early_ms * 1000
    later = [entry for entry in _unjudged(proposal, match.entries) if entry.t + early <= now]
    tables = {way: match.table(way, now) for way in ways} if later else {}
    for entry in later:
        ways = [way for way in ways if not refused(tables[way], entry.id)] or ways
    if not later and len(ways) == len(proposal.ways):
        return proposal
    kept = proposal.ways[proposal.taken]
    judged = max([proposal.judged, *(entry.id for entry in later)])
    return replace(proposal, ways=tuple(ways), taken=ways.index(kept) if kept in ways else 0, judged=judged)


def judges_at(proposal: Proposal, match: Match) -> int | None:
    """When the next DONE can be judged: until `turn.early_ms` has passed it may still be in turn."""
    early = match.rules.turn_early_ms * 1000
    return min((entry.t + early for entry in _unjudged(proposal, match.entries)), default=None)


def _unjudged(proposal: Proposal, entries: Sequence[Entry]) -> list[Entry]:
    return [
        entry
        for entry in entries
        if entry.do == "done" and entry.id > proposal.judged and entry.t > proposal.t
        and not entry.held and entry.via != "guess"
    ]  # fmt: skip


def hold_back(proposal: Proposal, match: Match, table: Table) -> Table:
    """`table` without what rests on the proposal: cards that not every open way has somebody draw."""
    drawn = fines(table)
    if not any(ruling.draw and ruling.t >= proposal.t for ruling in table.rulings):
        return table
    others = [fines(match.table(way, table.now)) for way in proposal.ways if way is not proposal.ways[proposal.taken]]
    rest = {key for key in drawn if not all(key in other for other in others)}
    if not rest:
        return table
    cards = {seat.seat: seat.cards for seat in table.seats}
    kept = []
    for ruling in table.rulings:
        at = ruling.t if ruling.entry is None else None
        if ruling.draw and (ruling.rule, ruling.seat, ruling.entry, at, ruling.draw) in rest:
            if ruling.seat is not None:
                cards[ruling.seat] = max(0, cards[ruling.seat] - ruling.draw)
        else:
            kept.append(ruling)
    seats = tuple(replace(seat, cards=cards[seat.seat]) for seat in table.seats)
    return replace(table, rulings=tuple(kept), seats=seats)
