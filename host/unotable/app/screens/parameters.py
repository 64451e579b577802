"""Every parameter of a rule set: its value, what it means, what it may be, and the words of the source. Any of them can
be changed for the match, and the whole kept as a rule set of one's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_origin

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding

from unotable.app.cells import fit
from unotable.app.screens.ask import Choice, Choose, Write
from unotable.app.screens.page import Page
from unotable.app.widgets.prose import Paragraph, Prose
from unotable.app.widgets.rows import Line, Rows
from unotable.app.words import current, tr
from unotable.game.ruleset import NAMES
from unotable.journal import explain, own, rules
from unotable.journal.errors import RulesError
from unotable.journal.parameters import FIELDS, TYPES, check, choices, parameters, plain_value
from unotable.journal.show import value
from unotable.locale import mark, words


class Parameters(Page[tuple[str, Mapping[str, Any]]]):
    """Answers the rule set's name and what was changed of it."""

    ABOUT = mark("A star marks what was changed. Changes hold for this match; keep them to play them again.")
    BINDINGS = [
        Binding("s", "keep", show=False),
        Binding("backspace,delete", "reset", show=False),
        Binding("x", "reset_all", show=False),
    ]

    def __init__(self, name: str, changed: Mapping[str, Any]) -> None:
        super().__init__()
        self._base = name
        self._changed = dict(changed)

    def body(self) -> ComposeResult:
        yield Rows(id="all")
        yield Prose(id="about")

    def on_mount(self) -> None:
        super().on_mount()
        self.query_one(Rows).focus()

    def show(self) -> None:
        w = words(current())
        now = rules.load(self._base, self._changed)
        lines: list[Line] = []
        for name in NAMES:
            mark, look = ("*", "bold $accent") if name in self._changed else (" ", "")
            lines.append(((f"{mark}{fit(name, 24)}", look), (fit(value(name, now, w), 30), look)))
        self.query_one(Rows).fill(lines)
        count = len(self._changed)
        title = f"{tr('Rules')}  {self._base}" + (f"  * {tr('changed: {n}', n=count)}" if count else "")
        self.title_and_keys(title, (
            ("screen.back", "Esc", tr("done")), ("", "Enter", tr("change")), ("screen.keep", "s", tr("keep as my own")),
            ("screen.reset", "Backspace", tr("as it was")), ("screen.reset_all", "x", tr("all as it was")),
            ("language", "L", tr("language")),
        ))  # fmt: skip
        self._tell()

    @property
    def _chosen(self) -> str:
        return NAMES[self.query_one(Rows).at]

    @on(Rows.Moved)
    def _tell(self) -> None:
        w, name = words(current()), self._chosen
        preset = rules.preset(self._base)
        stated = preset.stated(name)
        out: list[Paragraph] = [
            (f"{name}: {parameters()[name].text(w.lang)}", "bold"),
            (tr("Allowed: {what}", what=explain.allowed_in(name, w)), ""),
        ]
        if name in self._changed:
            was = value(name, preset.values, w)
            out.append((tr("In {name} it is {value}.", name=self._base, value=was), "$accent"))
        if stated is not None and stated.phrase:
            out.append((f'"{stated.phrase}" ({stated.source})', "$faint"))
        elif stated is None:
            out.append((tr("not stated by this rule set"), "$faint"))
        self.query_one(Prose).paragraphs = tuple(out)

    @on(Rows.Picked)
    def _picked(self) -> None:
        self.wrong("")
        self.run_worker(self._change(self._chosen))

    def _set(self, name: str, new: Any) -> str:
        """Takes a value; the sentence on what is wrong with it, or nothing."""
        try:
            check({name: new})
        except RulesError as error:
            return str(error)
        if new == plain_value(getattr(rules.load(self._base), FIELDS[name].name)):
            self._changed.pop(name, None)
        else:
            self._changed[name] = new
        self.show()
        return ""

    async def _change(self, name: str) -> None:
        now = plain_value(getattr(rules.load(self._base, self._changed), FIELDS[name].name))
        meaning = f"{name}: {parameters()[name].text(current())}"
        if TYPES[name] is bool:
            self._set(name, not now)
        elif get_origin(TYPES[name]) is frozenset:
            await self._several(name, meaning, list(now))
        elif choices(name):
            options = [Choice(str(i), str(word), word) for i, word in enumerate(choices(name), 1)]
            chosen = await self.app.push_screen_wait(Choose(meaning, options, now))
            if chosen is not None:
                self._set(name, chosen)
        else:
            await self._number(name, meaning, f"{now:g}")

    async def _several(self, name: str, meaning: str, now: list[str]) -> None:
        """Any number of words: each is switched on or off until it is enough."""
        at: str | None = None
        while True:
            options = [
                Choice(str(i), f"[{'x' if word in now else ' '}] {word}", str(word))
                for i, word in enumerate(choices(name), 1)
            ]
            options.append(Choice("0", tr("done"), ""))
            word = await self.app.push_screen_wait(Choose(meaning, options, at))
            if word is None:
                return
            if not word:
                self._set(name, [w for w in choices(name) if w in now])
                return
            at = word
            now = [w for w in now if w != word] if word in now else [*now, word]

    async def _number(self, name: str, meaning: str, text: str) -> None:
        """Asks until the number is one that is allowed, or Esc."""
        how = explain.allowed_in(name, words(current()))
        while True:
            answer = await self.app.push_screen_wait(Write(meaning, how, text))
            if answer is None:
                return
            how = self._set(name, explain.typed(name, answer))
            if not how:
                return
            text = answer

    def action_reset(self) -> None:
        self._changed.pop(self._chosen, None)
        self.show()

    def action_reset_all(self) -> None:
        self._changed.clear()
        self.show()

    def action_keep(self) -> None:
        self.wrong("")
        self.run_worker(self._keep())

    async def _keep(self) -> None:
        how = tr("a name, as for a file; Esc goes back")
        name = ""
        while True:
            answer = await self.app.push_screen_wait(Write(tr("Keep these rules under which name?"), how, name))
            if answer is None:
                return
            name = answer
            try:
                word = own.file_name(name)
                if word in rules.user_names() and not await self._over(word):
                    return
                self._save(word, name)
                return
            except RulesError as error:
                how = str(error)

    async def _over(self, word: str) -> bool:
        options = [Choice("y", tr("yes, replace it"), "yes"), Choice("n", tr("no"), "no")]
        title = tr("{name} is there already.", name=word)
        return await self.app.push_screen_wait(Choose(title, options, "no")) == "yes"

    def _save(self, word: str, title: str) -> None:
        """A set that replaces the one it was made from inherits what that one inherits."""
        base, values = self._base, self._changed
        if word in rules.preset(base).chain:
            base = next(name for name in rules.preset(base).chain if name in rules.FRONT + rules.MORE)
            differs = rules.diff(rules.load(base), rules.load(self._base, self._changed))
            values = {name: new for name, (_, new) in differs.items()}
        own.save(word, title, base, values)
        self._base, self._changed = word, {}
        self.show()
        self.wrong(tr("Kept as {name}.", name=word))

    def action_back(self) -> None:
        self.dismiss((self._base, self._changed))
