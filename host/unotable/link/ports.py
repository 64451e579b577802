"""The link: finds boards, keeps a thread on each port, and hands on what `boards.py` and `session.py` make of it.

Threads: one a port (`port.py`), one that looks which ports there are, and one that asks the system for them, because
that may take ten seconds where there are Bluetooth ports. One lock guards everything behind it; it is held for
microseconds, and never over a read or a write.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from serial.tools import list_ports

from unotable.link.boards import Boards
from unotable.link.events import BoardRefused, Event
from unotable.link.port import Opener, Port, open_port
from unotable.link.session import Session
from unotable.link.sides import split
from unotable.locale import tr

log = logging.getLogger(__name__)

LOOK = 0.2  # s between two looks at which ports there are
ASK = 1.0  # s between two questions to the system
AGAIN = 2.0  # s until a port that could not be opened is tried again
SOON = 0.4  # the same of one that was lost; where it is gone from the list meanwhile, at once when it is back
JOIN = 0.5  # s that close() waits
# s after which a thread that computes, as one that draws a screen does for 40 ms, lets others have their turn if they
# want it. Python's own 5 ms, several times a read and its answer, would be late for a lamp and loose for a clock.
TURN = 0.0005

# USB vendors of parts that can be boards; other ports are not touched unless they are named
MICROBIT = 0x0D28
VENDORS = {
    0x2E8A: "Raspberry Pi",
    MICROBIT: "micro:bit (Arm)",
    0xF055: "MicroPython",
}


class Found(Protocol):
    """Where events go: a queue."""

    def put(self, item: Event, /) -> None: ...


@dataclass(frozen=True, slots=True)
class Place:
    """A port that may have a board. `mark` changes when another device takes the same name."""

    name: str
    serial: str = ""
    location: str | None = None
    mark: str = ""


Extra = str | tuple[str, str]


class Link:
    """All boards. Any thread may call any method; none blocks, but `close`, for at most half a second.

    found: a queue for events. extra: names or URLs of further ports, or pairs of these and where they are on USB, asked
    again and again (a desk's boards come and go). only: look at nothing else; None: exactly if `extra` is given.
    opener: for tests.
    """

    def __init__(
        self,
        found: Found,
        extra: Callable[[], Sequence[Extra]] | Sequence[Extra] | None = None,
        only: bool | None = None,
        now: Callable[[], int] = time.perf_counter_ns,
        opener: Opener = open_port,
    ) -> None:
        self._found = found
        self._extra = extra if callable(extra) else (lambda: extra or ())
        self._only = extra is not None if only is None else only
        self._opener = opener
        self.lock = threading.RLock()
        self.boards = Boards()
        self.now = now
        self._ports: dict[str, Port] = {}
        self._places: dict[str, Place] = {}
        self._left: dict[str, str] = {}  # ports that are left alone → their mark
        self._later: dict[str, float] = {}  # ports that are tried again → when
        self._said: dict[str, str] = {}  # what was said of a port that cannot be opened
        self._listed: list[Place] = []
        self._stop = threading.Event()
        sys.setswitchinterval(min(TURN, sys.getswitchinterval()))  # of the whole process
        self._threads = [threading.Thread(target=self._look, name="ports")]
        if not self._only:
            # It may hang in the system's list for seconds: the process must not wait for it at its end.
            self._threads.append(threading.Thread(target=self._ask, name="port list", daemon=True))
        for thread in self._threads:
            thread.start()

    # -- calls ------------------------------------------------------------------------------------------------------

    def ack(self, board: str, boot: int, ev: int) -> None:
        """Every event of that boot up to `ev` is safe on disk."""
        with self.lock:
            self.boards.board(board).ack(boot, ev)
        self._wake(board)

    def lamp(self, board: str, pattern: str, arg: str = "") -> None:
        """Shows a pattern; one that stays is shown again when the board comes back."""
        with self.lock:
            self.boards.board(board).lamp(pattern, arg, self.now(), split(board)[1])
        self._wake(board)

    def sound(self, board: str, name: str) -> None:
        with self.lock:
            self.boards.board(board).sound(name)
        self._wake(board)

    def seat(self, board: str, seat: int, colour: str) -> None:
        """Tells a board its seat (0: none) and the seat's colour, rrggbb."""
        with self.lock:
            self.boards.board(board).seat(seat, colour, split(board)[1])
        self._wake(board)

    def bound(self, board: str) -> int | None:
        """The bound of a press that this board made now, µs; None while nothing proves one."""
        with self.lock:
            boot = self.boards.board(board).boot
            return None if boot is None else boot.bound(self.boards.line, self.now())

    def close(self) -> None:
        """Ends all threads and frees all ports. May be called twice."""
        self._stop.set()
        with self.lock:
            ports = list(self._ports.values())
        for port in ports:
            port.stop()
        end = time.monotonic() + JOIN
        for thread in self._threads:
            if not thread.daemon:
                thread.join(max(0.0, end - time.monotonic()))
        for port in ports:
            port.join(max(0.0, end - time.monotonic()))

    def _wake(self, board: str) -> None:
        with self.lock:
            session = self.boards.session(board)
            port = self._ports.get(session.port) if session else None
        if port:
            port.wake()

    # -- finding ----------------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        while not self._stop.is_set():
            try:
                listed = [
                    Place(port.device, port.serial_number or "", port.location, _mark(port.device))
                    for port in list_ports.comports()
                    if port.vid in VENDORS
                ]
            except Exception:
                log.exception("the system's list of ports")
                listed = []
            with self.lock:
                self._listed = listed
            self._stop.wait(ASK)

    def _look(self) -> None:
        while not self._stop.is_set():
            try:
                extra = [_extra(one) for one in self._extra()]
            except Exception:
                log.exception("the list of further ports")
                extra = []
            with self.lock:
                self._take({place.name: place for place in [*extra, *([] if self._only else self._listed)]})
            self._stop.wait(LOOK)

    def _take(self, places: dict[str, Place]) -> None:
        """Opens what is new, forgets what is gone."""
        self._places = places
        for kept in (self._left, self._later, self._said):
            for name in [name for name in kept if name not in places]:
                del kept[name]
        for name, place in places.items():
            if name in self._ports or time.monotonic() < self._later.get(name, 0):
                continue
            if self._left.get(name) == place.mark:
                continue
            self._left.pop(name, None)
            self._open(place)

    def _open(self, place: Place) -> None:
        if not self._stop.is_set():
            self._ports[place.name] = port = Port(place.name, _Talk(self, place), self._opener)
            port.start()

    # -- what the ports' talks ask ------------------------------------------------------------------------------------

    def tell(self, events: Sequence[Event]) -> None:
        """Hands on events; after a press, every other board is asked whether it has one that was earlier."""
        for event in events:
            self._found.put(event)
        for name in self.boards.hurried:
            if name in self._ports:
                self._ports[name].wake()
        self.boards.hurried.clear()

    def drop(self, place: Place, alone: bool = False, later: float = 0.0) -> None:
        """The port is closed: leave it alone from now on, or try it again in `later` s."""
        self._ports.pop(place.name, None)
        if alone:
            self._left[place.name] = place.mark
        else:
            self._later[place.name] = time.monotonic() + later

    def opened(self, place: Place) -> None:
        """The port could be opened after all."""
        self._said.pop(place.name, None)

    def complain(self, place: Place, why: str) -> None:
        """Says once what is wrong with a port."""
        if self._said.get(place.name) != why:
            self._said[place.name] = why
            self._found.put(BoardRefused(place.name, why))


class _Talk:
    """A port's session, from its opening to its end, under the link's lock."""

    def __init__(self, link: Link, place: Place) -> None:
        self._link = link
        self._place = place
        self._session: Session | None = None

    def opened(self) -> None:
        link, place = self._link, self._place
        with link.lock:
            link.opened(place)
            self._session = Session(
                place.name, link.boards, link.now(), place.serial, place.location, heard=self._damaged
            )
            link.boards.open(self._session)

    def heard(self, data: bytes) -> None:
        now = self._link.now()  # before waiting for the lock
        with self._link.lock:
            if self._session:
                self._link.tell(self._session.heard(data, now))

    def to_send(self) -> bytes:
        with self._link.lock:
            return self._session.send(self._link.now()) if self._session else b""

    def wait(self) -> float:
        now = self._link.now()
        with self._link.lock:
            return (self._session.due(now) - now) / 1e9 if self._session else LOOK

    @property
    def over(self) -> bool:
        return self._session is not None and self._session.finished

    def refused(self, why: str) -> None:
        with self._link.lock:
            if why:
                self._link.complain(self._place, why)
            self._link.drop(self._place, later=AGAIN)

    def closed(self, why: str) -> None:
        link, session = self._link, self._session
        with link.lock:
            if session:
                link.tell(session.gone(why or tr("this program let go of it"), link.now()))
                link.boards.close(session)
            link.drop(self._place, alone=self.over, later=SOON)

    def _damaged(self, line: bytes) -> None:
        log.debug("%s: %r is no line of ours", self._place.name, line)


def _extra(one: Extra) -> Place:
    name, location = (one, None) if isinstance(one, str) else one
    return Place(name, location=location, mark=_mark(name))


def _mark(name: str) -> str:
    """Differs for another device of the same name, where the system shows it."""
    try:
        return str(Path(name).stat().st_ino) if os.name == "posix" and name.startswith("/") else ""
    except OSError:
        return ""
