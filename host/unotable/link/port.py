"""One serial port and its thread, from opening to closing: the edge where bytes get their times.

Traps that this file knows (pyserial 3.5): `is_open` stays true after the plug was pulled, so only a failing call tells;
which one fails, and with what, differs by system and moment (OSError, SerialException, termios.error, TypeError from a
handle that is gone), so everything means "gone"; setting `timeout` configures the port anew, so it is set once; a read
that returns bytes may have waited in the middle, so its time is taken after it. DTR and RTS are left as pyserial raises
them: MicroPython's USB serial sends nothing without DTR, and lowering it would reset other boards.
"""

from __future__ import annotations

import errno
import logging
import os
import select
import socket
import threading
import time
from collections.abc import Callable
from typing import Protocol

import serial

from unotable.locale import mark, tr

log = logging.getLogger(__name__)

LONGEST = 0.2  # s that the thread sleeps; so long it may take until it sees that it shall end
TIMEOUT = 0.02  # s that a read waits where that cannot be waited for otherwise: a Windows COM port
# A write never waits, but on Windows, where pyserial may forget the bytes of one that it does not wait for.
WRITE_TIMEOUT = 0.1 if os.name == "nt" else 0
ENOUGH = 65536  # bytes at a time, from a device that never stops
RATE = 64 * 1024  # bytes a second that are listened to: a board that is pressed all the time says a tenth of it
SPARE = 128 * 1024  # bytes at once after a silence
BAUD = 115200  # USB takes no notice of it; the micro:bit's interface chip does

BUSY = mark("another program uses it (another unotable, a serial terminal, an IDE?)")
FORBIDDEN = mark("no permission to open it; `unotable doctor` says what helps")
GONE = mark("it is unplugged")


class Talk(Protocol):
    """What a port does for whoever opened it; all of it is called by the port's thread."""

    def opened(self) -> None: ...
    def refused(self, why: str) -> None:
        """It could not be opened: `why` for people, "" if it is just not there."""

    def heard(self, data: bytes) -> None:
        """Bytes have come, or none: time has passed."""

    def to_send(self) -> bytes:
        """What is to be written at once."""

    def wait(self) -> float:
        """Seconds until there will be something to send, if nothing comes before; at most LONGEST."""

    @property
    def over(self) -> bool:
        """Whether to close it."""

    def closed(self, why: str) -> None:
        """It is closed; `why` is "" if that was wanted."""


Opener = Callable[[str], serial.Serial]


class Refused(Exception):
    """The port cannot be opened; the text is for people."""


def open_port(name: str) -> serial.Serial:
    """Opens a device or URL for this program alone. Refused if another has it or we may not; OSError if it is gone."""
    try:
        return serial.serial_for_url(name, baudrate=BAUD, timeout=TIMEOUT, write_timeout=WRITE_TIMEOUT, exclusive=True)
    except Exception as error:  # termios.error is no OSError, a bad URL is a ValueError
        raise _opening(error) from error


def _opening(error: Exception) -> Exception:
    number = error.errno if isinstance(error, OSError) else None
    text = str(error)
    if number in (errno.EACCES, errno.EPERM) or "PermissionError" in text or "Access is denied" in text:
        # Windows says "access denied" for a port that another program holds
        return Refused(tr(BUSY) if os.name == "nt" else tr(FORBIDDEN))
    if number in (errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK) or "exclusively lock" in text:
        return Refused(tr(BUSY))
    if isinstance(error, ValueError):
        return Refused(tr("that is no port: {text}", text=text))
    return OSError(text)


class Port:
    """A thread that opens the port `name`, lets `talk` talk, and closes it. Any thread may call its methods."""

    def __init__(self, name: str, talk: Talk, opener: Opener) -> None:
        self.name = name
        self._talk = talk
        self._opener = opener
        self._stop = threading.Event()
        self._waker, self._woken = socket.socketpair()
        self._waker.setblocking(False)
        self._woken.setblocking(False)
        self._thread = threading.Thread(target=self._run, name=f"port {name}")

    def start(self) -> None:
        self._thread.start()

    def wake(self) -> None:
        """There is something to send."""
        try:
            self._waker.send(b"!")
        except OSError:
            pass  # it is awake already, or over

    def stop(self) -> None:
        """Ends it soon; `join` waits."""
        self._stop.set()
        self.wake()

    def join(self, timeout: float) -> None:
        self._thread.join(timeout)

    # -- the thread -------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            self._live()
        finally:
            self._waker.close()
            self._woken.close()

    def _live(self) -> None:
        talk = self._talk
        try:
            device = self._opener(self.name)
        except Refused as error:
            talk.refused(str(error))
            return
        except Exception as error:
            log.debug("%s: %s", self.name, error)
            talk.refused("")
            return
        talk.opened()
        why = ""
        try:
            self._converse(device)
        except Exception as error:  # see the traps
            level = logging.DEBUG if isinstance(error, OSError) else logging.WARNING
            log.log(level, "%s: %s", self.name, error, exc_info=True)
            why = tr(GONE)
        try:
            device.close()
        except Exception:
            log.debug("%s does not close", self.name, exc_info=True)
        talk.closed(why)

    def _converse(self, device: serial.Serial) -> None:
        talk = self._talk
        unsent = b""
        file = _file(device)
        credit, last = float(SPARE), time.monotonic()
        while not self._stop.is_set():
            if file is None:
                data = device.read(1)  # waits for TIMEOUT
                data += device.read(device.in_waiting) if data else b""
            else:
                data = self._wait(device, file, LONGEST if unsent else talk.wait(), bool(unsent))
            talk.heard(data)
            if talk.over:
                return
            if data:  # whoever floods us waits, not the others' threads
                now = time.monotonic()
                credit, last = min(SPARE, credit + (now - last) * RATE) - len(data), now
                if credit < 0:
                    self._stop.wait(min(LONGEST, -credit / RATE))
            if not unsent:
                unsent = talk.to_send()
            if unsent:
                try:
                    unsent = unsent[device.write(unsent) or 0 :]
                except serial.SerialTimeoutException:
                    pass  # the board does not read; if it stays so, its silence tells

    def _wait(self, device: serial.Serial, file: int, seconds: float, writing: bool) -> bytes:
        """Waits for bytes, for room to write, or to be woken. All bytes that are there."""
        sources: list[int | socket.socket] = [file, self._woken]
        ready, _, _ = select.select(sources, [file] if writing else [], [], max(0.0, min(seconds, LONGEST)))
        if self._woken in ready:
            self._woken.recv(64)
        return _read(device, file) if file in ready else b""


def _read(device: serial.Serial, file: int) -> bytes:
    """What has come on a line that select() calls ready. On POSIX by one call to the system: pyserial makes four, and
    after each this thread queues for the interpreter anew, behind a screen that is being drawn, before its bytes get
    their time."""
    if os.name == "nt":
        return device.read(max(1, device.in_waiting))
    try:
        data = os.read(file, ENOUGH)
    except BlockingIOError:
        return b""
    if not data:
        raise OSError(errno.EIO, GONE)
    return data


def _file(device: serial.Serial) -> int | None:
    """What select() can wait for: a terminal's or socket's file; None on Windows' COM ports."""
    try:
        return device.fileno()
    except (AttributeError, OSError, ValueError):
        return None
