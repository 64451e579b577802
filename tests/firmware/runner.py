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


def run(code: str, *, stdin: str | bytes = "", heap: str = "256k", seconds: float = 60) -> str:
    """What `code` prints under MicroPython in the firmware's folder; a traceback there fails the test.

    It may import the firmware and the modules beside this file that say they run there.
    """
    command = interpreter()
    if command is None:
        needs("micropython")  # comes with the extra `desk`, where there are wheels of it
        raise AssertionError
    done = subprocess.run(
        [command, "-X", f"heapsize={heap}", "-c", code],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        cwd=FIRMWARE,
        env=os.environ | {"MICROPYPATH": f".:.frozen:{TESTS}"},
        timeout=seconds,
    )
    said = done.stdout.decode("utf-8", "replace")
    assert done.returncode == 0, said + done.stderr.decode("utf-8", "replace")
    return said
