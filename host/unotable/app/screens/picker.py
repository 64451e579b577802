"""Every card by arrows or mouse, for hands that do not type and for input methods that swallow letters."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from unotable.app import cells
from unotable.app.widgets.menu import Choice, Menu
from unotable.app.words import colour_word, face_word, tr
from unotable.game.cards import COLOURS, FACES


def cards() -> list[Choice[str]]:
    """Column by column: the four colours, then the black cards; each in notation, so that one learns the keys."""

    def choice(card: str, word: str, look: str) -> Choice[str]:
        return Choice("", f"{cells.fit(card, 5)}{word}", card, f"$ink-{look} on $card-{look}")

    words = {face: face_word(face) if face in "sr+" else "" for face in FACES}
    out = [choice(colour + face, words[face], colour) for colour in COLOURS for face in FACES]
    for black, word in (("w", face_word("w")), ("w+", face_word("w+"))):
        out.append(choice(black, word, "w"))
        out += [choice(f"{black}:{colour}", colour_word(colour), colour) for colour in COLOURS]
    out.append(choice("??", tr("not told"), "none"))
    return out


class Picker(ModalScreen[str | None]):
    """Answers a card in notation, `None` on Esc."""

    BINDINGS = [Binding("escape", "dismiss(None)", show=False)]
    CSS_PATH = "../styles/picker.tcss"

    def compose(self) -> ComposeResult:
        self._cards = cards()
        with Vertical(id="panel"):
            yield Static(tr("Which card? Arrows and Enter, or the mouse; Esc goes back"), id="question", markup=False)
            yield Menu(self._cards, columns=5)

    def on_mount(self) -> None:
        self.query_one(Menu).focus()

    @on(Menu.Picked)
    def _picked(self, event: Menu.Picked) -> None:
        self.dismiss(self._cards[event.index].value)
