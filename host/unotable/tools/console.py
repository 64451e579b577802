"""`unotable boards --console`: a board's lines as they come, decoded, and a way to send some. It works in a pipe, too.

Each line begins with the seconds since the start and a mark: `<` from the board, `>` to it, `x` damaged on its way,
`?` text that is none of ours, `!` what is wrong with what was typed. It greets the board and lives as its host, but
acknowledges nothing by itself: whoever plays next gets every press.
"""

from __future__ import annotations

import queue
import re
import threading
import time
from collections.abc import Callable, Iterable, Sequence

import serial

from unotable import __version__
from unotable.link import wire
from unotable.link.port import Refused, open_port
from unotable.locale import tr
from unotable.tools.places import match_at, places

BEAT_S = 0.5  # a host says that it is there
SETTLE_S = 1.0  # after the last typed line, so that its answer is still seen
EVENTS = "PLRD"
SIDES = tuple("23456789")  # after a type: of that side of a board with several seats
BREAK = "^C"
REST = re.compile(r"[A-Za-z][,*]")  # how what is left of a damaged line of ours begins

Say = Callable[[str], None]


class ConsoleError(Exception):
    """There is no board to talk to; one sentence."""


class Console:
    """What is shown and sent: bytes and typed lines in, lines and bytes out; `now` in seconds since the start."""

    def __init__(self) -> None:
        self._decoder = wire.Decoder(self._odd)
        self._pieces: list[str] = []
        self._seen: set[tuple[str, ...]] = set()
        self._boot = ""
        self._query = 0

    def heard(self, data: bytes, now: float) -> list[str]:
        """What to show of bytes from the board."""
        shown: list[str] = []
        for byte in data:  # one at a time, so that what is damaged stays in its place among the rest
            frames = self._decoder.feed(bytes([byte]))
            shown += [f"{now:9.3f} {piece}" for piece in self._pieces]
            self._pieces.clear()
            shown += [self._told("<", tuple(fields), now) for fields in frames]
        return shown

    def rest(self, now: float) -> list[str]:
        """Text whose line has no end: a prompt."""
        return self.heard(b"\n", now)

    def say(self, fields: Sequence[object], now: float) -> tuple[bytes, str]:
        """A line to send, and how it is shown. ValueError if the wire cannot carry it."""
        line: bytes = wire.encode(*fields)
        return line, self._told(">", tuple(str(field) for field in fields), now)

    def typed(self, line: str, now: float) -> tuple[bytes, list[str]]:
        """What to send for a typed line, and what to show."""
        line = line.strip()
        if not line:
            return b"", []
        if line in ("?", "help"):
            return b"", HELP
        if line == BREAK:
            return b"\r\x03\x03\x03", [f"{now:9.3f} > {BREAK}{BREAK}{BREAK}"]
        if line.startswith("!"):
            return line[1:].encode() + b"\r\n", [f"{now:9.3f} > {line[1:]!r}"]
        try:
            data, shown = self.say(self._fields(line), now)
        except ValueError as error:
            return b"", [f"{now:9.3f} ! {error}"]
        return data, [shown]

    def _fields(self, line: str) -> list[str]:
        kind, *rest = line.replace(",", " , ").split()
        given = [word for word in rest if word != ","]
        sided = kind[0] in wire.SIDED and kind[1:] in SIDES
        if kind[0] not in wire.FIELDS or not kind.islower() or (kind[1:] and not sided):
            raise ValueError(tr("{kind} is nothing that a host says; ? lists what is", kind=repr(kind)))
        if not given and kind == "h":
            given = [str(wire.PROTO), __version__, "console"]
        elif not given and kind == "q":
            self._query = (self._query + 1) % 65536
            given = [str(self._query)]
        elif len(given) == 1 and kind == "a":
            given = [self._boot, *given]
        names = wire.FIELDS[kind[0]][1]
        missing = names[len(given) :]
        if len(given) > len(names) or any(name != "arg" for name in missing):
            raise ValueError(tr("{kind} has the fields {names}", kind=kind, names=" ".join(names) or "-"))
        return [kind, *given, *[""] * len(missing)]

    def _told(self, mark: str, fields: tuple[str, ...], now: float) -> str:
        kind, *values = fields
        name, names, _ = wire.FIELDS.get(kind[0], ("?", (), ""))
        if kind == "H" and len(values) > 2:
            self._boot = values[2]
        if kind == "P" and len(values) > len(names):
            names = (*names, "late")
        known = len(names) == len(values)
        told = (
            " ".join(f"{field}={value}" for field, value in zip(names, values, strict=True)) if known else str(values)
        )
        again = ""
        if mark == "<" and kind[0] in EVENTS:
            again = tr(" (again)") if fields in self._seen else ""
            self._seen.add(fields)
        return f"{now:9.3f} {mark} {kind} {name} {told}".rstrip() + again

    def _odd(self, piece: bytes) -> None:
        text = piece.decode("ascii", "backslashreplace")
        self._pieces.append(f"{'x' if REST.match(text) else '?'} {text!r}")


def _row(what: str, meaning: str) -> str:
    return f"    {what:24}{meaning}"


HELP = [
    *(_row(" ".join((kind, *names)), told) for kind, (_, names, told) in wire.FIELDS.items() if kind.islower()),
    _row("!TEXT", "TEXT as it is, with a newline: for a prompt"),
    _row(BREAK, "Ctrl-C three times: ends the firmware; the prompt follows"),
]


def console(port: str, typed: Iterable[str], say: Say, stop: threading.Event | None = None) -> None:
    """Shows and sends until `typed` ends, or the board goes. ConsoleError if there is none."""
    name = port or _only()
    pid = match_at(name)
    if pid is not None:
        raise ConsoleError(tr("{port}: the match of process {pid} is using it; end that first", port=name, pid=pid))
    try:
        device = open_port(name)
    except Refused as error:
        raise ConsoleError(f"{name}: {error}") from error
    except OSError as error:
        raise ConsoleError(tr("{port} is not there", port=name)) from error
    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(typed, lines), name="input", daemon=True).start()
    try:
        _converse(device, lines, say, stop or threading.Event())
    except (ConsoleError, KeyboardInterrupt, BrokenPipeError):
        raise
    except Exception as error:  # OSError, SerialException, TypeError … : the plug
        raise ConsoleError(tr("{port}: the board went away ({error})", port=name, error=error)) from error
    finally:
        try:
            device.close()
        except Exception:
            pass  # it is gone already


def _converse(device: serial.Serial, lines: queue.SimpleQueue[str | None], say: Say, stop: threading.Event) -> None:
    it = Console()
    start = time.monotonic()
    heard = beat = start
    ends: float | None = None
    data, shown = it.typed("h", 0.0)
    device.write(data)
    for line in shown:
        say(line)
    while not stop.is_set():
        now = time.monotonic()
        if ends is not None and now >= ends:
            return
        got = device.read(max(1, device.in_waiting))
        now = time.monotonic()
        if got:
            heard = now
        for line in it.heard(got, now - start) if got else it.rest(now - start) if now - heard > SETTLE_S / 2 else []:
            say(line)
        while not lines.empty():
            words = lines.get()
            if words is None:
                ends = now + SETTLE_S
                break
            data, shown = it.typed(words, now - start)
            device.write(data)
            for line in shown:
                say(line)
        if now - beat >= BEAT_S:
            beat = now
            device.write(it.say(("b",), now - start)[0])  # not shown: it says nothing


def _read(typed: Iterable[str], lines: queue.SimpleQueue[str | None]) -> None:
    for line in typed:
        lines.put(line)
    lines.put(None)


def _only() -> str:
    found = [place.port for place in places()]
    if len(found) == 1:
        return found[0]
    if not found:
        raise ConsoleError(tr("no board is plugged in; `unotable doctor` looks closer, and a port can be named"))
    raise ConsoleError(tr("there are several boards: name one of {ports}", ports=", ".join(found)))
