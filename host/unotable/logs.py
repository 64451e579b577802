"""The log file: what boards, link and referee did, kept small, for when somebody asks why."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler

from unotable import __version__
from unotable.config import paths

BYTES = 1_000_000  # a long evening's
KEPT = 3


def to_file() -> None:
    """Everything logged from now on goes to `unotable.log`; a folder that cannot be written means no log, no error."""
    folder = paths().logs
    root = logging.getLogger("unotable")
    root.setLevel(logging.INFO)
    root.propagate = False
    logging.raiseExceptions = False  # a full disk must not write tracebacks over the screen
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = RotatingFileHandler(
            folder / "unotable.log", maxBytes=BYTES, backupCount=KEPT, encoding="utf-8"
        )
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"))
    root.handlers = [handler]
    root.info("unotable %s", __version__)
