"""The driver of a screen in somebody's browser: textual's own, which also ends where its input ends.

The serving process is the other end of that input. Should it vanish without a word, nothing would be left to show the
screen to.
"""

from __future__ import annotations

from contextlib import suppress

from textual import messages
from textual.drivers.web_driver import WebDriver


class Visitor(WebDriver):
    def run_input_thread(self) -> None:
        super().run_input_thread()
        with suppress(RuntimeError):  # the loop has ended already
            self._app.post_message(messages.ExitApp())

    def write(self, data: str) -> None:
        with suppress(OSError):  # nobody is at the other end any more; the end of input tells
            super().write(data)

    def write_meta(self, data: dict[str, object]) -> None:
        with suppress(OSError):
            super().write_meta(data)
