"""Every rule parameter as data: its name, type, default, limits and the level of information it needs.

A `RuleSet` is frozen: the fold reads it, a match never changes it. The public name of a parameter has a dot where
the field has its first underscore (`uno.open_early_ms` is `uno_open_early_ms`). Values are checked where they enter
(journal/rules.py), from the limits written here.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, Literal

FEWEST_LEAD = ("negative", "low", "single")  # ways of scoring (`score.mode`) in which the fewest points lead
Level = Literal["turns", "counts", "effects", "faces", "people"]


def _p(default: Any, level: Level, low: float | None = None, high: float | None = None) -> Any:
    return field(default=default, metadata={"level": level, "low": low, "high": high})


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The parameters of one match; the defaults are the preset `mattel`."""

    deck_cards: int = _p(108, "counts", 108, 120)

    deal_hand: int = _p(7, "counts", 1, 20)
    deal_first: Literal["number", "points", "choose"] = _p("number", "people")
    deal_dealer_next: Literal["winner", "left", "choose"] = _p("left", "turns")

    start_who: Literal["left", "dealer"] = _p("left", "turns")
    start_numbers_only: bool = _p(False, "effects")
    start_reverse: Literal["dealer", "right", "flip"] = _p("dealer", "effects")
    start_draw2: Literal["draw-skip", "draw-play", "attack"] = _p("draw-skip", "effects")
    start_wild: Literal["starter", "dealer", "right", "reflip"] = _p("starter", "effects")
    start_wild4: Literal["reflip", "attack"] = _p("reflip", "effects")

    draw_must_play: bool = _p(False, "people")
    draw_amount: Literal["one", "until-playable"] = _p("one", "turns")
    draw_play_drawn: Literal["any", "number", "never"] = _p("any", "turns")
    draw_other_card: int = _p(0, "people", 0, 20)

    stack_on_draw2: frozenset[Literal["draw2", "wild4", "skip", "reverse"]] = _p(frozenset(), "effects")
    stack_on_wild4: frozenset[Literal["wild4", "draw2"]] = _p(frozenset(), "effects")

    wild4_when: Literal["any", "no-colour", "no-colour-or-number", "nothing-else", "on-draw-or-no-colour"] = _p(
        "no-colour", "people"
    )
    wild4_challenge: bool = _p(True, "people")
    wild4_whom: Literal["last", "first", "any"] = _p("last", "people")
    wild4_innocent_extra: int = _p(2, "people", 0, 20)
    wild4_guilty: Literal["four", "pending"] = _p("four", "people")
    wild4_guilty_skips: bool = _p(False, "people")

    uno_open_early_ms: int = _p(500, "counts", 0, 5000)
    uno_precall: bool = _p(True, "counts")
    uno_close: Literal["next-begins", "next-plays"] = _p("next-begins", "counts")
    uno_catch: int = _p(2, "counts", 0, 20)
    uno_per_catcher: bool = _p(False, "counts")
    uno_collect_ms: int = _p(1500, "counts", 0, 10000)
    uno_identical: int = _p(0, "counts", 0, 4)
    uno_false_call: int = _p(0, "counts", 0, 20)
    uno_late_ms: int = _p(1000, "counts", 0, 10000)

    cut_scope: Literal["none", "coloured", "any"] = _p("none", "turns")
    cut_open_early_ms: int = _p(500, "turns", 0, 5000)
    cut_first_card: bool = _p(False, "turns")
    cut_during_attack: bool = _p(False, "effects")
    cut_follow_s: float = _p(5.0, "turns", 0.5, 60)
    cut_fail: int = _p(0, "turns", 0, 20)
    cut_wrong_slap: int = _p(0, "turns", 0, 20)
    cut_tie: Literal["nearest", "replay"] = _p("nearest", "turns")
    cut_sum: Literal["none", "coloured", "any"] = _p("none", "faces")
    cut_sum_only_to_win: bool = _p(False, "faces")
    cut_hand_sum_wins: bool = _p(False, "people")

    pair_identical: Literal[1, 2, 4] = _p(1, "turns")
    pair_same_rank: bool = _p(False, "turns")
    pair_skips: Literal["one", "each"] = _p("one", "effects")
    pair_reverses: Literal["each", "one"] = _p("each", "effects")
    pair_draws: Literal["add", "one"] = _p("add", "effects")

    end_attack_drawn: bool = _p(True, "effects")
    end_number_only: bool = _p(False, "effects")
    end_deck_out: Literal["reshuffle", "void"] = _p("reshuffle", "people")

    two_reverse: Literal["skip", "flip"] = _p("skip", "effects")

    turn_early_ms: int = _p(1500, "turns", 0, 10000)

    time_turn_s: float = _p(0.0, "turns", 0, 600)
    time_penalty: int = _p(0, "turns", 0, 20)
    time_then: Literal["continue", "pass"] = _p("continue", "turns")
    time_settle_s: float = _p(0.0, "turns", 0, 30)

    party_zero_rotates: bool = _p(False, "effects")
    party_zero_last_wins: bool = _p(True, "effects")
    party_seven_swaps: bool = _p(False, "effects")
    party_red_zero: int = _p(0, "faces", 0, 20)
    party_silent_two: int = _p(0, "effects", 0, 20)
    party_slap_nine: int = _p(0, "effects", 0, 20)
    party_wild_menu: bool = _p(False, "people")

    fault_wrong_play: int = _p(0, "people", 0, 20)
    fault_replay: bool = _p(True, "people")
    fault_advice: int = _p(0, "people", 0, 20)

    score_mode: Literal["positive", "negative", "chips", "low", "single", "none"] = _p("positive", "people")
    score_loser: Literal["none", "lowest"] = _p("none", "people")
    score_target: int = _p(500, "people", 0, 100000)

    team_size: int = _p(0, "people", 0, 5)

    @property
    def target(self) -> int:
        """The points that end a match; 0 where none do."""
        return self.score_target if self.score_mode in ("positive", "negative") else 0


def public_name(field_name: str) -> str:
    """`uno_open_early_ms` → `uno.open_early_ms`."""
    return field_name.replace("_", ".", 1)


NAMES: tuple[str, ...] = tuple(public_name(f.name) for f in fields(RuleSet))
