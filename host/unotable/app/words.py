"""The app's words in the language chosen: sentences by their English, cards and colours by name."""

from __future__ import annotations

from unotable.feed import FeedItem
from unotable.game.cards import DIGITS, UNKNOWN, Card
from unotable.view import View

_lang = "en"


def use(lang: str) -> None:
    global _lang
    _lang = lang


def current() -> str:
    return _lang


def default() -> str:
    return "en"


def feed_sentence(item: FeedItem, view: View) -> str:
    r = item.ruling
    if r is None:
        return item.text
    who = view.table.seat(r.seat).name if r.seat else ""
    return f"{r.rule} {who} draws {r.draw} [{view.rules_name}: {r.rule}]"


def tr(text: str, **fields: object) -> str:
    return text.format(**fields) if fields else text


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
