# Types of wire.py, which it cannot have itself: MicroPython has no typing.
from collections.abc import Callable

PROTO: int
LONGEST: int
TICKS: int
FIELDS: dict[str, tuple[str, tuple[str, ...], str]]
SIDED: str

def encode(*fields: object) -> bytes: ...
def seal(text: str) -> bytes: ...
def side(kind: str) -> int: ...

class Decoder:
    frames: int
    refused: int
    noise: int
    def __init__(self, heard: Callable[[bytes], None] | None = None) -> None: ...
    def feed(self, data: bytes) -> list[tuple[str, ...]]: ...
