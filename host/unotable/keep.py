"""Small files of ours among the settings: JSON, written whole or not at all.

A file that is missing or broken reads as nothing, and a folder that cannot be written stops no game.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

from unotable import files

log = logging.getLogger(__name__)

LARGEST = 64 * 1024  # bytes that are read


def read(path: Path) -> Any:
    """What the file holds; `None` where there is none, or no JSON in it."""
    if not files.exists(path):
        return None
    try:
        return json.loads(files.read_text(path, LARGEST))
    except (files.Unreadable, ValueError, RecursionError) as error:
        log.warning("%s cannot be read: %s", path, error)
        return None


def write(path: Path, value: Any) -> bool:
    """Replaces the file; false where that cannot be."""
    text = json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    try:
        files.write(path, text)
    except OSError as error:
        log.warning("%s cannot be kept: %s", path, error)
        return False
    return True
