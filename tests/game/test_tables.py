"""The transition tables tell the truth: folding every case goes only where they have a way, and goes every way."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from unotable.game import attack, buzzer, challenge, clockwork, commands, cut, party, presses, scoring, uno
from unotable.game.entry import Entry
from unotable.game.fold import fold
from unotable.game.machine import Row
from unotable.game.state import State

from tests.game.test_parameters import cases

Step = tuple[str, str]
MACHINES: dict[str, tuple[tuple[Row, ...], Callable[[State], list[str]]]] = {
    "uno": (uno.TABLE, lambda st: [uno.state(st, seat) for seat in range(1, st.size + 1)]),
    "cut": (cut.TABLE, lambda st: [cut.state(st)]),
    "attack": (attack.TABLE, lambda st: [attack.state(st)]),
    "challenge": (challenge.TABLE, lambda st: [challenge.state(st)]),
    "slap": (party.SLAPS, lambda st: [party.slap_state(st)]),
    "silence": (party.SILENCES, lambda st: [party.silence_state(st)]),
    "round": (scoring.TABLE, lambda st: [scoring.state(st)]),
    "race": (buzzer.TABLE, lambda st: [buzzer.state(st)]),
}
OUTSIDE = {"round", "end", "leave", "join", "seats", "fault", "set", "deny", "out", "sum_win"}  # clear whole rounds


@pytest.fixture(scope="module")
def seen() -> dict[str, set[Step]]:
    """Every change of state of every machine while all cases are read, deadlines and moves taken one by one."""
    steps: dict[str, set[Step]] = {name: set() for name in MACHINES}

    def watch(st: State, act: Callable[[], None], whole: bool) -> None:
        before = {name: states(st) for name, (_, states) in MACHINES.items()}
        stage = st.stage
        act()
        for name, (_, states) in MACHINES.items():
            after = states(st)
            if name == "round" or (not whole and st.stage == stage and len(after) == len(before[name])):
                steps[name].update(pair for pair in zip(before[name], after, strict=True) if pair[0] != pair[1])

    apply, pressed, settle = commands.apply, presses.apply, clockwork.settle

    def watched(st: State, entry: Entry) -> None:
        act = pressed if entry.press else apply
        watch(st, lambda: act(st, entry), whole=entry.do in OUTSIDE)

    def settled(st: State, t: int, u: int, entry: int | None) -> None:
        watch(st, lambda: settle(st, t, u, entry), whole=False)

    patch = pytest.MonkeyPatch()
    patch.setattr(commands, "apply", watched)
    patch.setattr(presses, "apply", watched)
    patch.setattr(clockwork, "settle", settled)
    try:
        for case in cases():
            fold(case.header, case.rules, case.entries)
    finally:
        patch.undo()
    return steps


def reachable(table: tuple[Row, ...]) -> set[Step]:
    """What several ways in one moment may come to."""
    ways = {(row.state, row.becomes) for row in table}
    while True:
        longer = {(a, d) for a, b in ways for c, d in ways if b == c} - ways
        if not longer:
            return ways
        ways |= longer


@pytest.mark.parametrize("name", MACHINES)
def test_no_case_leaves_its_table(name: str, seen: dict[str, set[Step]]) -> None:
    assert seen[name] <= reachable(MACHINES[name][0])


@pytest.mark.parametrize("name", MACHINES)
def test_every_way_is_gone(name: str, seen: dict[str, set[Step]]) -> None:
    ways = {(row.state, row.becomes) for row in MACHINES[name][0] if row.state != row.becomes}
    assert ways - seen[name] == set()
