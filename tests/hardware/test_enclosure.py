"""The printed parts: watertight, of their sizes, with holes where the seat board's are; and all of it can fail."""

from __future__ import annotations

import struct
import subprocess
from pathlib import Path

import pytest

from tests.conftest import needs
from tests.hardware import HARDWARE, ROOT
from tests.hardware.broken import Copy
from tests.hardware.test_files import PCB
from tests.hardware.test_tools import READERS

pytestmark = pytest.mark.hardware


def look(hardware: Path) -> list[str]:
    needs(str(READERS))
    done = subprocess.run(
        [READERS, "-m", "tests.hardware.solids", hardware], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == bool(done.stdout), done.stderr
    return done.stdout.splitlines()


def edit(path: Path, triangle: int | None = None, scale: float = 1.0) -> None:
    """Changes a binary STL: leaves a triangle out, or makes all of it larger."""
    data = path.read_bytes()
    (count,) = struct.unpack_from("<I", data, 80)
    rows = [data[84 + 50 * n : 134 + 50 * n] for n in range(count) if n != triangle]
    if scale != 1.0:
        values = [struct.unpack("<12fH", row) for row in rows]
        rows = [struct.pack("<12fH", *v[:3], *(scale * c for c in v[3:12]), v[12]) for v in values]
    path.write_bytes(data[:80] + struct.pack("<I", len(rows)) + b"".join(rows))


def test_the_printed_parts_are_whole_and_fit(tmp_path: Path) -> None:
    assert look(HARDWARE) == []
    copy = Copy(tmp_path, heavy=True)
    edit(copy.path / "enclosure" / "box.stl", triangle=7)
    assert look(copy.path) == ["box: not watertight"]


def test_another_size_and_moved_holes_are_noticed(tmp_path: Path) -> None:
    copy = Copy(tmp_path, heavy=True)
    edit(copy.path / "enclosure" / "lid.stl", scale=1.02)
    copy.change(PCB, r"\(at 30 18\)", "(at 30 20)")  # H1, 2 mm towards the front
    found = look(copy.path)
    assert any(sentence.startswith("lid: it reaches from") for sentence in found)
    assert any("a screw's hole of the board is filled" in sentence for sentence in found)
