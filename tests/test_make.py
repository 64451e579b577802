"""What `make` does on a machine that is not ready yet."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.conftest import needs

HERE = Path(__file__).resolve().parent.parent


@pytest.mark.skipif(os.name != "posix", reason="Windows has no make; README.md says what to run there")
@pytest.mark.parametrize("there", [["python"], ["python", "pip"]])
def test_an_environment_that_was_left_half_made_is_made_again(there: list[str], tmp_path: Path) -> None:
    """`python3 -m venv` without Debian's python3-venv: it says what to install, and leaves a folder without pip."""
    needs("make")
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    for name in (*(f".venv/bin/{program}" for program in there), "python3"):
        (tmp_path / name).write_text('#!/bin/sh\necho "$0 $*"\nexit 1\n', encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    done = subprocess.run(
        ["make", "-s", "-C", str(HERE), "install", f"VENV={tmp_path}/.venv", f"PYTHON={tmp_path}/python3"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    made, installed = f"{tmp_path}/python3 -m venv {tmp_path}/.venv", f"{tmp_path}/.venv/bin/python -m pip install"
    assert done.stdout.startswith(installed if "pip" in there else made), done
