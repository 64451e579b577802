"""Pairs: how many cards one play may hold, and what several of a kind do together.

| play | cards | what more than one does |
|---|---|---|
| own turn | `pair.identical` most; any number with `pair.same_rank` | |
| cut | one; any number with `cut.sum` on a number card | |
| skips | | `pair.skips`: one seat, or one each |
| reverses | | `pair.reverses`: each turns the table (two cancel), or one |
| draws | | `pair.draws`: they add up, or one counts |
"""

from __future__ import annotations

from unotable.game.cards import Card
from unotable.game.ruleset import RuleSet


def most(rules: RuleSet, hand: int) -> int:
    """The most cards that a seat holding `hand` may lay at once in its own turn."""
    return max(1, hand) if rules.pair_same_rank else rules.pair_identical


def most_in_cut(rules: RuleSet, hand: int, top: Card) -> int:
    """The most cards that a cut of `top` may hold: identical ones as ever, or several that sum to it."""
    sums = rules.cut_sum != "none" and top.number is not False
    return max(1, hand) if sums else rules.pair_identical


def skips(rules: RuleSet, n: int) -> int:
    return n if rules.pair_skips == "each" else min(n, 1)


def turns(rules: RuleSet, n: int) -> int:
    """1 where the reverses of a play turn the table round, 0 where they cancel."""
    return n % 2 if rules.pair_reverses == "each" else min(n, 1)


def draws(rules: RuleSet, n: int, each: int) -> int:
    return each * (n if rules.pair_draws == "add" else min(n, 1))
