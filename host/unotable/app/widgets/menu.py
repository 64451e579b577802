"""A list to choose from by one key, by arrows and Enter, or by mouse; short labels stand in columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from textual.content import Content
from textual.events import Click, Key, MouseMove
from textual.message import Message
from textual.reactive import reactive

from unotable.app import cells
from unotable.app.widgets.pane import Pane

Value = TypeVar("Value")
GAP = 2


@dataclass(frozen=True, slots=True)
class Choice(Generic[Value]):
    """`key` is one printable key ("" for none); `look` a style for the label."""

    key: str
    label: str
    value: Value
    look: str = ""


class Menu(Pane, Generic[Value], can_focus=True):
    """Takes every key that means something here; others pass on."""

    class Picked(Message):
        """`index` of the choice taken."""

        def __init__(self, index: int) -> None:
            self.index = index
            super().__init__()

    at: reactive[int] = reactive(0)

    def __init__(self, choices: Sequence[Choice[Value]], at: int = 0, columns: int = 0) -> None:
        super().__init__()
        self.choices = choices
        self.columns = columns  # 0: as many as fit
        self.set_reactive(Menu.at, at)

    @property
    def _lead(self) -> int:
        """Cells before a label: the cursor's mark, and the keys if there are any."""
        return 4 if any(choice.key for choice in self.choices) else 1

    def shape(self, width: int) -> tuple[int, int, int]:
        """Columns, rows and the cells of one column."""
        longest = max((cells.width(choice.label) for choice in self.choices), default=0) + self._lead + 1
        columns = self.columns or max(1, min(len(self.choices), (width + GAP) // (longest + GAP)))
        if not self.columns and len(self.choices) <= 4:
            columns = 1
        widest = (width + GAP) // columns - GAP if columns > 1 else width
        return columns, -(-len(self.choices) // columns), min(longest, widest)

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        return self.shape(width)[1]

    def draw(self, width: int, rows: int) -> list[Content]:
        columns, deep, wide = self.shape(width)
        top = max(0, min(self.at % deep - rows + 1, deep - rows))
        lines = []
        for row in range(top, min(deep, top + rows)):
            parts: list[tuple[str, str]] = []
            for index in range(row, len(self.choices), deep):
                choice = self.choices[index]
                here = "reverse bold" if index == self.at else ""
                mark = ">" if index == self.at else " "
                parts.append((f"{mark}{choice.key:>2} " if self._lead > 1 else mark, "bold $accent"))
                label = cells.fit(choice.label, max(1, wide - self._lead))
                parts.append((label, f"{choice.look} {here}".strip()))
                parts.append((" " * (GAP if columns > 1 else 0), ""))
            lines.append(cells.line(*parts, cells=width))
        return lines

    def on_key(self, event: Key) -> None:
        columns, deep, _ = self.shape(self.size.width)
        steps = {"up": -1, "down": 1, "left": -deep, "right": deep}
        key = event.key[1:] if event.key[:1] == "f" and event.key[1:].isdigit() else event.character
        if key == "10":
            key = "0"
        if event.key in steps and not (columns == 1 and event.key in ("left", "right")):
            self.at = max(0, min(len(self.choices) - 1, self.at + steps[event.key]))
        elif event.key == "enter":
            self.post_message(self.Picked(self.at))
        else:
            index = next((i for i, choice in enumerate(self.choices) if choice.key and choice.key == key), None)
            if index is None:
                return
            self.post_message(self.Picked(index))
        event.stop()
        event.prevent_default()

    def _hit(self, x: int, y: int) -> int | None:
        columns, deep, wide = self.shape(self.size.width)
        index = (x // (wide + (GAP if columns > 1 else 0))) * deep + y
        return index if 0 <= y < deep and index < len(self.choices) else None

    def on_mouse_move(self, event: MouseMove) -> None:
        hit = self._hit(event.x, event.y)
        if hit is not None:
            self.at = hit

    def on_click(self, event: Click) -> None:
        hit = self._hit(event.x, event.y)
        if hit is not None:
            event.stop()
            self.post_message(self.Picked(hit))
