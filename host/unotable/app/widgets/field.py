"""A line that is typed into."""

from __future__ import annotations

from textual.events import Key
from textual.widgets import Input

JOINING = "\u200c\u200d"


class Field(Input):
    """Takes the joiners of emoji families and of Persian names, too: textual passes over whatever is not printable."""

    def on_key(self, event: Key) -> None:
        if event.character is not None and event.character in JOINING:
            event.stop()
            self.insert_text_at_cursor(event.character)
