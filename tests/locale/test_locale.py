"""Languages: nothing that is said is left untranslated, and a translation says it with the same fields."""

from __future__ import annotations

import ast
import string
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import unotable
from unotable import locale
from unotable.locale import po, tr, trn, words

HOST = Path(unotable.__file__).parent
CATALOGUES = HOST / "locale" / "zh_CN"
AREAS = {
    "rulings": "locale",
    "rules": "journal",
    "errors": "journal",
}  # catalogues that are not named as the package they serve


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    locale.use("en")


def said(path: Path) -> Iterator[str]:
    """Every text that a module translates or marks for it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            texts = {"tr": node.args[:1], "mark": node.args[:1], "trn": node.args[:2]}.get(name, [])
            yield from (a.value for a in texts if isinstance(a, ast.Constant) and isinstance(a.value, str))


def area(path: Path) -> str:
    return path.relative_to(HOST).parts[0].removesuffix(".py")


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_every_text_of_an_area_with_a_catalogue_is_translated() -> None:
    served = {AREAS.get(path.stem, path.stem) for path in CATALOGUES.glob("*.po")}
    assert {"locale", "journal"} <= served
    found = po.parse(CATALOGUES)
    missing = [
        f"{path.relative_to(HOST)}: {text}"
        for path in sorted(HOST.rglob("*.py"))
        if area(path) in served
        for text in said(path)
        if text not in found
    ]
    assert missing == []


def test_every_translation_is_used_and_has_the_fields_of_its_text() -> None:
    used = {text for path in HOST.rglob("*.py") for text in said(path)}
    for path in CATALOGUES.glob("*.po"):
        for text, translation in po.read(path.read_text(encoding="utf-8"), path.name).items():
            assert text in used, f"{path.name}: nobody says {text!r}"
            assert fields(translation) <= fields(text), f"{path.name}: {text!r}"


def test_catalogues_agree_with_each_other() -> None:
    seen: dict[str, str] = {}
    for path in CATALOGUES.glob("*.po"):
        for text, translation in po.read(path.read_text(encoding="utf-8")).items():
            assert seen.setdefault(text, translation) == translation, f"{path.name}: {text!r}"


def test_switching_at_any_time() -> None:
    assert (tr("yes"), locale.current()) == ("yes", "en")
    locale.use("zh_CN.UTF-8")
    assert (tr("yes"), locale.current()) == ("是", "zh")
    assert words("en").tr("yes") == "yes"
    locale.use("fr")
    assert tr("yes") == "yes"


def test_what_is_not_translated_stays_english() -> None:
    locale.use("zh")
    assert tr("nobody has said {this} before", this=1) == "nobody has said 1 before"


def test_one_and_many() -> None:
    assert [trn("{n} card", "{n} cards", n) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    locale.use("zh")
    assert [trn("{n} card", "{n} cards", n) for n in (0, 1, 2)] == ["0张", "1张", "2张"]


def test_fields_are_data() -> None:
    assert tr("Seat {n}", n="{evil} {0.__class__}") == "Seat {evil} {0.__class__}"


@pytest.mark.parametrize(
    ("asked", "lang"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "C", "LANGUAGE": "zh_CN:en"}, "zh"),
        ({"LC_MESSAGES": "zh-Hans"}, "zh"),
    ],
)
def test_the_language_of_the_system(asked: dict[str, str], lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in asked.items():
        monkeypatch.setenv(variable, value)
    assert locale.default() == lang


def test_windows_names_of_languages() -> None:
    assert locale.known("Chinese (Simplified)_China.936") == "zh"
    assert locale.known("English_United States") == "en"


PO = r"""
# a comment
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\n"

#: somewhere.py:1
msgid "one"
msgstr "一"

msgid ""
"over \"several\" "
"lines\n"
msgstr ""
"好几"
"行\n"

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n}张"

#, fuzzy
msgid "doubtful"
msgstr "可疑"

msgid "untranslated"
msgstr ""
"""


def test_reading_a_catalogue() -> None:
    assert po.read(PO) == {"one": "一", 'over "several" lines\n': "好几行\n", "{n} card": "{n}张", "{n} cards": "{n}张"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('msgid "a"\nmsgstr b', "x.po:2: a text in quotes"),
        ('msgid "a"\nmsgstr "b', "x.po:2: a text in quotes"),
        ('"a"', "x.po:1: a text in quotes"),
        ('msgid "a"\nmsgsrt "b"', "x.po:2: msgsrt is not understood"),
    ],
)
def test_a_broken_catalogue_says_where(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        po.read(text, "x.po")


def test_words_need_nothing_heavy() -> None:
    code = "import sys, unotable.locale.say\nprint([m for m in ('textual', 'pydantic', 'serial') if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
