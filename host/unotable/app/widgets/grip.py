"""A row's number, by which the row is dragged to another place with the mouse."""

from __future__ import annotations

from textual.content import Content
from textual.events import MouseDown, MouseMove, MouseUp
from textual.message import Message

from unotable.app import cells
from unotable.app.widgets.pane import Pane


class Grip(Pane):
    """`place` is the row's, from 0. Dragging tells of every row that the mouse passes."""

    class Dragged(Message):
        def __init__(self, place: int, by: int) -> None:
            self.place, self.by = place, by
            super().__init__()

    class LetGo(Message):
        pass

    def __init__(self, place: int) -> None:
        super().__init__(classes="number")
        self.place = place
        self._at: int | None = None  # the row of the screen where it is now, while it is held

    def draw(self, cells_: int, rows: int) -> list[Content]:
        held = self._at is not None
        return [cells.line((f"{self.place + 1:>2}{'=' if held else ' '}", "bold" if held else ""), cells=cells_)]

    def on_mouse_down(self, event: MouseDown) -> None:
        event.stop()
        self._at = event.screen_y
        self.capture_mouse()
        self.refresh()

    def on_mouse_move(self, event: MouseMove) -> None:
        if self._at is not None and event.screen_y != self._at:
            by, self._at = event.screen_y - self._at, event.screen_y
            self.post_message(self.Dragged(self.place, by))

    def on_mouse_up(self, event: MouseUp) -> None:
        self._at = None
        self.release_mouse()
        self.post_message(self.LetGo())
        self.refresh()
