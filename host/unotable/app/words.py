"""The app's words in the language chosen: cards and colours by name, and a feed item as one sentence."""

from __future__ import annotations

from unotable.app.cells import certain
from unotable.game.cards import DIGITS, UNKNOWN, Card
from unotable.game.ruleset import RuleSet
from unotable.locale import current, default, following, tr, use
from unotable.match.feed import FeedItem
from unotable.match.telling import tell
from unotable.match.view import View

__all__ = ["card_words", "colour_word", "current", "default", "face_word", "feed_sentence", "following", "tr", "use"]


def feed_sentence(item: FeedItem, view: View, rules: RuleSet | None = None) -> str:
    """One plain sentence; what is taken back or changed says so, and who gives back or draws what."""
    names = [seat.name for seat in view.table.seats]
    return certain(tell(item, names, rules, source=view.rules_name))


def colour_word(colour: str) -> str:
    """The name of colour `r y g b`; what was not told is said so."""
    return {"r": tr("RED"), "y": tr("YELLOW"), "g": tr("GREEN"), "b": tr("BLUE")}.get(colour, tr("not told"))


def face_word(face: str) -> str:
    if face in DIGITS:
        return face
    return {
        "s": tr("SKIP"),
        "r": tr("REVERSE"),
        "+": tr("DRAW TWO"),
        "w": tr("WILD"),
        "w+": tr("DRAW FOUR"),
    }.get(face, UNKNOWN)


def card_words(card: Card, colour: bool = True) -> str:
    """`RED 5`, `WILD`; with `colour` a black card names the one chosen for it."""
    if card.black:
        named = f" ({colour_word(card.colour)})" if colour and card.colour != UNKNOWN else ""
        return face_word(card.face) + named
    if card.face == card.colour == UNKNOWN:
        return tr("card not told")
    return f"{colour_word(card.colour)} {face_word(card.face)}"
