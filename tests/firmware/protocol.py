"""Writes the tables of PROTOCOL.md and firmware/README.md: `python -m tests.firmware.protocol [--check]`.

With --check it writes nothing and says whether a page is stale.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

from unotable.link import ports, stamps, wire

import tests.firmware  # noqa: F401  (puts the firmware on the path)

from unoseat import buttons, events, lamps, link, sounds  # isort: skip

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "PROTOCOL.md"
PAGES = (PAGE, ROOT / "firmware" / "README.md")
BLOCK = re.compile(r"<!-- (\w+): made by tests/firmware/protocol\.py -->\n.*?<!-- end -->", re.DOTALL)


def table(*rows: tuple[str, ...]) -> str:
    head, *rest = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([head, "|" + "---|" * len(rows[0]), *rest])


def example() -> str:
    """Lines as they go over the wire, made by the codec."""
    said: list[tuple[str, tuple[object, ...]]] = [
        ("board", ("H", 1, "e6614c311b7e8a2f", 2868413735, "0.1.0", "pico", "blsf")),
        ("host", ("h", 1, "0.1.0", "k3v9")),
        ("board", ("H", 1, "e6614c311b7e8a2f", 2868413735, "0.1.0", "pico", "blsf")),
        ("board", ("I", "py", "micropython-1.25.0")),
        ("host", ("w", 2, "3366cc")),
        ("host", ("q", 1)),
        ("board", ("A", 1, 1068639452, 1068639565, 0, 146)),
        ("board", ("P", 1, "u", 1068740564, 5, 800)),
        ("host", ("a", 2868413735, 1)),
        ("board", ("R", 2, "u", 1068820566)),
        ("host", ("a", 2868413735, 2)),
    ]
    return _shown(said)


def _shown(said: list[tuple[str, tuple[object, ...]]]) -> str:
    lines = [f"    {who:5}  {wire.encode(*fields).decode().rstrip()}" for who, fields in said]
    return "\n" + "\n".join(lines) + "\n"


def sides() -> str:
    """What a board with two seats says and hears."""
    said: list[tuple[str, tuple[object, ...]]] = [
        ("board", ("H", 1, "e6614c311b7e8a2f", 2868413735, "0.1.0", "pico", "bls2")),
        ("host", ("w", 2, "3366cc")),
        ("host", ("w2", 3, "ff8800")),
        ("host", ("l2", "turn", "")),
        ("board", ("P2", 1, "u", 1068740564, 1, 0)),
        ("board", ("P", 2, "c", 1068740601, 1, 0)),
        ("host", ("a", 2868413735, 2)),
    ]
    return _shown(said)


def messages() -> str:
    parts = []
    for title, chosen in (("From the board", str.isupper), ("From the host", str.islower)):
        rows = [
            (f"`{letter}`", name, f"`{','.join(fields)}`" if fields else "", meaning)
            for letter, (name, fields, meaning) in wire.FIELDS.items()
            if chosen(letter)
        ]
        parts.append(f"**{title}**\n\n" + table(("type", "name", "fields", "meaning"), *rows))
    return "\n\n".join(parts)


def times() -> str:
    def ms(us: int) -> str:
        return f"{us // 1000} ms"

    return table(
        ("time", "", "for"),
        ("confirm", ms(buttons.CONFIRM), "closed so long after the first edge, a press counts"),
        ("spike", ms(buttons.SPIKE), "open so long on end before it counted, it was none"),
        ("hold", ms(buttons.HOLD), "down so long after the first edge, it is a hold"),
        ("re-arm", ms(buttons.REARM), "open so long on end, it is released"),
        ("resend", ms(events.FIRST_WAIT), "an event that is not acknowledged goes again"),
        ("resend at most", ms(events.LAST_WAIT), "after doubling, and then each"),
        ("hello", ms(link.SECOND), "a board without a host says `H` each"),
        ("beat", ms(link.BEAT), "`B` and `b` each"),
        ("absent", ms(link.ABSENT), "nothing right heard for so long"),
    )


def patterns() -> str:
    rows = []
    for name, (pattern, lasts, keys) in lamps.PATTERNS.items():
        what = (pattern.__doc__ or "Dark.").strip().rstrip(".").replace("`arg`", "*arg*")
        lit = ", ".join({"u": "UNO", "c": "CUT", "d": "DONE"}[key] for key in keys)
        stays = "its flashes" if name == "seat" else f"{lasts / 1000:g} s" if lasts else "stays"
        if name == "press":
            stays, lit = f"{lasts / 1000:g} s, by itself", "the pressed one"
        rows.append((f"`{name}`", what, stays, lit))
    return table(("pattern", "shows", "for", "button lamps"), *rows)


def kinds() -> str:
    rows = [
        (
            f"`{kind}`",
            f"{part.least:g} to {part.most:g} µs, mostly {part.median:g}" if part.most else "none",
            part.source,
        )
        for kind, part in stamps.STAMPS.items()
    ]
    other = ("any other, with `late`", "none", "measured: by the board, which tells with each press how late")
    unknown = ("any other", f"up to {stamps.UNKNOWN.most / 1000:g} ms", stamps.UNKNOWN.source)
    return table(("kind", "allowed besides `late`", "how that is known"), *rows, other, unknown)


def vendors() -> str:
    return ", ".join(f"`{number:04x}` {name}" for number, name in ports.VENDORS.items()) + "."


def tunes() -> str:
    return ", ".join(f"`{name}`" for name in sounds.SOUNDS) + "."


MAKERS: dict[str, Callable[[], str]] = {
    "example": example,
    "sides": sides,
    "messages": messages,
    "times": times,
    "kinds": kinds,
    "vendors": vendors,
    "lamps": patterns,
    "sounds": tunes,
}


def made(page: str) -> str:
    """The page with every block made anew. KeyError for a block that nothing makes."""

    def block(found: re.Match[str]) -> str:
        name = found.group(1)
        return f"<!-- {name}: made by tests/firmware/protocol.py -->\n{MAKERS[name]()}\n<!-- end -->"

    return BLOCK.sub(block, page)


def main(arguments: list[str]) -> int:
    stale = 0
    for path in PAGES:
        page = path.read_text(encoding="utf-8")
        fresh = made(page)
        if fresh == page:
            continue
        if "--check" in arguments:
            print(f"{path.name} of {path.parent.name} is stale: run `python -m tests.firmware.protocol`")
            stale = 1
        else:
            path.write_text(fresh, encoding="utf-8", newline="\n")
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
