"""What became of each press: the desk's truth on one side, what the link told on the other.

A board here makes a press and its release and nothing else, one after the other, so press k of a power-up (from 0) is
event 2k+1 of its boot. A power-up is a process of the desk, known by its pid; a boot is what the link calls it. A press
that never came is listed where the link said so: by `Lost`, or by the restart of a board, which loses what it had not
told. The latter covers only times after the board's last `Reported`: before that the link had vouched for all presses.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from dataclasses import dataclass, field

from unotable.link.events import BoardDown, BoardUp, Event, Health, Lost, Pressed, Reported

MS = 1_000_000  # ns
GRAIN = 1000  # ns: the desk's truth is in whole µs

RING = "its ring was full"
TOLD = "it lost power; the board had told of them"
UNTOLD = "it lost power before it could tell of them"


@dataclass(slots=True)
class PowerUp:
    """A board from power to no power. closed: ns of each first edge, in order; together: those pressed all at once."""

    pid: int
    began: int
    closed: array[int] = field(default_factory=lambda: array("q"))
    together: set[int] = field(default_factory=set)
    ended: bool = False


@dataclass(slots=True)
class _Boot:
    board: str
    pid: int | None
    began: int
    ev: array[int] = field(default_factory=lambda: array("q"))
    at: array[int] = field(default_factory=lambda: array("q"))
    u: array[int] = field(default_factory=lambda: array("q"))  # µs; -1: not sure
    came: array[int] = field(default_factory=lambda: array("q"))
    told: bytearray = field(default_factory=bytearray)  # by event number, whether that press came
    lost: list[tuple[int, int, bool]] = field(default_factory=list)  # first, past the last, whether the board was up
    dropped: int = 0  # events, by the board's own count
    upto: int = 0  # of its last Reported


@dataclass(slots=True)
class Sums:
    """presses = delivered + listed + unlisted. outside: sure presses whose truth is not within their bound. strange:
    events told that the desk's boards cannot have made. late, together: ns from edge to queue, sorted."""

    presses: int = 0
    delivered: int = 0
    listed: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    unlisted: int = 0
    doubled: int = 0
    outside: int = 0
    unsure: int = 0
    strange: int = 0
    late: array[int] = field(default_factory=lambda: array("q"))
    together: array[int] = field(default_factory=lambda: array("q"))


class Account:
    """Takes events with the ns at which they were on the queue; `settle` compares. One thread at a time."""

    def __init__(self) -> None:
        self.powered: dict[str, list[PowerUp]] = defaultdict(list)  # board → in order
        self._boots: dict[tuple[str, int], _Boot] = {}
        self._up: dict[str, int] = {}  # board → its boot, while it is up
        self._doubled = 0

    def hear(self, event: Event, came: int) -> None:
        match event:
            case Pressed():
                self._press(event, came)
            case BoardUp():
                boot = self._boot(event.board, event.boot, came)
                boot.pid = event.pid or boot.pid
                self._up[event.board] = event.boot
            case BoardDown():
                self._up.pop(event.board, None)
            case Lost():
                boot = self._boot(event.board, event.boot, came)
                up = self._up.get(event.board) == event.boot
                boot.lost.append((event.ev, event.ev + event.count, up))
            case Health():
                if event.board in self._up:
                    boot = self._boots[event.board, self._up[event.board]]
                    boot.dropped = max(boot.dropped, event.lost)
            case Reported():
                if event.board in self._up:
                    boot = self._boots[event.board, self._up[event.board]]
                    boot.upto = max(boot.upto, event.upto)

    def settle(self) -> Sums:
        sums = Sums(doubled=self._doubled)
        boots = self._matched(sums)
        for board, powered in self.powered.items():
            for number, power in enumerate(powered):
                self._judge(power, boots.get((board, number)), sums)
        sums.late = array("q", sorted(sums.late))
        sums.together = array("q", sorted(sums.together))
        return sums

    def _boot(self, board: str, number: int, came: int) -> _Boot:
        if (board, number) not in self._boots:
            self._boots[board, number] = _Boot(board, None, came)
        return self._boots[board, number]

    def _press(self, event: Pressed, came: int) -> None:
        boot = self._boot(event.board, event.boot, came)
        if event.ev >= len(boot.told):
            boot.told.extend(bytes(event.ev + 256 - len(boot.told)))
        if boot.told[event.ev]:
            self._doubled += 1
            return
        boot.told[event.ev] = 1
        boot.ev.append(event.ev)
        boot.at.append(event.at)
        boot.u.append(event.u if event.sure else -1)
        boot.came.append(came)

    def _matched(self, sums: Sums) -> dict[tuple[str, int], _Boot]:
        """(board, number of its power-up) → boot: by its pid, by its presses, or by when it began."""
        found: dict[tuple[str, int], _Boot] = {}
        for boot in self._boots.values():
            free = [(n, it) for n, it in enumerate(self.powered[boot.board]) if (boot.board, n) not in found]
            said = [n for n, it in free if it.pid == boot.pid]
            if not said and boot.ev:
                first = boot.ev[0] // 2
                near = [(abs(it.closed[first] - boot.at[0]), n) for n, it in free if first < len(it.closed)]
                said = [min(near)[1]] if near else []
            if not said:
                said = [n for n, it in free if it.began <= boot.began][-1:]
            if said:
                found[boot.board, said[0]] = boot
            else:
                sums.strange += len(boot.ev)
        return found

    def _judge(self, power: PowerUp, boot: _Boot | None, sums: Sums) -> None:
        made = len(power.closed)
        came = dict(zip(boot.ev, range(len(boot.ev)), strict=True)) if boot else {}
        for k, closed in enumerate(power.closed):
            index = came.pop(2 * k + 1, None)
            if boot is None or index is None:
                self._missing(power, boot, 2 * k + 1, closed, sums)
                continue
            sums.delivered += 1
            late = boot.came[index] - closed
            sums.late.append(late)
            if k in power.together:
                sums.together.append(late)
            if boot.u[index] < 0:
                sums.unsure += 1
            elif abs(boot.at[index] - closed) > boot.u[index] * 1000 + GRAIN:
                sums.outside += 1
        if 2 * made + 1 in came and power.ended:  # its edge was still on its way to the desk when the power went
            del came[2 * made + 1]
            made += 1
            sums.delivered += 1
        sums.presses += made
        sums.strange += len(came)

    @staticmethod
    def _missing(power: PowerUp, boot: _Boot | None, ev: int, closed: int, sums: Sums) -> None:
        for first, past, up in boot.lost if boot else ():
            if first <= ev < past and (not up or boot is None or boot.dropped):
                sums.listed[RING if up else TOLD] += 1
                return
        if power.ended and (boot is None or closed >= boot.upto):
            sums.listed[UNTOLD] += 1
        else:
            sums.unlisted += 1
