"""The tunes of unoseat/sounds.py on the speaker of a second micro:bit, as its `music` writes notes.

Only there is it ever imported: the first has no speaker, and no memory for this. It goes onto the board beside the
joined program, as a module of its own. Not tried on a real one yet.

Who may call what: only the loop. A tune plays by itself.
"""

import music

music.set_tempo(ticks=8, bpm=150)  # a tick is 50 ms

_TUNES = {
    b"press": ("a6:1",),
    b"turn": (
        "a5:1",
        "e6:2",
    ),
    b"safe": (
        "c6:2",
        "e6:2",
        "g6:3",
    ),
    b"caught": (
        "g5:2",
        "r:1",
        "c5:5",
    ),
    b"cut": (
        "g6:1",
        "r:1",
        "g6:1",
        "r:1",
        "c7:3",
    ),
    b"refused": ("a3:4",),
    b"penalty": (
        "g4:3",
        "r:1",
        "g4:3",
    ),
    b"hurry": ("b5:1",),
    b"round": (
        "c6:2",
        "e6:2",
        "g6:2",
        "c7:6",
    ),
    b"dispute": (
        "e5:3",
        "r:1",
        "e5:3",
        "r:1",
        "b4:6",
    ),
}


def play(name):
    """Begins a tune, whatever was playing; an unknown one is ignored. `name` as the wire has it."""
    notes = _TUNES.get(name)
    if notes:
        music.play(notes, wait=False)
