"""The boards' files against MicroPython's own names: `python -m tests.firmware.stubs`, part of `make check`.

The stubs stand in for the standard library's types, so that a call which MicroPython lacks is an error. They come as
two packages whose files mypy wants in one folder of their own; what it has against the stubs themselves is left out.
"""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from unotable import config

STUBS = ("micropython-rp2-rpi-pico-stubs", "micropython-stdlib-stubs")
ENTRIES = ("boot.py", "main.py", "unoseat/boards/pico.py", "unoseat/boards/strip.py")
MICROBIT = Path(__file__).parent / "parts" / "microbit"
SETTINGS = """[mypy]
python_version = 3.11
check_untyped_defs = True
[mypy-unoseat.wire]
# defines what small ports lack
disable_error_code = misc, var-annotated
[mypy-talk]
# a list that begins empty
disable_error_code = var-annotated
[mypy-line]
# has a function in machine code
disable_error_code = name-defined, no-untyped-def
[mypy-unoseat.sofnative]
# viper's own types
ignore_errors = True
[mypy-unoseat.boards.strip]
# its program is the PIO's, in the words of the PIO's assembler
disable_error_code = name-defined, call-arg, index, arg-type, call-overload, type-var
"""


def gather(folder: Path) -> None:
    """Puts the stubs where mypy takes them for the standard library. PackageNotFoundError without them."""
    for name in STUBS:
        for file in importlib.metadata.files(name) or ():
            if file.suffix == ".pyi" or file.name == "VERSIONS":
                to = folder / file
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(str(file.locate()), to)


def check(firmware: Path, entries: tuple[str, ...] = ENTRIES, beside: tuple[Path, ...] = ()) -> list[str]:
    """What is wrong with those files, and with what they import. beside: folders with stubs of theirs."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        gather(folder)
        settings = folder / "mypy.ini"
        settings.write_text(SETTINGS, encoding="utf-8")
        options = ["--config-file", str(settings), "--custom-typeshed-dir", name, "--cache-dir", str(folder / "cache")]
        done = subprocess.run(
            [sys.executable, "-m", "mypy", "--no-error-summary", "--hide-error-context", *options, *entries],
            cwd=firmware,
            env=os.environ | {"MYPYPATH": os.pathsep.join((name, *map(str, beside), str(firmware)))},
            capture_output=True,
            text=True,
        )
    said = done.stdout.splitlines()
    if done.returncode > 1 or done.stderr:
        return [*said, done.stderr]
    return [line for line in said if ": error: " in line and not line.startswith((str(folder), ".."))]


def main() -> int:
    found = check(config.firmware())
    found += check(config.firmware() / "microbit", ("main.py", "second/tune.py"), (MICROBIT,))
    for line in found:
        print(line)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
