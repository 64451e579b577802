"""The match by itself: link events and commands in, journal lines, acks, lamps and views out. Time is passed in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from unotable import locale
from unotable.game.fold import fold
from unotable.journal import rules
from unotable.journal.errors import JournalError
from unotable.journal.file import Journal, read
from unotable.link.events import (
    BoardDown,
    BoardRefused,
    BoardUp,
    Event,
    Health,
    Held,
    Lost,
    Pressed,
    Released,
    Reported,
)
from unotable.match.actions import Ack, Action, Lamp, SeatBoard
from unotable.match.feed import FeedItem
from unotable.match.match import Match, MatchError
from unotable.match.seating import Seating
from unotable.match.view import Unruled

START = 5_000_000_000  # ns of the host at t = 0
MS = 1_000_000  # ns
NAMES = ["Ana", "Bo", "Cy", "Dee"]


class Bench:
    """A match with a board a seat, a clock that is moved by hand, and all actions so far."""

    def __init__(self, path: Path, fixed: bool = True, seats: int = 4, rule: str = "mattel", **overrides: Any) -> None:
        names = {key.replace("_", ".", 1): value for key, value in overrides.items()}
        self.path = path
        self.now = START
        self.done: list[Action] = []
        self.evs = dict.fromkeys(range(1, seats + 1), 0)
        if not path.exists():
            Journal.create(path, {"unotable": 1, "rules": rule, "set": names, "seats": NAMES[:seats]}).close()
        self.journal = Journal.open(path)
        places = {self.board(seat): seat for seat in self.evs} if fixed else {}
        self.match = Match(
            self.journal, rules.load(rule, names), START, Seating(seats, path.with_name("boards.json"), places)
        )
        for seat in self.evs:
            self.up(seat)

    @staticmethod
    def board(seat: int) -> str:
        return f"b{seat}"

    def hear(self, event: Event) -> list[Action]:
        new = self.match.heard(event, self.now)
        self.done += new
        return new

    def up(self, seat: int) -> list[Action]:
        return self.hear(BoardUp(self.board(seat), 1, "desk", "1", "micropython-1.28", 7, "bl", f"/p{seat}", ""))

    def command(self, **line: Any) -> list[Action]:
        new = self.match.command(line, self.now)
        self.done += new
        return new

    def wait(self, ms: float) -> list[Action]:
        """Time passes, ticked as the live loop does."""
        end = self.now + round(ms * MS)
        new: list[Action] = []
        while self.now < end:
            self.now = min(end, self.now + 10 * MS)
            new += self.match.tick(self.now)
        self.done += new
        return new

    def press(self, seat: int, button: Any, ago: float = 5, u: int = 300, sure: bool = True) -> Pressed:
        """A press that happened `ago` ms ago arrives."""
        self.evs[seat] += 1
        event = Pressed(self.board(seat), 1, self.evs[seat], button, self.now - round(ago * MS), u, sure)
        self.hear(event)
        return event

    def release(self, press: Pressed) -> list[Action]:
        seat = int(press.board[1:])
        self.evs[seat] += 1
        return self.hear(Released(press.board, 1, self.evs[seat], press.ev))

    def hold(self, press: Pressed) -> list[Action]:
        seat = int(press.board[1:])
        self.evs[seat] += 1
        return self.hear(Held(press.board, 1, self.evs[seat], press.ev))

    def report(self, *but: int) -> list[Action]:
        """Every board has told all that happened until now."""
        return [
            action for seat in self.evs if seat not in but for action in self.hear(Reported(self.board(seat), self.now))
        ]

    def tap(self, seat: int, button: Any = "done") -> None:
        """A press and its release, with everybody's word on it."""
        press = self.press(seat, button)
        self.wait(80)
        self.release(press)
        self.wait(30)
        self.report()
        self.wait(10)

    def take(self, seat: int) -> None:
        """DONE held."""
        press = self.press(seat, "done")
        self.wait(600)
        self.hold(press)
        self.report()
        self.wait(10)

    @property
    def table(self) -> Any:
        return self.match.view.table

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.path.read_text(encoding="utf-8").splitlines()[1:]]

    def feed(self) -> list[FeedItem]:
        return list(self.match.view.feed)

    def rules(self) -> list[tuple[str, str, int | None]]:
        return [(item.kind, item.ruling.rule, item.draw) for item in self.feed() if item.ruling is not None]


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    made = Bench(tmp_path / "m.jsonl")
    made.command(do="first", card="r5")
    made.wait(100)
    return made


def short(tmp_path: Path, **overrides: Any) -> Bench:
    """Seat 2 lays the second last card of two and so opens a window."""
    made = Bench(tmp_path / "m.jsonl", deal_hand=2, **overrides)
    made.command(do="first", card="r5")
    made.wait(2000)
    return made


def test_a_press_is_on_disk_before_it_is_acknowledged(bench: Bench) -> None:
    before = len(bench.lines())
    press = bench.press(2, "done")
    assert Ack("b2", 1, press.ev) in bench.done
    line = bench.lines()[before]
    assert line == {
        "t": (press.at - START) // 1000,
        "press": "done",
        "seat": 2,
        "u": 300,
        "board": "b2",
        "boot": 1,
        "ev": 1,
    }


def test_a_resent_press_is_acknowledged_again_but_written_once(bench: Bench) -> None:
    press = bench.press(2, "done")
    before = bench.lines()
    assert Ack("b2", 1, press.ev) in bench.hear(press)
    assert bench.lines() == before


def test_after_a_restart_a_resent_press_is_known(bench: Bench) -> None:
    press = bench.press(2, "done")
    bench.journal.close()
    again = Bench(bench.path)
    before = again.lines()
    assert Ack("b2", 1, press.ev) in again.hear(press)
    assert again.lines() == before
    hold = Held("b2", 1, 2, press.ev)
    again.hear(hold)
    again.hear(hold)
    assert [line["do"] for line in again.lines()[len(before) :]] == ["hold"]


def test_nothing_rests_on_a_done_that_is_still_down(bench: Bench) -> None:
    press = bench.press(2, "done")
    bench.wait(500)
    bench.report()
    bench.wait(50)
    assert bench.table.turn == 2 and bench.table.seat(2).cards == 7
    bench.hold(press)
    bench.report()
    assert bench.table.turn == 3 and bench.table.seat(2).cards == 8
    assert bench.lines()[-1] == {"t": (press.at - START) // 1000, "do": "hold", "of": 2}


def test_a_released_done_counts_once_everybody_has_reported(bench: Bench) -> None:
    press = bench.press(2, "done")
    bench.wait(60)
    bench.release(press)
    assert bench.table.turn == 2
    bench.report(3)
    assert bench.table.turn == 2
    bench.report()
    assert bench.table.turn == 3 and bench.table.seat(2).cards == 6


def test_a_press_is_shown_on_its_seat_before_it_is_ruled_on(bench: Bench) -> None:
    press = bench.press(2, "done")
    assert bench.match.view.unruled == (Unruled(2, "done"),)
    bench.press(3, "uno")
    assert bench.match.view.unruled == (Unruled(2, "done"), Unruled(3, "uno"))
    assert [line.get("press") for line in bench.lines()[-2:]] == ["done", "uno"], "both are on disk"
    bench.wait(60)
    bench.release(press)
    bench.report()
    assert bench.match.view.unruled == () and bench.table.turn == 3


def test_a_board_that_does_not_report_is_waited_for_150_ms(bench: Bench) -> None:
    press = bench.press(2, "done", ago=0)
    bench.release(press)
    bench.wait(140)
    bench.report(3)
    assert bench.table.turn == 2
    bench.wait(20)
    assert bench.table.turn == 3


def test_an_absent_board_is_not_waited_for(bench: Bench) -> None:
    press = bench.press(2, "done")
    bench.release(press)
    bench.wait(50)
    bench.report(3)
    assert bench.table.turn == 2
    bench.hear(BoardDown("b3", "three heartbeats missed"))
    assert bench.table.turn == 3
    assert [board.state for board in bench.match.view.boards] == ["ready", "ready", "absent", "ready"]


def test_a_stuck_done_is_waited_for_700_ms(bench: Bench) -> None:
    bench.press(2, "done", ago=0)
    bench.wait(690)
    bench.report()
    assert bench.table.turn == 2
    bench.wait(20)
    assert bench.table.turn == 3


def test_a_call_that_comes_after_the_catch_but_was_earlier_is_never_a_catch(tmp_path: Path) -> None:
    bench = short(tmp_path)
    bench.tap(2)
    assert bench.table.seat(2).window
    bench.wait(300)
    bench.press(3, "uno", ago=5)
    assert "uno.caught" not in [rule for _, rule, _ in bench.rules()]
    bench.press(2, "uno", ago=20)
    bench.wait(200)
    bench.report()
    assert bench.rules() == [("ruling", "uno.called", None), ("ruling", "uno.late", None)]
    assert bench.table.seat(2).cards == 1


def test_a_false_call_is_announced_only_when_no_play_can_justify_it_any_more(tmp_path: Path) -> None:
    bench = Bench(tmp_path / "m.jsonl", uno_false_call=2)
    bench.command(do="first", card="r5")
    bench.wait(3000)
    bench.press(4, "uno", ago=0)
    bench.wait(490)
    bench.report()
    assert bench.rules() == []
    bench.wait(200)
    assert bench.rules() == [("ruling", "uno.false", 2)]
    assert Lamp("b4", "penalty", "2") in bench.done


def test_a_fine_that_a_later_line_takes_back_is_given_back(tmp_path: Path) -> None:
    bench = short(tmp_path)
    bench.tap(2)
    bench.wait(300)
    bench.tap(3, "uno")
    assert bench.rules() == [("ruling", "uno.caught", 2)]
    bench.command(do="undo")
    bench.wait(200)
    assert bench.rules()[-1] == ("withdrawn", "uno.caught", -2)
    assert bench.table.seat(2).cards == 1


def test_a_catch_that_grows_says_the_difference(tmp_path: Path) -> None:
    bench = short(tmp_path, uno_per_catcher=True, uno_catch=3)
    bench.tap(2)
    bench.tap(3, "uno")
    bench.tap(4, "uno")
    assert bench.rules() == [("ruling", "uno.caught", 3), ("changed", "uno.caught", 3)]
    assert bench.table.seat(2).cards == 7


def test_a_press_that_comes_late_waits_to_be_accepted(bench: Bench) -> None:
    bench.wait(10_000)
    bench.press(2, "done", ago=4000)
    bench.wait(200)
    assert bench.lines()[-1]["held"] is True
    assert [entry.seat for entry in bench.match.view.held] == [2]
    assert bench.feed()[-1].kind == "held" and bench.table.turn == 2
    bench.command(do="accept")
    bench.wait(200)
    assert bench.lines()[-1]["of"] == 2
    assert bench.match.view.held == () and bench.table.turn == 3


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


def test_no_close_ruling_rests_on_an_unsure_clock(bench: Bench) -> None:
    bench.press(2, "done", u=200, sure=False)
    assert bench.lines()[-1]["u"] >= 500_000
    actions = bench.hear(Health("b3", 900, 500, "unsure", ("two answers contradict",), 0, 0, 5, 9000))
    assert Lamp("b3", "unsure") in actions
    board = bench.match.view.boards[2]
    assert (board.state, board.why, board.u_us) == ("unsure", "two answers contradict", 900)


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


def test_lost_events_are_listed_and_acknowledged(bench: Bench) -> None:
    lost = Lost("b2", 1, 4, 3)
    assert Ack("b2", 1, 6) in bench.hear(lost)
    bench.hear(lost)
    assert [line["do"] for line in bench.lines()] == ["first", "note"]
    assert "lost 3 events" in bench.feed()[-1].text


def test_a_journal_that_cannot_be_written_loses_nothing(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(line: object) -> None:
        raise JournalError("no space left")

    press = Pressed("b2", 1, 1, "done", bench.now, 300, True)
    with monkeypatch.context() as broken:
        broken.setattr(bench.journal, "append", full)
        with pytest.raises(JournalError):
            bench.hear(press)
    assert Ack("b2", 1, 1) not in bench.done
    bench.hear(press)
    assert Ack("b2", 1, 1) in bench.done
    assert [line.get("press") for line in bench.lines()] == [None, "done"]


def test_lamps_follow_the_turn(bench: Bench) -> None:
    assert [Lamp("b2", "turn"), Lamp("b3", "wait")] == [
        action for action in bench.done if action in (Lamp("b2", "turn"), Lamp("b3", "wait"))
    ][-2:]
    bench.done.clear()
    bench.tap(2)
    assert [action for action in bench.done if isinstance(action, Lamp)] == [Lamp("b2", "wait"), Lamp("b3", "turn")]
    bench.command(do="pause")
    bench.wait(100)
    assert {action for action in bench.done if isinstance(action, Lamp) and action.pattern == "paused"} == {
        Lamp(f"b{seat}", "paused") for seat in (1, 2, 3, 4)
    }


def test_lamps_never_tell_of_an_open_window(tmp_path: Path) -> None:
    told = []
    for cards in (2, 3):
        bench = Bench(tmp_path / f"{cards}.jsonl", deal_hand=cards)
        bench.command(do="first", card="r5")
        bench.wait(2000)
        bench.tap(2)
        assert bench.table.seat(2).window == (cards == 2)
        bench.wait(1000)
        told.append([action for action in bench.done if isinstance(action, Lamp)])
    assert told[0] == told[1]


def test_a_refused_press_is_shown_on_its_own_lamp(bench: Bench) -> None:
    bench.tap(4)
    bench.wait(1300)
    assert bench.rules() == []  # it may still become its turn
    bench.wait(300)
    assert Lamp("b4", "refused") in bench.done
    assert bench.rules() == [("ruling", "turn.out_of_order", None)]


def test_the_lamp_hurries_in_the_second_half_of_a_limited_turn(tmp_path: Path) -> None:
    bench = Bench(tmp_path / "m.jsonl", time_turn_s=10.0, time_penalty=1)
    bench.command(do="first", card="r5")
    bench.wait(4900)
    assert not any(isinstance(action, Lamp) and action.pattern == "hurry" for action in bench.done)
    bench.wait(300)
    hurry = next(action for action in bench.done if isinstance(action, Lamp) and action.pattern == "hurry")
    assert hurry.board == "b2" and 4000 < int(hurry.arg) <= 5000


def test_a_board_that_returns_is_told_everything_again(bench: Bench) -> None:
    bench.hear(BoardDown("b2", "gone"))
    assert [action for action in bench.up(2) if not isinstance(action, Ack)] == [
        SeatBoard("b2", 2, "3cb44b"),
        Lamp("b2", "turn"),
    ]


def test_a_typed_card_names_the_newest_play_and_a_second_one_corrects_it(bench: Bench) -> None:
    bench.tap(2)
    assert bench.match.view.naming == 2
    bench.command(do="card", card="rs")
    bench.wait(100)
    assert bench.lines()[-1] == {"t": bench.lines()[-1]["t"], "do": "card", "card": "rs", "of": 2}
    assert bench.match.view.naming is None and bench.table.turn == 4
    bench.command(do="card", card="r7", of=2)
    bench.wait(100)
    assert bench.lines()[-1] == {"t": bench.lines()[-1]["t"], "do": "fix", "of": 3, "card": "r7"}
    assert bench.table.turn == 3 and bench.table.top == "r7"


def test_a_typed_card_names_a_play_that_is_not_shown_yet(bench: Bench) -> None:
    press = bench.press(2, "done")
    bench.release(press)
    bench.command(do="card", card="r7")
    assert bench.lines()[-1]["of"] == 2


def test_undo_says_what_it_takes_back_and_writes_it_down(bench: Bench) -> None:
    bench.tap(2)
    assert bench.match.view.last == "DONE seat 2"
    bench.command(do="undo")
    bench.wait(100)
    assert bench.lines()[-1]["of"] == 2 and bench.table.turn == 2


def test_commands_that_cannot_be_say_why(bench: Bench) -> None:
    before = bench.lines()
    for line in ({"do": "accept"}, {"do": "card", "card": "x9"}, {"do": "leave", "seat": 9}, {"do": "nonsense"}):
        with pytest.raises(MatchError) as error:
            bench.match.command(line, bench.now)
        assert "\n" not in str(error.value)
    assert bench.lines() == before


def test_a_button_pressed_at_the_laptop_says_so(bench: Bench) -> None:
    bench.command(press="done", seat=2)
    bench.wait(200)
    assert bench.lines()[-1]["via"] == "key" and bench.lines()[-1]["u"] >= 400_000
    assert bench.table.turn == 3


def test_what_time_alone_has_changed_is_in_the_file_at_the_end(tmp_path: Path) -> None:
    bench = Bench(tmp_path / "m.jsonl", uno_false_call=2)
    bench.command(do="first", card="r5")
    bench.wait(2000)
    bench.tap(4, "uno")
    bench.wait(1000)
    bench.match.finish(bench.now)
    bench.journal.close()
    file = read(bench.path)
    table = fold(file.header, rules.load("mattel", file.header.overrides), file.entries)
    assert table.as_dict() == bench.table.as_dict()
    assert file.entries[-1].do == "tick"


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


def test_the_view_says_what_went_wrong_until_something_goes_right(bench: Bench) -> None:
    bench.match.say("the disk is full")
    assert bench.match.view.message == "the disk is full"
    bench.command(do="note", text="a word")
    assert bench.match.view.message is None


def test_a_board_that_is_refused_is_shown_with_its_port(bench: Bench) -> None:
    for _ in range(2):
        bench.hear(BoardRefused("/dev/x", "it speaks protocol 9, this host 1"))
    assert bench.match.view.boards[-1].state == "refused" and bench.match.view.boards[-1].port == "/dev/x"
    assert [item.text for item in bench.feed()] == ["/dev/x: it speaks protocol 9, this host 1"]


def test_a_key_that_stays_down_is_a_hold(bench: Bench) -> None:
    """A seat's button on a keyboard: the press comes first, and half a second later that it was held."""
    bench.command(do="first", card="r5")
    bench.command(press="done", seat=2, via="keyboard", u=30_000)
    bench.wait(200)
    assert bench.table.turn == 3
    bench.command(do="hold", seat=2, press="done")
    bench.wait(200)
    assert (bench.table.turn, bench.table.seat(2).cards) == (3, 8)
    held = next(entry for entry in bench.journal.entries if entry.press)
    assert [entry.of for entry in bench.journal.entries if entry.do == "hold"] == [held.id]
    with pytest.raises(MatchError):
        bench.command(do="hold", seat=4, press="cut")
