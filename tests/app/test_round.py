"""A whole round in a real terminal: by keys alone, and by the mouse alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.app.test_terminal import Terminal, opened
from tests.conftest import needs

TABLE = ("play", "--seats", "Ana,Bo", "--track", "keys", "--set", "deal.hand=2", "--set", "score.target=40", "--new")


def click(terminal: Terminal, what: str, last: bool = False) -> None:
    """The left button on the first (or last) place where the screen says so."""
    text = terminal.until(lambda text: what in text)
    rows = [(number, line) for number, line in enumerate(text.split("\n"), 1) if what in line]
    row, line = rows[-1 if last else 0]
    column = cell_len(line[: line.index(what)]) + 1
    for ends in "Mm":
        terminal.raw(f"\x1b[<0;{column};{row}{ends}")


@pytest.mark.terminal
def test_a_round_by_keys_alone(home: Path) -> None:
    needs("tmux")
    with opened(home, (80, 24), *TABLE, "--lang", "en") as terminal:
        terminal.until(lambda text: "Flip the first card" in text)
        # Bo is on turn before the first card, too: typed at once, the second would be another first one.
        for card, then in (("r5", "RED 5"), ("r1", ">1 Ana"), ("g1", ">2 Bo"), ("g7", "Bo won")):
            terminal.keys(*card)
            terminal.until(lambda text, then=then: then in text)  # type: ignore[misc]
        terminal.keys("4", "0", "Enter")
        terminal.until(lambda text: "Bo +40" in text)
        terminal.keys("Escape")
        terminal.until(lambda text: "The match is over: Bo." in text)
        terminal.keys("V")
        terminal.until(lambda text: "Ana:" in text and "draw another" in text)
        terminal.keys("Escape")
        terminal.until(lambda text: "The match is over" in text)
        terminal.keys("q")
        terminal.until(lambda text: "new match" in text)
        terminal.keys("q")
        terminal.until(lambda text: "ENDED 0" in text)


@pytest.mark.terminal
def test_a_round_by_the_mouse_alone(home: Path) -> None:
    needs("tmux")
    with opened(home, (80, 24), *TABLE, "--lang", "zh") as terminal:
        for card, then in (("r5", ">2 Bo"), ("r1", ">1 Ana"), ("g1", ">2 Bo"), ("g7", "Bo 赢")):
            click(terminal, "牌>")
            terminal.until(lambda text: "r9" in text)
            click(terminal, f"{card} ", last=True)
            terminal.until(lambda text, then=then: then in text and "r9" not in text)  # type: ignore[misc]
        click(terminal, "选一张牌")
        click(terminal, "w+ ", last=True)
        terminal.until(lambda text: "w+_" in text)
        click(terminal, "Enter 选定")
        terminal.until(lambda text: "Bo +50" in text)
        click(terminal, "Esc 牌桌")
        click(terminal, "[q]")
        click(terminal, "退出", last=True)
        terminal.until(lambda text: "ENDED 0" in text)
