"""What the referee said, as one plain sentence: who, by how much, what it costs, and by which rule of which source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from unotable.game.ruleset import NAMES, RuleSet
from unotable.game.rulings import Ruling
from unotable.locale import Words, mark, words


@dataclass(frozen=True, slots=True)
class Saying:
    """`text` for a ruling, `tie` for one whose bounds overlapped, with what is decided then; `rests_on` is the
    parameter it follows from.

    Fields: `{who}` the seat it is about, `{by}` the others in order, `{why}` a reason, `{limit}` the turn's time.
    """

    text: str
    rests_on: str | None = None
    tie: str = ""
    alone: str = ""  # where it is about nobody


SAYINGS: dict[str, Saying] = {
    "uno.called": Saying(
        mark("{who} called UNO in time"),
        "uno.catch",
        mark("{who} and {by} pressed inside the clocks' uncertainty: the owner, {who}, is safe"),
    ),
    "uno.caught": Saying(mark("{by} caught {who} without a call"), "uno.catch"),
    "uno.late": Saying(
        mark("{who} pressed UNO too late, which costs nothing"),
        "uno.late_ms",
        mark("{who} pressed UNO inside the clocks' uncertainty of the next move: nobody is fined"),
    ),
    "uno.false": Saying(mark("{who} called UNO for nothing"), "uno.false_call"),
    "cut.won": Saying(
        mark("{who} cut in"),
        "cut.scope",
        mark("{who} and {by} claimed inside the clocks' uncertainty: {who}, nearest in play direction, cuts in"),
    ),
    "cut.beaten": Saying(
        mark("{who} came too late to cut"),
        "cut.scope",
        mark("{who} claimed inside the clocks' uncertainty of the card of {by}: what lies on the table stands"),
    ),
    "cut.failed": Saying(mark("{who} claimed a cut that was not laid in time, or not identical"), "cut.fail"),
    "cut.wrong": Saying(
        mark("{who} claimed with nothing to cut"),
        "cut.wrong_slap",
        mark("{who} claimed inside the clocks' uncertainty of the end of a window: nobody is fined"),
    ),
    "turn.out_of_order": Saying(mark("{who} pressed DONE out of turn, which does nothing"), "turn.early_ms"),
    "turn.repeated": Saying(mark("{who} pressed DONE again, which does nothing"), "pair.identical"),
    "turn.preempted": Saying(mark("{who} was cut off: the card goes back"), "cut.scope"),
    "turn.timeout": Saying(mark("{who} took longer than {limit}"), "time.penalty"),
    "turn.settle": Saying(mark("{who} played too soon after the last card"), "time.settle_s"),
    "attack.paid": Saying(mark("{who} takes the cards of the attack"), "stack.on_draw2"),
    "challenge.guilty": Saying(mark("{who} was challenged and is guilty"), "wild4.guilty"),
    "challenge.innocent": Saying(mark("{who} challenged in vain"), "wild4.innocent_extra"),
    "challenge.void": Saying(mark("The challenge by {who} is void"), "wild4.challenge"),
    "slap.last": Saying(
        mark("{who} was last to slap the nine"),
        "party.slap_nine",
        mark("{who} and {by} slapped the nine inside the clocks' uncertainty: nobody draws"),
    ),
    "silence.broken": Saying(mark("{who} broke the silence"), "party.silent_two"),
    "fault.wrong_play": Saying(mark("{who} laid a card that does not fit: it goes back"), "fault.wrong_play"),
    "fault.advice": Saying(mark("{who} gave advice"), "fault.advice"),
    "fault.other_card": Saying(mark("{who} played another card than the one drawn: it goes back"), "draw.other_card"),
    "fault.uncalled_pair": Saying(
        mark("{who} laid a pair without calling UNO: the second card goes back"), "uno.identical"
    ),
    "fault.must_play": Saying(mark("{who} drew with a playable card in hand"), "draw.must_play"),
    "fault.mismatch": Saying(mark("The card of {who} does not match the pile"), "fault.wrong_play"),
    "fault.under_attack": Saying(
        mark("The card of {who} is no answer: the attack and the turn stay"), "stack.on_draw2"
    ),
    "fault.number_only": Saying(mark("{who} must end on a number: the card goes back"), "end.number_only"),
    "penalty": Saying(mark("A penalty for {who}: {why}")),
    "overruled": Saying(
        mark("The table overruled a ruling about {who}: {why}"), alone=mark("The table overruled a ruling: {why}")
    ),
    "hands.rotated": Saying(mark("After the zero of {who} every hand goes to the next player"), "party.zero_rotates"),
    "hands.swapped": Saying(mark("{who} and {by} swapped hands"), "party.seven_swaps"),
    "race": Saying(mark("First to press: {by}"), None, mark("Too close to tell who pressed first: {by}")),
    "ignored": Saying(mark("That changes nothing: {why}")),
    "round.won": Saying(mark("{who} wins the round"), "score.mode"),
    "round.void": Saying(mark("The round is void"), "end.deck_out"),
    "match.won": Saying(mark("{who} wins the match"), "score.target"),
}
CLAIMS = {  # between claims the rules say what decides: cut.tie
    "nearest": mark("{who} claimed inside the clocks' uncertainty: who is nearest in play direction cuts in"),
    "replay": mark("{who} claimed inside the clocks' uncertainty: nobody cuts in, and all may press again"),
}
WHY: dict[str, str] = {  # reasons that are parameters, and what is said instead
    "party.red_zero": mark("{who} draws for the red zero"),
    "party.zero_last_wins": mark("{who} may not end on a zero: no hands move, and the turn passes"),
}
REASONS = (  # the fold's own; a reason that the table gave stays as it is
    mark("another claim comes first"),
    mark("an order names every seat once"),
    mark("cards are not tracked"),
    mark("draw.must_play is off"),
    mark("no black card waits for a colour"),
    mark("no cut to deny"),
    mark("no hand sum can win here"),
    mark("no held press to accept"),
    mark("no wild card with a menu waits"),
    mark("nobody sits there"),
    mark("not paused"),
    mark("only a press can turn out to be a hold"),
    mark("only the seats that the rules let the target challenge can be judged"),
    mark("paused already"),
    mark("swap with whom?"),
    mark("that entry is no race"),
    mark("that hand does not count"),
    mark("that play was a single card"),
    mark("that race has its answer; undo it first"),
    mark("that seat has left"),
    mark("that seat laid no such card"),
    mark("the round is not over"),
    mark("there is no such ruling"),
    mark("there is nothing to challenge"),
    mark("there is nothing to correct"),
    mark("who was caught?"),
)
AHEAD = ("uno.called", "uno.caught", "cut.won", "race")  # whom these name was first; of others the rival was


def rests_on(ruling: Ruling) -> str | None:
    """The parameter a ruling follows from, by its public name; `None` where the table or the plain rules decided."""
    if ruling.why in NAMES:
        return ruling.why
    if ruling.tie and (_between_claims(ruling) or ruling.rule == "cut.won"):
        return "cut.tie"
    return SAYINGS[ruling.rule].rests_on


def _between_claims(ruling: Ruling) -> bool:
    """Whether a claim was beaten by another one; by the regular player's card it names whom."""
    return ruling.rule == "cut.beaten" and ruling.by is None


def say(
    ruling: Ruling,
    names: Sequence[str],
    rules: RuleSet | None = None,
    lang: str | None = None,
    source: str = "",
    phrases: Mapping[str, str] | None = None,
) -> str:
    """One sentence on `ruling`, a second where it costs cards, then what it rests on: `[tangxun: uno.catch]`.

    `names` are the players' by seat, `rules` the match's, `source` the name of its rule set, `phrases` the words of its
    source by parameter, which are added where a tie was decided; `lang` `None` is the language in use. Names and
    reasons are put in as they are: a caller that knows markup escapes the whole.
    """
    w = words(lang)
    who = _name(ruling.seat, names, w)
    limit = seconds(rules.time_turn_s, w) if rules else w.tr("the limit")
    main = w.tr(_text(ruling, rules), who=who, by=_by(ruling, names, w), why=_reason(ruling.why, names, w), limit=limit)
    sentences = [w.tr("{sentence}.", sentence=main + _margin(ruling, w))]
    if ruling.draw:
        sentences.append(w.trn("{who} draws {n} card.", "{who} draws {n} cards.", ruling.draw, who=who))
    out = ("" if w.lang == "zh" else " ").join(sentences)
    parameter = rests_on(ruling)
    if not parameter:
        return out
    phrase = (phrases or {}).get(parameter) if ruling.tie else None
    words_of_it = parameter + (f" “{phrase}”" if phrase else "")
    return f"{out} [{source}: {words_of_it}]" if source else f"{out} [{words_of_it}]"


def _text(ruling: Ruling, rules: RuleSet | None) -> str:
    saying = SAYINGS[ruling.rule]
    if ruling.tie and _between_claims(ruling):
        return CLAIMS[rules.cut_tie if rules else "nearest"]
    if ruling.why in WHY:
        return WHY[ruling.why]
    if ruling.seat is None and saying.alone:
        return saying.alone
    return saying.tie if ruling.tie and saying.tie else saying.text


def _name(seat: int | None, names: Sequence[str], w: Words) -> str:
    if seat is None:
        return w.tr("Somebody")
    return names[seat - 1] if seat <= len(names) else w.tr("Seat {n}", n=seat)


def _by(ruling: Ruling, names: Sequence[str], w: Words) -> str:
    found = [_name(seat, names, w) for seat in ruling.by or (None,)]
    if ruling.rule == "race" and not ruling.tie and len(found) > 1:  # only the first is proved to have been before
        return found[0] + w.tr(", then ") + _and(found[1:], w)
    return _and(found, w)


def _and(found: Sequence[str], w: Words) -> str:
    return w.tr(", ").join(found[:-1]) + (w.tr(" and ") if len(found) > 1 else "") + found[-1]


def _reason(why: str | None, names: Sequence[str], w: Words) -> str:
    if not why:
        return w.tr("no reason given")
    head, _, rest = why.partition(":")
    if head == "hand" and rest.isdecimal():
        return w.tr("the hand of {who} was not given and scores nothing", who=_name(int(rest), names, w))
    if head == "not now":
        return w.tr("not now")
    return w.tr(why)


def _margin(ruling: Ruling, w: Words) -> str:
    """` — 42 ms ahead (±0.3 ms)`: how far from the nearest rival or the limit, and how far off that may be."""
    if ruling.margin is None:
        return ""
    fields = {"margin": duration(ruling.margin, w), "bound": duration(ruling.u or 0, w)}
    if ruling.tie:
        return w.tr(" — {margin} apart (±{bound})", **fields)
    if ruling.rule == "turn.settle":
        return w.tr(" — {margin} too early (±{bound})", **fields)
    if ruling.rule in AHEAD:
        return w.tr(" — {margin} ahead (±{bound})", **fields)
    return w.tr(" — {margin} behind (±{bound})", **fields)


def duration(us: int, w: Words) -> str:
    """Microseconds as a person reads them: `0.02 ms`, `0.3 ms`, `42 ms`, `1.2 s`. A bound is never told as none."""
    if us >= 999_500:
        return w.tr("{n} s", n=f"{us / 1_000_000:.1f}")
    us = max(us, 6) if us else 0  # a hundredth of a millisecond is the least
    digits = 2 if 0 < us < 95 else 1 if us < 9_950 else 0
    return w.tr("{n} ms", n=f"{us / 1000:.{digits}f}")


def seconds(s: float, w: Words) -> str:
    return w.tr("{n} s", n=f"{s:g}")
