"""Match files: what a crash, a full disk or a second writer may do to one, and what they may not."""

from __future__ import annotations

import errno
import json
import os
import stat
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from unotable.game.entry import Header
from unotable.journal.errors import JournalError
from unotable.journal.file import Journal, new_path, read

HEADER = {"unotable": 1, "rules": "mattel", "seats": ["Ana", "Bo", "小林"]}
LINES: list[dict[str, Any]] = [
    {"t": 0, "do": "first", "card": "r5"},
    {"t": 2_100_000, "press": "done", "seat": 2, "u": 240, "board": "e6614c311b", "boot": 51231, "ev": 17},
    {"t": 2_600_000, "do": "card", "card": "g5", "of": 2},
    {"t": 3_000_000, "do": "challenge", "results": {"1": "guilty", "2": "innocent"}},
    {"t": 3_100_000, "do": "note", "text": '说: "]}" é'},
]


def text(*objects: object) -> str:
    return "".join(json.dumps(o, ensure_ascii=False, separators=(",", ":")) + "\n" for o in objects)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "matches" / "2026-11-30T19-04-11.jsonl"


def test_a_match_is_written_and_read_back(path: Path) -> None:
    with Journal.create(path, HEADER) as journal:
        entries = [journal.append(line) for line in LINES]
        assert journal.entries == entries
        assert journal.presses == {("e6614c311b", 51231, 17): 2}
    assert path.read_text(encoding="utf-8") == text(HEADER, *LINES)
    match = read(path)
    assert match.header == Header("mattel", ("Ana", "Bo", "小林"))
    assert match.entries == entries
    assert [entry.id for entry in entries] == [1, 2, 3, 4, 5]
    assert (match.torn, match.warning, match.expect) == (False, "", None)


def test_each_line_is_on_disk_before_append_returns(path: Path) -> None:
    with Journal.create(path, HEADER) as journal:
        assert path.read_text(encoding="utf-8") == text(HEADER)
        for n in range(1, len(LINES) + 1):
            journal.append(LINES[n - 1])
            assert path.read_text(encoding="utf-8") == text(HEADER, *LINES[:n])


def test_each_line_is_synced(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    real = os.fsync

    def fsync(handle: int) -> None:
        real(handle)
        if stat.S_ISREG(os.fstat(handle).st_mode):
            synced.append(os.fstat(handle).st_size)

    monkeypatch.setattr(os, "fsync", fsync)
    with Journal.create(path, HEADER) as journal:
        for line in LINES:
            journal.append(line)
    assert synced == [len(text(HEADER, *LINES[:n]).encode()) for n in range(len(LINES) + 1)]


def test_writing_goes_on_after_closing(path: Path) -> None:
    with Journal.create(path, HEADER) as journal:
        journal.append(LINES[0])
    for line in LINES[1:]:
        with Journal.open(path) as journal:
            assert journal.append(line).id == LINES.index(line) + 1
    assert path.read_text(encoding="utf-8") == text(HEADER, *LINES)


def test_torn_at_every_byte(path: Path) -> None:
    path.parent.mkdir()
    whole = text(HEADER, *LINES).encode()
    path.write_bytes(whole)
    entries = read(path).entries
    ends = [i + 1 for i, byte in enumerate(whole) if byte == ord("\n")]
    for cut in range(len(whole)):
        path.write_bytes(whole[:cut])
        if cut < ends[0]:
            with pytest.raises(JournalError):
                read(path)
            continue
        kept = sum(end <= cut for end in ends) - 1
        match = read(path)
        assert match.entries == entries[:kept], cut
        assert match.torn == (cut not in ends)
        assert ("torn" in match.warning) == match.torn
        with Journal.open(path) as journal:
            assert journal.warning == match.warning
            journal.append({"t": 9, "do": "tick"})
        assert path.read_bytes() == whole[: ends[kept]] + b'{"t":9,"do":"tick"}\n'
        assert not read(path).torn


@pytest.mark.parametrize("end", ["\n", ""])
@pytest.mark.parametrize(
    "tail", ['{"t":1,"do":"ti', '{"t":1,"do":"challenge","results":{"1":"guilty"}', "{", "\0\0\0", '{"t":tr']
)
def test_a_torn_line_is_dropped_and_said(path: Path, tail: str, end: str) -> None:
    path.parent.mkdir()
    path.write_text(text(HEADER, *LINES) + tail + end, encoding="utf-8")
    match = read(path)
    assert len(match.entries) == len(LINES)
    assert match.warning == f"{path}:7: the last line is torn and was left out"


@pytest.mark.parametrize("tail", ["\n\n", " \t\n", "\r\n\r\n"])
def test_empty_lines_at_the_end_are_nothing(path: Path, tail: str) -> None:
    path.parent.mkdir()
    path.write_bytes(text(HEADER, *LINES).encode() + tail.encode())
    assert (len(read(path).entries), read(path).torn) == (len(LINES), False)
    with Journal.open(path) as journal:
        journal.append({"t": 9, "do": "tick"})
    assert path.read_text(encoding="utf-8") == text(HEADER, *LINES, {"t": 9, "do": "tick"})


def test_a_windows_file_reads_the_same(path: Path) -> None:
    path.parent.mkdir()
    path.write_text(text(HEADER, *LINES), encoding="utf-8")
    entries = read(path).entries
    path.write_bytes(b"\xef\xbb\xbf" + text(HEADER, *LINES).replace("\n", "\r\n").encode())
    assert read(path).entries == entries


BROKEN = {
    "in the middle": (text(HEADER) + '{"t":0,"do"\n' + text(LINES[0]), ":2 (entry 1): no JSON"),
    "an empty line in the middle": (text(HEADER) + "\n" + text(LINES[0]), ":2 (entry 1): no JSON"),
    "a last line of another kind": (text(HEADER, {"t": 0, "do": "tik"}), ':2 (entry 1): "do" is "tik"'),
    "a last line that is no object": (text(HEADER) + "hello\n", ":2 (entry 1): no JSON"),
    "NaN in the last line": (text(HEADER) + '{"t":NaN,"do":"tick"}\n', ":2 (entry 1): NaN is no JSON number"),
    "a key twice in the last line": (text(HEADER) + '{"t":1,"t":2,"do":"tick"}\n', 'the field "t" is given twice'),
    "expectations in the middle": (text(HEADER, {"expect": {}}, LINES[0]), ":3 (entry 2): expectations end a file"),
    "nothing": ("", "is empty"),
    "blanks": ("\n \n", "is empty"),
    "no header": (text(LINES[0]), ":1 (header): no header"),
    "a torn header": (text(HEADER)[:20], ":1 (header): no JSON"),
    "a header without its end": (text(HEADER)[:-1], ":1 (header): the line is torn"),
    "binary": ("\0\1\2\3", ":1 (header): no JSON"),
    "an escape sequence": (text({**HEADER, "seats": ["\x1b[31mAna", "Bo"]}), "the character U+001B is not allowed"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_file_says_where(path: Path, what: str) -> None:
    content, words = BROKEN[what]
    path.parent.mkdir()
    path.write_text(content, encoding="utf-8")
    for opened in (read, Journal.open):
        with pytest.raises(JournalError) as caught:
            opened(path)
        assert words in str(caught.value)
        assert str(path) in str(caught.value)
    assert path.read_text(encoding="utf-8") == content


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "absent.jsonl", tmp_path, Path("a\0b")):
        with pytest.raises(JournalError):
            read(path)
        with pytest.raises(JournalError):
            Journal.open(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names on this system")
def test_a_pipe_is_refused_instead_of_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(JournalError, match="no file"):
        read(tmp_path / "pipe")


def test_a_refused_line_is_not_written(path: Path) -> None:
    with Journal.create(path, HEADER) as journal:
        for bad in (
            {"t": 1, "do": "out", "seat": 4},
            {"t": float("nan"), "do": "tick"},
            {"t": 1, "do": "undo", "of": 1},
            {"t": 1, "do": "note", "text": "\ud800"},
            {"t": 1, "do": object()},
            {"expect": {}},
        ):
            with pytest.raises(JournalError):
                journal.append(bad)
        assert path.read_text(encoding="utf-8") == text(HEADER)
        assert journal.append(LINES[0]).id == 1
    assert read(path).entries == journal.entries


def test_a_line_about_an_entry_that_is_not_there_is_not_written(path: Path) -> None:
    with Journal.create(path, HEADER) as journal:
        journal.append(LINES[0])
        for of in (2, 99):
            with pytest.raises(JournalError, match=f'"of" is {of}, allowed: an entry before this one, 1 to 1'):
                journal.append({"t": 1, "do": "undo", "of": of})
        journal.append({"t": 1, "do": "undo", "of": 1})
    assert len(read(path).entries) == 2


def test_a_press_sent_again_is_not_written_again(path: Path) -> None:
    with Journal.create(path, HEADER) as journal:
        for line in LINES:
            journal.append(line)
        before = path.read_bytes()
        assert journal.append({**LINES[1], "t": 2_100_300}) is journal.entries[1]
    with Journal.open(path) as journal:
        assert journal.append(LINES[1]) is journal.entries[1]
        assert path.read_bytes() == before
        journal.append({**LINES[1], "boot": 1})
    assert path.read_bytes() > before


def test_a_new_match_overwrites_nothing(path: Path) -> None:
    Journal.create(path, HEADER).close()
    with pytest.raises(JournalError, match="already there"):
        Journal.create(path, HEADER)
    with pytest.raises(JournalError, match='"rules" is missing'):
        Journal.create(path.with_name("other.jsonl"), {"unotable": 1, "seats": ["A", "B"]})
    assert not path.with_name("other.jsonl").exists()


def test_names_of_new_matches(tmp_path: Path) -> None:
    now = datetime(2026, 11, 30, 19, 4, 11)
    names = []
    for _ in range(3):
        path = new_path(tmp_path, now)
        Journal.create(path, HEADER).close()
        names.append(path.name)
    assert names == ["2026-11-30T19-04-11.jsonl", "2026-11-30T19-04-11-2.jsonl", "2026-11-30T19-04-11-3.jsonl"]


HOLD = """
import sys
from unotable.journal.file import Journal
with Journal.open(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_process_may_not_write(path: Path) -> None:
    Journal.create(path, HEADER).close()
    other = subprocess.Popen([sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert other.stdin and other.stdout
    try:
        assert other.stdout.readline().strip() == b"held"
        with pytest.raises(JournalError, match="is open in another unotable"):
            Journal.open(path)
        assert read(path).entries == []  # looking is always allowed
    finally:
        other.stdin.close()
        assert other.wait(20) == 0
        other.stdout.close()
    Journal.open(path).close()


def test_a_killed_writer_leaves_no_lock(path: Path) -> None:
    Journal.create(path, HEADER).close()
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout and other.stdout.readline().strip() == b"held"
        other.kill()
    Journal.open(path).close()


def test_one_process_writes_once_too(path: Path) -> None:
    with Journal.create(path, HEADER), pytest.raises(JournalError, match="is open in another unotable"):
        Journal.open(path)


def test_a_failed_open_lets_go_of_the_lock(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("{}\n")
    with pytest.raises(JournalError, match="no header"):
        Journal.open(path)
    path.write_text(text(HEADER))
    Journal.open(path).close()


def test_a_file_that_grew_is_noticed(path: Path) -> None:
    with Journal.create(path, HEADER) as journal:
        journal.append(LINES[0])
        with path.open("ab") as other:
            other.write(b'{"t":1,"do":"tick"}\n')
        with pytest.raises(JournalError, match="was changed by someone else"):
            journal.append(LINES[1])
        assert len(journal.entries) == 1
    with Journal.open(path) as journal:
        assert journal.append(LINES[1]).id == 3


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps an open file in its place")
def test_a_file_that_was_replaced_is_noticed(path: Path) -> None:
    with Journal.create(path, HEADER) as journal:
        path.rename(path.with_name("old.jsonl"))
        with pytest.raises(JournalError, match="cannot be written"):
            journal.append(LINES[0])
        path.write_text(text(HEADER))
        with pytest.raises(JournalError, match="was replaced"):
            journal.append(LINES[0])


def test_a_closed_journal_refuses(path: Path) -> None:
    journal = Journal.create(path, HEADER)
    journal.close()
    journal.close()
    with pytest.raises(JournalError, match="is closed"):
        journal.append(LINES[0])


def test_a_full_disk_leaves_no_half_line(path: Path) -> None:
    resource = pytest.importorskip("resource")  # POSIX: the system itself refuses what is past the limit
    with Journal.create(path, HEADER) as journal:
        for line in LINES[:2]:
            journal.append(line)
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        before = path.read_bytes()
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 20, hard))
        try:
            with pytest.raises(JournalError, match=r"entry 3 was not kept"):
                journal.append(LINES[2])
            assert path.read_bytes() == before
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert [entry.id for entry in journal.entries] == [1, 2]
        for line in LINES[2:]:
            journal.append(line)
    assert path.read_text(encoding="utf-8") == text(HEADER, *LINES)


def test_a_press_that_was_not_kept_may_come_again(path: Path) -> None:
    resource = pytest.importorskip("resource")
    with Journal.create(path, HEADER) as journal:
        journal.append(LINES[0])
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size, hard))
        try:
            with pytest.raises(JournalError):
                journal.append(LINES[1])
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert journal.presses == {}
        assert journal.append(LINES[1]).id == 2
    assert read(path).entries == journal.entries


def test_a_disk_too_full_even_to_take_a_line_back(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal.create(path, HEADER) as journal:
        journal.append(LINES[0])
        before = path.read_bytes()

        def full(handle: int) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            with pytest.raises(JournalError, match="entry 2 was not kept: the disk is full; free some space"):
                journal.append(LINES[1])
            with pytest.raises(JournalError, match="the disk is full"):
                journal.append(LINES[1])
        assert journal.append(LINES[1]).id == 2
    assert path.read_bytes() == before + text(LINES[1]).encode()


def test_a_case_is_not_played_on(path: Path) -> None:
    path.parent.mkdir()
    for end in ("\n", ""):  # a hand-written last line may lack its end
        path.write_text(text(HEADER, *LINES) + '{"expect":{"turn":1}}' + end, encoding="utf-8")
        assert read(path).expect == {"turn": 1}
        assert not read(path).torn
        with pytest.raises(JournalError, match="a case to check"):
            Journal.open(path)
