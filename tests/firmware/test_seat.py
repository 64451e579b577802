"""The loop as a whole: under CPython, under MicroPython with the same bytes, and the press path with a locked heap."""

from __future__ import annotations

import json

import pytest
import unotable
from unoseat import VERSION
from unoseat.seat import Seat
from unotable.link import wire

from tests.firmware import compile as compiling
from tests.firmware import runner, scripted
from tests.firmware.test_ticks import PERIOD

HELLO = wire.encode("h", 1, "0.1.0", "s1")


def frames(data: bytes) -> list[tuple[str, ...]]:
    return wire.Decoder().feed(data)


def greeted() -> tuple[scripted.Board, Seat]:
    board = scripted.Board(1_000)
    seat = Seat(board)
    board.bytes = HELLO
    seat.step()
    board.out = b""
    return board, seat


def test_a_press_answers_by_itself_and_goes_out() -> None:
    board = scripted.Board(PERIOD - 2_000)
    seat = Seat(board)
    seat.step()
    board.edge(1, True)
    seat.step()
    board.later(3_000)
    seat.step()
    assert board.shown[-1][:2] == ("press", 1), "without any host"
    board.bytes = HELLO
    seat.step()
    assert ("P", "1", "c", str(PERIOD - 2_000), "1", "0") in frames(board.out)


def test_three_times_ctrl_c_ends_the_loop_and_twice_does_not() -> None:
    board, seat = greeted()
    board.bytes = b"\x03\x03~l\x03,"
    seat.step()
    assert not seat.over
    board.bytes = b"\r\x03\x03\x03"
    seat.step()
    assert seat.over


def test_each_side_of_a_board_has_its_buttons_its_lamps_and_its_orders() -> None:
    board = scripted.Board(1_000, sides=3)
    seat = Seat(board)
    board.bytes = HELLO
    seat.step()
    assert frames(board.out)[0][6] == "blsf3"
    board.out, board.shown = b"", []
    board.bytes = wire.encode("w3", 2, "ff8000") + wire.encode("l3", "wait", "") + wire.encode("l", "turn", "")
    seat.step()
    assert [(shown[4], shown[0]) for shown in board.shown] == [(1, "turn"), (3, "wait")]
    assert board.shown[1][2][:3] == b"\x0a\x05\x00"
    board.shown = []
    board.edge(1, True)
    board.edge(8, True)
    seat.step()
    board.later(3_000)
    seat.step()
    assert [(shown[4], *shown[:2]) for shown in board.shown] == [(1, "press", 1), (3, "press", 2)], "both at once"
    assert [frame for frame in frames(board.out) if frame[0][0] == "P"] == [
        ("P", "1", "c", "1000", "1", "0"),
        ("P3", "2", "d", "1000", "1", "0"),
    ]
    for wrong in ("l4", "w9", "s2", "a2", "q2", "h2"):
        fields = {"a": ("1", "1"), "q": ("1",), "h": ("1", "0", "x")}.get(wrong[0], ("off", ""))
        refused = seat.link.decoder.refused
        board.bytes = wire.encode(wrong, *fields)
        seat.step()
        assert seat.link.decoder.refused == refused + 1, wrong


def test_it_wakes_in_time_for_each_timer() -> None:
    board, seat = greeted()
    board.frame = 0
    board.edge(0, True)
    assert seat.step() == 3_000
    board.later(3_000)
    assert 0 < seat.step() <= 25_000  # for sending it again


def test_a_line_that_does_not_fit_goes_on_where_it_stopped() -> None:
    board, seat = greeted()
    board.room = 7
    board.edge(0, True)
    for _ in range(40):
        board.later(1_000)
        seat.step()
    assert ("P", "1", "u", "1000", "1", "0") in frames(board.out)


def test_a_line_nobody_reads_blocks_no_button() -> None:
    board, seat = greeted()
    board.room = 0
    for k in range(6):
        board.edge(0, k % 2 == 0)
        for _ in range(40):
            board.later(1_000)
            assert seat.step() > 0, "or it would spin"
    board.room = 1_000
    seat.step()
    told = {frame[1]: frame[0] for frame in frames(board.out) if frame[0] in "PR"}
    assert "".join(told[str(ev)] for ev in range(1, 7)) == "PRPRPR"


def test_samples_come_about_once_a_second() -> None:
    board, seat = greeted()
    for _ in range(40):
        board.later(100_000)
        board.bytes = wire.encode("b")
        seat.step()
    assert len([frame for frame in frames(board.out) if frame[0] == "S"]) in (4, 5)


def test_orders_reach_lamps_and_sounds() -> None:
    board, seat = greeted()
    board.bytes = wire.encode("l", "penalty", 3) + wire.encode("s", "caught", "") + wire.encode("w", 2, "ff8000")
    seat.step()
    assert board.shown[-1][:2] == ("penalty", 3)
    assert board.sounds == [("caught", "")]
    board.bytes = wire.encode("l", "off", "") + wire.encode("l", "seat", 2)
    seat.step()
    assert board.shown[-1][2] == b"\xff\x80\x00" * 3
    board.bytes = wire.encode("w", 0, "")
    seat.step()
    assert board.shown[-1][2] == b"\xff\xff\xff" * 3
    board.later(1_500_000)
    seat.step()
    assert board.shown[-1][0] == "nohost"


STORY = [
    [0, "edge", 0, True],
    [3_500, "wait"],
    [10_000, "hear", list(HELLO)],
    [500, "edge", 2, True],
    [200, "edge", 2, False],
    [90, "edge", 2, True],
    [2_000, "hear", list(wire.encode("q", 17) + b"garbage\n" + wire.encode("l", "hurry", 9000))],
    [5_000, "room", 9],
    *[[20_000, "wait"]] * 20,
    [0, "hear", list(wire.encode("a", scripted.Board.boot, 1) + wire.encode("w", 3, "3366cc"))],
    [5_000, "room", 900],
    [0, "hear", list(wire.encode("l2", "turn", "") + wire.encode("w2", 4, "ff0000") + wire.encode("l3", "cut", ""))],
    *[[31_000, "wait"]] * 9,
    [0, "edge", 0, False],
    [0, "hear", list(wire.encode("l", "safe", "") + wire.encode("s", "safe", "") + wire.encode("b"))],
    *[[50_000, "wait"]] * 45,
]

TELL = """
import json, sys
from scripted import story
for line in sys.stdin:
    print(json.dumps(story(*json.loads(line))))
"""


def test_micropython_tells_the_same_story() -> None:
    both = [[step[0], "edge", step[2] + 3, step[3]] if step[1] == "edge" else step for step in STORY]
    asked = [[0, STORY], [PERIOD - 300_000, STORY], [5, both, 2]]
    expected = [json.loads(json.dumps(scripted.story(*one))) for one in asked]
    kinds = {frame[0] for frame in frames(bytes(expected[0][0]))}
    assert kinds >= set("HIPLRASB")
    kinds = {frame[0] for frame in frames(bytes(expected[2][0]))}
    assert kinds >= {"H", "P2", "L2", "R2"} and "P" not in kinds
    told = runner.run(TELL, stdin="".join(json.dumps(one) + "\n" for one in asked))
    assert [json.loads(line) for line in told.splitlines()] == expected


LOCKED = """
import micropython
from scripted import Board
from unoseat.events import SIZE
from unoseat import VERSION
from unoseat.seat import Seat
from unoseat.ticks import add

board = Board(%d, %d)
seat = Seat(board)
seat.step()
stamps = board.stamps
moves = ((0, True), (150, False), (80, True), (3000, True), (600000, True), (4000, False), (900, True), (700, False),
         (31000, False), (40000, True), (3100, True), (50000, False), (32000, False))

def play():
    for k in range(seat.buttons.count - 3, seat.buttons.count):
        for us, closed in moves:
            board.now = add(board.now, us)
            if board.levels[k] != closed:
                board.levels[k] = closed
                stamps.put(k, closed, board.now)
            seat.press()
    for k in range(70):  # more than there is room for
        seat.events.put("R", 0, board.now, 0, 0)
        stamps.put(0, True, board.now)

failed = ""
micropython.heap_lock()
try:
    play()
    failed = ""
except MemoryError:
    failed = "it allocated"
micropython.heap_unlock()
assert not failed, failed
assert stamps.lost > 0 and seat.events.lost > 0 and seat.events.count == SIZE
print([seat.events._kind[k] for k in range(15)])
"""


@pytest.mark.parametrize(("start", "sides"), [(5, 1), (PERIOD - 400_000, 3)])
def test_the_press_path_allocates_nothing(start: int, sides: int) -> None:
    """Bounce, press, hold, release, a full ring and lost stamps, all with the heap locked."""
    assert runner.run(LOCKED % (start, sides)).strip() == str(["P", "L", "R", "P", "R"] * 3)


def test_a_locked_heap_would_be_noticed() -> None:
    """The control: what allocates fails there."""
    code = "import micropython\nmicropython.heap_lock()\ntry:\n x = [1] * 9\n r = 0\nexcept MemoryError:\n r = 1\n"
    assert runner.run(code + "micropython.heap_unlock()\nprint(r)").strip() == "1"


def test_every_file_compiles_for_a_board() -> None:
    assert compiling.main() == 0
    assert len(compiling.sources()) > 10


def test_a_file_that_does_not_compile_is_named(tmp_path, monkeypatch, capsys) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "bad.py").write_text("def f(a, /):\n    match a:\n        case 1: pass\n")
    monkeypatch.setattr(compiling.config, "firmware", lambda: tmp_path)
    assert compiling.main() == 1
    assert capsys.readouterr().out.startswith("bad.py: ")


def test_package_json_names_every_file_a_board_needs() -> None:
    package = json.loads((runner.FIRMWARE / "package.json").read_text())
    needed = {str(path.relative_to(runner.FIRMWARE).as_posix()) for path in (runner.FIRMWARE / "unoseat").rglob("*.py")}
    needed -= {"unoseat/boards/desk.py", "unoseat/boards/deskline.py"}  # processes only
    assert {target for target, _ in package["urls"]} == needed
    assert all(source == target for target, source in package["urls"])
    assert package["version"] == VERSION == unotable.__version__
