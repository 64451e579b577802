"""From a stamp to its edge: the usual delay is taken off, and the rest of it is in the bound."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from unotable.clock import Placed, race
from unotable.link.stamps import STAMPS, UNKNOWN, Stamp, stamp

PARTS = [*STAMPS.values(), UNKNOWN]


@given(st.sampled_from(PARTS), st.floats(0, 1), st.integers(10**9, 10**15), st.integers(0, 10**5), st.floats(-1, 1))
def test_the_edge_lies_inside(part: Stamp, share: float, edge: int, u: int, off: float) -> None:
    read = edge + (part.least + share * (part.most - part.least)) * 1000  # true time of the stamp
    found = part.edge(Placed(round(read + off * u * 1000), u, True))  # as well as the clock knows it
    assert abs(found.at_ns - edge) <= found.u_us * 1000 + 1
    assert found.sure


presses = st.tuples(
    st.sampled_from(PARTS), st.floats(0, 1), st.integers(0, 5000), st.integers(0, 2000), st.floats(-1, 1)
)


@given(presses, presses)
def test_no_wrong_order_is_named_between_parts_of_any_kind(
    one: tuple[Stamp, float, int, int, float], other: tuple[Stamp, float, int, int, float]
) -> None:
    edges, found = [], []
    for part, share, edge, u, off in (one, other):
        read = edge + part.least + share * (part.most - part.least)  # µs
        edges.append(edge)
        found.append(part.edge(Placed(10**12 + int((read + off * u) * 1000), u, True)))
    named = race(*found).first
    assert named == 0 or (named < 0) == (edges[0] < edges[1])


@given(st.integers(0, 20_000), st.floats(0, 1), st.integers(0, 5000), st.floats(-1, 1))
def test_a_polled_edge_lies_between_its_two_looks(late: int, share: float, u: int, off: float) -> None:
    edge = 10**12
    read = edge + share * late * 1000
    found = STAMPS["microbit"].edge(Placed(round(read + off * u * 1000), u, True), late)
    assert abs(found.at_ns - edge) <= found.u_us * 1000 + 1
    assert found.u_us <= u + late // 2 + 1


def test_a_part_that_nobody_knows_gets_a_bound_that_nobody_doubts() -> None:
    assert stamp("toaster") is UNKNOWN
    assert UNKNOWN.u_us == max(part.u_us for part in PARTS)


def test_what_is_unsure_stays_so() -> None:
    assert not STAMPS["pico"].edge(Placed(10**9, 5, False)).sure


def test_the_interrupts_median_is_subtracted_and_its_spread_carried() -> None:
    assert STAMPS["pico"].edge(Placed(1_000_000, 10, True)) == Placed(987_400, 18, True)


def test_each_figure_says_where_it_is_from() -> None:
    for part in PARTS:
        assert part.least <= part.median <= part.most
        assert part.source.partition(":")[0] in ("measured", "assumed", "by construction") or part is UNKNOWN
