"""What each seat's lamps show: from the table what stays, from what was just announced what shows for a while.

A lamp never tells anybody that a UNO window is open: nothing here reads `window`, and an early call answers only when
its ruling is announced. Patterns and tunes run on the board by name (firmware/unoseat/lamps.py and sounds.py); those
for a while lie over those that stay and end by themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from unotable.game.ruleset import RuleSet
from unotable.game.table import Table
from unotable.match.feed import REFUSED, FeedItem, fines

HURRY_SHARE = 0.5  # of the turn's time is gone when the lamp begins to hurry


@dataclass(frozen=True, slots=True)
class Lit:
    """A pattern that stays, with its argument; `until`, µs of the match, is when a hurry ends."""

    pattern: str
    arg: str = ""
    until: int | None = None

    def argument(self, now: int) -> str:
        """The argument as the board wants it: what is left of a hurry, in ms."""
        return self.arg if self.until is None else str(max(0, self.until - now) // 1000)


UNSEATED = Lit("unseated")


def flashes(items: Iterable[FeedItem]) -> list[tuple[int, Lit]]:
    """What new feed items show for a while: (seat, pattern)."""
    found: list[tuple[int, Lit]] = []
    for item in items:
        ruling = item.ruling
        if ruling is None or item.seat is None or item.kind == "withdrawn":
            continue
        if fines(item):
            found.append((item.seat, Lit("penalty", str(item.draw))))
        elif ruling.rule == "uno.called":
            found.append((item.seat, Lit("safe")))
        elif ruling.rule in REFUSED:
            found.append((item.seat, Lit("refused")))
    return found


class Lamps:
    """What stays, by the table alone."""

    def __init__(self, ruleset: RuleSet) -> None:
        self._turn_us = round(ruleset.time_turn_s * 1e6)

    def want(self, table: Table, seat: int, sure: bool, now: int) -> Lit:
        """What the seat's board shows at `now`; `sure` is whether its clock is."""
        if table.phase == "over" or not table.seat(seat).playing:
            return Lit("off")
        if table.paused:
            return Lit("paused")
        if table.phase == "cut" and table.claims[:1] == (seat,):
            return Lit("cut")
        if not sure:
            return Lit("unsure")
        if table.turn != seat or table.phase in ("slap", "scoring", "between"):
            return Lit("wait")
        return Lit("hurry", until=table.limit) if self.hurries(table, now) else Lit("turn")

    def hurries(self, table: Table, now: int) -> bool:
        """Is the running turn's time running out?"""
        return table.limit is not None and now >= self._hurry(table.limit)

    def next(self, table: Table, now: int) -> int | None:
        """The next t at which time alone changes a lamp."""
        return None if table.limit is None or self._hurry(table.limit) <= now else self._hurry(table.limit)

    def _hurry(self, limit: int) -> int:
        return limit - round(self._turn_us * (1 - HURRY_SHARE))
