"""A real MicroPython at its prompt behind a pseudo-terminal: what a Pico on its USB cable is to mpremote.

Its folder is the board's file system. It starts as a board does: boot.py and main.py where there are any, then the
prompt. Ctrl-D at the prompt ends the interpreter, and the next one starts at once: a restart. The firmware's desk part
gets its control channel as from the desk.
"""

from __future__ import annotations

import contextlib
import os
import select
import socket
import subprocess
import threading
import tty
from pathlib import Path

from unotable.desk import process

# The firmware wants a serial line that does not block, the prompt one that does; and files made of the numbers 0 and
# `control` must not be closed when the firmware's objects are collected.
START = """
import builtins, select, sys
plain, kept = open, []
def keeping(name, *rest):
    file = plain(name, *rest)
    if isinstance(name, int):
        kept.append(file)
    return file
def tell(word):
    control.write(word)
    poll = select.poll()
    poll.register(control, select.POLLIN)
    poll.poll()
    control.read(1)
builtins.open = keeping
control = keeping(%d, "r+b", 0)
sys.path.insert(0, "")
tell(b"start\\n")
try:
    for name in ("boot.py", "main.py"):
        try:
            source = plain(name).read()
        except OSError:
            continue
        try:
            exec(compile(source, name, "exec"), {"__name__": "__main__"})
        except Exception as error:
            sys.print_exception(error)
finally:
    tell(b"prompt\\n")
    builtins.open = plain
"""


class Prompt:
    """`port` is what the host opens; `folder` is the board's disk."""

    def __init__(self, folder: Path, board: str = "b0a2d001") -> None:
        self.folder = folder
        self.board = board
        self.starts = 0
        self._near, self._far = os.openpty()
        tty.setraw(self._far)
        self.port = os.ttyname(self._far)
        self._stop = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def __enter__(self) -> Prompt:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self.kill()
        self._thread.join(5)
        os.close(self._near)
        os.close(self._far)

    def kill(self) -> None:
        """The interpreter ends as if its power were gone; it starts again."""
        if self._process:
            self._process.kill()

    def _run(self) -> None:
        _, command = process.interpreter("micropython")
        while not self._stop.is_set():
            self.starts += 1
            control, inner = socket.socketpair()
            inner.setblocking(False)
            self._process = subprocess.Popen(
                [*command, "-i", "-c", START % inner.fileno(), "fd", str(inner.fileno())],
                stdin=self._near, stdout=self._near, stderr=self._near,
                pass_fds=[inner.fileno()], start_new_session=True, cwd=self.folder,
            )  # fmt: skip
            inner.close()
            while self._process.poll() is None and not self._stop.is_set():
                if select.select([control], [], [], 0.02)[0]:
                    self._hear(control)
            self._process.kill()
            self._process.wait()
            control.close()

    def _hear(self, control: socket.socket) -> None:
        assert self._process is not None
        with contextlib.suppress(OSError):
            words = control.recv(4096).split()
            if b"start" in words:
                os.set_blocking(self._near, False)
                control.send(f".id {self.board}\npid {self._process.pid}\nclock 1 0 0 1000 0\n".encode())
            if b"prompt" in words:
                os.set_blocking(self._near, True)
                control.send(b".")
