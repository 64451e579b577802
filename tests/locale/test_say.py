"""Every ruling is one plain sentence in each language, with its margin, bound and source."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unotable.game.ruleset import NAMES, RuleSet
from unotable.game.rulings import RULES, Ruling
from unotable.locale import words
from unotable.locale.say import SAYINGS, WHY, duration, rests_on, say

PLAYERS = ("Ana", "Bo", "小林")
CAUGHT = Ruling(9_050_000, "uno.caught", 1, entry=7, by=(2,), draw=2, margin=42_000, u=300)
FIVE = RuleSet(time_turn_s=5)

SAID = [
    (CAUGHT, "Bo caught Ana without a call — 42 ms ahead (±0.3 ms). Ana draws 2 cards. [tangxun: uno.catch]"),
    (
        replace(CAUGHT, by=(2, 3, 1), draw=9, margin=None),
        "Bo, 小林 and Ana caught Ana without a call. Ana draws 9 cards. [tangxun: uno.catch]",
    ),
    (
        Ruling(1, "uno.called", 2, 3, by=(1,), margin=200, u=600, tie=True),
        "Bo and Ana pressed inside the clocks' uncertainty: the owner, Bo, is safe — 0.2 ms apart (±0.6 ms)."
        " [tangxun: uno.catch]",
    ),
    (Ruling(1, "uno.false", 1, 4, draw=1), "Ana called UNO for nothing. Ana draws 1 card. [tangxun: uno.false_call]"),
    (Ruling(1, "uno.false", 1, 4, draw=0), "Ana called UNO for nothing. [tangxun: uno.false_call]"),
    (
        Ruling(1, "uno.late", 3, 4, margin=1_234_000, u=600),
        "小林 pressed UNO too late, which costs nothing — 1.2 s behind (±0.6 ms). [tangxun: uno.late_ms]",
    ),
    (Ruling(1, "turn.timeout", 1, draw=1), "Ana took longer than 5 s. Ana draws 1 card. [tangxun: time.penalty]"),
    (
        Ruling(1, "turn.settle", 1, 3, draw=0, margin=400_000, u=20),
        "Ana played too soon after the last card — 400 ms too early (±0.02 ms). [tangxun: time.settle_s]",
    ),
    (
        Ruling(1, "cut.beaten", 1, 3, tie=True, margin=200, u=600),
        "Ana claimed inside the clocks' uncertainty: who is nearest in play direction cuts in — 0.2 ms apart (±0.6 ms)."
        " [tangxun: cut.tie]",
    ),
    (
        Ruling(1, "cut.beaten", 1, 3, by=(2,), tie=True, margin=200, u=600),
        "Ana claimed inside the clocks' uncertainty of the card of Bo: what lies on the table stands — 0.2 ms apart"
        " (±0.6 ms). [tangxun: cut.scope]",
    ),
    (
        Ruling(1, "cut.won", 1, 3, by=(3,), tie=True, margin=200, u=600),
        "Ana and 小林 claimed inside the clocks' uncertainty: Ana, nearest in play direction, cuts in — 0.2 ms apart"
        " (±0.6 ms). [tangxun: cut.tie]",
    ),
    (
        Ruling(1, "uno.late", 1, 3, tie=True, margin=200, u=600),
        "Ana pressed UNO inside the clocks' uncertainty of the next move: nobody is fined — 0.2 ms apart (±0.6 ms)."
        " [tangxun: uno.late_ms]",
    ),
    (
        Ruling(1, "race", 3, 3, by=(3, 1), margin=40_000, u=600),
        "First to press: 小林, then Ana — 40 ms ahead (±0.6 ms).",
    ),
    (
        Ruling(1, "race", 3, 3, by=(3, 1, 2), margin=40_000, u=600),
        "First to press: 小林, then Ana and Bo — 40 ms ahead (±0.6 ms).",
    ),
    (
        Ruling(1, "overruled", 1, 3, of=4, why="she called aloud"),
        "The table overruled a ruling about Ana: she called aloud.",
    ),
    (Ruling(1, "overruled", None, 3, of=4, why="agreed"), "The table overruled a ruling: agreed."),
    (
        Ruling(1, "penalty", 2, 3, draw=10, why="party.red_zero"),
        "Bo draws for the red zero. Bo draws 10 cards. [tangxun: party.red_zero]",
    ),
    (Ruling(1, "penalty", 2, 3, draw=1, why="late again"), "A penalty for Bo: late again. Bo draws 1 card."),
    (
        Ruling(1, "ignored", None, 3, why="hand:3"),
        "That changes nothing: the hand of 小林 was not given and scores nothing.",
    ),
    (Ruling(1, "ignored", None, 3, why="not now: attack"), "That changes nothing: not now."),
    (Ruling(1, "round.void", None, 3), "The round is void. [tangxun: end.deck_out]"),
    (Ruling(1, "uno.late", 9, 3), "Seat 9 pressed UNO too late, which costs nothing. [tangxun: uno.late_ms]"),
]


@pytest.mark.parametrize(("ruling", "sentence"), SAID)
def test_what_is_said(ruling: Ruling, sentence: str) -> None:
    assert say(ruling, PLAYERS, FIVE, "en", "tangxun") == sentence


TIES = sorted(rule for rule, saying in SAYINGS.items() if saying.tie)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("rule", TIES)
def test_a_tie_names_what_decides_it_with_the_words_of_the_source(rule: str, lang: str) -> None:
    tie = Ruling(1, rule, 1, 3, by=(2,), tie=True, margin=200, u=600)
    parameter = rests_on(tie)
    phrases = {} if parameter is None else {parameter: "whoever {was} first"}
    text = say(tie, PLAYERS, FIVE, lang, "tangxun", phrases)
    assert rule == "race" or ("时钟误差之内" if lang == "zh" else "inside the clocks' uncertainty") in text
    assert parameter is None or text.endswith(f"[tangxun: {parameter} “whoever {{was}} first”]")
    assert "“" not in say(replace(tie, tie=False), PLAYERS, FIVE, lang, "tangxun", phrases)


def test_a_tie_of_claims_is_decided_as_the_rules_say() -> None:
    tie = Ruling(1, "cut.beaten", 1, 3, tie=True, margin=200, u=600)
    assert "nearest in play direction" in say(tie, PLAYERS, FIVE, "en")
    assert "nobody cuts in, and all may press again" in say(tie, PLAYERS, RuleSet(cut_tie="replay"), "en")


def test_what_is_said_in_chinese() -> None:
    assert (
        say(CAUGHT, PLAYERS, FIVE, "zh", "tangxun")
        == "Bo抓到Ana没喊UNO——早42毫秒（±0.3毫秒）。Ana起2张牌。 [tangxun: uno.catch]"
    )
    assert (
        say(replace(CAUGHT, by=(2, 3), margin=None), PLAYERS, FIVE, "zh")
        == "Bo和小林抓到Ana没喊UNO。Ana起2张牌。 [uno.catch]"
    )
    assert say(Ruling(1, "ignored", None, 3, why="paused already"), PLAYERS, FIVE, "zh") == "这一条不起作用：已经暂停。"


def test_every_rule_has_its_sentence_and_its_parameter() -> None:
    assert tuple(SAYINGS) == RULES
    assert {saying.rests_on for saying in SAYINGS.values()} - {None} <= set(NAMES)
    assert set(WHY) <= set(NAMES)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("tie", [False, True])
@pytest.mark.parametrize("rule", RULES)
def test_every_rule_in_every_language(rule: str, tie: bool, lang: str) -> None:
    ruling = Ruling(1, rule, 1, entry=3, by=(2,), draw=3, margin=1500, u=300, tie=tie)
    text = say(ruling, PLAYERS, FIVE, lang, "tangxun")
    assert "{" not in text
    assert ("起3张牌" if lang == "zh" else "draws 3 cards") in text
    assert ("±0.3毫秒" if lang == "zh" else "±0.3 ms") in text
    assert not re.search(r"\b(he|she|his|her|him|he's)\b", text)
    assert bool(re.search("[\u4e00-\u9fff]", text)) == (lang == "zh")
    parameter = rests_on(ruling)
    assert text.endswith(f"[tangxun: {parameter}]" if parameter else (".", "。"))


def test_a_reason_that_is_a_parameter_is_what_it_rests_on() -> None:
    assert rests_on(Ruling(1, "fault.mismatch", 1, 3, why="cut.scope")) == "cut.scope"
    assert rests_on(Ruling(1, "fault.mismatch", 1, 3, why="follow")) == "fault.wrong_play"
    assert rests_on(Ruling(1, "overruled", 1, 3, why="because")) is None


@given(st.text(max_size=40), st.text(max_size=40), st.sampled_from(["en", "zh"]))
def test_names_and_reasons_are_data(name: str, why: str, lang: str) -> None:
    text = say(Ruling(1, "penalty", 1, 3, draw=1, why="a" + why + "z"), [name], None, lang)
    assert name in text
    assert "a" + why + "z" in text


def test_durations() -> None:
    w = words("en")
    found = [duration(us, w) for us in (0, 3, 40, 300, 9_949, 9_950, 42_400, 999_499, 999_500, 61_000_000)]
    assert found == ["0.0 ms", "0.01 ms", "0.04 ms", "0.3 ms", "9.9 ms", "10 ms", "42 ms", "999 ms", "1.0 s", "61.0 s"]
