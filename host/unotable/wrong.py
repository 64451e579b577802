"""How a command ends that cannot do what it was asked."""

from __future__ import annotations


class Wrong(Exception):
    """Ends the command with a sentence; `code` 2: asked wrongly, 1: failed."""

    def __init__(self, text: str, code: int = 2) -> None:
        super().__init__(text)
        self.code = code
