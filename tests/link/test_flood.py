"""Devices that say more than any board: the memory they cost is bounded, and the others' table goes on."""

from __future__ import annotations

import itertools
import os
import queue
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from unotable.desk.desk import Desk
from unotable.journal import rules
from unotable.journal.file import Journal, read
from unotable.link import wire
from unotable.link.boards import Boards
from unotable.link.inbox import MOST, UNSAFE
from unotable.link.ports import Link
from unotable.link.session import MOST_BOARDS, Session
from unotable.match.live import Live
from unotable.match.seating import Seating

from tests.waiting import tap, until

MS = 1_000_000
LINES = 2000


def hello(board: object = "bad0", boot: object = 7) -> bytes:
    line: bytes = wire.encode("H", wire.PROTO, board, boot, "0.1.0", "pico", "bl")
    return line


def garbage() -> Iterator[bytes]:
    while True:
        yield os.urandom(4000)


def escapes() -> Iterator[bytes]:
    while True:
        yield b"\x1b[2J\x1b]0;mine\x07\x1b[31m" * 100 + b"\n"


def ever_another() -> Iterator[bytes]:
    for number in itertools.count():
        yield hello(f"bad{number:x}")


def ever_anew() -> Iterator[bytes]:
    for number in itertools.count():
        yield hello("bad1", number) + wire.encode("B", 1, 2, 3, 4)


def presses() -> Iterator[bytes]:
    yield hello("bad2") + wire.encode("B", 1, 2, 0, 0)
    for number in itertools.count(1):
        yield wire.encode("P", number, "u", number * 1000 % wire.TICKS, 1, 0)


def words() -> Iterator[bytes]:
    yield hello("bad3")
    for number in itertools.count():
        yield wire.encode("I", f"k{number}", "v")


def unwritable() -> Iterator[bytes]:
    """A board with an id that no match file can keep."""
    yield hello("a:b+c") + wire.encode("B", 1, 2, 0, 0)
    for number in itertools.count(1):
        yield wire.encode("P", number, "u", number * 1000 % wire.TICKS, 1, 0)


KINDS: tuple[Callable[[], Iterator[bytes]], ...] = (
    garbage, escapes, ever_another, ever_anew, presses, words, unwritable,
)  # fmt: skip


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_what_one_device_costs_is_bounded(kind: Callable[[], Iterator[bytes]]) -> None:
    """Four seconds of a flood as a session has it, of which nobody makes anything safe."""
    home, events, now = Boards(), 0, 0
    session = Session("bad", home, now)
    home.open(session)
    sizes = []
    tracemalloc.start()
    try:
        for number, data in enumerate(itertools.islice(kind(), LINES)):
            now += 2 * MS
            events += len(session.heard(data[:200], now))
            session.send(now)
            if number in (LINES // 2, LINES - 1):
                sizes.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert sizes[1] - sizes[0] < 100_000, "it grows with what is said"
    assert events <= (3 * LINES if kind is ever_anew else UNSAFE + MOST), "presses are told that nobody keeps"
    assert len(home._boards) <= MOST_BOARDS


@pytest.fixture
def rogues() -> Iterator[list[str]]:
    """The ports of devices that never stop, a thread each."""
    import tty

    stop = threading.Event()
    files: list[int] = []
    threads = []
    names = []

    def flood(file: int, data: Iterator[bytes]) -> None:
        for piece in data:
            while not stop.is_set():
                try:
                    os.write(file, piece)
                    break
                except OSError:  # nobody reads fast enough
                    time.sleep(0.01)
            if stop.is_set():
                return

    for kind in KINDS:
        near, far = os.openpty()
        tty.setraw(far)
        os.set_blocking(near, False)
        files += [near, far]
        names.append(os.ttyname(far))
        threads.append(threading.Thread(target=flood, args=(near, kind())))
        threads[-1].start()
    yield names
    stop.set()
    for thread in threads:
        thread.join()
    for file in files:
        os.close(file)


@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals")
def test_the_table_goes_on_beside_devices_that_never_stop(rogues: list[str], tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    events: queue.SimpleQueue[Any] = queue.SimpleQueue()
    with Desk(2) as desk:
        journal = Journal.create(path, {"unotable": 1, "rules": "mattel", "seats": ["Ana", "Bo"]})
        link = Link(events, lambda: [*rogues, *desk.ports])
        live = Live(journal, rules.load("mattel"), events, link, Seating(2, None, {desk.board(s): s for s in (1, 2)}))
        try:
            until(lambda: {b.board for b in live.view.boards if b.state == "ready"} >= {desk.board(1), desk.board(2)})
            live.send({"do": "first", "card": "r5"})
            for _ in range(5):
                for seat in (2, 1):
                    tap(desk, seat, "done")
                    until(lambda seat=seat: live.view.table.turn != seat)
            until(lambda: events.qsize() < 200)  # the referee keeps up, however much they say
            ours = {desk.board(1), desk.board(2)}
            others = [board for board in live.view.boards if board.board not in ours]
            assert len(others) < len(KINDS) * (MOST_BOARDS + 1)
        finally:
            live.close()
    done = [entry.seat for entry in read(path).entries if entry.press and entry.do == "done"]
    assert done == [2, 1] * 5
