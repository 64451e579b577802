"""The index of past matches: never wrong about a file that changed, and never in the way."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from unotable.journal import history, index
from unotable.journal.file import Journal
from unotable.locale import use

HEADER = {"unotable": 1, "rules": "mattel", "seats": ["Ana", "=Bo"], "started": "2026-11-30T19:04:11+08:00"}


def begin(home: Path, stem: str, *lines: dict[str, object]) -> Path:
    path = home / "matches" / f"{stem}.jsonl"
    with Journal.create(path, HEADER) as journal:
        for line in lines:
            journal.append(line)
    return path


def test_only_what_changed_is_read_again(home: Path) -> None:
    first, second = begin(home, "2026-01-01T10-00-00"), begin(home, "2026-01-02T10-00-00")
    read: list[tuple[int, int]] = []
    found = index.past(progress=lambda done, total: read.append((done, total)))
    assert [one.path for one in found] == [second, first] and read == [(1, 2), (2, 2)]
    read.clear()
    assert index.past(progress=lambda done, total: read.append((done, total))) == found and read == []
    with Journal.open(first) as journal:
        journal.append({"t": 0, "do": "first", "card": "r5"})
        journal.append({"t": 9, "do": "end", "reason": "void"})
    changed = index.past(progress=lambda done, total: read.append((done, total)))
    assert read == [(1, 1)] and changed[1].facts is not None and changed[1].facts.played == 1
    first.unlink()
    assert [one.path for one in index.past()] == [second]


@pytest.mark.parametrize("harm", ["garbage", "layout", "row", "missing"])
def test_a_harmed_index_is_made_anew(home: Path, harm: str) -> None:
    begin(home, "2026-01-01T10-00-00")
    found = index.past()
    if harm == "garbage":
        index.path().write_bytes(b"no database at all" * 100)
    elif harm == "missing":
        index.path().unlink()
    else:
        with sqlite3.connect(index.path()) as base:
            base.execute("update about set layout = 'old'" if harm == "layout" else "update matches set facts = '{}'")
        base.close()
    assert index.past() == found and index.past() == found


def test_an_index_that_cannot_be_kept_stops_nothing(home: Path) -> None:
    begin(home, "2026-01-01T10-00-00")
    index.path().mkdir()
    assert len(index.past()) == 1 and len(index.past(rebuild=True)) == 1


def test_broken_files_are_named_in_one_sentence(home: Path) -> None:
    begin(home, "2026-01-01T10-00-00")
    (home / "matches" / "2026-01-02T10-00-00.jsonl").write_text("no match\n", encoding="utf-8")
    (home / "matches" / "2026-01-03T10-00-00.jsonl").write_text(
        '{"unotable":1,"rules":"gone","seats":["A","B"]}\n', encoding="utf-8"
    )
    text = history.as_text(index.past(rebuild=True))
    assert text.count("2026-01-02T10-00-00.jsonl") == 1 and "gone" in text and "=Bo" in text
    found = json.loads(history.as_json(index.past()))
    assert [bool(one["problem"]) for one in found["matches"]] == [True, True, False]
    assert {one["name"] for one in found["players"]} == {"=Bo", "Ana"}


def test_nothing_played_yet(home: Path) -> None:
    assert index.past() == [] and "No match" in history.as_text([])
    use("zh")
    assert "还没有" in history.as_text([])
    use("en")
