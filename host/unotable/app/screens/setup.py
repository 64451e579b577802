"""A new match: who sits where, clockwise, by which rules, what is kept track of and who deals first.

It runs before there is a match, so it is an app of its own that answers what was chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Static

from unotable.app import words
from unotable.app.cells import certain, clean
from unotable.app.themes import THEMES
from unotable.app.widgets.keybar import KeyBar
from unotable.app.widgets.menu import Choice, Menu
from unotable.app.words import tr

MOST = 10
TRACKS = ("full", "keys", "buzzer")


@dataclass(frozen=True, slots=True)
class Wanted:
    """The match to begin. `seats` are names clockwise, `dealer` a seat number from 1."""

    seats: tuple[str, ...]
    rules: str
    track: str
    dealer: int


class Setup(App[Wanted]):
    """`rules` are (name, title in the language asked for), the first one the default; `names` who played last."""

    TITLE = "unotable"
    CSS_PATH = "../styles/setup.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [
        Binding("f5", "begin", show=False, priority=True),
        Binding("f6", "focus('rules')", show=False, priority=True),
        Binding("f7", "focus('track')", show=False, priority=True),
        Binding("f8", "deal", show=False, priority=True),
        Binding("escape,ctrl+q", "give_up", show=False, priority=True),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]

    def __init__(self, rules: Sequence[tuple[str, str]], names: Sequence[str] = (), lang: str | None = None) -> None:
        super().__init__()
        words.use(lang or words.default())
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = THEMES[0].name
        self._rules = list(rules)
        self._names = list(names)
        self._dealer = 1

    def compose(self) -> ComposeResult:
        yield Static(f" unotable  {tr('new match')}", id="title", markup=False)
        with Horizontal():
            with Vertical(id="people"):
                yield Static(tr("Who plays? Clockwise, an empty line is nobody."), classes="head", markup=False)
                for number in range(1, MOST + 1):
                    name = self._names[number - 1] if number <= len(self._names) else ""
                    with Horizontal(classes="person"):
                        yield Static(f"{number:>2} ", classes="number", markup=False)
                        yield Input(name, max_length=40, id=f"name-{number}", compact=True)
                yield Static("", id="dealer", markup=False)
                yield Static("", id="wrong", markup=False)
            with Vertical(id="how"):
                yield Static(f"F6 {tr('Rules')}", classes="head", markup=False)
                choices = [Choice("", f"{name}  {certain(title)}", name) for name, title in self._rules]
                yield Menu(choices, columns=1, id="rules")
                yield Static(f"F7 {tr('What is kept track of')}", classes="head", markup=False)
                told = (
                    tr("full: turns and counts by DONE"),
                    tr("keys: somebody types each card"),
                    tr("buzzer: only who was first, and scores"),
                )
                yield Menu([Choice("", text, track) for text, track in zip(told, TRACKS, strict=True)], columns=1,
                           id="track")  # fmt: skip
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(KeyBar).shown = (
            ("", "F5", tr("begin")), ("", "F6", tr("rules")), ("", "F7", tr("track")), ("", "F8", tr("dealer")),
            ("", "Up/Down Tab", tr("next line")), ("", "Esc", tr("quit")),
        )  # fmt: skip
        self.query_one("#name-1", Input).focus()
        self._show_dealer()

    def seats(self) -> tuple[str, ...]:
        return tuple(name for name in (clean(it.value).strip() for it in self.query(Input)) if name)

    @on(Input.Changed)
    def _renamed(self) -> None:
        self._dealer = min(self._dealer, max(1, len(self.seats())))
        self._show_dealer()
        self.query_one("#wrong", Static).update("")

    @on(Input.Submitted)
    def _next(self) -> None:
        self.screen.focus_next()

    @on(Menu.Picked)
    def _picked(self, event: Menu.Picked) -> None:
        for menu in self.query(Menu):
            if menu.has_focus:
                menu.at = event.index
        self.screen.focus_next()

    def _show_dealer(self) -> None:
        seats = self.seats()
        who = seats[self._dealer - 1] if self._dealer <= len(seats) else "-"
        self.query_one("#dealer", Static).update(f"F8 {tr('deals first')}: {who}")

    def action_deal(self) -> None:
        """The next seat deals."""
        self._dealer = self._dealer % max(1, len(self.seats())) + 1
        self._show_dealer()

    def action_begin(self) -> None:
        seats = self.seats()
        if len(seats) < 2:
            self.query_one("#wrong", Static).update(tr("At least two play."))
            return
        rules = self._rules[self.query_one("#rules", Menu).at][0]
        track = TRACKS[self.query_one("#track", Menu).at]
        self.exit(Wanted(seats, rules, track, self._dealer))

    def action_give_up(self) -> None:
        self.exit(None)


def ask(rules: Sequence[tuple[str, str]], names: Sequence[str] = (), lang: str | None = None) -> Wanted | None:
    """Shows the setup until a match is chosen; `None`: somebody gave up."""
    return Setup(rules, names, lang).run()
