"""The console: what it shows of bytes, what it sends for words, and both with a real board in a pipe."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from unotable import cli
from unotable.desk.desk import Desk
from unotable.link import wire
from unotable.match.running import Notice
from unotable.match.view import BoardView
from unotable.tools import console as consoling
from unotable.tools.console import Console
from unotable.tools.places import Place

HELLO = wire.encode("H", 1, "de5c0001", 7, "0.1.0", "desk", "bls")
PRESS = wire.encode("P", 1, "u", 99, 3, 200)


def words(lines: list[str]) -> list[str]:
    return [line[10:] for line in lines]


def test_what_comes_is_decoded_in_its_order() -> None:
    it = Console()
    data = b"Traceback:\r\n" + HELLO + PRESS[:-3] + b"\n" + PRESS + PRESS + b"~Z,1*41e7bd12\n>>> "
    assert words(it.heard(data, 1.5) + it.rest(2.0)) == [
        "? 'Traceback:'",
        "< H hello proto=1 board=de5c0001 boot=7 fw=0.1.0 kind=desk has=bls",
        f"x '{PRESS[1:-3].decode()}'",
        "< P press ev=1 button=u ticks=99 edges=3 bounce=200",
        "< P press ev=1 button=u ticks=99 edges=3 bounce=200 (again)",
        "x 'Z,1*41e7bd12'",
        "? '>>> '",
    ]
    assert it.heard(PRESS, 61.2345)[0].startswith("   61.234 < P")


def test_text_of_a_board_is_data() -> None:
    assert words(Console().heard(b"\x1b[2J\xff\n", 0.0)) == [r"? '\x1b[2J\\xff'"]


@pytest.mark.parametrize(
    ("typed", "fields"),
    [
        ("l turn", ("l", "turn", "")),
        ("  l   penalty 3 ", ("l", "penalty", "3")),
        ("l penalty,3", ("l", "penalty", "3")),
        ("w 2 3366cc", ("w", "2", "3366cc")),
        ("a 5", ("a", "7", "5")),
        ("a 9 5", ("a", "9", "5")),
        ("q", ("q", "1")),
        ("b", ("b",)),
        ("h", ("h", "1", "0.1.0", "console")),
    ],
)
def test_what_is_typed_is_framed(typed: str, fields: tuple[str, ...]) -> None:
    it = Console()
    it.heard(HELLO, 0.0)
    data, shown = it.typed(typed, 0.0)
    assert wire.Decoder().feed(data) == [fields]
    assert len(shown) == 1 and f" > {fields[0]} " in shown[0] + " "


@pytest.mark.parametrize("typed", ["zz", "P 1 u 2 3 4", "l", "l turn 1 2", "w 1", "l tür", "l " + "x" * 70])
def test_what_is_typed_wrongly_is_not_sent(typed: str) -> None:
    data, shown = Console().typed(typed, 0.0)
    assert data == b"" and len(shown) == 1 and " ! " in shown[0]


def test_text_and_the_way_to_a_prompt() -> None:
    it = Console()
    assert it.typed("!print('~')", 0.0)[0] == b"print('~')\r\n"
    assert b"\x03\x03\x03" in it.typed("^C", 0.0)[0]
    assert it.typed("", 0.0) == (b"", [])
    assert any(line.strip().startswith("l pattern arg") for line in it.typed("?", 0.0)[1])


def test_in_a_pipe_with_a_real_board(home: Path) -> None:
    with Desk(1, seed=4) as desk:
        desk.press(1, "cut", ms=20)
        done = subprocess.run(
            [sys.executable, "-m", "unotable", "boards", "--console", desk.ports[0]],
            input="l turn\nq 7\n", capture_output=True, text=True, encoding="utf-8", timeout=30,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, "")
        for words in (
            "> h hello",
            "< H hello proto=1 board=de5c0001",
            "< P press ev=1 button=c",
            "> l lamp pattern=turn",
        ):
            assert words in done.stdout
        assert "< A answer q=7 " in done.stdout
        assert "> a " not in done.stdout and "> b" not in done.stdout
        assert desk.lamps(1) == "turn"


def test_which_board(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    Notice("m.jsonl").write([BoardView("b1", 1, "pico", "ready", port="/dev/ttyACM9")])
    for ports, port, said in (
        ([], "", "no board is plugged in"),
        (["x", "y"], "", "x, y"),
        ([], str(home / "gone"), "not there"),
        ([], "/dev/ttyACM9", "end that first"),
    ):
        monkeypatch.setattr(consoling, "places", lambda ports=ports: [Place(port, "", "") for port in ports])
        assert cli.main(["boards", "--console", *([port] if port else [])]) == 1
        assert said in capsys.readouterr().err
