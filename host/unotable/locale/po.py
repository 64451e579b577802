"""gettext's .po files, read directly: `msgid`, `msgid_plural`, `msgstr`, `msgstr[0]`, strings over several lines."""

from __future__ import annotations

import re
from pathlib import Path

_ESCAPE = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}


def parse(folder: Path) -> dict[str, str]:
    """msgid and msgid_plural → msgstr, of every .po file of a folder.

    What has no translation, or one marked as doubtful, is left out. Plurals have one form, as in Chinese.
    """
    found: dict[str, str] = {}
    for path in sorted(folder.glob("*.po")):
        found.update(read(path.read_text(encoding="utf-8"), path.name))
    return found


def read(text: str, name: str = "") -> dict[str, str]:
    """One file's translations. `ValueError` with the line where it is no .po file."""
    found: dict[str, str] = {}
    entry: dict[str, str] = {}
    key, fuzzy = "", False
    for number, line in enumerate([*text.splitlines(), 'msgid ""'], 1):
        line = line.strip()
        if line.startswith("#"):
            if line.startswith("#,") and "fuzzy" in line:
                fuzzy = True
            continue
        if not line:
            continue
        if not line.startswith('"'):
            word, _, line = line.partition(" ")
            if word not in ("msgid", "msgid_plural", "msgstr", "msgstr[0]"):
                raise ValueError(f"{name}:{number}: {word} is not understood")
            if word == "msgid":
                if entry.get("msgid") and entry.get("msgstr") and not entry.get("fuzzy"):
                    found[entry["msgid"]] = found[entry.get("msgid_plural", entry["msgid"])] = entry["msgstr"]
                entry, fuzzy = {"fuzzy": "yes"} if fuzzy else {}, False
            key = "msgstr" if word == "msgstr[0]" else word
            line = line.strip()
        if len(line) < 2 or line[0] != '"' or line[-1] != '"' or not key:
            raise ValueError(f"{name}:{number}: a text in quotes is needed")
        piece = line[1:-1]
        if "\\" in piece:
            piece = _ESCAPE.sub(lambda m: _ESCAPES.get(m[1], m[1]), piece)
        entry[key] = entry.get(key, "") + piece
    return found
