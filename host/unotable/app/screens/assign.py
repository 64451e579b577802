"""Which key is whose button: each seat presses its own, one after another."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Static

from unotable.app.keyboard import BUTTONS, Place
from unotable.app.words import tr
from unotable.visible import steady


class Assign(ModalScreen[dict[str, Place] | None]):
    """Answers key → seat and button: all that was learned when Esc came, or nobody is left. `None`: nothing was."""

    CSS_PATH = "../styles/ask.tcss"

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self._names = names
        self._wanted: list[Place] = [(seat, button) for seat in range(1, len(names) + 1) for button in BUTTONS]
        self._learned: dict[str, Place] = {}

    def compose(self) -> ComposeResult:
        with Vertical(id="panel"):
            yield Static("", id="question", markup=False)
            yield Static("", id="so-far", markup=False)
            yield Static(tr("Enter: this one has none; Backspace: the one before; Esc: that is all"), id="how",
                         markup=False)  # fmt: skip

    def on_mount(self) -> None:
        self._ask()

    @property
    def _place(self) -> Place:
        return self._wanted[0]

    def _ask(self, wrong: str = "") -> None:
        seat, button = self._place
        question = tr("Seat {n}, {name}: press the key for {button}", n=seat, name=self._names[seat - 1],
                      button=button.upper())  # fmt: skip
        self.query_one("#question", Static).update(steady(f"{question}  {wrong}"))
        learned = [f"{at[0]}{at[1][0].upper()} {key}" for key, at in self._learned.items()]
        self.query_one("#so-far", Static).update(steady("  ".join(learned)))

    def on_key(self, event: Key) -> None:
        event.stop()
        event.prevent_default()
        if event.key == "escape":
            self.dismiss(self._learned or None)
        elif event.key == "backspace":
            seat, button = self._place
            every = [(seat, button) for seat in range(1, len(self._names) + 1) for button in BUTTONS]
            self._wanted = every[max(0, every.index((seat, button)) - 1) :]
            self._learned = {key: at for key, at in self._learned.items() if at != self._place}
            self._ask()
        elif event.key == "enter":
            self._next()
        elif event.key in self._learned:
            seat, button = self._learned[event.key]
            if (seat, button) != self._before():  # a key that repeats is no second answer
                self._ask(tr("{name} has that key already.", name=self._names[seat - 1]))
        else:
            self._learned[event.key] = self._place
            self._next()

    def _before(self) -> Place | None:
        return next(reversed(self._learned.values()), None)

    def _next(self) -> None:
        self._wanted = self._wanted[1:]
        if self._wanted:
            self._ask()
        else:
            self.dismiss(self._learned or None)
