"""Running unotable as a process of its own: lines in, lines out, and an end whatever happens."""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType

ENDS_S = 20.0


class Process:
    """`python -m unotable ARGUMENTS` with `home` as its `UNOTABLE_HOME`; `out` is all it has printed so far.

    by: a program that starts it; more: of its environment.
    """

    def __init__(
        self, home: Path, *arguments: str, by: Sequence[str] = (), more: Mapping[str, str] | None = None
    ) -> None:
        self.out: list[str] = []
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.process = subprocess.Popen(
            [*by, sys.executable, "-m", "unotable", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env={**os.environ, "UNOTABLE_HOME": str(home), "LANG": "C.UTF-8", **(more or {})},
        )
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> Process:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()

    def write(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, what: Callable[[str], bool], seconds: float = ENDS_S) -> str:
        """The next line that is so; what came before it is in `out` too."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                line = self._lines.get(timeout=left)
            except queue.Empty:
                break
            if line is None:
                break
            if what(line):
                return line
        raise AssertionError("it did not come:\n" + "\n".join(self.out[-40:]) + self._errors())

    def end(self, seconds: float = ENDS_S) -> int:
        """Waits for it to end by itself; its exit code."""
        try:
            code = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise AssertionError("it did not end:\n" + "\n".join(self.out[-40:]) + self._errors()) from None
        time.sleep(0.05)
        while (line := self._lines.get(timeout=5)) is not None:
            del line
        return code

    def kill(self) -> None:
        """As kill -9 and a power cut do."""
        self.process.kill()
        self.process.wait()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.out.append(line.rstrip("\n"))
            self._lines.put(self.out[-1])
        self._lines.put(None)

    def _errors(self) -> str:
        self.process.kill()
        assert self.process.stderr is not None
        return "\n" + self.process.stderr.read()


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and that nobody has asked about yet does not."""
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return True
