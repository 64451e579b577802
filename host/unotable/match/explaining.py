"""The proposal that is open in a match: taken up, narrowed by later presses, decided by a key.

What is read is always in the journal: a way's lines say `via: guess`, and are undone when it was otherwise. Nothing
else is remembered, so that a replay is exact; a match that is gone on with keeps its guess, without the question.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace

from unotable.game.entry import Entry
from unotable.game.fold import Reading
from unotable.game.table import Table
from unotable.journal.errors import JournalError
from unotable.match import proposals
from unotable.match.proposals import Match, Proposal, Way

ASKED = 1000  # presses: more than hands make in the seconds in which one is explained
Write = Callable[[Entry], Entry]  # an entry without an id → as it is on disk and in the reading


class Explaining:
    """`write` puts a line on disk and into `reading`."""

    def __init__(self, reading: Reading, write: Write) -> None:
        self._reading = reading
        self._write = write
        self._asked: deque[int] = deque(maxlen=ASKED)  # presses that were explained once are not explained again
        self._bare: Reading | None = None  # the match without the lines of the open proposal
        self.proposal: Proposal | None = None
        self.next: int | None = None  # t at which time alone lets a press be judged

    def read(self, before: Table, at: int) -> Table:
        """The table at `at`, once an open proposal has heard what is new and a DONE out of turn has been explained."""
        table = self._reading.table(at)
        try:
            if self.proposal is not None:
                table = self._go_on(self.proposal, table, at)
            table = self._begin(before, table, at)
        except JournalError:  # the disk is full: then it is simply out of turn
            self.proposal = None
            table = self._reading.table(at)
        self.next = None
        if self.proposal is not None:
            match = self._match(self.proposal)
            self.next = proposals.judges_at(self.proposal, match)
            table = proposals.hold_back(self.proposal, match, table)
        return table

    def decide(self, number: int, at: int) -> bool:
        """Way `number` (from 1) it was; false where there is none."""
        proposal = self.proposal
        if proposal is None or not 1 <= number <= len(proposal.ways):
            return False
        if number - 1 != proposal.taken:
            self._take(proposal, proposal.ways[number - 1], at)
        self.proposal = None
        return True

    # -- steps --------------------------------------------------------------------------------------------------

    def _begin(self, before: Table, table: Table, at: int) -> Table:
        """A new proposal ends an open one that its press did not fit: what is taken up stays so."""
        done = proposals.unexplained(before, table, self._reading.entries, self._reading.rules)
        if done is None or done.id in self._asked:
            return table
        self._asked.append(done.id)
        if proposals.drummed(table, done, self._reading.entries):
            return table
        bare = self._reading.fork()
        found = proposals.explain(_match(bare), done, at)
        if found is None:
            return table
        self.proposal, self._bare = found, bare
        self._take(found, found.ways[found.taken], at)
        return self._reading.table(at)

    def _go_on(self, proposal: Proposal, table: Table, at: int) -> Table:
        if proposals.decided(proposal, self._reading.entries, table):
            self.proposal = None
            return table
        match = self._match(proposal)
        left = proposals.narrow(proposal, match, at)
        if left is proposal:
            return table
        kept = proposal.ways[proposal.taken]
        if left.ways[left.taken] != kept:
            bare = match.table(Way("wrong", proposal.seat), at)
            free = [w for w in left.ways if len(left.ways) == 1 or proposals.may_be_taken(match.table(w, at), bare)]
            way = free[0] if free else left.ways[-1]
            left = replace(left, taken=left.ways.index(way))
            self.proposal = left
            self._take(left, way, at)
        else:
            self.proposal = left
        if len(left.ways) == 1:
            self.proposal = None
        return self._reading.table(at)

    def _take(self, proposal: Proposal, way: Way, at: int) -> None:
        """The journal says that it was so: what it said before is undone."""
        undone = {entry.of for entry in self._reading.entries if entry.do == "undo"}
        guesses = [entry for entry in self._reading.entries if entry.id in proposal.written and entry.do != "undo"]
        new = [Entry(0, max(0, at), "undo", of=entry.id) for entry in guesses if entry.id not in undone]
        for line in (*new, *way.lines):
            entry = self._write(line)
            if self.proposal is not None:
                self.proposal = replace(self.proposal, written=(*self.proposal.written, entry.id))

    def _match(self, proposal: Proposal) -> Match:
        """The match as people made it, up to now."""
        bare = self._bare
        assert bare is not None
        known = len(bare.entries) + len(proposal.written)
        if known < len(self._reading.entries):
            have = {entry.id for entry in bare.entries}
            bare.extend(e for e in proposals.without(self._reading.entries, proposal) if e.id not in have)
        return _match(bare)


def _match(reading: Reading) -> Match:
    return Match(reading.header, reading.rules, tuple(reading.entries), reading)
