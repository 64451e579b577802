"""What the boards are told: lamps that stay, by the table; lamps and tunes for a while, by what was just announced."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from unotable.game.ruleset import RuleSet
from unotable.game.table import Table
from unotable.match.actions import Action, Lamp, Sound
from unotable.match.cues import Cues
from unotable.match.feed import FeedItem
from unotable.match.lamps import UNSEATED, Lamps, Lit, flashes
from unotable.match.view import BoardView, Cue


class Orders:
    """Keeps what each board was told last, and what is still to be told. `tunes` are those for boards (`None`: all)."""

    def __init__(self, ruleset: RuleSet, table: Table) -> None:
        self.tunes: frozenset[str] | None = frozenset()
        self._lamps = Lamps(ruleset)
        self._cues = Cues(table)
        self._shown: dict[str, Lit] = {}
        self._said: list[FeedItem] = []
        self._new: list[Cue] = []

    @property
    def cues(self) -> tuple[Cue, ...]:
        return self._cues.latest

    def forget(self, board: str) -> None:
        """It is new here, or somebody else: it is told everything again."""
        self._shown.pop(board, None)

    def announced(self, items: Iterable[FeedItem]) -> None:
        self._said += items

    def next(self, table: Table, now: int) -> int | None:
        """The next t at which time alone changes something."""
        return self._lamps.next(table, now)

    def listen(self, table: Table, stopped: bool, now: int) -> bool:
        """Whether there is something new to hear. `stopped`: a held UNO has paused the match."""
        self._new = self._cues.read(table, self._said, stopped, self._lamps.hurries(table, now))
        return bool(self._new)

    def give(self, table: Table, present: Mapping[str, BoardView], now: int) -> list[Action]:
        """Everything that the boards do not know yet."""
        actions: list[Action] = []
        for board, it in present.items():
            lit = UNSEATED if it.seat is None else self._lamps.want(table, it.seat, it.state == "ready", now)
            if self._shown.get(board) != lit:
                self._shown[board] = lit
                actions.append(Lamp(board, lit.pattern, lit.argument(now)))
        at = {it.seat: board for board, it in present.items()}
        actions += [Lamp(at[seat], flash.pattern, flash.arg) for seat, flash in flashes(self._said) if seat in at]
        for cue in self._new:
            if self.tunes is None or cue.name in self.tunes:
                boards = list(present) if cue.seat is None else [at[cue.seat]] if cue.seat in at else []
                actions += [Sound(board, cue.name) for board in boards]
        self._said, self._new = [], []
        return actions
