"""Cards: colours, faces, notation and points.

Notation: a colour letter `r y g b ?`, then a face `0`–`9`, `s` skip, `r` reverse, `+` draw two, `?`; black cards
`w` and `w+`, with the named colour after a colon: `r5`, `gs`, `br`, `y+`, `w:g`, `w+:b`, `?s`, `g?`, `??`.
What is not told is trusted, never guessed: a question about it answers `None`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

COLOURS = "rygb"
DIGITS = "0123456789"
FACES = DIGITS + "sr+"
UNKNOWN = "?"
WILD = "w"
WILD4 = "w+"


class CardError(ValueError):
    """A `text` that is no card; the message says what one looks like."""

    def __init__(self, text: str) -> None:
        super().__init__(
            f"{text!r} is no card: a colour r y g b ? and a face 0-9 s r + ?, or w, w+ with the named colour as in w:g"
        )
        self.text = text


@dataclass(frozen=True, slots=True)
class Card:
    """One card as far as it was told. `colour` is `r y g b ?`, `face` is `0`–`9 s r + w w+ ?`.

    A black card's `colour` is the one named for it, `?` until somebody does.
    """

    colour: str
    face: str

    # What they come to is asked of every card on its way, so it is kept.
    black: bool = field(init=False, compare=False, repr=False)
    told: bool = field(init=False, compare=False, repr=False)  # anything at all
    acts: bool = field(init=False, compare=False, repr=False)  # does more than pass the turn
    text: str = field(init=False, compare=False, repr=False)  # the notation

    def __post_init__(self) -> None:
        colour, face = self.colour, self.face
        black = face in (WILD, WILD4)
        text = colour + face if not black else face if colour == UNKNOWN else f"{face}:{colour}"
        object.__setattr__(self, "black", black)
        object.__setattr__(self, "told", text != UNKNOWN + UNKNOWN)
        object.__setattr__(self, "acts", face in ("s", "r", "+", WILD4))
        object.__setattr__(self, "text", text)

    @property
    def known(self) -> bool:
        """Both colour and face were told, so that two such cards can be compared."""
        return self.face != UNKNOWN and (self.black or self.colour != UNKNOWN)

    @property
    def number(self) -> bool | None:
        """A number card? `None` while the face is not told."""
        return None if self.face == UNKNOWN else self.face in DIGITS

    @property
    def draws(self) -> int:
        """Cards its victim draws: 2, 4 or 0."""
        return {"+": 2, WILD4: 4}.get(self.face, 0)

    def points(self) -> int:
        """Points in a hand: the number, 20, or 50 for black (Mattel's and every seed text's table)."""
        if self.face in DIGITS:
            return int(self.face)
        return 50 if self.black else 20

    def identical(self, other: Card) -> bool | None:
        """The same card? `None` where what was told leaves it open. A black card's named colour does not count."""
        if UNKNOWN not in (self.face, other.face) and self.face != other.face:
            return False
        if self.black or other.black:
            return True if self.face == other.face else None
        if UNKNOWN not in (self.colour, other.colour) and self.colour != other.colour:
            return False
        return True if self.known and other.known else None

    def follows(self, top: Card, colour: str) -> bool | None:
        """May it be laid on `top` with `colour` in force: same colour, same symbol or black? `None`: cannot be told."""
        if self.black:
            return True
        if self.face != UNKNOWN and self.face == top.face:
            return True
        if self.colour != UNKNOWN and self.colour == colour:
            return True
        if UNKNOWN in (self.face, self.colour) or colour == UNKNOWN or top.face == UNKNOWN:
            return None
        return False

    def __str__(self) -> str:
        return self.text


UNTOLD = Card(UNKNOWN, UNKNOWN)


@lru_cache(maxsize=512)
def parse(text: str) -> Card:
    """The card that `text` writes; `CardError` where it writes none."""
    head, _, named = text.partition(":")
    if head in (WILD, WILD4):
        if named == "" and not text.endswith(":"):
            return Card(UNKNOWN, head)
        if len(named) == 1 and named in COLOURS + UNKNOWN:
            return Card(named, head)
    elif len(text) == 2 and text[0] in COLOURS + UNKNOWN and text[1] in FACES + UNKNOWN:
        return Card(text[0], text[1])
    raise CardError(text)
