"""Which match is gone on with, and what a new one's file says."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from unotable.journal.errors import JournalError, RulesError
from unotable.match import opening
from unotable.match.opening import Opened, Wish

NOW = datetime(2026, 11, 30, 19, 4, 11).astimezone()
FOUR = ("Ana", "Bo", "Cy", "Dee")


def begin(folder: Path, wish: Wish, minutes: int = 0) -> Path:
    """A match begun some minutes later, closed again."""
    opened = opening.begin(folder, wish, NOW + timedelta(minutes=minutes))
    opened.journal.close()
    return opened.journal.path


def close(opened: Opened) -> Path:
    opened.journal.close()
    return opened.journal.path


def play_round(path: Path) -> None:
    opened = opening.go_on(path)
    opened.journal.append({"t": 0, "do": "first", "card": "r5"})
    opened.journal.append({"t": 1, "do": "out", "seat": 2})
    for seat in (1, 3, 4):
        opened.journal.append({"t": 2, "do": "hand", "seat": seat, "points": 5})
    opened.journal.close()


def test_a_new_match_says_all_that_it_is(tmp_path: Path) -> None:
    path = begin(tmp_path / "m", Wish(FOUR, "tangxun", {"uno.catch": 3}, "keys", 2))
    header = opening.go_on(path)
    header.journal.close()
    assert header.ruleset.uno_catch == 3
    assert header.journal.header.seats == FOUR
    assert (header.journal.header.track, header.journal.header.dealer) == ("keys", 2)
    assert header.journal.header.started == NOW.isoformat(timespec="seconds")


def test_the_newest_that_fits_is_gone_on_with(tmp_path: Path) -> None:
    old = begin(tmp_path, Wish(FOUR, "mattel"))
    new = begin(tmp_path, Wish(FOUR, "mattel"), 5)
    begin(tmp_path, Wish(FOUR[:3], "mattel"), 6)
    begin(tmp_path, Wish(FOUR, "tangxun"), 7)
    assert opening.newest(tmp_path, Wish(FOUR, "mattel")) == new
    assert opening.newest(tmp_path, Wish(FOUR, "mattel", {"uno.catch": 4})) is None
    assert opening.newest(tmp_path, Wish(FOUR[:3])) != new
    play_round(new)
    assert opening.newest(tmp_path, Wish(FOUR, "mattel", rounds=1)) == old
    assert opening.newest(tmp_path, Wish(FOUR, "mattel", rounds=2)) == new
    assert opening.newest(tmp_path / "nowhere", Wish()) is None


def test_a_match_is_taken_by_what_it_keeps_track_of_now(tmp_path: Path) -> None:
    begun_full = begin(tmp_path, Wish(FOUR, "mattel"))
    play_round(begun_full)
    opened = opening.go_on(begun_full)
    opened.journal.append({"t": 3, "do": "round", "track": "buzzer"})
    opened.journal.close()
    assert opening.newest(tmp_path, Wish(track="buzzer")) == begun_full
    assert opening.newest(tmp_path, Wish(track="full")) is None
    assert opening.newest(tmp_path, Wish()) == begun_full


def test_what_is_no_match_is_passed_over(tmp_path: Path) -> None:
    path = begin(tmp_path, Wish(FOUR, "mattel"))
    (tmp_path / "zz.jsonl").write_text("hello\n", encoding="utf-8")
    (tmp_path / "zzz.jsonl").mkdir()
    text = path.read_text(encoding="utf-8").replace("mattel", "gone")
    (tmp_path / "zzzz.jsonl").write_text(text, encoding="utf-8")
    assert opening.newest(tmp_path, Wish()) == path


def test_a_match_that_is_open_elsewhere_is_left_alone(tmp_path: Path) -> None:
    wish = Wish(FOUR, "mattel")
    first = opening.newest_or_new(tmp_path, wish, NOW)
    second = opening.newest_or_new(tmp_path, wish, NOW)
    assert (first.again, second.again) == (False, False)
    assert first.journal.path != second.journal.path
    with pytest.raises(JournalError, match="open in another"):
        opening.go_on(first.journal.path)
    close(first)
    newest = close(second)
    assert close(opening.newest_or_new(tmp_path, wish, NOW)) == newest


def test_a_bad_wish_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(RulesError):
        opening.begin(tmp_path, Wish(FOUR, "nope"), NOW)
    with pytest.raises(JournalError):
        opening.begin(tmp_path, Wish(("Ana", "\x1b[2J"), "mattel"), NOW)
    assert list(tmp_path.rglob("*.jsonl")) == []


def test_demo_matches_are_kept_apart_by_seed(home: Path) -> None:
    assert opening.demo_folder(7) != opening.demo_folder(8) != opening.demo_folder(None)
    assert home / "matches" in opening.demo_folder(7).parents
