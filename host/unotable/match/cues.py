"""What is heard, of all that happens: for the boards' piezos and the laptop alike.

From the table what it comes to (a turn, a stopped match), from what was just announced the rest. As with lamps nothing
here reads `window`: a sound never tells that an UNO call is missing.
"""

from __future__ import annotations

from collections.abc import Iterable

from unotable.game.table import Table
from unotable.match.feed import REFUSED, FeedItem, fines
from unotable.match.view import Cue

KEPT = 12  # the latest cues in a view: more never sound at once


class Cues:
    """Compares each table with the one before. What the first one shows has been heard long ago."""

    def __init__(self, table: Table) -> None:
        self._turn = _turn(table)
        self._round = len(table.rounds), table.winner
        self._paused = table.paused
        self._hurried: object = None
        self._count = 0
        self.latest: tuple[Cue, ...] = ()

    def read(self, table: Table, items: Iterable[FeedItem], stopped: bool, hurry: bool) -> list[Cue]:
        """The new cues. `stopped`: a held UNO has paused the match. `hurry`: the running turn's time is running out."""
        found: list[tuple[str, int | None]] = []
        if table.paused and not self._paused and stopped:
            found.append(("dispute", None))
        for item in items:
            found += _said(item)
        ended = len(table.rounds), table.winner
        if ended != self._round and (table.winner is not None or ended[0] > self._round[0]) and not self._scored(table):
            found.append(("round", None))
        turn = _turn(table)
        if turn is not None and turn != self._turn and not table.paused:
            found.append(("turn", turn))
        now = (table.turn, table.since)
        if hurry and now != self._hurried and table.turn is not None:
            self._hurried = now
            found.append(("hurry", table.turn))
        self._turn, self._round, self._paused = turn, ended, table.paused
        made = [Cue(self._count + place, name, seat) for place, (name, seat) in enumerate(found, 1)]
        self._count += len(made)
        if made:
            self.latest = (*self.latest, *made)[-KEPT:]
        return made

    def _scored(self, table: Table) -> bool:
        """The hands of a round whose end was heard already are in."""
        rounds, winner = self._round
        return winner is not None and len(table.rounds) > rounds


def _turn(table: Table) -> int | None:
    return table.turn if table.phase in ("play", "attack") else None


def _said(item: FeedItem) -> list[tuple[str, int | None]]:
    ruling = item.ruling
    if ruling is None or item.kind == "withdrawn":
        return []
    out: list[tuple[str, int | None]] = []
    if ruling.rule == "uno.caught":
        out += [("caught", seat) for seat in ruling.by or ()]
    elif ruling.rule == "uno.called":
        out.append(("safe", ruling.seat))
    elif ruling.rule == "cut.won":
        out.append(("cut", ruling.seat))
    if fines(item):
        out.append(("penalty", item.seat))
    elif ruling.rule in REFUSED:
        out.append(("refused", item.seat))
    return out
