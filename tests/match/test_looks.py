"""What a view tells of the lines, read one by one, is what all of them say at once."""

from __future__ import annotations

from bisect import insort
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from unotable.game.entry import Entry, Header
from unotable.game.fold import fold
from unotable.game.photo import photos
from unotable.game.ruleset import RuleSet
from unotable.game.rulings import Ruling
from unotable.game.timeline import last_undoable, order
from unotable.match import keying
from unotable.match.looks import Looks

HEADER = Header("mattel", ("Ana", "Bo", "Cy"))
TABLE = fold(HEADER, RuleSet(), [])
KINDS = st.sampled_from(("done", "uno", "late", "hold", "undo", "accept", "note", "card"))


@given(st.lists(st.tuples(KINDS, st.integers(1, 12), st.integers(1, 3)), max_size=30))
def test_one_by_one_is_all_at_once(lines: list[tuple[str, int, int]]) -> None:
    entries: list[Entry] = []
    looks, waits = Looks(HEADER, entries, "m.jsonl"), 0
    for number, (do, of, batch) in enumerate(lines, 1):
        press = do in ("done", "uno", "late")
        about = min(of, number - 1) or None if do in ("hold", "undo", "accept", "card") else None
        entries.append(
            Entry(number, number * 1000, "done" if do == "late" else do, press, 1 if press else None, of=about,
                  held=do == "late", card="r5" if do == "card" else None)
        )  # fmt: skip
        waits += 1
        if waits < batch:  # several lines may come between two views
            continue
        waits = 0
        view, last = looks.view(TABLE, ()), last_undoable(entries)
        assert view.last == (None if last is None else keying.describe(last))
        assert view.held == keying.held(entries)


@given(st.lists(st.tuples(st.integers(0, 9_000_000), st.booleans()), min_size=1, max_size=30))
def test_kept_pictures_are_those_that_would_be_taken(presses: list[tuple[int, bool]]) -> None:
    """Also where a press comes late and belongs into an old picture, or lines are read anew."""
    moves: list[Entry] = []
    looks, rulings = Looks(HEADER, (), "m.jsonl"), ()
    for number, (back, anew) in enumerate(presses, 1):
        t = max(0, number * 1_000_000 - (back if back > 6_000_000 else 0))
        insort(moves, Entry(number, t, "uno", True, number % 3 + 1, 300), key=order)
        rulings = tuple(sorted((*rulings, Ruling(t, "uno.called", number % 3 + 1, entry=number)), key=lambda it: it.t))
        if anew:
            moves = list(moves)
        view = looks.view(replace(TABLE, rulings=rulings), moves)
        fresh = photos(moves, rulings)
        assert view.photos == fresh
        assert [photo.presses for photo in view.photos] == [photo.presses for photo in fresh]
