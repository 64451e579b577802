"""Simulated tables for the hall's bench: one match, told by many tables, each on a connection of its own.

A script is made once: a match that is played by chance, line by line, through the same stream as a real table's. Every
table tells it under a name of its own. A process drives some hundreds of them.
"""

from __future__ import annotations

import random
import selectors
import time
from array import array
from collections import deque
from dataclasses import dataclass, replace
from datetime import datetime
from multiprocessing.connection import Connection

from unotable.game.entry import Entry, Header
from unotable.hall import glance
from unotable.hall.address import Address, Proof
from unotable.hall.broker import Broker
from unotable.hall.cursor import WINDOW
from unotable.hall.messages import Here
from unotable.hall.stream import Stream
from unotable.journal import rules
from unotable.match.feed import FeedItem
from unotable.match.view import View

SEATS = ("Ana", "Bo", "Cy", "Dee")
NAME = "0" * 16  # stands in a script for the name of the match
ALIVE_S = 5.0  # between two looks at connections on which nothing comes
TURN_US = 2_500_000  # a turn takes about so long


@dataclass(frozen=True, slots=True)
class Line:
    """What a table publishes after one line of its journal; `seq` is the number of its first event."""

    state: bytes
    events: tuple[bytes, ...]
    seq: int
    sheet: bytes | None


@dataclass(frozen=True, slots=True)
class Part:
    """The tables `first` to `first + count - 1`, on one process: `rate` lines a second and table for `seconds`, then
    all the rest as fast as the broker takes it."""

    where: Address
    first: int
    count: int
    rate: float
    seconds: float
    lines: int
    seed: int


def match_name(number: int) -> str:
    return f"{number + 1:016x}"


def table_name(number: int) -> str:
    return f"table-{number + 1}"


def script(lines: int, seed: int) -> list[Line]:
    """The messages of a match of so many lines. Pure: the same for the same seed."""
    chance = random.Random(seed)
    header = Header("tangxun", SEATS, started="2026-11-30T19:00:00+08:00")
    ruleset = rules.load(header.rules)
    stream = Stream(header, ruleset)
    feed: deque[FeedItem] = deque(maxlen=12)
    now = datetime.fromisoformat(header.started)
    out: list[Line] = []
    t, rounds = 0, 0
    while len(out) < lines:
        t += chance.randrange(TURN_US // 2, TURN_US * 3 // 2)
        entry = _next(len(out) + 1, t, stream, chance)
        events = stream.read(entry)
        feed.extend(event.said.item for event in events if event.said is not None)
        view = View(stream.table, header, header.rules, feed=tuple(feed))
        state = glance.state(view, ruleset, stream.match, now)
        sheet = stream.sheet if len(stream.table.rounds) != rounds or len(out) + 1 == lines else None
        rounds = len(stream.table.rounds)
        out.append(
            Line(
                _renamed(state.encode(), stream.match),
                tuple(_renamed(event.encode(), stream.match) for event in events),
                events[0].seq if events else 0,
                _renamed(sheet.encode(), stream.match) if sheet is not None else None,
            )
        )
    return out


def _renamed(raw: bytes, match: str) -> bytes:
    return raw.replace(match.encode(), NAME.encode())


def _next(number: int, t: int, stream: Stream, chance: random.Random) -> Entry:
    """A line that people at that table could make now."""
    table = stream.table
    if table.phase == "first":
        return Entry(number, t, "first", card="r5")
    if table.phase == "scoring":
        seat = int(next(need for need in table.needs if need.startswith("hand:")).partition(":")[2])
        return Entry(number, t, "hand", seat=seat, points=chance.randrange(1, 60))
    if table.phase in ("between", "over") or table.turn is None:
        return Entry(number, t, "round")
    seat = table.turn
    if chance.random() < 0.4:
        return Entry(number, t, "uno", press=True, seat=chance.randrange(1, len(SEATS) + 1), u=300)
    if chance.random() < 0.1:
        return Entry(number, t, "draw", seat=seat)
    return Entry(number, t, "done", press=True, seat=seat, u=300)


class _Table:
    """One table's connection. `sent` is the time of each event in ns, by its number less one."""

    def __init__(self, number: int, where: Address, lines: list[Line]) -> None:
        self.where = replace(where, user=table_name(number))
        self.broker = Broker(self.where, Proof(), f"bench-{number}")
        self.sent = array("q")
        self.at = 0  # the next line
        self._lines = lines
        self._match = match_name(number).encode()
        self._waiting: deque[tuple[str, bytes, int, bool]] = deque()
        self._open: set[int] = set()  # not answered yet

    def open(self) -> None:
        self.broker.open()
        self._publish("here", Here(v=1, here=True).encode(), 1, True)

    def line(self, state: bool) -> None:
        """The next line happens; its messages go as soon as there is room."""
        line = self._lines[self.at]
        self.at += 1
        for event in line.events:
            self._waiting.append(("log", event, 1, False))
        if line.sheet is not None:
            self._waiting.append((f"match/{self._match.decode()}", line.sheet, 1, True))
        if state:
            self._publish("state", line.state, 0, True)
        self.go_on()

    def go_on(self) -> None:
        self._open.difference_update(answer.mid for answer in self.broker.answers)
        self.broker.answers.clear()
        while self._waiting and len(self._open) < WINDOW:
            what, raw, qos, retain = self._waiting.popleft()
            if what == "log":
                self.sent.append(time.perf_counter_ns())
            self._publish(what, raw, qos, retain)

    @property
    def done(self) -> bool:
        return self.at == len(self._lines) and not self._waiting and not self._open

    @property
    def full(self) -> bool:
        return bool(self._waiting)

    def _publish(self, what: str, raw: bytes, qos: int, retain: bool) -> None:
        raw = raw.replace(NAME.encode(), self._match)
        mid = self.broker.publish(self.where.topic(self.where.user, what), raw, qos, retain)
        if qos:
            self._open.add(mid)


def drive(part: Part, pipe: Connection) -> None:
    """A process: says `open` when all are connected, waits for the start, then sends (paced, lists of times)."""
    lines = script(part.lines, part.seed)
    tables = [_Table(number, part.where, lines) for number in range(part.first, part.first + part.count)]
    waiting = selectors.DefaultSelector()
    for table in tables:
        table.open()
        waiting.register(table.broker.fileno(), selectors.EVENT_READ, table)
    pipe.send("open")
    start = pipe.recv()
    chance = random.Random(part.first)
    due = [start + chance.random() / part.rate for _ in tables]
    end, alive = start + part.seconds, start
    while (now := time.perf_counter()) < end:
        for i, table in enumerate(tables):
            if due[i] <= now and table.at < len(lines):
                due[i] += 1 / part.rate
                table.line(state=True)
        _hear(waiting, 0.005)
        if now > alive:
            alive = now + ALIVE_S
            for table in tables:
                table.broker.pump()
    pipe.send([len(table.sent) for table in tables])
    pipe.recv()  # all go on together
    while not all(table.done for table in tables):
        for table in tables:
            while table.at < len(lines) and not table.full:
                table.line(state=False)
        _hear(waiting, 0.01)
    pipe.send([table.sent for table in tables])
    for table in tables:
        table.broker.close()


def _hear(waiting: selectors.BaseSelector, longest: float) -> None:
    for key, _ in waiting.select(longest):
        key.data.broker.pump()
        key.data.go_on()
