"""What `unotable doctor` looks at: ports, permissions, processes, lines. The judgement is in findings.py.

Everything that only one system has is asked for in a guarded way: what cannot be known is left out of the facts.
"""

from __future__ import annotations

import importlib
import os
import queue
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import serial
from serial.tools import list_ports

from unotable import __version__, config, files
from unotable.link import wire
from unotable.link.events import BoardRefused, BoardUp, Event, Health
from unotable.link.frames import read
from unotable.link.port import BUSY, FORBIDDEN, Refused, open_port
from unotable.link.ports import VENDORS, Link
from unotable.locale import tr
from unotable.match.running import running
from unotable.match.view import BoardView
from unotable.tools.findings import Access, BoardFacts, Facts, Heard, PortFacts
from unotable.tools.package import package

LISTEN_S = 1.3  # a board says hello each second, unasked
ANSWER_S = 0.7  # to our own hello
HEALTH_S = 2.5  # heartbeats each half second, clock answers eight times a second
BOOTSEL = {("2e8a", "0003"), ("2e8a", "000f")}  # RP2040's and RP2350's own loaders
KEPT = 20  # lines of text
PROMPT = (">>>", "MicroPython ", 'Type "help()"', "raw REPL;")


def gather(names: Sequence[str] = ()) -> Facts:
    """Looks at the named ports, or at every one that can be a board's. Takes some five seconds."""
    listed = list(list_ports.comports())
    known = {port.device: f"{port.vid:04x}" for port in listed if port.vid is not None}
    ports = list(names) or [port.device for port in listed if port.vid in VENDORS]
    boards = {board.port: board for match in running() for board in match.boards if board.state != "refused"}
    if not names:
        ports += [port for port in boards if port not in ports]
    found: list[PortFacts] = []
    if ports:
        with ThreadPoolExecutor(len(ports)) as pool:
            found = list(pool.map(lambda name: _port(name, known.get(name, ""), boards.get(name)), ports))
    found = _healthy(found)
    ours, coming = _groups()
    return Facts(
        system=sys.platform,
        ports=tuple(found),
        firmware=_firmware(),
        proto=wire.PROTO,
        user_groups=ours,
        groups_to_come=coming,
        others=tuple(port.device for port in listed if port.device not in ports and port.vid is not None),
        bootsel=_bootsel(),
        unwritable=_unwritable(),
    )


def _port(name: str, vendor: str, board: BoardView | None) -> PortFacts:
    if board is not None:  # its match has the port, and knows
        state = {"ready": "good"}.get(board.state, board.state)
        known = BoardFacts(board.board, state, board.why, board.u_us, board.rtt_us, board.lost)
        return PortFacts(name, "match", vendor=vendor, board=known)
    try:
        device = open_port(name)
    except Refused as error:
        access: Access = {tr(BUSY): "busy", tr(FORBIDDEN): "denied"}.get(str(error), "failed")  # type: ignore[assignment]
        return PortFacts(name, access, str(error), vendor, _group(name), holders(name) if access == "busy" else ())
    except OSError as error:
        there = not name.startswith("/") or files.exists(Path(name))
        return PortFacts(name, "failed" if there else "gone", str(error), vendor)
    facts = PortFacts(name, "open", vendor=vendor)
    try:
        return replace(facts, heard=_listen(device))
    except Exception as error:  # unplugged meanwhile: OSError, SerialException, TypeError …
        return replace(facts, access="failed", error=str(error))
    finally:
        with suppress(Exception):
            device.close()


def _listen(device: serial.Serial) -> Heard:
    """What the port says by itself, then what it answers to a hello of ours."""
    lines: list[bytes] = []
    decoder = wire.Decoder(lines.append)
    hello: tuple[str, ...] | None = None
    versions: tuple[int, int] | None = None
    whole = unasked = 0  # lines with their end, lines with what has none yet
    for greeting, seconds in ((b"", LISTEN_S), (wire.encode("h", wire.PROTO, __version__, "doctor"), ANSWER_S)):
        if greeting:
            whole = len(lines)
            decoder.feed(b"\n")
            unasked = len(lines)
            device.write(greeting)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for fields in decoder.feed(device.read(max(1, device.in_waiting))):
                frame = read(fields)
                if frame is not None and frame.kind == "V":
                    versions = frame.numbers[0], frame.numbers[1]
                elif frame is not None and frame.kind == "H":
                    hello = tuple(fields[1:])
    decoder.feed(b"\n")  # a prompt has no end
    text = [line.decode("utf-8", "replace").strip() for line in lines]
    said = [line for line in text[:whole] if line and not _framed(line)] or list(filter(None, text[whole:unasked]))
    prompt = any(line.startswith(PROMPT) for line in text)
    return Heard(hello, versions, tuple(said[-KEPT:]), prompt, decoder.refused)


def _framed(line: str) -> bool:
    """What is left of a damaged line of ours: a letter, a comma, fields, an asterisk and digits."""
    return len(line) > 1 and line[1] in ",*" and line[0].isalpha()


def _healthy(ports: list[PortFacts]) -> list[PortFacts]:
    """The same with the health of every board that speaks our protocol. Acknowledges nothing, so no press is lost."""
    names = [it.port for it in ports if it.heard and it.heard.hello and it.heard.hello[0] == str(wire.PROTO)]
    if not names:
        return ports
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    link = Link(events, names)
    at: dict[str, str] = {}
    boards: dict[str, BoardFacts] = {}
    refused: dict[str, int] = {}
    end = time.monotonic() + HEALTH_S
    try:
        while (left := end - time.monotonic()) > 0:
            try:
                event = events.get(timeout=left)
            except queue.Empty:
                break
            match event:
                case BoardUp(board=board, port=port):
                    at[board] = port
                    boards[port] = BoardFacts(board, "fresh")
                case Health() if event.board in at:
                    why = ", ".join(event.reasons)
                    state = BoardFacts(event.board, event.state, why, event.u, event.rtt, event.lost)
                    boards[at[event.board]] = state
                    refused[at[event.board]] = event.refused
                case BoardRefused(port=port, why=why):
                    boards[port] = BoardFacts("-", "absent", why)
                case _:
                    pass
    finally:
        link.close()
    return [
        replace(
            it,
            board=boards.get(it.port),
            heard=replace(it.heard, refused=it.heard.refused + refused.get(it.port, 0)),
        )
        if it.heard
        else it
        for it in ports
    ]


def holders(port: str) -> tuple[tuple[int, str], ...]:
    """Who has a device open: process id and name, of those processes whose files this user may see. Linux only."""
    found = []
    for process in sorted(Path("/proc").glob("[0-9]*")) if sys.platform.startswith("linux") else []:
        with suppress(OSError):
            if int(process.name) == os.getpid():
                continue
            if any(_leads_to(link, port) for link in (process / "fd").iterdir()):
                found.append((int(process.name), (process / "comm").read_text().strip()))
    return tuple(found)


def _leads_to(link: Path, port: str) -> bool:
    try:
        return str(link.readlink()) == str(Path(port).resolve())
    except OSError:
        return False


def _group(port: str) -> str:
    """The group of a device file, "" where there are none or the group may not use it either."""
    try:
        status = Path(port).stat()
        if status.st_mode & 0o060 != 0o060:
            return ""
        name: str = importlib.import_module("grp").getgrgid(status.st_gid).gr_name  # POSIX only
        return name
    except (OSError, ImportError, KeyError):
        return ""


def _groups() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The groups of this process, and of this user as the next login will find them."""
    if os.name != "posix":
        return (), ()
    try:
        grp, pwd = importlib.import_module("grp"), importlib.import_module("pwd")
        user = pwd.getpwuid(os.getuid()).pw_name
        ours = {group.gr_gid: group.gr_name for group in grp.getgrall()}
        now = tuple(sorted(ours[gid] for gid in {*os.getgroups(), os.getegid()} if gid in ours))
        return now, tuple(sorted(group.gr_name for group in grp.getgrall() if user in group.gr_mem))
    except (ImportError, KeyError, OSError):
        return (), ()


def _bootsel() -> int:
    """Picos in their loader; Linux only."""
    count = 0
    for device in Path("/sys/bus/usb/devices").glob("*"):
        with suppress(OSError):
            ids = (device / "idVendor").read_text().strip(), (device / "idProduct").read_text().strip()
            count += ids in BOOTSEL
    return count


def _unwritable() -> tuple[str, ...]:
    """Folders that are there and not ours, or cannot be made."""
    places = config.paths()
    wrong = []
    for folder in dict.fromkeys((places.settings, places.matches, places.logs)):
        there = next(place for place in (folder, *folder.parents) if files.exists(place))
        if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
            wrong.append(str(folder))
    return tuple(wrong)


def _firmware() -> str:
    try:
        return package(config.firmware()).version
    except (OSError, ValueError, KeyError):
        return __version__
