"""What lies about the table between moves: presses, plays, claims, windows, attacks. None of them ever changes."""

from __future__ import annotations

from typing import NamedTuple

from unotable.game.cards import UNTOLD, Card

# Makes a NamedTuple of a tuple of all its fields, as its own constructor does in the end: half of the time where every
# line of a match needs one. Elsewhere the constructor is called.
made = tuple.__new__


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


UNNAMED = Name(UNTOLD, None, -1)


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
