"""A match file read while another process writes it: whole lines, none twice, and what was taken back is gone."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from unotable.journal.errors import JournalError
from unotable.journal.file import Journal, read
from unotable.journal.tail import Tail

HEADER = {"unotable": 1, "rules": "mattel", "seats": ["Ana", "[red]Bo[/]"]}
CASE = Path(__file__).parents[1] / "cases" / "owner-first.jsonl"


def note(text: str) -> dict[str, object]:
    return {"t": 0, "do": "note", "text": text}


def test_lines_come_once_each_as_they_are_written(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with Journal.create(path, HEADER) as journal:
        tail = Tail(path)
        assert tail.header.seats == ("Ana", "[red]Bo[/]") and tail.more() == []
        journal.append(note("one"))
        journal.append(note("two"))
        assert [entry.text for entry in tail.more()] == ["one", "two"]
        assert tail.more() == []
        journal.append(note("three"))
        assert [entry.text for entry in tail.more()] == ["three"]
        assert tail.entries == journal.entries and tail.begun == 1


def test_cut_anywhere_it_reads_what_is_whole(tmp_path: Path) -> None:
    """However the bytes arrive, the same entries come, in order."""
    whole, path, chance = CASE.read_bytes(), tmp_path / "match.jsonl", random.Random(4)
    first = whole.index(b"\n") + 1
    path.write_bytes(whole[:first])
    tail, at = Tail(path), first
    while at < len(whole):
        step = chance.randint(1, 25)
        with path.open("ab") as file:
            file.write(whole[at : at + step])
        at += step
        tail.more()
        lines = path.read_bytes().count(b"\n")
        assert len(tail.entries) == min(lines - 1, len(read(CASE).entries))
    assert tail.entries == read(CASE).entries


def test_a_torn_line_that_the_writer_cuts_off_was_never_read(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    Journal.create(path, HEADER).close()
    with path.open("ab") as file:
        file.write(b'{"t":5,"do":"no')
    tail = Tail(path)
    with Journal.open(path) as journal:
        journal.append(note("after"))
        assert [entry.text for entry in tail.more()] == ["after"]
    with path.open("ab") as file:
        file.write(b"\0" * 60 + b"\n")  # a block that was never written
    assert tail.more() == []


def test_a_line_taken_back_begins_it_anew(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with Journal.create(path, HEADER) as journal:
        journal.append(note("kept"))
    size = path.stat().st_size
    with path.open("ab") as file:
        file.write(b'{"t":5,"do":"note","text":"refused by the disk"}\n')
    tail = Tail(path)
    with path.open("ab") as file:
        file.truncate(size)
    assert [entry.text for entry in tail.more()] == ["kept"] and tail.begun == 2


@pytest.mark.parametrize("text", [b"", b"hello\n", b'{"unotable":1', b'{"unotable":99,"seats":["A","B"]}\n'])
def test_what_is_no_match_is_said(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(text)
    with pytest.raises(JournalError, match=r"match\.jsonl"):
        Tail(path)
    with pytest.raises(JournalError, match="cannot be opened"):
        Tail(tmp_path / "none.jsonl")


def test_a_broken_line_before_others_is_named(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    Journal.create(path, HEADER).close()
    tail = Tail(path)
    with path.open("ab") as file:
        file.write(b'{"t":1,"do":"note","text":"a"}\n{"t":1,"do":"dance"}\n{"t":1,"do":"note","text":"b"}\n')
    with pytest.raises(JournalError, match=r":3 \(entry 2\)"):
        tail.more()
    assert [entry.text for entry in tail.entries] == ["a"]
