"""The referee's feed: each ruling in one sentence with its rule, margin and bound; the newest stands last."""

from __future__ import annotations

from functools import lru_cache

from textual.content import Content
from textual.reactive import reactive

from unotable.app import cells
from unotable.app.widgets.pane import Pane
from unotable.app.words import feed_sentence
from unotable.game.ruleset import RuleSet
from unotable.match.view import View

LOOKS = {"withdrawn": "$warning", "changed": "$warning", "board": "$primary", "held": "$warning", "note": "$faint"}


class Feed(Pane):
    rules: reactive[RuleSet | None] = reactive(None)

    def draw(self, cells: int, rows: int) -> list[Content]:
        return draw(self.view, self.rules, cells, rows) if self.view is not None else []


def draw(view: View, rules: RuleSet | None, cells_: int, rows: int) -> list[Content]:
    """The newest items that fit, each with the minute and second it is about; the last stands out, in the last row."""
    blocks: list[tuple[Content, ...]] = []
    used = 0
    for number, item in enumerate(reversed(view.feed)):
        block = _block(feed_sentence(item, view, rules), item.t, item.kind, cells_, newest=number == 0)
        if blocks and used + len(block) > rows:
            break
        blocks.append(block)
        used += len(block)
        if used >= rows:
            break
    lines = [line for block in reversed(blocks) for line in block]
    return [cells.line("", cells=cells_)] * (rows - len(lines)) + lines[-rows:]


@lru_cache(maxsize=256)  # a new view has one new item and all those before
def _block(text: str, t: int, kind: str, cells_: int, newest: bool) -> tuple[Content, ...]:
    seconds = max(t, 0) // 1_000_000
    stamp = f" {seconds // 60:>3}:{seconds % 60:02} "
    look = LOOKS.get(kind, "")
    return tuple(
        cells.line((stamp if row == 0 else " " * len(stamp), "$faint"), (line, f"bold {look}" if newest else look),
                   cells=cells_)
        for row, line in enumerate(cells.wrap(text, cells_ - len(stamp) - 1))
    )  # fmt: skip
