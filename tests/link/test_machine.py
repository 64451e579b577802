"""The session against the firmware's own link, over a cable that loses, doubles, cuts and harms."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from unotable.link.boards import Boards
from unotable.link.events import BoardDown, BoardUp, Held, Lost, Numbered, Pressed, Released

from tests.link.table import Port, Table

Key = tuple[int, int]


class Machine(RuleBasedStateMachine):
    """Every event is told exactly once to each run of the program, or listed as lost; a press within its bound."""

    @initialize(seed=st.integers(0, 2**32))
    def begin(self, seed: int) -> None:
        self.table = Table(seed)
        self.board = self.table.board()
        self.port: Port | None = self.table.plug(self.board)
        self.flips = 0.0
        self.checked = 0
        self.told: dict[int, int] = {}  # boot → last event told to this run of the program
        self.safe: dict[int, int] = {}  # boot → what the match, over all its runs, has acknowledged
        self.releases: set[Key] = set()
        self.up = False
        self.forgotten: set[int] = set()  # boots that ended
        self.table.run(1500)

    # -- what people and machines do --------------------------------------------------------------------------------

    @rule(button=st.integers(0, 2), ms=st.sampled_from([5, 30, 80, 700]))
    def press(self, button: int, ms: int) -> None:
        self.table.tap(self.board, button, ms)

    @rule(button=st.integers(0, 2))
    def move(self, button: int) -> None:
        self.board.move(button, not self.board.closed[button], self.table.now)
        self.table.run(4)

    @rule()
    def many_presses(self) -> None:
        for _ in range(12):
            self.table.tap(self.board, 1, 8)

    @rule(ms=st.sampled_from([3, 40, 300, 2500]))
    def wait(self, ms: int) -> None:
        self.table.run(ms)

    @rule(ms=st.sampled_from([30, 400, 2500]))
    def program_stands_still(self, ms: int) -> None:
        self.table.run(ms, host=False)

    @rule(
        flips=st.sampled_from([0.0, 0.002, 0.01]),
        drops=st.sampled_from([0.0, 0.2]),
        repeats=st.sampled_from([0.0, 0.2]),
    )
    def bad_cable(self, flips: float, drops: float, repeats: float) -> None:
        if self.port:
            for cable in (self.port.up, self.port.down):
                cable.flips, cable.drops, cable.repeats = flips, drops, repeats

    @precondition(lambda self: self.port is not None)
    @rule()
    def unplug(self) -> None:
        assert self.port is not None
        self.table.unplug(self.port)
        self.port = None
        self.table.run(10)

    @precondition(lambda self: self.port is None)
    @rule()
    def plug(self) -> None:
        self.port = self.table.plug(self.board)
        self.table.run(20)

    @rule()
    def restart_the_board(self) -> None:
        self.forgotten.add(self.board.number)
        self.board.boot(self.table.now)
        if self.port:
            self.port.down.clear()
        self.table.run(5)

    @rule()
    def restart_the_program(self) -> None:
        plugged = self.port is not None
        if self.port:
            self.table.unplug(self.port)
        self.check()
        self.table.late_acks.clear()  # what was told but not safe is told again
        self.table.boards = Boards()
        self.told = {}
        self.port = self.table.plug(self.board) if plugged else None

    @rule(now=st.booleans())
    def match_acknowledges(self, now: bool) -> None:
        self.table.acks = now
        if now:
            self.check()
            self.table.ack()

    # -- what must hold ---------------------------------------------------------------------------------------------

    @invariant()
    def check(self) -> None:
        if not hasattr(self, "table"):
            return
        heard = self.table.heard
        for event in heard[self.checked :]:
            if isinstance(event, BoardUp):
                assert not self.up
                self.up = True
            elif isinstance(event, BoardDown):
                assert self.up
                self.up = False
            elif isinstance(event, Numbered):
                self._told(event)
        self.checked = len(heard)
        pending = {(boot, ev) for _, boot, ev in self.table.late_acks}
        for boot, ev in self.told.items():
            if not any(boot == other for other, _ in pending):
                self.safe[boot] = max(self.safe.get(boot, 0), ev)

    def _told(self, event: Pressed | Held | Released | Lost) -> None:
        boot, ev = event.boot, event.ev
        if boot in self.told:
            assert ev == self.told[boot] + 1, "in order, each once"
        else:
            first = self.safe.get(boot, 0) + 1
            while (boot, first) in self.releases:  # they need no acknowledgement of their own
                first += 1
            assert ev <= first, "nothing is left out after a restart of the program"
        self.told[boot] = event.upto
        assert self.told[boot] <= self.board.events_of[boot]
        if isinstance(event, Lost):
            assert boot in self.forgotten or self.board.events.lost, "lost only where it must be"
        elif isinstance(event, Pressed) and event.sure:
            true = self.board.made[boot, ev]
            assert abs(event.at - true) <= event.u * 1000 + 1000, "within its bound"
        elif isinstance(event, Held):
            assert (boot, event.of) in self.board.made
        elif isinstance(event, Released):
            self.releases.add((boot, ev))
            assert event.of == 0 or (boot, event.of) in self.board.made

    def teardown(self) -> None:
        """With a good cable, everything comes through."""
        if not hasattr(self, "table"):
            return
        if self.port is None:
            self.plug()
        self.bad_cable(0.0, 0.0, 0.0)
        self.match_acknowledges(True)
        for button in range(3):
            self.board.move(button, False, self.table.now)
        self.table.run(9000)
        self.check()
        assert self.up
        boot = self.board.number
        made = self.board.events_of[boot]
        assert max(self.told.get(boot, 0), self.safe.get(boot, 0)) == made, "every event has come"
        assert self.board.events.count == 0, "and the board knows that"


Machine.TestCase.settings = settings(
    max_examples=25, stateful_step_count=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
TestMachine = Machine.TestCase
