"""One wire to all boards of the desk: what a shared press is, there."""

from __future__ import annotations

import time

import pytest
from unotable.desk.desk import Desk
from unotable.desk.process import TERMINALS

from tests.waiting import until

PATIENCE = 5.0  # s


@pytest.mark.parametrize("terminal", [True, False])
def test_all_contacts_close_at_one_moment_or_the_edge_says_when(terminal: bool) -> None:
    if terminal and not TERMINALS:
        pytest.skip("no pseudo-terminals here")
    with Desk(3, seed=2, terminal=terminal) as desk:
        before = time.perf_counter_ns()
        desk.press_all("cut", ms=30, ahead_ms=400)
        until(lambda: all(len(desk.edges(seat)) == 2 for seat in desk.seats))
        edges = [desk.edges(seat) for seat in desk.seats]
        assert {edge.button for pair in edges for edge in pair} == {"c"}
        assert all(down.closed and not up.closed for down, up in edges)
        assert len({down.at_ns for down, _ in edges}) == 1
        assert edges[0][0].at_ns - before >= 400_000_000 - 1000
        assert edges[0][1].at_ns - edges[0][0].at_ns == 30_000_000
        assert len({down.ticks for down, _ in edges}) == 3, "each by its own clock"
        desk.press_all("cut", ms=30, ahead_ms=-10_000)
        late = time.perf_counter_ns()
        until(lambda: all(len(desk.edges(seat)) == 4 for seat in desk.seats))
        assert all(desk.edges(seat)[2].at_ns > late - 10_000_000_000 + 5_000_000_000 for seat in desk.seats)


def test_all_boards_are_on_one_hub() -> None:
    with Desk(2, seed=2) as desk:
        assert [port for port, _ in desk.places] == desk.ports
        assert [where for _, where in desk.places] == ["1-1.1", "1-1.2"]
        desk.unplug(1)
        assert [where for _, where in desk.places] == ["1-1.2"]
