"""Which presses a ruling compared, and who was first by more than the bounds."""

from __future__ import annotations

from unotable.game.entry import Entry, Header
from unotable.game.fold import Reading
from unotable.game.photo import REACH_US, Mark, Photo, photos, standings, stopped
from unotable.game.ruleset import RuleSet
from unotable.game.rulings import Ruling
from unotable.game.table import Table

S = 1_000_000
HEADER = Header("mattel", ("Ana", "Bo", "Cy", "Dee"), dealer=1)
Said = tuple[int, str, int, int]  # t, button, seat, u


def read(presses: list[Said], now: int | None = None, hand: int = 2) -> tuple[Reading, Table]:
    """Seat 2 begins with `hand` cards; line 1 flips the first card."""
    reading = Reading(HEADER, RuleSet(deal_hand=hand, cut_scope="identical"))
    reading.add(Entry(1, 0, "first", card="r5"))
    for number, (t, button, seat, u) in enumerate(presses, 2):
        reading.add(Entry(number, t, button, press=True, seat=seat, u=u))
    return reading, reading.table(now)


def taken(presses: list[Said]) -> tuple[Photo, ...]:
    reading, table = read(presses, now=60 * S)
    return photos(reading.timeline.moves, table.rulings)


def test_a_catch_compares_the_catcher_with_the_owners_late_call() -> None:
    caught, late = taken([(10 * S, "done", 2, 300), (11 * S, "uno", 4, 300), (11 * S + 42_100, "uno", 2, 300)])
    assert (caught.ruling and caught.ruling.rule, late.ruling and late.ruling.rule) == ("uno.caught", "uno.late")
    assert caught.entry == 3
    assert [(mark.seat, mark.at, mark.u) for mark in caught.marks if mark.compared] == [(4, 0, 300), (2, 42_100, 300)]
    assert (caught.marks[0].button, caught.marks[0].compared, caught.marks[0].at) == ("done", False, -S)
    assert standings(caught) == {2: "other", 3: "first", 4: "after"}
    assert caught.seats == (2, 4)


def test_inside_the_bounds_nobody_is_first() -> None:
    (photo,) = taken([(10 * S, "done", 2, 300), (11 * S, "uno", 4, 3000), (11 * S + 4_000, "uno", 2, 3000)])
    assert photo.ruling is not None and photo.ruling.tie
    assert {standings(photo)[entry] for entry in (3, 4)} == {"tie"}


def test_touching_bounds_are_a_tie_and_one_more_is_not() -> None:
    def of(apart: int) -> Photo:
        return Photo(1, 0, None, (Mark(1, 1, "uno", 0, 300), Mark(2, 2, "uno", apart, 300)))

    assert set(standings(of(600)).values()) == {"tie"}
    assert standings(of(601)) == {1: "first", 2: "after"}


def test_the_catch_that_nobody_contested_still_shows_whom_it_is_about() -> None:
    (photo,) = taken([(10 * S, "done", 2, 300), (11 * S, "uno", 4, 300)])
    assert photo.seats == (2, 4)
    assert {mark.seat for mark in photo.marks if mark.button == "uno"} == {4}


def test_a_catch_inside_the_bounds_of_the_next_move_is_compared_with_that_done() -> None:
    made = [(10 * S, "done", 2, 300), (12 * S, "uno", 1, 3000), (12 * S + 2_000, "done", 3, 3000)]
    late = next(photo for photo in taken(made) if photo.ruling and photo.ruling.rule == "uno.late")
    assert [(mark.button, mark.seat) for mark in late.marks if mark.compared] == [("uno", 1), ("done", 3)]


def test_presses_out_of_reach_are_of_another_moment() -> None:
    made = [(10 * S, "uno", 1, 0), (10 * S + REACH_US + 1, "uno", 3, 0)]
    assert [[mark.seat for mark in photo.marks] for photo in taken(made)] == [[1], [3]]


def test_all_slaps_of_a_race_of_buzzers_are_compared() -> None:
    reading = Reading(Header("mattel", ("Ana", "Bo", "Cy"), track="buzzer"), RuleSet())
    for number, (t, seat) in enumerate([(S, 2), (S + 5000, 3), (S + 9000, 1)], 1):
        reading.add(Entry(number, t, "uno", press=True, seat=seat, u=300))
    reading.add(Entry(4, 9 * S, "answer", of=1, result="caught", seat=3))
    table = reading.table()
    race, answered = photos(reading.timeline.moves, table.rulings)
    assert [mark.seat for mark in race.marks if mark.compared] == [2, 3, 1]
    assert answered.entry == 1, "an answer is about its race"


def test_what_was_taken_back_has_no_picture() -> None:
    reading, table = read([(10 * S, "done", 2, 300), (11 * S, "uno", 4, 300)], now=60 * S)
    assert photos(reading.timeline.moves, table.rulings)
    reading.add(Entry(9, 61 * S, "undo", of=3))
    assert photos(reading.timeline.moves, reading.table(61 * S).rulings) == ()


def test_a_held_uno_has_a_picture_before_anything_is_ruled() -> None:
    reading, _ = read([(10 * S, "done", 2, 300)])
    reading.add(Entry(3, 20 * S, "uno", press=True, seat=1, u=300, hold=True))
    table = reading.table(20 * S)
    moves = reading.timeline.moves
    assert table.paused and stopped(moves) == 3
    assert photos(moves, table.rulings, 3)[-1].entry == 3
    reading.add(Entry(4, 30 * S, "resume"))
    reading.add(Entry(5, 40 * S, "pause"))
    assert stopped(reading.timeline.moves) is None, "a key paused it"


def test_everybody_it_is_about_with_a_press_or_without() -> None:
    mark = Mark(3, 4, "uno", 0, 0)
    assert Photo(3, 0, Ruling(0, "uno.caught", 2, by=(4, 1)), (mark,)).seats == (1, 2, 4)
    assert Photo(3, 0, Ruling(0, "race", None, by=(3,)), (mark,)).seats == (3, 4)
    assert Photo(3, 0, None, (mark,)).seats == (4,)


def test_a_press_that_asks_has_one_picture_and_the_last() -> None:
    moves = [Entry(i, i * 10 * S, "uno", press=True, seat=i) for i in (1, 2)]
    ruled = (Ruling(10 * S, "uno.false", 1, entry=1),)
    assert [(photo.entry, photo.ruling) for photo in photos(moves, ruled, 1)] == [(1, ruled[0])]
    assert [(photo.entry, photo.ruling) for photo in photos(moves, ruled, 2)] == [(1, ruled[0]), (2, None)]
    assert [photo.entry for photo in photos(moves, ruled, 7)] == [1]


def test_one_is_first_of_three() -> None:
    photo = Photo(1, 0, None, tuple(Mark(i, i, "uno", i * 1000, 100) for i in (1, 2, 3)))
    assert standings(photo) == {1: "first", 2: "after", 3: "after"}


def test_only_presses_of_those_it_names_are_compared() -> None:
    moves = [Entry(i, 10 * S + t, "uno", press=True, seat=i) for i, t in ((4, 0), (3, 10), (2, 50), (1, REACH_US))]
    (photo,) = photos(moves, (Ruling(10 * S, "uno.caught", 2, entry=4, by=(4,)),))
    assert [(mark.seat, mark.compared) for mark in photo.marks] == [(4, True), (3, False), (2, True), (1, False)]
    (photo,) = photos(moves, (Ruling(10 * S, "uno.false", 1, entry=1),))
    assert [mark.seat for mark in photo.marks] == [4, 3, 2, 1], "as far as the reach, on either side"


def test_a_picture_that_still_holds_is_not_made_again() -> None:
    moves = [Entry(i, 10 * S + i, "uno", press=True, seat=3 - i) for i in (1, 2)]
    ruled = (Ruling(10 * S, "uno.caught", 1, entry=1, by=(2,)),)
    (first,) = photos(moves, ruled)
    assert photos(moves, ruled, made=(first,))[0] is first
    more = [*moves, Entry(3, 11 * S, "uno", press=True, seat=3)]
    (again,) = photos(more, ruled, made=(first,))
    assert again == photos(more, ruled)[0] and len(again.marks) == 3
