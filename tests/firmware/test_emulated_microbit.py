"""The micro:bit's program on an emulated micro:bit: installed by `flash`, seated by the host, its buttons pressed, its
lights read. See microbit.py for what that is; its figures are of an emulator on a busy machine."""

from __future__ import annotations

import json
import queue
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from unotable import config
from unotable.desk.autoplay import Autoplay
from unotable.desk.desk import Desk
from unotable.link import wire
from unotable.link.events import BoardUp, Event, Health, Held, Lost, Pressed, Released
from unotable.link.port import open_port
from unotable.link.ports import Link
from unotable.match import opening
from unotable.match.live import Live
from unotable.match.opening import Wish
from unotable.match.seating import Seating
from unotable.tools import flash as flashing
from unotable.tools import joined as joining
from unotable.tools import selftest
from unotable.tools.places import Place
from unotable.tools.typed import Typed

from tests.firmware.microbit import Microbit, needed
from tests.waiting import until

PATIENCE = 10.0  # s
README = (config.firmware() / "README.md").read_text(encoding="utf-8")
FREE = re.compile(r"leaves ([\d,]+) bytes of a micro:bit's memory free")
SPARE = int(found[1]) if (found := re.search(r"at the start, another (\d+) could be missing", README)) else 0
HOURGLASS = "#####\n.###.\n..#..\n.#.#.\n#####"
SEVEN = "#####\n...#.\n..#..\n.#...\n#...."  # MicroPython's own
ARROW = "..#..\n..#..\n#.#.#\n.###.\n..#.."


@dataclass
class Host:
    """A link on the board's port, and what it has told."""

    board: Microbit
    link: Link
    found: queue.SimpleQueue[Any]
    told: list[Event]

    def until(self, what: Callable[[Event], bool], seconds: float = PATIENCE) -> Any:
        """The next event that is so; every press is acknowledged meanwhile."""
        end = time.monotonic() + seconds
        while True:
            event = self.found.get(timeout=max(0.01, end - time.monotonic()))
            self.told.append(event)
            if isinstance(event, (Pressed, Held, Released, Lost)):
                self.link.ack(event.board, event.boot, event.ev)
            if what(event):
                return event

    def next(self, kind: type[Event], seconds: float = PATIENCE) -> Any:
        return self.until(lambda event: isinstance(event, kind), seconds)

    def shows(self, face: str) -> None:
        until(lambda: self.board.face() == face)

    def press(self, *buttons: str) -> tuple[int, Pressed, int]:
        """Presses until it is told, and lets go; between which two moments the contacts closed, ns."""
        before = time.perf_counter_ns()
        self.board.down(*buttons)
        after = time.perf_counter_ns()
        press = self.next(Pressed)
        self.board.up(*buttons)
        return before, press, after


@pytest.fixture(scope="module")
def flashed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Microbit, list[str]]]:
    """A micro:bit with nothing but MicroPython, and then our program; what `flash` said.

    So that the room which the README states for compiling it is there, as much is held until it runs."""
    needed()
    held = f"hold=bytearray({SPARE})\n" + joining.LOADER.replace("{start}()", "del hold\ngc.collect()\n{start}()")
    home = tmp_path_factory.mktemp("microbit")
    with pytest.MonkeyPatch.context() as patch, Microbit(home) as board:
        patch.setenv("UNOTABLE_HOME", str(home))
        patch.setattr(flashing, "places", lambda: [Place(board.url, "", "micro:bit", typed=True)])
        patch.setattr(joining, "LOADER", held)
        with Typed(board.url) as prompt:
            board.find_face(prompt)
        said: list[str] = []
        assert SPARE and flashing.flash(None, False, said.append) == 0, said
        yield board, said


@pytest.fixture
def host(flashed: tuple[Microbit, list[str]]) -> Iterator[Host]:
    board, _ = flashed
    found: queue.SimpleQueue[Any] = queue.SimpleQueue()
    link = Link(found, [board.url])
    try:
        yield Host(board, link, found, [])
    finally:
        link.close()
        board.up("uno", "cut")


def test_flash_types_the_program_and_starts_it(flashed: tuple[Microbit, list[str]]) -> None:
    board, said = flashed
    assert [name in line for name, line in zip(("seat.txt", "tune.py", "main.py"), said[1:4], strict=True)] == [
        True
    ] * 3
    assert said[-1].endswith(f"board {UNIQUE} is running firmware {wire_version()}")
    until(lambda: board.face() == HOURGLASS)


def test_seated_pressed_and_lit(host: Host) -> None:
    up = host.next(BoardUp)
    assert (up.board, up.kind, up.python, up.has) == (UNIQUE, "microbit", "micropython-1.9.2", "bl")
    host.until(lambda event: isinstance(event, Health) and event.u is not None)
    host.link.seat(UNIQUE, 1, "3366cc")
    host.link.lamp(UNIQUE, "turn")
    host.shows(ARROW)

    sure = 0
    for buttons, button in 5 * ((["uno"], "uno"), (["cut"], "cut"), (["cut", "uno"], "done"), (["uno", "cut"], "done")):
        before, press, after = host.press(*buttons)
        assert press.button == button and host.next(Released).of == press.ev
        if press.sure:  # the clock of an emulator that stood still is not, for a while
            assert press.at - press.u * 1000 <= after and press.at + press.u * 1000 >= before, (
                "the edge is in the bound"
            )
            sure += 1
        if sure == 4:
            break
    assert sure
    host.shows(ARROW)

    host.link.lamp(UNIQUE, "penalty", "4")
    host.shows(digit("4"))
    host.link.lamp(UNIQUE, "off")
    host.shows("\n".join(["....."] * 5))
    host.link.lamp(UNIQUE, "hurry", "2900")
    for second in "321":
        host.shows(digit(second))
    host.link.close()
    host.shows(HOURGLASS)


def test_what_two_thumbs_mean(host: Host) -> None:
    host.until(lambda event: isinstance(event, Health) and event.u is not None)
    for _ in range(5):  # an emulator that stands still for so long sees no tap
        host.board.down("cut")
        time.sleep(0.04)
        host.board.up("cut")
        with suppress(queue.Empty):
            assert host.next(Pressed, 1).button == "cut", "short, alone: told when it opens"
            break
    host.next(Released)

    host.board.down("uno")
    first = host.next(Pressed)
    host.board.down("cut")
    second = host.next(Pressed)
    assert (first.button, second.button) == ("uno", "cut"), "far apart they are two presses"
    held = [host.next(Held), host.next(Held)]
    assert [one.of for one in held] == [first.ev, second.ev]
    host.board.up("uno", "cut")
    host.next(Released), host.next(Released)

    host.board.down("cut", "uno")
    done = host.next(Pressed)
    assert done.button == "done" and host.next(Held).of == done.ev
    host.board.up("uno")
    assert host.next(Released).of == done.ev, "it opens when one of them does"
    host.board.up("cut")
    with pytest.raises(queue.Empty):
        host.until(lambda event: isinstance(event, (Pressed, Lost)), 0.3)


def test_nothing_is_lost_silently_while_nobody_listens(flashed: tuple[Microbit, list[str]]) -> None:
    """More than its ring keeps, from a host that does not acknowledge; noise and damage on the line are counted."""
    board, _ = flashed
    device = open_port(board.url)
    try:
        decoder = wire.Decoder()
        frames: list[tuple[str, ...]] = []

        def hear(seconds: float, what: str = "") -> tuple[str, ...]:
            """The next frame of that type, or whatever comes in that time; earlier ones count no more."""
            frames.clear()
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                frames.extend(decoder.feed(device.read(max(1, device.in_waiting))))
                if found := next((frame for frame in frames if frame[0] == what), None):
                    return found
            assert not what
            return ()

        device.write(b"noise ~q,1*00000000\n" + wire.encode("h", 1, "0.1.0", "s1"))
        boot = hear(PATIENCE, "H")[3]
        beat = hear(PATIENCE, "B")
        assert beat[4] != "0", "the damaged line"
        stated = FREE.search(README)
        assert stated is not None
        least = int(stated[1].replace(",", "")) - 200

        def free() -> bool:
            """Whether the memory that firmware/README.md states is free, once its garbage is collected."""
            for _ in range(12):
                device.write(wire.encode("b"))
                if int(hear(PATIENCE, "B")[2]) >= least:
                    return True
            return False

        assert free()

        def made() -> int:
            device.write(wire.encode("b") + wire.encode("q", 7))
            return int(hear(PATIENCE, "A")[4])

        end = made() + 20
        while made() < end:
            board.down("cut")
            hear(0.08)
            board.up("cut")
            hear(0.05)
        device.write(wire.encode("h", 1, "0.1.0", "s1"))
        kept: dict[int, tuple[str, ...]] = {}
        patience = time.monotonic() + PATIENCE
        while len(kept) < 16 and time.monotonic() < patience:
            hear(0.1)
            kept |= {int(frame[1]): frame for frame in frames if frame[0] in "PR"}
            device.write(wire.encode("b"))
        assert len(kept) == 16 and all(int(frame[6]) > 0 for frame in kept.values() if frame[0] == "P")
        last, newest = made(), max(kept)
        assert newest < last
        device.write(wire.encode("a", boot, newest))
        dropped = hear(PATIENCE, "D")
        assert (int(dropped[1]), int(dropped[2])) == (newest + 1, last - newest)
        device.write(wire.encode("a", boot, last) + wire.encode("b"))
        hear(0.4)
        device.write(wire.encode("b"))
        assert int(hear(PATIENCE, "B")[3]) == last - newest
        assert not [frame for frame in frames if frame[0] in "PRD"], "all of it is acknowledged"
        device.write(wire.encode("h", 1, "0.1.0", "s1"))
        hear(PATIENCE, "H")
        assert free(), "none of it has leaked"
        device.write(wire.encode("h", 2, "9.0.0", "s2"))
        assert hear(PATIENCE, "V") == ("V", "1", "1")
    finally:
        board.up("cut")
        device.close()


class Fingers:
    """Autoplay's buttons: seat 1 is the micro:bit, whose DONE is both; the others are the desk's."""

    def __init__(self, board: Microbit, desk: Desk) -> None:
        self._board = board
        self._desk = desk

    def press(self, seat: int, button: str, ms: float = 80) -> None:
        if seat > 1:
            self._desk.press(seat - 1, button, ms)
            return
        contacts = ("uno", "cut") if button == "done" else (button,)
        self._board.down(*contacts)
        threading.Timer(ms / 1000, self._board.up, contacts).start()

    def hold(self, seat: int, button: str) -> None:
        self.press(seat, button, 900)


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=[pytest.mark.slow, pytest.mark.timeout(200)])])
def test_a_table_of_desk_and_microbit_plays(flashed: tuple[Microbit, list[str]], tmp_path: Path, whole: bool) -> None:
    """Players who play by themselves, on boards of both kinds: until each has played twice, or for a whole round."""
    board, _ = flashed
    wish = Wish(("Ana", "Bo"), "mattel", {"deal.hand": 5}, "full", rounds=1)
    opened = opening.begin(tmp_path, wish, datetime.now().astimezone())
    events: queue.SimpleQueue[Any] = queue.SimpleQueue()
    with Desk(1, seed=5) as desk, ExitStack() as stack:
        link = Link(events, lambda: [*desk.places, board.url])
        stack.callback(link.close)
        seats = Seating(2, fixed={UNIQUE: 1, desk.board(1): 2})
        live = Live(opened.journal, opened.ruleset, events, link, seats)
        stack.callback(live.close)
        until(lambda: sum(one.state == "ready" and one.u_us is not None for one in live.view.boards) == 2)
        players = Autoplay(live, Fingers(board, desk), opened.ruleset, seed=3, rounds=1, pace=0.2)
        stack.callback(players.close)
        players.start()
        if whole:
            assert players.done.wait(180) and players.failed is None, players.failed
        else:
            until(lambda: all(sum(p.seat == seat for p in live.view.table.plays) >= 2 for seat in (1, 2)), seconds=40)
        lines = [json.loads(line) for line in opened.journal.path.read_text().splitlines()]
        told = [line for line in lines if "press" in line and "board" in line]
        widest = {seat: max(line.get("u", 0) for line in told if line["seat"] == seat) for seat in (1, 2)}
        assert widest[2] < widest[1], "the honest, larger bound is written down with each press"
        said = [READY.fullmatch(item.text) for item in live.view.feed]
        assert {ready[1] for ready in said if ready} == {"Ana", "Bo"}, "and told when each board is ready"
    opened.journal.close()


def test_flash_finds_nothing_to_do(flashed: tuple[Microbit, list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    """The running program lets itself be ended, and starts again."""
    board, _ = flashed
    monkeypatch.setattr(flashing, "places", lambda: [Place(board.url, "", "micro:bit", typed=True)])
    said: list[str] = []
    assert flashing.flash(board.url, False, said.append) == 0, said
    assert said[1].strip() == "every file is up to date"


READY = re.compile(r"(\w+): (?:board ready|clock sure again), ±\d+(?:\.\d+)? ms")
UNIQUE = "0300000078563412"  # QEMU's


def wire_version() -> str:
    from unotable.tools.package import package

    return package(config.firmware()).version


def digit(which: str) -> str:
    """As MicroPython's font has it, read from the emulated board's own."""
    return DIGITS[which]


DIGITS = {
    "1": "..#..\n.##..\n..#..\n..#..\n.###.",
    "2": "###..\n...#.\n.##..\n#....\n####.",
    "3": "####.\n...#.\n..#..\n#..#.\n.##..",
    "4": "..##.\n.#.#.\n#..#.\n#####\n...#.",
}


def test_a_builder_tests_it(
    flashed: tuple[Microbit, list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`boards --self-test`: both its buttons and both at once; the display's 7 is looked at, and said yes to."""
    board, _ = flashed
    typed: queue.SimpleQueue[str] = queue.SimpleQueue()
    fingers = {"UNO": ("uno",), "CUT": ("cut",), "DONE": ("uno", "cut")}
    said: list[str] = []

    def lines() -> Iterator[str]:
        while True:
            yield typed.get()

    def say(line: str) -> None:
        said.append(line)
        asked = re.fullmatch(r"Press (\w+) now\.", line)
        if asked:
            board.down(*fingers[asked[1]])
            time.sleep(0.1)
            board.up(*fingers[asked[1]])
        elif line.startswith("Does the display show a 7"):
            until(lambda: board.face() == SEVEN)
            typed.put("y")

    Typed(board.url).restart()  # what other tests have damaged is counted
    monkeypatch.setattr(selftest, "CLOCK_S", 0.5)
    monkeypatch.setenv("UNOTABLE_HOME", str(tmp_path))
    sheet = selftest.with_board(board.url, lines(), say)
    assert sheet.kind == "microbit"
    states = {row.trial: row.state for row in sheet.rows}
    # The emulator's clock skips when this machine is busy, and its line has no speed, so that more than the board's 64
    # bytes come at once: then it says so, and fails.
    del states["clock"], states["usb"]
    assert states == dict.fromkeys(("button uno", "button cut", "button done", "display"), "pass"), sheet
