"""How the desk's players decide: which card, who calls, who catches, who cuts and when. Pure: a seeded rng decides.

Each decision has its own rng, made from the seed and the place in the match, so that the same seed decides the same
way however long a press was under way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from unotable.desk.cards import favourite, legal
from unotable.game.cards import Card, parse
from unotable.game.ruleset import RuleSet

ANSWERS = {"draw2": "+", "wild4": "w+", "skip": "s", "reverse": "r"}  # names of `stack.*` → faces

PRECALLS, CALLS = 0.2, 0.85  # shares of one-card moments: called before laying, called at all
NOTICES = 0.3  # each other player sees a missing call
RACES = 0.1  # a catch that is on its way when the call comes
SLAPS = 0.8  # a player with the identical card cuts
FOLLOWS = 0.93  # … and then really lays it
BLUFFS = 0.1  # a +4 although the colour is held
DOUBTS = 0.3  # the target of a +4 challenges it
STRAYS = 0.012  # a button hit for no reason, each of UNO and DONE
HASTES = 0.04  # the next player lays and is at the button before the one on turn
TOLD = 0.7  # number cards that the one at the laptop keys


@dataclass(frozen=True, slots=True)
class Tap:
    """A button pressed `at` seconds after the regular DONE (< 0: before it)."""

    at: float
    seat: int
    button: str


def think(rng: Random) -> float:
    """Seconds until a player has laid a card: mostly one or two, sometimes four."""
    return min(4.0, rng.lognormvariate(0.1, 0.45))


def choose(hand: Sequence[str], top: Card, colour: str, rng: Random) -> str | None:
    """The card to lay on an open top card; `None`: there is none, so the player draws.

    A +4 is kept while another card fits, but for the odd bluff; black cards are laid last.
    """
    fits = legal(hand, top, colour)
    plain = [card for card in fits if not parse(card).black]
    if "w+" in fits and plain and rng.random() < BLUFFS:
        return "w+"
    if plain:
        return rng.choice(plain)
    return rng.choice(sorted(fits)) if fits else None


def answer(hand: Sequence[str], top: Card, colour: str, ruleset: RuleSet) -> str | None:
    """The card that answers an open attack under `stack.*`, or `None`."""
    allowed = ruleset.stack_on_wild4 if top.face == "w+" else ruleset.stack_on_draw2
    faces = {ANSWERS[name] for name in allowed}
    fits = [card for card in legal(hand, top, colour) if parse(card).face in faces]
    return fits[0] if fits else None


def black(card: str, hand: Sequence[str], rng: Random) -> str:
    """A black card with the colour its player names."""
    return f"{card}:{favourite(hand, rng)}" if parse(card).black else card


def guilty(hand: Sequence[str], top: Card, colour: str) -> bool:
    """Did the hand of a +4 hold the colour in force?"""
    return any(parse(card).colour == colour for card in hand if not parse(card).black)


def calls(rng: Random, ruleset: RuleSet, owner: int, others: Sequence[int]) -> list[Tap]:
    """What happens around a play that leaves `owner` one card: the call, or not, and those who notice."""
    said: float | None = None
    if ruleset.uno_precall and rng.random() < PRECALLS:
        said = -rng.uniform(0.25, 0.6)
    elif rng.random() < CALLS:
        said = rng.uniform(0.15, 0.7)
    taps = [] if said is None else [Tap(said, owner, "uno")]
    for other in others:
        sees, at = rng.random() < NOTICES, rng.uniform(0.4, 1.4)
        if said is not None and said > 0 and rng.random() < RACES:
            taps.append(Tap(max(0.05, said + rng.gauss(0, 0.03)), other, "uno"))
        elif sees and (said is None or at < said + 0.15):  # who has heard the call does not catch any more
            taps.append(Tap(at, other, "uno"))
    return taps


def slaps(rng: Random, hands: Mapping[int, Sequence[str]], card: str, by: int) -> list[Tap]:
    """Who cuts `card`, laid by seat `by`: players who hold the same one and see it in time."""
    taps: list[Tap] = []
    for seat in sorted(hands):
        sees, at = rng.random() < SLAPS, rng.uniform(0.25, 0.8)
        if seat != by and sees and card in hands[seat]:
            taps.append(Tap(at, seat, "cut"))
    return taps


def strays(rng: Random, seats: Sequence[int], owner: int, following: int | None) -> list[Tap]:
    """Now and then somebody hits a button for nothing: a call, or a DONE out of turn."""
    taps: list[Tap] = []
    for button in ("uno", "done"):
        hits, seat, at = rng.random() < STRAYS, rng.choice(list(seats)), rng.uniform(0.3, 0.8)
        if hits and seat not in (owner, following):
            taps.append(Tap(at, seat, button))
    return taps


def haste(hand: Sequence[str], top: Card, rng: Random) -> str | None:
    """The number card that the next player lays on `top` and presses for too early; mostly none."""
    fits = [card for card in legal(hand, top, top.colour) if parse(card).number]
    return rng.choice(fits) if rng.random() < HASTES and fits and len(hand) > 2 else None


def admits(ruleset: RuleSet, card: str, attack: bool) -> bool:
    """May this card be cut?"""
    if ruleset.cut_scope == "none" or (attack and not ruleset.cut_during_attack):
        return False
    return ruleset.cut_scope == "any" or not parse(card).black
