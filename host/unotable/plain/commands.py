"""Lines typed in plain mode → journal lines and presses. Pure: a line and the table in, what it asks for out."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from unotable.game.cards import COLOURS, CardError, parse
from unotable.game.table import Table
from unotable.locale import mark, tr

HELP = mark("""\
r5 gs b+ w w+:g      the card just laid (or the first card); a number after it: so many in one play
r y g b              the colour named, while one is asked for
d 2 · u 2 · c 2      seat 2 taps DONE, UNO, CUT; D 2 · U 2 · C 2 hold it
draw                 the seat on turn draws, or takes what is pending
h 2 r5 w+ · h 2 34   the hand of seat 2 at the round's end, as cards or points
n · p · z            next round · pause and go on · undo
n full keys buzzer   next round, and what is kept track of from then on: n keys
out 2                seat 2 has no cards left
v · i · x · a        challenge: guilty, innocent · deny a cut · accept a held press
1 2 3 4              what a DONE out of turn was, while that is asked
1 2 · 2 · 3 2 · 4 · 0  what a race was: seat 2 caught, safe, false call of seat 2, cut, nothing
f 2 · e 2 3 why      takes back a wrong play of seat 2 · seat 2 draws 3 extra cards
o why                the latest ruling shall not stand
boards               every board, its seat and how it is
seat 2 e1 · seat -   the board whose id ends in e1 sits there · all get up, and UNO seats them
unplug 2 · plug 2    in a demo: the board's plug
{"do":...}           any journal line, without its t
q                    quit""")

BUTTONS = {"d": "done", "u": "uno", "c": "cut"}
PLUGS = ("plug", "unplug")
WORDS: dict[str, dict[str, object]] = {
    "n": {"do": "round"},
    "z": {"do": "undo"},
    "draw": {"do": "draw"},
    "v": {"do": "challenge", "result": "guilty"},
    "i": {"do": "challenge", "result": "innocent"},
    "x": {"do": "deny"},
    "a": {"do": "accept"},
}
TRACKS = ("full", "keys", "buzzer")
RACES = {"1": "caught", "2": "safe", "3": "false", "4": "cut", "0": "nothing"}
WHOSE = ("caught", "false")  # of these a seat is told
DIGITS = 6  # more than any seat, hand or score has; int() itself raises at 4301 digits


@dataclass(frozen=True, slots=True)
class Send:
    line: dict[str, object]


@dataclass(frozen=True, slots=True)
class Press:
    seat: int
    button: str
    hold: bool


@dataclass(frozen=True, slots=True)
class Plug:
    """The plug of a desk board, pulled or put in."""

    seat: int
    into: bool


@dataclass(frozen=True, slots=True)
class Seat:
    """A board, by the end of its id, is seated there, or (`None`) nowhere; `board` empty: all get up."""

    board: str
    seat: int | None


@dataclass(frozen=True, slots=True)
class Decide:
    """Which way of the proposal it was, counted from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class Say:
    """Not done; a sentence instead."""

    text: str


Asked = Send | Press | Plug | Seat | Decide | Say | Literal["quit", "help", "boards"] | None


def understand(text: str, table: Table) -> Asked:
    """What a typed line asks for; `None` for an empty one."""
    words = text.split()
    if not words:
        return None
    first, rest = words[0], words[1:]
    if text.lstrip().startswith("{"):
        return _json(text)
    if first in ("q", "quit", "exit") and not rest:
        return "quit"
    if first in ("?", "help"):
        return "help"
    if first == "boards" and not rest:
        return "boards"
    race = next((need for need in table.needs if need.startswith("answer:")), None)
    if race is not None and first in RACES and len(rest) < 2:
        return _race(int(race.partition(":")[2]), RACES[first], rest, table)
    if first in ("1", "2", "3", "4") and not rest:
        return Decide(int(first))
    if first in DECISIONS and rest:
        return DECISIONS[first](rest, table)
    if first == "seat":
        return _seat(rest, table)
    if first.lower() in BUTTONS or first in PLUGS:
        return _at_seat(first, rest, table)
    if first in COLOURS and not rest and any(need in ("colour", "menu") for need in table.needs):
        return Send({"do": "colour", "colour": first})
    if first == "p" and not rest:
        return Send({"do": "resume" if table.paused else "pause"})
    if first == "h":
        return _hand(rest, table)
    if first in WORDS and not rest:
        return Send(dict(WORDS[first]))
    return _card(first, rest, table)


def _json(text: str) -> Asked:
    try:
        line = json.loads(text)
    except (ValueError, RecursionError) as error:
        return Say(tr("no JSON: {error}", error=error))
    return Send(line) if isinstance(line, dict) else Say(tr("a journal line is a JSON object"))


def _number(words: list[str]) -> int | None:
    """The first of the words as a whole number; `None` where there is none, or one too long to mean anything."""
    return int(words[0]) if words and words[0].isdecimal() and len(words[0]) <= DIGITS else None


def _at_seat(word: str, words: list[str], table: Table) -> Asked:
    seat = _number(words)
    if seat is None or len(words) > 1:
        return Say(tr("after {word} comes a seat, as in: {word} 2", word=word))
    if not 1 <= seat <= len(table.seats):
        return Say(tr("there is no seat {seat}; the seats are 1 to {n}", seat=seat, n=len(table.seats)))
    return Plug(seat, word == "plug") if word in PLUGS else Press(seat, BUTTONS[word.lower()], word.isupper())


def _race(of: int, result: str, words: list[str], table: Table) -> Asked:
    line: dict[str, object] = {"do": "answer", "of": of, "result": result}
    if result not in WHOSE:
        return Send(line) if not words else Say(tr("2 safe, 4 cut and 0 nothing stand alone"))
    seat = _number(words)
    if seat is None:
        return Say(tr("after 1 caught and 3 false call comes whose, as in: 1 2"))
    return _of_seat(seat, table, line)


def _of_seat(seat: int, table: Table, line: dict[str, object]) -> Send | Say:
    if not 1 <= seat <= len(table.seats):
        return Say(tr("there is no seat {seat}; the seats are 1 to {n}", seat=seat, n=len(table.seats)))
    return Send({**line, "seat": seat})


def _round(words: list[str], table: Table) -> Asked:
    if len(words) > 1 or words[0] not in TRACKS:
        return Say(tr("after n comes what is kept track of: full, keys or buzzer, or nothing"))
    return Send({"do": "round", "track": words[0]})


def _out(words: list[str], table: Table) -> Asked:
    seat = _number(words)
    if seat is None or len(words) > 1:
        return Say(tr("after out and f comes a seat, as in: out 2"))
    return _of_seat(seat, table, {"do": "out"})


def _fault(words: list[str], table: Table) -> Asked:
    seat = _number(words)
    if seat is None or len(words) > 1:
        return Say(tr("after out and f comes a seat, as in: out 2"))
    return _of_seat(seat, table, {"do": "fault", "kind": "wrong_play"})


def _extra(words: list[str], table: Table) -> Asked:
    seat, cards = _number(words), _number(words[1:])
    if seat is None or cards is None:
        return Say(tr("after e come a seat, how many cards and why, as in: e 2 1 peeked"))
    return _of_seat(seat, table, {"do": "penalty", "n": cards, "why": " ".join(words[2:])})


def _overrule(words: list[str], table: Table) -> Asked:
    ruling = next((ruling for ruling in reversed(table.rulings) if ruling.rule not in NO_RULINGS), None)
    if ruling is None:
        return Say(tr("nothing has been ruled yet"))
    line: dict[str, object] = {"do": "overrule", "rule": ruling.rule, "why": " ".join(words)}
    line |= {} if ruling.entry is None else {"of": ruling.entry}
    line |= {} if ruling.seat is None else {"about": ruling.seat}
    return Send(line)


NO_RULINGS = ("overruled", "ignored")
DECISIONS: dict[str, Callable[[list[str], Table], Asked]] = {
    "n": _round, "out": _out, "f": _fault, "e": _extra, "o": _overrule,
}  # fmt: skip


def _seat(words: list[str], table: Table) -> Asked:
    if words == ["-"]:
        return Seat("", None)
    seat = _number(words)
    if len(words) != 2 or (seat is None and words[0] != "-"):
        return Say(tr("after seat comes its number, or -, and the end of a board's id, as in: seat 2 e1"))
    if seat is not None and not 1 <= seat <= len(table.seats):
        return Say(tr("there is no seat {seat}; the seats are 1 to {n}", seat=seat, n=len(table.seats)))
    return Seat(words[1], seat)


def _hand(words: list[str], table: Table) -> Asked:
    seat, hand = _number(words), words[1:]
    in_points = len(hand) == 1 and hand[0].isdecimal()
    points = _number(hand) if in_points else None
    if seat is None or not hand or (in_points and points is None):
        return Say(tr("after h come a seat and its cards or points, as in: h 2 34"))
    return _of_seat(seat, table, {"do": "hand", **({"points": points} if in_points else {"cards": hand})})


def _card(word: str, rest: list[str], table: Table) -> Asked:
    try:
        parse(word)
    except CardError:
        return Say(tr("{word} is no command and no card; ? lists what there is", word=repr(word)))
    if table.phase == "first":
        alone = tr("the first card stands alone, as in: r5")
        return Say(alone) if rest else Send({"do": "first", "card": word})
    if not rest:
        return Send({"do": "card", "card": word})
    laid = _number(rest)
    if laid and len(rest) == 1:
        return Send({"do": "card", "card": word, "n": laid})
    return Say(tr("after a card comes at most how many were laid, as in: r5 2"))
