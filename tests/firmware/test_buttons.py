"""Buttons: however a contact bounces and however late the loop looks, a press is told once, with its first edge."""

from __future__ import annotations

import bisect

from hypothesis import given, settings
from hypothesis import strategies as st
from unoseat import buttons
from unoseat.buttons import Buttons

from tests.firmware import contacts
from tests.firmware.contacts import GESTURES, Gesture
from tests.firmware.test_ticks import PERIOD, Short

Told = tuple[str, int, int, int, int]
STARTS = st.integers(0, PERIOD - 1) | st.integers(PERIOD - 1_000_000, PERIOD - 1)
fewer = settings(max_examples=40)  # each looks thousands of times
LOOKS = st.lists(st.integers(200, 40_000), min_size=2, max_size=20)


class Kept:
    """Where events go: a list."""

    def __init__(self) -> None:
        self.told: list[Told] = []

    def put(self, kind: str, button: int, ticks: int, x: int, y: int) -> int:
        self.told.append((kind, button, ticks, x, y))
        return len(self.told)


def level(edges: list[tuple[int, bool]], at: int) -> bool:
    """Whether a contact with these edges is closed at `at`."""
    before = bisect.bisect_right(edges, (at, True))
    return bool(before) and edges[before - 1][1]


def play(all_edges: list[list[tuple[int, bool]]], start: int, looks: list[int], patience: int) -> list[Told]:
    """The events of three contacts, stamped if `patience`, looked at with these intervals again and again."""
    kept = Kept()
    machine = Buttons(kept, patience)
    end = max([edges[-1][0] for edges in all_edges if edges], default=start) + 80_000
    stamps = sorted((at, i, closed) for i, edges in enumerate(all_edges) for at, closed in edges) if patience else []
    now, turn = start, 0
    while now < end:
        now += looks[turn % len(looks)]
        turn += 1
        while stamps and stamps[0][0] <= now:
            at, i, closed = stamps.pop(0)
            machine.edge(i, closed, Short(at % PERIOD))
        for i, edges in enumerate(all_edges):
            machine.look(i, level(edges, now), Short(now % PERIOD))
        machine.seen = Short(now % PERIOD)
        due = machine.wait(machine.seen)
        assert due == -1 or 0 <= due <= buttons.HOLD
    return kept.told


def of(told: list[Told], button: int) -> list[tuple[str, int]]:
    return [(kind, 0 if kind == "R" else ticks) for kind, which, ticks, _, _ in told if which == button]


@fewer
@given(st.tuples(GESTURES, GESTURES, GESTURES), STARTS, LOOKS)
def test_every_press_is_told_once_with_its_first_edge(
    played: tuple[list[Gesture], ...], start: int, looks: list[int]
) -> None:
    told = play([contacts.schedule(gestures, start + 1) for gestures in played], start, looks, patience=1000)
    for button, gestures in enumerate(played):
        assert of(told, button) == [
            (kind, at % PERIOD if kind != "R" else 0) for kind, at in contacts.expected(gestures, start + 1)
        ]


@fewer
@given(GESTURES, STARTS, LOOKS)
def test_when_the_loop_looks_changes_nothing(gestures: list[Gesture], start: int, looks: list[int]) -> None:
    edges = [contacts.schedule(gestures, start + 1), [], []]
    assert play(edges, start, looks, patience=1000) == play(edges, start, [2_500], patience=1000)


@fewer
@given(st.lists(contacts.presses(), min_size=1, max_size=4), STARTS)
def test_edges_and_bounce_are_those_until_it_counted(gestures: list[Gesture], start: int) -> None:
    told = play([[], contacts.schedule(gestures, start + 1), []], start, [1_700], patience=1000)
    for gesture, (_, _, _, edges, bounce) in zip(gestures, [one for one in told if one[0] == "P"], strict=True):
        counted = next(k for k in range(0, 99, 2) if gesture.edges[k + 1] >= buttons.CONFIRM)
        assert (edges, bounce) == (counted + 1, gesture.edges[counted])


@fewer
@given(st.lists(contacts.presses(shortest=5_000, gap=3_000, rest=32_000), max_size=6), STARTS, st.integers(500, 900))
def test_a_board_without_interrupts_tells_each_press_once(gestures: list[Gesture], start: int, period: int) -> None:
    """Polled at `period` µs: stamped when seen, so late by less than the bounce and a period."""
    told = play([contacts.schedule(gestures, start + 1), [], []], start, [period], patience=0)
    mine = of(told, 0)
    assert [kind for kind, _ in mine] == [kind for kind, _ in contacts.expected(gestures, start + 1)]
    for (_, ticks), (kind, at) in zip(mine, contacts.expected(gestures, start + 1), strict=True):
        if kind == "P":
            assert 0 <= (ticks - at) % PERIOD < 8 * contacts.LONGEST_BOUNCE + period


@given(st.lists(st.integers(40_000, 90_000), min_size=2, max_size=8), STARTS, st.sets(st.integers(0, 7)))
def test_lost_stamps_lose_no_press(spans: list[int], start: int, lost: set[int]) -> None:
    """If an interrupt's stamps are lost, the level tells of the press: later, but once."""
    gestures = [Gesture((0, down), rest) for down, rest in zip(spans[::2], spans[1::2], strict=False)]
    edges = contacts.schedule(gestures, start + 1)
    kept = Kept()
    machine = Buttons(kept, 1000)
    last = start
    for now in range(start, edges[-1][0] + 80_000, 1_000):
        for k, (at, closed) in enumerate(edges):
            if last < at <= now and k not in lost:
                machine.edge(0, closed, at % PERIOD)
        machine.look(0, level(edges, now), now % PERIOD)
        last = now
    presses = [ticks for kind, _, ticks, _, _ in kept.told if kind == "P"]
    firsts = [at % PERIOD for kind, at in contacts.expected(gestures, start + 1) if kind == "P"]
    assert len(presses) == len(firsts)
    assert all((seen - first) % PERIOD <= 2_000 for seen, first in zip(presses, firsts, strict=True))


@fewer
@given(GESTURES, STARTS, LOOKS)
def test_past_covers_what_has_no_event_yet(gestures: list[Gesture], start: int, looks: list[int]) -> None:
    """A press told later than an answer has its first edge no earlier than the answer said."""
    edges = contacts.schedule(gestures, start + 1)
    kept = Kept()
    machine = Buttons(kept, 1000)
    now, turn, told = start, 0, 0
    silent_before = start
    while now < (edges[-1][0] if edges else start) + 100_000:
        now += looks[turn % len(looks)]
        turn += 1
        for at, closed in edges:
            if now - looks[(turn - 1) % len(looks)] < at <= now:
                machine.edge(0, closed, at % PERIOD)
        machine.look(0, level(edges, now), now % PERIOD)
        machine.seen = now % PERIOD
        for kind, _, ticks, _, _ in kept.told[told:]:
            if kind == "P":
                at = now - (now - ticks) % PERIOD
                assert at >= silent_before
        told = len(kept.told)
        asked = now + 137
        silent_before = asked - machine.past(asked % PERIOD)


def test_events_are_numbered_in_their_order_however_late_the_loop_looks() -> None:
    taps = [[(begin, True), (begin + 12_000, False)] for begin in (1_000, 51_000, 101_000)]
    for look in (1_000, 40_000, 400_000):
        told = play(taps, 0, [look], patience=2_000)
        assert [(kind, button) for kind, button, *_ in told] == [(k, i) for i in range(3) for k in "PR"], look


def test_a_release_needs_30_ms() -> None:
    edges = [(1, True), (50_001, False), (79_001, True), (100_001, False), (131_000, True), (200_000, False)]
    told = play([[], [], edges], 0, [400], patience=1000)
    assert [(kind, ticks) for kind, _, ticks, _, _ in told] == [
        ("P", 1),
        ("R", 100_001),
        ("P", 131_000),
        ("R", 200_000),
    ]


def test_a_hold_names_its_press() -> None:
    told = play([[(1, True), (900_000, False)], [], []], 0, [5_000], patience=1000)
    assert told == [("P", 0, 1, 1, 0), ("L", 0, 1, 1, 0), ("R", 0, 900_000, 0, 0)]


def test_a_pulse_too_short_to_see_is_two_edges() -> None:
    """The handler found the level it had before: the contact moved and moved back."""
    kept = Kept()
    machine = Buttons(kept, 1000)
    machine.edge(0, False, 100)
    machine.edge(0, True, 900)
    machine.look(0, True, 3_100)
    assert kept.told == [("P", 0, 100, 3, 800)]


def test_the_table_answers_each_case_once() -> None:
    cases = [(state, when) for state, when, _, _ in buttons.RULES]
    assert len(cases) == len(set(cases))
    for state in range(7):
        happens = {when for before, when in cases if before == state}
        contact = happens & {buttons.CLOSES, buttons.OPENS}
        assert len(contact) == 1, "a state knows which way the contact can move"
        assert (buttons.TIMER in happens) == (state in buttons.TIMERS)
        assert any(after == state for _, _, after, _ in buttons.RULES)
