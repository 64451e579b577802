"""Cards typed key by key."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unotable.app.keyed import EMPTY, Keyed, back, hand, split, step
from unotable.game.cards import parse


def typed(keys: str) -> Keyed | None:
    keyed: Keyed | None = EMPTY
    for char in keys:
        if keyed is None:
            return None
        keyed = step(keyed, char)
    return keyed


@pytest.mark.parametrize(
    ("keys", "card", "n", "done"),
    [
        ("r5", "r5", None, True),
        ("gs", "gs", None, True),
        ("br", "br", None, True),
        ("rr", "rr", None, True),
        ("y+", "y+", None, True),
        ("w", "w", None, False),
        ("w+", "w+", None, False),
        ("wg", "w:g", None, True),
        ("w:g", "w:g", None, True),
        ("w+b", "w+:b", None, True),
        ("w+:b", "w+:b", None, True),
        ("2r5", "r5", 2, True),
        ("3w", "w", 3, False),
        (".s", "?s", None, True),
        ("g.", "g?", None, True),
        ("..", "??", None, True),
    ],
)
def test_what_is_typed(keys: str, card: str, n: int | None, done: bool) -> None:
    keyed = typed(keys)
    assert keyed is not None
    assert (keyed.card, keyed.n, keyed.done) == (card, n, done)


@pytest.mark.parametrize("keys", ["s", "+", "rx", "ww", "w+5", "0", "1", "w:5", "22"])
def test_keys_that_cannot_follow(keys: str) -> None:
    assert typed(keys) is None


@given(st.text(alphabet="0123456789rygbsw+:.", max_size=8))
def test_whatever_is_offered_as_a_card_is_one(keys: str) -> None:
    keyed: Keyed = EMPTY
    for char in keys:
        after = step(keyed, char)
        if after is None:
            continue
        if after.card is not None:
            parse(after.card)
        assert back(after) == keyed or split(after.text)[1][-2:-1] == ":"
        keyed = EMPTY if after.done else after


def test_backspace_takes_a_colour_with_its_colon() -> None:
    keyed = typed("2w+")
    assert keyed is not None
    coloured = step(keyed, "g")
    assert coloured is not None and coloured.text == "2w+:g"
    assert back(coloured) == keyed
    assert back(back(keyed)).text == "2"
    assert back(Keyed("2")) == EMPTY == back(EMPTY)


@pytest.mark.parametrize(
    ("text", "cards", "rest"),
    [
        ("r5 gs w+", ["r5", "gs", "w+"], ""),
        ("r5gsw+", ["r5", "gs", "w+"], ""),
        ("R5, GS", ["r5", "gs"], ""),
        ("w wr5", ["w", "w", "r5"], ""),
        ("w:gw+:b", ["w", "w+"], ""),
        ("r5 x9", ["r5"], "x9"),
        ("r", [], "r"),
        ("", [], ""),
    ],
)
def test_a_hand_typed_fast(text: str, cards: list[str], rest: str) -> None:
    assert hand(text) == (cards, rest)
