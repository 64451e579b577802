"""The common line: times of boards that share a USB controller, so that their errors against each other are small.

Each such board's counter is known against the frames within a few µs (`sof.py`), and the frames against the host within
the bounds of all these boards' clocks together, which is far wider. So frame time is turned into host time by one line
that serves all of them, a chain of straight pieces: a piece begins in the future, where the last one ends, and leads to
the middle of what is proved. What that line is wrong by, all boards on it share. Their bounds are told against the
line; whatever is placed by host time instead (boards without frames) gets the line's own bound added. So all intervals
may be compared with each other, which is what bounds are for.

Order is proved whatever the line's slope. A margin is off by as much as the slope is, some 20 ppm: 2 µs in 100 ms.

The rules:
1. The line begins when two boards of a controller have told frames, or one that carries several seats, and serves that
   controller until less than that is left for SETTLE. Boards of another one are placed by host time.
2. In its first SETTLE, and after its end, presses told against the line carry its own bound, too: an earlier or later
   press may have been placed without it.
3. A sample that does not fit its board's clock, or the samples before it, makes that clock unsure: a step that is too
   small for round trips shows there. If that happens again once the clock has proved itself, the board's frames are
   evidently others, and are ignored.
4. A board with several seats whose frames nobody knows is a controller of its own (`own`): its milliseconds are frames
   as good as any for what is compared on it. That costs whatever is placed by host time the line's own bound, so it is
   for a board that is the only one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field

from unotable.clock.board import HORIZON, WANDER, BoardClock, Placed
from unotable.clock.hull import NS, Hull
from unotable.clock.sof import FRAME, LATE, MICRO_FRAME, NUMBERS, RATE, Frames, controller, hub, unwrap
from unotable.clock.unwrap import TICKS

SETTLE = 5_000_000_000  # ns; longer than any race
TICKS_A_FRAME = 1000
STALE = 10_000_000_000  # ns since a board's last sample
AHEAD = 1_000_000  # ns from now to the beginning of a piece
REACH = 8_000_000_000  # ns in which a piece leads to the middle
EVERY = 1_000_000_000  # ns between two pieces
PIECES = 1200  # kept: 20 minutes, longer than ticks can be told apart
STRIKES = 2
MOST = 2 * RATE * 1000  # 10⁻⁹; a frame's own limit, and as much for the host's clock

CONTRADICTS = "its USB frames contradict its clock"


@dataclass(slots=True)
class _Member:
    hub: str
    heard: int  # host ns of its last sample
    seats: int  # that the board carries
    frames: Frames = field(default_factory=Frames)


class Line:
    """The line, for all boards of a table; they are named by what `board` the caller likes."""

    def __init__(self) -> None:
        self._members: dict[str, _Member] = {}
        self._strikes: Counter[str] = Counter()
        self._controller: str | None = None
        self._reset()

    def _reset(self) -> None:
        self._hull = Hull(WANDER, MOST, HORIZON)  # frame time, µs → host ns
        self._anchor: tuple[int, int, int] | None = None  # a frame, and host times between which it began
        self._hub: str | None = None  # whose frames the line follows
        self._pieces: list[tuple[int, int, int]] = []  # frame time, host time, ns gained in REACH
        self._newest = 0  # frame that the hull got last
        self._alone: int | None = None  # host ns since when less than two are left

    # -- samples ------------------------------------------------------------------------------------------------

    def sample(
        self, board: str, clock: BoardClock, location: str | None, number: int, ticks: int, now_ns: int, seats: int = 1
    ) -> bool:
        """Frame `number` (11 bits) began when the board's counter read `ticks`; it carries so many seats. False: it is
        of no use."""
        where, bus = hub(location), controller(location)
        if where is None or bus is None:
            return False
        return self._sample(board, clock, where, bus, number, ticks, now_ns, seats)

    def own(self, board: str, clock: BoardClock, now_ns: int) -> bool:
        """Rule 4, now and then while it is so. False: it is of no use."""
        count = clock.newest
        if count is None:
            return False
        number, ticks = count // TICKS_A_FRAME % NUMBERS, (count - count % TICKS_A_FRAME) % TICKS
        return self._sample(board, clock, board, board, number, ticks, now_ns, 2)

    def _sample(
        self, board: str, clock: BoardClock, where: str, bus: str, number: int, ticks: int, now_ns: int, seats: int
    ) -> bool:
        if self._strikes[board] >= STRIKES:
            return False
        found = clock.count(ticks, now_ns)
        host = clock.bounds(found[0]) if found and found[1] else None
        if found is None or host is None:
            self.leave(board, now_ns)
            return False
        if self._controller not in (None, bus):
            return False
        self._controller = bus
        low, high = host[0] - LATE * (NS + 1), host[1]
        frame = self._frame(number, low, high)
        member = self._members.setdefault(board, _Member(where, now_ns, seats))
        member.heard = now_ns
        if frame is None or not member.frames.add(found[0], frame):
            self._strikes[board] += 1
            self.leave(board, now_ns)
            clock.doubt(CONTRADICTS)
            return False
        self._anchor = frame, low, high
        self._grow(member, frame, low, high, now_ns)
        return True

    def leave(self, board: str, now_ns: int) -> None:
        """The board is gone, or its clock is not sure."""
        self._members.pop(board, None)
        if not self._many:
            if self._alone is None:
                self._alone = now_ns
            if not self._pieces or now_ns - self._alone > SETTLE:
                self._reset()
                if not self._members:
                    self._controller = None

    @property
    def _many(self) -> bool:
        """Whether there is anything to be compared on the line."""
        return sum(member.seats for member in self._members.values()) >= 2

    def _frame(self, number: int, low: int, high: int) -> int | None:
        if self._anchor is None:
            return number
        frame, least, most = self._anchor
        slop = (LATE + MICRO_FRAME) * NS
        spans = [span * (10**6 + sign * RATE) // 10**6 for span in (low - most, high - least) for sign in (-1, 1)]
        return unwrap(number, frame * FRAME + min(spans) - slop, frame * FRAME + max(spans) + slop)

    def _grow(self, member: _Member, frame: int, low: int, high: int, now: int) -> None:
        """Takes the sample into the line, and gives it another piece when one is due."""
        if self._many:
            self._alone = None
            if self._hub is None:
                counts = Counter(other.hub for other in self._members.values())
                self._hub = min(counts, key=lambda name: (-counts[name], name))
        if member.hub == self._hub and frame > self._newest:
            self._newest = frame
            self._hull.low(frame * FRAME // NS, low)
            self._hull.high(frame * FRAME // NS, high)
        if self._alone is not None or self._newest != frame:
            return
        start = frame * FRAME + (now - low) * (10**6 + RATE) // 10**6 + AHEAD
        if self._pieces and start - self._pieces[-1][0] < EVERY:
            return
        goal = self._hull.at((start + REACH) // NS)
        here = self._hull.at(start // NS)
        if goal is None or here is None:
            self._reset()
            return
        at = self._host(start) if self._pieces else sum(here) // 2
        gain = sum(goal) // 2 - at - REACH
        gain = max(-REACH * MOST // 10**9, min(gain, REACH * MOST // 10**9))
        self._pieces.append((start, at, gain))
        del self._pieces[:-PIECES]

    # -- times --------------------------------------------------------------------------------------------------

    def place(self, board: str, clock: BoardClock, count: int, sure: bool, now_ns: int) -> Placed:
        """Where count `count` of the board's clock lies (see `BoardClock.count`): on the line if it can be."""
        placed = clock.placed(count, sure)
        if not placed.sure or not self._pieces:
            return placed
        if self._alone is not None and now_ns - self._alone > SETTLE:
            self._reset()
            return placed
        own = self._error(self._time(placed.at_ns))
        if own is None:
            return Placed(placed.at_ns, placed.u_us, False)
        on = self._on(board, count, own, now_ns)
        by_host = Placed(placed.at_ns, placed.u_us + own, True)
        return on if on is not None and on.u_us < by_host.u_us else by_host

    def _on(self, board: str, count: int, own: int, now: int) -> Placed | None:
        member = self._members.get(board)
        if member is None or now - member.heard > STALE:
            return None
        times = member.frames.at(count)
        if times is None or times[0] < self._pieces[0][0]:
            return None
        low, high = self._host(times[0]), self._host(times[1])
        bound = -((low - high) // (2 * NS)) + (0 if member.hub == self._hub else MICRO_FRAME)
        settled = self._alone is None and times[0] - self._pieces[0][0] > SETTLE
        return Placed((low + high) // 2, bound if settled else bound + own, True)

    def _piece(self, key: int, by: int) -> tuple[int, int, int]:
        return self._pieces[max(0, bisect_right(self._pieces, key, key=lambda piece: piece[by]) - 1)]

    def _host(self, time: int) -> int:
        """Frame time to the line's host time, ns."""
        start, at, gain = self._piece(time, 0)
        return at + time - start + (time - start) * gain // REACH

    def _time(self, host: int) -> int:
        """The line's host time to frame time, ns."""
        start, at, gain = self._piece(host, 1)
        return start + (host - at) * REACH // (REACH + gain)

    def _error(self, time: int) -> int | None:
        """How far the line may be from the host's time there, µs."""
        bounds = self._hull.at(time // NS)
        if bounds is None:
            return None
        line = self._host(time)
        return max(0, -((line - bounds[1]) // NS), -((bounds[0] - line) // NS)) + 2
