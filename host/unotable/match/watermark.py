"""How far the timeline is known: what may still be overtaken by a press on its way is not announced.

A press is settled when every present board has reported past it, or 150 ms after it was made; one that may be held
also when its button is up again, has become a hold, or 0.7 s after it went down. Presses whose bounds meet are one
race, and settled together: else the first would be announced, and taken back when the other is read a moment later.
The table that is shown is read up to the first press that is not settled. Times are µs of the match; nothing here has a
clock.
"""

from __future__ import annotations

from dataclasses import dataclass

from unotable.game.table import Table
from unotable.link.steps import RIVAL, WANTED

LONGEST_US = WANTED // 1000  # a board that has not reported by then is waited for no longer
DOWN_US = 700_000  # a hold is told 0.6 s after the first edge, and is here soon after
RIVAL_US = RIVAL // 1000  # the most that two bounds of a close race are waited for


def may_be_held(table: Table, seat: int | None, button: str) -> bool:
    """Does a press mean something else if it is held? DONE takes cards then, CUT under an attack is a challenge."""
    return button == "done" or (button == "cut" and table.phase == "attack" and table.turn == seat)


@dataclass(slots=True)
class _Press:
    t: int
    u: int
    down: bool


class Watermark:
    """The boards' reports and the presses that are not settled yet, by entry id."""

    def __init__(self) -> None:
        self._reported: dict[str, int] = {}
        self._presses: dict[int, _Press] = {}

    def here(self, board: str, now: int) -> None:
        """The board is present from now on."""
        self._reported.setdefault(board, now)

    def gone(self, board: str) -> None:
        """Absent boards are waited for no longer."""
        self._reported.pop(board, None)

    def reported(self, board: str, upto: int) -> None:
        """Every press of this board before `upto` has come."""
        if board in self._reported:
            self._reported[board] = max(upto, self._reported[board])

    def press(self, entry: int, t: int, u: int, down: bool) -> None:
        """A press that waits; `down`: its meaning also waits for the release or the hold."""
        self._presses[entry] = _Press(t, u, down)

    def up(self, entry: int) -> None:
        """The press was released, or became a hold: what it means is known."""
        if entry in self._presses:
            self._presses[entry].down = False

    def known(self, now: int) -> int:
        """Every press before this time is here, as far as anybody waits for it."""
        return min((max(upto, now - LONGEST_US) for upto in self._reported.values()), default=now)

    def upto(self, now: int) -> int | None:
        """The t of the first press that is not settled; `None`: all are. Forgets the settled ones."""
        for entry, at in self._settling(self.known(now)).items():
            if at <= now:
                del self._presses[entry]
        return min((press.t for press in self._presses.values()), default=None)

    def next(self, now: int) -> int | None:
        """When the next press settles by itself, without a word from any board."""
        return min(self._settling(self.known(now)).values(), default=None)

    def _settling(self, known: int) -> dict[int, int]:
        """When each press is settled. One that may be held is not waited for: a hold is told long after. Nor is the
        end of a race that goes on and on, as where two drum on their buttons: `RIVAL_US` more than for a board."""
        found: dict[int, int] = {}
        later: list[tuple[_Press, int]] = []
        for entry, press in sorted(self._presses.items(), key=lambda item: item[1].t, reverse=True):
            at = _alone(press, known)
            for other, its in reversed(later):
                if other.t - press.t > RIVAL_US:
                    break
                if not other.down and other.t - press.t <= _reach(press.u + other.u):
                    at = max(at, min(its, press.t + RIVAL_US + LONGEST_US))
            found[entry] = at
            later.append((press, at))
        return found


def _alone(press: _Press, known: int) -> int:
    """When it is settled by itself: at once (its own t) where the boards have reported past it."""
    at = press.t if known >= press.t + _reach(2 * press.u) else press.t + LONGEST_US
    return max(at, press.t + DOWN_US) if press.down else at


def _reach(bounds: int) -> int:
    return min(bounds, RIVAL_US)
