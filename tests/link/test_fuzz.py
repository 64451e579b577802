"""Garbage into everything that reads a line: no exception, no growth, and the next right line is heard.

The quick runs are 10^5 bytes; the slow ones (`make soak`) 10^7.
"""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Iterable

import pytest
from unoseat.buttons import Buttons
from unoseat.events import Events
from unoseat.lamps import Lamps
from unoseat.link import Link as BoardLink
from unotable.link import wire
from unotable.link.boards import Boards
from unotable.link.events import Event
from unotable.link.session import Session

from tests.firmware import runner
from tests.link.fuzz import chunks

MS = 1_000_000  # ns
GROWTH = 2 << 20  # bytes that a reader may keep, of however much garbage
SIZES = [100_000, pytest.param(10_000_000, marks=[pytest.mark.slow, pytest.mark.timeout(900)])]


def grown(chunked: Iterable[bytes], feed: object) -> int:
    """Bytes more that are kept after all of them than after a tenth."""
    assert callable(feed)
    sizes = []
    tracemalloc.start()
    try:
        for data in chunked:
            feed(data)
            sizes.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    return sizes[-1] - sizes[len(sizes) // 10]


@pytest.mark.parametrize("size", SIZES)
def test_the_decoder(size: int) -> None:
    pieces = [0]

    def heard(piece: bytes) -> None:
        assert len(piece) <= wire.LONGEST
        pieces[0] += 1

    decoder = wire.Decoder(heard)
    assert grown(chunks(size, 1), decoder.feed) < GROWTH
    assert pieces[0] == decoder.refused + decoder.noise > size // 500
    assert decoder.frames > size // 500
    assert decoder.feed(b"\n" + wire.encode("q", 7))[-1:] == [("q", "7")]


class Host:
    """A session that is fed garbage, time passing as it would at a cable's speed; it acknowledges like a match."""

    def __init__(self) -> None:
        self.now = 10**12
        self.boards = Boards()
        self.told = 0
        self.open()

    def open(self) -> None:
        self.session = Session("p", self.boards, self.now, chance=random.Random(1))
        self.boards.open(self.session)

    def feed(self, data: bytes) -> None:
        for at in range(0, len(data), 97):
            self.now += 8 * MS
            self.take(self.session.heard(data[at : at + 97], self.now))
            assert len(self.session.send(self.now)) < 4096
            assert self.session.due(self.now) - self.now <= 200 * MS
        if self.session.finished:  # another protocol's hello: its port is left alone until it is plugged in anew
            self.session.gone("", self.now)
            self.boards.close(self.session)
            self.open()

    def take(self, events: list[Event]) -> None:
        for event in events:
            self.told += 1
            ev, count = getattr(event, "ev", None), getattr(event, "count", 1)
            if ev is not None:
                self.boards.board(getattr(event, "board", "")).ack(getattr(event, "boot", 0), ev + count - 1)


@pytest.mark.parametrize("size", SIZES)
def test_the_hosts_session(size: int) -> None:
    host = Host()
    # a forged hello is a board with a boot of its own, and these may be many: their number, not their size, is open
    assert grown(chunks(size, 2), host.feed) < GROWTH + 100 * len(host.boards._boards) * 1024
    assert host.told > size // 5000
    host.open()
    host.session.heard(b"\n" + wire.encode("H", 1, "fine", 5, "1", "desk", "b"), host.now)
    host.session.heard(wire.encode("B", 1, 1, 0, 0), host.now)
    assert host.session.board == "fine"


class Board:
    """The board's end under CPython, with what obeys its orders."""

    def __init__(self) -> None:
        self.now = 0
        self.events = Events()
        self.lamps = Lamps(0)
        self.link = BoardLink(
            ("b1", 77, "1", "desk", "bls"), [("py", "x")], 77, self.events, Buttons(self.events), lambda: 1, 0
        )

    def feed(self, data: bytes) -> None:
        for at in range(0, len(data), 64):
            self.now = (self.now + 5000) % wire.TICKS
            for kind, what, arg in self.link.feed(data[at : at + 64], self.now):
                if kind == "l":
                    self.lamps.order(what, arg, self.now)
            self.lamps.tick(self.now)
            self.link.tick(self.now)
            for _ in range(40):  # everything that it has to say: answers, greeting, events, a beat
                if self.link.next(self.now) is None:
                    break
            else:
                raise AssertionError("it talks without end")


@pytest.mark.parametrize("size", SIZES)
def test_the_boards_link(size: int) -> None:
    board = Board()
    assert grown(chunks(size, 3), board.feed) < GROWTH
    assert board.link.decoder.frames > size // 500
    said = []
    for data in (b"\n" + wire.encode("h", 1, "0.1.0", "s"), wire.encode("q", 7)):
        board.link.feed(data, board.now)
        while line := board.link.next(board.now):
            said.append(line[:3])
    assert b"~H," in said and b"~A," in said


UNDER_MICROPYTHON = """
import gc, sys
from unoseat import wire
from unoseat.buttons import Buttons
from unoseat.events import Events
from unoseat.lamps import Lamps
from unoseat.link import Link
events = Events()
lamps = Lamps(0)
link = Link(("b1", 77, "1", "desk", "bls"), [("py", "x")], 77, events, Buttons(events), lambda: 1, 0)
now = fed = most = 0
source = sys.stdin.buffer
while True:
    data = source.read(64)
    if not data:
        break
    fed += len(data)
    now = (now + 5000) & 0x3fffffff
    for kind, what, arg in link.feed(data, now):
        if kind == "l":
            lamps.order(what, arg, now)
    lamps.tick(now)
    link.tick(now)
    said = 0
    while link.next(now) is not None:
        said += 1
        assert said < 40
    if fed % 65536 < 64:
        gc.collect()
        most = max(most, gc.mem_alloc())
        if fed < 131072:
            first = most
link.feed(b"\\n" + wire.encode("h", 1, "0.1.0", "s") + wire.encode("q", 7), now)
said = []
while True:
    line = link.next(now)
    if line is None:
        break
    said.append(line[:3])
assert b"~H," in said and b"~A," in said, said
print(fed, link.decoder.frames, link.decoder.refused, link.decoder.noise, most - first)
"""


@pytest.mark.parametrize("size", SIZES)
def test_the_boards_link_under_micropython(size: int) -> None:
    """In a board's heap; what is read is counted as under CPython."""
    data = b"".join(chunks(max(size, 200_000), 4))
    fed, frames, refused, noise, growth = map(int, runner.run(UNDER_MICROPYTHON, stdin=data, seconds=600).split())
    decoder = wire.Decoder()
    decoder.feed(data + b"\n" + wire.encode("h", 1, "0.1.0", "s") + wire.encode("q", 7))
    assert fed == len(data)
    assert (frames, noise) == (decoder.frames, decoder.noise)
    assert refused >= decoder.refused  # it also refuses frames that make no sense
    assert growth < 4096
