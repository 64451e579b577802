"""What is announced, and what is taken back: each new reading of the timeline is compared with what was said before.

A ruling is said once. One that a later reading does not have any more is withdrawn, and its cards are given back; one
that changed says the difference. So the table can always put right what it has already done.

A tapped DONE under an attack is read as taking the cards until its card is told. Where it may turn out to be an answer
nobody is sent to draw at once: that is said when somebody acts, or after `ANSWER_US`.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from unotable.game.rulings import Ruling
from unotable.game.table import Table

ANSWER_US = 4_000_000  # for the scorekeeper to type the card that answers an attack
KEPT = 200  # items on the screen; the journal has them all
Kind = Literal["ruling", "withdrawn", "changed", "board", "held", "note"]

# Presses that come to nothing, and rulings whose cards are no fine: the seat took them by itself, or none at all.
REFUSED = frozenset(
    ("turn.out_of_order", "turn.repeated", "turn.preempted", "turn.settle", "cut.beaten", "cut.failed", "cut.wrong",
     "uno.late", "uno.false", "challenge.void")
)  # fmt: skip
TAKEN = frozenset(("attack.paid", "round.won", "round.void", "match.won"))

Key = tuple[str, int | None, int | None, int | None, int]


@dataclass(frozen=True, slots=True)
class FeedItem:
    """One line of the referee feed, at `t` µs of the match.

    `draw` is cards that `seat` draws (> 0) or gives back (< 0), `None` where no cards move. `text` is a finished
    sentence for what is no ruling (boards, held presses, notes), and why a ruling was withdrawn or changed; it holds
    data like a player's name.
    """

    t: int
    kind: Kind
    ruling: Ruling | None = None
    seat: int | None = None
    draw: int | None = None
    text: str = ""


def fines(item: FeedItem) -> bool:
    """Does somebody draw cards as a penalty?"""
    return item.ruling is not None and (item.draw or 0) > 0 and item.ruling.rule not in TAKEN


def keyed(rulings: Iterable[Ruling]) -> dict[Key, Ruling]:
    """Rulings by what makes them the same in two readings: rule, seat and cause, a deadline's cause being its t."""
    count: Counter[tuple[str, int | None, int | None, int | None]] = Counter()
    out: dict[Key, Ruling] = {}
    for ruling in rulings:
        same = (ruling.rule, ruling.seat, ruling.entry, ruling.t if ruling.entry is None else None)
        out[(*same, count[same])] = ruling
        count[same] += 1
    return out


def differs(old: Ruling, new: Ruling) -> bool:
    """Would it be told otherwise? Bounds and margins may sharpen without a word."""
    return (old.draw, old.by, old.tie, old.why) != (new.draw, new.by, new.tie, new.why)


def news(old: Sequence[Ruling], new: Sequence[Ruling], at: int, why: str = "") -> list[FeedItem]:
    """What `new` rulings say otherwise than `old` ones, at time `at`; `why` is told with what is taken back or changed.

    Only what differs is compared: how often something is said before that is the same in both.
    """
    same = _alike(old, new)
    before, now = keyed(old[same:]), keyed(new[same:])
    said = [
        FeedItem(at, "withdrawn", gone, gone.seat, -gone.draw if gone.draw else None, why)
        for key, gone in before.items()
        if key not in now
    ]
    for key, ruling in now.items():
        known = before.get(key)
        if known is None:
            said.append(FeedItem(ruling.t, "ruling", ruling, ruling.seat, ruling.draw))
        elif differs(known, ruling):
            draw = (ruling.draw or 0) - (known.draw or 0) or None
            said.append(FeedItem(at, "changed", ruling, ruling.seat, draw, why))
    return said


def _alike(old: Sequence[Ruling], new: Sequence[Ruling]) -> int:
    """How many at the beginning are the same in both; mostly all of the old ones, or nearly."""
    least = min(len(old), len(new))
    same, step = least, 1
    while same and old[:same] != new[:same]:
        same, step = max(0, same - step), 2 * step
    return next((i for i in range(same, least) if old[i] != new[i]), least)


def _may_be_an_answer(table: Table, at: int) -> Ruling | None:
    """The payment of an attack that the card of its DONE, not told yet, may still undo."""
    if "card" not in table.needs or not table.plays:
        return None
    play = table.plays[-1].entry
    return next(
        (r for r in table.rulings if r.rule == "attack.paid" and r.entry == play and at < r.t + ANSWER_US), None
    )


class Feed:
    """The items announced so far, newest last. What the first table holds counts as announced long ago."""

    def __init__(self, table: Table) -> None:
        self._last = self._told = table.rulings
        self._open: Ruling | None = None
        self._items: deque[FeedItem] = deque(
            (FeedItem(ruling.t, "ruling", ruling, ruling.seat, ruling.draw) for ruling in table.rulings), maxlen=KEPT
        )

    @property
    def items(self) -> tuple[FeedItem, ...]:
        return tuple(self._items)

    def read(self, table: Table, at: int | None = None, why: str = "") -> list[FeedItem]:
        """The new items that `table` makes at time `at` (default its own); they are in `items` from now on.

        why: what the table was read anew for, told with what is taken back or changed.
        """
        waiting = _may_be_an_answer(table, table.now if at is None else at)
        if waiting is not None and waiting in self._told:
            waiting = None  # said already
        if (table.rulings is self._last or table.rulings == self._last) and waiting == self._open:
            return []
        self._open = waiting
        now = table.rulings if waiting is None else tuple(it for it in table.rulings if it is not waiting)
        said = news(self._told, now, table.now, why)
        self._told, self._last = now, table.rulings
        self._items.extend(said)
        return said

    @property
    def next(self) -> int | None:
        """When something is to be said by time alone."""
        return None if self._open is None else self._open.t + ANSWER_US

    def say(self, kind: Kind, t: int, text: str, seat: int | None = None) -> FeedItem:
        item = FeedItem(t, kind, seat=seat, text=text)
        self._items.append(item)
        return item
