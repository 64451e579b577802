"""A run that does not go on explains itself."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.processes import Process
from tests.stuck import TRACED, evidence


@pytest.mark.skipif(os.name != "posix", reason="asks the threads by a signal, as POSIX has it")
def test_it_tells_what_was_said_and_written_and_where_each_thread_stood(home: Path) -> None:
    with Process(home, "demo", "--auto", "--plain", "--seats", "2", "--seed", "3", more=TRACED) as app:
        shown = app.until(lambda line: line.startswith("Round 1 - turn"))
        told = evidence(app, home, "it stands still")
        assert app.process.poll() is not None
    assert told.startswith("it stands still\n") and shown in told.split("-- its threads")[0]
    assert "phase play, turn " in told and '{"unotable":1' in told and "INFO unotable: unotable " in told
    assert '"board": "de5c0001"' in told
    threads = told.partition("-- its threads")[2]
    assert all(file in threads for file in ("live.py", "autoplay.py", "port.py", "desk.py"))
