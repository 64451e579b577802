"""A bad cable, sans I/O: bytes and times in, bytes and times out; the same seed does the same to the same bytes.

Times are seconds of any clock that does not run back. One cable has a way up (board to host) and a way down. What is
done to a line happens to whole lines, then to its bytes, so that every fault meets what the other left of it.
"""

from __future__ import annotations

import random
from collections import deque

from unotable.desk.spoil import SOUND, Faults, Spell
from unotable.link import wire

FULL = 4096  # bytes under way; then the sender waits, as for a kernel's buffer
OPEN = 0.02  # s after which a line without an end goes on its way as it is: a prompt has none


class Times:
    """When something begins that comes now and then, and how long it lasts. every: s, lasts: s, both ranges."""

    def __init__(
        self, every: tuple[float, float], lasts: tuple[float, float], chance: random.Random, now: float
    ) -> None:
        self._every, self._lasts, self._chance = every, lasts, chance
        self.begins = now + chance.uniform(*every)
        self.ends = self.begins + chance.uniform(*lasts)

    def on(self, now: float) -> bool:
        """Whether it is so now. Ask in the order of time."""
        while now >= self.ends:
            self.begins = self.ends + self._chance.uniform(*self._every)
            self.ends = self.begins + self._chance.uniform(*self._lasts)
        return now >= self.begins

    def came(self, now: float) -> bool:
        """Whether it has happened since it was last asked."""
        if now < self.begins:
            return False
        self.begins = self.ends = now + self._chance.uniform(*self._every)
        return True

    def next(self, now: float) -> float:
        """When the answer of `on` will be another."""
        return self.ends if self.on(now) else self.begins


def spell(what: Spell | None, chance: random.Random, now: float) -> Times | None:
    if what is None:
        return None
    low, high = what.for_ms
    return Times(what.every_s, (low / 1000, high / 1000), chance, now)


class Way:
    """One direction of a cable. `up`: from the board."""

    def __init__(self, faults: Faults, up: bool, chance: random.Random, now: float) -> None:
        self.faults = faults
        self._up = up
        self._chance = chance
        self._open = b""  # a line that has no end yet, since
        self._since = now
        self._under_way: deque[tuple[float, bytes]] = deque()
        self._last = now  # when the last of them arrives: nothing overtakes
        stall = faults.stall
        self._stall = spell(stall, chance, now) if stall and stall.way in ("both", "up" if up else "down") else None
        self._withhold = None if up else spell(faults.withhold, chance, now)

    @property
    def full(self) -> bool:
        return sum(len(piece) for _, piece in self._under_way) >= FULL

    def put(self, data: bytes, now: float) -> None:
        """What the sender has said."""
        if not self._open:
            self._since = now
        *lines, self._open = (self._open + data).split(b"\n")
        for line in lines:
            self._line(line + b"\n", now)
        while len(self._open) > wire.LONGEST:
            piece, self._open = self._open[: wire.LONGEST], self._open[wire.LONGEST :]
            self._send(piece, now)

    def take(self, now: float) -> bytes:
        """What arrives by now."""
        if self._open and now - self._since >= OPEN:
            piece, self._open = self._open, b""
            self._send(piece, now)
        if self._stall and self._stall.on(now):
            return b""
        out = b""
        while self._under_way and self._under_way[0][0] <= now:
            out += self._under_way.popleft()[1]
        return out

    def due(self, now: float) -> float | None:
        """When `take` will have something, if nothing more is said; None: never."""
        times = [self._since + OPEN] if self._open else []
        if self._under_way:
            first = self._under_way[0][0]
            stalled = self._stall is not None and self._stall.on(now)
            times.append(max(first, self._stall.next(now)) if self._stall and stalled else first)
        return min(times) if times else None

    def mend(self) -> None:
        """From now on it is sound; what is under way stays so."""
        self.faults = SOUND
        self._stall = self._withhold = None

    def clear(self) -> None:
        """What is under way is lost with the plug."""
        self._open = b""
        self._under_way.clear()

    # -- what is done to it -------------------------------------------------------------------------------------------

    def _line(self, line: bytes, now: float) -> None:
        faults, chance = self.faults.lines, self._chance
        line = self._forged(line) if self._up else line
        if self._withhold and self._withhold.on(now) and line.startswith(b"~a,"):
            return
        times = 2 if chance.random() < faults.twice else 1
        for _ in range(times):
            piece = line
            if chance.random() < faults.cut:
                piece = piece[: chance.randrange(len(piece))]
            elif chance.random() < faults.join:
                piece = piece.rstrip(b"\n")
            late = chance.uniform(*faults.late_ms) / 1000 if chance.random() < faults.late else 0.0
            self._send(piece, now + late)

    def _send(self, piece: bytes, at: float) -> None:
        self._last = max(self._last, at)
        self._under_way.append((self._last, self._harmed(piece)))

    def _harmed(self, piece: bytes) -> bytes:
        faults, chance = self.faults.bytes, self._chance
        if not faults.flip and not faults.drop:
            return piece
        out = bytearray()
        for byte in piece:
            if chance.random() >= faults.drop:
                out.append(byte ^ 1 << chance.randrange(8) if chance.random() < faults.flip else byte)
        return bytes(out)

    def _forged(self, line: bytes) -> bytes:
        """Its hello as another version would say it."""
        version = self.faults.version
        if version is None or not line.startswith(b"~H,"):
            return line
        frames = wire.Decoder().feed(line)
        if len(frames) != 1 or len(frames[0]) != 7:
            return line
        fields = list(frames[0])
        if version.proto is not None:
            fields[1] = str(version.proto)
        if version.firmware is not None:
            fields[4] = version.firmware
        forged: bytes = wire.encode(*fields)
        return forged


class Cable:
    """Both ways of one seat, and what befalls its plug, its board and its clock.

    `pulls`, `reboots` and `jumps` tell what is to be done at `now`; each at most once.
    """

    def __init__(self, faults: Faults, chance: random.Random, now: float) -> None:
        self.up = Way(faults, True, random.Random(chance.random()), now)
        self.down = Way(faults, False, random.Random(chance.random()), now)
        self._chance = random.Random(chance.random())
        self._faults = faults
        self._deaf = spell(faults.deaf, self._chance, now)
        self._reboot = Times(faults.reboot.every_s, (0, 0), self._chance, now) if faults.reboot else None
        self._jump = Times(faults.clock.every_s, (0, 0), self._chance, now) if faults.clock else None
        self._left = self._bytes_left()

    def said(self, data: bytes, now: float) -> None:
        """The board said that."""
        if self._left is not None:
            data = data[: max(0, self._left)]
            self._left -= len(data)
        self.up.put(data, now)

    def deaf(self, now: float) -> bool:
        """Whether the host does not read now."""
        return self._deaf is not None and self._deaf.on(now)

    def pulls(self) -> float | None:
        """For how long the plug is pulled now, s; None: it stays in."""
        if self._left is None or self._left > 0 or self._faults.unplug is None:
            return None
        self._left = self._bytes_left()
        return self._chance.uniform(*self._faults.unplug.for_ms) / 1000

    def reboots(self, now: float) -> bool:
        return self._reboot is not None and self._reboot.came(now)

    def jumps(self, now: float) -> int:
        """By how many µs the clock jumps now, mostly 0."""
        if self._jump is None or self._faults.clock is None or not self._jump.came(now):
            return 0
        return round(self._chance.uniform(*self._faults.clock.jump_ms) * 1000)

    def due(self, now: float) -> float | None:
        """When something will happen by itself."""
        times = [time for way in (self.up, self.down) if (time := way.due(now)) is not None]
        times += [time.begins for time in (self._reboot, self._jump) if time is not None]
        if self._deaf is not None:
            times.append(self._deaf.next(now))
        return min(times) if times else None

    def mend(self) -> None:
        self.up.mend()
        self.down.mend()
        self._faults = SOUND
        self._deaf = self._reboot = self._jump = self._left = None

    def _bytes_left(self) -> int | None:
        unplug = self._faults.unplug
        return round(self._chance.uniform(*unplug.after_bytes)) if unplug else None
