"""The edge: ports that fail in every way that pyserial knows, strangers, and what is left alone."""

from __future__ import annotations

import errno
import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
import serial
from serial.tools import list_ports
from unotable.link import ports as ports_module
from unotable.link import wire
from unotable.link.events import BoardDown, BoardRefused, BoardUp, Event, Health, Reported
from unotable.link.port import BUSY, FORBIDDEN, GONE, Refused, open_port
from unotable.link.ports import Link

try:
    from termios import error as termios_error
except ImportError:  # Windows
    termios_error = OSError

PATIENCE = 10.0


class Device:
    """Stands in for a pyserial port without a file (as on Windows): a board that says hello, then `fails`."""

    def __init__(self, fails: BaseException | None = None, where: str = "read", alive: float = 0.3) -> None:
        self.timeout = 0.01
        self.written = b""
        self.closed = 0
        self.is_open = True  # for good, as pyserial's stays after the plug is pulled
        self._fails = fails
        self._where = where
        self._until = time.monotonic() + alive
        self._in = wire.encode("H", 1, "fa4e", 5, "0.1.0", "pico", "b") + wire.encode("B", 1, 2, 0, 0)

    def _check(self, where: str) -> None:
        if self._fails is not None and where == self._where and time.monotonic() > self._until:
            raise self._fails

    def read(self, size: int = 1) -> bytes:
        self._check("read")
        if not self._in:
            time.sleep(self.timeout)
            return b""
        data, self._in = self._in[:size], self._in[size:]
        return data

    @property
    def in_waiting(self) -> int:
        self._check("in_waiting")
        return len(self._in)

    def write(self, data: bytes) -> int:
        self._check("write")
        self.written += data
        self._in += wire.encode("B", 1, 2, 0, 0)
        return len(data)

    def close(self) -> None:
        self.closed += 1
        if self._where == "close":
            raise OSError(errno.EIO, "it was gone before")


class Told:
    """A link on made-up ports, and what it tells of boards."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.queue: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self.heard: list[Event] = []
        self.link: Link

    def until(self, done: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < end, self.heard
            try:
                event = self.queue.get(timeout=0.05)
            except queue.Empty:
                continue
            if not isinstance(event, Health | Reported):
                self.heard.append(event)


@contextmanager
def linked(opener: Callable[[str], object], *names: str) -> Iterator[Told]:
    told = Told()
    told.names = list(names)
    told.link = Link(told.queue, lambda: told.names, opener=opener)
    try:
        yield told
    finally:
        told.link.close()


@pytest.mark.parametrize(
    ("fails", "where"),
    [
        (serial.SerialException("device reports readiness to read but returned no data"), "read"),  # Linux
        (OSError(errno.ENXIO, "Device not configured"), "read"),  # macOS
        (serial.SerialException("ClearCommError failed (PermissionError(13, ...))"), "in_waiting"),  # Windows
        (serial.SerialException("WriteFile failed (OSError(22, ...))"), "write"),  # Windows
        (termios_error(errno.EIO, "Input/output error"), "in_waiting"),
        (TypeError("'NoneType' object cannot be interpreted as an integer"), "read"),  # a handle that is gone
        (OSError(errno.EIO, "Input/output error"), "write"),
        (AttributeError("hEvent"), "read"),
    ],
)
def test_however_a_port_fails_the_board_is_down_and_the_link_lives(fails: BaseException, where: str) -> None:
    made: list[Device] = []

    def opener(name: str) -> Device:
        made.append(Device(None if made else fails, where))
        return made[-1]

    with linked(opener, "COM7") as told:
        told.until(lambda: len(told.heard) >= 3)
        up, down, back = told.heard[:3]
        assert isinstance(up, BoardUp) and isinstance(back, BoardUp)
        assert down == BoardDown("fa4e", GONE)
        assert made[0].closed == 1
        assert not any(isinstance(event, BoardDown) for event in told.heard[2:])


def test_a_port_that_does_not_even_close() -> None:
    with linked(lambda name: Device(OSError("gone"), "close"), "COM7") as told:
        told.until(lambda: bool(told.heard))
        told.names.clear()


@pytest.mark.parametrize("why", [BUSY, FORBIDDEN])
def test_a_port_that_cannot_be_opened_is_told_once_and_tried_again(why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports_module, "AGAIN", 0.1)
    tries: list[str] = []

    def opener(name: str) -> Device:
        tries.append(name)
        if len(tries) < 4:
            raise Refused(why)
        return Device()

    with linked(opener, "COM3") as told:
        told.until(lambda: len(told.heard) >= 2)
        refused, up = told.heard
        assert refused == BoardRefused("COM3", why)
        assert isinstance(up, BoardUp)


@pytest.mark.parametrize(
    ("error", "kind", "text"),
    [
        (serial.SerialException(errno.EACCES, "could not open port /dev/ttyACM0: Permission denied"), Refused, ""),
        (serial.SerialException(errno.EAGAIN, "Could not exclusively lock port"), Refused, BUSY),
        (serial.SerialException(errno.EBUSY, "could not open port: Resource busy"), Refused, BUSY),
        (ValueError("invalid URL, protocol 'ftp' not known"), Refused, "that is no port"),
        (serial.SerialException(errno.ENOENT, "No such file"), OSError, ""),
        (termios_error(errno.EIO, "Input/output error"), OSError, ""),
    ],
)
def test_what_an_opening_that_fails_means(
    error: Exception, kind: type[Exception], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object, **options: object) -> None:
        raise error

    monkeypatch.setattr(serial, "serial_for_url", fail)
    with pytest.raises(kind) as raised:
        open_port("/dev/ttyACM0")
    assert text in str(raised.value)


def test_a_port_that_somebody_has_is_busy() -> None:
    pty = pytest.importorskip("pty")
    import os

    near, far = pty.openpty()
    name = os.ttyname(far)
    try:
        with open_port(name), pytest.raises(Refused, match="another program"):
            open_port(name)
    finally:
        os.close(near)
        os.close(far)


def test_an_echo_is_written_to_once_and_left_alone() -> None:
    opened: list[serial.SerialBase] = []
    written: list[bytes] = []

    def opener(name: str) -> serial.SerialBase:
        device = serial.serial_for_url(name, timeout=0.02)
        write = device.write
        device.write = lambda data: (written.append(data), write(data))[1]
        opened.append(device)
        return device

    with linked(opener, "loop://") as told:
        told.until(lambda: bool(told.heard))
        (refused,) = told.heard
        assert isinstance(refused, BoardRefused) and "unotable flash" in refused.why
        time.sleep(1)  # five looks at the ports
        assert len(opened) == 1
        assert len(written) == 1 and written[0].startswith(b"~h,")
        told.names.clear()
        told.until(lambda: not told.link._left)
        told.names.append("loop://")
        told.until(lambda: len(opened) == 2)  # it was gone: what is there now may be another device


def test_only_parts_that_can_be_boards_are_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = [
        SimpleNamespace(device="/dev/ttyS0", vid=None, serial_number=None, location=None),
        SimpleNamespace(device="/dev/ttyUSB0", vid=0x0403, serial_number="FT1", location="1-1"),
        SimpleNamespace(device="pico", vid=0x2E8A, serial_number="E661", location="1-2.3"),
    ]
    monkeypatch.setattr(list_ports, "comports", lambda: listed)
    opened: list[str] = []

    def opener(name: str) -> Device:
        opened.append(name)
        return Device()

    found: queue.SimpleQueue[Event] = queue.SimpleQueue()
    link = Link(found, opener=opener)
    try:
        up = found.get(timeout=PATIENCE)
        assert isinstance(up, BoardUp) and (up.port, up.serial) == ("pico", "E661")
    finally:
        link.close()
    assert opened == ["pico"]


def test_a_system_that_takes_long_to_list_its_ports_holds_up_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = threading.Event()
    go_on = threading.Event()

    def comports() -> list[object]:
        asked.set()
        go_on.wait(30)
        return []

    monkeypatch.setattr(list_ports, "comports", comports)
    found: queue.SimpleQueue[Event] = queue.SimpleQueue()
    link = Link(found, ["desk"], only=False, opener=lambda name: Device())
    try:
        assert asked.wait(PATIENCE)
        assert isinstance(found.get(timeout=PATIENCE), BoardUp)
        begun = time.monotonic()
        link.close()
        assert time.monotonic() - begun < 2
    finally:
        go_on.set()
        link.close()


def test_demo_looks_at_nothing_but_its_desk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_ports, "comports", lambda: pytest.fail("the system was asked for its ports"))
    with linked(lambda name: Device(), "desk") as told:
        told.until(lambda: bool(told.heard))


def test_a_list_of_further_ports_that_fails_is_an_empty_one() -> None:
    def extra() -> list[str]:
        raise RuntimeError("the desk is closing")

    found: queue.SimpleQueue[Event] = queue.SimpleQueue()
    link = Link(found, extra, opener=lambda name: Device())
    time.sleep(0.3)
    link.close()
    assert found.empty()
