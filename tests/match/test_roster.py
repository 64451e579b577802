"""The boards of a match: who sits where, how exactly each is known, who is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from unotable import locale
from unotable.link.events import (
    BoardDown,
    BoardRefused,
    BoardUp,
    Health,
    Pressed,
)
from unotable.match.actions import Ack, Lamp, SeatBoard

from tests.match.bench import Bench


def test_boards_sit_down_in_the_order_of_their_uno_presses(tmp_path: Path) -> None:
    bench = Bench(tmp_path / "m.jsonl", fixed=False)
    assert Lamp("b3", "unseated") in bench.done
    for seat in (3, 1, 4, 2):
        bench.press(seat, "done")
        press = bench.press(seat, "uno")
        assert Ack(press.board, 1, press.ev) in bench.done
    assert bench.lines() == []
    assert [(board.seat, board.board) for board in bench.match.view.boards] == [
        (1, "b3"),
        (2, "b1"),
        (3, "b4"),
        (4, "b2"),
    ]
    assert [action.seat for action in bench.done if isinstance(action, SeatBoard)] == [0, 0, 0, 0, 1, 2, 3, 4]
    bench.journal.close()
    again = Bench(tmp_path / "m.jsonl", fixed=False)
    assert again.match.view.boards[0].board == "b3"


def test_two_boards_never_share_a_seat(tmp_path: Path) -> None:
    bench = Bench(tmp_path / "m.jsonl", fixed=False)
    for seat in (1, 2, 3, 4):
        bench.press(seat, "uno")
    bench.hear(BoardDown("b1", "unplugged"))
    spare = BoardUp("b9", 5, "pico", "1", "", None, "b", "/p9", "")
    bench.hear(spare)
    bench.hear(Pressed("b9", 5, 1, "uno", bench.now, 300, True))
    seats = {board.board: board.seat for board in bench.match.view.boards}
    assert seats["b9"] == 1 and seats["b1"] is None
    bench.up(1)
    assert {board.board: board.seat for board in bench.match.view.boards}["b1"] is None


def test_the_feed_tells_how_exactly_each_seat_is_known(bench: Bench) -> None:
    """Once when it is ready, and again where that has changed for long; a report each half second says nothing."""

    def reports(*bounds: int | None, state: Any = "good", board: str = "b2") -> list[str]:
        before = len(bench.feed())
        for u in bounds:
            bench.hear(Health(board, u, 400, state, ("skipped",) if state == "unsure" else (), 0, 0, 5, 9000))
        return [item.text for item in bench.feed()[before:]]

    assert reports(None, state="lost") == []
    assert reports(1_600, 343, state="fresh") == ["Bo: board ready, ±0.3 ms"]
    assert bench.feed()[-1].kind == "board" and bench.feed()[-1].seat == 2
    assert reports(120, 600, 1_200, 1_200, 300, 999, 999, 999, 12) == [], "a bound breathes between two exchanges"
    assert reports(1_100, 1_200, 1_300, 1_300, 1_300, 1_300) == ["Bo: clock less exact now, ±1.3 ms"]
    assert reports(300, 300, 300, 1_300, 1_300, 1_300, 3_800, 3_800, 3_800) == []
    assert reports(900, 900, state="unsure") == ["Bo's board has an unsure clock: skipped"]
    assert reports(40, 40) == ["Bo: clock sure again, ±0.04 ms"]
    bench.hear(BoardDown("b2", "unplugged"))
    bench.up(2)
    assert reports(40, 40) == ["Bo: board ready, ±0.04 ms"]
    bench.match.seat_board("b2", 4, bench.now)
    assert reports(40, 40) == ["Dee: board ready, ±0.04 ms"]
    bench.match.seat_board("b2", None, bench.now)
    assert reports(40, 40) == [], "nobody's"
    locale.use("zh")
    try:
        assert reports(9, 9, board="b1") == ["Ana：板子就绪，±0.01毫秒"]
    finally:
        locale.use("en")


def test_boards_can_be_seated_by_hand_and_all_get_up_again(bench: Bench) -> None:
    bench.done += bench.match.seat_board("b4", 1, bench.now)
    assert [board.seat for board in bench.match.view.boards] == [1, 2, 3, None]
    assert [action for action in bench.done if isinstance(action, SeatBoard)][-2:] == [
        SeatBoard("b1", 0, "000000"),
        SeatBoard("b4", 1, "e6194b"),
    ]
    bench.done += bench.match.reseat(bench.now)
    assert all(board.seat is None for board in bench.match.view.boards)
    assert {action for action in bench.done if action == Lamp("b2", "unseated")}


def test_a_board_that_is_refused_is_shown_with_its_port(bench: Bench) -> None:
    for _ in range(2):
        bench.hear(BoardRefused("/dev/x", "it speaks protocol 9, this host 1"))
    assert bench.match.view.boards[-1].state == "refused" and bench.match.view.boards[-1].port == "/dev/x"
    assert [item.text for item in bench.feed()] == ["/dev/x: it speaks protocol 9, this host 1"]


def test_the_figures_of_all_clocks_come_in_one_view(bench: Bench) -> None:
    """Ten boards report twice a second: a view each would have the screen drawn without end."""
    for u in (300, 310):
        for seat in (1, 2, 3, 4):
            bench.hear(Health(f"b{seat}", u, 400, "good", (), 0, 0, 5, 9000))
    bench.wait(600)
    bench.match.changed = False
    for seat in (1, 2, 3, 4):
        bench.hear(Health(f"b{seat}", 500 + seat, 400, "good", (), 0, 0, 5, 9000))
    assert not bench.match.changed
    came = 0
    for _ in range(60):
        bench.wait(10)
        came, bench.match.changed = came + bench.match.changed, False
    assert came == 1
    assert [board.u_us for board in bench.match.view.boards] == [501, 502, 503, 504]
    bench.hear(Health("b2", 900, 400, "unsure", ("skipped",), 0, 0, 5, 9000))
    assert bench.match.view.boards[1].state == "unsure", "news are not waited for"
