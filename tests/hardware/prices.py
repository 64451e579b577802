"""What a seat and a table cost: `python -m tests.hardware.prices [--check]` writes the table in hardware/README.md.

Quantities and prices come from hardware/seat-board/design.py, each an estimate of its PRICED.
"""

from __future__ import annotations

import re
import sys

import design

from tests.hardware import HARDWARE

PAGE = HARDWARE / "README.md"
BLOCK = re.compile(r"(<!-- prices: made by tests/hardware/prices\.py -->\n).*?(<!-- end -->)", re.DOTALL)
SEATS = 4
PICO = (4.0, 8.0)  # EUR
PLAIN = (5.0, 12.0)  # what stands in for the board
BOARD = (1.0, 3.0)  # a bare board of five
HUB = (15.0, 40.0)  # with its own supply


def table() -> str:
    """Rows: what, how many a seat, how many a table, EUR a seat."""
    small = sum(part.kind.price for part in design.parts() if part.kind is not design.PICO)
    rows = [("Raspberry Pi Pico, Pico W or Pico 2", 1, PICO, "both")]
    rows += [(extra.what, extra.number, extra.price, "both" if extra.no_board else "board") for extra in design.EXTRAS]
    rows += [
        ("breadboard, plug wires, ULN2003A, 1N4001, piezo, resistors (docs/build.md)", 1, PLAIN, "without"),
        ("bare seat board", 1, BOARD, "board"),
        ("its small parts (`parts.csv`)", 1, (small, 2 * small), "board"),
    ]
    lines = [f"| what | a seat | {SEATS} seats | EUR each | for |", "|---|---|---|---|---|"]
    for what, number, (low, high), way in rows:
        lines.append(f"| {what} | {number} | {SEATS * number} | {low:.2f} to {high:.2f} | {way} |")
    lines.append(f"| USB hub with its own supply of 5 V | - | 1 | {HUB[0]:.2f} to {HUB[1]:.2f} | both |")
    for title, ways in (("without a board", ("both", "without")), ("with the seat board", ("both", "board"))):
        low = sum(number * price[0] for _, number, price, way in rows if way in ways)
        high = sum(number * price[1] for _, number, price, way in rows if way in ways)
        lines.append(
            f"| **one seat {title}** | | | **{low:.0f} to {high:.0f}** | {SEATS} seats and a hub: "
            f"{SEATS * low + HUB[0]:.0f} to {SEATS * high + HUB[1]:.0f} |"
        )
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    page = PAGE.read_text(encoding="utf-8")
    if not BLOCK.search(page):
        print("hardware/README.md has no table of prices")
        return 1
    fresh = BLOCK.sub(lambda found: found[1] + table() + found[2], page)
    if fresh == page:
        return 0
    if "--check" in arguments:
        print("hardware/README.md is stale: run `python -m tests.hardware.prices`")
        return 1
    PAGE.write_text(fresh, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
