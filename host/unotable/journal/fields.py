"""What the fields of a journal line may hold: numbers with limits, cards, and text that a terminal only shows."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from unotable.game.cards import parse
from unotable.game.rulings import RULES
from unotable.journal.errors import one_of
from unotable.locale import tr
from unotable.visible import obeyed

MOST_SEATS = 10
FAR = 2**53  # µs, about 285 years: the largest whole number every JSON reader keeps
MANY = 1000  # cards: more than any table has, small enough that no sum of them is a surprise


def _card(text: str) -> str:
    parse(text)
    return text


def plain(text: str) -> str:
    """Text that a terminal only shows: no control character, no escape sequence, nothing that turns its order."""
    for c in text:
        if obeyed(c):
            raise ValueError(tr("the character {code} is not allowed", code=f"U+{ord(c):04X}"))
    return text


def name(text: str) -> str:
    plain(text)
    if not 1 <= len(text) <= 40 or text.isspace():
        raise ValueError(tr("a name has 1 to 40 characters, not all of them spaces"))
    return text


def rules_name(text: str) -> str:
    """A preset's name. No path: a match file from elsewhere must not say which files are opened here."""
    plain(text)
    if (
        not 1 <= len(text) <= 64
        or any(c in '/\\:*?"<>|' for c in text)
        or text.startswith(".")
        or text.endswith(".toml")
    ):
        raise ValueError(tr("a rule set is given by its name, such as mattel or tangxun"))
    return text


def moment(text: str) -> str:
    if text:
        try:
            datetime.fromisoformat(text)
        except ValueError:
            raise ValueError(tr("a date and time as in 2026-11-30T19:04:11+08:00 is needed")) from None
    return text


def by_seat(results: dict[str, Any]) -> dict[int, Any]:
    allowed = {str(seat): seat for seat in range(1, MOST_SEATS + 1)}
    for key in results:
        if key not in allowed:
            raise ValueError(tr("{key} is no seat number", key=f'"{key}"'))
    return {allowed[key]: value for key, value in results.items()}


def exactly_one(**given: object) -> None:
    if sum(value is not None for value in given.values()) != 1:
        raise ValueError(tr("exactly one of {words} is needed", words=one_of(given)))


def at_least_one(**given: object) -> None:
    if all(value is None for value in given.values()):
        raise ValueError(tr("at least one of {words} is needed", words=one_of(given)))


def whole(value: object) -> object:
    """For literals of numbers, which would take `true` and `1.0` for 1."""
    if type(value) is not int:
        raise ValueError(tr("a whole number is needed"))
    return value


Micros = Annotated[int, Field(ge=0, le=FAR)]
Number = Annotated[int, Field(ge=0, le=FAR)]
Seat = Annotated[int, Field(ge=1, le=MOST_SEATS)]
Of = Annotated[int, Field(ge=0)]
Some = Annotated[int, Field(ge=1, le=MANY)]
Count = Annotated[int, Field(ge=0, le=MANY)]
CardText = Annotated[str, AfterValidator(_card)]
Colour = Literal["r", "y", "g", "b"]
Via = Literal["key", "keyboard", "guess"]
Verdict = Literal["guilty", "innocent"]
Text = Annotated[str, Field(max_length=1000), AfterValidator(plain)]
Name = Annotated[str, AfterValidator(name)]
Rule = Literal[RULES]  # type: ignore[valid-type]  # the tuple in game/rulings.py is the one list of rules
