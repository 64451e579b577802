"""The photo finish: lanes, scale, verdict, what opens it, what its keys do, and its picture."""

from __future__ import annotations

import asyncio
import unicodedata
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot
from unotable.app import finish, picture
from unotable.app.app import Unotable
from unotable.app.finish import Span
from unotable.app.screens.photo import PhotoScreen
from unotable.app.screens.table import TableScreen
from unotable.app.widgets import lanes
from unotable.app.widgets.lanes import Lanes
from unotable.game.photo import Mark, Photo
from unotable.game.rulings import Ruling
from unotable.locale import use
from unotable.match.view import View

from tests.app.screen import Then, play
from tests.app.views import Live, view

CAUGHT = Photo(
    17,
    47_250_000,
    Ruling(47_250_000, "uno.caught", 1, entry=17, by=(2,), draw=2, margin=42_100, u=600),
    (
        Mark(16, 1, "done", -812_000, 300, compared=False),
        Mark(17, 2, "uno", 0, 300),
        Mark(18, 1, "uno", 42_100, 300),
        Mark(19, 3, "uno", 51_000, 300, compared=False),
    ),
)
TIED = Photo(
    33,
    75_000_000,
    Ruling(75_000_000, "uno.called", 4, entry=33, by=(2,), margin=4_000, u=6_000, tie=True),
    (Mark(32, 2, "uno", 0, 3_000), Mark(33, 4, "uno", 4_000, 3_000)),
)
ASKED = Photo(40, 79_000_000, None, (Mark(40, 3, "uno", 0, 300),))


def pictured(*photos: Photo, **changes: object) -> View:
    return replace(view(**changes), photos=photos)  # type: ignore[arg-type]


def frame_of(it: View, *keys: str | Then, size: tuple[int, int] = (80, 24), lang: str = "en") -> str:
    return play(Live(it), keys, size=size, lang=lang)


def lane(frame: str, name: str) -> str:
    return next(line for line in frame.split("\n") if line.startswith(f" {name} "))


def test_lanes_tell_who_was_first_in_words() -> None:
    frame = frame_of(pictured(CAUGHT), "P")
    assert "FIRST" in lane(frame, "Bo") and "+42.1 ms" in lane(frame, "Ana") and "after" in lane(frame, "Ana")
    wider = frame_of(pictured(CAUGHT), "P", "down")
    assert "u" in lane(wider, "Cy"), "a press that decided nothing is a small letter"
    assert "42 ms ahead (+-0.6 ms)" in frame and "Ana draws 2" in frame
    assert "tangxun: uno.caught (uno.catch)" in frame


def test_a_tie_shows_bars_that_overlap() -> None:
    frame = frame_of(pictured(TIED), "P")
    assert "|" in lane(frame, "Bo") and "-U-" in lane(frame, "Bo")
    assert lane(frame, "Bo").rstrip().endswith("tie") and lane(frame, "Dee").rstrip().endswith("tie")


def test_zoom_pan_and_all() -> None:
    first = frame_of(pictured(CAUGHT), "P")
    closer = frame_of(pictured(CAUGHT), "P", "up", "up")
    assert lane(first, "Bo") != lane(closer, "Bo") and "<" in lane(closer, "Bo") and ">" in lane(closer, "Ana")
    assert frame_of(pictured(CAUGHT), "P", "up", "right", "f") == first
    assert frame_of(pictured(CAUGHT), "P", "right", "left") == first
    assert "d" in lane(frame_of(pictured(CAUGHT), "P", *["down"] * 9), "Ana")[12:40], "the card before it"


def test_the_wheel_zooms_where_it_points_and_dragging_moves() -> None:
    async def run() -> None:
        app = Unotable(Live(pictured(CAUGHT)), lang="en")
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("P")
            pane = app.screen.query_one(Lanes)
            before = pane.span
            assert before is not None
            share = pane._share(30)
            at = before.low + share * before.wide
            await pilot._post_mouse_events([_scroll_up()], Lanes, offset=(30, 5))  # type: ignore[list-item]
            after = pane.span
            assert after is not None and after.wide < before.wide
            assert abs(after.low + share * after.wide - at) < 1
            await pilot.mouse_down(Lanes, offset=(30, 5))
            await pilot.hover(Lanes, offset=(20, 5))
            await pilot.mouse_up(Lanes, offset=(20, 5))
            dragged = pane.span
            assert dragged is not None and dragged.low > after.low and dragged.wide == after.wide
            await pilot.hover(Lanes, offset=(40, 5))
            assert pane.span == dragged, "the button is up"

    asyncio.run(run())


def _scroll_up() -> type:
    from textual.events import MouseScrollUp

    return MouseScrollUp


def test_earlier_and_later_and_what_is_shown_of_how_many() -> None:
    it = pictured(CAUGHT, TIED)
    assert "2/2" in frame_of(it, "P")
    assert "1/2" in frame_of(it, "P", "e") and "uno.caught" in frame_of(it, "P", "e", "e")
    assert "uno.called" in frame_of(it, "P", "e", "l")


def test_without_a_ruling_there_is_nothing_to_open() -> None:
    assert "card>" in frame_of(pictured(), "P")


def test_overrule_from_here_with_a_reason_and_undo() -> None:
    live = Live(pictured(CAUGHT))
    play(live, ["P", "o", *"no", "enter", "1", "z"])
    assert live.sent == [
        {"do": "overrule", "rule": "uno.caught", "why": "no", "of": 17, "about": 1, "seat": 1, "draw": 1},
        {"do": "undo"},
    ]


def test_the_ruling_is_found_again_when_it_changed() -> None:
    live = Live(pictured(CAUGHT, TIED))
    changed = replace(CAUGHT, ruling=replace(TIED.ruling, entry=18, seat=1))  # type: ignore[type-var]
    frame = play(live, ["P", "e", lambda app, pilot: live.show(pictured(changed, TIED))])
    assert "1/2" in frame and "uno.called" in frame


def opened(before: View, after: View, *keys: str) -> tuple[str, bool]:
    """The frame, and whether the photo finish is open, when `after` comes behind `before`."""
    live = Live(before)
    seen: list[bool] = []

    def look(app: Unotable, pilot: Pilot[int]) -> None:
        seen.append(isinstance(app.screen, PhotoScreen))

    frame = play(live, [*keys, lambda app, pilot: live.show(after), lambda app, pilot: None, look])
    return frame, seen[-1]


def test_it_opens_by_itself_on_a_tie_and_on_a_held_uno() -> None:
    frame, is_open = opened(pictured(CAUGHT), pictured(CAUGHT, TIED))
    assert is_open and "tie" in frame
    frame, is_open = opened(pictured(CAUGHT), replace(pictured(CAUGHT, ASKED, paused=True), asked=40))
    assert is_open and "Cy stopped the match for a ruling" in frame
    assert not opened(pictured(), pictured(CAUGHT))[1], "a clear ruling opens nothing"
    assert not opened(pictured(CAUGHT, TIED), pictured(CAUGHT, TIED))[1]


def test_it_never_opens_over_what_somebody_types_or_is_asked() -> None:
    for keys in (("r",), ("f3",), ("e",), ("question_mark",)):
        assert not opened(pictured(), pictured(TIED), *keys)[1], keys


def test_the_match_goes_on_behind_it() -> None:
    live = Live(pictured(CAUGHT))
    held = replace(pictured(CAUGHT, ASKED, paused=True), asked=40)
    screens: list[object] = []

    def look(app: Unotable, pilot: Pilot[int]) -> None:
        screens.append(type(app.screen))

    def resumed(app: Unotable, pilot: Pilot[int]) -> None:
        live.show(pictured(CAUGHT, ASKED))

    play(live, [lambda app, pilot: live.show(held), look, resumed, look])
    assert screens == [PhotoScreen, TableScreen], "it leaves when the match goes on"
    screens.clear()
    play(live, ["P", "e", resumed, look])
    assert screens == [PhotoScreen], "opened by hand it stays"


def test_a_card_or_a_seat_typed_here_is_typed_at_the_table() -> None:
    live = Live(pictured(CAUGHT))
    play(live, ["P", "r", "5", "P", "f3", "u"])
    assert live.sent == [{"do": "card", "card": "r5", "of": 31}, {"press": "uno", "seat": 3, "via": "key"}]


def test_every_size_and_name_is_aligned() -> None:
    names = ("汤逊湖的王小明同学", "[b]x[/b]", "A very long name indeed", "e")
    try:
        for lang in ("en", "zh"):
            use(lang)
            it = replace(view(names=names), photos=(CAUGHT, TIED, ASKED))
            for photo in it.photos:
                for wide, rows in ((28, 6), (54, 12), (80, 20), (200, 50)):
                    for span in (finish.fitted(photo), Span(-9.0, 20.0), Span(-1e6, 1.2e7)):
                        drawn = lanes.draw(photo, it, None, span, "3/9", wide, rows)
                        for line in drawn:
                            assert cell_len(line.plain) == wide, line.plain
                            assert not [c for c in line.plain if unicodedata.east_asian_width(c) == "A"]
    finally:
        use("en")


def test_scales_have_round_numbers() -> None:
    assert finish.ticks(Span(-500, 12_000), 5) == [0, 5_000, 10_000]
    assert finish.ticks(Span(0, 90), 4) == [0, 50]
    assert [finish.millis(us) for us in (0, 300, 42_123, 1_999_700, -250)] == ["0", "0.3", "42.1", "2000", "-0.25"]
    assert finish.millis(42_100, sign=True) == "+42.1"
    assert finish.millis(0, sign=True) == "0.00"
    assert [finish.bound(us) for us in (0, 1, 4, 12, 300)] == ["0", "0.01", "0.01", "0.01", "0.3"]


def test_the_picture_is_well_formed_whatever_a_name_holds() -> None:
    names = ('</text><script>"&', "小宝\x1b[31m", "Cy", "Dee")
    it = replace(view(names=names), photos=(CAUGHT,))
    drawn = picture.svg(CAUGHT, it)
    root = ElementTree.fromstring(drawn)
    texts = [node.text or "" for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert any(text.startswith("</text>") for text in texts)
    assert not list(root.iter("{http://www.w3.org/2000/svg}script"))
    assert any("小宝" in text for text in texts) and "\x1b" not in drawn
    assert any("42 ms ahead" in text for text in texts) and any("+42.1 ms ±0.3" in text for text in texts)


def test_no_name_runs_into_its_lane() -> None:
    root = ElementTree.fromstring(picture.svg(CAUGHT, replace(view(names=("W" * 40, *"BCD")), photos=(CAUGHT,))))
    space = "{http://www.w3.org/2000/svg}"
    lanes = [float(line.get("x1", "0")) for line in root.iter(f"{space}line") if line.get("stroke") == "#aab1b9"]
    names = [box for box in root.findall(f"{space}svg") if (box[0].text or "").startswith("W")]
    assert names and all(float(box.get("x", "0")) + float(box.get("width", "0")) < min(lanes) for box in names)


def test_the_picture_is_kept_in_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNOTABLE_HOME", str(tmp_path))
    monkeypatch.setattr("unotable.progress.LONG_S", 0.0)  # as if many fonts had to be read
    folder = tmp_path / "photos"
    told: list[str] = []
    tell = Unotable.tell
    monkeypatch.setattr(Unotable, "tell", lambda app, text: told.append(text) or tell(app, text))  # type: ignore[func-returns-value]

    async def run() -> str:
        app = Unotable(Live(pictured(CAUGHT)), lang="en")
        async with app.run_test(size=(200, 24)) as pilot:
            await pilot.press("P", "s")
            await app.screen.workers.wait_for_complete()
            await app.workers.wait_for_complete()
            await pilot.pause()
            return app.notice

    notice = asyncio.run(run())
    pixels, path = sorted(folder.iterdir())
    assert pixels.name == "match-17-uno-caught.png" and pixels.read_bytes().startswith(b"\x89PNG")
    assert path.name == "match-17-uno-caught.svg" and str(path) in notice
    ElementTree.parse(path)
    bars = [text for text in told if text.endswith("] Drawing the picture")]
    assert told == [*bars, notice] and len(bars) > 2, "how far it is, and then where it is"


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNOTABLE_HOME", str(tmp_path))
    (tmp_path / "photos").write_text("a file stands in its way", encoding="utf-8")

    async def run() -> str:
        app = Unotable(Live(pictured(CAUGHT)), lang="en")
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("P", "s")
            await app.workers.wait_for_complete()
            await pilot.pause()
            return app.notice

    assert "could not be written" in asyncio.run(run())


def test_who_stops_the_match_gets_the_table_back_from_what_is_read() -> None:
    asked = replace(pictured(ASKED, paused=True), asked=40)
    for key in ("question_mark", "B", "G"):
        live = Live(view())
        frame = play(live, [key, lambda app, pilot, live=live: live.show(asked)])  # type: ignore[misc]
        assert "Cy stopped the match for a ruling" in frame, key
