"""Every parameter, ruling and preset is shown by a case: a match in tests/cases that would read differently without it.

A case shows a value if its rule set has that value and the same lines come to another table once that one parameter
is back at its default. Tables are compared whole, so that what only a screen shows (who names the colour) counts too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from unotable.game.entry import Entry, Header
from unotable.game.fold import fold
from unotable.game.ruleset import RuleSet, public_name
from unotable.game.rulings import RULES
from unotable.game.scoring import first_dealer
from unotable.game.table import Table
from unotable.journal import rules
from unotable.journal.file import read

CASES = Path(__file__).parents[1] / "cases"
DEFAULTS = RuleSet()
FIELDS = tuple(f.name for f in fields(RuleSet))
HINTS = get_type_hints(RuleSet)
BEFORE_THE_MATCH = ("deal_first",)  # settled before the first line; tested below
ONLY_SHOWN = ("draw_must_play",)  # nobody sees hands: the rule is said to the table and changes nothing


@dataclass(frozen=True, eq=False)
class Case:
    name: str
    header: Header
    entries: tuple[Entry, ...]
    rules: RuleSet

    @property
    def special(self) -> int:
        """How many parameters are not at their default: the fewer, the likelier the case is about one of them."""
        return sum(getattr(self.rules, name) != getattr(DEFAULTS, name) for name in FIELDS)


@cache
def cases() -> tuple[Case, ...]:
    """All cases, those with the fewest special parameters first."""
    found = []
    for path in sorted(CASES.glob("*.jsonl")):
        match = read(path)
        rule_set = rules.load(match.header.rules, match.header.overrides)
        found.append(Case(path.stem, match.header, tuple(match.entries), rule_set))
    return tuple(sorted(found, key=lambda case: case.special))


@cache
def table(case: Case) -> Table:
    return fold(case.header, case.rules, case.entries)


def shown(name: str, value: Any, instead: Any) -> bool:
    """Is there a case with `value` (for a subset: with it among the members) that `instead` would change?"""
    for case in cases():
        has = getattr(case.rules, name)
        if isinstance(has, frozenset) and not isinstance(value, frozenset):
            if value not in has:
                continue
            other = replace(case.rules, **{name: has - {value}})
        elif has == value:
            other = replace(case.rules, **{name: instead})
        else:
            continue
        if fold(case.header, other, case.entries) != table(case):
            return True
    return False


def members(name: str) -> tuple[Any, ...]:
    """The values of an enumerated parameter, the members of a subset; nothing for a number or a yes/no."""
    hint = HINTS[name]
    if get_origin(hint) is Literal:
        return get_args(hint)
    if get_origin(hint) is frozenset:
        return get_args(get_args(hint)[0])
    return ()


def special_values() -> Iterator[tuple[str, Any]]:
    """Each parameter with each value that has to be shown."""
    for name in FIELDS:
        if name in BEFORE_THE_MATCH + ONLY_SHOWN:
            continue
        default = getattr(DEFAULTS, name)
        if members(name):
            yield from ((name, value) for value in members(name) if value != default)
        elif isinstance(default, bool):
            yield name, not default
        else:
            yield name, None


@pytest.mark.parametrize(
    ("name", "value"), list(special_values()), ids=lambda x: public_name(x) if x in FIELDS else str(x)
)
def test_a_case_shows_it(name: str, value: Any) -> None:
    default = getattr(DEFAULTS, name)
    if value is not None:
        assert shown(name, value, default), f"no case shows {public_name(name)} = {value}"
        return
    values = sorted({getattr(case.rules, name) for case in cases()} - {default})
    assert any(shown(name, other, default) for other in values), f"no case shows {public_name(name)}"


@pytest.mark.parametrize("name", ONLY_SHOWN)
def test_what_is_only_shown_changes_nothing(name: str) -> None:
    default = getattr(DEFAULTS, name)
    special = [case for case in cases() if getattr(case.rules, name) != default]
    assert special, f"no case sets {public_name(name)}"
    for case in special:
        assert fold(case.header, replace(case.rules, **{name: default}), case.entries) == table(case)


@pytest.mark.parametrize(
    ("rule", "drawn", "dealer"),
    [
        ("number", {1: "r9", 2: "g3", 3: "w"}, 1),
        ("number", {1: "rs", 2: "g1", 3: "w+"}, 2),
        ("number", {1: "r9", 2: "g9", 3: "b1"}, None),
        ("points", {1: "r9", 2: "gs", 3: "w"}, 3),
        ("points", {1: "r9", 2: "gs", 3: "b+"}, None),
        ("choose", {1: "r9", 2: "g3", 3: "w"}, None),
    ],
)
def test_who_deals_first(rule: str, drawn: dict[int, str], dealer: int | None) -> None:
    """Highest number (others 0) or highest points; ties draw again, and where people choose no card decides."""
    assert first_dealer(drawn, rule) == dealer


def test_who_deals_first_knows_every_value() -> None:
    assert set(members("deal_first")) == {"number", "points", "choose"}


@pytest.mark.parametrize("rule", RULES)
def test_a_case_comes_to_the_ruling(rule: str) -> None:
    assert any(ruling.rule == rule for case in cases() for ruling in table(case).rulings), f"no case comes to {rule}"


@pytest.mark.parametrize("preset", rules.names())
def test_a_case_is_played_by_the_preset(preset: str) -> None:
    assert any(case.header.rules == preset for case in cases()), f"no case is played by {preset}"
