"""A user's own rule set, written as a preset file: whole or not at all, and never over a shipped one."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from unotable import config, files
from unotable.game.ruleset import NAMES
from unotable.journal.errors import RulesError, nearest, shown
from unotable.journal.fields import plain
from unotable.journal.parameters import check, plain_value
from unotable.journal.rules import FRONT, MORE, names, preset
from unotable.locale import tr

DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}  # of Windows


def file_name(name: str) -> str:
    """A rule set's name as a file can have it: letters, digits, `-` and `_`. `RulesError`: nothing of it is left."""
    word = re.sub(r"[^\w-]+", "-", unicodedata.normalize("NFC", name)).strip("-_")[:40].rstrip("-_").lower()
    if not word:
        raise RulesError(tr("{name} is no name for a rule set: letters or digits are needed", name=shown(name)))
    if word in FRONT + MORE:
        raise RulesError(tr("{name} is a rule set that comes with unotable; choose another name", name=shown(word)))
    if word in DEVICES:
        raise RulesError(tr("{name} is a name that Windows keeps for itself; choose another name", name=shown(word)))
    return word


def save(name: str, title: str, inherits: str, values: Mapping[str, Any]) -> Path:
    """Writes the user's rule set `name`: `values`, by public name, on top of `inherits`. Returns its file.

    An older one of that name is replaced. `RulesError`: a bad name, value or ancestor, or no place to write.
    """
    word = file_name(name)
    checked = {key: plain_value(value) for key, value in values.items()}
    check(checked)
    if inherits not in names():
        raise RulesError(tr("{name} is no rule set to inherit from", name=shown(inherits)) + nearest(inherits, names()))
    if word in preset(inherits).chain:
        raise RulesError(
            tr("{name} cannot inherit from {other}, which inherits from it", name=shown(word), other=shown(inherits))
        )
    folder = config.paths().rules
    path = folder / f"{word}.toml"
    try:
        files.write(path, toml(title, inherits, checked))
    except OSError as error:
        raise RulesError(tr("{path} cannot be written: {why}", path=path, why=files.reason(error))) from None
    return path


def toml(title: str, inherits: str, values: Mapping[str, Any]) -> str:
    """The text of a preset file; parameters stand in the order of the rule set, one table a group."""
    try:
        plain(title)
    except ValueError as error:
        raise RulesError(tr("the title {title} cannot be used: {why}", title=shown(title), why=error)) from None
    rows = [f"inherits = {_quoted(inherits)}", f"title = {_quoted(title)}"]
    group = ""
    for name in NAMES:
        if name in values:
            table, _, key = name.partition(".")
            if table != group:
                rows += ["", f"[{table}]"]
                group = table
            rows.append(f"{key} = {_value(values[name])}")
    return "\n".join(rows) + "\n"


def _value(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_value(inner) for inner in value)}]"
    return _quoted(value) if isinstance(value, str) else json.dumps(value)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)  # `plain` text holds none of what JSON and TOML escape differently
