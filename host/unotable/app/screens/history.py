"""Past matches, the newest first, and the people who played them; one is opened to be seen again or gone on with."""

from __future__ import annotations

from contextlib import suppress

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.message import Message

from unotable.app.cells import fit
from unotable.app.screens.page import Page
from unotable.app.widgets.rows import Line, Rows
from unotable.app.words import tr
from unotable.journal import history, index
from unotable.journal.errors import JournalError, RulesError
from unotable.journal.index import Past
from unotable.locale import mark
from unotable.match.replayed import Replayed
from unotable.progress import bar


class _Left(Exception):
    """Nobody waits for the reading any more."""


class History(Page[None]):
    class Told(Message):
        """What was read, or how far it is."""

        def __init__(self, found: list[Past] | None, text: str = "") -> None:
            self.found = found
            self.text = text
            super().__init__()

    ABOUT = mark("Every match that was played here, the newest first, and each player's record.")
    BINDINGS = [
        Binding("c", "go_on", show=False),
        Binding("p", "people", show=False),
        Binding("q", "back", show=False),
    ]

    def body(self) -> ComposeResult:
        self._found: list[Past] | None = None
        self._people = False
        yield Rows(classes="body")

    def on_mount(self) -> None:
        super().on_mount()
        self.query_one(Rows).focus()
        self.wrong(tr("Reading matches..."))
        self.run_worker(self._read, thread=True)

    def _read(self) -> None:
        with suppress(_Left):
            self.tell_page(History.Told(index.past(progress=self._progress)))

    def _progress(self, done: int, total: int) -> None:
        if self.left:
            raise _Left
        if total > 20 and done % 10 == 0:
            told = tr("Reading matches: {done} of {total}", done=done, total=total)
            self.tell_page(History.Told(None, f"{bar(done, total)} {told}"))

    def on_history_told(self, message: Told) -> None:
        self.wrong(message.text)
        if message.found is not None:
            self._found = message.found
            self.show()

    def show(self) -> None:
        title = tr("players") if self._people else tr("history")
        other = tr("matches") if self._people else tr("players")
        self.title_and_keys(title, (
            *((("", "Enter", tr("replay")), ("screen.go_on", "c", tr("go on"))) if not self._people else ()),
            ("screen.people", "p", other), ("screen.back", "Esc", tr("back")), ("language", "L", tr("language")),
        ))  # fmt: skip
        if self._found is not None:
            lines = player_lines(self._found) if self._people else match_lines(self._found)
            self.query_one(Rows).fill(lines, max(1, self.query_one(Rows).at))

    def _chosen(self) -> Past | None:
        at = self.query_one(Rows).at - 1
        return self._found[at] if self._found and not self._people and 0 <= at < len(self._found) else None

    @on(Rows.Moved)
    def _tell(self) -> None:
        """A file that cannot be read, or is torn, says so in a whole sentence."""
        chosen = self._chosen()
        if self._found is not None:
            self.wrong(chosen.problem if chosen is not None else "")

    @on(Rows.Picked)
    def _picked(self) -> None:
        chosen = self._chosen()
        if chosen is None:
            return
        try:
            self.front.replay(Replayed.open(chosen.path))
        except (JournalError, RulesError) as error:
            self.wrong(str(error))

    def action_go_on(self) -> None:
        chosen = self._chosen()
        if chosen is None:
            return
        if chosen.facts is None:
            self.wrong(chosen.problem)
        elif chosen.facts.over:
            self.wrong(tr("This match is over; Enter shows it again."))
        else:
            self.wrong(self.front.go_on(chosen.path))

    def action_back(self) -> None:
        """From the players to the matches, from these to where one came from."""
        if self._people:
            self.action_people()
        else:
            self.dismiss(None)

    def action_people(self) -> None:
        self._people = not self._people
        self.wrong("")
        self.query_one(Rows).at = 0
        self.show()


def match_lines(found: list[Past]) -> list[Line]:
    """A head, then a line a match; what cannot be read says why."""
    if not found:
        return [((tr("No match has been played here yet."), "$faint"),)]
    head = (fit(tr("begun"), 17), fit(tr("rules"), 13), fit(tr("rounds"), 7), fit(tr("result"), 18), tr("seats"))
    out: list[Line] = [(("".join(head), "$faint"),)]
    for one in found:
        if one.facts is None:
            out.append(((fit(history.begun(one), 17), ""), (f"{history.result(one)}: {one.path.name}", "$warning")))
            continue
        look = "" if one.facts.over else "bold $accent"
        out.append((
            (fit(history.begun(one), 17), ""), (fit(one.facts.rules, 13), ""), (fit(str(one.facts.played), 7), ""),
            (fit(history.result(one), 18), look), (", ".join(one.facts.seats), ""),
        ))  # fmt: skip
    return out


WIDTHS = (11, 8, 4, 7, 7, 8, 11, 8, 7, 8)


def player_lines(found: list[Past]) -> list[Line]:
    people = history.people(found)
    heads = (tr("player"), tr("matches"), tr("won"), tr("rounds"), tr("rd won"), tr("catches"), tr("was caught"),
             tr("penalty"), tr("cut ms"), tr("best ms"))  # fmt: skip
    out: list[Line] = [(("".join(_cell(text, i) for i, text in enumerate(heads)), "$faint"),)]
    for one in people:
        row = history.player(one)
        out.append((("".join(_cell(text.removesuffix(" ms"), i) for i, text in enumerate(row)), ""),))
    return out if people else [((tr("No match has been played here yet."), "$faint"),)]


def _cell(text: str, column: int) -> str:
    return fit(text, WIDTHS[column], "<") if column == 0 else fit(text, WIDTHS[column] - 1, ">") + " "
