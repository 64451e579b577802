"""Just enough of a host to meet the desk's boards, and the ways in which a desk can run them."""

from __future__ import annotations

import time

import serial
from unotable.desk import process
from unotable.desk.desk import Desk
from unotable.link import wire

PATIENCE = 5.0  # s until a test gives up; what it waits for takes milliseconds


KINDS = ["micropython", "cpython", "socket"]
if not process.TERMINALS:
    KINDS = ["socket"]
elif process.interpreter(None)[0] == "cpython":
    KINDS.remove("micropython")


def make(kind: str, seats: int = 1) -> Desk:
    return Desk(seats, seed=7, terminal=False) if kind == "socket" else Desk(seats, seed=7, python=kind)


class Host:
    """Just enough of a host: opens the port as the app does, says hello, and keeps what it hears."""

    def __init__(self, port: str) -> None:
        self.port = serial.serial_for_url(port, timeout=0.01)
        self.decoder = wire.Decoder()
        self.heard: list[tuple[str, ...]] = []
        self.say("h", 1, "0.1.0", "s1")
        self.hello = self.wait("H")

    def say(self, *fields: object) -> None:
        self.port.write(wire.encode(*fields))

    def listen(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.heard += self.decoder.feed(self.port.read(max(1, self.port.in_waiting)))

    def wait(self, kind: str, ev: int | None = None) -> tuple[str, ...]:
        """The first frame of this kind (and event number)."""
        end = time.monotonic() + PATIENCE
        while True:
            for frame in self.heard:
                if frame[0] == kind and (ev is None or frame[1] == str(ev)):
                    return frame
            assert time.monotonic() < end, f"no {kind} {ev or ''} among {self.heard}"
            self.listen(0.01)

    @property
    def boot(self) -> str:
        return self.hello[3]

    def ack(self, ev: int) -> None:
        self.say("a", self.boot, ev)

    def count(self, kind: str, ev: int) -> int:
        return sum(frame[:2] == (kind, str(ev)) for frame in self.heard)

    def close(self) -> None:
        self.port.close()
