"""Questions in a panel at the bottom: one of some choices, or one line of text. The table above goes on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from unotable.app.widgets.field import Field
from unotable.app.widgets.menu import Choice, Menu
from unotable.app.words import tr
from unotable.visible import steady, typed

__all__ = ["Choice", "Choose", "Write"]

Value = TypeVar("Value")


class Choose(ModalScreen[Value | None], Generic[Value]):
    """Answers the value chosen, `None` on Esc. `first` is the value that stands under the cursor."""

    BINDINGS = [Binding("escape", "dismiss(None)", show=False)]
    CSS_PATH = "../styles/ask.tcss"

    def __init__(self, title: str, choices: Sequence[Choice[Value]], first: Value | None = None) -> None:
        super().__init__()
        self._title = title
        self._choices = choices
        self._at = next((i for i, choice in enumerate(choices) if first is not None and choice.value == first), 0)

    def compose(self) -> ComposeResult:
        with Vertical(id="panel"):
            yield Static(steady(self._title), id="question", markup=False)
            yield Menu(self._choices, self._at)
            yield Static(tr("a key, or arrows and Enter; Esc goes back"), id="how", markup=False)

    def on_mount(self) -> None:
        self.query_one(Menu).focus()

    @on(Menu.Picked)
    def _picked(self, event: Menu.Picked) -> None:
        if self._choices:
            self.dismiss(self._choices[event.index].value)


class Write(ModalScreen[str | None]):
    """Answers one line of text, `None` on Esc."""

    BINDINGS = [Binding("escape", "dismiss(None)", show=False)]
    CSS_PATH = "../styles/ask.tcss"

    def __init__(self, title: str, how: str, text: str = "") -> None:
        super().__init__()
        self._title = title
        self._how = how
        self._text = text

    def compose(self) -> ComposeResult:
        with Vertical(id="panel"):
            yield Static(steady(self._title), id="question", markup=False)
            yield Field(self._text, max_length=200)
            yield Static(self._how, id="how", markup=False)

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        self.dismiss(typed(event.value).strip())
