"""A screen for the dashboard, and nothing else done while it is being loaded."""

from __future__ import annotations

import argparse
import gc
import os
import sys

from unotable.wrong import Wrong


def terminal(options: argparse.Namespace) -> None:
    """Is there a screen for the dashboard? Then loading begins: `loaded` ends it."""
    if not vars(options).get("plain") and not (sys.stdin.isatty() and sys.stdout.isatty()):
        other = "; --plain writes lines of text instead" if "plain" in options else ""
        raise Wrong(f"the dashboard needs a terminal{other}")
    gc.disable()  # what is loaded now stays: looking through it again and again costs a tenth of a second


def visitor() -> bool:
    """Is this a visitor's process, whose screen is a browser?"""
    return os.environ.get("TEXTUAL_DRIVER", "").startswith("unotable.")


def loaded() -> None:
    gc.freeze()
    gc.enable()
