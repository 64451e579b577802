"""All keys from the registry, and the marks on the table; scrolled by arrows, pages or the wheel."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.reactive import reactive

from unotable.app import cells
from unotable.app.commands import COMMANDS, GROUPS, TYPED
from unotable.app.screens.base import Showing
from unotable.app.widgets.keybar import KeyBar
from unotable.app.widgets.pane import Pane
from unotable.app.words import tr
from unotable.locale import mark


class Sheet(Pane):
    """Lines of which a part is seen, from `top` on."""

    lines: reactive[tuple[Content, ...]] = reactive(())
    top: reactive[int] = reactive(0)

    def validate_top(self, top: int) -> int:
        return max(0, min(top, len(self.lines) - max(1, self.size.height)))

    def draw(self, cells: int, rows: int) -> list[Content]:
        return list(self.lines[self.top : self.top + rows])


class Help(Showing):
    CSS_PATH = "../styles/help.tcss"
    BINDINGS = [
        Binding("escape,enter,question_mark", "back", show=False),
        Binding("up", "scroll_by(-1)", show=False),
        Binding("down", "scroll_by(1)", show=False),
        Binding("pageup,left", "scroll_by(-10)", show=False),
        Binding("pagedown,right,space", "scroll_by(10)", show=False),
    ]

    def compose(self) -> ComposeResult:
        yield Sheet()
        yield KeyBar()

    def show(self) -> None:
        sheet = self.query_one(Sheet)
        sheet.lines = tuple(lines(self.referee.lang, max(20, self.app.size.width)))
        bar = self.query_one(KeyBar)
        bar.shown = (
            ("", "Up/Down", tr("scroll")),
            ("screen.back", "Esc", tr("back")),
            ("language", "L", tr("language")),
        )

    def on_resize(self) -> None:
        self.show()

    def action_scroll_by(self, rows: int) -> None:
        self.query_one(Sheet).top += rows

    def on_mouse_scroll_down(self) -> None:
        self.action_scroll_by(2)

    def on_mouse_scroll_up(self) -> None:
        self.action_scroll_by(-2)

    def action_back(self) -> None:
        self.dismiss()


MARKS = (
    (">", mark("the seat on turn")),
    ("UNO!", mark("has called; whether a call is missing is never shown")),
    ("o k ? x ! -", mark("board ready, keys of a keyboard, clock unsure, absent, refused, none")),
    ("> < v ^", mark("round the centre: the way play runs")),
    ("R/ Y= G: B~", mark("letter and pattern of the top card's colour")),
    ("*", mark("leads the scores")),
    ("|-U-| u <", mark("photo finish: a press with its bound, one that decided nothing, one outside")),
)


def lines(lang: str, width: int) -> list[Content]:
    """The whole sheet in lines of `width` cells."""
    out: list[Content] = []

    def head(text: str) -> None:
        if out:
            out.append(cells.line("", cells=width))
        out.append(cells.line((f" {text}", "bold $accent"), cells=width))

    def row(key: str, title: str, told: str) -> None:
        left = f"  {cells.fit(key, 14)} {cells.fit(title, 24)} " if title else f"  {cells.fit(key, 14)} "
        wrapped = cells.wrap(told, max(10, width - cells.width(left) - 1))
        out.append(cells.line((left[:17], "bold"), (left[17:], ""), (wrapped[0], "$faint"), cells=width))
        out.extend(cells.line(" " * cells.width(left), (more, "$faint"), cells=width) for more in wrapped[1:])

    chinese = lang == "zh"
    for group, names in GROUPS.items():
        head(names[chinese])
        if group == "cards":
            for typed, told in TYPED:
                row(typed, "", told[chinese])
        for command in COMMANDS:
            if command.group == group:
                row(command.written or "Ctrl+P", command.named(lang), command.helped(lang))
    head(tr("Marks"))
    for sign, meaning in MARKS:
        row(sign, "", tr(meaning))
    return out
