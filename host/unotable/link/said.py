"""What a board has said about itself since it was met, and what is told of that."""

from __future__ import annotations

from collections.abc import Sequence

from unotable.link import sides
from unotable.link.boot import Boot
from unotable.link.events import BoardUp, Health

MOST_ABOUT = 16  # things that a board says about itself; ours say two


class Said:
    """hello: the words of its H. `beats` counts those that came."""

    def __init__(self, hello: Sequence[str] = ("", "", "", "")) -> None:
        self.board, self.firmware, self.kind, self.has = hello
        self.sides = sides.count(self.has)
        self.beats = 0
        self._about: dict[str, str] = {}
        self._lost = 0
        self._refused = 0  # lines, as of its last beat
        self._free = 0

    def about(self, key: str, value: str) -> None:
        if len(self._about) < MOST_ABOUT:
            self._about[key] = value

    def beat(self, free: int, lost: int, refused: int) -> bool:
        """Whether it has refused a line since the last one: it may have missed what it was told."""
        missed = self.beats > 0 and refused != self._refused
        self._free, self._lost, self._refused = free, lost, refused
        self.beats += 1
        return missed

    def up(self, boot: Boot, port: str, serial: str) -> list[BoardUp]:
        """That it is here, once for each of its sides."""
        pid = self._about.get("pid", "")
        py = self._about.get("py", "")
        rest = self.kind, self.firmware, py, int(pid) if pid.isdecimal() else None, self.has, port, serial
        return [BoardUp(name, boot.number, *rest) for name in boot.names]

    def health(self, boot: Boot, u: int | None, refused: int) -> list[Health]:
        """How it is, once for each of its sides. u: its bound now, µs; refused: lines that were refused here."""
        clock, refused = boot.clock, refused + self._refused
        rest = u, clock.rtt_us, clock.state, clock.reasons, self._lost, refused, boot.up, self._free
        return [Health(name, *rest) for name in boot.names]
