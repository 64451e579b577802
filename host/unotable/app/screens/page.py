"""What the screens before a match have in common: a title, a line for what went wrong, a key bar, the language."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar, cast

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen

from unotable.app import cells
from unotable.app.widgets.keybar import KeyBar, Shown
from unotable.app.widgets.pane import Pane
from unotable.app.words import tr

if TYPE_CHECKING:
    from unotable.app.front import Front

Value = TypeVar("Value")


class Heading(Pane):
    """The first row of a page."""

    text: reactive[str] = reactive("")

    def draw(self, cells_: int, rows: int) -> list[Content]:
        return [cells.line((f" unotable  {self.text}", "bold"), cells=cells_)]


class Wrong(Pane):
    """One sentence that somebody has to read, or an empty row."""

    text: reactive[str] = reactive("")

    def draw(self, cells_: int, rows: int) -> list[Content]:
        lines = cells.wrap(cells.certain(self.text), max(4, cells_ - 2))
        return [cells.line((f" {line}", "bold $warning"), cells=cells_) for line in lines[:rows]]


class Page(Screen[Value]):
    """`body` is what stands between the title and the keys. `show` puts everything on the screen; it is called again
    when the language changes."""

    CSS_PATH = "../styles/front.tcss"
    BINDINGS = [Binding("escape", "back", show=False)]
    ABOUT = ""  # what the page is for, one sentence for its help

    @property
    def front(self) -> Front:
        return cast("Front", self.app)

    def compose(self) -> ComposeResult:
        yield Heading()
        yield from self.body()
        yield Wrong()
        yield KeyBar()

    def body(self) -> ComposeResult:
        raise NotImplementedError

    def on_mount(self) -> None:
        self.show()

    def show(self) -> None:
        raise NotImplementedError

    def title_and_keys(self, title: str, keys: Shown) -> None:
        self.query_one(Heading).text = title
        self.query_one(KeyBar).shown = (*keys, ("help", "F1", tr("help"))) if self.ABOUT else keys

    @property
    def left(self) -> bool:
        """For threads: nobody looks at this page any more, so its work is to end at once."""
        return not (self.is_attached and self.app.is_running)

    def tell_page(self, message: Message) -> None:
        """From a thread; never waits, as a page that is being closed would never answer."""
        with suppress(RuntimeError):  # the loop has just ended
            self.post_message(message)

    def wrong(self, text: str) -> None:
        self.query_one(Wrong).text = text

    def action_back(self) -> None:
        self.dismiss(None)
