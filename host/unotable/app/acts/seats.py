"""Choosing a seat and pressing its buttons for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unotable.app.keyed import EMPTY
from unotable.app.words import tr

if TYPE_CHECKING:
    from unotable.app.app import Unotable


def choose_seat(app: Unotable, seat: int) -> None:
    if app.view is not None and 1 <= seat <= len(app.view.table.seats):
        app.chosen = seat


def press(app: Unotable, button: str, hold: bool = False) -> None:
    """A button of the chosen seat: in the demo the board's own, by the desk's finger, else a line that says by key."""
    seat = app.chosen
    if seat is None:
        return
    if app.desk is not None:
        (app.desk.hold if hold else app.desk.press)(seat, button)
        return
    line: dict[str, object] = {"press": button, "seat": seat, "via": "key"}
    if hold:
        line["hold"] = True
    app.send(line)


def clear(app: Unotable) -> None:
    """Esc: the typed card, then the picked play, then the chosen seat."""
    if app.keyed != EMPTY:
        app.keyed = EMPTY
    elif app.aimed is not None:
        app.aimed = None
    else:
        app.chosen = None


def plug(app: Unotable, key: str) -> None:
    """Pulls the chosen seat's board of the desk out, or plugs it in again."""
    from unotable.desk.process import DeskError

    if app.desk is None or app.chosen is None:
        return
    try:
        if app.desk.plugged(app.chosen):
            app.desk.unplug(app.chosen)
        else:
            app.desk.plug(app.chosen)
    except DeskError as error:
        app.tell(str(error))


def reseat(app: Unotable, key: str) -> None:
    app.live.reseat()
    app.tell(tr("Everybody gets up: now press UNO seat by seat, from seat 1."))
