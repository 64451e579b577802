"""Typed cards: which play they name, and the line they make."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unotable.app.acts.asking import view_of
from unotable.app.keyed import EMPTY, Keyed
from unotable.app.prompt import need
from unotable.game.cards import COLOURS
from unotable.match.keying import unnamed
from unotable.match.view import View

if TYPE_CHECKING:
    from unotable.app.app import Unotable


def key_in(app: Unotable, keyed: Keyed) -> None:
    """Shows what is typed; a complete card is sent."""
    if keyed.done:
        commit(app, keyed)
    else:
        app.keyed = keyed


def commit(app: Unotable, keyed: Keyed) -> None:
    """Sends the card typed: for the first card, for the play it names, or as a new play."""
    app.keyed = EMPTY
    if keyed.card is None:
        return
    app.send(card_line(view_of(app), keyed, app.aimed, app.chosen))
    app.aimed = None


def card_line(view: View, keyed: Keyed, aimed: int | None, chosen: int | None) -> dict[str, object]:
    """The line for a typed card. `aimed` is the play picked by arrows (0: a new one), `chosen` the seat by F key."""
    if need(view.table, "first") is not None:
        return {"do": "first", "card": keyed.card}
    line: dict[str, object] = {"do": "card", "card": keyed.card}
    of = target(view, aimed, chosen)
    if of is not None:
        line["of"] = of
    elif chosen is not None:
        line["seat"] = chosen
    elif aimed == 0 and view.table.turn is not None:
        line["seat"] = view.table.turn
    if keyed.n is not None:
        line["n"] = keyed.n
    return line


def target(view: View, aimed: int | None, chosen: int | None) -> int | None:
    """The entry of the play that a card typed now names; `None`: it makes a new play."""
    if aimed is not None:
        return aimed or None
    if chosen is not None:
        plays = (play for play in reversed(view.table.plays) if play.seat == chosen and unnamed(play))
        return next((play.entry for play in plays), None)
    return view.naming


def aim(app: Unotable, step: int) -> None:
    """Moves among this round's plays; past the latest stands a new play."""
    view = view_of(app)
    stops = [play.entry for play in view.table.plays] + [0]
    now = target(view, app.aimed, app.chosen) or 0
    at = stops.index(now) if now in stops else len(stops) - 1
    app.aimed = stops[max(0, min(len(stops) - 1, at + step))]


def colour(app: Unotable, key: str) -> None:
    if key in COLOURS and key:
        app.send({"do": "colour", "colour": key})


async def pick_card(app: Unotable, key: str) -> None:
    from unotable.app.screens.picker import Picker

    card = await app.push_screen_wait(Picker())
    if card is not None:
        commit(app, Keyed(card, card, app.keyed.n, True))


def draw(app: Unotable, key: str) -> None:
    app.send({"do": "draw"})
