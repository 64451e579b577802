"""Ends of serial lines for the desk's bad cables: pseudo-terminals, and sockets where there are none."""

from __future__ import annotations

import os
import socket
from typing import Protocol

MOST = 4096  # bytes at a time


class End(Protocol):
    """One end of a line; neither call waits. `read` gives b"" when there is nothing, `write` how much was taken.

    `port`: what is opened to get to the other end, or was to get to this one.
    """

    port: str

    def fileno(self) -> int: ...
    def read(self) -> bytes: ...
    def write(self, data: bytes) -> int: ...
    def close(self) -> None: ...


class Terminal:
    """A pseudo-terminal: `port` given: the end that a host would open; else a new one, whose `port` a host opens."""

    def __init__(self, port: str | None = None) -> None:
        import tty  # POSIX only, as pseudo-terminals are

        if port is None:
            self._file, self._far = os.openpty()  # the far end stays open here, so that it never hangs up
            tty.setraw(self._far)
            self.port = os.ttyname(self._far)
        else:
            self._file, self._far = os.open(port, os.O_RDWR | os.O_NOCTTY), -1
            self.port = port
        os.set_blocking(self._file, False)

    def fileno(self) -> int:
        return self._file

    def read(self) -> bytes:
        try:
            return os.read(self._file, MOST)
        except OSError:  # nothing there, or its process has ended
            return b""

    def write(self, data: bytes) -> int:
        try:
            return os.write(self._file, data)
        except OSError:
            return 0

    def close(self) -> None:
        for file in (self._file, self._far):
            if file >= 0:
                os.close(file)


class Socket:
    """The same over sockets of this machine. Without a host whatever is written is gone, as with the board's own."""

    def __init__(self, url: str | None = None) -> None:
        self._listener: socket.socket | None = None
        self._line: socket.socket | None = None
        if url is None:
            self._listener = socket.create_server(("127.0.0.1", 0))
            self._listener.setblocking(False)
            self.port = f"socket://127.0.0.1:{self._listener.getsockname()[1]}"
        else:
            host, _, port = url.removeprefix("socket://").rpartition(":")
            self._take(socket.create_connection((host, int(port)), 1))
            self.port = url

    def _take(self, line: socket.socket) -> None:
        line.setblocking(False)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._line = line

    def fileno(self) -> int:
        source = self._line or self._listener
        return source.fileno() if source else -1

    def read(self) -> bytes:
        try:
            if self._line is None:
                if self._listener is not None:
                    self._take(self._listener.accept()[0])
                return b""
            data = self._line.recv(MOST)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._drop()
        return data

    def write(self, data: bytes) -> int:
        if self._line is None:
            return len(data)
        try:
            return self._line.send(data)
        except BlockingIOError:
            return 0
        except OSError:
            self._drop()
            return len(data)

    def _drop(self) -> None:
        if self._line is not None:
            self._line.close()
        self._line = None

    def close(self) -> None:
        self._drop()
        if self._listener is not None:
            self._listener.close()
        self._listener = None
