"""The builder behind the fold: one mutable state that the machines change and `fold` freezes into a `Table`.

Only what is in here moves a count, passes a turn or adds a ruling, so that each of the machines can be read alone.
Two times run side by side: `t` is the journal's (µs since the match began); `g` is game time, `t` less all pauses.
Windows and deadlines live in `g`, rulings in `t`. Everything inside is either a plain value, a tuple or a list of
such, so that `copy` is a snapshot.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from itertools import pairwise

from unotable.game.cards import UNKNOWN, UNTOLD, Card
from unotable.game.pieces import (
    Attack,
    Before,
    Claim,
    CutWindow,
    Name,
    PlayRec,
    Press,
    Race,
    Slap,
    Waiting,
    Window,
    made,
)
from unotable.game.ruleset import RuleSet
from unotable.game.rulings import Ruling
from unotable.game.table import Round

MS = 1_000
SECOND = 1_000_000


@dataclass(slots=True, init=False, eq=False, repr=False)
class State:
    """Seat lists are indexed 1…N; index 0 is unused. See pieces.py for what they hold."""

    # the match
    rules: RuleSet
    track: str
    names: list[str]
    cards: list[int]
    score: list[int]
    owed: list[int]
    playing: list[bool]
    called: list[bool]
    rulings: list[Ruling]
    suppressed: frozenset[tuple[str, int | None, int | None, int | None]]
    namings: Mapping[int, Name]  # what later lines told of plays, by the play's entry
    overruled: Mapping[int, tuple[int | None, int | None]]  # by overrule: the entry and seat it is about
    forced: frozenset[int]  # presses that a correction made plays
    rounds: list[Round]
    cuts: list[tuple[int, int]]  # of the rounds before: each cut's entry, and that of the play it was laid on
    round: int
    dealer: int
    over: bool
    winners: tuple[int, ...]
    losers: tuple[int, ...]
    lag: int  # µs of pauses so far: g = t − lag
    paused_at: int | None
    turn_no: int
    races: list[Race]
    two: bool  # only two seats are still at the table
    neighbour: dict[int, list[int]]  # by direction: the next seat of each, among those still there

    # the round, from nothing in `clear`
    stage: str  # first · play · scoring · between · over
    turn: int
    direction: int
    top: Card
    colour: str
    attack: Attack | None
    challenge: bool
    asked: int  # the seat that is to name it
    asks: str  # colour · menu: what the latest black card waits for
    flipped: int  # the entry that told the first card
    swap_by: int  # the seat whose seven waits for `do: swap`
    plays: list[PlayRec]
    last_done: Press | None  # the tapped DONE that a second tap would repeat
    drew: int  # the seat that has just drawn one card it did not owe
    waiting: list[Press]  # DONEs before their turn
    windows: list[Window | None]
    uno_wait: list[Waiting]
    precall: list[Press]
    shut: tuple[int, int] | None  # (g, u) when the latest UNO window was settled or shut
    false_turn: list[int]
    cut: CutWindow | None
    cut_shut: tuple[int, int] | None  # (g, u) when the latest cut window was shut
    cut_wait: list[Claim]  # claims that met no window yet
    slap: Slap | None
    silence: int  # the seat whose two asked for silence
    skips: list[int]  # seats that lose their next turn
    winner: int | None
    void: bool
    hands: dict[int, tuple[int, int]]
    pile: int  # cards left to draw where nothing is reshuffled
    last_card: tuple[int, int] | None  # (g, u) of the latest card laid, for time.settle_s
    needs_card: int  # the play a card key should name
    clock: int  # game time used by this turn when the clock last stood still
    clock_run: int | None  # g since which it runs
    clock_u: int
    punished: bool

    def __init__(self, rules: RuleSet, names: tuple[str, ...], dealer: int, track: str) -> None:
        size = len(names) + 1
        self.rules = rules
        self.track = track
        self.names = ["", *names]
        self.cards = [0] * size
        self.score = [0] * size
        self.owed = [0] * size
        self.playing = [False] + [True] * len(names)
        self.called = [False] * size
        self.rulings = []
        self.suppressed = frozenset()
        self.namings = {}
        self.overruled = {}
        self.forced = frozenset()
        self.rounds = []
        self.cuts = []
        self.round = 0
        self.dealer = dealer
        self.over = False
        self.winners = ()
        self.losers = ()
        self.lag = 0
        self.paused_at = None
        self.turn_no = 0
        self.races = []
        self.two = False
        self.neighbour = {}
        self.arrange()
        self.clear()

    def clear(self) -> None:
        """An empty table, before a round."""
        size = len(self.names)
        self.stage = "first"
        self.turn = self.dealer
        self.direction = 1
        self.top = UNTOLD
        self.colour = UNKNOWN
        self.attack = None
        self.challenge = False
        self.asked = 0
        self.asks = ""
        self.flipped = -1
        self.swap_by = 0
        self.plays = []
        self.last_done = None
        self.drew = 0
        self.waiting = []
        self.windows = [None] * size
        self.uno_wait = []
        self.precall = []
        self.shut = None
        self.false_turn = [-1] * size
        self.cut = None
        self.cut_shut = None
        self.cut_wait = []
        self.slap = None
        self.silence = 0
        self.skips = []
        self.winner = None
        self.void = False
        self.hands = {}
        self.pile = 0
        self.last_card = None
        self.needs_card = -1
        self.clock = 0
        self.clock_run = None
        self.clock_u = 0
        self.punished = False
        self.called = [False] * size

    def copy(self) -> State:
        new = State.__new__(State)
        for name in FIELDS:
            value = getattr(self, name)
            setattr(new, name, value[:] if type(value) is list else value)
        new.hands = dict(self.hands)
        return new

    # -- seats ---------------------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        return len(self.names) - 1

    def seats(self) -> list[int]:
        """The seats still at the table."""
        return [seat for seat in range(1, len(self.names)) if self.playing[seat]]

    def arrange(self) -> None:
        """Who sits beside whom: to be called whenever somebody comes, goes or moves."""
        seats = range(1, len(self.names))
        self.two = sum(self.playing) == 2
        self.neighbour = {1: self._beside(seats[::-1]), -1: self._beside(seats)}

    def _beside(self, seats: range) -> list[int]:
        """By seat, whoever of those at the table comes before it in `seats`, or itself where nobody does."""
        beside = [0, *range(1, len(self.names))]
        latest = 0
        for seat in (*seats, *seats):  # twice round: the first comes after the last
            beside[seat] = latest or seat
            if self.playing[seat]:
                latest = seat
        return beside

    def next(self, seat: int) -> int:
        """The seat after `seat` in the direction of play, among those still at the table."""
        return self.neighbour[self.direction][seat]

    def step(self, seat: int, steps: int) -> int:
        """The seat `steps` places on in the direction of play, among those still at the table."""
        neighbour = self.neighbour[self.direction]
        for _ in range(steps):
            seat = neighbour[seat]
        return seat

    def left_of(self, seat: int) -> int:
        """The next seat clockwise, whatever the direction of play."""
        return self.neighbour[1][seat]

    # -- counts and rulings --------------------------------------------------------------------------------

    def exists(self) -> int:
        """Cards that can still be drawn: what is in no hand and not on top."""
        return max(0, self.rules.deck_cards - sum(self.cards) - 1)

    def draw(self, seat: int, n: int) -> int:
        """`seat` draws up to `n` cards; returns how many there were. Any draw clears a call and shuts a window."""
        if not self.playing[seat]:
            return 0  # its cards went under the pile, more would be out of play
        if self.track == "buzzer":
            self.owed[seat] += n
            return n
        got = min(n, self.exists())
        if self.rules.end_deck_out == "void" and self.stage == "play":
            if n > self.pile:
                got, self.void = min(got, max(0, self.pile)), True
            self.pile -= got
        if got > 0:
            self.cards[seat] += got
            self.called[seat] = False
        return got

    def changed(self, seat: int, g: int, u: int = 0) -> None:
        """The hand of `seat` changed other than by its own play: no call holds, no window stays."""
        self.called[seat] = False
        window = self.windows[seat]
        if window is not None:
            self.windows[seat] = None
            if window.state == "open":
                self.shut = (g, u)

    def rule(
        self,
        rule: str,
        seat: int | None,
        t: int,
        *,
        entry: int | None = None,
        draw: int | None = None,
        keep_window: bool = False,
        by: tuple[int, ...] | None = None,
        margin: int | None = None,
        u: int | None = None,
        tie: bool = False,
        of: int | None = None,
        why: str | None = None,
    ) -> int:
        """Add a ruling and let its cards be drawn; returns its index, −1 where the table overruled it."""
        if self.suppressed and self._overruled(rule, seat, t, entry):
            return -1
        if draw and seat is not None:
            draw = self.draw(seat, draw)
            if draw and not keep_window:
                self.changed(seat, t - self.lag, u or 0)
        self.rulings.append(Ruling(t, rule, seat, entry, by, draw, margin, u, tie, of, why))
        return len(self.rulings) - 1

    def _overruled(self, rule: str, seat: int | None, t: int, entry: int | None) -> bool:
        """Keys are (rule, entry, None, None) or, for what no line caused, (rule, None, seat, t)."""
        if entry is not None:
            return (rule, entry, None, None) in self.suppressed
        return (rule, None, seat, t) in self.suppressed

    def ignore(self, entry: int, t: int, why: str, seat: int | None = None) -> None:
        self.rule("ignored", seat, t, entry=entry, why=why)

    # -- the turn and its clock ----------------------------------------------------------------------------

    def give_turn(self, seat: int, g: int, u: int) -> None:
        """The turn begins for `seat`, unless that seat is to lose it."""
        while self.skips and seat in self.skips and self.attack is None:
            self.skips.remove(seat)
            seat = self.next(seat)
        self.turn = seat
        self.turn_no += 1
        self.clock, self.clock_run, self.clock_u = 0, g, u
        self.punished = False

    def phase(self) -> str:
        if self.stage != "play":
            return self.stage
        if self.challenge:
            return "challenge"
        if self.cut is not None and self.cut.queue:
            return "cut"
        if self.slap is not None:
            return "slap"
        if self.asks:
            return "colour"
        return "attack" if self.attack is not None else "play"

    def laid_on(self) -> list[tuple[int, int]]:
        """Each cut of this round (its entry), and the entry of the play it was laid on."""
        return [(play.entry, under.entry) for under, play in pairwise(self.plays) if play.cut]

    def before(self) -> Before:
        return made(
            Before,
            (self.turn, self.direction, self.top, self.colour, self.attack, self.asks, self.winner, self.cut),
        )

    def restore(self, before: Before) -> None:
        (self.turn, self.direction, self.top, self.colour, self.attack, self.asks, self.winner, _) = before
        self.challenge = False
        self.swap_by = 0


FIELDS = tuple(field.name for field in fields(State))
