"""The photo finish: when it opens by itself, and what is done from it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from textual.events import Key

from unotable import config
from unotable.app import picture
from unotable.app.acts import verdicts
from unotable.app.acts.asking import view_of
from unotable.app.finish import Span
from unotable.app.keyed import EMPTY
from unotable.app.words import tr
from unotable.game.photo import Photo
from unotable.game.rulings import Ruling
from unotable.journal import pixels
from unotable.match.view import View
from unotable.progress import Long, Progress

if TYPE_CHECKING:
    from unotable.app.app import Unotable
    from unotable.app.screens.photo import PhotoScreen


def show(app: Unotable, key: str) -> None:
    from unotable.app.screens.photo import PhotoScreen

    if not isinstance(app.screen, PhotoScreen):
        app.push_screen(PhotoScreen())


def wanted(before: View | None, view: View) -> tuple[int, str] | None:
    """The press whose photo should be seen now, and why: a new tie, or an UNO held to stop the match."""
    if before is None:
        return None
    if view.asked is not None and view.asked != before.asked:
        return view.asked, "asked"
    known = {photo.entry for photo in before.photos if _tied(photo)}
    new = [photo.entry for photo in view.photos if _tied(photo) and photo.entry not in known]
    return (new[-1], "tie") if new else None


def _tied(photo: Photo) -> bool:
    return photo.ruling is not None and photo.ruling.tie


def open_by_itself(app: Unotable, before: View | None, view: View) -> None:
    """Never over what somebody types or is asked; but who stops the match gets the table back from what is read."""
    from unotable.app.screens.boards import Boards
    from unotable.app.screens.help import Help
    from unotable.app.screens.page import Page
    from unotable.app.screens.photo import PhotoScreen
    from unotable.app.screens.table import TableScreen

    found = wanted(before, view)
    if found is None:
        return
    entry, why = found[0], "asked" if found[1] == "asked" else "tie"
    while why == "asked" and isinstance(app.screen, (Help, Boards, Page)):
        app.pop_screen()
    if isinstance(app.screen, PhotoScreen):
        app.screen.turn_to(entry, "asked" if why == "asked" else "tie")
    elif isinstance(app.screen, TableScreen) and app.keyed == EMPTY and app.chosen is None:
        app.push_screen(PhotoScreen(entry, "asked" if why == "asked" else "tie"))


def back_with(app: Unotable, screen: PhotoScreen, key: Key) -> None:
    """Back at the table, which gets the key."""
    screen.dismiss()
    app.call_later(lambda: app.screen.post_message(key))


async def overrule(app: Unotable, ruling: Ruling) -> None:
    await verdicts.overrule_one(app, ruling)


async def save(app: Unotable, photo: Photo, span: Span | None) -> None:
    """Keeps it as SVG and PNG beside the matches, as it is seen; the disk is not waited for."""
    view = view_of(app)
    drawn = picture.svg(photo, view, app.rules, span)
    rule = photo.ruling.rule.replace(".", "-") if photo.ruling is not None else "asked"
    path = config.paths().photos / f"{Path(view.path).stem or 'match'}-{photo.entry}-{rule}.svg"
    loop = asyncio.get_running_loop()

    def far(text: str, over: bool) -> None:
        """From the thread that draws; nobody waits for it any more where the loop has ended."""
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(app.tell, text)

    try:
        told = await asyncio.to_thread(_write, path, drawn, Long(tr("Drawing the picture"), far))
    except OSError as error:
        app.tell(tr("The picture could not be written: {error}", error=error))
        return
    app.tell(told)


def _write(path: Path, svg: str, progress: Progress) -> str:
    """What to tell: where the picture is, and what it lacks."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(svg, encoding="utf-8")
    try:
        drawn, wrong = pixels.drawn(svg, progress)
    except pixels.Missing as error:
        return f"{tr('The picture is {path}', path=path)}. {error}"
    path.with_suffix(".png").write_bytes(drawn)
    return " ".join(filter(None, [tr("The picture is {path}", path=f"{path} (+ .png)"), wrong]))
