"""KiCad, gerbonara and ngspice find nothing wrong, and each finds what a copy has broken: `make hardware`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import needs
from tests.hardware import HARDWARE, ROOT, kicad
from tests.hardware.broken import Copy
from tests.hardware.test_files import OUT, PCB, SCH

pytestmark = pytest.mark.hardware
READERS = ROOT / ".venv-hardware" / "bin" / "python"


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


def read_gerbers(hardware: Path) -> list[str]:
    needs(str(READERS))
    done = subprocess.run(
        [READERS, "-m", "tests.hardware.gerbers", hardware], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == bool(done.stdout), done.stderr
    return done.stdout.splitlines()


def simulate(circuit: Path) -> subprocess.CompletedProcess[str]:
    needs("ngspice")
    return subprocess.run(
        ["ngspice", "-b", circuit.name], cwd=circuit.parent, capture_output=True, text=True, timeout=120
    )


@pytest.mark.timeout(900)  # ten seconds of one core, half of them KiCad's STEP export
def test_every_file_is_what_the_design_makes() -> None:
    needs("kicad-cli")
    done = subprocess.run(
        [sys.executable, HARDWARE / "seat-board" / "make.py", "--check"], capture_output=True, text=True, timeout=800
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def test_the_rules_find_nothing(tmp_path: Path) -> None:
    needs("kicad-cli")
    assert kicad.erc(HARDWARE, tmp_path / "erc.json") == []
    assert kicad.drc(HARDWARE, tmp_path / "drc.json") == []


def test_a_misspelt_label_dangles(copy: Copy, tmp_path: Path) -> None:
    needs("kicad-cli")
    copy.change(SCH, r'global_label "BTN_CUT"', 'global_label "BTN_CTU"')
    assert any(found.startswith("global_label_dangling") for found in kicad.erc(copy.path, tmp_path / "erc.json"))
    assert any(found.startswith("net_conflict") for found in kicad.drc(copy.path, tmp_path / "drc.json"))


def test_a_deleted_track_is_missed(copy: Copy, tmp_path: Path) -> None:
    needs("kicad-cli")
    copy.change(PCB, r"\t\(segment\n(?:(?!\n\t\)).)*?\(net \d+\)\n(?:(?!\n\t\)).)*?\n\t\)\n", "", 3)
    assert any(found.startswith("unconnected_items") for found in kicad.drc(copy.path, tmp_path / "drc.json"))


def test_swapped_pads_differ_from_the_schematic(copy: Copy, tmp_path: Path) -> None:
    needs("kicad-cli")
    copy.change(PCB, '"LAMP_UNO"', '"LAMP_X"', 0)
    copy.change(PCB, '"LAMP_CUT"', '"LAMP_UNO"', 0)
    copy.change(PCB, '"LAMP_X"', '"LAMP_CUT"', 0)
    assert any(found.startswith("net_conflict") for found in kicad.drc(copy.path, tmp_path / "drc.json"))


def test_a_moved_part_is_noticed(copy: Copy, tmp_path: Path) -> None:
    needs("kicad-cli")
    copy.change(PCB, r"\(at 30 18\)", "(at 32 32.5)")  # a screw through the connector of UNO
    assert kicad.drc(copy.path, tmp_path / "drc.json")


def test_the_production_files_are_the_boards(copy: Copy) -> None:
    assert read_gerbers(HARDWARE) == []
    copy.change(f"{OUT}/gerbers/seat-board-NPTH.drl", r"X30\.0Y-18\.0", "X30.5Y-18.0")
    found = read_gerbers(copy.path)
    assert any("no hole of 3.2 mm at 4, 4" in sentence for sentence in found)
    assert any("at 4.5, 4 that the board has not" in sentence for sentence in found)


def test_another_outline_and_a_missing_layer_are_noticed(copy: Copy) -> None:
    copy.change(f"{OUT}/gerbers/seat-board-Edge_Cuts.gbr", r"X26000000", "X25000000", 0)
    (copy.path / OUT / "gerbers" / "seat-board-B_Mask.gbr").unlink()
    found = read_gerbers(copy.path)
    assert any("outline" in sentence for sentence in found)
    assert "there is no file for bottom mask" in found


def test_buttons_are_as_quick_as_the_document_says(copy: Copy) -> None:
    good = simulate(HARDWARE / "sim" / "button.cir")
    assert good.returncode == 0 and "all held" in good.stdout and "FAILED" not in good.stdout, good.stdout
    copy.change("sim/button.cir", r"alter C = 1n", "alter C = 10n")
    slow = simulate(copy.path / "sim" / "button.cir")
    assert slow.returncode == 1 and "a press is seen 1.8 us after the contact or later" in slow.stdout
