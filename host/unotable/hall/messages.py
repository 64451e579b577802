"""What tables and hall tell each other: compact JSON, a version in each, checked here, and never longer than `LIMITS`.

Who speaks is the topic's business: no message says which table it is from, so that none can say a wrong one.

| topic | model | QoS | retained | when |
|---|---|---|---|---|
| `table/T/here` | `Here` | 1 | yes, and the last will | a table comes and goes |
| `table/T/state` | `State` | 0 | yes | it changed, and every 15 s |
| `table/T/log` | `Event` | 1 | no | every ruling and round, in the order of the journal |
| `table/T/match/M` | `Sheet` | 1 | yes, a month | a match's scores so far |
| `hall/T/seats` | `Seats` | 1 | yes | who is to sit at table T |
| `hall/T/ask` | `Ask` | 1 | no | events are missing: send them again |

An event is known by its match, its line and its number (`Event.key`); a sheet with a later line replaces an earlier
one. So both may come twice and in any order.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from unotable.game.rulings import Ruling
from unotable.game.table import PHASES, Round
from unotable.journal.fields import MOST_SEATS, Name, Rule, Seat, moment, plain, rules_name
from unotable.match.feed import FeedItem

VERSION = 1
LIMITS = {"here": 256, "state": 24 * 1024, "log": 8 * 1024, "match": 16 * 1024, "seats": 8 * 1024, "ask": 256}  # bytes
SHOWN = 12  # feed items in a state
LONGEST = 240  # characters of a sentence in it
MANY = 2**31 - 1

Line = Annotated[int, Field(ge=0, le=MANY)]
Number = Annotated[int, Field(ge=-MANY, le=MANY)]
Time = Annotated[int, Field(ge=-(2**53), le=2**53)]
Match = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
Card = Annotated[str, Field(max_length=4, pattern=r"^[a-z0-9+:?]*$")]
Text = Annotated[str, Field(max_length=LONGEST), AfterValidator(plain)]
RulesName = Annotated[str, AfterValidator(rules_name)]
Moment = Annotated[str, Field(max_length=40), AfterValidator(moment)]
Seats_ = Annotated[tuple[Seat, ...], Field(max_length=MOST_SEATS)]
Phase = Literal[PHASES]  # type: ignore[valid-type]  # the tuple in game/table.py is the one list of phases
Track = Literal["full", "keys", "buzzer"]
Mode = Literal["positive", "negative", "chips", "low", "single", "none"]
BySeat = Annotated[dict[Annotated[str, Field(pattern=r"^([1-9]|10)$")], Number], Field(max_length=MOST_SEATS)]


class Unreadable(ValueError):
    """A message that is none of ours; one sentence."""


class Part(BaseModel):
    """Unknown fields are passed over: a newer table may say more."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True, allow_inf_nan=False)


class Message(Part):
    """`v` is the version of all these models; another one is not read."""

    v: Literal[1]

    def encode(self) -> bytes:
        return self.model_dump_json(exclude_defaults=True, by_alias=True).encode()

    @classmethod
    def decode(cls, raw: bytes, limit: int) -> Self:
        """`Unreadable` where it is too long, of another version, or wrong in any field."""
        if len(raw) > limit:
            raise Unreadable(f"{len(raw)} bytes, allowed: {limit}")
        try:
            return cls.model_validate_json(raw)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            raise Unreadable(f"{where}: {first['msg']}" if where else first["msg"]) from None


class Here(Message):
    """`who` is a random word of the process, by which two tables of one name find each other out."""

    here: bool
    who: Annotated[str, Field(max_length=16)] = ""


class Verdict(Part):
    """A ruling (game/rulings.py)."""

    t: Time
    rule: Rule
    seat: Seat | None = None
    entry: Line | None = None
    by: Seats_ | None = None
    draw: Number | None = None
    margin: Time | None = None
    u: Time | None = None
    tie: bool = False
    of: Line | None = None
    why: Text | None = None

    @classmethod
    def of_ruling(cls, ruling: Ruling) -> Verdict:
        return cls(
            t=ruling.t, rule=ruling.rule, seat=ruling.seat, entry=ruling.entry, by=ruling.by, draw=ruling.draw,
            margin=ruling.margin, u=ruling.u, tie=ruling.tie, of=ruling.of, why=_cut(ruling.why),
        )  # fmt: skip

    @property
    def ruling(self) -> Ruling:
        return Ruling(
            self.t, self.rule, self.seat, self.entry, self.by, self.draw, self.margin, self.u, self.tie, self.of,
            self.why,
        )  # fmt: skip


class Said(Part):
    """An item of the referee's feed (match/feed.py)."""

    t: Time
    kind: Literal["ruling", "withdrawn", "changed", "board", "held", "note"]
    seat: Seat | None = None
    draw: Number | None = None
    text: Text = ""
    ruling: Verdict | None = None

    @classmethod
    def of_item(cls, item: FeedItem) -> Said:
        ruling = None if item.ruling is None else Verdict.of_ruling(item.ruling)
        return cls(t=item.t, kind=item.kind, seat=item.seat, draw=item.draw, text=_cut(item.text) or "", ruling=ruling)

    @property
    def item(self) -> FeedItem:
        ruling = None if self.ruling is None else self.ruling.ruling
        return FeedItem(self.t, self.kind, ruling, self.seat, self.draw, self.text)


class Place(Part):
    """A seat as the table shows it now. `won` counts its rounds, `fined` its penalty cards."""

    name: Name
    cards: Number = 0
    score: Number = 0
    owed: Number = 0
    playing: bool = True
    called: bool = False
    won: Line = 0
    fined: Line = 0


class State(Message):
    """A table at a glance. Without seats nobody plays there; `call` is the seat whose held UNO asks for a referee,
    `at` the wall clock."""

    at: Moment
    match: Match | None = None
    rules: RulesName = "mattel"
    track: Track = "full"
    mode: Mode = "positive"
    round: Line = 0
    phase: Phase = "first"
    turn: Seat | None = None
    direction: Literal[1, -1] = 1
    dealer: Seat = 1
    top: Card = "??"
    colour: Card = "?"
    pending: Line = 0
    target: Line = 0
    seats: Annotated[tuple[Place, ...], Field(max_length=MOST_SEATS)] = ()
    winner: Seat | None = None
    winners: Seats_ = ()
    losers: Seats_ = ()
    claims: Seats_ = ()
    paused: bool = False
    call: Seat | None = None
    needs: Annotated[tuple[Annotated[str, Field(max_length=24)], ...], Field(max_length=24)] = ()
    feed: Annotated[tuple[Said, ...], Field(max_length=SHOWN)] = ()

    def seat_numbers(self) -> bool:
        """Do all seats that are named exist?"""
        named = [self.turn, self.winner, self.call, *self.winners, *self.losers, *self.claims]
        return all(seat is None or seat <= len(self.seats) for seat in named)


class Result(Part):
    """A finished round (game/table.py); `gone`: it is taken back. `number` counts from 1."""

    number: Annotated[int, Field(ge=1, le=MANY)]
    winner: Seat | None = None
    hands: BySeat = {}
    points: BySeat = {}
    gone: bool = False

    @classmethod
    def of_round(cls, number: int, found: Round | None) -> Result:
        if found is None:
            return cls(number=number, gone=True)
        hands = {str(seat): points for seat, points in sorted(found.hands.items())}
        points = {str(seat): points for seat, points in sorted(found.points.items())}
        return cls(number=number, winner=found.winner, hands=hands, points=points)


class Event(Message):
    """One thing that line `line` of a match led to, its `k`-th; `seq` counts a match's events from 1 without a gap."""

    match: Match
    line: Line
    k: Line
    seq: Annotated[int, Field(ge=1, le=MANY)]
    said: Said | None = None
    round: Result | None = None

    @property
    def key(self) -> str:
        return f"{self.match}:{self.line}.{self.k}"


class Score(Part):
    """A seat in a sheet. `cards` are those it held when the latest round ended."""

    name: Name
    score: Number = 0
    won: Line = 0
    cards: Line = 0
    playing: bool = True


class Sheet(Message):
    """A match's scores as of journal line `line`, which is the match's event number `events`."""

    match: Match
    line: Line
    events: Line = 0
    rules: RulesName
    mode: Mode
    track: Track = "full"
    started: Moment = ""
    rounds: Line = 0
    over: bool = False
    seats: Annotated[tuple[Score, ...], Field(min_length=1, max_length=MOST_SEATS)]
    winners: Seats_ = ()
    losers: Seats_ = ()

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)


class Seats(Message):
    """Who is to sit at this table, clockwise, seat 1 dealing; empty: nobody."""

    title: Text = ""
    round: Line = 0
    rounds: Line = 0
    rules: RulesName = "mattel"
    set: Annotated[dict[Annotated[str, Field(max_length=64)], bool | int | float | str | list[str]],
                   Field(max_length=80)] = {}  # fmt: skip
    seats: Annotated[tuple[Name, ...], Field(max_length=MOST_SEATS)] = ()


class Ask(Message):
    """The hall has this match's events up to `seq` only."""

    match: Match
    seq: Line


def _cut(text: str | None) -> str | None:
    """A sentence that fits, with nothing a message may not hold (a note may be a thousand characters)."""
    if text is None or len(text) <= LONGEST:
        return text
    return text[: LONGEST - 3] + "..."
