"""Rounds and people: undo, the next round, pause, who comes and goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unotable.app.acts.asking import ask_line, ask_seat, ask_word, view_of
from unotable.app.words import tr
from unotable.game.table import Table
from unotable.locale import mark
from unotable.match.view import View

if TYPE_CHECKING:
    from unotable.app.app import Unotable


def undo(app: Unotable, key: str) -> None:
    what = undone_words(view_of(app))
    app.send({"do": "undo"})
    app.tell(tr("Taken back: {what}", what=what))


# The words of keying.describe: kinds of lines and their results.
LINE_WORDS = (
    mark("card"), mark("draw"), mark("colour"), mark("round"), mark("first"), mark("challenge"), mark("deny"),
    mark("hand"), mark("penalty"), mark("fault"), mark("overrule"), mark("set"), mark("out"), mark("end"),
    mark("pause"), mark("resume"), mark("noise"), mark("fix"), mark("accept"), mark("answer"), mark("leave"),
    mark("join"), mark("menu"), mark("swap"), mark("guilty"), mark("innocent"), mark("caught"), mark("safe"),
    mark("false"), mark("cut"), mark("nothing"), mark("seats"), mark("undo"),
)  # fmt: skip


def undone_words(view: View) -> str:
    """What undo takes back, in words: the referee's short form with a seat's name for its number."""
    words = (view.last or "").split(" ")
    out: list[str] = []
    for before, word in zip(["", *words], words, strict=False):
        if before == "seat" and word.isdecimal() and 1 <= int(word) <= len(view.table.seats):
            out[-1] = view.table.seat(int(word)).name
        else:
            out.append(tr(word) if word in LINE_WORDS else word)
    return " ".join(out)


TRACKS = {
    "full": mark("full: turns and counts by DONE"),
    "keys": mark("keys: somebody types each card"),
    "buzzer": mark("buzzer: only who was first, and scores"),
}


async def next_round(app: Unotable, key: str) -> None:
    await _begin(app, {"do": "round"})


async def tracked(app: Unotable, key: str) -> None:
    """The next round, or the one that has just begun, kept track of otherwise."""
    words = [(str(number), tr(told), track) for number, (track, told) in enumerate(TRACKS.items(), 1)]
    track = await ask_word(app, tr("What is kept track of from this round on?"), words)
    if track is not None:
        await _begin(app, {"do": "round", "track": track})


async def _begin(app: Unotable, line: dict[str, object]) -> None:
    if app.rules.deal_dealer_next == "choose" and view_of(app).table.phase == "between":
        dealer = await ask_seat(app, tr("Who deals?"))
        if dealer is None:
            return
        line["dealer"] = dealer
    app.send(line)


def losers(table: Table) -> tuple[int, ...]:
    """Who pays a forfeit: the match's losers, else the seats with the most points left in the latest round."""
    if table.losers or not table.rounds:
        return table.losers
    hands = table.rounds[-1].hands
    return tuple(seat for seat, points in hands.items() if points == max(hands.values()))


def pause(app: Unotable, key: str) -> None:
    app.send({"do": "resume" if view_of(app).table.paused else "pause"})


async def out(app: Unotable, key: str) -> None:
    seat = await ask_seat(app, tr("Who has no cards left?"))
    if seat is not None:
        app.send({"do": "out", "seat": seat})


async def end(app: Unotable, key: str) -> None:
    reason = await ask_word(
        app,
        tr("How does the round end?"),
        [("1", tr("stalemate: nobody can play"), "stalemate"), ("2", tr("void: it does not count"), "void")],
    )
    if reason is not None:
        app.send({"do": "end", "reason": reason})


def take_over(app: Unotable, key: str) -> None:
    """The players finish what their hands are doing, which may take a moment."""
    if app.auto is not None:
        app.run_worker(app.auto.close, thread=True)


async def leave(app: Unotable, key: str) -> None:
    seat = await ask_seat(app, tr("Who leaves?"))
    if seat is not None:
        app.send({"do": "leave", "seat": seat})


async def join(app: Unotable, key: str) -> None:
    name = await ask_line(app, tr("Who joins?"), tr("a name"))
    if any(seat.name == name and seat.playing for seat in view_of(app).table.seats):
        app.tell(tr("Two players are called {name}: give one of them another name.", name=name))
    elif name:
        app.send({"do": "join", "name": name})


async def note(app: Unotable, key: str) -> None:
    text = await ask_line(app, tr("Note"), tr("one line, Enter"))
    if text:
        app.send({"do": "note", "text": text})
