"""The exact solids of the enclosure, with controls of their own: `make enclosure`, then `make soak`."""

from __future__ import annotations

import subprocess

import pytest

from tests.hardware import HARDWARE, ROOT

SOLIDS = ROOT / ".venv-enclosure" / "bin" / "python"


@pytest.mark.slow
def test_the_exact_solids_fit() -> None:
    """Skipped where the gigabyte of packages is not; `make hardware` looks into the files that came of it."""
    if not SOLIDS.exists():
        pytest.skip("needs `make enclosure`")
    trial = [SOLIDS, HARDWARE / "enclosure" / "make.py", "--check"]
    done = subprocess.run(trial, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
