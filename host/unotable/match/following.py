"""A match as somebody sees it who only reads its journal: lines in, one view out. Pure; time is passed in.

The referee knows more than the file says, such as whether a DONE that is still down may become a hold. So a follower
stands a little behind: a DONE is shown once nobody can hold it any more, and a deadline passes `LATE_US` after its
time, when every press from before it has been written. What turns out otherwise is read again, as it is at the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from unotable.game.entry import Entry, Header
from unotable.game.fold import Reading
from unotable.game.ruleset import RuleSet
from unotable.match import proposals
from unotable.match.feed import Feed
from unotable.match.looks import Looks
from unotable.match.proposals import Match, Proposal
from unotable.match.view import BoardView, View
from unotable.match.watermark import Watermark, may_be_held

LATE_US = 1_000_000


class Following:
    """`entries` are what was written when it began: told as settled long ago. `path` is only shown."""

    def __init__(self, header: Header, ruleset: RuleSet, entries: Sequence[Entry], path: str = "") -> None:
        self.header = header
        self.ruleset = ruleset
        self._reading = Reading(header, ruleset)
        self._reading.extend(entries)
        self._looks = Looks(header, self._reading.entries, path)
        self._table = self._reading.table(self._reading.last_t)
        self._feed = Feed(self._table)
        self._waiting: list[Entry] = []
        self._water = Watermark()
        self._told: Proposal | None = None
        self._proposal: Proposal | None = None

    def asks(self, proposal: Proposal | None) -> None:
        """What is open at the table, as its owner tells; it counts once all that it is about has been read here."""
        self._told = proposal

    def take(self, entries: Sequence[Entry], live: bool) -> None:
        """Lines that were written since. `live`: just now, so that a press among them may still become a hold."""
        for entry in entries:
            if entry.do == "hold" and entry.of is not None:
                self._water.up(entry.of)
            elif live and entry.press and not entry.held:
                down = may_be_held(self._table, entry.seat, entry.do)
                self._water.press(entry.id, entry.t, entry.u, down)
        self._waiting.extend(entries)

    def read(self, now: int | None) -> bool:
        """Reads the table as of `now`, µs of the match (`None`: nobody plays; the last line's time). Is it another?"""
        ready, self._waiting = self._ready(now)
        self._reading.extend(ready)
        deadline = self._table.deadline
        passed = now is not None and deadline is not None and deadline <= now - LATE_US
        proposal = self._told if self._told is not None and self._known(self._told) else None
        if not ready and not passed and proposal == self._proposal:
            return False
        self._proposal = proposal
        at = max(self._table.now, self._reading.last_t, now - LATE_US if passed and now is not None else 0)
        self._table = self._reading.table(at)
        if proposal is not None:
            made = Match(self.header, self.ruleset, proposals.without(self._reading.entries, proposal))
            self._table = proposals.hold_back(proposal, made, self._table)
        self._feed.read(self._table)
        return True

    def _known(self, proposal: Proposal) -> bool:
        seats = {proposal.seat, proposal.expected, *(way.seat for way in proposal.ways)}
        return (
            max((proposal.done, *proposal.written)) <= len(self._reading.entries)
            and seats <= {seat.seat for seat in self._table.seats}
            and 0 <= proposal.taken < len(proposal.ways)
        )

    def _ready(self, now: int | None) -> tuple[list[Entry], list[Entry]]:
        first = None if now is None else self._water.upto(now)
        if first is None:
            return self._waiting, []
        return (
            [entry for entry in self._waiting if entry.t < first],
            [entry for entry in self._waiting if entry.t >= first],
        )

    def view(self, boards: tuple[BoardView, ...] = (), start_ns: int = 0, message: str | None = None) -> View:
        """What the table's screens show."""
        return replace(
            self._looks.view(self._table, self._reading.timeline.moves),
            boards=boards,
            feed=self._feed.items,
            message=message,
            start_ns=start_ns,
            proposal=self._proposal,
        )
