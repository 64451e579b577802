"""`unotable history`: past matches and the people in them, as text or JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence

from unotable.journal.columns import table
from unotable.journal.index import Past
from unotable.journal.statistics import Total, totals
from unotable.locale import tr
from unotable.visible import visible


def as_json(found: Sequence[Past]) -> str:
    """One object: `matches` the newest first, `players` over all of them."""
    matches = [
        {"path": str(one.path), "problem": one.problem or None, **(one.facts.as_dict() if one.facts else {})}
        for one in found
    ]
    return json.dumps({"matches": matches, "players": [one.as_dict() for one in people(found)]}, ensure_ascii=False)


def people(found: Sequence[Past]) -> list[Total]:
    return totals(one.facts for one in reversed(found) if one.facts)


def as_text(found: Sequence[Past], cells: int = 0) -> str:
    """A line a match, then a line a player; files that cannot be read are named at the end, a sentence each."""
    heads = (tr("begun"), tr("rules"), tr("seats"), tr("rounds"), tr("result"), tr("file"))
    rows = [
        (
            begun(one),
            one.facts.rules,
            ", ".join(one.facts.seats),
            str(one.facts.played),
            result(one),
            visible(one.path.name),
        )
        for one in found
        if one.facts
    ]
    parts = [table(heads, rows, cells)] if rows else [tr("No match has been played here yet.")]
    if rows:
        parts.append(table(player_heads(), [player(one) for one in people(found)], cells))
    problems = [one.problem for one in found if one.problem]
    return "\n\n".join([*parts, *(["\n".join(problems)] if problems else [])])


def begun(one: Past) -> str:
    return one.facts.started.replace("T", " ")[:16] if one.facts and one.facts.started else visible(one.path.stem[:16])


def result(one: Past) -> str:
    """Who won, or that it can be gone on with."""
    if one.facts is None:
        return tr("cannot be read")
    if one.facts.over:
        return tr("won by {names}", names=", ".join(one.facts.winners) or "-")
    return tr("unfinished")


def player_heads() -> tuple[str, ...]:
    return (tr("player"), tr("matches"), tr("won"), tr("rounds"), tr("rounds won"), tr("catches"), tr("was caught"),
            tr("penalty cards"), tr("cut, typical"), tr("cut, best"))  # fmt: skip


def player(one: Total) -> tuple[str, ...]:
    return (one.name, str(one.matches), str(one.matches_won), str(one.rounds), str(one.rounds_won), str(one.catches),
            str(one.caught), str(one.fined), ms(one.typical), ms(one.best))  # fmt: skip


def ms(us: int | None) -> str:
    return "-" if us is None else f"{us / 1000:.0f} ms"
