"""A feed item as one sentence in the language in use; what is taken back or changed says who gives back or draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from unotable.game.ruleset import RuleSet
from unotable.game.table import Table
from unotable.journal.rules import phrases
from unotable.locale import tr, trn
from unotable.locale.say import say
from unotable.match.feed import FeedItem
from unotable.match.proposals import Proposal


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
        moves = tr("{name} gives back {n}.", name=who, n=-item.draw)
    elif item.draw:
        moves = tr("{name} draws {n}.", name=who, n=item.draw)
    lead = tr("Taken back:") if item.kind == "withdrawn" else tr("Now:")
    why = tr(" (since {why})", why=item.text) if item.text else ""
    return _joined(moves, lead, told) + why


def _joined(*parts: str) -> str:
    """With spaces, but where a wide mark brings its own."""
    out = ""
    for part in parts:
        out += part if not out or out.endswith(("。", "：")) else f" {part}"
    return out


def ways(proposal: Proposal, names: Sequence[str]) -> list[str]:
    """What may explain a DONE out of turn, as short questions in the order of their keys."""
    words = {"skip": tr("skip?"), "reverse": tr("reverse?"), "wrong": tr("wrong press")}
    return [
        words[way.kind] if way.kind in words else tr("{name} forgot DONE?", name=names[way.seat - 1])
        for way in proposal.ways
    ]


def proposed(proposal: Proposal, names: Sequence[str], decides: bool = True) -> str:
    """The whole proposal as one line, each way with its number; the one in brackets is what is read now.

    decides: the numbers may be typed.
    """
    told = [f"{number} {word}" if decides else word for number, word in enumerate(ways(proposal, names), 1)]
    numbered = [f"({word})" if number == proposal.taken else word for number, word in enumerate(told)]
    return tr("{name} pressed DONE where {other} was on turn: {ways}", name=names[proposal.seat - 1],
              other=names[proposal.expected - 1], ways="  ".join(numbered))  # fmt: skip


def doing(table: Table) -> str:
    """What goes on: whose turn it is, or what people are asked for."""
    if table.paused:
        return tr("paused")
    if table.phase == "over":
        return tr("the match is over: {names}", names=", ".join(table.seat(seat).name for seat in table.winners) or "-")
    if table.phase == "between":
        return tr("the next round can begin (n)")
    if table.phase == "scoring":
        hands = [need.partition(":")[2] for need in table.needs if need.startswith("hand:")]
        return trn("the hand of seat {seats} is asked for", "the hands of seats {seats} are asked for", len(hands),
                   seats=", ".join(hands))  # fmt: skip
    if table.phase == "first":
        return tr("the first card is asked for")
    if any(need.startswith("answer:") for need in table.needs):
        return tr("what was that race?")
    if table.turn is None:
        return tr("the buttons are open")
    who = table.seat(table.turn).name
    return {
        "cut": tr("{name} cuts in", name=who),
        "colour": tr("a colour is asked for, then {name}", name=who),
        "challenge": tr("{name} challenges", name=who),
        "slap": tr("slap the nine"),
        "attack": tr("{name} is under attack", name=who),
    }.get(table.phase, tr("turn: {name}", name=who))


@cache
def _phrases(source: str) -> Mapping[str, str]:
    return phrases(source)
