"""Presses lie within their bounds of where they are told to be: then no ruling names an order that was not so."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st
from unotable.game.entry import Entry, Header
from unotable.game.fold import fold
from unotable.game.ruleset import RuleSet
from unotable.game.rulings import Ruling

OPENS = 1_000_000  # µs, the DONE by which seat 2 is left with one card
FROM = 2_000_000


@dataclass(frozen=True)
class Made:
    """A press of `seat`, really at `true` µs, told to be at `t` ± `u`."""

    seat: int
    true: int
    u: int
    off: float  # parts of u

    @property
    def t(self) -> int:
        return self.true + int(self.off * self.u)


def made(seats: tuple[int, ...]) -> st.SearchStrategy[list[Made]]:
    one = st.builds(
        Made,
        st.sampled_from(seats),
        st.integers(FROM, FROM + 3000),
        st.sampled_from([0, 5, 8, 300, 900, 2500]),
        st.sampled_from([-1.0, -0.5, 0.0, 0.5, 1.0]),
    )
    return st.lists(one, min_size=2, max_size=5, unique_by=lambda press: press.seat)


def rulings(
    presses: list[Made], button: str, rules: RuleSet, lies: int = 1, lays: int | None = None
) -> tuple[Ruling, ...]:
    header = Header(rules="mattel", seats=("Ana", "Bo", "Cy", "Dee"), dealer=1)
    entries = [
        Entry(id=1, t=0, do="first", card="?5"),
        Entry(id=2, t=OPENS, do="done", press=True, seat=2),
    ]
    for press in presses:
        entries.append(Entry(id=len(entries) + 1, t=press.t, do=button, press=True, seat=press.seat, u=press.u // lies))
    if lays is not None:
        entries.append(Entry(id=len(entries) + 1, t=FROM + 500_000, do="done", press=True, seat=lays))
    return fold(header, rules, entries, FROM + 600_000).rulings


def wrong_catches(presses: list[Made], found: tuple[Ruling, ...]) -> list[Ruling]:
    """Rulings on the owner, seat 2, that say an order which was not so."""
    true = {press.seat: press.true for press in presses}
    wrong = []
    for ruling in found:
        if ruling.rule == "uno.caught" and 2 in true and any(true[by] > true[2] for by in ruling.by or ()):
            wrong.append(ruling)
        if ruling.rule == "uno.called" and not ruling.tie and min(true.values()) < true[2]:
            wrong.append(ruling)
    return wrong


def wrong_claims(presses: list[Made], rules: RuleSet, lies: int = 1) -> tuple[int, list[Ruling]]:
    """Cuts that were laid, and beaten claims of which the order that is named was not so."""
    true = {press.seat: press.true for press in presses}
    cuts, wrong = 0, []
    for lays in true:
        found = rulings(presses, "cut", rules, lies, lays)
        if any(ruling.rule == "cut.won" for ruling in found):
            cuts += 1
            beaten = [ruling for ruling in found if ruling.rule == "cut.beaten" and not ruling.tie]
            wrong += [ruling for ruling in beaten if true[ruling.seat or 0] < true[lays]]
    return cuts, wrong


@settings(max_examples=150, deadline=None)
@given(made((2, 3, 4, 1)))
def test_no_catch_and_no_call_is_named_against_the_truth(presses: list[Made]) -> None:
    assert wrong_catches(presses, rulings(presses, "uno", RuleSet(deal_hand=2))) == []


@settings(max_examples=150, deadline=None)
@given(made((1, 3, 4)), st.sampled_from(["nearest", "replay"]))
def test_no_claim_is_named_the_later_one_against_the_truth(presses: list[Made], how: str) -> None:
    cuts, wrong = wrong_claims(presses, RuleSet(cut_scope="coloured", cut_tie=how))  # type: ignore[arg-type]
    assert wrong == []
    assert cuts or how == "replay"


@settings(max_examples=150, deadline=None)
@given(made((1, 2, 3, 4)))
def test_nobody_is_named_first_in_a_race_against_the_truth(presses: list[Made]) -> None:
    header = Header(rules="mattel", seats=("Ana", "Bo", "Cy", "Dee"), track="buzzer")
    entries = [
        Entry(id=n, t=press.t, do="uno", press=True, seat=press.seat, u=press.u) for n, press in enumerate(presses, 1)
    ]
    (ruling,) = fold(header, RuleSet(), entries, FROM + 10_000).rulings
    true = {press.seat: press.true for press in presses}
    assert ruling.tie or min(true.values()) == true[ruling.seat or 0]


def test_with_a_quarter_of_the_bounds_they_would_be() -> None:
    """The control: what is tried above can fail."""
    claims = [Made(3, FROM, 900, 1.0), Made(4, FROM + 100, 900, -1.0)]
    cuts = RuleSet(cut_scope="coloured")
    assert wrong_claims(claims, cuts) == (1, [])
    assert wrong_claims(claims, cuts, lies=4)[1] != []
    presses = [Made(2, FROM, 900, 1.0), Made(3, FROM + 100, 900, -1.0)]
    rules = RuleSet(deal_hand=2)
    assert wrong_catches(presses, rulings(presses, "uno", rules)) == []
    assert wrong_catches(presses, rulings(presses, "uno", rules, lies=4)) != []
