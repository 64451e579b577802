"""Checks of `hardware/`. Those of the committed files need nothing but Python and run in every `make test`; what needs
KiCad, ngspice or the readers of `.venv-hardware` is marked `hardware` and runs in `make hardware`."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HARDWARE = ROOT / "hardware"
FIRMWARE = ROOT / "firmware"
sys.path[:0] = [
    str(FIRMWARE),
    str(HARDWARE / "seat-board"),
    str(HARDWARE / "wiring"),
]  # files that import one another by name
