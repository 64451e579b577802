"""A match played again: the table as it was known at any moment of it, from the lines that were written by then.

Pure but for `open`. Time is µs of the match. What is shown at `t` is the reading of the journal's entries up to `t`, so
a card named late is named late here too.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from pathlib import Path

from unotable.game.entry import Entry
from unotable.game.fold import Reading
from unotable.game.photo import photos, stopped
from unotable.game.ruleset import RuleSet
from unotable.game.table import Table
from unotable.journal import rules
from unotable.journal.file import MatchFile, read
from unotable.match.feed import FeedItem
from unotable.match.view import View

LONG_US = 8_000_000  # of nothing: playing jumps over it
LEAD_US = 2_000_000  # what is left of such a gap


class Replayed:
    """Stands at `at`; `seek` goes anywhere, `step`, `back` and `next_ruling` where something happens."""

    def __init__(self, match: MatchFile, ruleset: RuleSet) -> None:
        self.match = match
        self.ruleset = ruleset
        self.end = max((entry.t for entry in match.entries), default=0)
        self.times = sorted({entry.t for entry in match.entries})
        self.at = 0
        self._ordered = sorted(match.entries, key=lambda entry: (entry.t, entry.id))
        self._reading = Reading(match.header, ruleset)
        self._read = 0  # of _ordered
        self.seek(0)

    @classmethod
    def open(cls, path: Path | str) -> Replayed:
        """`JournalError`, `RulesError`: the file, or its rule set, cannot be read."""
        match = read(path)
        return cls(match, rules.load(match.header.rules, match.header.overrides))

    def seek(self, t: int) -> None:
        """The table at `t`, which is kept inside the match."""
        self.at = max(0, min(t, self.end))
        count = bisect_right(self._ordered, self.at, key=lambda entry: entry.t)
        if count < self._read:
            self._reading, self._read = Reading(self.match.header, self.ruleset), 0
        fresh = self._ordered[self._read : count]
        if self._in_order(fresh):
            self._reading.extend(fresh)
        else:  # a line written later is about an earlier time: what undo means depends on the order of lines
            self._reading = Reading(self.match.header, self.ruleset)
            self._reading.extend(sorted(self._ordered[:count], key=lambda entry: entry.id))
        self._read = count

    def _in_order(self, fresh: list[Entry]) -> bool:
        ids = [entry.id for entry in fresh]
        before = self._reading.entries[-1].id if self._reading.entries else 0
        return all(a < b for a, b in zip([before, *ids], ids, strict=False))

    @property
    def table(self) -> Table:
        return self._reading.table(self.at)

    def play(self, passed_us: int) -> None:
        """Time goes on; where nothing happens for long it is jumped over."""
        upcoming = self._after(self.at)
        if upcoming is not None and upcoming - self.at > LONG_US:
            self.seek(max(self.at + passed_us, upcoming - LEAD_US))
        else:
            self.seek(self.at + passed_us)

    def _after(self, t: int) -> int | None:
        return next(iter(self.times[bisect_right(self.times, t) :][:1]), None)

    def step(self) -> None:
        """The next line of the match."""
        upcoming = self._after(self.at)
        if upcoming is not None:
            self.seek(upcoming)

    def back(self) -> None:
        """The line before."""
        place = bisect_left(self.times, self.at)
        self.seek(self.times[place - 1] if place else 0)

    def next_ruling(self) -> bool:
        """Goes to where the referee says the next thing; false, and nowhere, if nothing more is said."""
        start, said = self.at, self.table.rulings
        while True:
            upcoming, deadline = self._after(self.at), self.table.deadline
            if deadline is not None and self.at < deadline < (self.end if upcoming is None else upcoming):
                self.seek(deadline)
            elif upcoming is not None:
                self.seek(upcoming)
            else:
                self.seek(start)
                return False
            now = self.table.rulings
            if len(now) > len(said) or any(ruling not in said for ruling in now):
                return True
            said = now

    def photo(self, by: int) -> bool:
        """Goes to the next press that a ruling was about (`by` 1) or the one before (−1); false where none is."""
        start = self.at
        if by < 0:
            before = [photo.t for photo in self.view.photos if photo.t < self.at]
            if before:
                self.seek(max(before))
            return bool(before)
        known = {(photo.entry, photo.t) for photo in self.view.photos}
        while self.next_ruling():
            if any((photo.entry, photo.t) not in known for photo in self.view.photos):
                return True
        self.seek(start)
        return False

    @property
    def view(self) -> View:
        """What the table's widgets show."""
        table = self.table
        feed = tuple(FeedItem(ruling.t, "ruling", ruling, ruling.seat, ruling.draw) for ruling in table.rulings)
        header, moves = self.match.header, self._reading.timeline.moves
        asked = stopped(moves) if table.paused else None
        return View(
            table, header, header.rules, feed=feed[-200:], path=str(self.match.path), asked=asked,
            photos=photos(moves, table.rulings, asked),
        )  # fmt: skip
