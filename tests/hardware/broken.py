"""Copies of `hardware/` that a test may break."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from tests.hardware import HARDWARE

HEAVY = ("*.step", "*.png", "*.pdf", "*.html", "*.stl", "3d", "__pycache__")


class Copy:
    """hardware/ without what is large, in a folder of its own."""

    def __init__(self, folder: Path, heavy: bool = False) -> None:
        self.path = folder / "hardware"
        shutil.copytree(HARDWARE, self.path, ignore=None if heavy else shutil.ignore_patterns(*HEAVY))

    def change(self, name: str, old: str, new: str, count: int = 1) -> None:
        """Puts `new` for `old` (a pattern) in a file; it must be there."""
        file = self.path / name
        text, n = re.subn(old, new, file.read_text(encoding="utf-8"), count=count, flags=re.DOTALL)
        assert n, f"{old} is not in {name}"
        file.write_text(text, encoding="utf-8", newline="\n")
