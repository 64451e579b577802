"""What is typed at the laptop: cards, undo, buttons pressed for somebody."""

from __future__ import annotations

import pytest
from unotable.match.match import MatchError

from tests.match.bench import Bench


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


def test_a_card_typed_before_the_first_one_was_shown_is_no_other_first_card(bench: Bench) -> None:
    """The fixture's has been read; whoever types faster than the screen draws still sees that it is asked."""
    bench.command(do="first", card="g3")
    assert (bench.lines()[-1]["do"], bench.lines()[-1]["card"]) == ("card", "g3")
    assert bench.table.top == "g3" and bench.table.plays[-1].seat == 2


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


def test_the_view_says_what_went_wrong_until_something_goes_right(bench: Bench) -> None:
    bench.match.say("the disk is full")
    assert bench.match.view.message == "the disk is full"
    bench.command(do="note", text="a word")
    assert bench.match.view.message is None


def test_a_key_that_stays_down_is_a_hold(bench: Bench) -> None:
    """A seat's button on a keyboard: the press comes first, and half a second later that it was held."""
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
