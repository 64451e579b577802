"""Players' names out of what is sent away: wherever one stands as a name, `Player 3` stands instead."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

NAMES = ("seats", "name")  # a journal's fields that are names
WORDS = ("why", "text", "reason")  # those that are free text


class Names:
    """The same name is the same player in everything that is replaced by one of these."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._players: dict[str, str] = {}
        self._found: re.Pattern[str] | None = None
        for name in names:
            self.player(name)

    def player(self, name: str) -> str:
        """Who that is from now on."""
        if name not in self._players:
            self._players[name] = f"Player {len(self._players) + 1}"
            # Longest first: Ana Maria is not Ana with something behind. Names of letters count only as whole words;
            # Chinese has no gaps between its words.
            known = sorted(filter(None, self._players), key=len, reverse=True)
            self._found = re.compile("|".join(map(_whole, known))) if known else None
        return self._players[name]

    def text(self, text: str) -> str:
        """Free text with every name that is known replaced."""
        if self._found is None:
            return text
        return self._found.sub(lambda match: self._players[match[0]], text)

    def journal(self, text: str) -> str:
        """A journal, line by line; one that is torn or no JSON is taken as free text."""
        return "".join(self._line(line) for line in text.splitlines(keepends=True))

    def _line(self, line: str) -> str:
        try:
            what = json.loads(line)
        except (ValueError, RecursionError):
            return self.text(line)
        end = line[len(line.rstrip("\r\n")) :]
        return json.dumps(self._value(what, ""), ensure_ascii=False, separators=(",", ":")) + end

    def _value(self, what: object, key: str) -> object:
        if isinstance(what, dict):
            return {name: self._value(value, name) for name, value in what.items()}
        if isinstance(what, list):
            return [self._value(value, key) for value in what]
        if isinstance(what, str):
            return self.player(what) if key in NAMES else self.text(what) if key in WORDS else what
        return what


def names_in(journal: str) -> list[str]:
    """Every name in a journal's header and of those who joined; a line that is no JSON has none."""
    found: list[str] = []
    for line in journal.splitlines():
        if '"seats"' not in line and '"name"' not in line:
            continue
        try:
            what = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(what, dict):
            values = [what.get("name"), *(what["seats"] if isinstance(what.get("seats"), list) else [])]
            found += [value for value in values if isinstance(value, str)]
    return list(dict.fromkeys(found))


def _whole(name: str) -> str:
    before = r"(?<![^\W_])" if _spaced(name[0]) else ""
    after = r"(?![^\W_])" if _spaced(name[-1]) else ""
    return before + re.escape(name) + after


def _spaced(letter: str) -> bool:
    """Whether words of such letters have gaps between them."""
    return letter.isalnum() and ord(letter) < 0x2E80
