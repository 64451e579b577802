"""Events in order, each once: the corners that a board in good health never reaches."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from unotable.link.inbox import GIVE_UP, Inbox, Item


def item(ev: int, kind: str = "P", count: int = 1) -> Item:
    return Item(kind, ev, ev + count - 1)


def drain(inbox: Inbox, now: int = 0) -> list[tuple[str, int, int]]:
    told = []
    while (found := inbox.next(now)) is not None:
        inbox.tell(found)
        told.append((found.kind, found.ev, found.upto))
    return told


@given(order=st.permutations(range(1, 12)), again=st.lists(st.integers(1, 11)))
def test_any_order_and_any_repetition_is_told_in_order_once(order: list[int], again: list[int]) -> None:
    inbox = Inbox()
    told = []
    for ev in [*order, *again]:
        inbox.put(item(ev))
        told += drain(inbox)
    assert [ev for _, ev, _ in told] == list(range(1, 12))


def test_a_gap_that_nothing_fills_is_listed_as_lost() -> None:
    inbox = Inbox()
    inbox.put(item(1))
    inbox.put(item(5))
    assert drain(inbox, 100) == [("P", 1, 1)]
    assert drain(inbox, 99 + GIVE_UP) == []
    assert drain(inbox, 100 + GIVE_UP) == [("D", 2, 4), ("P", 5, 5)]
    inbox.put(item(3))
    assert drain(inbox, 101 + GIVE_UP) == []


def test_of_dropped_events_only_the_rest_is_told_where_some_were_given_up() -> None:
    inbox = Inbox()
    inbox.put(item(1))
    inbox.put(item(4))
    drain(inbox)
    assert drain(inbox, GIVE_UP + 1) == [("D", 2, 3), ("P", 4, 4)]
    inbox.put(item(3, "D", 5))
    assert drain(inbox) == [("D", 5, 7)]


def test_where_the_numbers_begin_is_not_guessed() -> None:
    inbox = Inbox()
    inbox.put(item(8))
    inbox.put(item(7))
    assert drain(inbox) == []
    inbox.begin(9)
    assert drain(inbox) == [("P", 7, 7), ("P", 8, 8)]
    inbox.put(item(9))
    assert drain(inbox) == [("P", 9, 9)]


def test_they_begin_after_what_was_made_where_nothing_waits() -> None:
    inbox = Inbox()
    inbox.begin(9)
    inbox.put(item(11))
    assert drain(inbox) == []
    inbox.put(item(10))
    assert drain(inbox) == [("P", 10, 10), ("P", 11, 11)]


def test_a_release_counts_once_all_before_it_is_safe() -> None:
    inbox = Inbox()
    for number, kind in enumerate("PRPLR", 1):
        inbox.put(item(number, kind))
    drain(inbox)
    assert inbox.acked == 0
    assert inbox.ack(1)
    assert inbox.acked == 2
    inbox.ack(4)
    assert inbox.acked == 5
    assert not inbox.ack(3)


def test_what_is_left_when_the_board_forgets() -> None:
    inbox = Inbox()
    inbox.put(item(1))
    drain(inbox)
    inbox.put(item(3))
    inbox.put(item(4, "R"))
    left = inbox.end(6)
    assert [(it.kind, it.ev, it.upto) for it in left] == [("D", 2, 2), ("P", 3, 3), ("R", 4, 4), ("D", 5, 6)]
    assert inbox.end(6) == []


def test_what_is_left_of_a_board_that_was_hardly_known() -> None:
    inbox = Inbox()
    assert inbox.end(None) == []
    inbox = Inbox()
    inbox.put(item(7))
    assert [(it.kind, it.ev) for it in inbox.end(None)] == [("P", 7)]
