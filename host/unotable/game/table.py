"""The table: the frozen state that a reading of the timeline comes to, and the only thing screens and lamps see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from unotable.game.rulings import Ruling

PHASES = ("first", "play", "attack", "cut", "colour", "challenge", "slap", "scoring", "between", "over")


@dataclass(frozen=True, slots=True)
class Seat:
    """One place at the table. `cards` is the hand count, `owed` the draws tallied in buzzer tracking."""

    seat: int
    name: str
    cards: int = 0
    score: int = 0
    owed: int = 0
    playing: bool = True  # JSON `in`: still at the table
    called: bool = False
    window: bool = False

    def as_dict(self) -> dict[str, object]:
        return {
            "seat": self.seat, "name": self.name, "cards": self.cards, "score": self.score, "owed": self.owed,
            "in": self.playing, "called": self.called, "window": self.window,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Round:
    """A finished round: points of the hands left, and what each seat was given. `winner` is `None` after a void."""

    winner: int | None
    hands: dict[int, int]
    points: dict[int, int]

    def as_dict(self) -> dict[str, object]:
        return {
            "winner": self.winner,
            "hands": {str(seat): points for seat, points in sorted(self.hands.items())},
            "points": {str(seat): points for seat, points in sorted(self.points.items())},
        }


class Play(NamedTuple):
    """One play of the running round, for the screen: the entry that made it, who, and its card as far as told."""

    entry: int
    t: int
    seat: int
    card: str
    n: int = 1
    cut: bool = False
    guess: bool = False
    named: bool = True


@dataclass(frozen=True, slots=True)
class Table:
    """The state of a match at `now` (µs since it began).

    The first block is what `replay --json` prints. The second is for screens and lamps only: `since` when the turn
    began, `deadline` the next t at which time alone changes something (`None`: never), `claims` the cut queue, its
    head first, `plays` this round's plays, `silent` whether nobody may speak, `winner` that of the round being scored,
    `asked` who is to name the colour of a black card, `limit` the t at which the running turn's time is over (`None`
    while no clock runs), `track` what is kept track of in this round: full, keys or buzzer.
    """

    round: int
    phase: str
    turn: int | None
    direction: int
    dealer: int
    top: str
    colour: str
    pending: int
    seats: tuple[Seat, ...]
    rulings: tuple[Ruling, ...] = ()
    rounds: tuple[Round, ...] = ()
    over: bool = False
    winners: tuple[int, ...] = ()
    losers: tuple[int, ...] = ()
    paused: bool = False
    needs: tuple[str, ...] = ()

    now: int = 0
    since: int = 0
    deadline: int | None = None
    claims: tuple[int, ...] = ()
    plays: tuple[Play, ...] = ()
    silent: bool = False
    winner: int | None = None
    teams: tuple[tuple[int, ...], ...] = ()
    asked: int | None = None
    limit: int | None = None
    track: str = "full"

    def seat(self, number: int) -> Seat:
        return self.seats[number - 1]

    def as_dict(self) -> dict[str, object]:
        """The object that `replay --json` prints."""
        return {
            "round": self.round, "phase": self.phase, "turn": self.turn, "direction": self.direction,
            "dealer": self.dealer, "top": self.top, "colour": self.colour, "pending": self.pending,
            "seats": [seat.as_dict() for seat in self.seats],
            "rulings": [ruling.as_dict() for ruling in self.rulings],
            "rounds": [round_.as_dict() for round_ in self.rounds],
            "over": self.over, "winners": list(self.winners), "losers": list(self.losers),
            "paused": self.paused, "needs": list(self.needs),
        }  # fmt: skip
