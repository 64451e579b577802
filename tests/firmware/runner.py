"""Runs firmware code under the real MicroPython, so that tests there see what a board sees."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from unotable import config

FIRMWARE = config.firmware()


def interpreter() -> str | None:
    """MicroPython's Unix port beside this Python or in PATH."""
    beside = Path(sys.executable).with_name("micropython")
    return str(beside) if beside.exists() else shutil.which("micropython")


def run(code: str, *, stdin: str = "", heap: str = "1M") -> str:
    """What `code` prints under MicroPython in the firmware's folder; a traceback there fails the test."""
    command = interpreter()
    if command is None:
        pytest.skip("no micropython here: install the extra `desk`")
    environment = os.environ | {"MICROPYPATH": ".:.frozen"}
    done = subprocess.run(
        [command, "-X", f"heapsize={heap}", "-c", code],
        input=stdin,
        capture_output=True,
        text=True,
        cwd=FIRMWARE,
        env=environment,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
