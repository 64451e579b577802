"""The ring against a model: whatever is lost on the way and whenever it is acknowledged, every event arrives or is
listed as dropped."""

from __future__ import annotations

import itertools

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from unoseat.events import FIRST_WAIT, LAST_WAIT, SIZE, Events
from unotable.link import wire

from tests.firmware.test_ticks import PERIOD


class Ring(RuleBasedStateMachine):
    """A board's ring and a host at the other end of a line that may swallow lines."""

    @initialize(start=st.integers(0, PERIOD - 1) | st.integers(PERIOD - 10_000_000, PERIOD - 1))
    def begin(self, start: int) -> None:
        self.ring = Events()
        self.now = start
        self.made: dict[int, tuple[str, ...]] = {}
        self.kept: set[int] = set()  # what the model has in the ring
        self.pending = 0
        self.heard: dict[int, tuple[str, ...]] = {}
        self.dropped: set[int] = set()
        self.acked = 0

    @property
    def ticks(self) -> int:
        return self.now % PERIOD

    @rule(kind=st.sampled_from("PLR"), button=st.integers(0, 2), x=st.integers(1, 99), y=st.integers(0, 9999))
    def put(self, kind: str, button: int, x: int, y: int) -> None:
        number = self.ring.put(kind, button, self.ticks, x, y)
        assert number == len(self.made) + 1
        tail = {"P": (str(x), str(y)), "L": (str(x),), "R": ()}[kind]
        self.made[number] = (kind, str(number), "ucd"[button], str(self.ticks), *tail)

    @rule(count=st.integers(1, 100))
    def put_many(self, count: int) -> None:
        for _ in range(count):
            self.put("R", 0, 1, 0)

    @rule(us=st.integers(0, 500_000), swallow=st.lists(st.booleans(), min_size=1, max_size=5))
    def pass_time(self, us: int, swallow: list[bool]) -> None:
        self.now += us
        k = 0
        while line := self.ring.next(self.ticks):
            k += 1
            assert k <= SIZE, "an event that was just sent is not due"
            if not swallow[k % len(swallow)]:
                self.arrive(line)

    def arrive(self, line: bytes) -> None:
        (frame,) = wire.Decoder().feed(line)
        if frame[0] == "D":
            numbers = range(int(frame[1]), int(frame[1]) + int(frame[2]))
            assert not set(numbers) & self.heard.keys(), "a dropped event cannot arrive"
            self.dropped |= set(numbers)
        else:
            assert frame == self.made[int(frame[1])]
            assert int(frame[1]) not in self.dropped
            self.heard[int(frame[1])] = frame

    @property
    def complete(self) -> int:
        """The number up to which nothing is missing."""
        upto = 0
        while upto + 1 in self.heard or upto + 1 in self.dropped:
            upto += 1
        return upto

    @rule(old=st.booleans())
    def ack(self, old: bool) -> None:
        upto = self.acked if old else self.complete
        self.acked = max(self.acked, upto)
        self.ring.ack(upto, self.ticks)

    @rule()
    def renew(self) -> None:
        self.ring.renew(self.ticks)
        assert self.ring.wait(self.ticks) == (0 if self.ring.count else -1)

    @invariant()
    def bounded(self) -> None:
        assert self.ring.count <= SIZE
        assert len(self.ring._number) == SIZE
        assert -1 <= self.ring.wait(self.ticks) <= LAST_WAIT
        assert self.ring.lost >= len(self.dropped)

    def teardown(self) -> None:
        if not hasattr(self, "ring"):
            return
        for _ in range(4):  # a clear line: all must come, in at most a wait each time the ring makes room
            self.pass_time(LAST_WAIT, [False])
            self.ack(old=False)
        assert self.complete == len(self.made)
        assert self.ring.count == 0 and self.ring.wait(self.ticks) == -1
        assert len(self.dropped) == self.ring.lost


TestRing = Ring.TestCase
TestRing.settings = settings(max_examples=40, stateful_step_count=40)


def test_resent_after_25_ms_doubling_to_400() -> None:
    ring = Events()
    ring.put("P", 0, 0, 1, 0)
    sent = [now for now in range(0, 2_000_000, 500) if ring.next(now)]
    waits = [later - earlier for earlier, later in itertools.pairwise(sent)]
    assert (sent[0], waits[:6]) == (0, [25_000, 50_000, 100_000, 200_000, 400_000, 400_000])
    assert waits[0] == FIRST_WAIT


def test_a_host_asks_for_the_oldest_again_by_acknowledging_nothing_new() -> None:
    ring = Events()
    ring.put("P", 0, 0, 1, 0)
    ring.put("R", 0, 0, 0, 0)
    first, second = ring.next(0), ring.next(0)
    assert ring.next(9_000) is None
    ring.ack(0, 9_000)
    assert (ring.next(9_000), ring.next(9_000)) == (first, None)
    assert ring.wait(9_000) == FIRST_WAIT - 9_000, "the other one is due as it was"
    ring.ack(1, 10_000)
    assert (ring.next(10_000), ring.next(10_000)) == (second, None)
    ring.ack(2, 11_000)
    assert ring.wait(11_000) == -1


def test_a_full_ring_tells_what_it_dropped() -> None:
    ring = Events()
    for _ in range(SIZE + 3):
        ring.put("R", 2, 7, 0, 0)
    assert (ring.count, ring.lost, ring.made) == (SIZE, 3, SIZE + 3)
    ring.ack(1, 0)
    assert ring.count == SIZE  # the room went to the D
    assert ring.put("R", 0, 9, 0, 0) == SIZE + 4
    ring.ack(SIZE, 50)
    assert ring.next(50) == wire.encode("D", SIZE + 1, 3)
    ring.ack(SIZE + 1, 60)  # its first number stands for all it tells of
    assert ring.next(60) == wire.encode("D", SIZE + 4, 1)


def test_an_ack_from_the_future_empties_the_ring() -> None:
    ring = Events()
    ring.put("R", 2, 7, 0, 0)
    ring.ack(2**32 - 1, 0)
    assert ring.next(1_000_000) is None
    assert ring.put("R", 2, 7, 0, 0) == 2
