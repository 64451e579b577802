"""The words of a Chinese table and their English, for who plays with the other language's rules."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding

from unotable.app.cells import fit, width
from unotable.app.screens.page import Page
from unotable.app.widgets.prose import Paragraph, Prose
from unotable.app.words import current, tr
from unotable.glossary import TERMS
from unotable.locale import mark


class Glossary(Page[None]):
    ABOUT = mark("The words of a Chinese UNO table and their English.")
    BINDINGS = [
        Binding("enter,q,G", "back", show=False),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("pageup,left", "scroll(-12)", show=False),
        Binding("pagedown,right,space", "scroll(12)", show=False),
    ]

    def body(self) -> ComposeResult:
        yield Prose(classes="body")

    def show(self) -> None:
        self.query_one(Prose).paragraphs = tuple(paragraphs(current()))
        self.title_and_keys(tr("glossary"), (
            ("", "Up/Down", tr("scroll")), ("screen.back", "Esc", tr("back")), ("language", "L", tr("language")),
        ))  # fmt: skip

    def action_scroll(self, rows: int) -> None:
        self.query_one(Prose).scroll(rows)


def paragraphs(lang: str) -> list[Paragraph]:
    """A line a word, one of what it means, the own language's word first."""
    out: list[Paragraph] = []
    for term in TERMS:
        other = f"{term.chinese} ({term.pinyin})"
        head = (term.chinese, term.english) if lang == "zh" else (term.english, other)
        wide = max(14, width(head[0]) + 2) if lang == "zh" else 24
        out.append((f" {fit(head[0], wide)} {head[1]}", "bold"))
        out.append((f"   {tr(term.about)}", "$faint"))
    return out
