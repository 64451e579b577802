"""Rule sets in plain language: what a table plays, in a few sentences made from the parameters, and what one may be.

The sentences come from the values alone, so they are right for a preset, a changed one, and a user's own.
"""

from __future__ import annotations

from typing import Any, get_origin

from unotable.game.ruleset import RuleSet
from unotable.journal.parameters import FIELDS, TYPES, choices, plain_value
from unotable.locale import Words, mark

ANSWERS = {"draw2": "+2", "wild4": "+4", "skip": mark("skip"), "reverse": mark("reverse")}
WILD4 = {
    "any": mark("A +4 may always be laid."),
    "no-colour": mark("A +4 is for those without a card of the colour."),
    "no-colour-or-number": mark("A +4 is for those without a card of the colour or the number."),
    "nothing-else": mark("A +4 is for those who can lay nothing else."),
    "on-draw-or-no-colour": mark("A +4 is for those without a card of the colour, or on another draw card."),
}
CUTS = {
    "none": mark("No cutting in."),
    "coloured": mark("Who holds the same coloured card may cut in."),
    "any": mark("Who holds the same card may cut in."),
}
DRAWN = {
    "any": mark("Who does not play draws a card and may lay it."),
    "number": mark("Who does not play draws a card and may lay it if it is a number."),
    "never": mark("Who does not play draws a card and keeps it."),
}
SCORES = {
    "positive": mark("A round's winner scores what the others hold."),
    "negative": mark("What one still holds counts against one."),
    "chips": mark("Losers pay the winner what they hold."),
    "low": mark("What one still holds is added up; the lowest leads."),
    "single": mark("One round, one loser: who holds most."),
    "none": mark("Nothing is scored."),
}
PARTY = (
    ("party_zero_rotates", mark("a 0 passes all hands on")),
    ("party_seven_swaps", mark("a 7 swaps two hands")),
    ("party_silent_two", mark("silence after a 2")),
    ("party_slap_nine", mark("everybody slaps a 9")),
    ("party_red_zero", mark("the red 0 draws")),
    ("party_wild_menu", mark("a wild offers more than a colour")),
)


def summary(rules: RuleSet, w: Words) -> list[str]:
    """What is played, a sentence an element, the dealing first."""
    first = w.tr("the dealer") if rules.start_who == "dealer" else w.tr("the player after the dealer")
    out = [w.tr("{n} cards each; {who} begins.", n=rules.deal_hand, who=first)]
    if rules.draw_amount == "until-playable":
        out.append(w.tr("Who cannot play draws until a card fits."))
    else:
        out.append(w.tr(DRAWN[rules.draw_play_drawn]))
    if rules.draw_must_play:
        out.append(w.tr("Who can play must."))
    out += _attacks(rules, w)
    out.append(w.trn("A forgotten UNO costs {n} card.", "A forgotten UNO costs {n} cards.", rules.uno_catch))
    if rules.uno_false_call:
        out.append(w.trn("Calling it for nothing costs {n} card.", "Calling it for nothing costs {n} cards.",
                         rules.uno_false_call))  # fmt: skip
    out.append(w.tr(CUTS[rules.cut_scope]))
    if rules.pair_identical > 1:
        out.append(w.tr("Up to {n} identical cards may be laid at once.", n=rules.pair_identical))
    if rules.pair_same_rank:
        out.append(w.tr("Any number of cards of one symbol may be laid at once."))
    if rules.time_turn_s > 0:
        out.append(w.tr("A turn lasts {n} s at most.", n=f"{rules.time_turn_s:g}"))
    party = [w.tr(text) for name, text in PARTY if getattr(rules, name)]
    if party:
        out.append(w.tr("Party: {what}.", what=w.tr(", ").join(party)))
    out.append(w.tr(SCORES[rules.score_mode]))
    if rules.target:
        out.append(w.tr("{n} points end the match.", n=rules.target))
    return out


def _attacks(rules: RuleSet, w: Words) -> list[str]:
    out = []
    if not rules.stack_on_draw2 and not rules.stack_on_wild4:
        out.append(w.tr("Draw cards cannot be answered."))
    for held, answers in (("+2", rules.stack_on_draw2), ("+4", rules.stack_on_wild4)):
        if answers:
            what = w.tr(", ").join(w.tr(ANSWERS[answer]) for answer in plain_value(answers))
            out.append(w.tr("A {card} can be answered with: {what}.", card=held, what=what))
    out.append(w.tr(WILD4[rules.wild4_when]))
    if rules.wild4_challenge and rules.wild4_when != "any":
        out.append(w.tr("It may be challenged."))
    return out


def allowed_in(name: str, w: Words) -> str:
    """What a parameter may be, in a language."""
    type_, limits = TYPES[name], FIELDS[name].metadata
    if type_ is bool:
        return w.tr("yes or no")
    if get_origin(type_) is frozenset:
        return w.tr("any of: {what}", what=", ".join(choices(name)))
    if choices(name):
        return w.tr("one of: {what}", what=", ".join(str(choice) for choice in choices(name)))
    low, high = f"{limits['low']:g}", f"{limits['high']:g}"
    if type_ is int:
        return w.tr("a whole number from {low} to {high}", low=low, high=high)
    return w.tr("a number from {low} to {high}", low=low, high=high)


def typed(name: str, text: str) -> Any:
    """What was typed for a numeric parameter, as a value to `check`; a text that is no number stays a text."""
    text = text.strip().replace("，", ".").replace(",", ".")
    try:
        return int(text) if TYPES[name] is int else float(text)
    except ValueError:
        return text
