"""What is announced, and what is taken back."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from unotable.game.rulings import Ruling
from unotable.game.table import Play, Seat, Table
from unotable.locale import use
from unotable.match.feed import ANSWER_US, KEPT, Feed, FeedItem
from unotable.match.telling import tell

EMPTY = Table(1, "play", 1, 1, 1, "r5", "r", 0, (Seat(1, "Ana"), Seat(2, "Bo")))
CAUGHT = Ruling(1000, "uno.caught", 1, entry=4, by=(2,), draw=2, margin=400, u=20)


def table(*rulings: Ruling, now: int = 0) -> Table:
    return replace(EMPTY, rulings=rulings, now=now)


def test_a_ruling_is_said_once() -> None:
    feed = Feed(EMPTY)
    assert [(item.kind, item.seat, item.draw) for item in feed.read(table(CAUGHT))] == [("ruling", 1, 2)]
    assert feed.read(table(CAUGHT)) == []


def test_what_stood_before_counts_as_said() -> None:
    feed = Feed(table(CAUGHT))
    assert feed.read(table(CAUGHT)) == []
    assert [item.ruling for item in feed.items] == [CAUGHT]


def test_a_ruling_that_is_gone_gives_its_cards_back() -> None:
    feed = Feed(table(CAUGHT))
    assert [(item.kind, item.draw, item.t) for item in feed.read(table(now=5000))] == [("withdrawn", -2, 5000)]


def test_what_is_taken_back_reads_as_one_sentence_in_both_languages() -> None:
    gone = FeedItem(5, "withdrawn", CAUGHT, 1, -2, "undo: UNO seat 2")
    assert tell(gone, ("Ana", "Bo")).startswith("Ana gives back 2. Taken back: Bo caught Ana")
    use("zh")
    assert tell(gone, ("Ana", "Bo")).startswith("Ana 退回 2 张。撤回：Bo")


def test_a_change_of_cards_is_said_a_sharper_margin_is_not() -> None:
    feed = Feed(table(CAUGHT))
    assert feed.read(table(replace(CAUGHT, margin=390, u=10))) == []
    more = replace(CAUGHT, by=(2, 3), draw=4)
    assert [(item.kind, item.draw) for item in feed.read(table(more))] == [("changed", 2)]
    tie = replace(more, tie=True)
    assert [(item.kind, item.draw) for item in feed.read(table(tie))] == [("changed", None)]


def test_two_deadlines_of_one_seat_are_two_rulings() -> None:
    feed = Feed(EMPTY)
    first, second = Ruling(1000, "turn.timeout", 1, draw=1), Ruling(9000, "turn.timeout", 1, draw=1)
    feed.read(table(first))
    assert [item.t for item in feed.read(table(first, second))] == [9000]


rulings = st.lists(
    st.builds(
        Ruling,
        t=st.integers(0, 3),
        rule=st.sampled_from(["uno.caught", "turn.timeout"]),
        seat=st.sampled_from([1, 2]),
        entry=st.one_of(st.none(), st.integers(1, 3)),
        draw=st.one_of(st.none(), st.integers(0, 3)),
    ),
    max_size=6,
)


@given(st.lists(rulings, max_size=6))
def test_the_cards_said_add_up_to_the_last_reading(readings: list[list[Ruling]]) -> None:
    feed = Feed(EMPTY)
    said = {1: 0, 2: 0}
    for reading in readings:
        for item in feed.read(table(*reading)):
            said[item.seat or 0] += item.draw or 0
    last = readings[-1] if readings else []
    assert said == {seat: sum(ruling.draw or 0 for ruling in last if ruling.seat == seat) for seat in (1, 2)}


def test_the_feed_is_bounded() -> None:
    feed = Feed(EMPTY)
    for number in range(KEPT + 50):
        feed.say("note", number, f"note {number}")
    assert len(feed.items) == KEPT and feed.items[-1].text == f"note {KEPT + 49}"


def test_cards_that_an_answer_may_undo_are_not_sent_for_at_once() -> None:
    paid = Ruling(1000, "attack.paid", 1, entry=7, draw=2)
    taken = replace(table(paid), needs=("card",), plays=(Play(7, 1000, 1, "??", named=False),))
    feed = Feed(EMPTY)
    assert feed.read(taken, 1000) == []
    assert feed.next == 1000 + ANSWER_US
    assert [item.ruling for item in feed.read(taken, 1000 + ANSWER_US)] == [paid]
    assert feed.next is None
    assert feed.read(taken, 1000 + ANSWER_US) == []


def test_cards_that_an_answer_may_undo_are_sent_for_when_somebody_acts() -> None:
    paid = Ruling(1000, "attack.paid", 1, entry=7, draw=2)
    taken = replace(table(paid), needs=("card",), plays=(Play(7, 1000, 1, "??", named=False),))
    feed = Feed(EMPTY)
    assert feed.read(taken, 1000) == []
    assert [item.ruling for item in feed.read(replace(taken, needs=()), 2000)] == [paid]


def test_an_answer_told_in_time_sends_for_nothing() -> None:
    paid = Ruling(1000, "attack.paid", 1, entry=7, draw=2)
    taken = replace(table(paid), needs=("card",), plays=(Play(7, 1000, 1, "??", named=False),))
    feed = Feed(EMPTY)
    feed.read(taken, 1000)
    assert feed.read(table(), 2000) == []
    assert feed.next is None
