"""What only screens show of a table, and the small questions that others ask the game."""

from __future__ import annotations

import pytest
from unotable.game import attack, challenge, cut, party, scoring, uno
from unotable.game.cards import UNTOLD, CardError, parse
from unotable.game.entry import Entry, Header
from unotable.game.fold import Reading, fold
from unotable.game.ruleset import RuleSet
from unotable.game.scoring import first_dealer
from unotable.game.state import State
from unotable.game.table import Table
from unotable.game.timeline import build, last_undoable, undone

S = 1_000_000
FIRST = Entry(1, 0, "first", card="r5")


def table(*entries: Entry, seats: int = 3, now: int | None = None, **rules: object) -> Table:
    header = Header("mattel", tuple(f"P{i}" for i in range(1, seats + 1)), dealer=seats)
    return fold(header, RuleSet(**rules), entries, now)  # type: ignore[arg-type]


def done(i: int, t: int, seat: int, **more: int) -> Entry:
    return Entry(i, t, "done", press=True, seat=seat, **more)  # type: ignore[arg-type]


# -- cards ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("r5", "r5", True), ("r5", "g5", False), ("r5", "r6", False), ("r5", "?5", None), ("r5", "r?", None),
        ("r5", "??", None), ("?5", "?5", None), ("?5", "?6", False), ("w", "w", True), ("w:r", "w:g", True),
        ("w", "w+", False), ("w", "??", None), ("w+", "r5", False), ("g?", "r?", False),
    ],
)  # fmt: skip
def test_identical(one: str, other: str, same: bool | None) -> None:
    assert parse(one).identical(parse(other)) is same
    assert parse(other).identical(parse(one)) is same


@pytest.mark.parametrize(
    ("card", "top", "colour", "may"),
    [
        ("r5", "r7", "r", True), ("g7", "r7", "r", True), ("g5", "r7", "r", False), ("w", "r7", "r", True),
        ("g5", "w", "g", True), ("g5", "w", "r", False), ("g5", "w", "?", None), ("?5", "r7", "r", None),
        ("g?", "r7", "r", None), ("r?", "r7", "r", True), ("g5", "??", "?", None), ("??", "r7", "r", None),
        ("g5", "r?", "r", None),
    ],
)  # fmt: skip
def test_follows(card: str, top: str, colour: str, may: bool | None) -> None:
    assert parse(card).follows(parse(top), colour) is may


@pytest.mark.parametrize("text", ["", "r", "x5", "r55", "w:", "w:x", "w+:", "5r", "w:rg", "r5:g"])
def test_no_card(text: str) -> None:
    with pytest.raises(CardError, match="is no card"):
        parse(text)


def test_what_cards_are() -> None:
    assert [parse(c).points() for c in ("r0", "r9", "gs", "b+", "w", "w+", "?r")] == [0, 9, 20, 20, 50, 50, 20]
    assert [parse(c).number for c in ("r0", "rs", "w", "r?")] == [True, False, False, None]
    assert [parse(c).draws for c in ("r+", "w+", "w", "r2")] == [2, 4, 0, 0]
    assert [str(parse(c)) for c in ("r5", "w:g", "w+", "w:?", "??")] == ["r5", "w:g", "w+", "w", "??"]
    assert parse("??") == UNTOLD
    assert parse("w:r").known and not parse("?5").known and not parse("r?").known


# -- before the match ----------------------------------------------------------------------------------------


def test_who_deals_first() -> None:
    assert first_dealer({1: "r3", 2: "g9", 3: "b9"}, "number") is None
    assert first_dealer({1: "r3", 2: "g9", 3: "w"}, "number") == 2
    assert first_dealer({1: "r3", 2: "g9", 3: "w"}, "points") == 3
    assert first_dealer({1: "rs", 2: "r1"}, "number") == 2
    assert first_dealer({1: "rs", 2: "r1"}, "points") == 1
    assert first_dealer({1: "r3", 2: "g9"}, "choose") is None
    assert first_dealer({}, "number") is None


# -- undo ----------------------------------------------------------------------------------------------------


def test_what_undo_takes_back_next() -> None:
    lines = [FIRST, done(2, S, 1), Entry(3, S, "hold", of=2), Entry(4, 2 * S, "note", text="-")]
    assert last_undoable([]) is None
    assert last_undoable(lines) == lines[1]
    lines.append(Entry(5, 3 * S, "undo"))
    assert undone({e.id: e for e in lines}) == {2, 3}
    assert last_undoable(lines) == FIRST
    lines.append(Entry(6, 4 * S, "undo", of=5))
    assert last_undoable(lines) == lines[1]
    assert undone({e.id: e for e in lines}) == {5}


def test_a_line_about_itself_is_about_nothing() -> None:
    assert undone({1: Entry(1, 0, "undo", of=1)}) == set()
    moves = build([FIRST, Entry(2, S, "card", card="r7", of=2)]).moves
    assert [(m.do, m.why) for m in moves[1:]] == [("nonsense", "a line can only be about an earlier one")]


# -- what screens show ---------------------------------------------------------------------------------------


def test_guesses_say_so() -> None:
    keyed = Entry(2, S, "card", card="r7", via="guess")
    assert [p.guess for p in table(FIRST, keyed).plays] == [True]
    assert [p.guess for p in table(FIRST, keyed._replace(via=None)).plays] == [False]
    named = Entry(3, 2 * S, "card", card="r7", of=2, via="guess")
    assert [p.guess for p in table(FIRST, done(2, S, 1), named).plays] == [True]
    assert [p.guess for p in table(FIRST, done(2, S, 1), named._replace(of=None)).plays] == [True]
    assert [p.guess for p in table(FIRST, done(2, S, 1), named._replace(via=None)).plays] == [False]
    assert [p.guess for p in table(FIRST, done(2, S, 1), named._replace(of=None, via=None)).plays] == [False]


def test_a_named_colour_shows_on_the_play() -> None:
    wild, colour = Entry(2, S, "card", card="w"), Entry(3, 2 * S, "colour", colour="g")
    assert [p.card for p in table(FIRST, wild, colour).plays] == ["w:g"]


def test_told_counts_stay_when_the_card_is_told_later() -> None:
    name = Entry(3, 2 * S, "card", card="r7")
    fixed = (done(2, S, 1), Entry(3, S, "fix", of=2, n=2), Entry(4, 2 * S, "card", card="r7"))
    assert [(p.card, p.n) for p in table(FIRST, *fixed, pair_identical=2).plays] == [("r7", 2)]
    keyed = Entry(2, S, "card", card="??", n=2)
    assert [(p.card, p.n) for p in table(FIRST, keyed, name, pair_identical=2).plays] == [("r7", 2)]
    assert [(p.card, p.n) for p in table(FIRST, keyed, name._replace(n=1), pair_identical=2).plays] == [("r7", 1)]


def test_deadlines_stand_still_in_a_pause() -> None:
    pause, resume = Entry(2, S, "pause"), Entry(3, 11 * S, "resume")
    running = table(FIRST, time_turn_s=5.0)
    assert (running.deadline, running.limit, running.since) == (5 * S, 5 * S, 0)
    paused = table(FIRST, pause, time_turn_s=5.0, now=60 * S)
    assert (paused.deadline, paused.limit, paused.paused) == (None, None, True)
    resumed = table(FIRST, pause, resume, time_turn_s=5.0)
    assert (resumed.deadline, resumed.limit, resumed.paused) == (15 * S, 15 * S, False)
    assert not resumed.rulings


def test_a_turn_that_a_cut_held_up_has_no_more_time_than_it_had() -> None:
    card, cut = Entry(3, S, "card", card="r7", of=2), Entry(4, 3 * S, "cut", press=True, seat=3)
    held_up = (FIRST, done(2, S, 1), card, cut)
    standing = table(*held_up, time_turn_s=5.0, cut_scope="any", now=7 * S)
    assert (standing.phase, standing.turn, standing.limit) == ("cut", 3, None)
    again = table(*held_up, time_turn_s=5.0, cut_scope="any", now=9 * S)  # nothing was laid: the cut failed at 8 s
    assert (again.turn, again.since, again.limit, again.deadline) == (2, 8 * S, 11 * S, 11 * S)
    over = table(*held_up, time_turn_s=5.0, cut_scope="any", now=12 * S)
    assert (over.turn, over.limit, over.rulings[-1].rule) == (2, 11 * S, "turn.timeout")


def test_teams_only_where_there_are_some() -> None:
    assert table(FIRST, seats=4).teams == ()
    assert table(FIRST, seats=4, team_size=2).teams == ((1, 3), (2, 4))
    assert table(FIRST, seats=3, team_size=2).teams == ()


def test_who_names_the_first_colour() -> None:
    def asked(card: str, **rules: object) -> int | None:
        return table(FIRST._replace(card=card), seats=4, **rules).asked

    assert asked("w") == 1
    assert asked("w", start_wild="dealer") == 4
    assert asked("w", start_wild="right") == 3
    assert asked("w+", start_wild4="attack") == 4
    assert asked("w:r") is None


def test_a_last_seven_waits_for_no_swap() -> None:
    """Nor while a claim of it stands, before the round is over."""
    claim = Entry(2, 800_000, "cut", press=True, seat=3)
    seven = (done(3, S, 1), Entry(4, 2 * S, "card", card="r7", of=3))
    for hand, needs in ((1, ()), (2, ("swap",))):
        assert table(FIRST, claim, *seven, deal_hand=hand, cut_scope="any", party_seven_swaps=True).needs == needs


def test_the_winner_moves_along() -> None:
    won = Entry(2, S, "card", card="r7")
    order = Entry(3, 2 * S, "seats", order=(2, 1, 3))
    assert table(FIRST, won, deal_hand=1, score_mode="none").winner == 1
    assert table(FIRST, won, order, deal_hand=1, score_mode="none").winner == 2


# -- reading on ----------------------------------------------------------------------------------------------


def test_a_thousand_lines_later_an_early_one_changes() -> None:
    """Whatever is added, a reading equals one from scratch, also across many snapshots."""
    header, rules = Header("mattel", ("Ana", "Bo", "Cy"), dealer=3), RuleSet()
    live, lines = Reading(header, rules), [FIRST]
    live.add(FIRST)
    for i in range(2, 201):
        lines.append(Entry(i, i * S, "draw") if i % 3 else done(i, i * S, (i - 2) % 3 + 1))
        live.add(lines[-1])
    for late in (
        Entry(201, 3 * S + 5, "penalty", seat=2, n=3, why="-"),
        Entry(202, 201 * S, "undo", of=9),
        Entry(203, 202 * S, "fix", of=12, at=12 * S + 7),
        Entry(204, 203 * S, "card", card="r+", of=3),
        Entry(205, 204 * S, "undo", of=202),
    ):
        lines.append(late)
        live.add(late)
        assert live.table() == fold(header, rules, lines)


def test_nothing_is_open_before_the_first_line() -> None:
    st = State(RuleSet(), ("Ana", "Bo"), 1, "full")
    assert [attack.state(st), cut.state(st), challenge.state(st), uno.state(st, 1)] == ["none"] * 4
    assert [party.slap_state(st), party.silence_state(st), scoring.state(st)] == ["none", "talking", "first"]


@pytest.mark.parametrize(
    "late", [Entry(6, 7_100_000, "done", press=True, seat=3), Entry(6, 7_100_000, "card", card="r7")]
)
def test_a_line_inside_the_bound_of_a_deadline_already_read(late: Entry) -> None:
    """The claim's bound puts its DONE, typed or pressed, before the deadline, though a later press was read first."""
    lines = [
        FIRST, Entry(2, S, "card", card="r7"), Entry(3, 2 * S, "cut", press=True, seat=3, u=200_000),
        Entry(4, 3 * S, "note", text="-"), Entry(5, 7_050_000, "uno", press=True, seat=1), late,
    ]  # fmt: skip
    header, rules = Header("mattel", ("Ana", "Bo", "Cy"), dealer=3), RuleSet(cut_scope="coloured")
    live = Reading(header, rules)
    for count, entry in enumerate(lines, 1):
        live.add(entry)
        assert live.table() == fold(header, rules, lines[:count])
    assert "cut.won" in {ruling.rule for ruling in live.table().rulings}
    assert live.table().turn == 1


def test_a_card_that_named_a_play_is_undone_or_corrected() -> None:
    """The play it named is unnamed again, or bears the corrected card, whatever came in between."""
    header, rules = Header("mattel", ("Ana", "Bo", "Cy"), dealer=3), RuleSet()
    lines = [
        FIRST, done(2, S, 1), Entry(3, 2 * S, "card", card="rs"), done(4, 3 * S, 3),
        Entry(5, 4 * S, "fix", of=3, card="r7"), Entry(6, 5 * S, "undo", of=5), Entry(7, 6 * S, "undo", of=3),
        Entry(8, 7 * S, "undo", of=7),
    ]  # fmt: skip
    live, cards = Reading(header, rules), []
    for count, entry in enumerate(lines, 1):
        live.add(entry)
        assert live.table() == fold(header, rules, lines[:count]), count
        cards.append([(play.seat, play.card) for play in live.table().plays])
    assert cards[2:] == [
        [(1, "rs")], [(1, "rs"), (3, "??")], [(1, "r7")], [(1, "rs"), (3, "??")], [(1, "??")], [(1, "rs"), (3, "??")],
    ]  # fmt: skip


def test_a_press_of_a_seat_that_is_not_there() -> None:
    quiet = table(FIRST)
    for seat in (4, 10):
        assert table(FIRST, done(2, S, seat), now=S) == table(FIRST, now=S)
    assert quiet.rulings == ()
