"""One match on its way to the broker: its journal read as it grows, its events sent in order, a few at a time."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import replace
from datetime import datetime

from unotable.hall.address import Address
from unotable.hall.broker import Broker
from unotable.hall.messages import Event, Sheet
from unotable.hall.queue import EXPIRES_S, Place, Queue
from unotable.hall.stream import Stream
from unotable.journal import rules
from unotable.journal.tail import Tail

WINDOW = 16  # events that the broker has not answered yet
LINES = 40  # read at once, so that a state is never kept waiting for long
KEEP_S = 1.0  # between two notes of how far it is
LINE_S = 10.0  # between two sheets that differ in their line only


class Cursor:
    """`JournalError`, `RulesError` from `step`: the file cannot be read."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.done = False  # everything there is has been published
        self.hurry = False  # a sheet is not held back
        self._skip = place.seq
        self._tail: Tail | None = None
        self._begun = 0  # the tail's, when the stream began
        self._stream: Stream | None = None
        self._out: deque[Event] = deque()
        self._sent: dict[int, int] = {}  # number of the message → seq
        self._sheet = place.sheet
        self._sheet_mid = -1
        self._sheet_at = 0.0
        self._kept_at = 0.0

    @property
    def match(self) -> str:
        return self._stream.match if self._stream is not None else ""

    def step(self, broker: Broker, where: Address, queue: Queue) -> None:
        """Reads and sends what there is room for."""
        if len(self._out) < WINDOW:
            self._read()
        while self._out and len(self._sent) < WINDOW:
            event = self._out.popleft()
            self._sent[broker.publish(where.topic(where.table, "log"), event.encode())] = event.seq
        self._publish_sheet(broker, where, queue)

    def answered(self, mid: int, queue: Queue) -> None:
        """The broker has a message."""
        if mid == self._sheet_mid and self._stream is not None:
            self._sheet_mid = -1
            self._keep(queue, self._whole)
        elif self._sent.pop(mid, None) is not None and time.monotonic() - self._kept_at > KEEP_S:
            self._keep(queue, -1)

    def put_away(self, queue: Queue) -> None:
        """Notes how far it is."""
        if self._stream is not None and not self.done:
            self._keep(queue, -1)

    @property
    def _idle(self) -> bool:
        return not self._out and not self._sent

    @property
    def _seq(self) -> int:
        """Events up to which the broker has all."""
        if self._sent:
            return min(self._sent.values()) - 1
        if self._out:
            return self._out[0].seq - 1
        return max(self._skip, self._stream.seq if self._stream is not None else 0)

    def _read(self) -> None:
        if self._tail is None:
            self._tail = Tail(self.place.path)
        self._tail.more()
        if self._stream is None or self._begun != self._tail.begun:  # lines that were read are gone: once more
            header, self._begun = self._tail.header, self._tail.begun
            self._stream = Stream(header, rules.load(header.rules, header.overrides))
            self._out.clear()
        entries = self._tail.entries[self._stream.line : self._stream.line + LINES]
        for entry in entries:
            self._out.extend(event for event in self._stream.read(entry) if event.seq > self._skip)
        self.done = self.done and not entries

    @property
    def _whole(self) -> int:
        """How long the file is, if all of it is published; else -1."""
        if self._tail is None or self._stream is None or not self._idle:
            return -1
        return self._tail.size if self._stream.line == len(self._tail.entries) else -1

    def _publish_sheet(self, broker: Broker, where: Address, queue: Queue) -> None:
        """When all events are there, since it tells how many there are."""
        sheet = self._stream.sheet if self._stream is not None else None
        if sheet is None or self._whole < 0 or self._sheet_mid != -1:
            return
        if sheet == self._sheet and self._sheet_at:
            self.done = True
            return
        only_line = self._sheet is not None and _scores(sheet) == _scores(self._sheet)
        if only_line and self._sheet_at and not self.hurry and time.monotonic() - self._sheet_at < LINE_S:
            return
        self._sheet, self._sheet_at = sheet, time.monotonic()
        self._sheet_mid = publish_sheet(broker, where, sheet)

    def _keep(self, queue: Queue, size: int) -> None:
        self._kept_at = time.monotonic()
        self.place = replace(self.place, seq=self._seq, size=size, sheet=self._sheet)
        queue.keep(self.place)


def publish_sheet(broker: Broker, where: Address, sheet: Sheet) -> int:
    return broker.publish(where.topic(where.table, f"match/{sheet.match}"), sheet.encode(), 1, True, EXPIRES_S)


def _scores(sheet: Sheet) -> Sheet:
    return sheet.model_copy(update={"line": 0, "events": 0})


def now() -> datetime:
    return datetime.now().astimezone()
