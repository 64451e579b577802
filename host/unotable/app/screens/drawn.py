"""Who deals first, by the cards that everybody drew: they are typed, `deal.first` decides, a tie draws again."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from unotable.app import cells, keyed
from unotable.app.words import tr
from unotable.game.cards import parse
from unotable.game.scoring import first_dealer

SHORT = 12  # cells of a name where several stand in one row


class Drawn(ModalScreen[int | None]):
    """`rule` is `deal.first`. Answers the seat that deals, `None` on Esc."""

    CSS_PATH = "../styles/front.tcss"
    BINDINGS = [
        Binding("escape", "dismiss(None)", show=False),
        Binding("f5", "decide", show=False, priority=True),
        Binding("enter", "next", show=False, priority=True),  # before the next letter, however fast it comes
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]

    def __init__(self, names: Sequence[str], rule: str) -> None:
        super().__init__()
        self._names = names
        self._rule = rule
        self._still = list(range(1, len(names) + 1))  # who may still deal

    def compose(self) -> ComposeResult:
        highest = tr("the most points deal") if self._rule == "points" else tr("the highest number deals")
        with Vertical(id="panel"):
            yield Static(tr("Everybody draws a card; {who}. Type the cards (r5):", who=highest), id="question",
                         markup=False)  # fmt: skip
            for seat, name in enumerate(self._names, 1):
                with Horizontal(classes="person"):
                    yield Static(cells.fit(f"{seat:>2} {name}", 24), classes="drawer", markup=False)
                    yield Input(max_length=4, id=f"drawn-{seat}", compact=True)
            yield Static("", id="how", markup=False)

    def on_mount(self) -> None:
        self._say(tr("Enter: next line; F5 decides; Esc goes back"))
        self._field(1).focus()

    def _field(self, seat: int) -> Input:
        return self.query_one(f"#drawn-{seat}", Input)

    def _say(self, text: str) -> None:
        self.query_one("#how", Static).update(cells.certain(text))

    def action_next(self) -> None:
        """After the letters that the line still has to take: this key overtakes them."""
        (self.focused or self).call_later(self._next)

    def _next(self) -> None:
        empty = [seat for seat in self._still if not self._field(seat).value.strip()]
        if empty:
            self._field(empty[0]).focus()
        else:
            self.action_decide()

    def action_decide(self) -> None:
        drawn: dict[int, str] = {}
        for seat in self._still:
            text = self._field(seat).value.strip().lower()
            card = typed(text)
            if card is None:
                self._say(tr("{name}: {typed} is no card; r5 is red five, g+ a green draw two, w a wild",
                             name=self._names[seat - 1], typed=text or "-"))  # fmt: skip
                self._field(seat).focus()
                return
            drawn[seat] = card
        dealer = first_dealer(drawn, self._rule)
        if dealer is not None:
            self.dismiss(dealer)
            return
        self._still = [seat for seat in drawn if all(self._beats(drawn[seat], other) for other in drawn.values())]
        for seat in range(1, len(self._names) + 1):
            field = self._field(seat)
            field.disabled = seat not in self._still
            if seat in self._still:
                field.value = ""
        self._field(self._still[0]).focus()
        names = ", ".join(cells.fit(self._names[seat - 1], SHORT).rstrip() for seat in self._still)
        self._say(tr("A tie: {names} draw again.", names=names))

    def _beats(self, mine: str, other: str) -> bool:
        """Is `mine` worth at least as much?"""
        return first_dealer({1: mine, 2: other}, self._rule) in (1, None)


def typed(text: str) -> str | None:
    """The card meant by `r5`, `w+`, in the notation of the journal; `None` where it is none."""
    now: keyed.Keyed | None = keyed.EMPTY
    for char in text:
        now = keyed.step(now, char) if now is not None else None
    if now is None or now.card is None or now.n is not None or "?" in now.card.partition(":")[0]:
        return None
    return str(parse(now.card))
