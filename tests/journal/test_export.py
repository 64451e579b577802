"""Exports hold what happened, and nothing that a player typed does anything in a spreadsheet or a browser."""

from __future__ import annotations

import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from unotable.game.fold import fold
from unotable.journal import export, sheet
from unotable.journal.export import Export
from unotable.journal.file import Journal, read
from unotable.locale import use

EVIL = ("=HYPERLINK(1)", "<script>alert(1)</script>", "@Bo & \"'", "小宝 ]]>")


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    use("en")
    yield
    use("en")


def played(tmp_path: Path, seats: tuple[str, ...] = EVIL, **overrides: Any) -> Export:
    """Two scored rounds, a catch, a penalty with a reason like a formula."""
    path = tmp_path / "m.jsonl"
    header = {
        "unotable": 1,
        "rules": "mattel",
        "set": overrides,
        "seats": list(seats),
        "started": "2026-11-30T19:04:11",
    }
    lines: list[dict[str, Any]] = [
        {"t": 0, "do": "first", "card": "r5"},
        {"t": 1_000_000, "do": "set", "seat": 2, "cards": 2},
        {"t": 2_000_000, "press": "done", "seat": 2, "u": 300},
        {"t": 2_500_000, "press": "uno", "seat": 3, "u": 300},
        {"t": 3_000_000, "do": "penalty", "seat": 1, "n": 3, "why": "=cmd|' /C calc'!A0 <img src=x>"},
    ]
    for number, winner in enumerate((3, 1)):
        t = 60_000_000 * (number + 1)
        lines.append({"t": t, "do": "out", "seat": winner})
        for seat in range(1, len(seats) + 1):
            if seat != winner:
                lines.append({"t": t + 1_000_000, "do": "hand", "seat": seat, "points": 10 * seat})
        lines.append({"t": t + 2_000_000, "do": "round"})
    with Journal.create(path, header) as journal:
        for line in lines:
            journal.append(line)
    return export.prepare(read(path))


def test_csv_tells_the_rounds_and_holds_no_formula(tmp_path: Path) -> None:
    made = played(tmp_path)
    rows = list(csv.DictReader(io.StringIO(export.as_csv(made))))
    scores = {row["name"]: int(row["score"]) for row in rows if row["kind"] == "score"}
    assert scores == {"'=HYPERLINK(1)": 90, "<script>alert(1)</script>": 0, "'@Bo & \"'": 70, "小宝 ]]>": 0}
    rounds = [row for row in rows if row["kind"] == "round"]
    assert [row["name"] for row in rounds if row["text"] == "won"] == ["'@Bo & \"'", "'=HYPERLINK(1)"]
    assert [int(row["score"]) for row in rounds if row["seat"] == "1"] == [0, 90]
    rulings = [row for row in rows if row["kind"] == "ruling"]
    assert [row["rule"] for row in rulings] == [ruling.rule for ruling in made.table.rulings]
    assert {row["round"] for row in rulings} == {"1", "2"}
    for row in rows:
        for column, text in row.items():
            if not re.fullmatch(r"-?\d+(\.\d+)?", text):
                assert not text.lstrip(" ").startswith(("=", "+", "-", "@", "\t", "\r")), (column, text)


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "  =1", "\t=1", "|x", "%x"])
def test_what_looks_like_a_formula_is_text(text: str) -> None:
    assert export.cell(text) == f"'{text}"
    assert export.cell(f"a{text}") == f"a{text}"


def test_negative_points_stay_numbers(tmp_path: Path) -> None:
    made = played(tmp_path, ("Ana", "Bo", "Cy"), **{"score.mode": "chips"})
    rows = list(csv.DictReader(io.StringIO(export.as_csv(made))))
    assert any(int(row["points"]) < 0 for row in rows if row["kind"] == "round")
    assert made.totals()[1][-1] == made.table.seats[1].score
    ET.fromstring(sheet.as_svg(made))


def test_json_agrees_with_the_table(tmp_path: Path) -> None:
    made = played(tmp_path)
    found = json.loads(export.as_json(made))
    table = fold(made.match.header, made.ruleset, made.match.entries)
    assert [player["score"] for player in found["players"]] == [seat.score for seat in table.seats]
    assert [ruling["rule"] for ruling in found["rulings"]] == [ruling.rule for ruling in table.rulings]
    assert found["rounds"] == [round_.as_dict() for round_ in table.rounds]


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_html_is_safe_and_needs_nothing_else(tmp_path: Path, lang: str) -> None:
    use(lang)
    page = sheet.as_html(played(tmp_path))
    tags = Tags()
    tags.feed(page)
    assert not {"script", "img", "link", "iframe", "a"} & set(tags.tags)
    assert not [name for name, _ in tags.attributes if name.startswith("on") or name in ("src", "href")]
    assert all(name in tags.words for name in EVIL)
    assert "default-src 'none'" in page
    assert ("逐局得分" if lang == "zh" else "Round by round") in tags.words


def test_svg_is_xml_with_a_line_a_player(tmp_path: Path) -> None:
    root = ET.fromstring(sheet.as_svg(played(tmp_path)))
    space = "{http://www.w3.org/2000/svg}"
    lines = root.findall(f"{space}polyline")
    assert len(lines) == 4 and len({line.get("stroke") for line in lines}) == 4
    texts = [float(text.get("y", "0")) for text in root.findall(f"{space}text") if text.get("font-weight")]
    assert len(texts) == 4
    texts.sort()
    assert all(b - a >= sheet.LINE - 0.2 for a, b in pairwise(texts))
    assert texts[0] > 0 and texts[-1] < sheet.HIGH


def test_ten_players_fit_into_the_picture(tmp_path: Path) -> None:
    names = tuple(f"Player number {n} with a long name" for n in range(1, 11))
    root = ET.fromstring(sheet.as_svg(played(tmp_path, names)))
    places = [float(t.get("y", "0")) for t in root.iter("{http://www.w3.org/2000/svg}text") if t.get("font-weight")]
    assert len(places) == 10 and min(places) > 0 and max(places) < sheet.HIGH


def test_every_case_can_be_exported() -> None:
    cases = sorted((Path(__file__).parents[1] / "cases").glob("*.jsonl"))
    for path in cases[::11]:
        made = export.prepare(read(path))
        ET.fromstring(sheet.as_svg(made))
        assert sheet.as_html(made) and export.as_csv(made) and json.loads(export.as_json(made))


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0, 500), (-300, 200), (0, 12_345), (-1, 0)])
def test_the_scale_has_a_few_round_marks(low: int, high: int) -> None:
    marks = sheet._marks(low, high)
    assert 1 <= len(marks) <= 7 and all(low <= mark <= high for mark in marks)
