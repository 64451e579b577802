"""What our screens have in common: they show the app's state and are told when it changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual.screen import Screen

if TYPE_CHECKING:
    from unotable.app.app import Unotable


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
