"""All rule sets: what each plays in plain words, and in what it differs from Mattel's. One is taken, or changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal

from unotable.app.cells import certain, fit
from unotable.app.screens.page import Page
from unotable.app.screens.parameters import Parameters
from unotable.app.widgets.prose import Paragraph, Prose
from unotable.app.widgets.rows import Line, Rows
from unotable.app.words import current, tr
from unotable.game.ruleset import RuleSet
from unotable.journal import explain, rules
from unotable.journal.errors import RulesError
from unotable.journal.parameters import parameters
from unotable.journal.show import value
from unotable.locale import mark, words

BASE = "mattel"


@dataclass(frozen=True, slots=True)
class Played:
    """A rule set by name, with what was changed for this match."""

    name: str = BASE
    changed: Mapping[str, Any] = field(default_factory=dict)

    def load(self) -> RuleSet:
        return rules.load(self.name, self.changed)


class RuleSets(Page[Played]):
    ABOUT = mark("What each rule set plays, and in what it differs from Mattel's. Take one, or change it.")
    BINDINGS = [
        Binding("e", "edit", show=False),
        Binding("pageup", "page(-8)", show=False, priority=True),
        Binding("pagedown,space", "page(8)", show=False, priority=True),
    ]

    def __init__(self, now: Played) -> None:
        super().__init__()
        self._now = now
        self._names: tuple[str, ...] = ()

    def body(self) -> ComposeResult:
        with Horizontal(classes="body"):
            yield Rows()
            yield Prose()

    def on_mount(self) -> None:
        super().on_mount()
        self.query_one(Rows).focus()

    def show(self) -> None:
        before = self._names[self.query_one(Rows).at] if self._names else self._now.name
        self._names = rules.names()
        lines: list[Line] = []
        for name in self._names:
            mark = "*" if name == self._now.name and self._now.changed else " "
            lines.append(((f"{mark}{name}", "bold" if name in rules.FRONT else ""),))
        at = self._names.index(before) if before in self._names else 0
        self.query_one(Rows).fill(lines, at)
        self.title_and_keys(tr("Rules"), (
            ("", "Enter", tr("take it")), ("screen.edit", "e", tr("change it")), ("", "PgUp/PgDn", tr("scroll")),
            ("screen.back", "Esc", tr("back")), ("language", "L", tr("language")),
        ))  # fmt: skip
        self._tell()

    def _chosen(self) -> Played:
        name = self._names[self.query_one(Rows).at]
        return self._now if name == self._now.name else Played(name)

    def _sound(self) -> bool:
        """Whether what is chosen can be played; if not, why is said."""
        try:
            self._chosen().load()
        except RulesError as error:
            self.wrong(str(error))
            return False
        return True

    @on(Rows.Moved)
    def _tell(self) -> None:
        if self._names:
            self.query_one(Prose).paragraphs = tuple(told(self._chosen()))

    @on(Rows.Picked)
    def _picked(self) -> None:
        if self._sound():
            self.dismiss(self._chosen())

    def action_edit(self) -> None:
        self.run_worker(self._edit())

    async def _edit(self) -> None:
        chosen = self._chosen()
        if not self._sound():
            return
        made = await self.app.push_screen_wait(Parameters(chosen.name, chosen.changed))
        if made is not None:
            self._now, self._names = Played(*made), ()
            self.show()

    def action_page(self, by: int) -> None:
        self.query_one(Prose).scroll(by)


def told(played: Played) -> list[Paragraph]:
    """Title, source, what is played, and the differences from Mattel's rules with what each means."""
    w = words(current())
    try:
        preset, ruleset = rules.preset(played.name), played.load()
    except RulesError as error:
        return [(str(error), "bold $warning")]
    out: list[Paragraph] = [(preset.title_in(w.lang), "bold $accent")]
    if preset.source:
        out.append((tr("Source: {source}", source=preset.source), "$faint"))
    out += [("", ""), (" ".join(explain.summary(ruleset, w)) if w.lang == "en" else
                       "".join(explain.summary(ruleset, w)), "")]  # fmt: skip
    base = rules.load(BASE)
    differs = rules.diff(base, ruleset)
    out.append(("", ""))
    if not differs:
        out.append((tr("No difference from {name}.", name=BASE), "$faint"))
        return out
    out.append((tr("Differences from {name}: {n}", name=BASE, n=len(differs)), "bold"))
    for name in differs:
        mark = "*" if name in played.changed else " "
        out.append((f"{mark}{fit(name, 22)} {value(name, base, w)} -> {value(name, ruleset, w)}", ""))
        out.append((f"   {certain(parameters()[name].text(w.lang))}", "$faint"))
    return out
