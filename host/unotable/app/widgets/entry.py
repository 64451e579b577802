"""The entry line: the card as it grows, which play it will name, and what undo would take back."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.style import Style

from unotable.app import cells
from unotable.app.keyed import EMPTY, Keyed
from unotable.app.widgets.pane import Pane
from unotable.app.words import card_words, tr
from unotable.game.cards import parse


class EntryLine(Pane):
    """`names` tells what a typed card will do; `undo` what `z` takes back; `notice` stands over both while it lasts."""

    keyed: reactive[Keyed] = reactive(EMPTY)
    takes: reactive[bool] = reactive(True)  # cards can be typed now
    names: reactive[str] = reactive("")
    undo: reactive[str] = reactive("")
    notice: reactive[str] = reactive("")

    def draw(self, cells: int, rows: int) -> list[Content]:
        keyed = self.keyed if self.takes else None
        return [draw(keyed, self.names, self.undo, self.notice, cells)]


def draw(keyed: Keyed | None, names: str, undo: str, notice: str, cells_: int) -> Content:
    """The line; `keyed` is `None` while no card can be typed."""
    typed: list[tuple[str, str | Style]] = []
    if keyed is not None:
        pick = cells.click("picker")  # for the mouse
        typed = [(f" {tr('card')}> ", Style() + pick), (keyed.text, Style(bold=True)), ("_ ", Style(bold=True) + pick)]
    if keyed is not None and keyed.card:
        said = card_words(parse(keyed.card)) + (f"  {tr('Enter lays it')}" if not keyed.done else "")
        typed.append((f" {said} ", "bold"))
    room = cells_ - sum(cells.width(text) for text, _ in typed)
    if notice:
        told = cells.fit(f" {cells.certain(notice)}", room)
        return cells.line(*typed, (told, "bold $ink-turn on $turn"), cells=cells_)
    taken = f"z {tr('takes back')} {undo} " if undo else ""
    gap = max(0, room - cells.width(taken))
    return cells.line(
        *typed, (cells.fit(f" {names}", gap), "$faint"), (taken, Style() + cells.click("undo")), cells=cells_
    )
