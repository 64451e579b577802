"""What our screens have in common: they show the app's state and are told when it changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual.screen import Screen

from unotable.app.widgets.prompt import LEAST

if TYPE_CHECKING:
    from unotable.app.app import Unotable

# Classes of screens with a table on them, by the window's cells and rows; all is there from 80x24 on.
WIDTHS = [(0, "-small"), (LEAST[0], "-slim"), (64, "-narrow"), (80, "-full"), (110, "-wide")]
HEIGHTS = [(0, "-flat"), (LEAST[1], "-short"), (19, "-middling"), (24, "-low"), (32, "-high")]


class Showing(Screen[None]):
    """`show` puts the app's newest state into the widgets; it is called again whenever that changes."""

    ABOUT = ""  # what the screen is for, where its help is not the whole table's

    @property
    def referee(self) -> Unotable:
        return cast("Unotable", self.app)

    def on_mount(self) -> None:
        self.show()

    def show(self) -> None:
        raise NotImplementedError
