"""What the table decides: races, challenges, cuts, faults, penalties, and what the referee got wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unotable.app.acts.asking import ask_line, ask_number, ask_seat, ask_word, view_of
from unotable.app.prompt import need
from unotable.app.screens.ask import Choice, Choose
from unotable.app.words import colour_word, feed_sentence, tr
from unotable.game.cards import COLOURS
from unotable.game.rulings import Ruling
from unotable.game.table import Table
from unotable.match.feed import FeedItem
from unotable.match.telling import ways

if TYPE_CHECKING:
    from unotable.app.app import Unotable


ANSWERS = {"1": "caught", "2": "safe", "3": "false", "4": "cut", "0": "nothing"}
SHOWN_RULINGS = 9  # to choose from when one is overruled


async def answer(app: Unotable, key: str) -> None:
    """What a race of the buzzers was; the race is the one the host asks about."""
    asked = need(view_of(app).table, "answer")
    result = ANSWERS.get(key)
    if asked is None:
        return
    if result is None:
        words = [("1", tr("caught"), "caught"), ("2", tr("safe"), "safe"), ("3", tr("false call"), "false"),
                 ("4", tr("cut"), "cut"), ("0", tr("nothing"), "nothing")]  # fmt: skip
        result = await ask_word(app, tr("What was it?"), words)
    if result is None:
        return
    line: dict[str, object] = {"do": "answer", "of": int(asked.partition(":")[2]), "result": result}
    if result in ("caught", "false"):
        seat = await ask_seat(app, tr("Who was caught?") if result == "caught" else tr("Whose false call?"))
        if seat is None:
            return
        line["seat"] = seat
    app.send(line)


def guess(app: Unotable, key: str) -> None:
    """Which of the proposals it was; from the palette it is asked."""
    if key.isdecimal():
        app.live.decide(int(key))
    else:
        app.run_worker(_guess(app))


async def _guess(app: Unotable) -> None:
    view = view_of(app)
    if view.proposal is not None:
        told = ways(view.proposal, [seat.name for seat in view.table.seats])
        words = [(str(number), word, str(number)) for number, word in enumerate(told, 1)]
        number = await ask_word(app, tr("What was it?"), words)
        if number is not None:
            app.live.decide(int(number))


async def challenge(app: Unotable, result: str) -> None:
    """What the hand showed. Where any +4 of a chain may be challenged, each hand has its own verdict."""
    chain = _chain(view_of(app).table)
    if app.rules.wild4_whom != "any" or len(chain) < 2:
        app.send({"do": "challenge", "result": result})
        return
    results: dict[str, str] = {}
    for seat in chain:
        name = view_of(app).table.seat(seat).name
        words = [
            ("1", tr("not allowed"), "guilty"),
            ("2", tr("was allowed"), "innocent"),
            ("3", tr("not challenged"), ""),
        ]
        verdict = await ask_word(app, tr("{name}'s +4?", name=name), words)
        if verdict is None:
            return
        if verdict:
            results[str(seat)] = verdict
    if results:
        app.send({"do": "challenge", "results": results})


def _chain(table: Table) -> list[int]:
    """The seats whose +4 stand in the running attack, the earliest first."""
    seats: list[int] = []
    for play in reversed(table.plays):
        if not play.card.startswith("w+"):
            break
        seats.insert(0, play.seat)
    return list(dict.fromkeys(seats))


def can_deny(app: Unotable) -> bool:
    """While a claim stands, and as long as the latest play is a cut."""
    if app.view is None:
        return False
    table = app.view.table
    return table.phase == "cut" or bool(table.plays and table.plays[-1].cut)


async def sum_win(app: Unotable, key: str) -> None:
    table = view_of(app).table
    seat = table.claims[0] if table.claims else await ask_seat(app, tr("Whose hand sums to the card?"))
    if seat is not None:
        app.send({"do": "sum_win", "seat": seat})


async def fault(app: Unotable, kind: str) -> None:
    plays = view_of(app).table.plays
    if not kind:
        kinds = [
            ("1", tr("another card than the drawn one"), "other_card"),
            ("2", tr("a pair laid without the call"), "uncalled_pair"),
            ("3", tr("advice to another player"), "advice"),
            ("4", tr("had to play"), "must_play"),
        ]
        kind = await ask_word(app, tr("What fault?"), kinds) or ""
    if not kind:
        return
    title = tr("Whose wrong play is taken back?") if kind == "wrong_play" else tr("Whose fault?")
    seat = await ask_seat(app, title, first=plays[-1].seat if plays else None)
    if seat is not None:
        app.send({"do": "fault", "seat": seat, "kind": kind})


async def penalty(app: Unotable, key: str) -> None:
    seat = await ask_seat(app, tr("Who draws extra cards?"))
    if seat is None:
        return
    number = await ask_number(app, tr("How many cards?"), low=1)
    if number is None:
        return
    why = await ask_line(app, tr("Why?"))
    if why is not None:
        app.send({"do": "penalty", "seat": seat, "n": number, "why": why})


async def noise(app: Unotable, key: str) -> None:
    seat = await ask_seat(app, tr("Who broke the silence?"))
    if seat is not None:
        app.send({"do": "noise", "seat": seat})


async def overrule(app: Unotable, key: str) -> None:
    """Which of the last rulings, why, and how many cards its seat draws instead."""
    view = view_of(app)
    rulings = [ruling for ruling in reversed(view.table.rulings) if ruling.rule != "overruled"][:SHOWN_RULINGS]
    choices = [
        Choice(str(number), feed_sentence(FeedItem(ruling.t, "ruling", ruling), view, app.rules), number)
        for number, ruling in enumerate(rulings, 1)
    ]
    number = await app.push_screen_wait(Choose(tr("Which ruling shall not stand?"), choices))
    if number is None:
        return
    await overrule_one(app, rulings[number - 1])


async def overrule_one(app: Unotable, ruling: Ruling) -> None:
    """Why this ruling shall not stand, and how many cards its seat draws instead."""
    why = await ask_line(app, tr("Why?"))
    if why is None:
        return
    line: dict[str, object] = {"do": "overrule", "rule": ruling.rule, "why": why}
    if ruling.entry is not None:
        line["of"] = ruling.entry
    if ruling.seat is not None:
        line["about"] = ruling.seat
        name = view_of(app).table.seat(ruling.seat).name
        cards = await ask_number(app, tr("Cards that {name} draws instead", name=name))
        if cards is None:
            return
        if cards:
            line |= {"seat": ruling.seat, "draw": cards}
    app.send(line)


async def correct(app: Unotable, key: str) -> None:
    """The scorekeeper's word."""
    table = view_of(app).table
    what = await ask_word(app, tr("Correct what?"), [
        ("1", tr("hand count of a seat"), "cards"), ("2", tr("whose turn it is"), "turn"),
        ("3", tr("direction"), "direction"), ("4", tr("colour"), "colour"),
        ("5", tr("pending cards"), "pending"), ("6", tr("dealer"), "dealer"),
    ])  # fmt: skip
    value: object = None
    if what == "cards":
        seat = await ask_seat(app, tr("Whose hand?"))
        cards = await ask_number(app, tr("How many cards?"), high=60) if seat is not None else None
        if cards is not None:
            app.send({"do": "set", "seat": seat, "cards": cards})
        return
    if what in ("turn", "dealer"):
        value = await ask_seat(app, tr("Who?"))
    elif what == "direction":
        value = -table.direction
    elif what == "colour":
        value = await ask_word(app, tr("Which colour?"), [(key, colour_word(key), key) for key in COLOURS])
    elif what == "pending":
        value = await ask_number(app, tr("How many cards?"), high=60)
    if what is not None and value is not None:
        app.send({"do": "set", what: value})


async def swap(app: Unotable, key: str) -> None:
    """A seven was laid: with whom its player swaps."""
    plays = view_of(app).table.plays
    if plays:
        await _swap(app, plays[-1].seat)


async def swap_any(app: Unotable, key: str) -> None:
    seat = await ask_seat(app, tr("Who swaps hands?"))
    if seat is not None:
        await _swap(app, seat)


async def _swap(app: Unotable, seat: int) -> None:
    app.chosen = None
    other = await ask_seat(app, tr("With whom?"), but=(seat,))
    if other is not None:
        app.send({"do": "swap", "seat": seat, "with": other})


async def menu(app: Unotable, choice: str) -> None:
    table = view_of(app).table
    mine = (table.plays[-1].seat,) if table.plays else ()
    other = await ask_seat(app, tr("With whom?") if choice == "swap" else tr("Whose hand?"), but=mine)
    if other is not None:
        app.send({"do": "menu", "choice": choice, "with": other})
