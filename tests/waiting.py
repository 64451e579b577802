"""Waiting for what threads, processes and fingers do, with an end."""

from __future__ import annotations

import time
from collections.abc import Callable

from unotable.desk.desk import Desk


def until(what: Callable[[], object], why: str = "it did not come to that", seconds: float = 20.0) -> None:
    """Returns once `what` is so; fails where a slow machine has had `seconds` for it, of which it mostly needs none."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, why
        time.sleep(0.01)


def tap(desk: Desk, seat: int, button: str, ms: float = 35) -> None:
    """A whole press; returns once the button is armed again. On a busy machine the desk's board may be told late: two
    presses that are told apart only by time would then meet, and be one."""
    before = len(desk.edges(seat))
    desk.press(seat, button, ms)
    until(lambda: len(desk.edges(seat)) == before + 2, "the finger is off")
    time.sleep(0.035)
