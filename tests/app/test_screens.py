"""What must be true of every screen in every moment, size, language and look."""

from __future__ import annotations

import asyncio
import re
import threading
import time
import unicodedata
from dataclasses import replace

import pytest
from rich.cells import cell_len
from textual import events
from unotable.app import app as app_module
from unotable.app.app import Seen, Unotable
from unotable.app.screens import scoring
from unotable.app.widgets import centre, feed, scores, seat, title
from unotable.game.ruleset import RuleSet
from unotable.game.rulings import Ruling
from unotable.locale import use
from unotable.match.view import BoardView, View

from tests.app.screen import play, text
from tests.app.test_photo import CAUGHT, pictured
from tests.app.views import Desk, Live, called, held, proposed, view

PATIENCE_S = 20.0

MOMENTS: dict[str, View] = {
    "play": view(),
    "ten": view(10),
    "two": view(2),
    "first": view(phase="first", needs=("first",), plays=()),
    "cut": view(5, phase="cut", claims=(3, 5), turn=3),
    "attack": view(phase="attack", pending=6, top="w+:g", colour="g", direction=-1, turn=1),
    "unanswered": view(phase="attack", pending=2, top="g+", colour="g", turn=1, needs=("card",)),
    "challenge": view(phase="challenge", needs=("challenge",), top="w+:b", colour="b", pending=4, turn=3),
    "colour": view(phase="colour", needs=("colour",), top="w", colour="?"),
    "slap": view(phase="slap", top="y9", colour="y"),
    "paused": view(paused=True),
    "called": called(view(), 3),
    "held": held(view()),
    "proposed": proposed(view()),
    "buzzer": view(track="buzzer", needs=("answer:9",)),
    "scoring": view(phase="scoring", turn=None, winner=2, needs=("hand:1", "hand:3", "hand:4")),
    "between": view(phase="between", turn=None),
    "over": view(phase="over", turn=None, over=True, winners=(4,)),
}


def test_the_table_lives_behind_a_question() -> None:
    live = Live(view())
    frame = play(live, ["e", lambda app, pilot: live.show(view(top="g9", colour="g"))])
    assert "GREEN 9" in frame
    assert "Who draws extra cards?" in frame


def test_every_moment_is_aligned_in_both_languages() -> None:
    """The drawings themselves, without a screen: narrow, wide and high, with names of every width."""
    names = (
        "Ana",
        "小宝",
        "A very long name indeed, too long",
        "[b]x[/b]",
        "e",
        "7",
        "Zoe",
        "汤逊湖的王小明同学",
        "i",
        "Jo",
    )
    for lang in ("en", "zh"):
        use(lang)
        for it in MOMENTS.values():
            table = replace(it.table, seats=tuple(
                replace(s, name=names[s.seat - 1]) for s in it.table.seats
            ))  # fmt: skip
            named = replace(it, table=table)
            drawn = [(cells, title.draw(named, cells)) for cells in (40, 80, 133)]
            for cells, rows in ((24, 13), (36, 21), (60, 30)):
                drawn += [(cells, line) for line in scores.draw(named, 500, cells, rows)]
                drawn += [(cells, line) for line in centre.draw(named, cells, rows, 12)]
                drawn += [(cells, line) for line in feed.draw(named, RuleSet(), cells, rows)]
                drawn += [(cells, line) for line in scoring.draw(named, {1: "r5gs"}, 1, cells + 40)]
                for face in seat.faces(named, 1):
                    drawn += [(cells, line) for line in seat.draw(face, cells, rows)]
            for cells, line in drawn:
                plain = line.plain
                assert cell_len(plain) in (cells, cells + 40), (it.table.phase, plain)
                assert not [c for c in plain if unicodedata.east_asian_width(c) == "A"], plain


def test_names_are_data() -> None:
    names = ("[bold red]Ana[/]", "[@click=app.quit]Bo[/]", "\x1b[31mCy", "{name}")
    ruling = Ruling(31_000_000, "penalty", 1, draw=1, why="[b]{who}[/b]")
    frame = play(Live(view(names=names, rulings=(ruling,))), ["f2"], size=(120, 36))
    assert "[bold red]Ana[/]" in frame
    assert "[@click=app.quit]Bo[/]" in frame
    assert "{name}" in frame and "[b]{who}[/b]" in frame
    assert "\x1b" not in frame


def test_an_open_window_is_never_shown() -> None:
    """A table with a missing call looks the same as one without."""
    shut = view()
    seats = tuple(replace(s, window=s.cards == 1) for s in shut.table.seats)
    assert any(s.window for s in seats)
    open_ = replace(shut, table=replace(shut.table, seats=seats, deadline=80_400_000))
    rules = RuleSet(time_turn_s=0)
    assert play(Live(open_, rules), size=(120, 36)) == play(Live(shut, rules), size=(120, 36))


def test_a_call_is_shown_once_it_is_made() -> None:
    before, after = play(Live(view())), play(Live(called(view(), 2)))
    assert "UNO!" not in before and "UNO!" in after


def test_without_colours_everything_is_still_told(monkeypatch: pytest.MonkeyPatch) -> None:
    coloured = play(Live(MOMENTS["cut"]))
    monkeypatch.setenv("NO_COLOR", "1")
    plain = play(Live(MOMENTS["cut"]))
    assert plain == coloured  # nothing is told by colour alone
    assert re.search(r">3 Cy", plain) and "CUT 1" in plain and "R/" in plain and "RED 5" in plain


def test_the_language_switches_at_once() -> None:
    frame = play(Live(view()), ["L"])
    assert "轮到 Bo" in frame and "红 5" in frame and "plays" not in frame
    assert "plays" in play(Live(view()), ["L", "L"])


def test_an_input_method_that_swallows_letters_is_noticed() -> None:
    assert "input method is on: switch it to English, or Left picks a card " in play(Live(view()), ["我"])


def test_a_full_disk_is_told_as_long_as_it_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_module, "NOTICE_S", 0.01)
    live = Live(view())
    other, full = "no such card", "entry 2300 was not kept: the disk is full; free some space and try again (/x.jsonl)"
    told: list[str] = []

    async def run() -> None:
        app = Unotable(live, keeps=False)
        async with app.run_test(size=(80, 24)) as pilot:
            app.watch(app, "notice", lambda notice: told.append(notice), init=False)  # textual counts its arguments

            async def shows(message: str | None, stays: bool, *then: str) -> None:
                told.clear()
                live.show(replace(live.view, message=message, stays=stays))
                end = time.monotonic() + PATIENCE_S
                while told != list(then):
                    assert time.monotonic() < end, told
                    await pilot.pause(0.01)

            await shows(other, False, other, "")
            await shows(full, True, full)
            await pilot.pause(5 * app_module.NOTICE_S)  # longer than any other sentence stands
            assert "the disk is full; free some space" in text(app)
            app.tell(other)  # something else, meanwhile
            await shows(full, True, full)
            assert told == [full]
            await shows(None, False, "")

    asyncio.run(run())


def test_every_theme_and_the_smallest_terminal() -> None:
    for theme in ("light", "contrast"):
        assert "RED 5" in play(Live(view(10)), theme=theme)
    play(Live(view(10)), size=(40, 12))


def test_the_clock_of_a_turn() -> None:
    now = time.perf_counter_ns()
    it = replace(view(limit=85_000_000), start_ns=now - 82_200_000_000)  # 2.8 s before its end
    app = Unotable(Live(it))
    app.set_reactive(Unotable.view, it)
    assert app.turn_left(now) == 3
    assert app.turn_left(now + 60_000_000_000) == 0
    app.set_reactive(Unotable.view, replace(it, table=replace(it.table, limit=None)))
    assert app.turn_left(now) is None


def test_only_the_newest_view_is_drawn() -> None:
    older, newer = Seen(view()), Seen(view(top="b7"))
    assert newer.can_replace(older)
    assert not newer.can_replace(events.Key("r", "r"))


def test_nothing_jumps_when_numbers_change() -> None:
    """Names and scores stay in their columns from one card to thirty."""
    few = view(10)
    seats = tuple(replace(s, cards=s.cards + 20, score=s.score + 1000) for s in few.table.seats)
    many = replace(few, table=replace(few.table, seats=seats))
    for before, after in zip(play(Live(few)).split("\n"), play(Live(many)).split("\n"), strict=True):
        assert [m.start() for m in re.finditer("[A-Z][a-z]+", before)] == [
            m.start() for m in re.finditer("[A-Z][a-z]+", after)
        ]


def test_a_flood_of_views_from_the_referees_thread_ends_with_the_last() -> None:
    live = Live(view())

    def flood(app: object, pilot: object) -> None:
        def show() -> None:
            for number in range(300):
                live.show(view(top=f"{'rygb'[number % 4]}{number % 10}"))
            live.show(view(top="b3", colour="b"))

        thread = threading.Thread(target=show)
        thread.start()
        thread.join()

    assert "BLUE 3" in play(live, [flood])


def test_the_turns_clock_is_big_wherever_there_is_room() -> None:
    """Beside the words, or under them; nothing else moves with its seconds."""
    for wide, high in ((60, 5), (34, 9), (40, 13)):
        one, two = ([line.plain for line in centre.draw(view(5), wide, high, left)] for left in (1, 12))
        assert all(cell_len(line) == wide for line in (*one, *two))
        assert not any("12 s" in line for line in two)
        changed = [number for number, (a, b) in enumerate(zip(one, two, strict=True)) if a != b]
        assert 2 <= len(changed) <= 5 and max(changed) - min(changed) < 5
    assert any("12 s" in line.plain for line in centre.draw(view(5), 30, 5, 12))


def test_help_is_of_what_is_shown() -> None:
    """A narrow key bar shows only the first keys of a screen."""
    frame = play(Live(pictured(CAUGHT)), ["P", "question_mark"])
    assert "every key of this page" in frame and "s              save picture" in frame
    assert "Left/Right     move" in frame
    assert "Left           pick a card" in play(
        Live(view(phase="scoring", needs=("hand:1",))), ["enter", "question_mark"]
    )
    assert "o ready, ? its clock unsure" in play(Live(view()), ["B", "question_mark"])


def test_a_key_that_means_nothing_now_says_so() -> None:
    assert "Not now: Photo finish" in play(Live(view()), ["P"])
    assert "Not now: Forfeit" in play(Live(view()), ["V"])
    assert "Choose a seat first: F1-F10" in play(Live(view()), ["u"])


def test_keys_typed_at_once_mean_what_they_mean_one_by_one() -> None:
    desk = Desk()

    def at_once(app: Unotable, pilot: object) -> None:
        for key, char in (("f2", None), ("D", "D")):
            app.post_message(events.Key(key, char))

    frame = play(Live(view()), [at_once], desk=desk)
    assert desk.did == [("hold", 2, "done")]
    assert "Choose a seat first" not in frame
    assert "Not now" not in play(Live(view()), ["f2", "u", "j"])


def test_a_wide_name_that_is_cut_leaves_no_hole_in_a_proposal() -> None:
    frame = play(Live(proposed(view(names=("Ana", "Bo", "一二三四五六", "Dee")))))
    assert "一二三~ forgot DONE?" in frame


def test_a_sentence_that_has_no_room_is_left_out_whole() -> None:
    seated = replace(view(phase="first", needs=("first",), plays=()), boards=(BoardView("0c", None, "pico"),))
    narrow, wide = (play(Live(seated), size=size) for size in ((80, 24), (120, 36)))
    assert "press UNO to sit down." in narrow and "Flip" not in narrow
    assert "press UNO to sit down. Flip the first card and type it (r5), or just play on." in wide
