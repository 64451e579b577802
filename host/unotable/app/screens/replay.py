"""A match seen again on the table's own widgets; nothing here writes to it."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content
from textual.reactive import reactive

from unotable.app import cells
from unotable.app.screens.base import HEIGHTS, WIDTHS
from unotable.app.screens.page import Page
from unotable.app.widgets.feed import Feed
from unotable.app.widgets.keybar import KeyBar
from unotable.app.widgets.lanes import Lanes
from unotable.app.widgets.pane import Pane
from unotable.app.widgets.ring import Ring
from unotable.app.widgets.scores import Scores
from unotable.app.widgets.title import Title
from unotable.app.words import current, tr
from unotable.locale import mark
from unotable.match.replayed import Replayed

TICK_S = 0.1
SPEEDS = (1, 2, 4, 8, 16, 32)


class Tape(Pane):
    """Where the replay stands."""

    at: reactive[int] = reactive(0)
    end: reactive[int] = reactive(0)
    speed: reactive[int] = reactive(1)
    playing: reactive[bool] = reactive(False)
    said: reactive[str] = reactive("")

    def draw(self, cells_: int, rows: int) -> list[Content]:
        state = tr("playing") if self.playing else tr("paused")
        left = f" {state}  x{self.speed}  {clock(self.at)} / {clock(self.end)} "
        told = f" {self.said}" if self.said else ""
        room = max(0, cells_ - cells.width(left) - cells.width(told) - 1)
        filled = room * self.at // self.end if self.end else room
        bar = (("=" * filled, "$accent"), ("." * (room - filled), "$faint"))
        return [cells.line((left, "bold"), *bar, (told, "bold $warning"), cells=cells_)]


def clock(us: int) -> str:
    seconds = us // 1_000_000
    hours = f"{seconds // 3600}:" if seconds >= 3600 else ""
    return f"{hours}{seconds // 60 % 60:02}:{seconds % 60:02}"


class Replay(Page[None]):
    CSS_PATH = "../styles/replay.tcss"
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    ABOUT = mark("The match as it was known at each moment. Nothing here changes it.")
    BINDINGS = [
        Binding("space,p", "pause", show=False),
        Binding("right", "step", show=False),
        Binding("left", "step_back", show=False),
        Binding("n,enter", "ruling", show=False),
        Binding("P", "photo", show=False),
        Binding("e", "to_photo(-1)", show=False),
        Binding("l", "to_photo(1)", show=False),
        Binding("up", "speed(1)", show=False),
        Binding("down", "speed(-1)", show=False),
        Binding("pagedown", "jump(30)", show=False),
        Binding("pageup", "jump(-30)", show=False),
        Binding("home", "go(0)", show=False),
        Binding("end", "go(1)", show=False),
        Binding("q", "back", show=False),
    ]

    def __init__(self, replayed: Replayed) -> None:
        super().__init__()
        self._replayed = replayed

    def compose(self) -> ComposeResult:
        yield Title()
        with Horizontal(id="middle"):
            yield Ring()
            yield Lanes()
            yield Scores()
        yield Tape()
        yield Feed()
        yield KeyBar()

    def on_mount(self) -> None:
        super().on_mount()
        self.set_interval(TICK_S, self._tick)

    def show(self) -> None:
        rules, view = self._replayed.ruleset, self._replayed.view
        self.query_one(Feed).rules = rules
        self.query_one(Scores).by(rules)
        lanes = self.query_one(Lanes)
        lanes.rules, lanes.photo = rules, view.photos[-1] if view.photos else None
        for pane in (self.query_one(Title), self.query_one(Ring), lanes, self.query_one(Scores), self.query_one(Feed)):
            pane.words = current()
            pane.view = view
        tape = self.query_one(Tape)
        tape.words = current()
        tape.at, tape.end = self._replayed.at, self._replayed.end
        self.query_one(KeyBar).shown = (
            ("screen.pause", "Space", tr("play, pause")), ("", "Left Right", tr("step")), ("", "Up Down", tr("speed")),
            ("screen.ruling", "n", tr("next ruling")), ("screen.photo", "P", tr("photo finish")),
            ("screen.back", "Esc", tr("back")),
            ("", "PgUp PgDn", tr("30 s")), ("", "Home End", tr("begin, end")),
            ("", "e l", tr("photo before, after")), ("help", "F1", tr("help")),
        )  # fmt: skip

    def _tick(self) -> None:
        tape = self.query_one(Tape)
        if not tape.playing:
            return
        self._replayed.play(round(TICK_S * 1e6 * tape.speed))
        if self._replayed.at >= self._replayed.end:
            tape.playing = False
        self.show()

    def _moved(self, said: str = "") -> None:
        self.query_one(Tape).said = said
        self.show()

    def action_pause(self) -> None:
        tape = self.query_one(Tape)
        if not tape.playing and self._replayed.at >= self._replayed.end:
            self._replayed.seek(0)
        tape.playing = not tape.playing
        self._moved()

    def _still(self) -> None:
        self.query_one(Tape).playing = False

    def action_step(self) -> None:
        self._still()
        self._replayed.step()
        self._moved()

    def action_step_back(self) -> None:
        self._still()
        self._replayed.back()
        self._moved()

    def action_ruling(self) -> None:
        self._moved("" if self._replayed.next_ruling() else tr("no more rulings"))

    def action_photo(self) -> None:
        """The presses of the latest ruling, in place of the scores, or of the table where there is little room."""
        self.toggle_class("-photo")

    def action_to_photo(self, by: int) -> None:
        self._still()
        self.add_class("-photo")
        self._moved("" if self._replayed.photo(by) else tr("no more rulings on presses"))

    def action_speed(self, by: int) -> None:
        tape = self.query_one(Tape)
        tape.speed = SPEEDS[max(0, min(len(SPEEDS) - 1, SPEEDS.index(tape.speed) + by))]

    def action_jump(self, seconds: int) -> None:
        self._replayed.seek(self._replayed.at + seconds * 1_000_000)
        self._moved()

    def action_go(self, end: int) -> None:
        self._replayed.seek(self._replayed.end if end else 0)
        self._moved()
