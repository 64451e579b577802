"""`unotable flash`: installs or updates a board's firmware.

Safe to interrupt at any moment and to run again, by this order:
1. Everything is read and judged before anything is changed: is there firmware for this part, and room for it?
2. main.py goes first and comes last: a board left in between starts into its prompt, never into half a program.
   Without it the board is restarted: a watchdog or an interrupt of the program before would cut in.
3. A file counts as written when the board's own SHA-256 of it is right, or what it reads back is. The next run goes on
   with what is missing.
4. Done means: the board has restarted and its hello names this version.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from unotable import config
from unotable.link import wire
from unotable.link.frames import read
from unotable.link.port import Refused, open_port
from unotable.locale import tr
from unotable.progress import bar
from unotable.tools.compiled import Unfit, compiled
from unotable.tools.package import STARTERS, Package, package
from unotable.tools.places import match_at, places
from unotable.tools.repl import Repl, ReplError
from unotable.tools.typed import Typed

HELLO_S = 12.0  # a Pico restarts in about three, and says hello each second
LOOK_S = 0.1
MAIN = STARTERS[-1]
COMPILED = ("rp2",)  # platforms that get bytecode; a process of the desk compiles faster than it is flashed
PROMPT = (">>>", "MicroPython ", 'Type "help()"')  # what the prompt says by itself
BLOCK = 4096  # bytes a file takes at least

Say = Callable[[str], None]


class FlashError(Exception):
    """It was not installed; one sentence."""


class Board(Protocol):
    """A board at its prompt; `repl.py` is one, `typed.py` another."""

    def platform(self) -> str: ...
    def bytecode(self) -> int: ...
    def free(self) -> int | None: ...
    def names(self, folder: str) -> list[str]: ...
    def digest(self, file: str) -> bytes | None: ...
    def write(self, file: str, data: bytes) -> None: ...
    def remove(self, file: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Change:
    """What becomes of a file: `data` None removes it."""

    file: str
    data: bytes | None


def flash(port: str | None, every: bool, say: Say) -> int:
    """Installs on `port`, on the only board there is, or on every one. 0, or 1 if any failed; `say` gets each line."""
    wanted = _wanted(port, every)
    failed = 0
    for name in wanted:
        try:
            _one(name, say)
        except (FlashError, ReplError) as error:
            failed = 1
            say(tr("failed: {why}", why=error))
    return failed


def _wanted(port: str | None, every: bool) -> list[str]:
    if port is not None:
        return [port]
    found = [place.port for place in places()]
    if not found:
        raise FlashError(tr("no board is plugged in; `unotable doctor` looks closer, and a port can be named"))
    if len(found) > 1 and not every:
        raise FlashError(tr("there are several boards: name one of {ports}, or say --all", ports=", ".join(found)))
    return found


def _one(port: str, say: Say) -> None:
    pid = match_at(port)
    if pid is not None:
        raise FlashError(tr("{port}: the match of process {pid} is using it; end that first", port=port, pid=pid))
    new = package(config.firmware())
    place = next((place for place in places() if place.port == port), None)
    serial = place.serial if place else ""
    say(tr("{port}: firmware {version}", port=port, version=new.version))
    with _prompt(port, place is not None and place.typed) as board:
        files = wanted(board, new, say)
        again = not board.clean and Change(MAIN, None) in changes(board, files)
        if again:
            say(tr("  restarting it without the program that was on it"))
            board.remove(MAIN)
            board.restart()
        else:
            changed = _finish(board, files, say)
    if again:
        with _at_prompt(port, serial) as board:
            changed = _finish(board, files, say)
    if not changed:
        say(tr("  every file is up to date"))
    hello = wait_hello(port, serial, new.version)
    say(tr("  board {board} is running firmware {version}", board=hello[2], version=hello[4]))


def _prompt(port: str, typed: bool) -> Repl | Typed:
    return Typed(port) if typed else Repl(port)


def _finish(board: Repl | Typed, files: dict[str, bytes], say: Say) -> int:
    changed = install(board, files, say)
    board.restart()
    return changed


def _at_prompt(port: str, serial: str) -> Repl:
    """The board that was restarted, at its prompt, wherever its port is now."""
    end = time.monotonic() + HELLO_S
    while True:
        try:
            return Repl(_now(port, serial))
        except ReplError:
            if time.monotonic() >= end:
                raise
            time.sleep(LOOK_S)


def _now(port: str, serial: str) -> str:
    """The port of the board with this USB serial number; without one it keeps its port."""
    return next((place.port for place in places() if serial and place.serial == serial), port)


def wanted(board: Board, new: Package, say: Say) -> dict[str, bytes]:
    """What is to be on the board, by name, in the order in which it is written. FlashError: nothing is for it."""
    platform = board.platform()
    files = new.contents(platform)
    if files is None:
        raise FlashError(tr("this version has no firmware for a part like this ({platform})", platform=platform))
    if platform in COMPILED:
        try:
            return compiled(files, STARTERS, board.bytecode())
        except Unfit as why:
            say(tr("  sources, not bytecode: {why}", why=why))
    return files


def install(board: Board, wanted: dict[str, bytes], say: Say) -> int:
    """Brings the board's files in step with those, if it has room. How many had to change."""
    todo = changes(board, wanted)
    for number, change in enumerate(todo, 1):
        place = f"  [{number:{len(str(len(todo)))}}/{len(todo)}] {bar(number, len(todo), 10)}"
        if change.data is None:
            say(tr("{place} removing {file}", place=place, file=change.file))
            board.remove(change.file)
            continue
        say(tr("{place} {file}, {size} bytes", place=place, file=change.file, size=len(change.data)))
        board.write(change.file, change.data)
        if board.digest(change.file) != hashlib.sha256(change.data).digest():
            raise FlashError(tr("{file} did not arrive whole; run it again", file=change.file))
    return len(todo)


def changes(board: Board, wanted: dict[str, bytes]) -> list[Change]:
    """What is to be done, in order; empty if the board has it all. FlashError if it cannot be done at all."""
    there = {file: board.digest(file) for file in wanted}
    differ = [file for file in wanted if there[file] != hashlib.sha256(wanted[file]).digest()]
    stale = [file for file in board.names("unoseat") if file not in wanted]
    if not differ and not stale:
        return []
    if MAIN not in differ:
        differ.append(MAIN)
    _room(board.free(), [len(wanted[file]) for file in differ])
    first = [Change(MAIN, None)] if there[MAIN] is not None else []
    return [*first, *(Change(file, None) for file in stale), *(Change(file, wanted[file]) for file in differ)]


def _room(free: int | None, sizes: Sequence[int]) -> None:
    needed = sum(-(-size // BLOCK) * BLOCK for size in sizes)
    if free is not None and free < needed:
        raise FlashError(
            tr(
                "the board has {free} bytes free and needs {needed}; remove files of other programs from it",
                free=free,
                needed=needed,
            )
        )


def wait_hello(port: str, serial: str, version: str) -> tuple[str, ...]:
    """The hello of the board that was restarted, wherever its port is now. FlashError if none comes, or another's."""
    end = time.monotonic() + HELLO_S
    noise: list[bytes] = []
    while time.monotonic() < end:
        now = _now(port, serial)
        try:
            hello = _listen(now, end, noise)
        except Refused as error:
            raise FlashError(f"{now}: {error}") from error
        except Exception:  # it is on its way out, or not back yet: OSError, termios.error, TypeError …
            time.sleep(LOOK_S)
            continue
        if hello is None:
            continue
        if hello[1] != str(wire.PROTO) or hello[4] != version:
            raise FlashError(
                tr(
                    "the board still runs firmware {old}, not {version}; unplug it, plug it in and run it again",
                    old=hello[4],
                    version=version,
                )
            )
        return hello
    said = [piece.decode("utf-8", "replace").strip() for piece in noise]
    words = [piece for piece in said if piece and not piece.startswith(PROMPT)]
    raise FlashError(
        tr("the board has all files but said no hello within {s:g} s", s=HELLO_S)
        + (tr("; its last words: {words}", words=words[-1]) if words else "")
    )


def _listen(port: str, end: float, noise: list[bytes]) -> tuple[str, ...] | None:
    """Opens the port and listens until a hello of any protocol has come; None when it is time to look anew."""
    device = open_port(port)
    try:
        decoder = wire.Decoder(noise.append)
        while time.monotonic() < end:
            for fields in decoder.feed(device.read(max(1, device.in_waiting))):
                if fields[0] == "H" and len(fields) == 7 and read(fields) is not None:
                    return tuple(fields)
        return None
    finally:
        device.close()
