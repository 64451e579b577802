"""The bench of the screen on a small desk: presses and keys reach it, and a frame is a part of it, not all of it."""

from __future__ import annotations

import sys

import pytest
from unotable.bench import begin, screen


def test_a_frame_is_what_has_changed() -> None:
    figures = screen.run(presses=3, keys=6, boards=2, starts=0)
    assert (figures["boards"], figures["presses"], figures["keys"], figures["start"]) == (2, 6, 6, None)
    assert 3 < figures["cut_p50_ms"] <= figures["cut_p99_ms"] <= figures["cut_max_ms"]
    assert 3 < figures["press_p50_ms"] <= figures["cut_max_ms"]
    assert 0 < figures["told_p99_ms"] <= max(figures["cut_max_ms"], figures["done_max_ms"])
    assert figures["frame_cpu_ms"] > 0 and figures["key_cpu_ms"] > 0
    assert figures["frame_kb"] < 6  # the whole screen has nine
    assert "frame_kb" in screen.as_text(figures)


def test_targets_that_are_missed_are_said() -> None:
    good = {"press_p99_ms": 9.0, "key_p99_ms": 9.0, "start": {"first_frame_ms": 400.0}}
    assert screen.unmet(good) == []
    assert len(screen.unmet({**good, "key_p99_ms": 51.0, "start": {"first_frame_ms": 601.0}})) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_start_accounts_for_its_time() -> None:
    figures = begin._start((120, 36))
    parts = [name for name in figures if name not in ("first_frame_ms", "cpu_ms")]
    assert parts == ["interpreter_ms", "match code_ms", "match opened_ms", "screen code_ms", "first frame_ms"]
    assert 0 < sum(figures[part] for part in parts) < 3 * figures["first_frame_ms"]
    assert figures["cpu_ms"] > 100
