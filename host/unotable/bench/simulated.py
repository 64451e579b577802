"""One simulated table: ten boards on a hub, their exchanges, frames and presses, placed by every way there is.

Many races share one trace of clock traffic: each is drawn at a random moment of it, and is judged with what the clocks
knew then. Races do not see each other, and their presses cause no queries. (At a real table a press has the boards
asked at once, so the bounds are a little better there.)

Where the parameters come from:
  queries   the link's own: a burst of eight, then 97 to 149 ms apart (`link/steps.py`).
  stamps    the interrupt comes 12.1 to 18.3 µs after the edge, median 12.6 (measured on an emulated RP2040 with
            MicroPython 1.25); all ways of placing subtract the median, and the link adds the rest to each bound
            (`link/stamps.py`).
  delays    a table's boards share one of the four shapes of `delays.py`; on every fifth table each has its own.
  frames    a sample a second from each board, read 0 to 3 µs after the frame began (measured on the same emulator).
            Every fourth table has two hubs, the second one's frames up to a micro-frame (125 µs) late.
  wraps     each counter passes 2^30 once while it is watched.
  reboot    one board restarts: it is gone for three seconds, its counter begins anew, and with it its clock.
  races     mostly two presses, up to ten. Half of them are closer than 5 ms, the logarithm of the gap being uniform
            from 0.1 µs on: far more races that are hard to tell than any table will see.
  play      begins ten seconds after the boards were plugged in (cards are dealt first), and a second after a reboot.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

from unotable.bench import crystals, delays
from unotable.bench.crystals import Crystal
from unotable.bench.delays import CONFIRM, SHAPES, Shape, Way
from unotable.bench.rivals import LowestRtt, Regression
from unotable.clock import BoardClock, Line, Placed
from unotable.clock.unwrap import TICKS
from unotable.link.boot import PATIENCE
from unotable.link.stamps import STAMPS
from unotable.link.steps import BURST, BURST_PERIOD, PERIOD

BOARDS = 10
KINDS = len(SHAPES) + 1  # of tables: one a shape, and mixed
ZERO = 10**12  # host ns at the table's beginning
READY = 10.0  # s until play begins
BACK = 1.0  # s from a restart until the board is played with
GONE = 3.0  # s that a restart takes
BOOTED = 2e6  # µs that a counter reads when its board is there
FRAME_NUMBERS = 2048
SAMPLE = (0.9, 1.1)  # s between two
SAMPLED = 3e-6  # s, at most
STAMP = STAMPS["pico"]
INTERRUPT = (STAMP.least, STAMP.median, STAMP.most)  # µs
LATER = 0.2  # s that a race lasts
CLOSE = 5e-3  # s
CLOSER = (-7.0, math.log10(CLOSE))  # powers of ten, s
APART = (math.log10(CLOSE), math.log10(LATER))
RACERS = ((2, 80), (3, 10), (5, 5), (10, 5))  # presses in a race, and how often
HUBS = ("1-4", "1-5")
NOWHERE = Placed(0, 0, False)


@dataclass(slots=True)
class Press:
    """`true`: host ns of its edge. What follows is filled in when it is placed; rivals' times in ns."""

    board: int
    true: float
    count: float  # µs, does not wrap
    arrival: float = 0.0  # ns
    rtt: Placed = NOWHERE
    sof: Placed = NOWHERE
    lowest_rtt: float = 0.0
    regression: float = 0.0
    claim: float = 0.0  # µs, what the lowest round trip's way reports as its uncertainty


@dataclass(slots=True)
class Table:
    """What came of one: its races, presses in their true order, and the legs of its exchanges, µs."""

    hubs: int
    races: list[list[Press]] = field(default_factory=list)
    legs: defaultdict[tuple[Shape, str], list[int]] = field(default_factory=lambda: defaultdict(list))
    doubts: int = 0  # exchanges and samples after which a clock was not sure


@dataclass(frozen=True, slots=True)
class _Boot:
    board: int
    crystal: Crystal
    since: float  # s
    until: float
    played: float  # from when on it is played with


@dataclass(slots=True)
class _Known:
    """What the host knows of a boot."""

    clock: BoardClock = field(default_factory=BoardClock)
    lowest: LowestRtt = field(default_factory=LowestRtt)
    regression: Regression = field(default_factory=Regression)


@dataclass(frozen=True, slots=True)
class _Answer:
    q: int
    sent: int
    rx: int
    tx: int


@dataclass(frozen=True, slots=True)
class _Sample:
    number: int
    ticks: int


_What = _Answer | _Sample | Press | None  # None: the boot is over
_Event = tuple[int, int, _Boot, _What]  # host ns, a running number, whose, what
_Happens = Callable[[int, _Boot, _What], None]


def host(t: float) -> int:
    """Host ns."""
    return ZERO + int(t * 1e9)


def simulate(seed: int, index: int, races: int, seconds: int) -> Table:
    """Table `index` of a run: the same numbers give the same table."""
    chance = random.Random(f"{seed} {index}")
    table = Table(2 if sum(divmod(index, KINDS)) % 4 == 3 else 1)
    frames = crystals.frames(chance, seconds)
    busy = delays.busy(chance, seconds)
    kind = index % KINDS
    shapes = [SHAPES[kind] if kind < len(SHAPES) else chance.choice(SHAPES) for _ in range(BOARDS)]
    ways = [Way(chance, shape, frames, busy) for shape in shapes]
    late = [0.0, chance.uniform(0, 125e-6)]  # s, of a hub's frames
    hubs = [board * table.hubs // BOARDS for board in range(BOARDS)]
    boots = _boots(chance, seconds)
    events: list[_Event] = []

    def happens(at: int, boot: _Boot, what: _What) -> None:
        events.append((at, len(events), boot, what))

    first_frame = chance.randrange(FRAME_NUMBERS)
    for boot in boots:
        way = ways[boot.board]
        _exchanges(chance, way, boot, table, happens)
        _samples(chance, way, boot, frames, late[hubs[boot.board]], first_frame, happens)
        if boot.until < seconds:
            happens(host(boot.until), boot, None)
    for _ in range(races):
        race = _race(chance, ways, boots, seconds)
        for boot, press in race:
            happens(int(press.arrival) + PATIENCE, boot, press)
        table.races.append([press for _, press in race])
    events.sort(key=lambda event: event[:2])
    _judge(events, table, [f"{HUBS[hubs[board]]}.{board + 1}" for board in range(BOARDS)])
    return table


def _boots(chance: random.Random, seconds: int) -> list[_Boot]:
    boots = []
    restarts = chance.randrange(BOARDS)
    for board in range(BOARDS):
        start = TICKS - chance.uniform(0.05, 0.95) * seconds * 1e6
        crystal = crystals.board(chance, seconds, start)
        since = chance.uniform(0, 1)
        if board == restarts:
            end = chance.uniform(0.3, 0.7) * seconds
            boots.append(_Boot(board, crystal, since, end, READY))
            since = end + GONE
            crystal = crystals.board(chance, seconds, BOOTED, since)
            boots.append(_Boot(board, crystal, since, seconds, since + BACK))
        else:
            boots.append(_Boot(board, crystal, since, seconds, READY))
    return boots


def _exchanges(chance: random.Random, way: Way, boot: _Boot, table: Table, happens: _Happens) -> None:
    """A line keeps its order: nothing overtakes what was sent before it."""
    q, t = chance.randrange(1 << 16), boot.since
    in_board = in_host = t
    burst = BURST
    while t < boot.until:
        q = (q + 1) % (1 << 16)
        rx = max(in_board, t + way.there(t))
        tx = rx + way.turn()
        received = max(in_host, tx + way.back(tx))
        if received >= boot.until:
            return
        in_board, in_host = tx, received
        table.legs[way.shape, "there"].append(int((rx - t) * 1e6))
        table.legs[way.shape, "back"].append(int((received - tx) * 1e6))
        counts = int(boot.crystal.count(rx)), int(boot.crystal.count(tx))
        happens(host(received) + 1, boot, _Answer(q, host(t), *counts))
        burst -= 1
        t += chance.randint(*(BURST_PERIOD if burst > 0 else PERIOD)) / 1e9


def _samples(
    chance: random.Random, way: Way, boot: _Boot, frames: Crystal, late: float, first: int, happens: _Happens
) -> None:
    t = boot.since + chance.uniform(0.2, 1.2)
    while t < boot.until - 0.1:
        frame = math.ceil(frames.count(t - late) / 1000)
        begins = frames.when(frame * 1000) + late
        ticks = int(boot.crystal.count(begins + chance.uniform(0, SAMPLED)))
        told = begins + way.turn()
        happens(host(told + way.back(told)) + 1, boot, _Sample((first + frame) % FRAME_NUMBERS, ticks))
        t = begins + chance.uniform(*SAMPLE)


def _race(chance: random.Random, ways: list[Way], boots: list[_Boot], seconds: int) -> list[tuple[_Boot, Press]]:
    """The presses of one race in their order."""
    first = chance.uniform(READY, seconds - 2 * LATER)
    there = [boot for boot in boots if boot.played <= first and first + 2 * LATER <= boot.until]
    racers = chance.choices([n for n, _ in RACERS], [often for _, often in RACERS])[0]
    gap = 10 ** (chance.uniform(*CLOSER) if chance.random() < 0.5 else chance.uniform(*APART))
    times = [first, first + gap]
    times += sorted(chance.uniform(gap, LATER) + first for _ in range(min(racers, len(there)) - 2))
    who = chance.sample(there, len(times))
    return [(boot, _press(chance, ways[boot.board], boot, t)) for boot, t in zip(who, times, strict=True)]


def _press(chance: random.Random, way: Way, boot: _Boot, t: float) -> Press:
    least, median, most = INTERRUPT
    if chance.random() < 0.5:
        interrupt = chance.uniform(least, median)
    else:
        interrupt = min(most, median + chance.expovariate(1.0))
    count = int(boot.crystal.count(t + interrupt * 1e-6))
    told = t + CONFIRM + way.turn()
    return Press(boot.board, ZERO + t * 1e9, count, ZERO + (told + way.back(told)) * 1e9)


def _judge(events: list[_Event], table: Table, locations: list[str]) -> None:
    """All that the host hears, in order."""
    line = Line()
    known: defaultdict[_Boot, _Known] = defaultdict(_Known)
    for now, _, boot, what in events:
        name = locations[boot.board]
        about = known[boot]
        clock = about.clock
        if isinstance(what, Press):
            _place(what, about, line, name, now)
        elif isinstance(what, _Answer):
            clock.query(what.q, what.sent)
            clock.answer(what.q, what.rx % TICKS, what.tx % TICKS, now)
            about.lowest.exchange(what.sent / 1e3, what.rx, what.tx, now / 1e3)
            about.regression.exchange(what.sent / 1e3, what.rx, what.tx, now / 1e3)
            table.doubts += not clock.sure
        elif isinstance(what, _Sample):
            line.sample(name, clock, f"{name}:1.0", what.number, what.ticks % TICKS, now)
            table.doubts += not clock.sure
        else:
            line.leave(name, now)


def _place(press: Press, about: _Known, line: Line, name: str, now: int) -> None:
    clock = about.clock
    found = clock.count(int(press.count) % TICKS, now)
    if found is not None:
        press.rtt = STAMP.edge(clock.placed(*found))
        press.sof = STAMP.edge(line.place(name, clock, *found, now))
    middle = press.count + 0.5 - STAMP.median
    press.lowest_rtt = about.lowest.place(middle) * 1e3
    press.regression = about.regression.place(middle) * 1e3
    press.claim = about.lowest.claim
