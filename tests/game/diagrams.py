"""Draws ARCHITECTURE.md's diagrams from the machines' tables: `python -m tests.game.diagrams [--check]`.

With --check it writes nothing and says whether the page is stale.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from unotable.game import attack, buzzer, challenge, cut, party, scoring, turn, uno
from unotable.game.machine import Row

PAGE = Path(__file__).parents[2] / "ARCHITECTURE.md"
BLOCK = re.compile(r"<!-- (\w+): drawn by tests/game/diagrams\.py -->\n.*?<!-- end -->", re.DOTALL)


def diagram(table: tuple[Row, ...]) -> str:
    """A state diagram; what leads the same way is one arrow."""
    arrows: dict[tuple[str, str], list[str]] = {}
    for row in table:
        arrows.setdefault((row.state, row.becomes), []).append(
            row.event if not row.says else f"{row.event} / {row.says}"
        )
    lines = [f"  [*] --> {table[0].state}"]
    for (state, becomes), events in arrows.items():
        words = "<br>".join(event.replace(":", " -").replace(";", ",") for event in events)
        lines.append(f"  {state} --> {becomes}: {words}")
    return "\n".join(["```mermaid", "stateDiagram-v2", *lines, "```"])


def done() -> str:
    rows = [f"| {n} | {m.where} | {m.means} |" for n, m in enumerate(turn.DONE, 1)]
    rows.append(f"| {len(rows) + 1} | else | `turn.out_of_order` |")
    return "\n".join(["| # | where | a tapped DONE |", "|---|---|---|", *rows])


BLOCKS = {
    "done": done,
    "uno": lambda: diagram(uno.TABLE),
    "cut": lambda: diagram(cut.TABLE),
    "attack": lambda: diagram(attack.TABLE),
    "challenge": lambda: diagram(challenge.TABLE),
    "slap": lambda: diagram(party.SLAPS),
    "silence": lambda: diagram(party.SILENCES),
    "round": lambda: diagram(scoring.TABLE),
    "race": lambda: diagram(buzzer.TABLE),
}


def drawn(page: str) -> str:
    """The page with fresh blocks."""
    return BLOCK.sub(
        lambda m: f"<!-- {m[1]}: drawn by tests/game/diagrams.py -->\n{BLOCKS[m[1]]()}\n<!-- end -->", page
    )


def main() -> int:
    page = PAGE.read_text(encoding="utf-8")
    fresh = drawn(page)
    if "--check" not in sys.argv:
        PAGE.write_text(fresh, encoding="utf-8")
        return 0
    if fresh != page or {m[1] for m in BLOCK.finditer(page)} != set(BLOCKS):
        print("ARCHITECTURE.md's diagrams are stale: run python -m tests.game.diagrams")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
