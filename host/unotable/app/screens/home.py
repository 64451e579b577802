"""The first screen where there is no match to go on with: begin one, go on with one, look at what was played."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.message import Message

from unotable.app.cells import fit
from unotable.app.screens.page import Page
from unotable.app.widgets.rows import Line, Rows
from unotable.app.words import tr
from unotable.locale import mark
from unotable.match.opening import Unfinished

KEYS = {
    "n": "new",
    "s": "seats",
    "h": "history",
    "b": "boards",
    "r": "rules",
    "g": "glossary",
    "v": "forfeits",
    "q": "quit",
}


class Home(Page[None]):
    class Found(Message):
        def __init__(self, matches: tuple[Unfinished, ...]) -> None:
            self.matches = matches
            super().__init__()

    ABOUT = mark("Begin a match, go on with one, or look at what was played.")
    BINDINGS = [
        *(Binding(key, f"choose('{what}')", show=False) for key, what in KEYS.items()),
        Binding("c", "choose('newest')", show=False),
        Binding("escape", "choose('quit')", show=False),
    ]

    def body(self) -> ComposeResult:
        self._unfinished: tuple[Unfinished, ...] = ()
        self._does: list[str | Unfinished] = []
        self._offer: object = None
        yield Rows()

    def on_mount(self) -> None:
        super().on_mount()
        self.query_one(Rows).focus()
        self.wrong(self.front.problem)
        self.run_worker(self._look, thread=True)
        if self.front.hall is not None:
            self._offer = self.front.offer
            self.set_interval(0.5, self._offered)

    def _offered(self) -> None:
        """The hall may send names at any time."""
        if self._offer != self.front.offer:
            self._offer = self.front.offer
            self.show()

    def _look(self) -> None:
        """Which matches can be gone on with takes a reading of each."""
        self.tell_page(Home.Found(self.front.unfinished(lambda: self.left)))

    def on_home_found(self, message: Found) -> None:
        self._unfinished = message.matches
        self.show()

    def show(self) -> None:
        lines: list[Line] = [()]
        does: list[str | Unfinished] = [""]

        def add(key: str, text: str, told: str, what: str | Unfinished) -> None:
            lines.append(((f" {key or ' '}  ", "bold $accent"), (fit(text, 14), "bold"), (f"  {told}", "$faint")))
            does.append(what)

        add("n", tr("new match"), tr("names, rules, what is kept track of"), "new")
        if (offer := self.front.offer) is not None:
            of = tr("round {n} of {all}", n=offer.round, all=offer.rounds)
            told = (offer.title, of, ", ".join(offer.seats))
            add("s", tr("take seats"), "  ".join(part for part in told if part), "seats")
        for number, match in enumerate(self._unfinished):
            add("c" if number == 0 else "", tr("go on"), unfinished_words(match), match)
        lines.append(())
        does.append("")
        add("h", tr("history"), tr("past matches, replays, every player's record"), "history")
        add("b", tr("boards"), tr("which are plugged in, and how they are"), "boards")
        add("r", tr("rules"), tr("all rule sets; change one, keep your own"), "rules")
        add("g", tr("glossary"), tr("the words of a Chinese table and their English"), "glossary")
        add("v", tr("forfeits"), tr("a list of dares for whoever loses"), "forfeits")
        lines.append(())
        does.append("")
        add("q", tr("quit"), "", "quit")
        self._does = does
        self.query_one(Rows).fill(lines)
        self.title_and_keys("", (
            ("", "Up/Down", tr("choose")), ("", "Enter", tr("take it")), ("language", "L", tr("language")),
            ("theme", "T", tr("theme")), ("quit", "q", tr("quit")),
        ))  # fmt: skip

    @on(Rows.Picked)
    def _picked(self, event: Rows.Picked) -> None:
        what = self._does[event.index]
        if isinstance(what, Unfinished):
            self.front.go_on(what.path)
        else:
            self.action_choose(what)

    def action_choose(self, what: str) -> None:
        self.wrong("")
        if what == "newest":
            if self._unfinished:
                self.front.go_on(self._unfinished[0].path)
        elif what:
            self.front.choose(what)


def unfinished_words(match: Unfinished) -> str:
    """`Ana, Bo, Cy  tangxun  round 3  2026-11-30 19:04`."""
    begun = match.header.started.replace("T", " ")[:16]
    round_ = tr("round {n}", n=match.table.round)
    return "  ".join(part for part in (", ".join(match.header.seats), match.header.rules, round_, begun) if part)
