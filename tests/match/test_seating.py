"""Which board sits where."""

from __future__ import annotations

from pathlib import Path

import pytest
from unotable.match.seating import Seating


def test_presses_fill_the_seats_in_order_and_are_remembered(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "boards.json"
    seating = Seating(3, file)
    present = {"a": 0, "b": 0, "c": 0, "d": 0}
    for board, free in zip("badc", [1, 2, 3, None], strict=True):
        assert seating.free({other: 0 for other in present if other != board}) == free
        if free is not None:
            seating.place(board, free)
    again = Seating(3, file)
    assert [again.of(board) for board in "abcd"] == [2, 1, None, 3]


def test_a_smaller_table_has_no_place_for_a_higher_seat(tmp_path: Path) -> None:
    file = tmp_path / "boards.json"
    Seating(6, file).place("a", 6)
    assert Seating(4, file).of("a") is None
    assert Seating(6, file).of("a") == 6


@pytest.mark.parametrize("text", ["", "{", "[]", '{"a": "x"}', "\0"])
def test_a_broken_file_seats_nobody(tmp_path: Path, text: str) -> None:
    file = tmp_path / "boards.json"
    file.write_text(text, encoding="utf-8")
    seating = Seating(4, file)
    assert seating.of("a") is None
    seating.place("a", 2)
    assert Seating(4, file).of("a") == 2


def test_a_place_that_cannot_be_remembered_still_counts(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    seating = Seating(4, tmp_path / "file" / "boards.json")
    seating.place("a", 2)
    assert seating.of("a") == 2


def test_the_desks_places_are_not_remembered(tmp_path: Path) -> None:
    file = tmp_path / "boards.json"
    seating = Seating(4, file, {"desk1": 1})
    seating.place("a", 2)
    assert Seating(4, file).of("desk1") is None and seating.of("desk1") == 1


def test_clearing_makes_everybody_get_up(tmp_path: Path) -> None:
    seating = Seating(4, tmp_path / "boards.json")
    seating.place("a", 1)
    seating.clear()
    assert seating.of("a") is None and Seating(4, tmp_path / "boards.json").of("a") is None
