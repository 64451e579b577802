"""Before a match: boards that are plugged in, and who sits down by UNO. The match then goes on with the same link.

A thread of its own, as `live.py` has; a port is opened once, so the boards' clocks are proved when the match begins.
Nothing here is kept but the seats: presses are acknowledged and mean only "this is my place".
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unotable.link.events import BoardDown, BoardRefused, BoardUp, Event, Health, Held, Lost, Pressed, Released
from unotable.link.ports import Extra, Found, Link
from unotable.match.actions import Ack, Action, Lamp, SeatBoard, carry
from unotable.match.lamps import UNSEATED, Lit
from unotable.match.match import OLD_US
from unotable.match.roster import Roster
from unotable.match.seating import Seating
from unotable.match.view import BoardView

log = logging.getLogger(__name__)

SHOWN_S = 1.0  # a press is shown
TOLD = 3  # sentences


@dataclass(frozen=True, slots=True)
class Gathered:
    """`asked` is the seat whose UNO is waited for, `pressed` the seat and button of a press just now."""

    boards: tuple[BoardView, ...] = ()
    asked: int | None = None
    pressed: tuple[int, str] | None = None
    said: tuple[str, ...] = ()


class Relay:
    """What a link tells, on its way to whoever hears it now. Whoever comes later hears first which boards are there."""

    def __init__(self, to: Found) -> None:
        self._to = to
        self._lock = threading.Lock()
        self._there: dict[str, dict[type[Event], Event]] = {}  # by board, a refused one by its port

    def put(self, item: Event, /) -> None:
        with self._lock:
            match item:
                case BoardUp():
                    self._there.pop(item.port, None)
                    self._there[item.board] = {BoardUp: item}
                case Health():
                    self._there.setdefault(item.board, {})[Health] = item
                case BoardDown():
                    self._there.pop(item.board, None)
                case BoardRefused():
                    self._there[item.port] = {BoardRefused: item}
                case _:
                    pass
            self._to.put(item)

    def turn(self, to: Found, first: Container[str]) -> None:
        """`first`: boards that are told before the others."""
        with self._lock:
            self._to = to
            for key in sorted(self._there, key=lambda key: key not in first):
                for event in self._there[key].values():
                    to.put(event)


class Lobby:
    """`ports` as `Link` takes them, `path` the file that remembers who sits where.

    It is open from `open` to `close` or `hand_over`, and may be opened again. `close` takes up to half a second; the
    other calls never block.
    """

    def __init__(self, ports: Sequence[Extra] | None, path: Path) -> None:
        self._ports = None if ports is None else list(ports)
        self._path = path
        self._thread: threading.Thread | None = None
        self._link: Link | None = None

    def open(self, names: Sequence[str], tell: Callable[[Gathered], None]) -> None:
        """`names` are the seats'. `tell` is called from another thread whenever there is something new to show."""
        self._heard: queue.SimpleQueue[Any] = queue.SimpleQueue()  # events, commands; `None`: the end
        self._relay = Relay(self._heard)
        self._seating = Seating(len(names), self._path)
        self._roster = Roster(self._seating, names, asks=False)
        self._tell = tell
        self._told = Gathered()
        self._said: deque[str] = deque(maxlen=TOLD)
        self._lit: dict[str, Lit] = {}
        self._pressed: tuple[int, str] | None = None
        self._shown = 0.0  # until when the press is
        self._unos: dict[str, tuple[int, int]] = {}  # the latest UNO of each board that sat already: boot, event
        self._thread = threading.Thread(target=self._run, name="lobby")
        self._thread.start()

    def renumber(self, names: Sequence[str], to: Mapping[int, int]) -> None:
        """The seats are these people's now; `to`: the new numbers of seats that have another one."""
        if self._thread is not None:
            self._heard.put(lambda: self._roster.renumber(to, names))

    def get_up(self) -> None:
        """All of them."""
        if self._thread is not None:
            self._heard.put(self._roster.get_up)

    def hand_over(self, to: Found) -> tuple[Link, Seating] | None:
        """The link tells `to` from now on, beginning with who is there; `None` where nothing was open."""
        link = self._end()
        if link is None:
            return None
        self._relay.turn(to, [board.board for board in self._roster.rows() if board.seat])  # so no seat is asked for
        while not self._heard.empty():  # what came meanwhile is acknowledged, too
            self._take(self._heard.get(), link)
        return link, self._seating

    def close(self) -> None:
        link = self._end()
        if link is not None:
            link.close()

    def _end(self) -> Link | None:
        if self._thread is None:
            return None
        self._heard.put(None)
        self._thread.join()
        self._thread = None
        link, self._link = self._link, None
        return link

    # -- the thread -----------------------------------------------------------------------------------------------

    def _run(self) -> None:
        ports = self._ports
        self._link = link = Link(self._relay, None if ports is None else lambda: ports)
        while True:
            try:
                what = self._heard.get(timeout=max(0.0, self._shown - time.monotonic()) if self._pressed else None)
                if what is None:
                    return
                self._take(what, link)
            except queue.Empty:
                self._pressed = None
            except Exception:  # the others' boards are still to be seated
                log.exception("the lobby stumbled")
            self._look()

    def _take(self, what: Event | Callable[[], list[Action]] | None, link: Link) -> None:
        actions = [] if what is None else what() if callable(what) else self._hear(what)
        for action in [*actions, *self._lamps(actions)]:
            carry(action, link)

    def _hear(self, event: Event) -> list[Action]:
        match event:
            case BoardUp():
                self._lit.pop(event.board, None)
                return self._roster.up(event)
            case BoardDown():
                self._roster.down(event)
            case BoardRefused():
                self._roster.refused(event)
            case Health():
                self._roster.health(event)
            case Pressed():
                return [Ack(event.board, event.boot, event.ev), *self._press(event)]
            case Held():
                return [Ack(event.board, event.boot, event.ev), *self._hold(event)]
            case Released():
                return [Ack(event.board, event.boot, event.ev)]
            case Lost():
                return [Ack(event.board, event.boot, event.ev + event.count - 1)]
            case _:
                pass
        return []

    def _press(self, event: Pressed) -> list[Action]:
        """UNO sits down, or shows the seat once more; any button of a seat is seen on the screen."""
        if time.perf_counter_ns() - event.at > OLD_US * 1000:
            return []
        uno = event.button == "uno"
        sat = self._seating.of(event.board)
        actions = self._roster.sit(event.board) if uno and sat is None and self._seating.seats else []
        seat = self._seating.of(event.board)
        if seat is None:
            return []
        self._pressed, self._shown = (seat, event.button), time.monotonic() + SHOWN_S
        if uno and sat is not None:
            self._unos[event.board] = (event.boot, event.ev)
            return [Lamp(event.board, "seat", str(seat))]
        return actions

    def _hold(self, event: Held) -> list[Action]:
        """UNO held by a board that sat already: it gets up."""
        if self._unos.pop(event.board, None) != (event.boot, event.of):
            return []
        self._pressed = None
        return self._roster.place(event.board, None)

    def _lamps(self, actions: Sequence[Action]) -> list[Action]:
        """What stays, told anew to those who are somebody else now."""
        for action in actions:
            if isinstance(action, SeatBoard):
                self._lit.pop(action.board, None)
        new: list[Action] = []
        for board, it in self._roster.present().items():
            lit = UNSEATED if it.seat is None else Lit("wait") if it.state == "ready" else Lit("unsure")
            if self._lit.get(board) != lit:
                self._lit[board] = lit
                new.append(Lamp(board, lit.pattern))
        return new

    def _look(self) -> None:
        self._said.extend(text for text, _ in self._roster.said)
        self._roster.said.clear()
        new = Gathered(self._roster.rows(), self._roster.asked, self._pressed, tuple(self._said))
        if new != self._told:
            self._told = new
            self._tell(new)
