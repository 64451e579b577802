"""The lines of a journal: one model a kind, strict, frozen, nothing unknown.

`Entry` and `Header` (game/entry.py) are what the fold reads; the models here decide what a file may say. Field
ranges that depend on the match (which seats there are, which entries exist) are the reader's, in codec.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, ClassVar, Literal, get_args

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, model_validator

from unotable.journal.fields import (
    MANY,
    MOST_SEATS,
    CardText,
    Colour,
    Count,
    Micros,
    Name,
    Number,
    Of,
    Rule,
    Seat,
    Some,
    Text,
    Verdict,
    Via,
    at_least_one,
    by_seat,
    exactly_one,
    moment,
    rules_name,
    whole,
)
from unotable.locale import tr

FORMAT = 1
Track = Literal["full", "keys", "buzzer"]


class Line(BaseModel):
    """What every line has: `t`, µs of host time since the match began."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False, defer_build=True)
    seats: ClassVar[tuple[str, ...]] = ()  # the fields that name a seat, for the reader's range check
    t: Micros


class Timed(Line):
    """`u` bounds the error of `t`, µs: the truth lies in [t−u, t+u]."""

    u: Micros = 0


class Press(Timed):
    """A button. From a board it carries `board`, `boot` and `ev`, so that a resent press is known again."""

    seats = ("seat",)
    press: Literal["done", "uno", "cut"]
    seat: Seat
    hold: bool | None = None
    held: bool = False
    via: Via | None = None
    board: Annotated[str, Field(pattern=r"^[0-9A-Za-z._-]{1,32}$")] | None = None
    boot: Number | None = None
    ev: Number | None = None


class Hold(Timed):
    do: Literal["hold"]
    of: Of


class Card(Timed):
    seats = ("seat",)
    do: Literal["card"]
    card: CardText
    of: Of | None = None
    seat: Seat | None = None
    n: Some | None = None
    via: Via | None = None


class NameColour(Timed):
    do: Literal["colour"]
    colour: Colour


class Draw(Timed):
    seats = ("seat",)
    do: Literal["draw"]
    seat: Seat | None = None
    n: Some | None = None


class Round(Timed):
    seats = ("dealer",)
    do: Literal["round"]
    dealer: Seat | None = None
    track: Track | None = None  # from this round on


class First(Timed):
    do: Literal["first"]
    card: CardText = "??"


class Challenge(Timed):
    do: Literal["challenge"]
    result: Verdict | None = None
    results: Annotated[dict[str, Verdict], Field(min_length=1), AfterValidator(by_seat)] | None = None

    @model_validator(mode="after")
    def _one(self) -> Challenge:
        exactly_one(result=self.result, results=self.results)
        return self


class Deny(Timed):
    do: Literal["deny"]


class SumWin(Timed):
    seats = ("seat",)
    do: Literal["sum_win"]
    seat: Seat


class Menu(Timed):
    seats = ("with_",)
    do: Literal["menu"]
    choice: Literal["colour", "look", "swap"]
    with_: Annotated[Seat | None, Field(alias="with")] = None


class Swap(Timed):
    seats = ("seat", "with_")
    do: Literal["swap"]
    seat: Seat
    with_: Annotated[Seat, Field(alias="with")]


class Noise(Timed):
    seats = ("seat",)
    do: Literal["noise"]
    seat: Seat


class Fault(Timed):
    seats = ("seat",)
    do: Literal["fault"]
    seat: Seat
    kind: Literal["wrong_play", "other_card", "uncalled_pair", "advice", "must_play"]
    of: Of | None = None


class Penalty(Timed):
    seats = ("seat",)
    do: Literal["penalty"]
    seat: Seat
    n: Some
    why: Text


class Overrule(Timed):
    seats = ("about", "seat")
    do: Literal["overrule"]
    of: Of | None = None
    rule: Rule | None = None
    about: Seat | None = None
    seat: Seat | None = None
    draw: Count | None = None
    why: Text


class Set(Timed):
    """The scorekeeper's word: any of its fields, `seat` and `cards` together."""

    seats = ("seat", "turn", "dealer")
    do: Literal["set"]
    seat: Seat | None = None
    cards: Count | None = None
    turn: Seat | None = None
    direction: Annotated[Literal[1, -1], BeforeValidator(whole)] | None = None
    colour: Literal["r", "y", "g", "b", "?"] | None = None
    pending: Count | None = None
    dealer: Seat | None = None

    @model_validator(mode="after")
    def _something(self) -> Set:
        if (self.seat is None) != (self.cards is None):
            raise ValueError(tr('"seat" and "cards" go together'))
        at_least_one(
            seat=self.seat, turn=self.turn, direction=self.direction, colour=self.colour, pending=self.pending,
            dealer=self.dealer,
        )  # fmt: skip
        return self


class Out(Timed):
    seats = ("seat",)
    do: Literal["out"]
    seat: Seat


class Hand(Timed):
    seats = ("seat",)
    do: Literal["hand"]
    seat: Seat
    cards: Annotated[tuple[CardText, ...], Field(max_length=MANY)] | None = None
    points: Annotated[int, Field(ge=0, le=MANY * 50)] | None = None

    @model_validator(mode="after")
    def _one(self) -> Hand:
        exactly_one(cards=self.cards, points=self.points)
        return self


class End(Timed):
    do: Literal["end"]
    reason: Literal["stalemate", "void"]


class Undo(Timed):
    do: Literal["undo"]
    of: Of | None = None


class Fix(Line):
    """Replaces fields of entry `of`. `t` is when the correction was made and `at` the corrected time; a line with
    neither `at` nor any other field moves the entry to its own `t`."""

    seats = ("seat",)
    do: Literal["fix"]
    of: Of
    card: CardText | None = None
    seat: Seat | None = None
    at: Micros | None = None
    n: Some | None = None
    hold: bool | None = None


class Accept(Timed):
    do: Literal["accept"]
    of: Of


class Answer(Timed):
    seats = ("seat",)
    do: Literal["answer"]
    of: Of
    result: Literal["caught", "safe", "false", "cut", "nothing"]
    seat: Seat | None = None


class Leave(Timed):
    seats = ("seat",)
    do: Literal["leave"]
    seat: Seat


class Join(Timed):
    """`at` is the seat number taken; those from there on move up by one."""

    do: Literal["join"]
    name: Name
    at: Seat | None = None


class Seats(Timed):
    do: Literal["seats"]
    order: Annotated[tuple[Seat, ...], Field(min_length=1, max_length=MOST_SEATS)]

    @model_validator(mode="after")
    def _distinct(self) -> Seats:
        if len(set(self.order)) != len(self.order):
            raise ValueError(tr('"order" names a seat twice'))
        return self


class Pause(Timed):
    do: Literal["pause"]


class Resume(Timed):
    do: Literal["resume"]


class Tick(Timed):
    do: Literal["tick"]


class Note(Timed):
    do: Literal["note"]
    text: Text


class Opening(BaseModel):
    """The header: the match as its first line froze it."""

    model_config = Line.model_config
    unotable: Annotated[int, Field(ge=FORMAT, le=FORMAT)]
    rules: Annotated[str, AfterValidator(rules_name)]
    set: dict[str, JsonValue] = Field(default_factory=dict)
    track: Track = "full"
    seats: Annotated[tuple[Name, ...], Field(min_length=2, max_length=MOST_SEATS)]
    dealer: Seat = 1
    started: Annotated[str, Field(max_length=40), AfterValidator(moment)] = ""


DOES: tuple[type[Line], ...] = (
    Hold, Card, NameColour, Draw, Round, First, Challenge, Deny, SumWin, Menu, Swap, Noise, Fault, Penalty, Overrule,
    Set, Out, Hand, End, Undo, Fix, Accept, Answer, Leave, Join, Seats, Pause, Resume, Tick, Note,
)  # fmt: skip
KINDS: Mapping[str, type[Line]] = {get_args(m.model_fields["do"].annotation)[0]: m for m in DOES}
PRESSES: tuple[str, ...] = get_args(Press.model_fields["press"].annotation)


@cache
def keys(model: type[BaseModel]) -> list[str]:
    """The names a model's fields have in the file, in the order in which a line is written."""
    names = [info.alias or name for name, info in model.model_fields.items()]
    if not issubclass(model, Line):
        return names
    own = [name for name in names if name not in ("t", "u", "press", "do")]
    own.insert(1, "u")
    return [name for name in ("t", "press", "do", *own) if name in names]
