"""Players with real cards: no card is made or lost, and the same seed decides the same way."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from unotable.desk import players
from unotable.desk.cards import Cards, bare, deck, favourite, legal
from unotable.game.cards import parse
from unotable.game.ruleset import RuleSet

counts = st.dictionaries(st.integers(1, 6), st.integers(0, 12), min_size=2, max_size=6)


def everything(cards: Cards) -> Counter[str]:
    return Counter([*cards.pile, *cards.laid, *(card for hand in cards.hands.values() for card in hand)])


def test_the_deck_has_108_cards_worth_1240_points() -> None:
    cards = deck()
    assert len(cards) == 108
    assert sum(parse(card).points() for card in cards) == 1240
    assert Counter(cards)["r0"] == 1 and Counter(cards)["g7"] == 2 and Counter(cards)["w+"] == 4


@given(seed=st.integers(0, 999), fits=st.lists(counts, max_size=8))
def test_following_the_table_keeps_every_card(seed: int, fits: list[dict[int, int]]) -> None:
    cards = Cards(Random(seed))
    cards.deal(range(1, 7), 7)
    top = cards.flip(numbers_only=True)
    assert parse(top).number
    for fit in fits:
        drawn = cards.follow(fit)
        for seat, count in fit.items():
            assert len(cards.hands[seat]) == count
            assert drawn.get(seat, []) == cards.hands[seat][len(cards.hands[seat]) - len(drawn.get(seat, [])) :]
        assert everything(cards) == Counter(deck())


@given(seed=st.integers(0, 999), known=st.lists(st.sampled_from([*deck(), "??", "g?", "w:r", "w+:b"]), max_size=40))
def test_a_round_in_progress_is_dealt_to_fit(seed: int, known: list[str]) -> None:
    cards = Cards(Random(seed))
    cards.deal_to_fit({1: 3, 2: 9, 3: 1}, known)
    assert {seat: len(hand) for seat, hand in cards.hands.items()} == {1: 3, 2: 9, 3: 1}
    assert everything(cards) == Counter(deck())
    laid, told = Counter(cards.laid), Counter(bare(card) for card in known)
    assert all(laid[card] == min(told[card], Counter(deck())[card]) for card in laid | told if card in deck())


def test_laying_and_reshuffling() -> None:
    cards = Cards(Random(3))
    cards.deal((1, 2), 7)
    card = cards.hands[1][0]
    cards.lay(1, card)
    assert cards.laid == [card] and len(cards.hands[1]) == 6
    cards.follow({1: 60, 2: 47})
    assert len(cards.hands[2]) == 47 and not cards.pile and cards.laid == [card]
    assert cards.follow({1: 61}) == {}


@given(seed=st.integers(), hand=st.lists(st.sampled_from(deck()), max_size=12), top=st.sampled_from(deck()))
def test_only_legal_cards_are_chosen_and_always_one_where_there_is_one(seed: int, hand: list[str], top: str) -> None:
    card = parse(top)
    colour = "g" if card.black else card.colour
    chosen = players.choose(hand, card, colour, Random(seed))
    assert (chosen is None) == (not legal(hand, card, colour))
    assert chosen is None or (chosen in hand and parse(chosen).follows(card, colour) is not False)
    assert chosen == players.choose(hand, card, colour, Random(seed))
    assert favourite(hand, Random(seed)) in "rygb"


def test_answers_are_those_the_rules_allow() -> None:
    hand, top = ["r5", "rs", "g+", "w+"], parse("r+")
    assert players.answer(hand, top, "r", RuleSet()) is None
    assert players.answer(hand, top, "r", RuleSet(stack_on_draw2=frozenset({"draw2"}))) == "g+"
    assert players.answer(hand, top, "r", RuleSet(stack_on_draw2=frozenset({"skip"}))) == "rs"
    assert players.answer(hand, parse("w+:b"), "b", RuleSet(stack_on_draw2=frozenset({"draw2"}))) is None


@given(st.integers())
def test_nobody_catches_long_after_having_heard_the_call(seed: int) -> None:
    taps = players.calls(Random(seed), RuleSet(), 1, (2, 3, 4))
    said = [tap.at for tap in taps if tap.seat == 1]
    assert all(tap.at < said[0] + 0.3 for tap in taps if tap.seat != 1 and said)


def test_every_kind_of_moment_comes_up() -> None:
    seen: Counter[str] = Counter()
    for seed in range(400):
        taps = players.calls(Random(seed), RuleSet(), 1, (2, 3))
        said = [tap.at for tap in taps if tap.seat == 1]
        others = [tap.at for tap in taps if tap.seat != 1]
        seen["forgot"] += not said
        seen["early"] += bool(said and said[0] < 0)
        seen["caught"] += bool(others and not said)
        seen["race"] += bool(said and others and abs(min(others) - said[0]) < 0.05)
        seen["cut"] += bool(players.slaps(Random(seed), {1: ["r5"], 2: ["r5"], 3: ["g1"]}, "r5", 1))
        seen["stray"] += bool(players.strays(Random(seed), (2, 3, 4), 1, 2))
        seen["hasty"] += players.haste(["r5", "r6", "g7"], parse("r1"), Random(seed)) is not None
    assert set(seen) == {kind for kind, times in seen.items() if times}
