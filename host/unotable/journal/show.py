"""`unotable rules`: rule sets as text."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from unotable.game.ruleset import NAMES, RuleSet
from unotable.journal.columns import table
from unotable.journal.errors import RulesError
from unotable.journal.parameters import FIELDS, parameters, plain_value
from unotable.journal.rules import FRONT, MORE, Preset, diff, preset, unused, user_names
from unotable.locale import Words, mark, words

LEVELS = {
    "turns": mark("turns"),
    "counts": mark("counts"),
    "effects": mark("effects"),
    "faces": mark("faces"),
    "people": mark("people"),
}
UNITS = {
    "cards": (mark("{n} card"), mark("{n} cards")),
    "ms": (mark("{n} ms"), mark("{n} ms")),
    "points": (mark("{n} point"), mark("{n} points")),
    "players": (mark("{n} player"), mark("{n} players")),
}


def rules_list(lang: str | None = None) -> str:
    """Every preset with its title and what it inherits from: the front page, the others, the user's own."""
    w = words(lang)
    heads = (w.tr("rule set"), w.tr("inherits"), w.tr("title"))
    rows = [_listed(name, w) for name in (*FRONT, *MORE, *user_names())]
    lines = table(heads, rows).splitlines()
    more, own = 1 + len(FRONT), 1 + len(FRONT) + len(MORE)
    parts = ["\n".join(part) for part in (lines[:more], lines[more:own], lines[own:]) if part]
    parts += [w.tr("{path} is not used: the name belongs to a rule set of unotable.", path=path) for path in unused()]
    return "\n\n".join(parts)


def _listed(name: str, w: Words) -> tuple[str, str, str]:
    try:
        found = preset(name)
    except RulesError as error:
        return name, "?", str(error)
    return name, found.chain[1] if len(found.chain) > 1 else "-", found.title_in(w.lang)


def rules_show(name: str, lang: str | None = None, cells: int = 0) -> str:
    """Every parameter of a rule set: value, what the host must know for it, and what the source says.

    `cells` is the width to fit in, 0 the terminal's. `RulesError`: there is no such rule set.
    """
    w, found = words(lang), preset(name)
    head = [f"{found.name}: {found.title_in(w.lang)}"]
    head.append(w.tr("Source: {source}", source=found.source or "-"))
    if len(found.chain) > 1:
        head.append(w.tr("Inherits: {chain}", chain=", ".join(found.chain[1:])))
    if found.path:
        head.append(w.tr("File: {path}", path=found.path))
    heads = (w.tr("parameter"), w.tr("value"), w.tr("needs"), w.tr("meaning, and what the source says"))
    rows = [
        (
            parameter,
            value(parameter, found.values, w),
            w.tr(LEVELS[info.level]),
            (info.text(w.lang), _said(found, parameter, w)),
        )
        for parameter, info in parameters().items()
    ]
    return "\n".join(head) + "\n\n" + table(heads, rows, cells or _cells())


def _said(found: Preset, parameter: str, w: Words) -> str:
    stated = found.stated(parameter)
    if stated is None:
        return w.tr("not stated by this rule set")
    return f"“{stated.phrase}”" if stated.phrase else w.tr("set by {name}", name=stated.by)


def rules_diff(a: str, b: str, lang: str | None = None, cells: int = 0) -> str:
    """The parameters in which two rule sets differ. `RulesError`: one of them does not exist."""
    w, first, second = words(lang), preset(a), preset(b)
    found = diff(first.values, second.values)
    if not found:
        return w.tr("{a} and {b} are the same.", a=a, b=b)
    heads = (w.tr("parameter"), first.name, second.name, w.tr("meaning"))
    rows = [
        (name, value(name, first.values, w), value(name, second.values, w), parameters()[name].text(w.lang))
        for name in found
    ]
    return table(heads, rows, cells or _cells())


def rules_check(path: str | Path, lang: str | None = None, cells: int = 0) -> str:
    """What a rules file sets, against what it inherits. `RulesError`: it is not right, and says where."""
    w, found = words(lang), preset(Path(path))
    parent = preset(found.chain[1]) if len(found.chain) > 1 else found
    heads = (w.tr("parameter"), parent.name, found.name, w.tr("meaning"))
    rows = [
        (name, value(name, parent.values, w), value(name, found.values, w), parameters()[name].text(w.lang))
        for name in NAMES
        if found.origin.get(name) and found.origin[name].by == found.name
    ]
    right = w.tr("{path} is right.", path=path)
    return f"{right}\n\n{table(heads, rows, cells or _cells())}" if rows else right


def value(name: str, rules: RuleSet, w: Words) -> str:
    """A parameter's value as a person reads it: `2 cards`, `yes`, `draw2, wild4`."""
    found: Any = plain_value(getattr(rules, FIELDS[name].name))
    if isinstance(found, bool):
        return w.tr("yes") if found else w.tr("no")
    if isinstance(found, list):
        return ", ".join(found) or "-"
    unit = parameters()[name].unit
    if isinstance(found, str) or not unit:
        return str(found)
    return w.tr("{n} s", n=f"{found:g}") if unit == "s" else w.trn(*UNITS[unit], found)


def _cells() -> int:
    return max(60, min(shutil.get_terminal_size((100, 24)).columns, 120))
