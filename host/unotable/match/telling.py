"""A feed item as one sentence in the language in use; what is taken back or changed says who gives back or draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from unotable.game.ruleset import RuleSet
from unotable.journal.rules import phrases
from unotable.locale import tr
from unotable.locale.say import say
from unotable.match.feed import FeedItem


def tell(item: FeedItem, names: Sequence[str], rules: RuleSet | None = None, source: str = "") -> str:
    """`names` are the players' by seat, `source` the name of the rule set that the sentence ends with."""
    if item.ruling is None:
        return item.text
    told = say(item.ruling, names, rules, source=source, phrases=_phrases(source) if item.ruling.tie else None)
    if item.kind == "ruling":
        return told
    who = names[item.seat - 1] if item.seat is not None and item.seat <= len(names) else tr("Somebody")
    moves = ""
    if item.draw is not None and item.draw < 0:
        moves = tr("{name} gives back {n}.", name=who, n=-item.draw) + " "
    elif item.draw:
        moves = tr("{name} draws {n}.", name=who, n=item.draw) + " "
    lead = tr("Taken back:") if item.kind == "withdrawn" else tr("Now:")
    why = tr(" (since {why})", why=item.text) if item.text else ""
    return f"{moves}{lead} {told}{why}"


@cache
def _phrases(source: str) -> Mapping[str, str]:
    return phrases(source)
