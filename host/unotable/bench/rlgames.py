"""RLCard's UNO engine, played at random, and the same games as journals.

The engine (github.com/datamllab/rlcard) is driven bare: `UnoGame.init_game` and `step`, without the environment that
encodes states for learning. Each of its steps becomes a few lines that tell what the table did, in either of two ways:
keyed (`do: card`, `do: draw`), or pressed as at a table with boards (DONE and then the typed `card` of it, DONE with
its `hold`). Where its rules are not those of any rule book the lines say what it did, in the rule set `RULES`:

- a flipped +2 is drawn, but its victim plays (`start.draw2 = draw-play`);
- a drawn card of the colour in force, or a drawn wild, is laid at once: two lines, `draw` and `card`;
- a drawn wild +4 names a colour and has no other effect: told as a plain wild;
- the victim of +2 or +4 draws at once and without a choice: a line `draw` of its own;
- a used-up pile is replaced by every card laid, the top card included: from then on there may be one card more in
  hands than a table can have, so a game is followed up to there;
- where not even that gives enough cards the engine fails with `IndexError`: such a game ends there too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from unotable.game.entry import Entry, Header
from unotable.game.ruleset import RuleSet

RULES: dict[str, object] = {"start.draw2": "draw-play", "score.mode": "none"}
FACES = {"skip": "s", "reverse": "r", "draw_2": "+", "wild": "w", "wild_draw_4": "w+"}
STEP_US = 2_000_000  # between two lines: no window of one line is open at the next
TYPED_US = 700_000  # from a press to the card typed for it
BOUND_US = 240  # of a board's press


class Missing(RuntimeError):
    """RLCard is not installed; the message says how to get it."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One step of the engine: the lines that tell it, and what holds after them. Seat 1 is its player 0."""

    entries: tuple[Entry, ...]
    turn: int
    direction: int
    cards: tuple[int, ...]
    over: bool


def engine(players: int, seed: int) -> Any:
    """A game about to begin, shuffled from the seed."""
    try:
        import numpy
        from rlcard.games.uno import Game
    except ImportError as error:
        raise Missing(f"RLCard is needed to compare with ({error}): pip install 'rlcard>=1.2'") from None
    game = Game(num_players=players)
    game.np_random = numpy.random.RandomState(seed)
    return game


def header(players: int) -> Header:
    """Seat 1, the engine's player 0, sits left of the dealer and begins."""
    return Header("mattel", tuple(f"P{i}" for i in range(1, players + 1)), players, overrides=RULES)


def rules() -> RuleSet:
    return RuleSet(start_draw2="draw-play", score_mode="none")


def card(told: Any) -> str:
    """The engine's card in our notation."""
    face = FACES.get(told.trait, told.trait)
    return f"{face}:{told.color}" if told.type == "wild" else told.color + face


def play(players: int, seed: int, *, pressed: bool = False) -> Iterator[Moment]:
    """One random game, moment by moment; the first is the flipped card. `pressed`: told by buttons, else by keys."""
    game, chance = engine(players, seed), random.Random(seed)
    state, seat = game.init_game()
    table, tell = game.round, Pressed() if pressed else Keyed()
    yield _moment(game, [tell.line("first", card=card(table.target))])
    while not game.is_over():
        action = chance.choice(state["legal_actions"])
        pile, laid = len(game.dealer.deck), len(table.played_cards)
        try:
            state, after = game.step(action)
        except IndexError:
            return
        if len(table.played_cards) < laid or len(game.dealer.deck) > pile:
            return
        drawn = action == "draw"
        done = tell.draw(seat + 1) if drawn else []
        if len(table.played_cards) > laid:
            top = table.played_cards[-1]
            text = card(top).replace("w+", "w") if drawn else card(top)
            done += tell.lay(seat + 1, text, drawn)
            if text[1] == "+":
                done += tell.draw((seat + table.direction) % players + 1)
        yield _moment(game, done)
        seat = after


class Keyed:
    """The lines of somebody who types at the laptop what happens."""

    def __init__(self) -> None:
        self.number = 0
        self.t = 0

    def line(self, do: str, **values: Any) -> Entry:
        self.number += 1
        self.t += STEP_US
        return Entry(self.number, self.t, do, **values)

    def lay(self, seat: int, text: str, drawn: bool) -> list[Entry]:
        return [self.line("card", card=text, seat=seat if drawn else None)]

    def draw(self, seat: int) -> list[Entry]:
        return [self.line("draw")]


class Pressed(Keyed):
    """The lines of a table with boards: every press, its hold, and the card somebody types for it."""

    def lay(self, seat: int, text: str, drawn: bool) -> list[Entry]:
        press = self.line("done", press=True, seat=seat, u=BOUND_US)
        return [press, self.line("card", card=text, of=press.id)._replace(t=press.t + TYPED_US)]

    def draw(self, seat: int) -> list[Entry]:
        press = self.line("done", press=True, seat=seat, u=BOUND_US)
        return [press, self.line("hold", of=press.id)._replace(t=press.t)]


def _moment(game: Any, lines: list[Entry]) -> Moment:
    return Moment(
        tuple(lines),
        game.round.current_player + 1,
        game.round.direction,
        tuple(len(player.hand) for player in game.players),
        game.is_over(),
    )
