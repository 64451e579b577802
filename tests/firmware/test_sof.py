"""Frames and the µs they began at: what is read, when it is thrown away, and what the native loop makes of memory."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unoseat.sof import FRAME, LATE, MASK, Registers, sample

from tests.firmware import runner

NUMBER, TIMER, ENABLES, BIT = 0x50110048, 0x40054028, 0x50110090, 1 << 17


@dataclass
class Chip:
    """Registers of which every reading takes time, µs, drawn from `costs`; a frame begins each 1000 µs from `phase`."""

    chance: random.Random
    costs: tuple[float, ...] = (0.2, 0.4)
    start: int = 0
    phase: float = 0.0
    waiting: bool = False
    now: float = 0.0
    reads: list[int] = field(default_factory=list)

    def read(self, address: int) -> int:
        self.reads.append(address)
        before = self.now
        self.now += self.chance.choice(self.costs)
        at = self.chance.uniform(before, self.now)
        if address == ENABLES:
            return BIT | 1 if self.waiting else 1
        if address == TIMER:
            return (self.start + int(at)) & 0xFFFFFFFF
        assert address == NUMBER
        return (int((at + self.phase) // 1000) & 0x7FF) | 0xABC000  # whatever is beside the number

    def truth(self, number: int) -> float:
        """µs since the chip's zero at which the frame that was found began."""
        newest = int((self.now + self.phase) // 1000)
        assert newest & 0x7FF == number
        return newest * 1000 - self.phase


chips = st.builds(
    Chip,
    st.integers(0, 2**32).map(random.Random),
    st.sampled_from([(0.2, 0.4), (0.1, 1.0), (0.2, 0.3, 0.3, 0.3, 0.3, 0.3, 18.0), (0.5, 400.0)]),
    st.integers(0, 0xFFFFFFFF),
    st.floats(0, 3_000_000),
)


@given(chips)
def test_a_samples_ticks_were_read_at_most_so_late(chip: Chip) -> None:
    found = Registers(NUMBER, TIMER, ENABLES, BIT, chip.read).sample()
    if found is not None:
        number, ticks = found
        assert 0 <= ticks <= MASK
        late = (ticks - chip.start - int(chip.truth(number) // 1)) & MASK
        assert late <= LATE or late == MASK  # its own µs had just begun


@given(st.integers(0, 2**32), st.floats(0, 3_000_000))
def test_nothing_but_an_interruption_costs_a_sample(seed: int, phase: float) -> None:
    chip = Chip(random.Random(seed), start=MASK - 300, phase=phase)
    assert Registers(NUMBER, TIMER, ENABLES, BIT, chip.read).sample() is not None
    assert chip.now <= FRAME + 2


def test_an_interruption_around_the_frames_beginning_costs_the_sample() -> None:
    times = iter([0, 990, 991, 1010, 1011])
    numbers = iter([7, 7, 8])
    assert sample(lambda: next(numbers), lambda: next(times)) is None


def test_a_frame_that_never_begins_is_waited_for_no_longer_than_a_frame() -> None:
    times = iter(range(0, 100_000, 10))
    assert sample(lambda: 7, lambda: next(times)) is None
    assert next(times) <= FRAME + 40


def test_what_the_usb_stack_waits_for_is_left_alone() -> None:
    chip = Chip(random.Random(1), waiting=True)
    assert Registers(NUMBER, TIMER, ENABLES, BIT, chip.read).sample() is None
    assert chip.reads == [ENABLES]


NATIVE = """
import _thread, time, uctypes
from array import array
from unoseat.sof import LATE, Registers

number, timer, enables = array("I", [2046]), array("I", [0x7FFFFF00]), array("I", [{enables}])
at = [uctypes.addressof(one) for one in (number, timer, enables)]
board = Registers(at[0], at[1], at[2], 1 << 17)
stop = []

@micropython.viper
def turn(number: ptr32, timer: ptr32):
    # another thread is the chip: the timer runs on, and every 700 of it a frame begins
    n = int(0)
    while n < 700000:
        n += 1
        if n % 500 == 0:
            timer[0] = timer[0] + 1
        if n % 350000 == 0:
            number[0] = number[0] + 1

def chip():
    while not stop:
        turn(number, timer)
    stop.append(0)

if {runs}:
    _thread.start_new_thread(chip, ())
found = []
for _ in range({tries}):
    found.append(board.sample())
    if found[-1]:
        break
    time.sleep_ms(0)
stop.append(1)
while {runs} and len(stop) < 2:
    time.sleep_ms(1)
got = [one for one in found if one]
print(len(got), all([0 <= n < 2048 and 0 <= t < 1 << 30 for n, t in got]))
"""


def native(enables: int = 1, runs: bool = True, tries: int = 100) -> tuple[int, bool]:
    got, right = runner.run(NATIVE.format(enables=enables, runs=runs, tries=tries)).split()
    return int(got), right == "True"


def test_the_native_loop_finds_frames_in_memory() -> None:
    got, right = native(tries=20_000)
    assert got == 1 and right


@pytest.mark.parametrize(
    ("enables", "runs"), [(1 << 17, True), (1, False)], ids=["the stack waits for frames", "nothing moves"]
)
def test_the_native_loop_gives_up(enables: int, runs: bool) -> None:
    got, _ = native(enables=enables, runs=runs)
    assert got == 0
