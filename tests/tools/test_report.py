"""A bug report: what is inside, what is not, and names that are replaced wherever they stand."""

from __future__ import annotations

import json
import os
import time
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unotable import cli
from unotable.game.fold import fold
from unotable.journal import rules
from unotable.journal.file import read
from unotable.tools import report as reporting
from unotable.tools.findings import Facts
from unotable.tools.names import Names, names_in

from tests.processes import Process

LINES = (
    '{"unotable":1,"rules":"mattel","seats":["Ana","Ana Maria","Bo","小明"]}\n'
    '{"t":0,"do":"round"}\n'
    '{"t":1,"do":"card","card":"bo","seat":3}\n'
    '{"t":2,"do":"join","name":"Zoë"}\n'
    '{"t":3,"do":"note","text":"Bo says Ana Maria, not Ana, and 小明说的 Bob"}\n'
    '{"t":4,"do":"note","te'
)


def test_names_stand_where_names_stand() -> None:
    out = Names(names_in(LINES)).journal(LINES).splitlines()
    assert json.loads(out[0])["seats"] == ["Player 1", "Player 2", "Player 3", "Player 4"]
    assert out[1:3] == LINES.splitlines()[1:3], "cards and times are no names"
    assert json.loads(out[3])["name"] == "Player 5"
    assert json.loads(out[4])["text"] == "Player 3 says Player 2, not Player 1, and Player 4说的 Bob"
    assert out[5] == LINES.splitlines()[5]


def test_names_in_free_text() -> None:
    names = Names(["Ana", "Bo", "小明", "r5", "a.b"])
    assert names.text("Ana's board, (Bo) Bobo 我是小明啊 acb a.b Ana_1") == (
        "Player 1's board, (Player 2) Bobo 我是Player 3啊 acb Player 5 Player 1_1"
    )
    assert Names().text("Ana") == "Ana"


name = st.text(st.characters(blacklist_categories=["Cs", "Cc"]), min_size=1, max_size=12)


@given(st.lists(name, min_size=2, max_size=10))
def test_no_name_is_left_in_the_seats(seats: list[str]) -> None:
    line = json.dumps({"unotable": 1, "rules": "mattel", "seats": seats}, ensure_ascii=False) + "\n"
    out = json.loads(Names(names_in(line)).journal(line))["seats"]
    assert len(set(out)) == len(set(seats)) and all(player.startswith("Player ") for player in out)
    assert [seats.index(it) for it in seats] == [out.index(it) for it in out]


def nothing() -> Facts:
    return Facts("linux", (), "0.1.0", 1)


@pytest.fixture
def table(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with two matches, a log, and things that are nobody's business."""
    monkeypatch.setattr(reporting, "gather", nothing)
    monkeypatch.setattr(reporting.report, "__defaults__", (nothing,))
    monkeypatch.setattr(Path, "home", lambda: home)
    for number, (when, text) in enumerate(
        {"old": '{"unotable":1,"rules":"mattel","seats":["Quinn","Bo"]}\n', "new": LINES}.items()
    ):
        path = home / "matches" / f"{when}.jsonl"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        os.utime(path, (number, number))
    (home / "logs").mkdir()
    (home / "logs" / "unotable.log").write_text(f"Quinn's board, 小明 in {home}/matches\n", encoding="utf-8")
    (home / "logs" / "unotable.log.1").write_text("older\n")
    (home / "logs" / "other.txt").write_text("private\n")
    (home / "boards.json").write_text("private\n")
    return home


def made(path: Path) -> dict[str, str]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_what_is_inside(table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "r.zip"
    assert cli.main(["report", "-o", str(out)]) == 0
    inside = made(out)
    assert list(inside) == [
        "about.txt", "versions.json", "doctor.txt", "ports.json",
        "matches/new.jsonl", "logs/unotable.log", "logs/unotable.log.1",
    ]  # fmt: skip
    assert inside["matches/new.jsonl"] == LINES
    assert inside["logs/unotable.log"] == "Quinn's board, 小明 in ~/matches\n"
    assert "private" not in str(inside)
    versions = json.loads(inside["versions.json"])
    assert versions["unotable"] == "0.1.0" and {"pyserial", "textual"} <= set(versions["packages"])
    said = capsys.readouterr().out
    assert all(name in said for name in inside) and "--names-replaced" in said


def test_with_names_replaced(table: Path, tmp_path: Path) -> None:
    out = tmp_path / "r.zip"
    assert cli.main(["report", "--names-replaced", "-o", str(out)]) == 0
    inside = made(out)
    for name in ("Ana", "Quinn", "小明", "Zoë", str(table)):
        assert name not in str(inside), name
    assert "Player 6's board, Player 4" in inside["logs/unotable.log"]


def test_a_match_that_is_named(table: Path, tmp_path: Path) -> None:
    out = tmp_path / "r.zip"
    old, new = (str(table / "matches" / f"{when}.jsonl") for when in ("old", "new"))
    assert cli.main(["report", "-o", str(out), "--match", old, "--match", new]) == 0
    assert {"matches/old.jsonl", "matches/1-new.jsonl"} <= set(made(out))


def test_what_cannot_be(table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = tmp_path / "there.zip"
    there.write_text("mine")
    for arguments, words in (
        (["-o", str(there)], "there already"),
        (["-o", str(tmp_path / "no" / "r.zip")], "cannot be written"),
        (["--match", str(tmp_path / "gone.jsonl"), "-o", str(tmp_path / "r.zip")], "cannot be opened"),
    ):
        assert cli.main(["report", *arguments]) == 1
        assert words in capsys.readouterr().err
    assert there.read_text() == "mine" and sorted(tmp_path.glob("*.zip*")) == [there]


def test_a_replaced_match_replays_the_same(table: Path, tmp_path: Path) -> None:
    case = Path(__file__).parents[1] / "cases" / "owner-first.jsonl"
    out = tmp_path / "r.zip"
    assert cli.main(["report", "--names-replaced", "-o", str(out), "--match", str(case)]) == 0
    again = tmp_path / "again.jsonl"
    again.write_text(made(out)["matches/owner-first.jsonl"], encoding="utf-8")
    one, other = read(case), read(again)
    assert one.entries == other.entries
    tables = [fold(it.header, rules.load(it.header.rules, it.header.overrides), it.entries) for it in (one, other)]
    assert [ruling.rule for ruling in tables[0].rulings] == [ruling.rule for ruling in tables[1].rulings]
    assert tables[0].turn == tables[1].turn


def test_the_log_says_what_each_board_runs(home: Path) -> None:
    file = home / "logs" / "unotable.log"
    end = time.monotonic() + 15
    lines: dict[str, str] = {}
    with Process(home, "demo", "--plain", "--seats", "2") as demo:
        while len(lines) < 2 and time.monotonic() < end:
            time.sleep(0.05)
            log = file.read_text(encoding="utf-8") if file.exists() else ""
            lines = {line.split("board ")[1].split()[0]: line for line in log.splitlines() if " on " in line}
        demo.write("q")
        assert demo.end() == 0
    assert set(lines) == {"de5c0001", "de5c0002"}
    for line in lines.values():
        assert "firmware 0.1.0" in line and "python-" in line.lower() and "pid " in line
