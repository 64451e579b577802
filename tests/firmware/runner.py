"""Runs firmware code under the real MicroPython, so that tests there see what a board sees."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from unotable import config

from tests.conftest import needs

FIRMWARE = config.firmware()
TESTS = Path(__file__).parent


def interpreter() -> str | None:
    """MicroPython's Unix port beside this Python or in PATH."""
    beside = Path(sys.executable).with_name("micropython")
    return str(beside) if beside.exists() else shutil.which("micropython")


def run(code: str, *, stdin: str = "", heap: str = "256k") -> str:
    """What `code` prints under MicroPython in the firmware's folder; a traceback there fails the test.

    It may import the firmware and the modules beside this file that say they run there.
    """
    command = interpreter()
    if command is None:
        needs("micropython")  # comes with the extra `desk`, where there are wheels of it
        raise AssertionError
    done = subprocess.run(
        [command, "-X", f"heapsize={heap}", "-c", code],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=FIRMWARE,
        env=os.environ | {"MICROPYPATH": f".:.frozen:{TESTS}"},
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
