"""A table in one thread: the firmware's own link, buttons and ring on one side, sessions on the other, and between them
a cable that can be bad. Time is passed in; nothing here sleeps.
"""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass, field

from unoseat.buttons import Buttons
from unoseat.events import Events
from unoseat.link import Link as BoardLink
from unotable.link import wire
from unotable.link.boards import Boards
from unotable.link.events import (
    BoardDown,
    BoardRefused,
    BoardUp,
    Event,
    Numbered,
)
from unotable.link.session import Session
from unotable.link.sides import count

MS = 1_000_000  # ns
LEAST = MS // 20  # a step


@dataclass
class Cable:
    """One way of a serial line: bytes arrive in order, late, and now and then harmed."""

    chance: random.Random
    flips: float = 0.0  # part of the bytes with a bit flipped
    drops: float = 0.0  # part of the chunks cut short
    repeats: float = 0.0  # part of the chunks that come twice
    late: tuple[float, float] = (0.2, 1.5)  # ms
    _way: deque[tuple[int, bytes]] = field(default_factory=deque)

    def put(self, data: bytes, now: int) -> None:
        if not data:
            return
        harmed = bytearray(data)
        for i in range(len(harmed)):
            if self.flips and self.chance.random() < self.flips:
                harmed[i] ^= 1 << self.chance.randrange(8)
        if self.drops and self.chance.random() < self.drops:
            cut = self.chance.randrange(len(harmed))
            del harmed[cut : cut + self.chance.randrange(1, 40)]
        if self.repeats and self.chance.random() < self.repeats:
            harmed += bytes(harmed)
        due = now + int(self.chance.uniform(*self.late) * MS)
        if self._way:
            due = max(due, self._way[-1][0])
        self._way.append((due, bytes(harmed)))

    def get(self, now: int) -> bytes:
        data = b""
        while self._way and self._way[0][0] <= now:
            data += self._way.popleft()[1]
        return data

    @property
    def due(self) -> int | None:
        return self._way[0][0] if self._way else None

    def clear(self) -> None:
        self._way.clear()


class Board:
    """The firmware's parts as its loop runs them, on a crystal of its own. `made` are the presses that really were:
    (boot, event number) → host ns of the first edge."""

    def __init__(self, board: str, chance: random.Random, now: int, has: str = "bls") -> None:
        self.id = board
        self.has = has
        self.sides = count(has)
        self._chance = chance
        self.made: dict[tuple[int, int], int] = {}
        self.events_of: dict[int, int] = {}  # boot → events made
        self.lamps: list[tuple[str, ...]] = []
        self.boot(now)

    def boot(self, now: int) -> None:
        """Power comes."""
        self.number = self._chance.getrandbits(32)
        self._ppm = self._chance.uniform(-90, 90)
        self._born = now
        self._start = wire.TICKS - self._chance.randrange(100_000, 20_000_000)
        self.events = Events()
        self.buttons = Buttons(self.events, sides=self.sides)
        self.link = BoardLink(
            (self.id, self.number, "0.1.0", "desk", self.has),
            [("py", "model-1")],
            self.number,
            self.events,
            self.buttons,
            lambda: 1000,
            self.ticks(now),
            self.sides,
        )
        self.closed = [False] * self.buttons.count
        self.edges = [0] * self.buttons.count

    def ticks(self, now: int) -> int:
        us = (now - self._born) / 1000 * (1 - self._ppm / 1e6)
        return (self._start + int(us)) % wire.TICKS

    def move(self, button: int, closed: bool, now: int) -> None:
        if self.closed[button] != closed:
            self.closed[button] = closed
            if closed:
                self.edges[button] = now
            self.buttons.edge(button, closed, self.ticks(now))

    def dues(self, now: int) -> list[int]:
        ticks = self.ticks(now)
        waits = [self.link.wait(ticks), self.buttons.wait(ticks)]
        return [now + wait * 1000 for wait in waits if wait >= 0]

    def step(self, data: bytes, now: int) -> bytes:
        before = self.events.made
        ticks = self.ticks(now)
        for i in range(self.buttons.count):
            self.buttons.look(i, self.closed[i], ticks)
        self.buttons.seen = ticks
        for i in range(self.buttons.count):
            if self.buttons.pressed >> i & 1:
                self.made[self.number, self.buttons._event[i]] = self.edges[i]
        self.buttons.pressed = 0
        assert self.events.made - before <= 4 * self.sides
        self.events_of[self.number] = self.events.made
        self.lamps += self.link.feed(data, ticks)
        self.link.tick(ticks)
        out = b""
        while line := self.link.next(self.ticks(now)):
            out += line
        return out


@dataclass
class Port:
    """A board plugged in, and the host's session on it."""

    board: Board
    session: Session
    up: Cable
    down: Cable

    def dues(self, host: bool, now: int) -> list[int]:
        dues = [self.down.due, self.up.due if host else None, self.session.due(now) if host else None]
        return [due for due in dues if due is not None]


class Table:
    """The host's boards, and ports that come and go. `heard` is every event, in order."""

    def __init__(self, seed: int = 1) -> None:
        self.chance = random.Random(seed)
        self.now = 10**12
        self.boards = Boards()
        self.ports: list[Port] = []
        self.devices: list[Board] = []
        self.heard: list[Event] = []
        self.acks = True  # the match acknowledges at once
        self.late_acks: list[tuple[str, int, int]] = []

    def board(self, board: str = "b1", has: str = "bls") -> Board:
        self.devices.append(Board(board, self.chance, self.now, has))
        return self.devices[-1]

    def plug(self, board: Board, name: str = "") -> Port:
        port = name or f"port-{len(self.heard)}-{self.now}"
        session = Session(port, self.boards, self.now, chance=self.chance)
        self.boards.open(session)
        plugged = Port(board, session, Cable(self.chance), Cable(self.chance))
        self.ports.append(plugged)
        return plugged

    def unplug(self, port: Port) -> None:
        self.take(port.session.gone("it is unplugged", self.now))
        self.boards.close(port.session)
        self.ports.remove(port)

    def take(self, events: list[Event]) -> None:
        for event in events:
            self.heard.append(event)
            if isinstance(event, Numbered):
                self.late_acks.append((event.board, event.boot, event.upto))
        if self.acks:
            self.ack()

    def ack(self) -> None:
        for board, boot, ev in self.late_acks:
            self.boards.board(board).ack(boot, ev)
        self.late_acks.clear()

    def run(self, ms: float, host: bool = True) -> None:
        """Time passes, from one moment at which something is due to the next; without `host` the program stands
        still. Boards live on while they are unplugged."""
        end = self.now + int(ms * MS)
        while self.now < end:
            dues = [due for port in self.ports for due in port.dues(host, self.now)]
            dues += [due for board in self.devices for due in board.dues(self.now)]
            self.now = max(self.now + LEAST, min([end, *dues]))
            plugged = {port.board: port for port in self.ports}
            for board in self.devices:
                port = plugged.get(board)
                if port:
                    port.up.put(board.step(port.down.get(self.now), self.now), self.now)
                else:
                    board.step(b"", self.now)
            for port in self.ports:
                if not host:
                    continue
                session = port.session
                self.take(session.heard(port.up.get(self.now), self.now))
                if session.due(self.now) <= self.now:
                    port.down.put(session.send(self.now), self.now)

    def tap(self, board: Board, button: int = 0, ms: float = 60) -> None:
        board.move(button, True, self.now)
        self.run(ms)
        board.move(button, False, self.now)
        self.run(40)

    def of(self, *kinds: type) -> list[Event]:
        return [event for event in self.heard if isinstance(event, kinds)]


STATES = (BoardUp, BoardDown, BoardRefused)
