"""What keys and the mouse send to the referee."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from unotable.app.app import Unotable
from unotable.app.screens.scoring import Hands
from unotable.app.screens.table import TableScreen
from unotable.app.widgets.keybar import KeyBar
from unotable.app.widgets.seat import SeatCard
from unotable.game.ruleset import RuleSet
from unotable.match.view import View

from tests.app.screen import Then, play, text
from tests.app.views import Desk, Live, called, held, proposed, view

Line = dict[str, object]


def sent(it: View, *keys: str | Then, rules: RuleSet | None = None) -> list[Line]:
    live = Live(it, rules)
    play(live, keys)
    return live.sent


def test_a_card_names_the_play_that_is_shown() -> None:
    assert sent(view(), "r", "5", "g", "s") == [
        {"do": "card", "card": "r5", "of": 31},
        {"do": "card", "card": "gs", "of": 31},
    ]


def test_black_cards_wait_for_enter_or_a_colour() -> None:
    assert sent(view(), "w", "enter", "w", "+", "enter", "w", "g", "w", "+", ":", "b") == [
        {"do": "card", "card": "w", "of": 31},
        {"do": "card", "card": "w+", "of": 31},
        {"do": "card", "card": "w:g", "of": 31},
        {"do": "card", "card": "w+:b", "of": 31},
    ]


def test_arrows_pick_another_play_and_the_next_card_starts_anew() -> None:
    plays = view().table.plays
    assert [play.entry for play in plays] == [26, 28, 31]
    assert sent(view(), "up", "b", "7", "up", "up", "up", "y", "1", "down", "r", "2", "b", "4") == [
        {"do": "card", "card": "b7", "of": 28},
        {"do": "card", "card": "y1", "of": 26},
        {"do": "card", "card": "r2", "seat": 2},  # past the latest play stands a new one
        {"do": "card", "card": "b4", "of": 31},
    ]


def test_escape_clears_and_backspace_edits() -> None:
    assert sent(view(), "r", "escape", "g", "backspace", "b", "5") == [{"do": "card", "card": "b5", "of": 31}]


def test_two_at_once_and_what_was_not_told() -> None:
    assert sent(view(), "2", "r", "5", ".", "s") == [
        {"do": "card", "card": "r5", "of": 31, "n": 2},
        {"do": "card", "card": "?s", "of": 31},
    ]


def test_keys_tracking_makes_plays() -> None:
    it = replace(view(track="keys", plays=()), naming=None)
    assert sent(it, "r", "5", "f3", "g", "2", "escape", "d") == [
        {"do": "card", "card": "r5"},
        {"do": "card", "card": "g2", "seat": 3},
        {"do": "draw"},
    ]


def test_the_first_card() -> None:
    assert sent(view(phase="first", needs=("first",), plays=()), "r", "5") == [{"do": "first", "card": "r5"}]


def test_a_colour_is_one_key_while_it_is_asked_for() -> None:
    it = view(phase="colour", needs=("colour",), top="w", colour="?")
    assert sent(it, "g") == [{"do": "colour", "colour": "g"}]
    assert sent(it, "w", "g")[0]["card"] == "w:g"


def test_undo_pause_accept_and_deny() -> None:
    assert sent(held(view(phase="cut", claims=(3,), turn=3)), "z", "p", "a", "x") == [
        {"do": "undo"},
        {"do": "pause"},
        {"do": "accept"},
        {"do": "deny"},
    ]


def test_a_challenge_is_answered_by_one_key() -> None:
    it = view(phase="challenge", needs=("challenge",), top="w+:b", colour="b", pending=4, turn=3)
    assert sent(it, "v") == [{"do": "challenge", "result": "guilty"}]
    assert sent(it, "i") == [{"do": "challenge", "result": "innocent"}]


def test_each_hand_of_a_chain_has_its_verdict() -> None:
    plays = tuple(play._replace(card="w+:b") for play in view().table.plays[1:])
    it = view(phase="challenge", needs=("challenge",), top="w+:b", colour="b", pending=8, turn=3, plays=plays)
    lines = sent(it, "v", "1", "2", rules=RuleSet(wild4_whom="any"))
    assert lines == [{"do": "challenge", "results": {"1": "guilty", "2": "innocent"}}]


def test_buzzer_races_are_answered() -> None:
    it = view(track="buzzer", needs=("answer:9",))
    assert sent(it, "2", "0") == [
        {"do": "answer", "of": 9, "result": "safe"},
        {"do": "answer", "of": 9, "result": "nothing"},
    ]
    assert sent(it, "1", "4") == [{"do": "answer", "of": 9, "result": "caught", "seat": 4}]


def test_another_way_of_keeping_track() -> None:
    assert sent(view(phase="between"), "N", "3") == [{"do": "round", "track": "buzzer"}]
    assert sent(view(phase="first", needs=("first",), plays=()), "N", "2") == [{"do": "round", "track": "keys"}]
    assert sent(view(), "N") == []


def test_nobody_joins_by_the_name_of_somebody_who_plays() -> None:
    async def joins(name: str) -> list[Line]:
        live = Live(view(phase="between"))
        app = Unotable(live)
        async with app.run_test() as pilot:
            app.action_command("join")
            await pilot.pause()
            await pilot.press(*name, "enter")
            await pilot.pause()
        return live.sent

    assert asyncio.run(joins("Ana")) == []
    assert asyncio.run(joins("Zoe")) == [{"do": "join", "name": "Zoe"}]


DECISIONS: list[tuple[tuple[str, ...], Line]] = [
    (("f", "enter"), {"do": "fault", "seat": 2, "kind": "wrong_play"}),  # who played last stands first
    (("F", "3", "1"), {"do": "fault", "seat": 1, "kind": "advice"}),
    (("e", "f4", "2", *"late", "enter"), {"do": "penalty", "seat": 4, "n": 2, "why": "late"}),
    (("h", "3"), {"do": "out", "seat": 3}),
    (("E", "1"), {"do": "end", "reason": "stalemate"}),
    (("S", "1", "4", "5"), {"do": "set", "seat": 4, "cards": 5}),
    (("S", "3"), {"do": "set", "direction": -1}),
    (("t", *"hi", "enter"), {"do": "note", "text": "hi"}),
    (("o", "1", *"no", "enter", "2"),
     {"do": "overrule", "rule": "uno.late", "why": "no", "of": 33, "about": 2, "seat": 2, "draw": 2}),
]  # fmt: skip


def test_the_table_decides() -> None:
    keys = [key for keys, _ in DECISIONS for key in keys]
    assert sent(view(), *keys) == [line for _, line in DECISIONS]


def test_escape_leaves_a_question_and_sends_nothing() -> None:
    assert sent(view(), "e", "escape", "o", "1", "escape", "left", "escape") == []


def test_the_card_picker_needs_no_letters() -> None:
    assert sent(view(), "left", "down", "right", "enter") == [{"do": "card", "card": "y1", "of": 31}]


def test_a_swap_and_the_wild_menu() -> None:
    assert sent(view(needs=("swap",)), "enter", "4") == [{"do": "swap", "seat": 2, "with": 4}]
    it = view(phase="colour", needs=("menu",), top="w", colour="r")
    assert sent(it, "1", "3") == [{"do": "menu", "choice": "look", "with": 3}]
    assert sent(it, "b") == [{"do": "colour", "colour": "b"}]


def test_next_round_and_who_deals() -> None:
    it = view(phase="between", turn=None)
    assert sent(it, "n") == [{"do": "round"}]
    assert sent(it, "n", "3", rules=RuleSet(deal_dealer_next="choose")) == [{"do": "round", "dealer": 3}]
    assert sent(it, "r", "5") == []  # no card means anything now


def test_a_seats_buttons_by_key() -> None:
    assert sent(view(), "f3", "u", "c", "D", "escape", "u") == [
        {"press": "uno", "seat": 3, "via": "key"},
        {"press": "cut", "seat": 3, "via": "key"},
        {"press": "done", "seat": 3, "via": "key", "hold": True},
    ]


def test_in_the_demo_the_boards_own_buttons_are_pressed() -> None:
    live, desk = Live(view()), Desk()
    play(live, ["f2", "d", "D", "f4", "u"], desk=desk)
    assert desk.did == [("press", 2, "done"), ("hold", 2, "done"), ("press", 4, "uno")]
    assert live.sent == []


def test_hands_are_typed_fast_and_only_once() -> None:
    asked = ("hand:1", "hand:3", "hand:4")
    live = Live(view(phase="scoring", turn=None, winner=2, needs=asked))

    def in_(left: tuple[str, ...]) -> Then:
        return lambda app, pilot: live.show(view(phase="scoring", turn=None, winner=2, needs=left))

    play(live, [*"r5gsw+", "enter", in_(asked[1:]), *"35", "enter", "enter", in_(asked[2:])])
    assert live.sent == [
        {"do": "hand", "seat": 1, "cards": ["r5", "gs", "w+"]},
        {"do": "hand", "seat": 3, "points": 35},
        {"do": "hand", "seat": 4, "points": 0},
    ]


def test_a_hand_that_cannot_be_read_is_not_sent() -> None:
    live = Live(view(phase="scoring", turn=None, winner=2, needs=("hand:1",)))
    frame = play(live, [*"r5g", "enter"])
    assert live.sent == []
    assert "g is no card" in frame


def test_undo_across_the_rounds_end() -> None:
    live = Live(view(phase="scoring", turn=None, winner=2, needs=("hand:1",)))
    frame = play(live, ["z", lambda app, pilot: live.show(called(view(), 1))])
    assert live.sent == [{"do": "undo"}]
    assert "card>" in frame  # back at the table


def test_commands_seats_and_buttons_by_mouse() -> None:

    live = Live(view())

    async def run() -> None:
        app = Unotable(live)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.click(KeyBar, offset=(2, 0))
            await pilot.click(app.screen.query(SeatCard)[2], offset=(3, 2))
            await pilot.pause()
            assert app.chosen == 3
            await pilot.click(KeyBar, offset=(9, 0))
            await pilot.press("question_mark")
            await pilot.click(offset=(text(app).split("\n")[-1].index("Esc"), 23))
            await pilot.pause()
            assert isinstance(app.screen, TableScreen)

    asyncio.run(run())
    assert live.sent == [{"do": "undo"}, {"press": "uno", "seat": 3, "via": "key"}]


def test_a_click_chooses_the_hand_to_type() -> None:
    live = Live(view(phase="scoring", turn=None, winner=2, needs=("hand:1", "hand:3", "hand:4")))

    async def run() -> None:
        app = Unotable(live)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            hands = app.screen.query_one(Hands)
            row = next(y for y, line in enumerate(text(app).split("\n")) if " 4 Dee" in line)
            await pilot.click(offset=(5, row))
            await pilot.pause()
            assert hands.at == 4
            await pilot.press("7", "enter")

    asyncio.run(run())
    assert live.sent == [{"do": "hand", "seat": 4, "points": 7}]


def test_a_board_is_chosen_and_seated_on_the_boards_screen() -> None:
    live = Live(view())
    boards = [board.board for board in live.view.boards]
    frame = play(live, ["B", "f2", "down", "down", "f4", "up", "minus", "up", "f1"])
    assert live.seated == [(boards[1], 4), (boards[0], None), (boards[-1], 1)]
    assert f">4 Dee            {boards[-1]}" in frame


def test_a_proposal_is_decided_by_one_key_also_from_the_palette_and_the_mouse() -> None:
    live = Live(proposed(view()))
    frame = play(live, ["2", "3"])
    assert "Dee's DONE: [1] skip? * [2] Cy forgot DONE? [3] wrong press" in frame
    assert live.decided == [2, 3] and live.sent == []

    async def click() -> None:
        app = Unotable(live)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            row = next(y for y, line in enumerate(text(app).split("\n")) if "[1] skip?" in line)
            await pilot.click(offset=(text(app).split("\n")[row].index("skip?"), row))

    asyncio.run(click())
    assert live.decided == [2, 3, 1]
    play(live, ["ctrl+p", *"That DONE", "enter", "enter"])
    assert live.decided == [2, 3, 1, 1]


def test_a_question_goes_before_a_proposal_and_without_one_digits_are_cards() -> None:
    it = proposed(view(phase="colour", needs=("menu",), top="w", colour="r"))
    live = Live(it)
    play(live, ["1", "3"])
    assert live.decided == [] and live.sent == [{"do": "menu", "choice": "look", "with": 3}]
    live = Live(view())
    play(live, ["2", "r", "5", "1"])
    assert live.decided == [] and live.sent == [{"do": "card", "card": "r5", "of": 31, "n": 2}]


def test_keys_behind_the_one_that_leaves_do_nothing(recwarn: pytest.WarningsRecorder) -> None:
    live = Live(view())

    async def run() -> None:
        app = Unotable(live, lang="en")
        async with app.run_test() as pilot:
            await pilot.pause()
            app.leave()
            for command in ("undo", "penalty", "note"):
                app.action_command(command)
            app.send({"do": "undo"})

    asyncio.run(run())
    assert live.sent == [] and not [it for it in recwarn if "never awaited" in str(it.message)]
