"""How long `unotable play` takes from nothing to the first frame, in a pseudo-terminal as somebody would start it.

first_frame_ms   from starting the process to the first frame, as a terminal gets it; the best of the runs
cpu_ms           processor time of that run, up to a moment after the frame
interpreter_ms … what that run spent it on, by its own account in the log (started.py)
"""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

ACCOUNT = re.compile(r"started: (.*)")
COMMAND = ("-m", "unotable", "play", "--new", "--seats", "Ana,Bo,Cy,Dee", "--track", "keys", "--lang", "en")
FIRST = b"round 1"  # stands in the title
PATIENCE_S = 30.0


def run(runs: int, size: tuple[int, int]) -> dict[str, float] | None:
    """The best of some runs, after one that is not counted; `None` where the system has no pseudo-terminals."""
    if sys.platform == "win32":
        return None
    found = [_start(size) for _ in range(runs + 1)][1:]
    return min(found, key=lambda figures: figures["first_frame_ms"])


def _start(size: tuple[int, int]) -> dict[str, float]:
    import fcntl
    import pty
    import resource
    import struct
    import termios

    owner, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    with tempfile.TemporaryDirectory() as home:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        begun = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, *COMMAND], stdin=terminal, stdout=terminal, stderr=terminal,
            env=_environment(home),
        )  # fmt: skip
        os.close(terminal)
        try:
            first = _read_until(owner, FIRST) - begun
            time.sleep(0.3)  # for its account
            os.write(owner, b"\x11")  # Ctrl+Q
            end = time.monotonic() + PATIENCE_S
            while process.poll() is None and time.monotonic() < end:
                if select.select([owner], [], [], 0.05)[0]:
                    with suppress(OSError):  # its end of the terminal is closed
                        os.read(owner, 65536)
        finally:
            process.kill()
            process.wait()
            os.close(owner)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        log = (Path(home) / "logs" / "unotable.log").read_text(encoding="utf-8")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"first_frame_ms": round(1000 * first, 1), "cpu_ms": round(1000 * cpu, 1), **_account(log, begun)}


def _environment(home: str) -> dict[str, str]:
    """As somebody's own: modules are compiled once, by the run that is not counted."""
    mine = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**mine, "UNOTABLE_HOME": home, "TERM": "xterm-256color"}


def _read_until(owner: int, text: bytes) -> float:
    """When the terminal had got that text, `perf_counter` s."""
    seen, end = b"", time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if select.select([owner], [], [], 0.1)[0]:
            seen += os.read(owner, 65536)
            if text in seen:
                return time.perf_counter()
    raise RuntimeError(f"no first frame: {seen[-500:]!r}")


def _account(log: str, begun: float) -> dict[str, float]:
    found = ACCOUNT.search(log)
    if found is None:
        return {}
    steps = dict(step.rsplit(" ", 1) for step in found.group(1).split("; "))
    first = next(iter(steps))
    steps[first] = str(float(steps[first]) - begun)
    return {f"{what}_ms": round(1000 * float(seconds), 1) for what, seconds in steps.items()}
