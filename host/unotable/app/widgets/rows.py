"""A list of lines that scrolls: one is chosen by arrows, pages or the wheel, and taken by Enter or a click."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.events import Click, Key
from textual.message import Message
from textual.reactive import reactive

from unotable.app import cells
from unotable.app.widgets.pane import Pane

Line = tuple[tuple[str, str], ...]  # (text, look) parts of one line


class Rows(Pane, can_focus=True):
    """`at` is the chosen line; a line without parts is a gap that cannot be chosen."""

    class Moved(Message):
        pass

    class Picked(Message):
        def __init__(self, index: int) -> None:
            self.index = index
            super().__init__()

    lines: reactive[tuple[Line, ...]] = reactive(())
    at: reactive[int] = reactive(0)

    def __init__(self, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._top = 0

    def fill(self, lines: Sequence[Line], at: int | None = None) -> None:
        self.lines = tuple(lines)
        self.at = self._near(self.at if at is None else at, 1)

    def watch_at(self) -> None:
        self.post_message(self.Moved())

    def draw(self, cells_: int, rows: int) -> list[Content]:
        self._top = max(0, min(self._top, len(self.lines) - rows))
        if self.at < self._top:
            self._top = self.at
        elif self.at >= self._top + rows:
            self._top = self.at - rows + 1
        out = []
        for index, line in enumerate(self.lines[self._top : self._top + rows], self._top):
            here = index == self.at and bool(line)
            look = "reverse" if here and self.has_focus else "bold" if here else ""
            parts = ((text, f"{style} {look}".strip()) for text, style in line)
            out.append(cells.line((">" if here else " ", "bold $accent"), *parts, cells=cells_))
        return out

    def _near(self, at: int, step: int) -> int:
        """The line to choose instead of `at`, which may be a gap or none."""
        if not self.lines:
            return 0
        at = max(0, min(len(self.lines) - 1, at))
        for sign in (step, -step):
            here = at
            while 0 <= here < len(self.lines):
                if self.lines[here]:
                    return here
                here += sign
        return at

    def step(self, by: int) -> None:
        self.at = self._near(self.at + by, 1 if by > 0 else -1)

    def on_key(self, event: Key) -> None:
        page = max(1, self.size.height - 1)
        steps = {"up": -1, "down": 1, "pageup": -page, "pagedown": page, "home": -len(self.lines),
                 "end": len(self.lines)}  # fmt: skip
        if event.key in steps:
            self.step(steps[event.key])
        elif event.key == "enter" and self.lines:
            self.post_message(self.Picked(self.at))
        else:
            return
        event.stop()
        event.prevent_default()

    def on_click(self, event: Click) -> None:
        index = self._top + event.y
        if index < len(self.lines) and self.lines[index]:
            event.stop()
            self.at = index
            self.post_message(self.Picked(index))

    def on_mouse_scroll_down(self) -> None:
        self.step(3)

    def on_mouse_scroll_up(self) -> None:
        self.step(-3)

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()
