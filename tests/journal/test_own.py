"""A user's own rule set is written whole or not at all, into its folder and under a safe name."""

from __future__ import annotations

from pathlib import Path

import pytest
from unotable.journal import own
from unotable.journal.errors import RulesError
from unotable.journal.rules import load, preset


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UNOTABLE_HOME", str(tmp_path / "home"))
    (tmp_path / "home" / "rules").mkdir(parents=True)
    return tmp_path / "home"


def test_saving_the_users_own(home: Path) -> None:
    path = own.save("Our House!", '我们的 "house" \\ rules', "tangxun", {"uno.catch": 3, "stack.on_draw2": ["wild4"]})
    assert path == home / "rules" / "our-house.toml"
    found = preset("our-house")
    assert found.title_in("en") == '我们的 "house" \\ rules'
    assert found.values == load("tangxun", {"uno.catch": 3, "stack.on_draw2": ["wild4"]})
    own.save("our-house", "Again", "party", {"cut.follow_s": 2.5})
    assert load("our-house") == load("party", {"cut.follow_s": 2.5})
    own.save("more", "More", "our-house", {"party.red_zero": 0})
    assert preset("more").chain[:2] == ("more", "our-house")
    assert sorted(p.name for p in path.parent.iterdir()) == ["more.toml", "our-house.toml"]
    assert own.save("家规", "家规", "mattel", {}).stem == "家规"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "no name"),
        ("../..", "no name"),
        ("Mattel", "comes with unotable"),
        ("con", "Windows"),
        ("\x1b[", "no name"),
    ],
)
def test_names_that_cannot_be_saved(home: Path, name: str, words: str) -> None:
    with pytest.raises(RulesError, match=words):
        own.save(name, "T", "mattel", {})
    assert list((home / "rules").iterdir()) == []


def test_what_cannot_be_saved_leaves_the_old_file(home: Path) -> None:
    path = own.save("ours", "Ours", "mattel", {"uno.catch": 3})
    before = path.read_bytes()
    for title, inherits, chosen, words in (
        ("T", "mattel", {"uno.catch": 99}, "uno.catch is 99"),
        ("T", "mattl", {}, 'did you mean "mattel"'),
        ("T", "x.toml", {}, "no rule set to inherit from"),
        ("T", "ours", {}, "cannot inherit from"),
        ("\x1b", "mattel", {}, "the title"),
    ):
        with pytest.raises(RulesError, match=words):
            own.save("ours", title, inherits, chosen)
        assert path.read_bytes() == before


def test_a_name_from_elsewhere_stays_in_its_folder(home: Path) -> None:
    assert own.save("../../evil/name", "T", "mattel", {}).parent == home / "rules"
