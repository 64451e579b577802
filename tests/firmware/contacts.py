"""Contacts that bounce, as lists of edges: what hypothesis presses the buttons with."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

LONGEST_BOUNCE = 2_900  # µs open on end while it is being pressed; more is a spike by rule 2
LONGEST_GAP = 29_000  # µs open on end while it is down; more is a release by rule 4


@dataclass(frozen=True)
class Gesture:
    """A press (or a `spike`) of one button. edges: µs from its first edge, alternately closing and opening."""

    edges: tuple[int, ...]
    rest: int  # µs until the next gesture begins, from the last edge
    spike: bool = False

    @property
    def down(self) -> int:
        """µs from the first edge to the opening that lasts."""
        return self.edges[-1]


def chatter(longest: int, most: int = 8) -> st.SearchStrategy[list[int]]:
    """An even number of intervals: the contact ends as it began."""
    return st.lists(st.integers(1, longest), max_size=most).map(lambda parts: parts[: len(parts) // 2 * 2])


@st.composite
def presses(draw: st.DrawFn, shortest: int = 3_001, gap: int = LONGEST_GAP, rest: int = 30_001) -> Gesture:
    """A finger's press: bouncing when the contact closes, chattering when it opens."""
    intervals = [
        *draw(chatter(LONGEST_BOUNCE)),
        draw(st.integers(shortest, 60_000) | st.integers(400_000, 540_000) | st.integers(640_000, 700_000)),
        *draw(chatter(gap)),
    ]
    edges = [0]
    for interval in intervals:
        edges.append(edges[-1] + interval)
    return Gesture(tuple(edges), draw(st.integers(rest, 200_000)))


@st.composite
def spikes(draw: st.DrawFn) -> Gesture:
    """Closed for less than 3 ms altogether, then open: no finger does that."""
    intervals = draw(st.lists(st.integers(1, 500), min_size=1, max_size=5).map(lambda parts: parts[: len(parts) | 1]))
    if len(intervals) % 2 == 0:
        intervals = intervals[:-1]
    edges = [0]
    for interval in intervals:
        edges.append(edges[-1] + interval)
    return Gesture(tuple(edges), draw(st.integers(3_001, 60_000)), spike=True)


GESTURES = st.lists(presses() | spikes(), max_size=4)


def schedule(gestures: list[Gesture], start: int) -> list[tuple[int, bool]]:
    """Edges (µs, closed) of one contact from `start` on; times don't wrap."""
    edges = []
    at = start
    for gesture in gestures:
        edges += [(at + offset, k % 2 == 0) for k, offset in enumerate(gesture.edges)]
        at = edges[-1][0] + gesture.rest
    return edges


def expected(gestures: list[Gesture], start: int) -> list[tuple[str, int]]:
    """What must be told of them: P and L with their first edge's µs, R."""
    told = []
    at = start
    for gesture in gestures:
        if not gesture.spike:
            told.append(("P", at))
            if held(gesture):
                told.append(("L", at))
            told.append(("R", 0))
        at += gesture.edges[-1] + gesture.rest
    return told


def held(gesture: Gesture) -> bool:
    """Closed at 600 ms, or open then but closed again before it counted as released."""
    return gesture.down > 600_000
