"""Who plays which sound, by the settings: the boards' piezos, or the laptop's loudspeaker."""

from __future__ import annotations

from collections.abc import Callable

from unotable.match.view import Cue
from unotable.settings import Settings
from unotable.sound import tones
from unotable.sound.speaker import Speaker


def for_boards(settings: Settings) -> frozenset[str] | None:
    """The tunes that boards play; `None`: all."""
    if settings.sound != "board":
        return frozenset()
    return tones.QUIET if settings.quiet else None


class Ears:
    """Plays each cue of a match once. What the first view brings was heard before. `bell` as in speaker.py."""

    def __init__(self, bell: Callable[[], None], speaker: Speaker | None = None) -> None:
        self.speaker = speaker or Speaker(bell)
        self._heard: int | None = None

    def hear(self, cues: tuple[Cue, ...], settings: Settings) -> None:
        before, self._heard = self._heard, cues[-1].number if cues else 0
        if before is not None and settings.sound == "laptop":
            for cue in cues:
                if cue.number > before:
                    self.play(cue.name, settings)

    def play(self, name: str, settings: Settings) -> None:
        if settings.quiet and name not in tones.QUIET:
            return
        share = tones.QUIET_SHARE if settings.quiet else 1.0
        self.speaker.say(name, max(1, round(settings.volume * share)))

    def close(self) -> None:
        self.speaker.close()
