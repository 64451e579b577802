"""Every command of the READMEs is run: what stands there works, in both languages."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.app.test_terminal import demo, opened
from tests.conftest import needs
from tests.hall.mosquitto import Mosquitto
from tests.processes import Process

ROOT = Path(__file__).parents[1]
CASE = ROOT / "tests" / "cases" / "owner-first.jsonl"
PAGES = ("README.md", "README.zh-CN.md")
BLOCK = re.compile(r"```sh\n(.*?)```", re.DOTALL)
WITHOUT_BOARDS = ("flash", "doctor", "boards", "boards --console PORT", "watch")  # end with one sentence, with no table


def commands(page: str) -> list[str]:
    """The command lines of a page, without their comments."""
    text = (ROOT / page).read_text(encoding="utf-8")
    lines = (line for block in BLOCK.findall(text) for line in block.splitlines())
    return [command for line in lines if (command := line.split(" #")[0].strip())]


SHOWN = [line.removeprefix("unotable ") for line in commands(PAGES[0]) if line.startswith("unotable ")]
HALL = [
    "mosquitto -p 1883",
    "unotable demo --tables 3 --hall mqtt://localhost/cafe",
    "unotable hall mqtt://localhost/cafe",
]
SHOWN = [line for line in SHOWN if f"unotable {line}" not in HALL]
PLAYED = [line for line in SHOWN if line.startswith("demo")]
SCREENS = {"play": "new match", "replay FILE --watch": "round 1"}  # these open a screen: what stands on it
REST = [line for line in SHOWN if line not in (*PLAYED, *WITHOUT_BOARDS, *SCREENS) and " -o " not in line]


def unotable(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "unotable", *arguments],
        cwd=home, capture_output=True, text=True, encoding="utf-8", timeout=60,
    )  # fmt: skip


def test_both_pages_show_the_same_commands() -> None:
    assert commands(PAGES[0]) == commands(PAGES[1])


@pytest.mark.parametrize("page", PAGES)
def test_pictures_are_there_and_load_nothing(page: str) -> None:
    names = re.findall(r"!\[[^]]+\]\(([^)]+)\)", (ROOT / page).read_text(encoding="utf-8"))
    assert len(names) == 5
    for name in names:
        svg = (ROOT / name).read_text(encoding="utf-8")
        assert ElementTree.fromstring(svg).tag.endswith("svg") and len(svg.encode()) < 150_000
        assert not re.search(r"https?:|url\([^#]|<script", svg.replace("http://www.w3.org/2000/svg", ""))


def test_the_two_commands_are_in_the_makefile() -> None:
    needs("make")
    for line in commands(PAGES[0]):
        if line.startswith("make "):
            done = subprocess.run([*line.split(), "--dry-run"], cwd=ROOT, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr


def test_every_other_command_is_run_below() -> None:
    others = [line for line in commands(PAGES[0]) if not line.startswith(("make ", "unotable "))]
    assert others == HALL[:1] and set(HALL) <= set(commands(PAGES[0]))
    assert {*WITHOUT_BOARDS, *SCREENS} <= set(SHOWN)
    assert len(PLAYED) == 3


def test_a_round_played_to_its_end_replays_to_the_same_table(home: Path) -> None:
    line = next(line for line in PLAYED if "--rounds" in line)
    played = unotable(home, *line.split())
    assert played.returncode == 0, played.stderr
    path = played.stdout.splitlines()[-1]
    again = unotable(home, "replay", path, "--json")
    table = json.loads(again.stdout)
    assert (table["round"], table["phase"]) == (1, "between")
    scores = ", ".join(f"{seat['name']} {seat['score']}" for seat in table["seats"])
    assert scores in played.stdout.splitlines()[-2]


def test_a_round_over_bad_cables_begins(home: Path) -> None:
    line = next(line for line in PLAYED if "--faults" in line)
    with Process(home, *line.split()) as running:
        running.until(lambda said: said.startswith("Round 1"), 60)


@pytest.mark.terminal
def test_three_tables_and_a_hall(home: Path, tmp_path: Path) -> None:
    """The walk-through, on a port of its own: another broker may run on this machine."""
    needs("tmux")
    with Mosquitto(tmp_path) as broker:
        tables, hall = (line.replace("localhost", f"localhost:{broker.port}").split()[1:] for line in HALL[1:])
        with Process(home, *tables) as process, opened(home, (80, 24), *hall, "--lang", "en") as terminal:
            process.until(lambda said: said.startswith("3 tables play in cafe"), 60)
            terminal.until(lambda text: "3 live" in text and "table-3" in text)
            terminal.keys("Enter")
            terminal.until(lambda text: "SCORES" in text and "1 Ana" in text)
            terminal.keys("q")
            terminal.until(lambda text: "ENDED 0" in text)
            process.write("")
            assert process.end() == 0


@pytest.mark.terminal
def test_the_demo_opens_in_a_terminal(home: Path) -> None:
    needs("tmux")
    line = next(line for line in PLAYED if "--plain" not in line)
    with demo(home, (80, 24), *line.split()[1:]) as terminal:
        terminal.until(lambda text: "card>" in text)
        terminal.keys("q")
        terminal.until(lambda text: "ENDED 0" in text)


@pytest.mark.terminal
@pytest.mark.parametrize("line", SCREENS)
def test_a_screen_opens(line: str, home: Path) -> None:
    needs("tmux")
    words = [str(CASE) if word == "FILE" else word for word in line.split()]
    with opened(home, (80, 24), *words, "--lang", "en") as terminal:
        terminal.until(lambda text: SCREENS[line] in text)
        terminal.keys("q")
        terminal.until(lambda text: "ENDED 0" in text)


@pytest.mark.parametrize("line", REST)
def test_it_runs(line: str, home: Path) -> None:
    words = [str(CASE) if word in ("FILE", "tests/cases/owner-first.jsonl") else word for word in line.split()]
    done = unotable(home, *words)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_an_export_is_written(home: Path) -> None:
    line = next(line for line in SHOWN if line.startswith("export"))
    words = [str(CASE) if word == "FILE" else word for word in line.split()]
    done = unotable(home, *words)
    assert done.returncode == 0, done.stderr
    assert "<html" in (home / words[-1]).read_text(encoding="utf-8")


@pytest.mark.parametrize("line", WITHOUT_BOARDS)
def test_without_boards_it_says_so(line: str, home: Path) -> None:
    done = unotable(home, *line.replace("PORT", "no-such-port").split())
    said = (done.stdout + done.stderr).strip()
    assert done.returncode in (0, 1, 2)
    assert said
    assert "Traceback" not in said
