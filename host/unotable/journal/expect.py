"""Does a table come to what a file expects? A subset: of objects the keys given, of lists each element, in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from unotable.game.rulings import RULES
from unotable.journal.errors import nearest, shown

ABSENT = "absent"  # the one key of `expect` that the table does not have: rulings that must not be there
NOTHING = object()
LONG = 200  # characters of an object in a sentence


def differences(expected: Mapping[str, Any], table: Mapping[str, Any]) -> list[str]:
    """One sentence for each expectation that `table` (`Table.as_dict()`) does not meet; empty if it meets all."""
    out: list[str] = []
    for key, want in expected.items():
        out += _absent(want, table["rulings"]) if key == ABSENT else _compare(key, want, table.get(key, NOTHING))
    return out


def _absent(rules: object, rulings: Sequence[Mapping[str, Any]]) -> list[str]:
    if not isinstance(rules, list):
        return [f"{ABSENT} is {shown(rules)}, a list of rulings is needed"]
    out = []
    for rule in rules:
        if rule not in RULES:
            out.append(f"{ABSENT} names {shown(rule)}, which is no ruling{nearest(str(rule), RULES)}")
        out += [f"rulings: {shown(there, LONG)} must not be there" for there in rulings if there["rule"] == rule]
    return out


def _compare(path: str, want: Any, got: Any) -> list[str]:
    if got is NOTHING:
        return [f"{path} is not there, expected {shown(want, LONG)}"]
    if isinstance(want, dict) and isinstance(got, dict):
        return [line for key in want for line in _compare(f"{path}.{key}", want[key], got.get(key, NOTHING))]
    if isinstance(want, list) and isinstance(got, list):
        return _in_order(path, want, got)
    if type(want) is type(got) and want == got:
        return []
    return [f"{path} is {shown(got, LONG)}, expected {shown(want, LONG)}"]


def _in_order(path: str, want: list[Any], got: list[Any]) -> list[str]:
    """Taking the first match each time finds all elements in order whenever that is possible."""
    out: list[str] = []
    start = 0
    for element in want:
        matches = [i for i, there in enumerate(got) if not _compare("", element, there)]
        later = next((i for i in matches if i >= start), None)
        if later is not None:
            start = later + 1
        elif not isinstance(element, dict):
            return [f"{path} is {shown(got, LONG)}, expected {shown(want, LONG)} in that order"]
        elif matches:
            out.append(f"{path}: {shown(element, LONG)} comes too early, expected after what is listed before it")
        else:
            out.append(f"{path}: nothing is {shown(element, LONG)}{_closest(element, got)}")
    return out


def _closest(element: dict[str, Any], got: list[Any]) -> str:
    """What an object that was not found differs in from the one most like it."""
    objects = [there for there in got if isinstance(there, dict)]
    if not objects:
        return "; there are none"
    first = next(iter(element), "")
    lines = [_compare(first and _name(there), element, there) for there in objects]
    best = min(lines, key=len)
    return f"; nearest: {'; '.join(best)}"


def _name(there: dict[str, Any]) -> str:
    """A word for an object in a list: its rule and seat, or its seat, or its winner."""
    words = [str(there[key]) if key == "rule" else f"{key} {there[key]}" for key in ("rule", "seat", "winner")
             if key in there]  # fmt: skip
    return " ".join(words) or "it"
