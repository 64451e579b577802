"""Which match is played: the file to go on with, or a new one; and its rule set.

Matches are kept in the matches folder, those of `demo` in one below it by seed, so that neither is taken for the
other. Where a match cannot be opened the error is a sentence for a person.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from unotable.config import paths
from unotable.game.entry import Header
from unotable.game.fold import fold
from unotable.game.ruleset import RuleSet
from unotable.game.table import Table
from unotable.journal import rules
from unotable.journal.errors import JournalError, RulesError
from unotable.journal.file import Journal, MatchFile, new_path
from unotable.journal.matches import unfinished


@dataclass(frozen=True, slots=True)
class Wish:
    """The match asked for. What is `None` is whatever the newest unfinished match has."""

    seats: tuple[str, ...] | None = None
    rules: str | None = None
    overrides: Mapping[str, object] | None = None
    track: str | None = None
    dealer: int | None = None
    rounds: int | None = None  # a match with as many rounds played counts as finished

    def header(self, now: datetime) -> dict[str, object]:
        """The header of such a match begun now; `RulesError` where there is no such rule set."""
        base, overrides = rules.frozen("mattel" if self.rules is None else self.rules, self.overrides)
        header: dict[str, object] = {"unotable": 1, "rules": base, "seats": list(self.seats or ())}
        if overrides:
            header["set"] = overrides
        if self.track not in (None, "full"):
            header["track"] = self.track
        if self.dealer is not None:
            header["dealer"] = self.dealer
        header["started"] = now.isoformat(timespec="seconds")
        return header

    def fits(self, header: Header) -> bool:
        if self.rules is not None or self.overrides:
            base, overrides = rules.frozen(header.rules if self.rules is None else self.rules, self.overrides)
            if (header.rules, dict(header.overrides)) != (base, overrides):
                return False
        return (self.seats is None or header.seats == self.seats) and (
            self.dealer is None or header.dealer == self.dealer
        )

    def goes_on(self, table: Table) -> bool:
        """Of a match whose header fits: it is not over, and is kept track of now as is wished."""
        return not self.finished(table) and self.track in (None, table.track)

    def finished(self, table: Table) -> bool:
        played = self.rounds is not None and len(table.rounds) >= self.rounds
        return table.over or (played and table.phase == "between")


@dataclass(frozen=True, slots=True)
class Opened:
    """A match ready to play. `again`: it was begun earlier; `warning`: what a person must be told about its file."""

    journal: Journal
    ruleset: RuleSet
    again: bool
    warning: str = ""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A match that can be gone on with, and where it stands."""

    path: Path
    header: Header
    table: Table


def demo_folder(seed: int | None) -> Path:
    """Where demo matches of a seed are kept; those without players of their own have none."""
    return paths().matches / "demo" / ("by-hand" if seed is None else f"seed-{seed}")


def go_on(path: Path) -> Opened:
    """The match in `path`. `JournalError`: it cannot be opened; `RulesError`: its rule set cannot."""
    journal = Journal.open(path)
    try:
        ruleset = rules.load(journal.header.rules, journal.header.overrides)
    except BaseException:
        journal.close()
        raise
    return Opened(journal, ruleset, True, journal.warning)


def begin(folder: Path, wish: Wish, now: datetime) -> Opened:
    """A new match. The rule set comes first: a bad name leaves no file behind."""
    header = wish.header(now)
    for last in (False, False, True):
        path = new_path(folder, now)
        try:
            journal = Journal.create(path, header)
            break
        except JournalError:
            if last or path == new_path(folder, now):  # else another process took that name at the same moment
                raise
    return Opened(journal, rules.load(journal.header.rules, journal.header.overrides), False)


def newest(folder: Path, wish: Wish) -> Path | None:
    """The newest unfinished match that fits the wish; files that are none are passed over."""
    return next((match.path for match in unfinished(folder, lambda match: not _to_go_on(match, wish))), None)


def _to_go_on(match: MatchFile, wish: Wish) -> bool:
    try:
        if not wish.fits(match.header):
            return False
        ruleset = rules.load(match.header.rules, match.header.overrides)
    except RulesError:
        return False
    return wish.goes_on(fold(match.header, ruleset, match.entries))


def newest_or_new(folder: Path, wish: Wish, now: datetime) -> Opened:
    """Goes on with the newest unfinished match that fits, else begins one; also where that one is open elsewhere."""
    path = newest(folder, wish)
    if path is not None:
        try:
            return go_on(path)
        except JournalError:
            pass
    return begin(folder, wish, now)


def to_go_on(folder: Path, most: int = 6, stop: Callable[[], bool] = lambda: False) -> tuple[Unfinished, ...]:
    """The newest unfinished matches of a folder; those whose file or rule set cannot be read are passed over.

    `stop` is asked before each file is read through.
    """
    found: list[Unfinished] = []

    def ended(match: MatchFile) -> bool:
        if stop():
            return True
        try:
            ruleset = rules.load(match.header.rules, match.header.overrides)
        except RulesError:
            return True
        table = fold(match.header, ruleset, match.entries)
        if not table.over:
            found.append(Unfinished(match.path, match.header, table))
        return table.over

    for _ in unfinished(folder, ended):
        if len(found) >= most:
            break
    return tuple(found)
