"""Bytes that no board or host would send: random ones, and real lines with a few bits, bytes or cuts changed."""

from __future__ import annotations

import random
from collections.abc import Iterator

from unotable.link import wire

CHUNK = 4096  # bytes, about
FINE = [  # lines of both sides, of every type
    wire.encode(*fields)
    for fields in (
        ("H", 1, "b1", 77, "0.1.0", "desk", "bls"), ("I", "py", "micropython-1.28.0"), ("P", 5, "u", 123, 2, 800),
        ("L", 6, "u", 123, 5), ("R", 7, "u", 456), ("D", 8, 3), ("A", 9, 100, 110, 8, 40), ("S", 2047, 99),
        ("B", 3, 90_000, 0, 1), ("V", 2, 3), ("h", 1, "0.1.0", "k3"), ("a", 77, 4), ("q", 17), ("l", "turn", ""),
        ("l", "hurry", 9000), ("s", "safe", ""), ("w", 3, "ff8800"), ("b",),
    )
]  # fmt: skip
# right sums over fields that make no sense
ODD = [
    wire.seal(text)
    for text in (
        "P,0,u,1,1,1", "P,5,x,1,1,1", "P,5,u,1073741824,1,1", "P,4294967296,u,1,1,1", "P,-1,u,1,1,1", "P,5,u,1",
        "P", "D,1,0", "D,1,4294967295", "L,3,u,1,99", "A,65536,1,1,1,1", "A,1,,,,", "S,2048,1", "H,1,,,,,",
        "H,1,b2,x,0,desk,b", "H,2", "H,,b1", "B,,,,", "I,,", "V,,", "Z,1", "h,", "h,1", "a,77,x", "a,77,99999999999",
        "q,-1", "q,65536", "l,,", "l,nosuch,1", "l,hurry,x", "l,penalty,99999999999", "s,,", "w,,", "w,x,y",
        "w,99,zzzzzz", "b,1",
    )
]  # fmt: skip


def chunks(size: int, seed: int) -> Iterator[bytes]:
    """At least `size` bytes. No chunk leaves a board deaf on purpose: three Ctrl-C in a row are no garbage."""
    chance = random.Random(seed)
    done = 0
    while done < size:
        out = bytearray()
        while len(out) < CHUNK:
            out += _piece(chance)
        data = bytes(out).replace(b"\x03\x03\x03", b"\x03\x03")
        done += len(data)
        yield data


def _piece(chance: random.Random) -> bytes:
    kind = chance.randrange(6)
    if kind == 0:
        return chance.randbytes(chance.randrange(1, 300))
    if kind == 1:
        return bytes(chance.choices(b"~*,\r\n0aPHuAB", k=chance.randrange(1, 80)))
    line = bytearray(chance.choice(FINE if kind < 5 else ODD))
    if kind == 2:  # flipped bits
        for _ in range(chance.randrange(1, 4)):
            line[chance.randrange(len(line))] ^= 1 << chance.randrange(8)
    elif kind == 3:  # cut, doubled or run together with another
        at = chance.randrange(len(line))
        line = chance.choice((line[:at], line[at:], line + line, line[:-1] + chance.choice(FINE)[: at + 1]))
    elif kind == 4:  # another number in it, under the right sum
        fields = bytes(line[1:-10]).decode().split(",")
        at = chance.randrange(len(fields))
        fields[at] = chance.choice(("", "0", "1", "x", str(chance.getrandbits(chance.choice((8, 16, 30, 32, 40))))))
        text = ",".join(fields)
        line = bytearray(wire.seal(text)) if len(text) <= wire.LONGEST - 11 else line
    return bytes(line)
