"""`bench fold` runs and says what it measured; how fast is no test's business."""

from __future__ import annotations

import json
import sys

import pytest
from unotable.bench import rlgames
from unotable.cli import main
from unotable.game.fold import fold as read
from unotable.journal.codec import Reader, dumps, line_of


def test_prints_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "fold", "--json", "--games", "2"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {"events_per_s", "lines_read_per_s", "append_ms_p99", "rlcard_steps_per_s"} <= found.keys()
    assert all(figure > 0 for figure in found.values())


def test_the_games_are_matches_that_come_to_an_end() -> None:
    """Both ways of telling a game are valid lines and come to the same table."""
    ends = []
    for pressed in (False, True):
        reader, header = Reader("bench"), rlgames.header(4)
        reader.header(dumps(line_of(header)).encode())
        entries = [e for moment in rlgames.play(4, 7, pressed=pressed) for e in moment.entries]
        assert [reader.read(dumps(line_of(e)).encode()) for e in entries] == entries
        table = read(header, rlgames.rules(), entries)
        ends.append((table.phase, table.rounds[-1].winner, [seat.cards for seat in table.seats]))
    assert ends[0] == ends[1]
    assert ends[0][0] == "between"


def test_says_so_where_rlcard_is_missing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "rlcard.games.uno", None)
    assert main(["bench", "fold"]) == 1
    assert "RLCard is needed" in capsys.readouterr().err
