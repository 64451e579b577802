"""A real Mosquitto on a free port of loopback, started, stopped and killed as a test wants."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType

from unotable.hall.address import Address, Proof
from unotable.hall.broker import Broker

from tests.conftest import needs
from tests.waiting import until

PATIENCE_S = 20.0  # of a slow machine; everything here takes well under a second


def program(name: str = "mosquitto") -> str:
    """Where Mosquitto is; a system's own folder for servers is not in everybody's path."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin:/opt/homebrew/sbin")
    if found is None:
        needs(name)
    return str(found)


def free_port() -> int:
    with socket.socket() as it:
        it.bind(("127.0.0.1", 0))
        return int(it.getsockname()[1])


class Mosquitto:
    """`lines` are of its configuration. It keeps nothing: a new start has forgotten all."""

    def __init__(self, folder: Path, lines: Sequence[str] = ("allow_anonymous true",), listener: str = "") -> None:
        self.port = free_port()
        self._program = program()
        self._file = folder / "broker.conf"
        start = f"listener {self.port} 127.0.0.1"
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            start = f"user root\n{start}"  # else it becomes a user who may not read a test's files
        self._file.write_text("\n".join([start, listener, *lines, "persistence false", ""]), encoding="utf-8")
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Mosquitto:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    def start(self) -> None:
        self._process = subprocess.Popen(
            [self._program, "-c", self._file.name], cwd=self._file.parent,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        until(self._listens, "Mosquitto does not listen")

    def stop(self) -> None:
        """At once, as a power cut does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def _listens(self) -> bool:
        assert self._process is not None and self._process.poll() is None, "Mosquitto ended"
        with socket.socket() as it:
            return it.connect_ex(("127.0.0.1", self.port)) == 0

    def address(self, user: str = "", room: str = "cafe") -> Address:
        return Address("127.0.0.1", self.port, False, room, user)


class Listener:
    """A client that keeps all it hears."""

    def __init__(self, where: Address, *topics: str, proof: Proof | None = None, name: str = "") -> None:
        self.broker = Broker(where, proof or Proof(), name or f"test-{free_port()}")
        self.broker.open()
        if topics:
            self.broker.subscribe(*topics)

    def until(self, what: Callable[[], object]) -> None:
        def stepped() -> object:
            self.broker.step(0.01)
            return what()

        until(stepped)

    def close(self) -> None:
        self.broker.close()
