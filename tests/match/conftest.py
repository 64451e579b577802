"""The match that most tests of a match begin with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.match.bench import Bench


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    made = Bench(tmp_path / "m.jsonl")
    made.command(do="first", card="r5")
    made.wait(100)
    return made
