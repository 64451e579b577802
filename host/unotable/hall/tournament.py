"""A tournament's file: who plays, at which tables, how many rounds, by which rules; and which matches were its.

title = "Friday cup"
rules = "tangxun"
rounds = 3
tables = ["table-1", "table-2"]
players = ["Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hana"]
[set]
"score.target" = 200
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from unotable import files
from unotable.hall.address import right
from unotable.hall.messages import RulesName, Seats, Sheet, Text
from unotable.hall.seating import Quality, Round, quality, rotation
from unotable.journal import rules
from unotable.journal.errors import RulesError
from unotable.journal.fields import MOST_SEATS, Name
from unotable.journal.statistics import same

LARGEST = 1024 * 1024  # bytes; two thousand players have thirty thousand


class TournamentError(ValueError):
    """What is wrong with a tournament's file, one sentence."""


class File(BaseModel):
    """The file as it is written."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    title: Text = ""
    rules: RulesName = "mattel"
    rounds: Annotated[int, Field(ge=1, le=100)]
    tables: Annotated[list[str], Field(min_length=1, max_length=500)]
    players: Annotated[list[Name], Field(min_length=2, max_length=2000)]
    set: dict[str, Any] = {}

    @model_validator(mode="after")
    def _fits(self) -> File:
        for table in self.tables:
            if not right(table):
                raise ValueError(f"a table cannot be called {table!r}: letters, digits, - _ and . are allowed")
        for what, names in (("tables", self.tables), ("players", [same(name) for name in self.players])):
            twice = next((name for name in names if names.count(name) > 1), None)
            if twice is not None:
                raise ValueError(f"two {what} are called {twice!r}")
        fewest, most = divmod(len(self.players), len(self.tables))
        if fewest < 2 or fewest + bool(most) > MOST_SEATS:
            raise ValueError(
                f"{len(self.players)} players at {len(self.tables)} tables are"
                f" {len(self.players) / len(self.tables):.1f} a table, allowed: 2 to {MOST_SEATS}"
            )
        return self


@dataclass(frozen=True)
class Tournament:
    """`rounds` are numbered from 1."""

    file: File

    @cached_property
    def seating(self) -> tuple[Round, ...]:
        return rotation(len(self.file.players), len(self.file.tables), self.file.rounds)

    @cached_property
    def quality(self) -> Quality:
        return quality(self.seating, len(self.file.players))

    @property
    def name(self) -> str:
        """What tells it apart from another one that is played in the same room."""
        return self.file.title or "tournament"

    def at(self, table: str, number: int) -> tuple[str, ...]:
        """Who sits at a table in a round; nobody where there is no such table or round."""
        if table not in self.file.tables or not 1 <= number <= self.file.rounds:
            return ()
        return tuple(self.file.players[i] for i in self.seating[number - 1][self.file.tables.index(table)])

    def seats(self, table: str, number: int) -> Seats:
        """The message that a table gets; nobody before the first round and after the last."""
        return Seats(v=1, title=self.file.title, round=number, rounds=self.file.rounds, rules=self.file.rules,
                     set=self.file.set, seats=self.at(table, number))  # fmt: skip

    def rounds_of(self, sheets: Iterable[tuple[str, Sheet]]) -> dict[str, int]:
        """match → round, of those (table, sheet) that are the tournament's: as many matches of a table's people as they
        are seated there, the earliest first, each counted from its first finished round. What else was played, and
        what another table claims about people who do not sit there, is not in it."""
        waiting: dict[tuple[str, frozenset[str]], list[int]] = {}
        for number in range(1, self.file.rounds + 1):
            for table in self.file.tables:
                people = frozenset(same(name) for name in self.at(table, number))
                waiting.setdefault((table, people), []).append(number)
        out: dict[str, int] = {}
        for table, sheet in sorted(sheets, key=lambda it: (it[1].started, it[1].match)):
            due = waiting.get((table, frozenset(same(name) for name in sheet.players)))
            if sheet.rounds and due and sheet.rules == self.file.rules:
                out[sheet.match] = due.pop(0)
        return out


def read(path: Path | str) -> Tournament:
    """`TournamentError`: there is no such file, or what in it is wrong."""
    path = Path(path)
    try:
        found = files.read_toml(path, LARGEST)[1]
    except files.Unreadable as error:
        raise TournamentError(str(error)) from None
    try:
        file = File.model_validate(found)
        rules.load(file.rules, file.set)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        text = str(first["msg"]).removeprefix("Value error, ")
        raise TournamentError(f"{path}: {where}: {text}" if where else f"{path}: {text}") from None
    except RulesError as error:
        raise TournamentError(f"{path}: {error}") from None
    return Tournament(file)
