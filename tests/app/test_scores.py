"""Scores and rounds: who leads by which rules, teams, and a line of how it went."""

from __future__ import annotations

from dataclasses import replace

from rich.cells import cell_len
from unotable.app.widgets import rounds, scores
from unotable.game.table import Round
from unotable.match.view import View

from tests.app.screen import play
from tests.app.views import Live, table, view


def test_who_leads_depends_on_the_rules() -> None:
    it = table(4)  # Cy has 0, Dee 301
    assert scores.leaders(it, low=False) == {4}
    assert scores.leaders(it, low=True) == {3}
    none = replace(it, seats=tuple(replace(seat, score=0) for seat in it.seats))
    assert scores.leaders(none, low=False) == set()


def test_a_team_has_its_total_and_the_bar() -> None:
    it = view(4, teams=((1, 3), (2, 4)))  # 214 + 0, 98 + 301
    drawn = [line.plain for line in scores.draw(it, 500, 40, 20)]
    ana, bo = (next(i for i, line in enumerate(drawn) if name in line) for name in ("Ana+Cy", "Bo+Dee"))
    assert drawn[ana].rstrip().endswith("214") and drawn[bo].startswith("*") and drawn[bo].rstrip().endswith("399")
    assert drawn[bo + 1].count("=") == 34 * 399 // 500
    assert sum("=....." in line for line in drawn) == 2


def test_chips_go_down_and_up_and_the_line_shows_it() -> None:
    ledger = (Round(1, {2: 30}, {1: 30, 2: -30}), Round(2, {1: 50}, {1: -50, 2: 50}), Round(None, {}, {}))
    it = view(2, rounds=ledger)
    seats = (replace(it.table.seats[0], score=-20), replace(it.table.seats[1], score=20))
    it = replace(it, table=replace(it.table, seats=seats))
    assert rounds.course(it.table, 1) == [30, -20, -20]
    drawn = [line.plain for line in rounds.draw(it, 60, 10)]
    assert all(cell_len(line) == 60 for line in drawn)
    assert "*+30" in drawn[1] and "-50" in drawn[1] and "-20" in drawn[1] and "*+50" in drawn[2]
    assert (drawn[1].split()[-1], drawn[2].split()[-1]) == ("^..", "_''")
    assert rounds.sparkline([0, 50, 100], 0, 100) == "_-^"


def test_many_rounds_show_the_latest_and_ten_seats_fit() -> None:
    many = tuple(Round(1 + number % 10, {2: 5}, {1 + number % 10: number}) for number in range(40))
    it = view(10, rounds=many)
    for wide in (44, 80):
        drawn = [line.plain for line in rounds.draw(it, wide, 11)]
        assert len(drawn) == 11 and all(cell_len(line) == wide for line in drawn)
        assert " 40 " in drawn[0]
    assert len(rounds.draw(it, 44, 10)) == 10 and "Ana" in rounds.draw(it, 44, 10)[0].plain


def test_a_hand_that_is_in_can_be_typed_again() -> None:
    live = Live(view(phase="play", winner=None))

    def scoring(*waiting: int) -> View:
        return view(phase="scoring", turn=None, winner=2, needs=tuple(f"hand:{seat}" for seat in waiting))

    play(live, [
        lambda app, pilot: live.show(scoring(1, 3, 4)), "3", "5", "enter", lambda app, pilot: live.show(scoring(3, 4)),
        "up", "backspace", "backspace", "4", "0", "enter", "r", "5", "enter",
    ])  # fmt: skip
    assert live.sent == [
        {"do": "hand", "seat": 1, "points": 35}, {"do": "hand", "seat": 1, "points": 40},
        {"do": "hand", "seat": 3, "cards": ["r5"]},
    ]  # fmt: skip


def test_another_count_than_the_hosts_is_said_and_taken() -> None:
    live = Live(view(phase="scoring", winner=4, needs=("hand:2", "hand:3")))
    assert "2 cards typed, the host counted 12: Enter takes them" in play(live, ["enter", "down", *"r5gs"])
    assert "1 card typed, the host counted 12: Enter takes it" in play(live, ["enter", "down", *"r5"])


def test_whose_seat_the_next_uno_takes_is_shown() -> None:
    it = view(3, phase="first", turn=None, needs=("first",), plays=())
    boards = (replace(it.boards[0], seat=None), it.boards[2])
    frame = play(Live(replace(it, boards=boards)))
    assert "Seat 1, Ana: press UNO to sit down." in frame and "sit: UNO" in frame
    assert "sit: UNO" not in play(Live(it))
