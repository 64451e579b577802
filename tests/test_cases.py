"""Every case is a match file that ends with what it expects; the command's own check reads them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from unotable.plain.replay import replay

CASES = sorted((Path(__file__).parent / "cases").glob("*.jsonl"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_case(case: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay(str(case), "check") == 0, capsys.readouterr().out


def test_there_are_cases() -> None:
    assert len(CASES) >= 30


def test_a_case_that_is_not_met_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = (Path(__file__).parent / "cases" / "owner-first.jsonl").read_text(encoding="utf-8").splitlines()
    wrong = tmp_path / "wrong.jsonl"
    expect = {"expect": {"turn": 9, "rulings": [{"rule": "round.won"}], "absent": ["uno.called"]}}
    wrong.write_text("\n".join([*lines[:-1], json.dumps(expect)]) + "\n", encoding="utf-8")
    assert replay(str(wrong), "check") == 1
    out = capsys.readouterr().out
    assert "turn is 3, expected 9" in out and "round.won" in out
