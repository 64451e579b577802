"""The dashboard. Only this package knows textual; `run` is what the command line calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unotable.app.app import Finger, Players, Referee


def run(live: Referee, desk: Finger | None = None, auto: Players | None = None, lang: str | None = None) -> int:
    """Shows a live match until somebody quits; the exit code. Textual is loaded only now."""
    from unotable.app.app import run as show

    return show(live, desk, auto, lang)
