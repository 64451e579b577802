"""The Pico's own file under real MicroPython, with `machine` and `rp2` as in parts/: its serial line is the process's
standard input and output, its interrupts run with the heap locked."""

from __future__ import annotations

from unotable.link import wire

from tests.firmware import runner, stubs

BEGIN = """
import sys
sys.path.insert(0, {parts!r})
import machine, rp2
sys.modules["machine"] = machine
from machine import Pin
from time import sleep_ms, ticks_us, ticks_diff
from unoseat.boards import pins
from unoseat.seat import Seat
machine.Pin.down = {down}
machine.cause = {cause}
class System:  # of a Pico: the process's own, but for its name
    stdin, stdout, print_exception = sys.stdin, sys.stdout, sys.print_exception
    class implementation:
        name, version, _machine = "micropython", (1, 25, 0), {chip!r}
sys.modules["sys"] = System
from unoseat.boards import pico
uno, cut, done = pins.BUTTONS
def turn(seat, ms):
    for _ in range(ms):
        seat.board.wait(seat.step(), False)
        sleep_ms(1)
"""
PICO = "Raspberry Pi Pico with RP2040"
HELLO = wire.encode("h", 1, "0.1.0", "s1")


def play(code: str, stdin: bytes = b"", *, down: tuple[int, ...] = (), cause: int = 1, chip: str = PICO) -> str:
    begin = BEGIN.format(parts=str(runner.TESTS / "parts"), down=down, cause=cause, chip=chip)
    return runner.run(begin + code, stdin=stdin)


def frames(said: str) -> list[tuple[str, ...]]:
    return wire.Decoder().feed(said.encode())


def test_presses_go_from_the_interrupt_to_the_line() -> None:
    code = """
board = pico.Board()
board._frames = None
seat = Seat(board)
turn(seat, 3)
for _ in range(3):
    Pin.all[cut].move(0)
    Pin.all[cut].move(1)
Pin.all[cut].move(0)
turn(seat, 6)
print(board.stamps.lost, machine.dogs[0].timeout)
"""
    said = play(code, HELLO)
    told = frames(said)
    assert told[0][:4] == ("H", "1", "e6614c311b7e8a2f", told[0][3])
    assert told[0][5:] == ("pico", "blsf")
    assert ("I", "py", "micropython-1.25.0") in told and ("I", "chip", "RP2040") in told
    (press,) = [frame for frame in told if frame[0] == "P"]
    assert press[1:3] == ("1", "c") and press[4] == "7"
    assert said.splitlines()[-1] == "0 8000"


def test_a_pico_2_has_frames_and_an_unknown_chip_has_none() -> None:
    code = "board = pico.Board()\nprint(board.has, board.about[1])"
    assert play(code, chip="Raspberry Pi Pico 2 with RP2350") == "blsf ('chip', 'RP2350')\n"
    assert play(code, chip="A board with RP9999") == "bls ('chip', '')\n"


def test_frames_by_another_timer_than_the_ticks_are_none() -> None:
    code = """
class Frames:
    def __init__(self, late):
        self.late = late
    def sample(self):
        return 5, ticks_us() - self.late
board = pico.Board()
board._frames = Frames(300)
print(board.sof()[0], end=" ")
board._frames = Frames(400000)
print(board.sof(), board.sof())
"""
    assert play(code) == "5 None None\n"


def test_lamps_strip_and_piezo_show_what_is_ordered() -> None:
    code = """
board = pico.Board()
board._frames = None
seat = Seat(board)
turn(seat, 150)
print("")
print([list(p[:6]) for p in rp2.pictures[-1:]], len(rp2.pictures[-1]), len(rp2.pictures) > 4)
print(machine.pwms[pins.LAMPS[2]].log[-1][1] > 0, machine.pwms[pins.LAMPS[0]].log[-1][1])
print(machine.pwms[pins.PIEZO].log)
"""
    orders = wire.encode("l", "paused", "") + wire.encode("s", "turn", "") + wire.encode("w", 1, "ff8000")
    picture, lamps, piezo = play(code, HELLO + orders).splitlines()[-3:]
    assert picture == "[[24, 24, 24, 24, 24, 24]] 24 True"
    assert lamps == "False 0"
    assert piezo.startswith("[(1000, 0), (880, 0), (880, 32768), (1320, 32768), (1320, 32768)")


def test_the_strip_is_dimmed_below_its_limit_and_in_its_own_order() -> None:
    code = """
from unoseat.boards.strip import FULL, Strip
strip = Strip(16, 24, 200)
strip.show(bytes((255, 128, 0) * 24))
print(list(rp2.pictures[-1][:3]), sum(rp2.pictures[-1]) * FULL / 255 <= 200)
strip.show(bytes((40, 20, 1) + (0,) * 69))
print(list(rp2.pictures[-1][:3]))
"""
    first, second = play(code).splitlines()
    green, red, blue = [int(part) for part in first[1 : first.index("]")].split(",")]
    assert first.endswith("True") and 40 < red < 80 and 20 < green < 40 and blue == 0
    assert second == "[20, 40, 1]"


def test_uno_held_at_power_on_leaves_the_prompt_and_a_watchdogs_reset_does_not() -> None:
    code = """
from unoseat.life import live
board = pico.Board()
print(board.running(), machine.dogs == [], Pin.all[uno].handler is None)
if not board.running():
    live(board)
print("prompt")
"""
    assert play(code, down=(2,)) == "False True True\nprompt\n"
    assert play(code, down=(2,), cause=3).splitlines()[0] == "True False False"
    assert play(code, down=(3,)).splitlines()[0] == "True False False"


def test_a_fault_is_told_and_another_boot_goes_on() -> None:
    code = """
from unoseat.life import live
board = pico.Board()
board._frames = None
real, first = board.show, board.boot
def show(face):
    if board.faults < 2:
        raise ValueError("a loose screw")
    real(face)
    board._alive = len(rp2.pictures) < 5
board.show = show
live(board)
print()
print(board.faults, first != board.boot, machine.mem32, Pin.all[uno].handler, sum(rp2.pictures[-1]), board.about[2])
"""
    said = play(code)
    assert said.count("ValueError: a loose screw") == 2 and "fault 2 of the seat's loop" in said
    assert said.splitlines()[-1] == "2 True {1074114560: 1073741824} None 0 ('faults', '2')"
    assert len({frame[3] for frame in frames(said) if frame[0] == "H"}) == 3, "each is a boot"


def test_ctrl_c_three_times_ends_even_a_loop_that_cannot_start() -> None:
    code = """
from unoseat import life
def broken(board):
    raise OSError("no")
life.Seat = broken
board = pico.Board()
life.live(board)
print(board.faults, list(machine.mem32.values()) == [1 << 30])
"""
    assert play(code, b"xx\x03\x03\x03").splitlines()[-1] == "1 True"


def test_waiting_wakes_for_an_edge_and_feeds_the_watchdog() -> None:
    code = """
board = pico.Board()
Pin.all[done].move(0)
at = ticks_us()
board.wait(900000, False)
early = ticks_diff(ticks_us(), at) < 100000
board.stamps.take()
at = ticks_us()
board.wait(20000, False)
took = ticks_diff(ticks_us(), at)
print(early, took, machine.dogs[0].fed)
"""
    # standard input that has ended is always readable; a pipe that stays open is not
    import subprocess

    begin = BEGIN.format(parts=str(runner.TESTS / "parts"), down=(), cause=1, chip=PICO)
    with subprocess.Popen(
        [runner.interpreter() or "micropython", "-c", begin + code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=runner.FIRMWARE,
        env={"MICROPYPATH": ".:.frozen"},
    ) as process:
        assert process.stdout is not None and process.stdin is not None
        early, took, fed = process.stdout.readline().split()
        process.stdin.close()
    assert early == b"True" and int(took) >= 20000 and fed == b"2"


def test_nothing_is_written_that_would_wait() -> None:
    """A write that finds no room waits half a second and then loses the rest: so room for a byte is asked for first,
    and a host that has not spoken for 128 bytes gets one byte at a time."""
    code = """
board = pico.Board()
log = []
class Out:
    def write(self, data):
        log.append(len(data))
class Takes:
    left = 1000
    def ipoll(self, ms):
        assert ms == 0
        Takes.left -= 1
        return [1] if Takes.left >= 0 else []
board._out, board._takes = Out(), Takes()
line = b"x" * 64
print(board.write(line), board.write(line[63:]), board.write(line), log)
log.clear()
print(board.write(line), set(log), len(log))
Takes.left = 5
log.clear()
print(board.write(line), log, board.write(line))
Takes.left = 0
board.read()
log.clear()
print(board.write(line), log)
Takes.left = 1
print(board.write(line), log)
"""
    said = play(code, b"~b*71beeff9\n").splitlines()
    assert said[0] == "63 1 63 [63, 1, 63]"
    assert said[1] == "64 {1} 64"
    assert said[2] == "5 [1, 1, 1, 1, 1] 0"
    assert said[3:] == ["0 []", "63 [63]"]


def test_the_pico_is_asked_for_what_it_has() -> None:
    assert stubs.check(runner.FIRMWARE) == []


def test_a_call_that_no_pico_has_is_found(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "bad.py").write_text("import machine, time\nmachine.Pin(2).irc()\ntime.sleep_min(1)\n")
    found = stubs.check(tmp_path, ("bad.py",))
    assert len(found) == 2 and "irc" in found[0] and "sleep_min" in found[1]
