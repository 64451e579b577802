"""What a rule parameter is: its type and limits (from game/ruleset.py), and one sentence on it in each language.

`check` validates values by their public names (`uno.catch`), as presets, a header's `set` and a user's rules give them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import Field as DataField
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict, ValidationError, create_model

from unotable.game.ruleset import NAMES, RuleSet, public_name
from unotable.journal.errors import RulesError, all_of, choice, may_be, nearest, one_of, shown
from unotable.journal.fields import whole
from unotable.locale import tr

WORDS = Path(__file__).with_name("parameters.toml")
FIELDS: Mapping[str, DataField[Any]] = {public_name(field.name): field for field in fields(RuleSet)}
TYPES: Mapping[str, Any] = {public_name(name): type_ for name, type_ in get_type_hints(RuleSet).items()}
GROUPS: tuple[str, ...] = tuple(dict.fromkeys(name.partition(".")[0] for name in NAMES))


@dataclass(frozen=True, slots=True)
class Parameter:
    """`unit` is `cards`, `ms`, `s`, `points`, `players` or empty; `level` what the host must know for the rule."""

    name: str
    unit: str
    level: str
    en: str
    zh: str

    def text(self, lang: str) -> str:
        return self.zh if lang.startswith("zh") else self.en


@cache
def parameters() -> Mapping[str, Parameter]:
    """Every parameter by its public name, in the order of the rule set."""
    words = tomllib.loads(WORDS.read_text(encoding="utf-8"))
    found = {}
    for name in NAMES:
        group, _, rest = name.partition(".")
        entry = words[group][rest]
        level = FIELDS[name].metadata["level"]
        found[name] = Parameter(name, entry.get("unit", ""), level, entry["en"], entry["zh"])
    return found


def choices(name: str) -> tuple[Any, ...]:
    """The values a parameter can choose from; empty where it is a number or a yes or no."""
    type_ = TYPES[name]
    if get_origin(type_) is frozenset:
        return get_args(get_args(type_)[0])
    return get_args(type_) if get_origin(type_) is Literal else ()


def allowed(name: str) -> str:
    """What a parameter may be, in words."""
    type_, limits = TYPES[name], FIELDS[name].metadata
    if type_ is bool:
        return tr("true or false")
    if get_origin(type_) is frozenset:
        return tr("a list of any of {words}", words=all_of(choices(name)))
    if get_origin(type_) is Literal:
        return one_of(choices(name))
    low, high = limits["low"], limits["high"]
    if type_ is int:
        return tr("a whole number from {low} to {high}", low=low, high=high)
    return tr("a number from {low} to {high}", low=low, high=high)


@cache
def _model() -> type[BaseModel]:
    made: dict[str, Any] = {}
    for name, field in FIELDS.items():
        type_, limits = TYPES[name], field.metadata
        if get_origin(type_) is frozenset:
            type_ = Annotated[type_, Strict(False)]  # files know lists only
        elif get_origin(type_) is Literal and isinstance(get_args(type_)[0], int):
            type_ = Annotated[type_, BeforeValidator(whole)]
        elif limits["low"] is not None:
            type_ = Annotated[type_, Field(ge=limits["low"], le=limits["high"])]
        made[field.name] = (type_, Field(default=None, alias=name))
    config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)
    return create_model("Values", __config__=config, **made)


def check(values: Mapping[str, Any], where: str = "") -> dict[str, Any]:
    """The values by field name of `RuleSet`, as its types. `RulesError` names parameter, value and what is allowed."""
    try:
        model = _model().model_validate(dict(values))
    except ValidationError as error:
        raise RulesError(where + _sentence(error.errors()[0])) from None
    return {name: getattr(model, name) for name in model.model_fields_set}


def _sentence(error: Any) -> str:
    name = str(error["loc"][0])
    if error["type"] == "extra_forbidden":
        guess = nearest(name, NAMES) or tr(
            "; a parameter is one of {groups}, a dot and a name, as in uno.catch", groups=one_of(GROUPS)
        )
        return tr("{name} is no parameter", name=shown(name)) + guess
    value, words = error["input"], [str(word) for word in choices(name)]
    if error["type"] == "literal_error" and isinstance(value, str):
        if len(error["loc"]) > 1:
            return tr("{name} holds {value}", name=name, value=shown(value)) + choice(value, words)
        return tr("{field} is {value}", field=name, value=shown(value)) + choice(value, words)
    return tr("{field} is {value}", field=name, value=shown(value)) + may_be(allowed(name))


def plain_value(value: object) -> Any:
    """A parameter's value as JSON and TOML know it: a set becomes a list in the order of its choices."""
    if isinstance(value, frozenset):
        order = ("draw2", "wild4", "skip", "reverse")
        return sorted(value, key=order.index)
    return value
