"""The edge of the desk's bad cables: a second serial line a seat, and one thread that carries bytes between the two.

The host opens the outer line; the inner one is the firmware process's own. Both are pseudo-terminals, or sockets where
there are none. What a cable cannot do itself (pull plugs, restart boards, move their clocks) the desk does when told.
"""

from __future__ import annotations

import contextlib
import logging
import random
import select
import socket
import threading
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from unotable.desk.cable import Cable
from unotable.desk.ends import End, Socket, Terminal
from unotable.desk.process import DeskError
from unotable.desk.spoil import SOUND, Faults

log = logging.getLogger(__name__)

LONGEST = 0.2  # s between two looks at what time has changed
SOON = 0.002  # s; while somebody does not take what is due


class Relay:
    """A seat's cable with both its ends. `inner` is None while the board restarts."""

    def __init__(self, cable: Cable, terminal: bool) -> None:
        self.cable = cable
        self.outer: End = Terminal() if terminal else Socket()
        self.inner: End | None = None
        self._terminal = terminal
        self._to_host = self._to_board = b""

    def attach(self, port: str) -> None:
        self.detach()
        self.inner = Terminal(port) if self._terminal else Socket(port)

    def detach(self) -> None:
        if self.inner:
            self.inner.close()
        self.inner = None
        self._to_board = b""

    def close(self) -> None:
        self.detach()
        self.outer.close()

    def carry(self, now: float) -> None:
        """Moves what can be moved now."""
        cable, inner = self.cable, self.inner
        deaf = cable.deaf(now)
        if inner and not deaf and not cable.up.full and not self._to_host:
            cable.said(inner.read(), now)
        if not cable.down.full:
            heard = self.outer.read()
            if inner and heard:
                cable.down.put(heard, now)
        if not deaf:
            self._to_host = self._to_host or cable.up.take(now)
            self._to_host = self._to_host[self.outer.write(self._to_host) if self._to_host else 0 :]
        if inner:
            self._to_board = self._to_board or cable.down.take(now)
            self._to_board = self._to_board[inner.write(self._to_board) if self._to_board else 0 :]

    def sources(self, now: float) -> list[int]:
        """What to wait for."""
        files = [] if self.cable.down.full else [self.outer.fileno()]
        if self.inner and not self.cable.up.full and not self._to_host and not self.cable.deaf(now):
            files.append(self.inner.fileno())
        return [file for file in files if file >= 0]

    def due(self, now: float) -> float:
        """When to look again, if nothing comes before."""
        if self._to_host or self._to_board:
            return now + SOON
        due = self.cable.due(now)
        return now + LONGEST if due is None else max(due, now + SOON / 4)


Told = Callable[[int], None]


class Hands(Protocol):
    """What the desk does for its cables; called by their thread, without their lock."""

    def unplug(self, seat: int) -> None: ...
    def plug(self, seat: int) -> None: ...
    def restart(self, seat: int) -> None: ...
    def jump(self, seat: int, us: int) -> None: ...


class Cables:
    """All bad cables of a desk, and their thread. Any thread may call any method.

    The desk's lock may be held when these are called, never the other way round.
    """

    def __init__(self, faults: Faults, terminal: bool, chance: random.Random, hands: Hands) -> None:
        self._faults = faults
        self._terminal = terminal
        self._chance = chance
        self._hands = hands
        self._lock = threading.RLock()
        self._relays: dict[int, Relay] = {}
        self._cables: dict[int, Cable] = {}
        self._back: dict[int, float] = {}  # seats whose plug comes back → when
        self._mended = self._closed = False
        self._wake, self._woken = socket.socketpair()
        self._wake.setblocking(False)
        self._woken.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="cables", daemon=True)
        self._thread.start()

    def lay(self, seats: Sequence[int], port: str) -> None:
        """The board of these seats, named by the first, runs, with its line at `port`."""
        seat = seats[0]
        with self._lock:
            if self._closed:
                return
            if seat not in self._cables:
                sound = self._mended or (self._faults.seats is not None and self._faults.seats.isdisjoint(seats))
                chance = random.Random(self._chance.random())
                self._cables[seat] = Cable(SOUND if sound else self._faults, chance, time.monotonic())
            if seat not in self._relays:
                self._relays[seat] = Relay(self._cables[seat], self._terminal)
            self._relays[seat].attach(port)
        self._nudge()

    def port(self, seat: int) -> str | None:
        """What the host opens; None while there is nothing."""
        with self._lock:
            relay = self._relays.get(seat)
            return relay.outer.port if relay else None

    def loose(self, seat: int, keep: bool = False) -> None:
        """The board of this seat is gone; `keep`: its port stays."""
        with self._lock:
            relay = self._relays.get(seat)
            if relay and keep:
                relay.detach()
            elif relay:
                relay.close()
                relay.cable.up.clear()
                relay.cable.down.clear()
                del self._relays[seat]

    def mend(self) -> None:
        """No more faults from now on; plugs that are out come back."""
        with self._lock:
            self._mended = True
            for cable in self._cables.values():
                cable.mend()
            self._back = dict.fromkeys(self._back, 0.0)
        self._nudge()

    def close(self) -> None:
        with self._lock:
            self._closed = True
        self._nudge()
        if threading.current_thread() is not self._thread:
            self._thread.join(2)
        with self._lock:
            for seat in list(self._relays):
                self.loose(seat)
            self._wake.close()
            self._woken.close()

    # -- the thread ---------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            deeds: list[Callable[[], None]] = []
            now = time.monotonic()
            with self._lock:
                if self._closed:
                    return
                for seat, relay in self._relays.items():
                    relay.carry(now)
                    self._befalls(seat, relay, now, deeds)
                for seat in [seat for seat, at in self._back.items() if at <= now]:
                    del self._back[seat]
                    deeds.append(lambda seat=seat: self._hands.plug(seat))  # type: ignore[misc]
                files = [self._woken.fileno()]
                until = min([now + LONGEST, *self._back.values()])
                for relay in self._relays.values():
                    files += relay.sources(now)
                    until = min(until, relay.due(now))
            for deed in deeds:
                try:
                    deed()
                except DeskError as error:
                    log.warning("%s", error)
            if not deeds:
                with contextlib.suppress(OSError, ValueError):  # an end was closed meanwhile
                    ready, _, _ = select.select(files, [], [], max(0.0, until - time.monotonic()))
                    if files[0] in ready:
                        self._woken.recv(64)

    def _befalls(self, seat: int, relay: Relay, now: float, deeds: list[Callable[[], None]]) -> None:
        """What happens to this seat now, besides what its cable does to bytes."""
        away = relay.cable.pulls()
        if away is not None:
            self._back[seat] = now + away
            deeds.append(lambda: self._hands.unplug(seat))
        elif relay.inner and relay.cable.reboots(now):
            deeds.append(lambda: self._hands.restart(seat))
        us = relay.cable.jumps(now)
        if us:
            deeds.append(lambda: self._hands.jump(seat, us))

    def _nudge(self) -> None:
        with contextlib.suppress(OSError):
            self._wake.send(b"!")
