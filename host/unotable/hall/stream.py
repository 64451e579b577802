"""A journal's lines → what is published of them: events and the sheet of scores. Pure, and the same every time.

Each line is read on its own, so what line n led to depends on the lines up to n alone: events have the same numbers
whenever a table sends them again, and from a copy of the journal. A correction is more events: a
ruling withdrawn, a round counted anew.
"""

from __future__ import annotations

import hashlib

from unotable.game.entry import Entry, Header
from unotable.game.fold import Reading
from unotable.game.ruleset import RuleSet
from unotable.game.table import Round, Table
from unotable.hall.messages import Event, Result, Said, Score, Sheet
from unotable.journal.codec import dumps, line_of
from unotable.match.feed import news


def match_id(header: Header, first: Entry) -> str:
    """The name of a match: its header and first entry, whose time in µs tells apart what began in the same second."""
    text = dumps(line_of(header)) + "\n" + dumps(line_of(first))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


class Stream:
    """A match being read. `match` is its name, empty before the first entry; `line` and `seq` count what was read."""

    def __init__(self, header: Header, rules: RuleSet) -> None:
        self.header = header
        self.match = ""
        self.line = 0
        self.seq = 0
        self._rules = rules
        self._reading = Reading(header, rules)
        self.table = self._reading.table()
        self._rulings = self.table.rulings
        self._rounds: tuple[Round, ...] = ()
        self._held: dict[str, int] = {}

    def read(self, entry: Entry) -> list[Event]:
        """The next line; its events in order."""
        if not self.match:
            self.match = match_id(self.header, entry)
        self._reading.add(entry)
        self.line = entry.id
        table = self.table = self._reading.table()
        said, results = self._said(table), self._results(table)
        self._held = _held(table, self._held)
        out = []
        for k, (item, result) in enumerate([*((s, None) for s in said), *((None, r) for r in results)]):
            self.seq += 1
            out.append(Event(v=1, match=self.match, line=self.line, k=k, seq=self.seq, said=item, round=result))
        return out

    @property
    def sheet(self) -> Sheet | None:
        """The scores as of the line read last; `None` before the first."""
        if not self.match:
            return None
        table, won = self.table, [round_.winner for round_ in self.table.rounds]
        return Sheet(
            v=1,
            match=self.match,
            line=self.line,
            events=self.seq,
            rules=self.header.rules,
            mode=self._rules.score_mode,
            track=table.track,  # type: ignore[arg-type]  # one of the three: the journal's model says so
            started=self.header.started,
            rounds=len(table.rounds),
            over=table.over,
            seats=tuple(
                Score(name=seat.name, score=seat.score, won=won.count(seat.seat),
                      cards=self._held.get(seat.name, 0), playing=seat.playing)
                for seat in table.seats
            ),
            winners=table.winners,
            losers=table.losers,
        )  # fmt: skip

    def _said(self, table: Table) -> list[Said]:
        items = news(self._rulings, table.rulings, table.now)
        self._rulings = table.rulings
        return [Said.of_item(item) for item in items]

    def _results(self, table: Table) -> list[Result]:
        """Rounds that are new, counted otherwise now, or taken back."""
        now, before = table.rounds, self._rounds
        self._rounds = now
        return [
            Result.of_round(number, now[number - 1] if number <= len(now) else None)
            for number in range(1, max(len(now), len(before)) + 1)
            if now[number - 1 : number] != before[number - 1 : number]
        ]


def _held(table: Table, before: dict[str, int]) -> dict[str, int]:
    """Each player's cards when the latest round ended: after it they are counted anew."""
    if table.phase not in ("scoring", "between", "over"):
        return before
    return {seat.name: max(0, seat.cards) for seat in table.seats}
