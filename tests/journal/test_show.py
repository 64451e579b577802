"""Rule sets as text: aligned whatever the language, and every preset shows every parameter."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unotable.game.ruleset import NAMES
from unotable.journal.columns import table, width, wrap
from unotable.journal.errors import RulesError
from unotable.journal.rules import FRONT, MORE
from unotable.journal.show import rules_check, rules_diff, rules_list, rules_show

LANGUAGES = ["en", "zh"]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UNOTABLE_HOME", str(tmp_path / "home"))
    (tmp_path / "home" / "rules").mkdir(parents=True)
    return tmp_path / "home"


def column(text: str, word: str) -> int:
    """The cell at which `word` begins in the first line that has it."""
    line = next(line for line in text.splitlines() if word in line)
    return width(line[: line.index(word)])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_list_has_every_preset_with_its_title(lang: str) -> None:
    text = rules_list(lang)
    rows = [line.split() for line in text.splitlines() if line]
    assert [row[0] for row in rows[1:]] == [*FRONT, *MORE]
    assert text.split("\n\n")[0].splitlines()[-1].startswith("party")  # the front page, then the others
    assert ("汤逊湖完整版" in text) == (lang == "zh")
    assert all(width(line) <= 80 for line in text.splitlines())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", FRONT + MORE)
def test_every_parameter_is_shown(name: str, lang: str) -> None:
    text = rules_show(name, lang, 100)
    rows = [line.split()[0] for line in text.splitlines() if line and not line.startswith(" ")]
    assert [row for row in rows if row in NAMES] == list(NAMES)
    assert all(width(line) <= 100 for line in text.splitlines())


def test_what_is_stated_and_what_is_not() -> None:
    text = rules_show("tangxun", "en", 100)
    assert text.startswith("tangxun: Tangxun Lake, complete\nSource: UNO扑克游戏规则")
    assert "Inherits: tangxun-base, mattel" in text
    rows = text.split("\n")
    at = next(i for i, row in enumerate(rows) if row.startswith("uno.catch"))
    assert rows[at].split()[:4] == ["uno.catch", "2", "cards", "counts"]
    assert "Cards a caught player draws." in rows[at]
    assert rows[at + 1].strip() == "“你要被罚起2张牌”"
    at = next(i for i, row in enumerate(rows) if row.startswith("uno.precall"))
    assert any("not stated by this rule set" in row for row in rows[at : at + 4])
    assert "set by mattel-2008" in rules_show("mattel-2008", "en", 100)


def test_chinese_columns_stay_aligned() -> None:
    text = rules_show("tangxun", "zh", 100)
    assert "这套规则没有说明" in text
    at = {column(text, word) for word in ("一副牌的张数", "“共有108张牌”", "被抓到没喊UNO", "“你要被罚起2张牌”")}
    assert len(at) == 1


def test_differences_between_two() -> None:
    text = rules_diff("mattel", "tangxun-base", "en", 100)
    rows = text.splitlines()
    assert rows[0].split()[:3] == ["parameter", "mattel", "tangxun-base"]
    assert next(row for row in rows if row.startswith("stack.on_draw2")).split()[1:5] == [
        "-", "draw2,", "skip,", "reverse",
    ]  # fmt: skip
    assert "cut.scope" not in text
    assert rules_diff("basic", "basic", "en") == "basic and basic are the same."
    assert rules_diff("basic", "basic", "zh") == "basic 与 basic 相同。"


def test_checking_a_file(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('inherits = "tangxun"\n[uno]\ncatch = 5\n', encoding="utf-8")
    text = rules_check(path, "en", 80)
    assert text.startswith(f"{path} is right.")
    assert text.splitlines()[-1].split()[:5] == ["uno.catch", "2", "cards", "5", "cards"]
    path.write_text("[uno]\ncatch = 500\n", encoding="utf-8")
    with pytest.raises(RulesError, match=r"ours\.toml:2: uno\.catch is 500, allowed"):
        rules_check(path)
    with pytest.raises(RulesError, match="cannot be opened: no such file"):
        rules_check(tmp_path / "absent.toml")


def test_unknown_names_are_errors() -> None:
    with pytest.raises(RulesError, match="did you mean"):
        rules_show("tangxn", "en")
    with pytest.raises(RulesError, match="did you mean"):
        rules_diff("mattel", "outlin", "en")


def test_the_users_own_are_listed_with_what_is_wrong_with_them(home: Path) -> None:
    (home / "rules" / "ours.toml").write_text('inherits = "tangxun"\ntitle = "Ours"\n')
    (home / "rules" / "broken.toml").write_text("[uno]\ncatch = 500\n")
    (home / "rules" / "mattel.toml").write_text("")
    text = rules_list("en")
    assert ["ours", "tangxun", "Ours"] in [line.split() for line in text.splitlines()]
    assert "uno.catch is 500, allowed" in next(line for line in text.splitlines() if line.startswith("broken"))
    assert text.splitlines()[-1].endswith("mattel.toml is not used: the name belongs to a rule set of unotable.")
    assert f"File: {home}" in rules_show("ours", "en")


def test_widths() -> None:
    assert [width(text) for text in ("", "abc", "汤a", "e\u0301", "（）")] == [0, 3, 3, 1, 4]


@given(st.text(st.sampled_from("ab c汤，。“"), max_size=40), st.integers(8, 30))
def test_wrapping_loses_nothing_and_keeps_the_width(text: str, cells: int) -> None:
    lines = wrap(text, cells)
    assert "".join("".join(lines).split()) == "".join(text.split())
    for line in lines:
        assert width(line) <= cells or len(wrap(line, cells)) == 1  # one word that is longer stays whole


def test_a_table_keeps_its_columns() -> None:
    text = table(("a", "b", "c"), [("汤逊湖", "x", "one two three"), ("y", "zz", ("first", "second"))], 20)
    assert text == "a       b   c\n汤逊湖  x   one two three\ny       zz  first\n            second"
