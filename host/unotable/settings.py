"""How people like their table: sounds, look, language. Kept between evenings in a small file among the settings.

Whatever is wrong in that file falls back to the default, each value by itself.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Literal

from unotable import keep
from unotable.config import paths
from unotable.locale import LANGUAGES

Sound = Literal["off", "board", "laptop"]
SOUNDS: tuple[Sound, ...] = ("off", "board", "laptop")
STEP = 10  # of the volume


@dataclass(frozen=True, slots=True)
class Settings:
    """`volume` is 0 to 100; `theme` and `lang` are empty while nobody has chosen one."""

    sound: Sound = "off"
    volume: int = 60
    quiet: bool = False
    theme: str = ""
    lang: str = ""

    def louder(self, by: int) -> Settings:
        return replace(self, volume=max(STEP, min(100, self.volume + by)))


def path() -> Path:
    return paths().settings / "settings.json"


def recall() -> Settings:
    found = keep.read(path())
    if not isinstance(found, dict):
        return Settings()
    base = Settings()
    sound, volume, theme, lang = (found.get(name) for name in ("sound", "volume", "theme", "lang"))
    return Settings(
        sound if sound in SOUNDS else base.sound,
        volume if type(volume) is int and 0 <= volume <= 100 else base.volume,
        found.get("quiet") is True,
        theme if isinstance(theme, str) else base.theme,
        lang if isinstance(lang, str) and lang in LANGUAGES else base.lang,
    )


def remember(settings: Settings) -> None:
    keep.write(path(), asdict(settings))
