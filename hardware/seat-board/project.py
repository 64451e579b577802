"""The KiCad project: net classes, what the fab can make, and which findings count. `python3 project.py` writes it.

The limits are what every cheap two-layer service makes (0.2 mm tracks and gaps, 0.3 mm drills) with some to spare.
Nothing is excluded; what is set to `ignore` has its reason here.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import design

TRACK, POWER_TRACK, GAP = 0.3, 0.6, 0.2  # mm; 0.6 mm of 35 µm copper carries 1 A with room to spare (IPC-2221)
VIA, DRILL = 0.7, 0.35  # mm
EDGE = 0.4  # mm, copper to the board's edge
POWER = ("GND", "VBUS", "+5V", "+3V3", "L+_*", "L-_*")

# What parity finds is a warning by KiCad's default, and would pass: all of it is an error here.
DRC = {
    "net_conflict": "error",
    "footprint_symbol_mismatch": "error",
    "footprint_symbol_field_mismatch": "error",
    "missing_footprint": "error",
    "extra_footprint": "error",
    "duplicate_footprints": "error",
    "unconnected_items": "error",
    "track_dangling": "error",
    "via_dangling": "error",
    "silk_over_copper": "error",
    "silk_overlap": "error",
    "silk_edge_clearance": "error",
    # compares with the library on the disk; KiCad 9.0 reports footprints that it has itself written as differing
    "lib_footprint_mismatch": "ignore",
}
ERC = {
    # symbols stand in the sheet as drawn; the library beside it is made from the same text
    "lib_symbol_mismatch": "ignore",
    # the footprints' library is found by the project, which `kicad-cli sch erc` does not load
    "footprint_link_issues": "error",
}


def _net_class(name: str, track: float, order: int) -> dict[str, object]:
    return {
        "bus_width": 12, "clearance": GAP, "diff_pair_gap": 0.25, "diff_pair_via_gap": 0.25, "diff_pair_width": 0.2,
        "line_style": 0, "microvia_diameter": 0.3, "microvia_drill": 0.1, "name": name,
        "pcb_color": "rgba(0, 0, 0, 0.000)", "priority": order, "schematic_color": "rgba(0, 0, 0, 0.000)",
        "track_width": track, "via_diameter": VIA, "via_drill": DRILL, "wire_width": 6,
    }  # fmt: skip


def text() -> str:
    project = {
        "board": {
            "design_settings": {
                "defaults": {"board_outline_line_width": 0.1, "copper_line_width": 0.2, "silk_text_size_h": 1.0},
                "rule_severities": DRC,
                "rules": {
                    "min_clearance": GAP, "min_copper_edge_clearance": EDGE, "min_hole_clearance": 0.25,
                    "min_hole_to_hole": 0.5, "min_text_height": 0.8, "min_text_thickness": 0.1,
                    "min_through_hole_diameter": 0.3, "min_track_width": 0.2, "min_via_annular_width": 0.15,
                    "min_via_diameter": 0.6, "solder_mask_to_copper_clearance": 0.0,
                },
            },
        },
        "erc": {"erc_exclusions": [], "meta": {"version": 0}, "rule_severities": ERC},
        "libraries": {"pinned_footprint_libs": [], "pinned_symbol_libs": []},
        "meta": {"filename": f"{design.NAME}.kicad_pro", "version": 3},
        "net_settings": {
            "classes": [_net_class("Default", TRACK, 2147483647), _net_class("Power", POWER_TRACK, 0)],
            "meta": {"version": 4},
            "netclass_patterns": [{"netclass": "Power", "pattern": net} for net in POWER],
        },
        "pcbnew": {"page_layout_descr_file": ""},
        "sheets": [],
        "text_variables": {},
    }  # fmt: skip
    return json.dumps(project, indent=2) + "\n"


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent
    (folder / f"{design.NAME}.kicad_pro").write_text(text(), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
