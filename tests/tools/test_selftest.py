"""The self-test of a board: a good one passes, and each thing that can be wrong is told for what it is."""

from __future__ import annotations

import json
import queue
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from unotable import locale
from unotable.cli import main
from unotable.desk.desk import Desk
from unotable.tools import selftest, sights
from unotable.tools.passsheet import Row, Sheet, as_text, verdict
from unotable.tools.selftest import SelfTestError, with_board


def sheet(*rows: Row) -> Sheet:
    return Sheet("2026-11-30T07:00:00+00:00", "boards", "0", "e6de", "pico", "0.1.0", "", "P", "", rows)


def test_a_sheet_passes_only_if_something_was_tried_and_nothing_failed() -> None:
    good, bad, left = Row("button uno", "pass"), Row("lamp cut", "fail", "dark"), Row("sound", "skipped")
    assert sheet(good).ok and verdict(sheet(good)) == "passed"
    assert not sheet(good, bad).ok and verdict(sheet(good, bad)) == "1 trial failed"
    assert sheet(good, left).ok and verdict(sheet(good, left)) == "passed; 1 trial was left out"
    assert not sheet(left).ok
    assert "FAIL  lamp in CUT  dark" in as_text(sheet(good, bad))
    locale.use("zh")
    assert "未通过  CUT 键里的灯  dark" in as_text(sheet(good, bad))


def test_the_desks_board_passes(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["boards", "--self-test", "--desk", "--json"]) == 0
    said = capsys.readouterr()
    found = json.loads(said.out)
    assert found["ok"] and {row["state"] for row in found["rows"]} == {"pass"}
    assert [row["trial"] for row in found["rows"]] == [
        "button uno", "button cut", "button done", "lamp uno", "lamp cut", "lamp done", "strip red", "strip green",
        "strip blue", "sound", "usb", "clock",
    ]  # fmt: skip
    assert "Press UNO now." in said.err
    assert json.loads(Path(found["file"]).read_text(encoding="utf-8"))["board"] == found["board"]


def builder(
    desk: Desk,
    monkeypatch: pytest.MonkeyPatch,
    deeds: dict[str, list[Callable[[], None]]],
    typed: queue.SimpleQueue[str],
) -> dict[str, Row]:
    """The self-test with somebody who does, at each prompt, the next of the deeds that it has. Rows by trial."""
    monkeypatch.setattr(selftest, "CLOCK_S", 0.1)
    said: list[str] = []

    def say(line: str) -> None:
        said.append(line)
        if deeds.get(line):
            deeds[line].pop(0)()

    def lines() -> Iterator[str]:
        while True:
            yield typed.get()

    found = with_board(desk.ports[0], lines(), say)
    assert all(not left for left in deeds.values()), (said, deeds)
    return {row.trial: row for row in found.rows}


def test_somebody_presses_and_answers_on_the_board_or_by_keys(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed: queue.SimpleQueue[str] = queue.SimpleQueue()
    with Desk(1) as desk:

        def press(button: str) -> Callable[[], None]:
            return lambda: desk.press(1, button)

        def types(*words: str) -> Callable[[], None]:
            return lambda: [typed.put(word) for word in words] and None

        rows = builder(
            desk,
            monkeypatch,
            {
                "Press UNO now.": [press("cut"), press("uno")],  # by mistake, then rightly
                "Press CUT now.": [press("cut")],
                "Press DONE now.": [press("done")],
                "Is the lamp in UNO lit?": [press("done")],
                "Does the lamp in CUT flash?": [press("cut")],
                "Does the lamp in DONE swell and fade?": [types("what", "y")],
                "Does the whole strip flash red?": [types("n")],
                "Is the whole strip green?": [types("Yes")],
                "Does the whole strip blink blue?": [types("s")],
                "Did you hear four rising notes?": [types("y")],
            },
            typed,
        )
    states = {trial: row.state for trial, row in rows.items() if trial not in ("usb", "clock")}
    assert states == {
        "button uno": "pass", "button cut": "pass", "button done": "pass", "lamp uno": "pass", "lamp cut": "fail",
        "lamp done": "pass", "strip red": "fail", "strip green": "pass", "strip blue": "skipped", "sound": "pass",
    }  # fmt: skip


def test_swapped_dead_and_stuck_buttons_are_told_apart(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selftest, "PRESS_S", 0.5)
    monkeypatch.setattr(selftest, "OPEN_S", 0.5)
    monkeypatch.setattr(selftest, "LAMPS", ())
    monkeypatch.setattr(selftest, "TUNES", ())
    with Desk(1) as desk:
        rows = builder(
            desk,
            monkeypatch,
            {"Press UNO now.": [lambda: desk.press(1, "cut")] * 2, "Press DONE now.": [lambda: desk.down(1, "done")]},
            queue.SimpleQueue(),
        )
    assert rows["button uno"] == Row("button uno", "fail", "CUT was told instead: are two wires swapped?")
    assert rows["button cut"].state == "fail" and rows["button cut"].told.startswith("no press within")
    assert rows["button done"] == Row("button done", "fail", "it does not open again")


def test_a_lamp_that_shows_something_else_fails_on_the_desk(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The desk looks at what its board shows: asked for green while the board is told blue, it says no."""
    monkeypatch.setattr(sights, "LOOK_S", 0.5)
    wrong = sights.Sight("strip green", "unsure", "", lambda: "?", sights.LAMPS[4].seen)
    monkeypatch.setattr(selftest, "LAMPS", (wrong,))
    monkeypatch.setattr(selftest, "CLOCK_S", 0.1)
    rows = {row.trial: row.state for row in selftest.on_desk(lambda line: None).rows}
    assert rows["strip green"] == "fail" and rows["sound"] == "pass"


def test_without_a_board_it_says_so(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selftest, "FIND_S", 0.1)
    with pytest.raises(SelfTestError, match="no board is here"):
        with_board("nowhere", [], lambda line: None)
    assert main(["boards", "--self-test", "--race"]) == 2
    assert main(["boards", "--self-test", "--desk", "--port", "x"]) == 2
