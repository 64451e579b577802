"""Where the seats go: clockwise, inside the table, and none on another."""

from __future__ import annotations

import math

import pytest
from unotable.app.widgets.ring import places


@pytest.mark.parametrize("seats", range(2, 11))
@pytest.mark.parametrize("size", [(56, 13), (84, 21), (124, 31), (200, 45)])
def test_seats_stand_clockwise_round_the_centre(seats: int, size: tuple[int, int]) -> None:
    cells, rows = size
    where, centre = places(seats, cells, rows)
    assert len(where) == seats
    everything = [*where, centre]
    for region in everything:
        assert region.x >= 0 and region.y >= 0
        assert region.right <= cells and region.bottom <= rows
        assert region.width >= 12 and region.height >= 4
    for number, region in enumerate(everything):
        assert not any(region.overlaps(other) for other in everything[number + 1 :])
    # Seen from the middle, each seat is further clockwise than the one before (y grows downwards).
    angles = [math.atan2((r.y + r.height / 2) * 2 - rows, (r.x + r.width / 2) - cells / 2) for r in where]
    turns = [(after - before) % math.tau for before, after in zip(angles, [*angles[1:], angles[0]], strict=True)]
    assert all(turn > 0 for turn in turns)
    assert math.isclose(sum(turns), math.tau)


def test_a_small_terminal_is_no_error() -> None:
    for seats in range(1, 11):
        places(seats, 20, 6)
