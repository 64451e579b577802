"""Small files of ours among the settings: JSON, written whole or not at all.

A file that is missing or broken reads as nothing, and a folder that cannot be written stops no game.
"""

from __future__ import annotations

import json
import logging
import os
import tempfile
from pathlib import Path
from typing import Any

log = logging.getLogger(__name__)

LARGEST = 64 * 1024  # bytes that are read


def read(path: Path) -> Any:
    """What the file holds; `None` where there is none, or no JSON in it."""
    try:
        with path.open("rb") as file:
            return json.loads(file.read(LARGEST))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as error:
        log.warning("%s cannot be read: %s", path, error)
        return None


def write(path: Path, value: Any) -> bool:
    """Replaces the file; false where that cannot be."""
    text = json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, made = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-", suffix=".tmp")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(made).replace(path)
        except BaseException:
            Path(made).unlink(missing_ok=True)
            raise
    except OSError as error:
        log.warning("%s cannot be kept: %s", path, error)
        return False
    return True
