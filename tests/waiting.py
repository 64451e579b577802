"""Waiting for what threads and processes do, with an end."""

from __future__ import annotations

import time
from collections.abc import Callable


def until(what: Callable[[], object], why: str = "it did not come to that", seconds: float = 20.0) -> None:
    """Returns once `what` is so; fails where a slow machine has had `seconds` for it, of which it mostly needs none."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, why
        time.sleep(0.01)
