"""Every sentence of the app in both languages, and one registry that all lists of keys come from."""

from __future__ import annotations

import ast
import os
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
import unotable.app
from unotable.app import commands
from unotable.app.acts.rounds import LINE_WORDS
from unotable.app.screens.help import lines
from unotable.locale import Words

ROOT = Path(__file__).parents[2]
KEYS = ROOT / "docs" / "keys.md"


def sentences() -> Iterator[tuple[str, str]]:
    """Every text given to `tr` or `mark` in the app, with its file."""
    for path in sorted(Path(unotable.app.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("tr", "mark")
            if named and isinstance(node.args[0], ast.Constant):
                yield str(node.args[0].value), path.name


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_every_sentence_has_its_chinese_with_the_same_fields() -> None:
    chinese = Words("zh")
    found = dict(sentences())
    assert len(found) > 150
    missing = [text for text in found if chinese.gettext(text) == text]
    assert not missing
    assert [text for text in found if fields(text) != fields(chinese.gettext(text))] == []


def test_commands_are_told_in_both_languages() -> None:
    for command in commands.COMMANDS:
        assert all(command.title) and all(command.help), command.id
        assert command.help[0].isascii() and not command.help[1].isascii(), command.id
    assert len(commands.BY_ID) == len(commands.COMMANDS)


def test_keys_are_letters_function_keys_and_arrows() -> None:
    allowed = set(string.ascii_letters + string.digits) | {f"f{n}" for n in range(1, 11)}
    allowed |= {"up", "down", "left", "right", "enter", "escape", "question_mark", "ctrl+p", "ctrl+q"}
    for command in commands.COMMANDS:
        assert set(command.keys) <= allowed, command.id


def test_no_command_takes_a_key_that_begins_a_card() -> None:
    """Only while its question is open may a command have r y g b w or a digit."""
    asked = {"colour", "answer", "guess", "menu.look", "menu.swap"}
    for command in commands.COMMANDS:
        assert command.id in asked or not set(command.keys) & set("rygbw23456789."), command.id


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_help_has_every_command(lang: str) -> None:
    sheet = "\n".join(line.plain for line in lines(lang, 110))
    for command in commands.COMMANDS:
        assert command.named(lang)[:20] in sheet, command.id


def test_the_docs_key_table_is_current() -> None:
    text = (
        "# Keys\n\nMade from the registry in `host/unotable/app/commands.py`; do not edit it here.\n\n"
        + commands.key_table("en")
        + "\n# 按键\n\n"
        + commands.key_table("zh")
    )
    if os.environ.get("UNOTABLE_UPDATE_FRAMES") == "1":
        KEYS.parent.mkdir(exist_ok=True)
        KEYS.write_text(text, encoding="utf-8")
    assert KEYS.read_text(encoding="utf-8") == text


def test_what_undo_takes_back_is_translated() -> None:
    assert {"card", "draw", "hand"} <= set(LINE_WORDS)
