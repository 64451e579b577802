"""`unotable replay`: match files read again, as text, as JSON, or compared with what they expect."""

from __future__ import annotations

import json
import sys
from typing import Literal

from unotable.game.fold import fold
from unotable.game.table import Table
from unotable.journal import expect, rules
from unotable.journal.errors import JournalError, RulesError
from unotable.journal.file import MatchFile, read
from unotable.locale.say import say
from unotable.plain.lines import standing
from unotable.visible import visible

How = Literal["text", "json", "check"]


def replay(name: str, how: How) -> int:
    """Prints one file's result; the exit code: 0, 1 for expectations that are not met, 2 for a file that is wrong."""
    try:
        match = read(name)
        table = again(match)
    except (JournalError, RulesError) as error:
        print(f"unotable: {error}", file=sys.stderr)
        return 2
    if match.warning:
        print(f"unotable: {match.warning}", file=sys.stderr)
    if how == "json":
        print(json.dumps(table.as_dict(), ensure_ascii=False))
        return 0
    return _check(match, table) if how == "check" else _text(match, table)


def again(match: MatchFile) -> Table:
    """The table that the lines of a match come to."""
    return fold(match.header, rules.load(match.header.rules, match.header.overrides), match.entries)


def _check(match: MatchFile, table: Table) -> int:
    if match.expect is None:
        print(
            f"unotable: {visible(match.path)} expects nothing: there is no line of expectations to check",
            file=sys.stderr,
        )
        return 2
    wrong = expect.differences(match.expect, table.as_dict())
    print(f"{visible(match.path)}: {'ok' if not wrong else ''}".rstrip())
    for line in wrong:
        print(f"  {line}")
    return 1 if wrong else 0


def _text(match: MatchFile, table: Table) -> int:
    """Everything the referee said, by its time, and where the match stands."""
    names = [seat.name for seat in table.seats]
    ruleset = rules.load(match.header.rules, match.header.overrides)
    phrases = rules.phrases(match.header.rules)
    print(f"{visible(match.path)}: {', '.join(names)} ({match.header.rules})")
    for ruling in table.rulings:
        seconds = ruling.t // 1_000_000
        told = say(ruling, names, ruleset, source=match.header.rules, phrases=phrases)
        print(f"{seconds // 60:>4}:{seconds % 60:02}  {told}")
    print(standing(table))
    return 0
