"""What people at the laptop mean: which play a typed card names, what undo takes back, which presses wait.

All of it is read from the entries; what a command left out is written into its line, so that the journal says what
was meant.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from unotable.game.entry import Entry
from unotable.game.table import Play, Table
from unotable.game.timeline import last_undoable, undone
from unotable.locale import tr

KEY_US = 400_000  # the least bound of a button pressed at the laptop for somebody


def gone(entries: Sequence[Entry]) -> set[int]:
    """Ids of the entries taken back."""
    return undone({entry.id: entry for entry in entries})


def held(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Presses that came too late and wait for `accept`, oldest first."""
    if not any(entry.held for entry in entries):
        return ()
    back = gone(entries)
    accepted = {entry.of for entry in entries if entry.do == "accept" and entry.id not in back}
    return tuple(entry for entry in entries if entry.held and entry.id not in accepted and entry.id not in back)


def unnamed(play: Play) -> bool:
    return play.card == "??"


def naming(table: Table) -> int | None:
    """The entry of the play that a typed card names: the newest that nobody named; `None` where each has its card."""
    return next((play.entry for play in reversed(table.plays) if unnamed(play)), None)


def complete(line: dict[str, object], entries: Sequence[Entry], read: Callable[[], Table]) -> dict[str, object] | str:
    """The line with what was left out; a sentence where it cannot be meant. `read` gives the newest table."""
    do = line.get("do")
    if do == "first" and (table := read()).phase == "play" and "first" not in table.needs:
        do, line = "card", {**line, "do": "card"}  # typed before the first card had come to the screen
    if do == "hold" and "of" not in line:
        return _held(line, entries)
    if "press" in line:
        return {"via": "key", "u": KEY_US, **line}
    if do == "card" and "of" not in line and "seat" not in line and (of := naming(read())) is not None:
        line = {**line, "of": of}
    if do == "card" and "of" in line:
        return _renamed(line, entries)
    if do == "undo" and "of" not in line:
        entry = last_undoable(entries)
        return tr("there is nothing to take back") if entry is None else {**line, "of": entry.id}
    if do == "accept" and "of" not in line:
        waiting = held(entries)
        return {**line, "of": waiting[0].id} if waiting else tr("no press waits to be accepted")
    return line


def _held(line: Mapping[str, object], entries: Sequence[Entry]) -> dict[str, object] | str:
    """A button of a seat that is still down: its latest press was the beginning of a hold."""
    seat, button = line.get("seat"), line.get("press")
    press = next((it for it in reversed(entries) if it.press and (it.seat, it.do) == (seat, button)), None)
    if press is None:
        return tr("nothing was pressed that could be held")
    return {"t": press.t, "do": "hold", "of": press.id}


def _renamed(line: dict[str, object], entries: Sequence[Entry]) -> dict[str, object]:
    """A card for a play that has one already: the line that named it is fixed instead."""
    back = gone(entries)
    of = line["of"]
    named = [
        entry.id for entry in entries if entry.do == "card" and entry.id not in back and of in (entry.of, entry.id)
    ]
    if not named:
        return line
    return {**{key: line[key] for key in ("t", "card", "n") if key in line}, "do": "fix", "of": named[-1]}


def describe(entry: Entry) -> str:
    """An entry in a word or two, as what undo would take back."""
    words = [entry.do.upper() if entry.press else entry.do]
    words += [word for word in (entry.card, entry.colour, entry.result) if word is not None]
    if entry.seat is not None:
        words.append(f"seat {entry.seat}")
    if entry.n is not None:
        words.append(f"n {entry.n}")
    return " ".join(words)


def cause(entry: Entry, entries: Sequence[Entry]) -> str:
    """An entry as the reason why something reads otherwise now, with the entry that it is about."""
    of = entries[entry.of - 1] if entry.of is not None and 0 < entry.of <= len(entries) else None
    return describe(entry) if of is None else f"{describe(entry)}: {describe(of)}"
