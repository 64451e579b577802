"""The matches folder is listed newest first, with whatever else lies in it."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from unotable.journal.file import Journal, MatchFile, new_path
from unotable.journal.matches import matches, unfinished

HEADER = {"unotable": 1, "rules": "mattel", "seats": ["Ana", "Bo"]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "matches"
    for day, names in ((1, ["Ana", "Bo"]), (3, ["Cy", "Dee"]), (2, ["Eve", "Fay"]), (2, ["Gus", "Hal"])):
        path = new_path(folder, datetime(2026, 11, day, 19, 4, 11))
        with Journal.create(path, {**HEADER, "seats": names}) as journal:
            journal.append({"t": 0, "do": "note", "text": names[0]})
    (folder / "2026-11-04T00-00-00.jsonl").write_text("hello\n")
    (folder / "2026-11-05T00-00-00.jsonl").write_bytes(b"")
    (folder / "notes.txt").write_text("not a match")
    (folder / "2026-11-06T00-00-00.jsonl").mkdir()
    return folder


def test_newest_first_with_the_broken_ones(folder: Path) -> None:
    found = matches(folder)
    assert [listed.header.seats[0] if listed.header else None for listed in found] == [
        None, None, "Cy", "Gus", "Eve", "Ana",
    ]  # fmt: skip
    assert "no JSON" in found[1].problem
    assert all(bool(listed.problem) == (listed.header is None) for listed in found)


def test_no_folder_is_no_match(tmp_path: Path) -> None:
    assert matches(tmp_path / "absent") == []
    assert list(unfinished(tmp_path / "absent", lambda match: False)) == []


def test_the_newest_unfinished_one(folder: Path) -> None:
    def over(match: MatchFile) -> bool:
        return match.header.seats[0] == "Cy"

    found = [match.header.seats[0] for match in unfinished(folder, over)]
    assert found == ["Gus", "Eve", "Ana"]
    assert [match.entries[0].text for match in unfinished(folder, over, most=4)] == ["Gus"]


def test_a_case_is_no_match_to_go_on_with(folder: Path) -> None:
    case = new_path(folder, datetime(2026, 12, 1))
    Journal.create(case, HEADER).close()
    with case.open("a") as file:
        file.write('{"expect":{}}\n')
    assert matches(folder)[0].path == case
    assert case not in [match.path for match in unfinished(folder, lambda match: False)]
