"""Cards typed straight in, key by key: what has been typed, what it means so far, and when it is complete.

`r5` `gs` `br` `y+` are complete with their second key. `w` and `w+` may go on (`w+`, a colour: `wg` or `w:g`), so they
wait for Enter. A digit before the card tells how many are laid at once: `2r5`. `.` writes "not told", the journal's
`?`, which on an empty line is the help key: `.s` is a skip of a colour nobody told.
"""

from __future__ import annotations

from dataclasses import dataclass

from unotable.game.cards import COLOURS, FACES, UNKNOWN

COUNTS = "23456789"


@dataclass(frozen=True, slots=True)
class Keyed:
    """`text` as shown. `card` is what Enter would commit (`None`: not a card yet), `n` how many, `done` complete."""

    text: str = ""
    card: str | None = None
    n: int | None = None
    done: bool = False


EMPTY = Keyed()


def step(keyed: Keyed, char: str) -> Keyed | None:
    """What is typed after one more key; `None` where the key cannot follow."""
    count, typed = split(keyed.text)
    if char == ".":
        char = UNKNOWN
    if not typed:
        if char in COUNTS and not count:
            return Keyed(char)
        return _made(count, char) if char in COLOURS + UNKNOWN + "w" else None
    if typed in COLOURS + UNKNOWN:
        return _made(count, typed + char) if char in FACES + UNKNOWN else None
    if typed in ("w", "w+"):
        if char in COLOURS:
            return _made(count, f"{typed}:{char}")
        return _made(count, typed + char) if char == ":" or (char == "+" and typed == "w") else None
    return _made(count, typed + char) if typed.endswith(":") and char in COLOURS else None


def back(keyed: Keyed) -> Keyed:
    """What is typed after Backspace (a colour goes with its colon)."""
    count, typed = split(keyed.text)
    typed = typed[:-1].removesuffix(":")
    return _made(count, typed) if typed else Keyed(count if len(keyed.text) > len(count) else "")


def split(text: str) -> tuple[str, str]:
    """The count before the card and the card's own letters."""
    return (text[0], text[1:]) if text[:1] in COUNTS and text else ("", text)


def follows(keyed: Keyed) -> str:
    """The keys that can come next, to be shown when one cannot."""
    _, typed = split(keyed.text)
    if not typed:
        return "r y g b w ."
    if typed in COLOURS + UNKNOWN:
        return "0-9 s r + ."
    if typed == "w":
        return "+ r y g b Enter"
    return "r y g b Enter" if typed == "w+" else "r y g b"


def _made(count: str, typed: str) -> Keyed:
    n = int(count) if count else None
    whole = not typed.endswith(":") if typed.startswith("w") else len(typed) == 2
    done = whole and typed not in ("w", "w+")
    return Keyed(count + typed, typed if whole else None, n, done)


def hand(text: str) -> tuple[list[str], str]:
    """The cards of a hand typed fast, with or without spaces (`r5 gs w+`, `r5gsw+`), and the rest that is no card."""
    cards: list[str] = []
    rest = text.replace(" ", "").replace(",", "").lower().replace(".", UNKNOWN)
    while rest:
        if rest[0] == "w":
            size = 2 if rest[1:2] == "+" else 1
            if rest[size : size + 1] == ":":
                size += 2
        elif rest[0] in COLOURS + UNKNOWN and rest[1:2] and rest[1] in FACES + UNKNOWN:
            size = 2
        else:
            break
        cards.append(rest[:size].partition(":")[0])
        rest = rest[size:]
    return cards, rest
