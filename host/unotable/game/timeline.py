"""Entries → moves in time order: undo, corrections, holds, accepted and overruled presses.

A move is an `Entry` as it counts: corrected by `fix`, joined with its `hold`, gone where it was undone, overruled or
is still held. Cards that name a play of another line are not moves: they travel with that play (`namings`), so that
what is told later takes effect when the card was laid. Everything here depends on the lines alone; what depends on
the table (which play a `card` without `of` names) is settled by the fold.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from unotable.game.cards import parse
from unotable.game.entry import Entry, held_down
from unotable.game.pieces import Name, made

SILENT = ("undo", "hold", "note", "tick")  # what `undo` without `of` passes over
META = ("undo", "fix", "hold", "accept", "overrule")
AHEAD = ("fix", "hold", "accept", "overrule", "card")  # lines that can only be about an earlier one
FIXABLE = ("card", "seat", "n", "hold")


@dataclass(slots=True)
class Timeline:
    """All lines of a match, and what they come to. `moves` are sorted by (t, line)."""

    moves: list[Entry] = field(default_factory=list)
    namings: dict[int, Name] = field(default_factory=dict)
    forced: frozenset[int] = frozenset()
    suppressed: frozenset[tuple[str, int | None, int | None, int | None]] = frozenset()
    overruled: dict[int, tuple[int | None, int | None]] = field(default_factory=dict)  # what each overrule is about
    umax: int = 0  # the largest bound of any press


def build(entries: Collection[Entry]) -> Timeline:
    """Read all lines at once."""
    about: dict[str, list[Entry]] = {do: [] for do in (*META, "card")}
    moves: dict[int, Entry] = {}
    for entry in entries:
        told = about.get(entry.do)
        if told is None:
            moves[entry.id] = entry
        else:
            told.append(entry)
    trouble: list[Entry] = []
    gone: set[int] = set()
    if about["undo"]:
        gone, targets = _undos({entry.id: entry for entry in entries})
        moves = {i: entry for i, entry in moves.items() if i not in gone}
        about = {do: [entry for entry in told if entry.id not in gone] for do, told in about.items()}
        trouble += [_ignored(e, "there is nothing to take back") for e in about["undo"] if e.id not in targets]
    for do in AHEAD:
        early = [entry for entry in about[do] if entry.of is not None and entry.of >= entry.id]
        if early:
            trouble += [_ignored(entry, "a line can only be about an earlier one") for entry in early]
            about[do] = [entry for entry in about[do] if entry not in early]
    moves.update((entry.id, entry) for entry in about["card"])
    fixed, forced = _fixes(about["fix"], moves, trouble)
    moves.update(fixed)
    for entry in about["hold"]:
        press = moves.get(entry.of or 0)
        if press is not None and press.press:
            if press.hold is None or press.id not in fixed:
                moves[press.id] = held_down(press)
        elif entry.of not in gone:
            trouble.append(_ignored(entry, "only a press can turn out to be a hold"))
    for entry in about["accept"]:
        press = moves.get(entry.of or 0)
        if press is not None and press.held:
            moves[press.id] = press._replace(held=False)
        else:
            trouble.append(_ignored(entry, "no held press to accept"))
    suppressed: set[tuple[str, int | None, int | None, int | None]] = set()
    overruled: dict[int, tuple[int | None, int | None]] = {}
    for entry in about["overrule"]:
        target = _overrule(entry, moves, suppressed)
        moves[entry.id] = entry
        if target is not None:
            overruled[entry.id] = (entry.of, target.seat)
    namings: dict[int, Name] = {}
    for line in about["card"]:
        if line.of is not None:
            entry = moves[line.id]  # as corrected
            namings[line.of] = made(Name, (parse(entry.card or "??"), entry.n, entry.id, entry.via == "guess"))
    for i in forced:
        if i in moves and moves[i].card is not None:
            namings[i] = Name(parse(moves[i].card or "??"), moves[i].n, forced[i])
    for i, entry in fixed.items():
        if entry.n is not None and entry.press and i not in namings and i in moves:
            namings[i] = Name(parse("??"), entry.n, -1)
    counted = [e for e in moves.values() if not e.held] + trouble
    counted.sort(key=order)
    umax = max(map(bound, counted), default=0)
    return Timeline(counted, namings, frozenset(forced), frozenset(suppressed), overruled, umax)


order: Callable[[Entry], tuple[int, int]] = attrgetter("t", "id")
time: Callable[[Entry], int] = attrgetter("t")
bound: Callable[[Entry], int] = attrgetter("u")


def _ignored(entry: Entry, why: str) -> Entry:
    return entry._replace(do="nonsense", why=why)


def undone(lines: dict[int, Entry]) -> set[int]:
    """The ids of all entries that are taken back. Undoing an undo brings back what it took."""
    return _undos(lines)[0]


def _undos(lines: dict[int, Entry]) -> tuple[set[int], dict[int, int]]:
    """What is taken back, and what each undo is about (none where there is nothing to take back)."""
    count: dict[int, int] = {}
    target: dict[int, int] = {}

    def take(i: int, by: int) -> None:
        was = count.get(i, 0) > 0
        count[i] = count.get(i, 0) + by
        now = count[i] > 0
        if was != now and i in target:
            take(target[i], -1 if now else 1)

    seen: list[int] = []
    for i, entry in lines.items():
        if entry.do == "undo":
            of = entry.of
            if of is None:
                of = next((j for j in reversed(seen) if lines[j].do not in SILENT and not count.get(j)), None)
            if of is not None and of in lines and of < i:
                target[i] = of
                take(of, 1)
        seen.append(i)
    gone = {i for i, n in count.items() if n > 0}
    return gone | {i for i, e in lines.items() if e.do == "hold" and e.of in gone}, target


def last_undoable(entries: Sequence[Entry]) -> Entry | None:
    """What `undo` without `of` would take back now."""
    gone = undone({entry.id: entry for entry in entries}) if any(e.do == "undo" for e in entries) else ()
    return next((e for e in reversed(entries) if e.id not in gone and e.do not in SILENT), None)


def _fixes(
    fixes: list[Entry], moves: dict[int, Entry], trouble: list[Entry]
) -> tuple[dict[int, Entry], dict[int, int]]:
    """Corrected entries, and the presses that a correction with a card makes plays, with that correction's line."""
    fixed: dict[int, Entry] = {}
    forced: dict[int, int] = {}
    for fix in fixes:
        old = fixed.get(fix.of or 0, moves.get(fix.of or 0))
        if old is None:
            trouble.append(_ignored(fix, "there is nothing to correct"))
            continue
        changes = {name: getattr(fix, name) for name in FIXABLE if getattr(fix, name) is not None}
        if fix.at is not None:
            changes["t"] = fix.at
        elif not changes:
            changes["t"] = fix.t
        fixed[old.id] = old._replace(**changes)
        if old.do == "done" and fix.card is not None:
            forced[old.id] = fix.id
    return fixed, forced


def _overrule(
    entry: Entry, moves: dict[int, Entry], suppressed: set[tuple[str, int | None, int | None, int | None]]
) -> Entry | None:
    """A press goes with everything it did; of a card, a first card or a deadline only the ruling named. Returns the
    entry it is about."""
    target = moves.get(entry.of or 0)
    if target is None or target.do == "overrule":
        return None
    if target.press:
        del moves[target.id]
    elif entry.rule is not None:
        suppressed.add((entry.rule, target.id, None, None))
    elif target.do not in ("card", "first", "tick"):
        del moves[target.id]
    else:
        return None
    return target
