"""Names that look like markup, paths, formulas, escape sequences: shown as typed, aligned, and harmless everywhere."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.cells import cell_len
from textual.app import App
from textual.events import Key
from textual.widgets import Input
from unotable.app import picture
from unotable.app.front import Front
from unotable.app.screens.setup import Wanted
from unotable.game.rulings import Ruling
from unotable.journal import columns, export, index, remembered, sheet
from unotable.journal.errors import JournalError
from unotable.journal.file import Journal, read
from unotable.locale import use
from unotable.match.replayed import Replayed
from unotable.match.view import View
from unotable.plain.lines import Teller
from unotable.visible import steady

from tests.app.screen import play, text
from tests.app.test_photo import CAUGHT, pictured
from tests.app.views import Live, view

NAMES = (
    "[red]x[/]", "../../x", "🎉🃏 Zoë", "汤" * 40, "مرحبا بالعالم", "=1+1", "<b onclick=a()>&amp;", "-2+3",
    "[@click=app.quit]Q[/]", "{name} %s $turn",
)  # fmt: skip
SHORT = ("[red]x[/]", "../../x", "🎉🃏 Zoë", "مرحبا", "=1+1")  # what even a narrow column has room for


def hostile(it: View) -> View:
    seats = tuple(replace(seat, name=NAMES[seat.seat - 1]) for seat in it.table.seats)
    header = replace(it.header, seats=NAMES[: len(seats)])
    return replace(it, table=replace(it.table, seats=seats), header=header)


def journal(folder: Path) -> Path:
    """A match of theirs with a catch, a fine with a reason, and a scored round."""
    path = folder / "matches" / "2026-11-30T19-00-00.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    made = Journal.create(
        path, {"unotable": 1, "rules": "tangxun", "seats": list(NAMES), "started": "2026-11-30T19:00"}
    )
    lines: list[dict[str, object]] = [
        {"do": "first", "card": "r5"}, {"do": "penalty", "seat": 1, "n": 2, "why": "=cmd|'/c calc'!A0"},
        {"press": "uno", "seat": 3, "u": 100}, {"press": "uno", "seat": 4, "u": 100}, {"do": "out", "seat": 2},
        *({"do": "hand", "seat": seat, "points": seat} for seat in range(1, 11) if seat != 2),
    ]  # fmt: skip
    for number, line in enumerate(lines):
        made.append({"t": number * 1_000_000, **line})
    made.close()
    return path


class Tags(HTMLParser):
    """`found` are a page's tags, `acts` their attributes that would do something."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.acts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(tag)
        self.acts += [key for key, _ in attrs if key.startswith("on")]


def check(frame: str, cells: int) -> None:
    for line in frame.split("\n"):
        assert cell_len(line) == cells, line
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]", frame)


@pytest.mark.parametrize(("lang", "size"), [("en", (80, 24)), ("zh", (120, 36))])
def test_every_screen_of_a_match_shows_them_as_typed(lang: str, size: tuple[int, int]) -> None:
    frames: list[str] = []

    def seen(app: App[str], pilot: object) -> None:
        frames.append(text(app))

    live = Live(hostile(view(10, rulings=(Ruling(31_000_000, "penalty", 1, draw=1, why="[b]{who}[/b]"),))))
    scoring = hostile(view(10, phase="scoring", turn=None, winner=2, needs=("hand:1", "hand:3")))
    over = hostile(view(10, phase="over", turn=None, over=True, winners=(4,), losers=(1,)))
    play(live, [
        lambda app, pilot: None, seen, "B", seen, "escape", "e", seen, "1", seen, "escape", "o", seen, "escape", "f2",
        seen, "question_mark", seen, "escape", "escape", "ctrl+p", seen, "escape", "K", "2", seen, "escape",
        lambda app, pilot: live.show(hostile(pictured(CAUGHT))), "P", seen, "escape",
        lambda app, pilot: live.show(scoring), seen, "escape", lambda app, pilot: live.show(over), "V", seen,
    ], size, lang)  # fmt: skip
    assert len(frames) == 12
    for frame in frames:
        check(frame, size[0])
    for name in SHORT:
        assert name in frames[0], name


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_home_setup_history_and_replay_too(home: Path, lang: str) -> None:
    path = journal(home)
    remembered.remember(NAMES, "tangxun", "full")

    async def run(keys: list[str], replayed: Replayed | None = None) -> str:
        app: App[object] = Front(lang=lang, replayed=replayed)  # type: ignore[assignment]
        async with app.run_test(size=(80, 24)) as pilot:
            await app.workers.wait_for_complete() if not replayed else None
            for key in keys:
                await pilot.press(key)
                await pilot.pause()
                while [work for work in app.workers if work.name in ("_read", "_look")]:
                    await pilot.pause(0.02)
            return text(app)

    for keys in ([], ["n"], ["n", "f2"], ["h"], ["h", "p"]):
        frame = asyncio.run(run(keys))
        check(frame, 80)
        assert "[red]x[/]" in frame or keys == ["n", "f2"], keys
    check(asyncio.run(run(["end", "P"], Replayed.open(path))), 80)
    assert not [it for it in (home.parent, home) if list(it.glob("x*"))]


def test_exports_hold_them_as_text(tmp_path: Path) -> None:
    match = read(journal(tmp_path))
    made = export.prepare(match)
    for row in csv.reader(io.StringIO(export.as_csv(made))):
        formulas = [cell for cell in row if cell[:1] in ("=", "+", "-", "@", "\t") and not re.fullmatch(r"-?\d+", cell)]
        assert not formulas
    for lang in ("en", "zh"):
        use(lang)
        page = sheet.as_html(made)
        tags = Tags()
        tags.feed(page)
        assert tags.found and "script" not in tags.found and not tags.acts
        assert "&lt;b onclick=a()&gt;&amp;amp;" in page and "[red]x[/]" in page and "مرحبا" in page
        words = "".join(ElementTree.fromstring(sheet.as_svg(made)).itertext())
        assert "[red]x[/]" in words and "../../x" in words


def test_lines_of_text_and_files_too(home: Path) -> None:
    path = journal(home)
    told = "\n".join(Teller(Replayed.open(path).ruleset).lines(hostile(view(10))))
    assert "[red]x[/]" in told and "\x1b" not in told
    found = index.past()
    assert found[0].facts is not None and found[0].facts.seats == NAMES
    assert not (home.parent / "x").exists() and not (home / "x").exists()


# As typed: a family, a hand with its tone, a heart as emoji, a flag, a keycap, England's flag, a word of Persian.
JOINED = ("A\U0001f468\u200d\U0001f469\u200d\U0001f467", "B\U0001f44d\U0001f3fd", "C\u2764\ufe0f",
          "D\U0001f1e9\U0001f1ea", "E1\ufe0f\u20e3", "F\U0001f3f4\U000e0067\U000e0062\U000e007f",
          "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627")  # fmt: skip
SHOWN = ("A\U0001f468\U0001f469\U0001f467", "B\U0001f44d", "C\u2764", "D\U0001f1e9\U0001f1ea", "E1\u20e3",
         "F\U0001f3f4", JOINED[-1])  # fmt: skip
CELLS = (7, 3, 2, 3, 2, 3, 6)  # in tmux 3.3a, asked where its cursor stands behind each


def test_emoji_stand_on_the_screen_in_parts_that_terminals_count_alike(home: Path) -> None:
    assert tuple(map(steady, JOINED)) == SHOWN
    assert tuple(map(cell_len, SHOWN)) == tuple(map(columns.width, SHOWN)) == CELLS
    frame = play(Live(view(7, names=JOINED)), [], (120, 36))
    assert all(name in frame for name in SHOWN) and "\u200d" not in frame and "\ufe0f" not in frame


def test_emoji_are_kept_as_typed_in_every_file(home: Path) -> None:
    """Typed in setup, then in the journal, the memory of players and every export."""
    wanted: list[object] = []

    async def types() -> None:
        app = Front(lang="en")
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("n")
            for field, name in zip(app.screen.query(Input), JOINED, strict=False):
                field.value = name
            for number in (0, -1):  # and typed, a key a character
                field = app.screen.query(Input)[number % len(JOINED)]
                field.value = ""
                field.focus()
                for character in JOINED[number]:
                    app.post_message(Key(character, character))
                await pilot.pause()
            await pilot.press("f5")
        wanted.append(app.return_value)

    asyncio.run(types())
    (answer,) = wanted
    assert isinstance(answer, Wanted) and answer.seats == JOINED and remembered.recall().names == JOINED
    path = home / "m.jsonl"
    made = Journal.create(path, {"unotable": 1, "rules": "tangxun", "seats": list(answer.seats)})
    made.append({"t": 1, "do": "first", "card": "r5"})
    made.append({"t": 2_000_000, "do": "penalty", "seat": 1, "n": 2, "why": "late"})
    made.close()
    out = export.prepare(read(path))
    rows = list(csv.DictReader(io.StringIO(export.as_csv(out))))
    assert tuple(row["name"] for row in rows if row["kind"] == "score") == JOINED
    assert tuple(player["name"] for player in json.loads(export.as_json(out))["players"]) == JOINED
    page, drawing = sheet.as_html(out), "".join(ElementTree.fromstring(sheet.as_svg(out)).itertext())
    it = pictured(CAUGHT)
    seats = tuple(replace(seat, name=JOINED[seat.seat - 1]) for seat in it.table.seats)
    it = replace(it, table=replace(it.table, seats=seats))
    finish = "".join(ElementTree.fromstring(picture.svg(it.photos[-1], it)).itertext())
    assert all(name in page and name in drawing for name in JOINED)
    assert JOINED[0] in finish and JOINED[1] in finish


def test_what_a_terminal_would_obey_is_no_name(tmp_path: Path) -> None:
    for name in ("\x1b[31mCy", "a\nb", "\u202eevil", "x\u2066", "a" * 41, " ", ""):
        with pytest.raises(JournalError):
            Journal.create(tmp_path / "m.jsonl", {"unotable": 1, "rules": "mattel", "seats": ["Ana", name]})
