"""The builder behind the fold: one mutable state that the machines change and `fold` freezes into a `Table`.

Only what is in here moves a count, passes a turn or adds a ruling, so that each of the machines can be read alone.
Two times run side by side: `t` is the journal's (µs since the match began); `g` is game time, `t` less all pauses.
Windows and deadlines live in `g`, rulings in `t`. Everything inside is either a plain value, a tuple or a list of
such, so that `copy` is a snapshot.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from unotable.game.cards import UNKNOWN, UNTOLD, Card
from unotable.game.ruleset import RuleSet
from unotable.game.rulings import Ruling
from unotable.game.table import Round

MS = 1_000
SECOND = 1_000_000


class Press(NamedTuple):
    """A press or keyed act on its way through the machines; `g` and `t` may be later than the contact (it waited)."""

    seat: int
    g: int
    t: int
    u: int
    entry: int
    turn_no: int = 0


class Name(NamedTuple):
    """What a `card` entry told of a play: its card, `n` where it was told, the line, and whether it is a guess."""

    card: Card
    n: int | None
    entry: int
    guess: bool = False


class Attack(NamedTuple):
    """An open +2/+4: `pending` cards for the seat on turn; `chain` the +4 players with their entries, oldest first."""

    pending: int
    kind: str  # face of the latest attack card: + or w+
    chain: tuple[tuple[int, int], ...] = ()
    answered: bool = False  # the latest +4 answered an attack
    barred: bool = False  # no challenge (a first card, or one found void)


class Before(NamedTuple):
    """What a play taken back restores: everything on the pile, nothing in the hands."""

    turn: int
    direction: int
    top: Card
    colour: str
    attack: Attack | None
    asks: str
    winner: int | None
    cut: CutWindow | None


class PlayRec(NamedTuple):
    """One play of the running round. `took`: an unnamed card read as taking the attack."""

    entry: int
    t: int
    g: int
    u: int
    seat: int
    card: Card
    n: int
    before: Before
    presses: int = 1  # DONEs of this play so far; 0 while only keyed
    told: bool = False  # `n` was told explicitly
    named: bool = False
    keyed: bool = False  # made by a `card` entry
    cut: bool = False
    took: bool = False
    guess: bool = False
    name_entry: int = -1  # the line that named it
    drew: int = 0  # cards `took` drew
    drawn: bool = False  # the card its seat had just drawn
    turn_no: int = 0


class Claim(NamedTuple):
    """A CUT press. `edge`: it met no window, but one had shut inside the bounds."""

    seat: int
    g: int
    t: int
    u: int
    entry: int
    edge: bool = False


class CutWindow(NamedTuple):
    """Who may cut the top card. `queue` is ranked, its head holds the cut right since `since`; `moved` claims came a
    moment before the DONE that laid the card and stop nobody."""

    layer: int
    g: int
    u: int
    card: Card
    name_entry: int
    admits: bool  # cut.scope lets it be cut
    sums: bool  # cut.hand_sum_wins lets it be claimed
    claimed: tuple[int, ...] = ()
    queue: tuple[Claim, ...] = ()
    since: int = 0
    since_u: int = 0
    moved: tuple[Claim, ...] = ()


class Window(NamedTuple):
    """A seat's UNO window. `state`: open · caught · called; `ruling` is the index of what it led to."""

    state: str
    g: int
    u: int
    ruling: int = -1
    catches: tuple[Press, ...] = ()
    drawn: int = 0
    press: Press | None = None  # the owner's call


class Waiting(NamedTuple):
    """An UNO press that has met nothing yet. `kind`: nothing · precall · late."""

    press: Press
    kind: str


class Race(NamedTuple):
    """Presses without turns (buzzer tracking): `entry` the first one's, `ruling` the index of its ruling."""

    entry: int
    presses: tuple[Press, ...]
    ruling: int
    answered: bool = False


class Slap(NamedTuple):
    g: int
    t: int
    u: int
    entry: int
    presses: tuple[Press, ...] = ()


class State:
    """Seat lists are indexed 1…N; index 0 is unused. See the classes above for the windows."""

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
        self.rulings: list[Ruling] = []
        self.suppressed: frozenset[tuple[str, int | None, int | None, int | None]] = frozenset()
        self.namings: Mapping[int, Name] = {}  # what later lines told of plays, by the play's entry
        self.overruled: Mapping[int, tuple[int | None, int | None]] = {}  # by overrule: the entry and seat it is about
        self.forced: frozenset[int] = frozenset()  # presses that a correction made plays
        self.rounds: list[Round] = []
        self.round = 0
        self.dealer = dealer
        self.over = False
        self.winners: tuple[int, ...] = ()
        self.losers: tuple[int, ...] = ()
        self.lag = 0  # µs of pauses so far: g = t − lag
        self.paused_at: int | None = None
        self.turn_no = 0
        self.after = 0  # the seat that dealt the latest finished round's winner, for deal.dealer_next
        self.races: list[Race] = []
        self.clear()

    def clear(self) -> None:
        """An empty table, before a round."""
        size = len(self.names)
        self.stage = "first"  # first · play · scoring · between · over
        self.turn = self.dealer
        self.direction = 1
        self.top = UNTOLD
        self.colour = UNKNOWN
        self.attack: Attack | None = None
        self.challenge = False
        self.asked = 0  # the seat that is to name it
        self.asks = ""  # colour · menu: what the latest black card waits for
        self.flipped = -1  # the entry that told the first card
        self.swap_by = 0  # the seat whose seven waits for `do: swap`
        self.plays: list[PlayRec] = []
        self.last_done: Press | None = None  # the tapped DONE that a second tap would repeat
        self.drew = 0  # the seat that has just drawn one card it did not owe
        self.waiting: list[Press] = []  # DONEs before their turn
        self.windows: list[Window | None] = [None] * size
        self.uno_wait: list[Waiting] = []
        self.precall: list[Press] = []
        self.shut: tuple[int, int] | None = None  # (g, u) when the latest UNO window was settled or shut
        self.false_turn = [-1] * size
        self.cut: CutWindow | None = None
        self.cut_shut: tuple[int, int] | None = None  # (g, u) when the latest cut window was shut
        self.cut_wait: list[Claim] = []  # claims that met no window yet
        self.slap: Slap | None = None
        self.silence = 0  # the seat whose two asked for silence
        self.skips: list[int] = []  # seats that lose their next turn
        self.winner: int | None = None
        self.void = False
        self.hands: dict[int, tuple[int, int]] = {}
        self.pile = 0  # cards left to draw where nothing is reshuffled
        self.last_card: tuple[int, int] | None = None  # (g, u) of the latest card laid, for time.settle_s
        self.needs_card = -1  # the play a card key should name
        self.clock = 0  # game time used by this turn when the clock last stood still
        self.clock_run: int | None = None  # g since which it runs
        self.clock_u = 0
        self.punished = False
        self.called = [False] * size

    def copy(self) -> State:
        new = State.__new__(State)
        new.__dict__ = {name: value[:] if type(value) is list else value for name, value in self.__dict__.items()}
        new.hands = dict(self.hands)
        return new

    # -- seats ---------------------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        return len(self.names) - 1

    def seats(self) -> list[int]:
        """The seats still at the table."""
        return [seat for seat in range(1, len(self.names)) if self.playing[seat]]

    def step(self, seat: int, steps: int = 1) -> int:
        """The seat `steps` places on in the direction of play, among those still at the table."""
        size, playing = len(self.names) - 1, self.playing
        for _ in range(steps):
            left = size  # places to look at: somebody plays at one of them, if only `seat` itself
            seat = (seat - 1 + self.direction) % size + 1
            while not playing[seat] and left > 1:
                seat = (seat - 1 + self.direction) % size + 1
                left -= 1
        return seat

    def left_of(self, seat: int) -> int:
        """The next seat clockwise, whatever the direction of play."""
        size = len(self.names) - 1
        for _ in range(size):
            seat = seat % size + 1
            if self.playing[seat]:
                break
        return seat

    @property
    def two(self) -> bool:
        return sum(self.playing) == 2

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
        while seat in self.skips and self.attack is None:
            self.skips.remove(seat)
            seat = self.step(seat)
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

    def before(self) -> Before:
        return Before(self.turn, self.direction, self.top, self.colour, self.attack, self.asks, self.winner, self.cut)

    def restore(self, before: Before) -> None:
        (self.turn, self.direction, self.top, self.colour, self.attack, self.asks, self.winner, _) = before
        self.challenge = False
        self.swap_by = 0
