"""Random matches: valid journals of every kind of entry, sensible and senseless, over every preset and parameter.

A drawn match is a list of steps that know no table ("the seat on turn taps DONE, 400 ms later"). `Script.entries`
walks them along a reading of the match so far and so aims them at it: most hit the seat on turn, the next seat or a
recent line, some do not. Steps shrink one by one, and a shrunk match stays a valid one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any

from hypothesis import strategies as st
from unotable.game.entry import Entry, Header
from unotable.game.fold import Reading
from unotable.game.ruleset import RuleSet, public_name
from unotable.game.rulings import RULES
from unotable.game.table import Table
from unotable.game.timeline import last_undoable
from unotable.journal import rules as presets
from unotable.journal.parameters import choices, plain_value

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hao", "Ida", "Jun")
GAPS = (300_000, 1, 1_000, 40_000, 100_000, 250_000, 400_000, 700_000, 1_200_000, 2_500_000, 5_000_000, 6_000_000, 0)
BACK = (0, 0, 0, 0, 0, 0, 50_000, 300_000, 1_000_000, 4_000_000)  # how late a line about the past arrives, µs
BOUNDS = (0, 240, 20_000, 150_000, 400_000)
WHO = ("turn", "turn", "turn", "next", "last", "claim", 1, 2, 3, 4, 7)
FACES = "0123456789sr+9072sr+"  # those with rules of their own twice
CARDS = (
    *(c + f for c in "rygb" for f in FACES), "??", "??", "?5", "?s", "?+", "g?", "w", "w:r", "w:g", "w+", "w+", "w+:b",
    "top", "top", "top", "colour+", "colour5",
)  # fmt: skip


@dataclass(frozen=True)
class Step:
    """One line to come. `kind` is a key of `KINDS`; `pick` and the rest mean what that kind makes of them."""

    kind: str
    gap: int = 300_000
    who: str | int = "turn"
    card: str = "??"
    pick: int = 0
    n: int = 0
    u: int = 0
    back: int = 0
    flag: bool = False


@dataclass(frozen=True, repr=False)
class Script:
    """A match to be walked: its header, its rules, its steps."""

    header: Header
    rules: RuleSet
    steps: tuple[Step, ...] = field(default=())

    def entries(self, *, plain_undo: bool = True) -> list[Entry]:
        """The journal. Without `plain_undo` every `undo` says what it takes back."""
        reading = Reading(self.header, self.rules)
        t = 0
        for step in self.steps:
            t += step.gap
            table = reading.table()
            made = KINDS[step.kind](Aim(step, reading.entries, table, t))
            if made is None:
                continue
            if made.do == "undo" and made.of is None and not plain_undo:
                target = last_undoable(reading.entries)
                if target is None:
                    continue
                made = made._replace(of=target.id)
            reading.add(made)
        return reading.entries


@dataclass(frozen=True)
class Aim:
    """A step on its way to become a line: the lines before it and the table they come to."""

    step: Step
    before: list[Entry]
    table: Table
    t: int

    def entry(self, do: str, **values: Any) -> Entry:
        return Entry(len(self.before) + 1, max(0, self.t - self.step.back), do, **values)

    def seat(self, who: str | int | None = None) -> int:
        table, size = self.table, len(self.table.seats)
        who = self.step.who if who is None else who
        on_turn = table.turn or 1
        if who == "next":
            return (on_turn - 1 + table.direction) % size + 1
        if who == "last":
            return table.plays[-1].seat if table.plays else size
        if who == "claim":
            return table.claims[0] if table.claims else on_turn
        return on_turn if who == "turn" else (int(who) - 1) % size + 1

    def card(self) -> str:
        card, colour = self.step.card, self.table.colour
        if card == "top":
            return self.table.top.partition(":")[0]
        return card.replace("colour", colour)

    def of(self, *kinds: str, press: bool = False) -> int | None:
        """A line before: mostly one of the wanted kind, the latest first."""
        wanted = [e.id for e in self.before if (e.do in kinds or not kinds) and (e.press or not press)]
        every = wanted if wanted and self.step.pick % 8 else [0, *(e.id for e in self.before)]
        return every[-1 - self.step.pick // 8 % len(every)]


def _press(button: str, **extra: Any) -> Callable[[Aim], Entry]:
    def make(a: Aim) -> Entry:
        via = {0: None, 400_000: "key"}.get(a.step.u)
        return a.entry(button, press=True, seat=a.seat(), u=a.step.u, via=via, held=a.step.pick == 63, **extra)

    return make


def _card(a: Aim) -> Entry:
    seat = a.seat() if a.step.flag else None
    return a.entry("card", card=a.card(), seat=seat, n=a.step.n or None, via="guess" if a.step.pick == 7 else None)


def _card_of(a: Aim) -> Entry:
    return a.entry("card", card=a.card(), of=a.of("done", "card", "first"), n=a.step.n or None)


def _hold_of(a: Aim) -> Entry | None:
    of = a.of("done", "uno", "cut", press=True)
    press = next((e for e in a.before if e.id == of), None)
    return a.entry("hold", of=of) if press is None else a.entry("hold", of=of)._replace(t=press.t)


def _challenge(a: Aim) -> Entry:
    word = "guilty" if a.step.flag else "innocent"
    if a.step.pick % 3:
        return a.entry("challenge", result=word)
    other = {0: "guilty", 1: "innocent"}[a.step.pick % 2]
    return a.entry("challenge", results={a.seat("last"): word, a.seat(): other})


def _set(a: Aim) -> Entry:
    pick = a.step.pick
    given: dict[str, Any] = {}
    if pick & 1 or not pick & 30:
        given |= {"seat": a.seat(), "cards": a.step.n}
    if pick & 2:
        given["turn"] = a.seat("next" if a.step.flag else 2)
    if pick & 4:
        given["direction"] = 1 if a.step.flag else -1
    if pick & 8:
        given["colour"] = "rygb?"[a.step.n % 5]
    if pick & 16:
        given["pending"] = a.step.n
    if pick & 32:
        given["dealer"] = a.seat(3)
    return a.entry("set", **given)


def _overrule(a: Aim) -> Entry:
    of = a.of() if a.step.pick % 2 else None
    said = [r.rule for r in a.table.rulings] or list(RULES)
    rule = said[-1 - a.step.pick // 2 % len(said)] if of is None or a.step.flag else None
    fine = {"seat": a.seat(), "draw": a.step.n} if a.step.n else {}
    return a.entry(
        "overrule", of=of, rule=rule, about=a.seat("last") if a.step.pick % 5 == 4 else None, why="so", **fine
    )


def _fix(a: Aim) -> Entry:
    pick, given = a.step.pick, dict[str, Any]()
    if pick & 1 or not pick & 14:
        given["card"] = a.card()
    if pick & 2:
        given["seat"] = a.seat()
    if pick & 4:
        given["at"] = max(0, a.t - a.step.back - 500_000)
    if pick & 8:
        given["hold"] = a.step.flag
    if a.step.n:
        given["n"] = a.step.n
    return a.entry("fix", of=a.of("done", "card", "first", "uno", "cut"), **given)._replace(t=a.t)


def _hand(a: Aim) -> Entry:
    missing = [int(need.partition(":")[2]) for need in a.table.needs if need.startswith("hand")]
    seat = missing[0] if missing and a.step.pick % 8 else a.seat()
    if a.step.flag:
        return a.entry("hand", seat=seat, points=a.step.n * 60)
    return a.entry("hand", seat=seat, cards=("r5", "w", "g+", "?s")[: a.step.n % 5])


def _answer(a: Aim) -> Entry:
    result = ("caught", "safe", "false", "cut", "nothing")[a.step.pick % 5]
    return a.entry("answer", of=a.of("uno", "cut"), result=result, seat=a.seat() if a.step.flag else None)


def _join(a: Aim) -> Entry:
    gone = [s.name for s in a.table.seats if not s.playing]
    name = gone[0] if gone and a.step.flag else f"New{len(a.before)}"
    most = min(10, len(a.table.seats) + 1)
    return a.entry("join", name=name, at=a.step.pick % most + 1 if a.step.pick % 2 else None)


def _seats(a: Aim) -> Entry:
    order = list(range(1, len(a.table.seats) + 1))
    k = a.step.pick % len(order)
    order = order[k:] + order[:k] if a.step.flag else order[::-1]
    return a.entry("seats", order=tuple(order[: len(order) - (a.step.pick == 5)]))


KINDS: dict[str, Callable[[Aim], Entry | None]] = {
    "first": lambda a: a.entry("first", card=a.card()),
    "done": _press("done"),
    "uno": _press("uno"),
    "cut": _press("cut"),
    "done-hold": _press("done", hold=True),
    "uno-hold": _press("uno", hold=True),
    "cut-hold": _press("cut", hold=True),
    "card": _card,
    "card-of": _card_of,
    "hold-of": _hold_of,
    "colour": lambda a: a.entry("colour", colour="rygb"[a.step.pick % 4]),
    "draw": lambda a: a.entry("draw", seat=a.seat() if a.step.flag else None, n=a.step.n or None),
    "challenge": _challenge,
    "deny": lambda a: a.entry("deny"),
    "sum_win": lambda a: a.entry("sum_win", seat=a.seat("claim" if a.step.flag else None)),
    "menu": lambda a: a.entry("menu", choice=("colour", "look", "swap")[a.step.pick % 3], with_=a.seat()),
    "swap": lambda a: a.entry("swap", seat=a.seat("last"), with_=a.seat()),
    "noise": lambda a: a.entry("noise", seat=a.seat()),
    "fault": lambda a: a.entry(
        "fault", seat=a.seat("last" if a.step.pick % 4 else None),
        kind=("wrong_play", "other_card", "uncalled_pair", "advice", "must_play")[a.step.pick % 5],
        of=a.of("done", "card") if a.step.flag else None,
    ),
    "penalty": lambda a: a.entry("penalty", seat=a.seat(), n=a.step.n + 1, why="so"),
    "overrule": _overrule,
    "set": _set,
    "out": lambda a: a.entry("out", seat=a.seat()),
    "hand": _hand,
    "end": lambda a: a.entry("end", reason="void" if a.step.flag else "stalemate"),
    "round": lambda a: a.entry(
        "round", dealer=a.seat() if a.step.flag else None,
        track=(None, None, "full", "keys", "buzzer")[a.step.pick % 5],
    ),
    "undo": lambda a: a.entry("undo"),
    "undo-of": lambda a: a.entry("undo", of=a.of("undo") if a.step.pick % 3 == 0 else a.of()),
    "fix": _fix,
    "accept": lambda a: a.entry("accept", of=next((e.id for e in a.before if e.held), a.of())),
    "answer": _answer,
    "leave": lambda a: a.entry("leave", seat=a.seat()),
    "join": _join,
    "seats": _seats,
    "pause": lambda a: a.entry("pause"),
    "resume": lambda a: a.entry("resume"),
    "tick": lambda a: a.entry("tick"),
    "note": lambda a: a.entry("note", text="—"),
}  # fmt: skip
OFTEN = {
    "done": 14, "uno": 10, "cut": 8, "card": 8, "card-of": 6, "done-hold": 3, "hold-of": 3, "colour": 3, "undo-of": 2,
    "fix": 2, "challenge": 2, "cut-hold": 2, "hand": 2, "fault": 2, "set": 2, "overrule": 2,
}  # fmt: skip


def _steps(kinds: tuple[str, ...]) -> st.SearchStrategy[Step]:
    many = tuple(kind for kind in kinds for _ in range(OFTEN.get(kind, 1)))
    return st.builds(
        Step, st.sampled_from(many), st.sampled_from(GAPS), st.sampled_from(WHO), st.sampled_from(CARDS),
        st.integers(0, 63), st.sampled_from((0, 0, 0, 1, 2, 3, 9, 120)), st.sampled_from(BOUNDS),
        st.sampled_from(BACK), st.booleans(),
    )  # fmt: skip


@cache
def _values(name: str) -> st.SearchStrategy[Any]:
    """What a parameter may be: any choice, or for numbers the limits, the default and what lies between."""
    meta = {public_name(f.name): f for f in fields(RuleSet)}[name]
    options = choices(name)
    if isinstance(meta.default, frozenset):
        return st.sets(st.sampled_from(options)).map(lambda s: plain_value(frozenset(s)))
    if options:
        return st.sampled_from(options)
    if isinstance(meta.default, bool):
        return st.booleans()
    low, high, default = meta.metadata["low"], meta.metadata["high"], meta.default
    some = [low, default, high, *(x for x in (1, 2, 5, 300, 1000) if low <= x <= high)]
    return st.sampled_from(some)


@cache
def _overrides() -> st.SearchStrategy[dict[str, Any]]:
    """Some parameters set at random, and short hands more often than not: that is where the rules meet."""
    names = [public_name(f.name) for f in fields(RuleSet)]
    any_of = st.lists(st.sampled_from(names), max_size=6, unique=True).flatmap(
        lambda chosen: st.fixed_dictionaries({name: _values(name) for name in chosen})
    )
    short = st.sampled_from(({}, {"deal.hand": 1}, {"deal.hand": 2}, {"deal.hand": 2}, {"deal.hand": 3}))
    return st.builds(lambda a, b: {**a, **b}, any_of, short)


@st.composite
def scripts(
    draw: st.DrawFn, *, least: int = 1, most: int = 30, kinds: tuple[str, ...] = tuple(KINDS), track: str | None = None
) -> Script:
    """A match of up to `most` steps of the given kinds."""
    name = draw(st.sampled_from(presets.FRONT + presets.MORE))
    overrides = draw(_overrides())
    size = draw(st.sampled_from((3, 2, 4, 2, 5, 10)))
    on = track or draw(st.sampled_from(("full", "full", "full", "full", "keys", "buzzer")))
    dealer = draw(st.integers(1, size))
    steps = draw(st.lists(_steps(kinds), min_size=least, max_size=most))
    header = Header(name, NAMES[:size], dealer, on, overrides)
    return Script(header, presets.load(name, overrides), tuple(steps))
