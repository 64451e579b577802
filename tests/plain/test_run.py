"""Plain mode as a process: a whole round by itself, people's commands, and what happens without boards."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from unotable.journal.file import read

from tests.processes import Process


def replayed(path: str) -> dict[str, object]:
    run = subprocess.run(
        [sys.executable, "-m", "unotable", "replay", "--json", path], capture_output=True, text=True, encoding="utf-8"
    )
    found: dict[str, object] = json.loads(run.stdout)
    return found


def test_a_round_by_itself_ends_with_its_journals_path(home: Path) -> None:
    """Mattel's, four boards: tests/test_readme.py plays the README's own line."""
    arguments = ("demo", "--auto", "--seed", "4", "--rounds", "1", "--rules", "tangxun", "--plain", "--pace", "0.03")
    with Process(home, *arguments, "--boards", "2") as demo:
        assert demo.end(90) == 0
    path = demo.out[-1]
    table = replayed(path)
    assert table["phase"] in ("between", "over") and len(table["rounds"]) == 1  # type: ignore[arg-type]
    assert any("wins the round" in line for line in demo.out)
    scores = ", ".join(f"{seat['name']} {seat['score']}" for seat in table["seats"])  # type: ignore[attr-defined]
    assert demo.out[-2].endswith(f"scores: {scores}")
    assert not any("settle" in line for line in demo.out), "players let cards settle as the rules ask for"
    entries = read(path).entries
    assert all(entry.u < 20_000 for entry in entries if entry.press), "presses came through real clocks"
    assert {entry.do for entry in entries if entry.press} >= {"done", "uno"}
    lines = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]
    assert len({line["board"].partition(".")[0] for line in lines if "board" in line}) == 2


def test_people_play_with_typed_lines(home: Path) -> None:
    with Process(home, "demo", "--plain", "--seats", "2") as demo:
        demo.until(lambda line: "first card" in line)
        for typed, shown in (
            ("y5", "turn: Bo"),
            ("d 2", "turn: Ana"),
            ("y7", "top y7"),
            ("D 1", "turn: Bo"),
            ("z", "turn: Ana"),
            ("p", "paused"),
            ("p", "turn: Ana"),
            ("x9", "no card"),
            ("?", "unplug"),
        ):
            demo.write(typed)
            demo.until(lambda line, shown=shown: shown in line)
        demo.write("q")
        assert demo.end() == 0
    assert "Ana 7, Bo 6" in demo.out[-1] or "unplug" in "\n".join(demo.out[-12:])


def test_the_same_mistake_is_told_each_time(home: Path) -> None:
    """What the referee says of a line, too, and not only what plain mode knows by itself."""
    with Process(home, "demo", "--plain", "--seats", "2") as demo:
        demo.until(lambda line: "first card" in line)
        for typed, told in (("r5 junk", "stands alone"), ('{"do":"swap"}', '"seat" is missing')):
            for _ in range(3):
                demo.write(typed)
                demo.until(lambda line, told=told: told in line)
        demo.write("r5")
        demo.until(lambda line: "turn: Bo" in line)
        demo.write("q")
        assert demo.end() == 0
    told_of = [sum(what in line for line in demo.out) for what in ("stands alone", '"seat" is missing')]
    assert told_of == [3, 3]


def test_input_that_ends_ends_it(home: Path) -> None:
    with Process(home, "demo", "--plain", "--seats", "2") as demo:
        demo.write("r5")
        demo.write("d 2")
        assert demo.process.stdin is not None
        demo.process.stdin.close()
        assert demo.end() == 0
        demo.process.stdin = None
    assert any("turn: Ana" in line for line in demo.out)


def test_names_are_data(home: Path) -> None:
    names = "[b]Ana[/b],{0},%s,../x"
    with Process(home, "play", "--plain", "--seats", names) as play:
        play.until(lambda line: "first card" in line)
        play.write("r5")
        assert "turn: {0}" in play.until(lambda line: "turn: " in line)
        play.write("d 2")
        assert "[b]Ana[/b] 7, {0} 6, %s 7, ../x 7" in play.until(lambda line: "turn: %s" in line)


def test_without_boards_it_says_what_to_try(home: Path) -> None:
    with Process(home, "play", "--plain", "--seats", "Ana,Bo", "--port", "no-such-port") as play:
        assert play.process.wait(20) == 1
        assert play.process.stderr is not None
        error = play.process.stderr.read()
    assert "no-such-port" in error and "Traceback" not in error
    assert not list(home.rglob("*.jsonl")), "a match in which nothing happened was kept"


def told(home: Path, seed: int, cards: int) -> list[str | None]:
    """The first cards that are keyed in a match that plays by itself."""
    with Process(home, "demo", "--auto", "--seed", str(seed), "--plain", "--pace", "0.05") as demo:
        found: list[str | None] = []
        while len(found) < cards:
            demo.until(lambda line: line.startswith("Round 1"))
            (path,) = home.rglob("*.jsonl")
            found = [entry.card for entry in read(path).entries if entry.card is not None]
    return found[:cards]


def test_the_same_seed_plays_the_same_cards(tmp_path: Path) -> None:
    first, again, other = (told(tmp_path / name, seed, 5) for name, seed in (("a", 11), ("b", 11), ("c", 12)))
    assert first == again != other


def test_a_board_changes_its_seat_by_a_typed_line(home: Path) -> None:
    with Process(home, "demo", "--seats", "2", "--plain") as demo:
        for _ in range(2):
            demo.until(lambda line: "board ready" in line)
        demo.write("boards")
        demo.until(lambda line: "de5c0002" in line and "ready" in line)
        demo.write("seat 2 0001")
        demo.until(lambda line: "Bo has board de5c0001" in line)
        demo.write("seat 1 5c")
        demo.until(lambda line: "there is no board 5c" in line)
        demo.write("q")
        assert demo.end() == 0
