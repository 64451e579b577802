"""Two boards race while something is wrong with one of them, or with the host: no wrong order is ever named.

Presses are placed as the link does it: after an exchange that followed them.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from unotable.clock import BoardClock, Race, race

from tests.clock.crystal import Crystal, Exchanges, leg

ZERO = 10**12  # ns, of every crystal
ASKED = (0.097, 0.149)  # s between exchanges
LONGEST = 0.004  # s, of a leg that is no stall


@dataclass(frozen=True)
class Told:
    """A race: its verdict, the true time from the first press to the second, and the round trips after them, s."""

    found: Race
    gap: float
    trips: float

    @property
    def wrong(self) -> bool:
        return self.found.first != 0 and (self.found.first < 0) != (self.gap > 0)


class Pair:
    """Two boards of constant rates (ppm); `step_ns` of both exchanges is what the host's clock was set by."""

    def __init__(self, seed: int, rates: tuple[float, float]) -> None:
        self.chance = random.Random(seed)
        self.rates = rates
        self.exchanges = [Exchanges(Crystal([rate]), BoardClock()) for rate in rates]
        self.now = 0.3  # s
        self._due = [0.3, 0.35]

    def board(self, i: int, host: float) -> float:
        """Board seconds at a host time of the simulation, s."""
        return host / (1 + self.rates[i] * 1e-6)

    def until(self, host: float) -> None:
        """Exchanges go on."""
        for i, exchanges in enumerate(self.exchanges):
            while self._due[i] <= host:
                exchanges.exchange(self.board(i, self._due[i]), leg(self.chance), leg(self.chance))
                self._due[i] += self.chance.uniform(*ASKED)
        self.now = max(self.now, host)

    def step(self, seconds: float) -> None:
        for exchanges in self.exchanges:
            exchanges.step_ns += int(seconds * 1e9)

    def race(self, wait: float, gap: float, between: float | None = None) -> Told:
        """A press on each board, `wait` from now and `gap` later; 10 ms later both are asked once more.

        between: the host's clock is set by so much while the presses are under way.
        """
        at = [self.now + wait + max(0.0, -gap), self.now + wait + max(0.0, gap)]
        self.until(min(at))
        if between is not None:
            self.step(between)
        last = max(at) + 0.010
        trips = 0.0
        for i, exchanges in enumerate(self.exchanges):
            there, back = leg(self.chance, stall=0), leg(self.chance, stall=0)
            exchanges.exchange(self.board(i, last), there, back)
            trips += there + back
            self._due[i] = last + self.chance.uniform(*ASKED)
        self.now = last + 0.001
        placed = []
        for i, exchanges in enumerate(self.exchanges):
            s = self.board(i, at[i])
            now = int(exchanges.crystal.host(s) + 30e6) + exchanges.step_ns
            placed.append(exchanges.clock.place(exchanges.crystal.ticks(s), now))
        return Told(race(*placed), at[1] - at[0], trips)


races = st.lists(st.tuples(st.floats(0.02, 0.3), st.floats(-0.004, 0.004)), min_size=3, max_size=12)


@settings(max_examples=80, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    beyond=st.floats(101, 20_000),
    slow=st.booleans(),
    other=st.floats(-100, 100),
    after=st.floats(0, 6),
    made=races,
)
def test_a_board_beyond_its_limit_never_wins_wrongly(
    seed: int, beyond: float, slow: bool, other: float, after: float, made: list[tuple[float, float]]
) -> None:
    pair = Pair(seed, (beyond if slow else -beyond, other))
    pair.until(0.3 + after)
    for wait, gap in made:
        told = pair.race(wait, gap)
        assert not told.wrong, told


@pytest.mark.parametrize("rate", [-20_000, -3000, -1100, -400, 400, 1100, 3000, 20_000])
def test_a_board_beyond_its_limit_is_found_out_while_no_order_is_wrong(rate: float) -> None:
    for seed in range(4):
        pair = Pair(seed, (rate, 30))
        named = 0
        while pair.now < 12:
            told = pair.race(pair.chance.uniform(0.05, 0.3), pair.chance.uniform(-0.004, 0.004))
            assert not told.wrong, (seed, told)
            named += told.found.first != 0
        assert pair.exchanges[0].clock.state == "unsure"
        assert pair.exchanges[1].clock.sure
        assert named or abs(rate) > 1000, "until it is found out its presses count, and rightly"
        late = [pair.race(0.1, 0.1) for _ in range(5)]
        assert all(told.found.first == 0 for told in late)


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    step=st.one_of(st.floats(2 * LONGEST + 0.001, 2.0), st.floats(-2.0, -2 * LONGEST - 0.001)),
    before=st.floats(1, 8),
    amid=st.booleans(),
    made=races,
)
def test_a_step_of_the_hosts_clock_names_no_wrong_order(
    seed: int, step: float, before: float, amid: bool, made: list[tuple[float, float]]
) -> None:
    """A step that is longer than a round trip is seen at the first exchange after it."""
    pair = Pair(seed, (40, -70))
    pair.until(0.3 + before)
    if not amid:
        pair.step(step)
    for n, (wait, gap) in enumerate(made):
        told = pair.race(wait, gap, step if amid and n == 0 else None)
        assert not told.wrong, told
        assert told.found.first == 0 or pair.now > before + 5, "for five seconds nothing is sure"


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), step=st.floats(-0.01, 0.01), amid=st.booleans(), made=races)
def test_a_step_too_small_to_be_seen_is_wrong_by_round_trips_at_most(
    seed: int, step: float, amid: bool, made: list[tuple[float, float]]
) -> None:
    pair = Pair(seed, (40, -70))
    pair.until(5)
    if not amid:
        pair.step(step)
    for n, (wait, gap) in enumerate(made):
        told = pair.race(wait, gap, step if amid and n == 0 else None)
        assert not told.wrong or abs(told.gap) < told.trips, told


@pytest.mark.parametrize("share", [4])
def test_with_a_quarter_of_the_bounds_orders_would_be_wrong(share: int) -> None:
    """The control: what is tried above can fail."""
    wrong = 0
    for seed in range(12):
        pair = Pair(seed, (900, -90))
        while pair.now < 6:
            told = pair.race(0.1, pair.chance.uniform(-0.0003, 0.0003))
            margin, u = told.found.margin_us, told.found.u_us / share
            wrong += abs(margin) > u and (margin > 0) != (told.gap > 0)
    assert wrong > 3
