"""The command line: what each command prints and how it ends; errors are one sentence and no traceback."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from unotable import cli, progress
from unotable.game.fold import fold
from unotable.journal import pixels, rules
from unotable.journal.file import Journal, read
from unotable.match.running import Notice
from unotable.match.view import BoardView
from unotable.settings import Settings, remember

from tests.conftest import lacks

CASES = Path(__file__).parent / "cases"
CASE = CASES / "owner-first.jsonl"


def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "unotable", *arguments],
        input=stdin, capture_output=True, text=True, encoding="utf-8", timeout=60,
    )  # fmt: skip


def refused(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 2) -> str:
    """The one sentence with which a command ends."""
    try:
        ended: object = cli.main(arguments)
    except SystemExit as end:
        ended = end.code
    assert ended == code
    said = capsys.readouterr()
    assert said.out == "" and "Traceback" not in said.err
    lines = [line for line in said.err.splitlines() if not line.startswith(("usage:", " "))]
    assert len(lines) == 1 and lines[0].startswith("unotable")
    return lines[0]


def test_a_language_that_was_switched_to_is_every_commands(capsys: pytest.CaptureFixture[str], home: Path) -> None:
    remember(Settings(lang="zh"))
    assert cli.main(["flash", "no-such-port"]) == 1 and "失败：没有 no-such-port" in capsys.readouterr().out
    assert cli.main(["doctor", "--lang", "en", "no-such-port"]) == 1 and "opened" in capsys.readouterr().out


def test_replay_prints_one_object_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", "--json", str(CASE), str(CASES / "zero-rotates.jsonl")]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    match = read(CASE)
    assert first == fold(match.header, rules.load(match.header.rules, match.header.overrides), match.entries).as_dict()
    assert [ruling["rule"] for ruling in second["rulings"]] == ["hands.rotated"]


def test_replay_check_says_what_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = tmp_path / "wrong.jsonl"
    lines = CASE.read_text(encoding="utf-8").splitlines()
    wrong.write_text("\n".join([*lines[:-1], '{"expect":{"turn":1}}']) + "\n", encoding="utf-8")
    assert cli.main(["replay", "--check", str(CASE)]) == 0
    assert cli.main(["replay", "--check", str(CASE), str(wrong)]) == 1
    assert "turn is 3, expected 1" in capsys.readouterr().out


def test_replay_as_text_tells_the_rulings(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", str(CASE)]) == 0
    out = capsys.readouterr().out
    assert "called UNO in time" in out and "turn: Cy" in out


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "is empty"),
        (b"hello\n", "no JSON"),
        (b"\x00\xff\n", "UTF-8"),
        (b'{"unotable":9,"rules":"mattel","seats":["A","B"]}\n', "newer"),
        (b'{"unotable":1,"rules":"nope","seats":["A","B"]}\n', "nope"),
        (b'{"unotable":1,"rules":"mattel","seats":["A","B"]}\n{"t":0,"do":"dance"}\n{"t":0,"do":"tick"}\n', ":2"),
    ],
)
def test_replay_of_a_bad_file(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: bytes, words: str) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(text)
    assert words in refused(capsys, "replay", "--json", str(bad))


def test_a_torn_line_is_left_out_and_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    torn = tmp_path / "torn.jsonl"
    torn.write_text("\n".join(CASE.read_text(encoding="utf-8").splitlines()[:3]) + '\n{"t":12', encoding="utf-8")
    assert cli.main(["replay", "--json", str(torn)]) == 0
    said = capsys.readouterr()
    assert "torn" in said.err and json.loads(said.out)["round"] == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["replay", "no/such/file.jsonl"], "no/such/file.jsonl"),
        (["replay", "."], "no file"),
        (["rules", "show", "tangxum"], "tangxun"),
        (["rules", "diff", "mattel", "nope"], "nope"),
        (["demo", "--seats", "11"], "2 to 10"),
        (["demo", "--seats", "two"], "2 to 10"),
        (["demo", "--pace", "0"], "0.01"),
        (["demo", "--rounds", "2", "--plain"], "--auto"),
        (["demo", "--plain", "--rules", "nope"], "nope"),
        (["demo", "--plain", "--set", "uno.catch"], "NAME=VALUE"),
        (["demo", "--plain", "--set", "uno.katch=3"], "uno.catch"),
        (["demo", "--plain", "--set", "uno.catch=many"], "uno.catch"),
        (["demo"], "--plain"),
        (["play", "--plain"], "--seats"),
        (["play", "--plain", "--new"], "--seats"),
        (["play", "--plain", "--seats", "Ana"], "2 to 10"),
        (["play", "--plain", "--seats", "Ana,Bo,Ana"], "'Ana': give one of them another name"),
        (["play", "--plain", "--seats", "Ana,Bo", "--dealer", "3"], "--dealer 3"),
        (["play", "--plain", "--seats", "Ana,\x1b[31mBo"], "U+001B"),
        (["play", "--plain", "--match", "gone.jsonl"], "gone.jsonl"),
        (["play", "--plain", "--match", "a.jsonl", "--new"], "--match"),
        (["history", "--watch"], "terminal"),
        (["history", "--watch", "--json"], "--watch"),
        (["replay", "--watch", "a.jsonl", "b.jsonl"], "one match"),
        (["replay", "--watch", "a.jsonl"], "terminal"),
        (["export", "gone.jsonl", "--csv"], "gone.jsonl"),
        (["export", "a.jsonl"], "--csv"),
        (["export", str(CASE), "--png"], "-o FILE.png"),
        (["dance"], "dance"),
        ([], "required"),
    ],
)
def test_what_is_asked_wrongly(
    home: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    assert words in refused(capsys, *arguments)
    assert not list(home.rglob("*.jsonl")), "a match was begun all the same"


def test_a_bad_rules_file_fails_its_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('inherits = "mattel"\n[uno]\ncatch = "two"\n', encoding="utf-8")
    assert "uno.catch" in refused(capsys, "rules", "check", str(bad), code=1)
    bad.write_text('inherits = "mattel"\n[uno]\ncatch = 3\n', encoding="utf-8")
    assert cli.main(["rules", "check", str(bad)]) == 0


def test_rules_are_shown_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "list"]) == 0
    assert "tangxun" in capsys.readouterr().out
    assert cli.main(["rules", "show", "tangxun", "--lang", "zh"]) == 0
    assert "罚起2张牌" in capsys.readouterr().out
    assert cli.main(["rules", "diff", "mattel", "tangxun"]) == 0
    assert "cut.scope" in capsys.readouterr().out


def test_locate_says_where_things_are(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["locate", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["matches"] == str(home / "matches") and Path(found["firmware"], "main.py").is_file()
    assert cli.main(["locate"]) == 0
    assert str(home / "logs") in capsys.readouterr().out


def test_version_and_module() -> None:
    from unotable import __version__

    assert run("--version").stdout.strip() == f"unotable {__version__}"


def test_a_match_that_is_open_elsewhere_is_said(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Journal.create(home / "matches" / "m.jsonl", {"unotable": 1, "rules": "mattel", "seats": ["A", "B"]}):
        assert "open in another unotable" in refused(capsys, "play", "--plain")


def test_boards_of_a_running_match_are_told_by_it(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = BoardView("e661", 2, "pico", "ready", "", 240, 900, "1.2", "micropython-1.28.0", None, 1, "COM7")
    notice = Notice("m.jsonl")
    notice.write([board])
    assert cli.main(["boards", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["python"] == "micropython-1.28.0"
    assert cli.main(["boards"]) == 0
    out = capsys.readouterr().out
    assert "e661" in out and "±0.24 ms" in out and "COM7" in out
    notice.remove()


def test_history_is_text_or_json(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "matches").mkdir()
    (home / "matches" / "m.jsonl").write_bytes(CASE.read_bytes())
    (home / "matches" / "broken.jsonl").write_bytes(b"?\n")
    assert cli.main(["history"]) == 0
    out = capsys.readouterr().out
    assert "Ana, Bo, Cy" in out and "unfinished" in out and "broken.jsonl:1" in out
    assert cli.main(["history", "--rebuild", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["matches"]) == 2 and len(found["players"]) == 3


def test_exports_go_to_a_file_but_never_over_the_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = tmp_path / "m.jsonl"
    match.write_bytes(CASE.read_bytes())
    for kind, begins in (("csv", "\ufeffkind,"), ("json", "{"), ("html", "<!doctype html>"), ("svg", "<svg")):
        out = tmp_path / f"m.{kind}"
        assert cli.main(["export", str(match), f"--{kind}", "-o", str(out)]) == 0
        assert out.read_text(encoding="utf-8").startswith(begins)
        assert cli.main(["export", str(match), f"--{kind}"]) == 0
        assert begins.lstrip("\ufeff") in capsys.readouterr().out
    assert "match itself" in refused(capsys, "export", str(match), "--csv", "-o", str(match))
    assert "cannot be written" in refused(capsys, "export", str(match), "--csv", "-o", str(tmp_path), code=1)
    assert match.read_bytes() == CASE.read_bytes()


def test_nothing_to_watch_is_said(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "no match runs" in refused(capsys, "watch", "--plain", code=1)
    assert "cannot be opened" in refused(capsys, "watch", "--plain", str(home / "none.jsonl"))


def test_a_match_that_nobody_plays_is_told_and_ends(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["watch", "--plain", str(CASE)]) == 0
    assert "turn: Cy" in capsys.readouterr().out


def test_an_export_as_pixels(tmp_path: Path) -> None:
    out = tmp_path / "match.png"
    assert cli.main(["export", str(CASE), "--png", "-o", str(out)]) == 0
    assert out.read_bytes().startswith(b"\x89PNG")


def test_an_export_that_takes_its_time_says_how_far_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if pixels.unreadable("<svg><text>r</text></svg>"):
        lacks("a font")
    lines = CASE.read_text(encoding="utf-8").splitlines()[:-1]
    last = json.loads(lines[-1])["t"]
    for t in range(last + 1, last + 9):
        lines += [json.dumps({"t": t, "do": "end", "reason": "void"}), json.dumps({"t": t, "do": "round"})]
    match = tmp_path / "m.jsonl"
    match.write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = ["export", str(match), "--png", "-o", str(tmp_path / "out")]
    monkeypatch.setattr(progress, "LONG_S", 0.0)
    assert cli.main(command) == 0 and capsys.readouterr().err == "", "nobody looks"
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert cli.main(command) == 0
    bars = capsys.readouterr().err.rstrip("\n").split("\r")[1:]
    assert bars[-1] == f"[{'=' * 20}] Drawing the picture"
    filled = [text.count("=") for text in bars]
    assert len(filled) > 2 and filled == sorted(set(filled)), "each step once, and forwards"
    monkeypatch.setattr(progress, "LONG_S", 60.0)
    assert cli.main(command) == 0 and capsys.readouterr().err == "", "it was quick"
