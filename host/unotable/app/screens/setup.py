"""A new match: who sits where, clockwise, by which rules, what is kept track of and who deals first.

Names are typed, so everything else is on F keys; players of earlier evenings are a key away. Boards that are plugged in
sit down by UNO (match/lobby.py) and go along with the name when its line is moved.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input, Static

from unotable.app.acts.rounds import TRACKS
from unotable.app.screens.ask import Choice, Choose
from unotable.app.screens.drawn import Drawn
from unotable.app.screens.page import Page
from unotable.app.screens.rulesets import Played, RuleSets
from unotable.app.widgets.field import Field
from unotable.app.widgets.gathered import NOBODY, Place, Sitting
from unotable.app.widgets.grip import Grip
from unotable.app.widgets.prose import Paragraph, Prose
from unotable.app.words import current, tr
from unotable.game.ruleset import RuleSet
from unotable.journal import explain, rules
from unotable.journal.errors import RulesError
from unotable.journal.fields import MOST_SEATS
from unotable.locale import mark, words
from unotable.match.lobby import Gathered, Lobby
from unotable.visible import typed

KNOWN = 20  # players to choose from


@dataclass(frozen=True, slots=True)
class Wanted:
    """The match to begin. `seats` are names clockwise, `dealer` a seat number from 1."""

    seats: tuple[str, ...]
    rules: Played
    track: str
    dealer: int


class Setup(Page[Wanted]):
    """`before` is what the fields show at first: the latest match, or what the command line asked for."""

    class Boards(Message):
        def __init__(self, gathered: Gathered) -> None:
            self.gathered = gathered
            super().__init__()

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, Setup.Boards)

    ABOUT = mark(
        "Names are typed, so everything else is on F keys. An empty line is nobody's. Boards sit down by UNO, in the"
        " order of the lines, and go along with a name that is moved."
    )
    BINDINGS = [
        Binding("f2", "known", show=False, priority=True),
        Binding("f3,ctrl+up", "move(-1)", show=False, priority=True),
        Binding("f4,ctrl+down", "move(1)", show=False, priority=True),
        Binding("f5", "begin", show=False, priority=True),
        Binding("f6", "rules", show=False, priority=True),
        Binding("f7", "track", show=False, priority=True),
        Binding("f8", "deal", show=False, priority=True),
        Binding("f9", "draw", show=False, priority=True),
        Binding("f10", "get_up", show=False, priority=True),
        Binding("pageup", "page(-4)", show=False, priority=True),
        Binding("pagedown", "page(4)", show=False, priority=True),
        Binding("enter", "app.focus_next", show=False, priority=True),  # before the next letter, however fast it comes
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]

    def __init__(self, before: Wanted, known: tuple[str, ...] = (), lobby: Lobby | None = None) -> None:
        super().__init__()
        self._lobby = lobby
        self._gathered = NOBODY
        self._lines: tuple[int, ...] = ()  # by seat: those with a name, then the empty ones
        self._told: tuple[str, ...] = ()  # names, as the lobby knows them
        self._before = before
        self._known = known
        self._played = before.rules
        self._track = before.track
        self._dealer = before.dealer
        self._away = 0  # lines that a dragged one is from where it was

    def body(self) -> ComposeResult:
        with Horizontal(classes="body"):
            with Vertical(id="people"):
                yield Static("", id="who", classes="head", markup=False)
                for number in range(1, MOST_SEATS + 1):
                    name = self._before.seats[number - 1] if number <= len(self._before.seats) else ""
                    with Horizontal(classes="person"):
                        yield Grip(number - 1)
                        yield Field(name, max_length=40, id=f"name-{number}", compact=True)
                        yield Place()
                yield Sitting()
            yield Prose()

    def on_mount(self) -> None:
        self._lines, self._told = self._by_seat(), self.seats()
        super().on_mount()
        self.query_one("#name-1", Input).focus()
        if self._lobby is not None:
            self._lobby.open(self._told, lambda gathered: self.tell_page(Setup.Boards(gathered)))

    def show(self) -> None:
        self.query_one("#who", Static).update(tr("Who plays? Clockwise, an empty line is nobody."))
        up = (("screen.get_up", "F10", tr("all get up")),) if self._gathered.boards else ()
        self.title_and_keys(tr("new match"), (
            ("screen.begin", "F5", tr("begin")), ("screen.rules", "F6", tr("rules")),
            ("screen.track", "F7", tr("track")), ("screen.deal", "F8", tr("dealer")),
            ("screen.draw", "F9", tr("cards")),
            ("screen.known", "F2", tr("players")), ("", "F3/F4", tr("move")), ("screen.back", "Esc", tr("back")),
            *up,
        ))  # fmt: skip
        self._tell()
        self._seat()

    def seats(self) -> tuple[str, ...]:
        """The names, each on one line of a table that may have gaps."""
        return tuple(name for field in self._fields() if (name := _name(field)))

    def _fields(self) -> list[Input]:
        return list(self.query(Input))

    def _tell(self) -> None:
        w = words(current())
        seats = self.seats()
        self._dealer = max(1, min(self._dealer, len(seats) or 1))
        told: list[Paragraph] = []
        try:
            ruleset = self._played.load()
            preset = rules.preset(self._played.name)
            changed = f"  * {tr('changed: {n}', n=len(self._played.changed))}" if self._played.changed else ""
            told.append((f"F6 {tr('Rules')}: {self._played.name}{changed}", "bold $accent"))
            told.append((preset.title_in(w.lang), ""))
            told.append((("" if w.lang == "zh" else " ").join(explain.summary(ruleset, w)), "$faint"))
        except RulesError as error:
            told.append((str(error), "bold $warning"))
        dealer = seats[self._dealer - 1] if seats else "-"
        told += [
            ("", ""),
            (f"F7 {tr('What is kept track of')}", "bold $accent"),
            (tr(TRACKS[self._track]), ""),
            ("", ""),
            (f"F8 {tr('deals first')}: {dealer}", "bold $accent"),
            (tr("F8: the next player. F9: type the cards that everybody drew."), "$faint"),
        ]
        self.query_one(Prose).paragraphs = tuple(told)

    @on(Input.Changed)
    def _renamed(self) -> None:
        self.wrong("")
        self._tell()
        self._renumber()

    # -- boards ---------------------------------------------------------------------------------------------------

    def on_setup_boards(self, message: Boards) -> None:
        first = bool(message.gathered.boards) and not self._gathered.boards
        self._gathered = message.gathered
        if first:
            self.show()
        else:
            self._seat()

    def _seat(self) -> None:
        """Who sits where, behind the names and below them."""
        seats = self.seats()
        self.query_one("#people").set_class(bool(self._gathered.boards), "boards")
        for line, place in enumerate(self.query(Place)):
            seat = self._lines.index(line) + 1
            place.words = current()
            place.seat = seat if seat <= len(seats) else None
            place.gathered = self._gathered
        sitting = self.query_one(Sitting)
        sitting.words = current()
        sitting.names, sitting.gathered = seats, self._gathered

    def _by_seat(self) -> tuple[int, ...]:
        empty = [not _name(field) for field in self._fields()]
        return tuple(sorted(range(len(empty)), key=lambda line: (empty[line], line)))

    def _renumber(self, moved: Mapping[int, int] | None = None) -> None:
        """Boards stay with their line, whatever number of seat it has now; `moved`: lines that are another one now."""
        lines, names = self._lines, self._told
        self._lines, self._told = self._by_seat(), self.seats()
        to = {seat: self._lines.index((moved or {}).get(line, line)) + 1 for seat, line in enumerate(lines, start=1)}
        to = {seat: other for seat, other in to.items() if seat != other}
        if self._lobby is not None and (to or names != self._told):
            self._lobby.renumber(self._told, to)
        self._seat()

    def action_get_up(self) -> None:
        if self._lobby is not None:
            self._lobby.get_up()

    # -- people ---------------------------------------------------------------------------------------------------

    def _here(self) -> int:
        """The index of the line that is written on."""
        fields = self._fields()
        return fields.index(self.focused) if isinstance(self.focused, Input) and self.focused in fields else 0

    def action_known(self) -> None:
        self.run_worker(self._choose_known())

    async def _choose_known(self) -> None:
        here = set(self.seats())
        names = [name for name in self._known if name not in here][:KNOWN]
        if not names:
            self.wrong(tr("Nobody else has played here yet."))
            return
        keys = "1234567890abcdefghij"
        at = self._here()
        choices = [Choice(keys[i], name, name) for i, name in enumerate(names)]
        name = await self.app.push_screen_wait(Choose(tr("Who sits on line {n}?", n=at + 1), choices))
        if name is not None:
            fields = self._fields()
            fields[at].value = name
            fields[min(at + 1, len(fields) - 1)].focus()

    def action_move(self, by: int) -> None:
        """Changes places with the line above or below."""
        self._change(self._here(), self._here() + by)

    @on(Grip.Dragged)
    def _dragged(self, event: Grip.Dragged) -> None:
        """The line goes where the mouse is: line by line, so that the others keep their order."""
        at = event.place + self._away
        step = 1 if event.by > 0 else -1
        for _ in range(abs(event.by)):
            if self._change(at, at + step):
                at += step
        self._away = at - event.place

    @on(Grip.LetGo)
    def _let_go(self) -> None:
        self._away = 0

    def _change(self, at: int, to: int) -> bool:
        """Two lines change places, if both are there; who deals stays who deals."""
        fields = self._fields()
        if not 0 <= to < len(fields):
            return False
        dealer = self.seats()[self._dealer - 1] if self.seats() else ""
        fields[at].value, fields[to].value = fields[to].value, fields[at].value
        fields[to].focus()
        if dealer in self.seats():
            self._dealer = self.seats().index(dealer) + 1
        self._tell()
        self._renumber({at: to, to: at})
        return True

    # -- the rest -------------------------------------------------------------------------------------------------

    def action_rules(self) -> None:
        self.run_worker(self._choose_rules())

    async def _choose_rules(self) -> None:
        chosen = await self.app.push_screen_wait(RuleSets(self._played))
        if chosen is not None:
            self._played = chosen
        self.show()

    def action_track(self) -> None:
        tracks = list(TRACKS)
        self._track = tracks[(tracks.index(self._track) + 1) % len(tracks)]
        self._tell()

    def action_deal(self) -> None:
        self._dealer = self._dealer % max(1, len(self.seats())) + 1
        self._tell()

    def action_draw(self) -> None:
        (self.focused or self).call_later(lambda: self.run_worker(self._draw()))

    async def _draw(self) -> None:
        ruleset, seats = self._ruleset(), self.seats()
        if ruleset is None:
            return
        if ruleset.deal_first == "choose":
            self.wrong(tr("By these rules the table chooses who deals: press F8."))
        elif self._fine(seats):
            dealer = await self.app.push_screen_wait(Drawn(seats, ruleset.deal_first))
            if dealer is not None:
                self._dealer = dealer
                self._tell()

    def _ruleset(self) -> RuleSet | None:
        try:
            return self._played.load()
        except RulesError as error:
            self.wrong(str(error))
            return None

    def _fine(self, seats: tuple[str, ...]) -> bool:
        twice = next((name for name in seats if seats.count(name) > 1), None)
        if len(seats) < 2:
            self.wrong(tr("At least two play."))
        elif twice is not None:
            self.wrong(tr("Two players are called {name}: give one of them another name.", name=twice))
        else:
            return True
        return False

    @property
    def draft(self) -> Wanted:
        """What has been set up so far."""
        return Wanted(self.seats(), self._played, self._track, self._dealer)

    def action_back(self) -> None:
        """Ten names are not to be typed twice because of one key."""
        self.front.draft = self.draft
        self.dismiss(None)

    def action_begin(self) -> None:
        """After the letters that the line still has to take: F keys overtake them."""
        (self.focused or self).call_later(self._begin)

    def _begin(self) -> None:
        self._renumber()  # the lobby has to know a name whose own message still waits behind this
        if self._fine(self.seats()) and self._ruleset() is not None:
            self.dismiss(self.draft)

    def action_page(self, by: int) -> None:
        self.query_one(Prose).scroll(by)


def _name(field: Input) -> str:
    return typed(field.value).strip()
