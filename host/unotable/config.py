"""Where things are kept: settings, journals, logs and the firmware's files.

`UNOTABLE_HOME` puts settings, journals and logs into one folder; without it the platform's own folders are used.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs

import unotable


@dataclass(frozen=True, slots=True)
class Paths:
    """The folders in use; none is created by asking."""

    settings: Path
    matches: Path
    logs: Path

    @property
    def rules(self) -> Path:
        """The user's own presets."""
        return self.settings / "rules"

    @property
    def photos(self) -> Path:
        """Photo finishes that were kept as pictures."""
        return self.matches.parent / "photos"


def paths() -> Paths:
    home = os.environ.get("UNOTABLE_HOME")
    if home:
        root = Path(home)
        return Paths(settings=root, matches=root / "matches", logs=root / "logs")
    dirs = platformdirs.PlatformDirs("unotable", appauthor=False)
    return Paths(
        settings=Path(dirs.user_config_dir),
        matches=Path(dirs.user_data_dir) / "matches",
        logs=Path(dirs.user_log_dir),
    )


def firmware() -> Path:
    """The firmware's folder: inside an installed wheel, or beside `host/` in a checkout."""
    packed = Path(unotable.__file__).parent / "_firmware"
    return packed if packed.is_dir() else Path(unotable.__file__).parents[2] / "firmware"
