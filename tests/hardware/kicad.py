"""What KiCad itself finds wrong with a copy of the seat board, a sentence each."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import design


def _report(*arguments: str | Path, out: Path) -> dict[str, Any]:
    done = subprocess.run(
        ["kicad-cli", *map(str, arguments), "--severity-all", "--format", "json", "-o", str(out)],
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    found: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    return found


def _told(finding: dict[str, Any]) -> str:
    items = "; ".join(item["description"] for item in finding["items"])
    return f"{finding['type']}: {finding['description']} ({items})"


def erc(hardware: Path, out: Path) -> list[str]:
    """Electrical rules of the schematic: errors, warnings and exclusions alike."""
    report = _report("sch", "erc", hardware / "seat-board" / f"{design.NAME}.kicad_sch", out=out)
    return [_told(finding) for sheet in report["sheets"] for finding in sheet["violations"]]


def drc(hardware: Path, out: Path) -> list[str]:
    """Rules of the board, what is not joined, and where it differs from the schematic."""
    board = hardware / "seat-board" / f"{design.NAME}.kicad_pcb"
    report = _report("pcb", "drc", "--schematic-parity", board, out=out)
    return [_told(item) for kind in ("violations", "unconnected_items", "schematic_parity") for item in report[kind]]
