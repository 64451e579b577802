"""What the host waits for, as one plain sentence with the key to press.

It says nothing that the table may not know: an open UNO window is never hinted at.
"""

from __future__ import annotations

from dataclasses import dataclass

from unotable.app.cells import fit, width
from unotable.app.words import card_words, tr
from unotable.game.cards import UNKNOWN, parse
from unotable.game.ruleset import RuleSet
from unotable.game.table import Table
from unotable.match.telling import doing, ways
from unotable.match.view import View


@dataclass(frozen=True, slots=True)
class Key:
    """A key in a sentence; it can be clicked and runs `command`, told which of its keys it is."""

    key: str
    command: str
    word: str = ""


Part = str | Key
LONGEST = 16  # cells of a name in a sentence


def short(table: Table, seat: int) -> str:
    """A seat's name, cut so that a long one never pushes the keys out of the row."""
    return fit(table.seat(seat).name, LONGEST).rstrip()


def need(table: Table, word: str) -> str | None:
    """The entry of `needs` that begins with `word` (`hand`, `answer`, …), if any."""
    return next((need for need in table.needs if need.partition(":")[0] == word), None)


def takes_cards(view: View) -> bool:
    """Do typed letters mean cards now?"""
    return view.table.track != "buzzer" and view.table.phase not in ("scoring", "between", "over")


def prompt(view: View, rules: RuleSet) -> list[Part]:
    """The sentence for the prompt row."""
    table = view.table
    if table.paused:
        return [tr("Paused: clocks stand still and presses do nothing."), Key("p", "pause", tr("go on"))]
    asked = _asked(view)
    sits = sits_next(view)
    if sits is not None and (view.table.phase in ("first", "between") or not any(b.seat for b in view.boards)):
        return [tr("Seat {n}, {name}: press UNO to sit down.", n=sits, name=short(table, sits)), *asked[:1]]
    if asked:
        return asked
    if view.held and table.phase not in ("between", "over"):
        press = view.held[0]
        who = short(table, press.seat) if press.seat else tr("A board")
        late = tr("{name}'s {button} came late:", name=who, button=press.do.upper())
        playing = [tr("{name} plays.", name=short(table, table.turn))] if table.turn else []
        return [*playing, late, Key("a", "accept", tr("let it count"))]
    if proposes(view):
        return _proposal(view)
    return _phase(view, rules)


def watched(view: View) -> str:
    """For somebody who only watches: what goes on, and what people at the table are asked."""
    if view.message or not proposes(view):
        return view.message or doing(view.table)
    parts = _proposal(view)
    words = [part.word for part in parts if isinstance(part, Key)]
    return " ".join([*(part for part in parts if isinstance(part, str)), " / ".join(words)])


def sits_next(view: View) -> int | None:
    """The seat that the next UNO of a board without a seat takes; `None` while there is no such board."""
    here = [board for board in view.boards if board.state in ("ready", "unsure")]
    if all(board.seat is not None for board in here):
        return None
    taken = {board.seat for board in here}
    return next((seat.seat for seat in view.table.seats if seat.seat not in taken), None)


def proposes(view: View) -> bool:
    """Whether the keys of a proposal may be pressed: nothing that is asked for uses them."""
    return view.proposal is not None and not view.table.paused and not _asked(view)


BRIEF = 8  # cells of a name where several ways stand in one row


def _proposal(view: View) -> list[Part]:
    """What may explain a DONE out of turn, a key each; the one gone on with is marked. Who is on turn stays told."""
    assert view.proposal is not None
    brief = [fit(seat.name, min(BRIEF, width(seat.name))).rstrip() for seat in view.table.seats]
    told = ways(view.proposal, brief)
    keys = [
        Key(str(number), "guess", f"{word} *" if number == view.proposal.taken + 1 else word)
        for number, word in enumerate(told, 1)
    ]
    on_turn = [tr("{name} plays.", name=brief[view.table.turn - 1])] if view.table.turn else []
    return [*on_turn, tr("{name}'s DONE:", name=brief[view.proposal.seat - 1]), *keys]


def _asked(view: View) -> list[Part]:
    """The questions that only people can answer."""
    table = view.table
    who = short(table, table.turn) if table.turn else ""
    answer = need(table, "answer")
    if answer:
        return [tr("What was it?"), *_answers()]
    if need(table, "challenge"):
        return [
            tr("{name} challenges the +4: look at the hand.", name=who),
            Key("v", "challenge.guilty", tr("not allowed")),
            Key("i", "challenge.innocent", tr("was allowed")),
        ]
    if need(table, "menu"):
        other = (Key("1", "menu.look", tr("look")), Key("2", "menu.swap", tr("swap")))
        return [tr("Wild: a colour"), *_colours(), *other]
    if need(table, "colour"):
        return [tr("{name} names a colour:", name=_layer(table)), *_colours()]
    if need(table, "swap"):
        return [tr("{name} swaps hands.", name=_layer(table)), Key("Enter", "swap", tr("with whom"))]
    if table.phase == "scoring" or need(table, "hand"):
        waits = [table.seat(int(word.partition(":")[2])).name for word in table.needs if word.startswith("hand:")]
        won = [tr("{name} won the round.", name=short(table, table.winner))] if table.winner else []
        return [*won, Key("Enter", "score", tr("type the hands of")), ", ".join(waits)]
    if need(table, "first") and table.phase == "first":
        return [tr("Flip the first card and type it (r5), or just play on.")]
    return []


def _phase(view: View, rules: RuleSet) -> list[Part]:
    table = view.table
    who = short(table, table.turn) if table.turn else ""
    keys = view.table.track == "keys"
    if table.phase == "over":
        names = ", ".join(short(table, seat) for seat in table.winners)
        return [tr("The match is over: {names}.", names=names or "-"), Key("q", "leave_match", tr("leave the match"))]
    if table.phase == "between":
        return [tr("Round {n} is over.", n=table.round), Key("n", "next", tr("next round"))]
    if view.table.track == "buzzer":
        return [tr("Buttons are open."), Key("h", "out", tr("somebody has no cards"))]
    if table.phase == "cut":
        return [
            tr("{name} claims the card: lays it and presses DONE.", name=who),
            Key("x", "deny", tr("not identical")),
        ]
    if table.phase == "slap":
        return [tr("Nine! Everybody slaps CUT, the last one draws.")]
    if need(table, "card") and table.plays:
        play = next((play for play in reversed(table.plays) if UNKNOWN in play.card), table.plays[-1])
        return [tr("{name} pressed DONE under an attack: type the card, or it counts as taking them.",
                   name=short(table, play.seat))]  # fmt: skip
    if table.phase == "attack":
        if keys:
            return [tr("{name}: type the answer, or", name=who), Key("d", "draw", tr("takes {n}", n=table.pending))]
        answers = rules.stack_on_draw2 if parse(table.top).face == "+" else rules.stack_on_wild4
        challenges = rules.wild4_challenge and parse(table.top).face == "w+"
        said = {
            (False, False): tr("{name} takes {n} (hold DONE).", name=who, n=table.pending),
            (True, False): tr("{name} takes {n} (hold DONE) or answers (DONE).", name=who, n=table.pending),
            (False, True): tr("{name} takes {n} (hold DONE) or challenges (hold CUT).", name=who, n=table.pending),
            (True, True): tr("{name} takes {n} (hold DONE), answers (DONE) or challenges (hold CUT).",
                             name=who, n=table.pending),
        }  # fmt: skip
        return [said[bool(answers), challenges]]
    if keys:
        return [tr("{name} plays: type the card (r5), or", name=who), Key("d", "draw", tr("draws"))]
    return [tr("{name} plays: lays a card and taps DONE, or draws and holds DONE.", name=who)]


def _layer(table: Table) -> str:
    """Whose card asks for a word."""
    return short(table, table.plays[-1].seat) if table.plays else tr("Somebody")


def _colours() -> list[Part]:
    return [
        Key("r", "colour", tr("red")), Key("y", "colour", tr("yellow")),
        Key("g", "colour", tr("green")), Key("b", "colour", tr("blue")),
    ]  # fmt: skip


def _answers() -> list[Part]:
    return [
        Key("1", "answer", tr("caught")), Key("2", "answer", tr("safe")), Key("3", "answer", tr("false call")),
        Key("4", "answer", tr("cut")), Key("0", "answer", tr("nothing")),
    ]  # fmt: skip


def play_words(view: View, entry: int) -> str:
    """What a card typed now would name: `Bo's card, not told yet`."""
    play = next((play for play in view.table.plays if play.entry == entry), None)
    if play is None:
        return ""
    name = short(view.table, play.seat)
    if play.card == "??":
        return tr("names {name}'s card, not told yet", name=name)
    return tr("corrects {name}'s {card}", name=name, card=card_words(parse(play.card)))
