"""Rule sets: every preset has the values its source states, and whatever is wrong with a file is said."""

from __future__ import annotations

import tomllib
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unotable.game.ruleset import NAMES, RuleSet, public_name
from unotable.journal import own, rules
from unotable.journal.errors import RulesError
from unotable.journal.parameters import FIELDS, TYPES, allowed, check, choices, parameters, plain_value
from unotable.journal.rules import FRONT, MORE, SHIPPED, diff, frozen, load, names, preset

ON, OFF = True, False

# One row a parameter: its value in `mattel`, and in the presets that differ from it. Where a preset inherits from
# another than `mattel`, its row holds what it has in the end.
EXPECTED: dict[str, tuple[Any, dict[str, Any]]] = {
    "deck.cards": (108, {}),
    "deal.hand": (7, {}),
    "deal.first": ("number", {"forum-2012 mattel-2008": "points", "baidu baidu-single": "choose"}),
    "deal.dealer_next": ("left", {"tangxun-base tangxun baike": "winner"}),
    "start.who": ("left", {"baike": "dealer"}),
    "start.numbers_only": (OFF, {"forum-2012": ON}),
    "start.reverse": ("dealer", {"wiki-12 mattel-2008 tangxun-base tangxun": "right", "baidu baidu-single": "flip"}),
    "start.draw2": ("draw-skip", {"baidu baidu-single": "draw-play", "tangxun-base tangxun": "attack"}),
    "start.wild": (
        "starter", {"tangxun-base tangxun": "dealer", "baidu baidu-single": "right", "mattel-2008": "reflip"}
    ),
    "start.wild4": ("reflip", {"tangxun-base tangxun": "attack"}),
    "draw.must_play": (OFF, {"baidu baidu-single": ON}),
    "draw.amount": ("one", {"party mattel-house": "until-playable"}),
    "draw.play_drawn": ("any", {"basic party": "number", "baidu baidu-single forum-2012": "never"}),
    "draw.other_card": (0, {"tangxun-base tangxun": 3}),
    "stack.on_draw2": (set(), {
        "baidu baidu-single outline mattel-house": {"draw2"},
        "boardgameworld": {"draw2", "wild4", "reverse"},
        "forum-2012": {"draw2", "wild4"},
        "tangxun-base tangxun": {"draw2", "skip", "reverse"},
    }),
    "stack.on_wild4": (set(), {
        "baidu baidu-single tangxun-base tangxun outline boardgameworld basic party forum-2012 mattel-house": {"wild4"},
    }),
    "wild4.when": ("no-colour", {
        "tangxun-base outline": "any",
        "wiki-12 boardgameworld": "no-colour-or-number",
        "basic party": "nothing-else",
        "forum-2012": "on-draw-or-no-colour",
    }),
    "wild4.challenge": (ON, {"tangxun-base baidu baidu-single outline": OFF}),
    "wild4.whom": ("last", {"basic party": "first", "tangxun": "any"}),
    "wild4.innocent_extra": (2, {}),
    "wild4.guilty": ("four", {"basic party": "pending"}),
    "wild4.guilty_skips": (OFF, {"boardgameworld": ON}),
    "uno.open_early_ms": (500, {}),
    "uno.precall": (ON, {}),
    "uno.close": ("next-begins", {"tangxun-base tangxun wiki-12": "next-plays"}),
    "uno.catch": (2, {"mattel-2008": 4, "outline": 3}),
    "uno.per_catcher": (OFF, {"outline": ON}),
    "uno.collect_ms": (1500, {}),
    "uno.identical": (0, {"tangxun": 2, "baidu baidu-single": 4}),
    "uno.false_call": (0, {"tangxun-base tangxun outline": 2}),
    "uno.late_ms": (1000, {"family": 2000}),
    "cut.scope": ("none", {
        "tangxun wiki-12 wiki-13 basic party family": "coloured", "baidu baidu-single mattel-house": "any",
    }),
    "cut.open_early_ms": (500, {}),
    "cut.first_card": (OFF, {"baidu baidu-single": ON}),
    "cut.during_attack": (OFF, {"baidu baidu-single tangxun": ON}),
    "cut.follow_s": (5, {"family": 8}),
    "cut.fail": (0, {"tangxun": 1}),
    "cut.wrong_slap": (0, {}),
    "cut.tie": ("nearest", {}),
    "cut.sum": ("none", {"tangxun": "coloured"}),
    "cut.sum_only_to_win": (OFF, {}),
    "cut.hand_sum_wins": (OFF, {"outline": ON}),
    "pair.identical": (1, {"tangxun basic party": 2, "baidu baidu-single": 4}),
    "pair.same_rank": (OFF, {"wiki-12": ON}),
    "pair.skips": ("one", {"wiki-12": "each"}),
    "pair.reverses": ("each", {"basic party": "one"}),
    "pair.draws": ("add", {"basic party": "one"}),
    "end.attack_drawn": (ON, {}),
    "end.number_only": (OFF, {}),
    "end.deck_out": ("reshuffle", {}),
    "two.reverse": ("skip", {}),
    "turn.early_ms": (1500, {}),
    "time.turn_s": (0, {"tangxun outline": 5}),
    "time.penalty": (0, {"tangxun": 1, "outline": 2}),
    "time.then": ("continue", {}),
    "time.settle_s": (0, {"tangxun-base tangxun": 1}),
    "party.zero_rotates": (OFF, {"party mattel-house": ON}),
    "party.zero_last_wins": (ON, {"party": OFF}),
    "party.seven_swaps": (OFF, {"mattel-house": ON}),
    "party.red_zero": (0, {"party": 10}),
    "party.silent_two": (0, {"party": 2}),
    "party.slap_nine": (0, {"party": 2}),
    "party.wild_menu": (OFF, {"outline": ON}),
    "fault.wrong_play": (0, {"tangxun": 1, "wiki-12 outline": 2}),
    "fault.replay": (ON, {"tangxun": OFF}),
    "fault.advice": (0, {"tangxun-base tangxun": 4}),
    "score.mode": ("positive", {"wiki-12 wiki-13 outline": "low", "baidu-single": "single", "baike": "none"}),
    "score.loser": ("none", {"baidu baidu-single baike": "lowest"}),
    "score.target": (500, {}),
    "team.size": (0, {}),
}  # fmt: skip
PRESETS = FRONT + MORE


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UNOTABLE_HOME", str(tmp_path / "home"))
    (tmp_path / "home" / "rules").mkdir(parents=True)
    return tmp_path / "home"


def test_every_parameter_is_expected() -> None:
    assert tuple(EXPECTED) == NAMES
    assert {name for _, others in EXPECTED.values() for key in others for name in key.split()} <= set(PRESETS)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_has_the_values_of_its_source(name: str) -> None:
    expected = {
        parameter: next((value for key, value in others.items() if name in key.split()), default)
        for parameter, (default, others) in EXPECTED.items()
    }
    found = {public_name(f.name): getattr(load(name), f.name) for f in fields(RuleSet)}
    assert found == expected


def test_every_file_is_a_preset_and_the_other_way_round() -> None:
    assert {path.stem for path in SHIPPED.glob("*.toml")} == set(PRESETS)
    assert len(set(PRESETS)) == len(PRESETS)
    assert names() == PRESETS


def test_the_defaults_are_mattels() -> None:
    assert load("mattel") == RuleSet()


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_tells_where_it_comes_from(name: str) -> None:
    found = preset(name)
    assert found.title["en"]
    assert found.title["zh"]
    assert found.title_in("zh_CN") == found.title["zh"]
    assert found.title_in("en") == found.title["en"]
    assert found.source
    assert found.chain[0] == name
    assert found.chain[-1] == "mattel"


def test_what_the_source_states() -> None:
    tangxun = preset("tangxun")
    caught = tangxun.stated("uno.catch")
    assert caught
    assert (caught.by, caught.phrase) == ("tangxun-base", "你要被罚起2张牌")  # the same text, so it is stated
    assert tangxun.stated("uno.open_early_ms") is None
    assert tangxun.stated("uno.precall") is None
    wiki = preset("wiki-13")
    assert wiki.stated("wild4.challenge") is None  # inherited from Mattel's sheet, another text
    assert wiki.origin["wild4.challenge"].by == "mattel"
    assert preset("party").stated("wild4.whom")


def test_family_asks_the_app_for_hints_and_a_longer_hold() -> None:
    family = preset("family").app
    assert (family.hints, family.hold_ms) == (True, 1000)
    assert (preset("mattel").app.hints, preset("mattel").app.hold_ms) == (False, 600)
    fines = ("draw.other_card", "uno.false_call", "cut.fail", "cut.wrong_slap", "time.penalty", "fault.wrong_play",
             "fault.advice")  # fmt: skip
    assert all(EXPECTED[name][0] == 0 and preset("family").stated(name) for name in fines)


def test_every_parameter_is_explained_in_both_languages() -> None:
    found = parameters()
    assert tuple(found) == NAMES
    for name, parameter in found.items():
        assert parameter.en.endswith("."), name
        assert parameter.zh.endswith("。"), name
        assert parameter.text("zh_CN") == parameter.zh != parameter.en
        assert len(parameter.en) <= 120
        assert parameter.level in ("turns", "counts", "effects", "faces", "people")
        unit = {"_ms": "ms", "_s": "s"}.get(name[name.rfind("_") :])
        assert parameter.unit == (unit or parameter.unit)
        if parameter.unit:
            assert not isinstance(FIELDS[name].default, (bool, str, frozenset)), name
        assert allowed(name)


def test_overrides_come_last() -> None:
    found = load("tangxun", {"uno.catch": 3, "stack.on_draw2": ["wild4", "draw2"], "cut.follow_s": 7})
    assert found == replace(
        load("tangxun"), uno_catch=3, stack_on_draw2=frozenset({"draw2", "wild4"}), cut_follow_s=7.0
    )
    assert load("tangxun", {}) == load("tangxun")


BAD_VALUES: list[tuple[dict[str, Any], str]] = [
    ({"uno.cach": 1}, '"uno.cach" is no parameter; did you mean "uno.catch"?'),
    ({"zzz": 1}, '"zzz" is no parameter; a parameter is one of deck, deal,'),
    ({"uno_catch": 1}, '"uno_catch" is no parameter; did you mean "uno.catch"?'),
    ({"uno.catch": -1}, "uno.catch is -1, allowed: a whole number from 0 to 20"),
    ({"uno.catch": 21}, "uno.catch is 21, allowed: a whole number from 0 to 20"),
    ({"uno.catch": "2"}, 'uno.catch is "2", allowed: a whole number from 0 to 20'),
    ({"uno.catch": 2.0}, "uno.catch is 2.0, allowed: a whole number from 0 to 20"),
    ({"uno.catch": True}, "uno.catch is true, allowed: a whole number from 0 to 20"),
    ({"uno.catch": None}, "uno.catch is null, allowed: a whole number from 0 to 20"),
    ({"uno.precall": 1}, "uno.precall is 1, allowed: true or false"),
    ({"uno.close": "next-plas"}, 'allowed: next-begins or next-plays; did you mean "next-plays"?'),
    ({"uno.close": 5}, "uno.close is 5, allowed: next-begins or next-plays"),
    ({"pair.identical": 3}, "pair.identical is 3, allowed: 1, 2 or 4"),
    ({"pair.identical": True}, "pair.identical is true, allowed: 1, 2 or 4"),
    ({"pair.identical": 1.0}, "pair.identical is 1.0, allowed: 1, 2 or 4"),
    ({"stack.on_draw2": "draw2"}, "allowed: a list of any of draw2, wild4, skip and reverse"),
    ({"stack.on_draw2": ["draw3"]}, 'stack.on_draw2 holds "draw3", allowed: draw2, wild4, skip or reverse; did you'),
    ({"stack.on_wild4": ["skip"]}, 'stack.on_wild4 holds "skip", allowed: wild4 or draw2'),
    ({"cut.follow_s": 0}, "cut.follow_s is 0, allowed: a number from 0.5 to 60"),
    ({"cut.follow_s": float("nan")}, "cut.follow_s is NaN, allowed: a number from 0.5 to 60"),
    ({"cut.follow_s": float("inf")}, "cut.follow_s is Infinity, allowed: a number from 0.5 to 60"),
    ({"cut.follow_s": []}, "cut.follow_s is [], allowed: a number"),
]


@pytest.mark.parametrize(("values", "words"), BAD_VALUES)
def test_a_bad_value_says_what_is_allowed(values: dict[str, Any], words: str) -> None:
    with pytest.raises(RulesError) as caught:
        load("mattel", values)
    assert words in str(caught.value)


@pytest.mark.parametrize("name", ["tangxn", "", "../presets/tangxun", "a\\b", "a\0b", ".hidden", "no.toml", "a\0.toml"])
def test_an_unknown_name_is_refused(name: str) -> None:
    with pytest.raises(RulesError):
        load(name)


def test_a_misspelt_name_gets_the_nearest() -> None:
    with pytest.raises(RulesError, match='"tangxn" is no rule set; did you mean "tangxun"'):
        load("tangxn")


BAD_FILES = {
    "a misspelt parameter": ("[uno]\ncatch = 4\nflase_call = 2\n", ':3: "uno.flase_call" is no parameter; did you'),
    "a misspelt group": ("[unno]\ncatch = 1\n", ':2: "unno.catch" is no parameter; did you mean "uno.catch"?'),
    "a misspelt field": ('inherit = "mattel"\n', ':1: "inherit" is no field of a rules file; did you mean "inherits"?'),
    "a value too large": ("# ours\n\n[uno]\ncatch = 99\n", ":4: uno.catch is 99, allowed: a whole number from 0"),
    "a dotted name": ('"uno.catch" = "two"\n', ':1: uno.catch is "two", allowed'),
    "a group that is no table": ("uno = 5\n", ":1: uno is 5, allowed: a table, as in [uno]"),
    "an unknown ancestor": ('title = "x"\ninherits = "mattl"\n', ':2: inherits: "mattl" is no rule set; did you mean'),
    "an ancestor by path": ('inherits = "../mattel.toml"\n', ':1: inherits: "../mattel.toml" is no rule set'),
    "an ancestor of another type": ("inherits = 4\n", '"inherits" is 4, allowed: a text'),
    "itself": ('inherits = "bad"\n', "a loop: bad inherits bad"),
    "a loop": ('inherits = "other"\n', "a loop: bad inherits other inherits bad"),
    "no TOML": ("[uno]\ncatch = \n", ":2: no TOML: invalid value"),
    "cut off": ("[uno", ":1: no TOML: expected ']'"),
    "a key twice": ("[uno]\ncatch = 1\ncatch = 2\n", ":3: no TOML: cannot overwrite a value"),
    "nested deeply": ("a = " + "[" * 5000, "nested too deeply"),
    "a title with an escape": ('title = "\\u001b[2J"\n', '"title.en": the character U+001B is not allowed'),
    "a language unknown": ('[title]\nfr = "x"\n', '"fr" is no field here; there are en and zh'),
    "a phrase for nothing": ('[phrases]\nuno.catch = "x"\n', 'a phrase for "uno.catch", which this file does not set'),
    "a phrase with an escape": ('[uno]\ncatch = 1\n[phrases]\nuno.catch = "\\u001b"\n', "allowed: a plain text"),
    "a phrase that is none": ("[uno]\ncatch = 1\n[phrases]\nuno.catch = 4\n", "allowed: a plain text"),
    "a hold too short": ("[app]\nhold_ms = 5\n", '"app.hold_ms" is 5, allowed: at least 600'),
}


@pytest.mark.parametrize("what", BAD_FILES)
def test_a_bad_file_says_where(home: Path, what: str) -> None:
    content, words = BAD_FILES[what]
    path = home / "rules" / "bad.toml"
    path.write_text(content, encoding="utf-8")
    path.with_name("other.toml").write_text('inherits = "bad"\n')
    for name in ("bad", path, str(path)):
        with pytest.raises(RulesError) as caught:
            load(name)
        assert words in str(caught.value)
        assert str(path) in str(caught.value)
        assert str(caught.value).isprintable()


def test_files_that_are_no_text(home: Path) -> None:
    path = home / "rules" / "bad.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(RulesError, match="is not UTF-8 text"):
        load("bad")
    path.write_bytes(b"#" * 300_000)
    with pytest.raises(RulesError, match="is too large"):
        load("bad")
    path.unlink()
    path.mkdir()
    with pytest.raises(RulesError, match="no file but a folder"):
        load(path)


def test_the_users_own_presets_inherit_and_override(home: Path) -> None:
    (home / "rules" / "ours.toml").write_text('inherits = "tangxun"\ntitle = "Ours"\n[uno]\ncatch = 5\n', "utf-8-sig")
    (home / "rules" / "stricter.toml").write_text('inherits = "ours"\n[cut]\nfail = 2\n')
    assert names() == (*PRESETS, "ours", "stricter")
    found = preset("stricter")
    assert found.chain == ("stricter", "ours", "tangxun", "tangxun-base", "mattel")
    assert found.values == replace(load("tangxun"), uno_catch=5, cut_fail=2)
    assert found.title_in("en") == "stricter"
    assert preset("ours").title_in("zh") == "Ours"
    assert found.origin["uno.catch"].by == "ours"
    (home / "rules" / "plain.toml").write_text("")
    assert load("plain") == load("mattel")


def test_a_shipped_name_is_never_the_users(home: Path) -> None:
    path = home / "rules" / "tangxun.toml"
    path.write_text("[uno]\ncatch = 9\n")
    assert load("tangxun").uno_catch == 2
    assert names() == PRESETS
    assert rules.unused() == [path]
    assert load(path).uno_catch == 9


def test_a_match_does_not_depend_on_the_users_files(home: Path) -> None:
    (home / "rules" / "ours.toml").write_text('inherits = "tangxun"\n[stack]\non_draw2 = ["wild4", "draw2"]\n')
    name, overrides = frozen("ours", {"uno.catch": 3})
    assert (name, overrides) == ("tangxun", {"stack.on_draw2": ["draw2", "wild4"], "uno.catch": 3})
    wanted = load("ours", {"uno.catch": 3})
    (home / "rules" / "ours.toml").unlink()
    assert load(name, overrides) == wanted
    assert frozen("mattel") == ("mattel", {})


def test_differences() -> None:
    assert diff(load("basic"), load("basic")) == {}
    found = diff(load("tangxun-base"), load("tangxun"))
    assert found["wild4.challenge"] == (False, True)
    assert list(found) == [name for name in NAMES if name in found]
    assert diff(load("mattel"), load("outline"))["stack.on_draw2"] == ([], ["draw2"])


def values(name: str) -> st.SearchStrategy[Any]:
    limits = FIELDS[name].metadata
    if TYPES[name] is bool:
        return st.booleans()
    if isinstance(FIELDS[name].default, frozenset):
        return st.sets(st.sampled_from(choices(name))).map(list)
    if choices(name):
        return st.sampled_from(choices(name))
    return (st.integers if TYPES[name] is int else st.floats)(limits["low"], limits["high"])


@given(st.fixed_dictionaries({}, optional={name: values(name) for name in NAMES}), st.sampled_from(PRESETS))
def test_any_allowed_values_load_and_survive_a_file(chosen: dict[str, Any], base: str) -> None:
    found = load(base, chosen)
    assert load(base, {name: value for name, (_, value) in diff(load(base), found).items()}) == found
    tables = tomllib.loads(own.toml("T", base, {key: plain_value(value) for key, value in chosen.items()}))
    assert (tables.pop("title"), tables.pop("inherits")) == ("T", base)
    assert check({f"{group}.{key}": tables[group][key] for group in tables for key in tables[group]}) == check(chosen)


@given(st.text(st.sampled_from('[]="#.\n \\ucath1,{}\x1b汤'), max_size=60))
def test_any_text_is_an_error_or_a_preset(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_text(text, encoding="utf-8")
    try:
        preset(path)
    except RulesError as error:
        assert str(error).isprintable()
