"""`unotable bench fold`: how fast matches are read, beside RLCard's UNO engine on the same games.

RLCard plays `GAMES` random games of four; `rlgames.py` writes each down as a table with boards would have it: every
play a DONE press and the line that names its card, every draw a press and its hold. All figures are of one run, in one
process, the best of `ROUNDS` rounds that take turns, in seconds of this process's processor time:

  events_per_s               lines that are read already, through `fold` to a finished `Table`: a state, the timeline,
                             every move, the frozen result. A line is an event, and a step of RLCard is 2.4 of them: a
                             DONE and its card, or a press and its hold (and another of each for who draws two).
  steps_per_s                the same folding counted in the engine's steps, for a comparison by games and not by lines.
  lines_read_per_s           the same lines as JSON text, checked and made entries by the journal's reader; no disk.
  append_ms_p99              one line added to a live `Reading` and its table at that line's time, in the first 300
                             lines of every game that has so many (a long round), in milliseconds; the 99th percentile
                             of all of them. No disk: the line is on it before it is added.
  append_ms_median           the same, the median.
  rlcard_steps_per_s         `UnoGame.step` with the choice its `RandomAgent` makes (`numpy.random.choice` of the legal
                             actions), without shuffling and dealing, without the environment's encoding. What
                             events_per_s is held against (three times as many); about half of it is the choosing.
  rlcard_engine_steps_per_s  the same steps chosen by `random.choice`, which costs next to nothing: the engine alone.
  rlcard_env_steps_per_s     as RLCard is used: `env.step` of `rlcard.make("uno")`, `RandomAgent`, encoding included.

The two do not do the same: the engine deals, knows every hand and lists the legal actions; the fold knows no hand, but
whose press came first, what was drawn for it, and how to take any line back.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from time import process_time
from typing import Any

from unotable.bench import rlgames
from unotable.game.entry import Entry
from unotable.game.fold import Reading, fold
from unotable.journal.codec import Reader, dumps, line_of

GAMES = 300
PLAYERS = 4
ROUNDS = 5
ROUND_LINES = 300  # of a long round


def run(games: int = GAMES) -> dict[str, float]:
    """The figures. `rlgames.Missing`: RLCard is not installed."""
    moments = [list(rlgames.play(PLAYERS, seed, pressed=True)) for seed in range(games)]
    steps = sum(len(game) - 1 for game in moments)  # the first moment is the flipped card
    played = [[entry for moment in game for entry in moment.entries] for game in moments]
    texts = [[dumps(line_of(entry)).encode() for entry in entries] for entries in played]
    lines = sum(len(entries) for entries in played)
    best: dict[str, float] = {}

    def keep(name: str, rate: float) -> None:
        best[name] = max(best.get(name, 0.0), rate)

    numpys = _numpys_choice()
    for _ in range(ROUNDS):
        seconds = _seconds(lambda: _fold(played))
        keep("events_per_s", lines / seconds)
        keep("steps_per_s", steps / seconds)
        keep("lines_read_per_s", lines / _seconds(lambda: _read(texts)))
        keep("rlcard_steps_per_s", _steps_per_s(games, numpys))
        keep("rlcard_engine_steps_per_s", _steps_per_s(games, random.Random(0).choice))
        keep("rlcard_env_steps_per_s", _env_steps_per_s(games))
    waits = sorted(_appends(played))
    return {
        "events_per_s": round(best["events_per_s"]),
        "steps_per_s": round(best["steps_per_s"]),
        "lines_read_per_s": round(best["lines_read_per_s"]),
        "append_ms_p99": round(1000 * waits[len(waits) * 99 // 100], 3),
        "append_ms_median": round(1000 * waits[len(waits) // 2], 3),
        "rlcard_steps_per_s": round(best["rlcard_steps_per_s"]),
        "rlcard_engine_steps_per_s": round(best["rlcard_engine_steps_per_s"]),
        "rlcard_env_steps_per_s": round(best["rlcard_env_steps_per_s"]),
        "games": games,
        "lines": lines,
    }


def _seconds(work: Callable[[], None]) -> float:
    began = process_time()
    work()
    return process_time() - began


def _fold(played: Sequence[Sequence[Entry]]) -> None:
    header, rules = rlgames.header(PLAYERS), rlgames.rules()
    for entries in played:
        fold(header, rules, entries)


def _read(texts: Sequence[Sequence[bytes]]) -> None:
    head = dumps(line_of(rlgames.header(PLAYERS))).encode()
    for text in texts:
        reader = Reader("bench")
        reader.header(head)
        for line in text:
            reader.read(line)


def _appends(played: Sequence[Sequence[Entry]]) -> list[float]:
    """Seconds of each line added, in the rounds that are long enough (or in the longest there is)."""
    rounds = [entries[:ROUND_LINES] for entries in played if len(entries) >= ROUND_LINES] or [max(played, key=len)]
    waits = []
    for entries in rounds:
        reading = Reading(rlgames.header(PLAYERS), rlgames.rules())
        for entry in entries:
            began = process_time()
            reading.add(entry)
            reading.table(entry.t)
            waits.append(process_time() - began)
    return waits


def _steps_per_s(games: int, choose: Callable[[Sequence[str]], str]) -> float:
    """RLCard's steps; each game is dealt before the time of its steps is taken."""
    steps, seconds = 0, 0.0
    for seed in range(games):
        game = rlgames.engine(PLAYERS, seed)
        state, _ = game.init_game()
        began = process_time()
        try:
            while not game.is_over():
                state, _ = game.step(choose(state["legal_actions"]))
                steps += 1
        except IndexError:  # see rlgames.py
            pass
        seconds += process_time() - began
    return steps / seconds


def _env_steps_per_s(games: int) -> float:
    """The same with RLCard's own environment and agents."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("uno", config={"seed": 0, "game_num_players": PLAYERS})
    agent, steps, seconds = RandomAgent(env.num_actions), 0, 0.0
    for _ in range(games):
        state, _ = env.reset()
        began = process_time()
        try:
            while not env.is_over():
                state, _ = env.step(agent.step(state))
                steps += 1
        except IndexError:
            pass
        seconds += process_time() - began
    return steps / seconds


def _numpys_choice() -> Callable[[Sequence[str]], Any]:
    import numpy

    return numpy.random.choice
