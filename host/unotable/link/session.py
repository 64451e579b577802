"""What is said on one port: bytes and host times in, events and bytes out. Rules and table are in steps.py."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Protocol

from unotable import __version__
from unotable.clock import Line
from unotable.link import sides, wire
from unotable.link.board import Board
from unotable.link.boot import PATIENCE, Boot
from unotable.link.events import BoardDown, BoardRefused, BoardUp, Event, Health, Pressed
from unotable.link.frames import Frame, read
from unotable.link.steps import (
    ABSENT,
    AGAIN,
    ANSWER,
    APART,
    ASK,
    BEAT,
    BURST,
    BURST_PERIOD,
    LOOK,
    MS,
    NOISY,
    PERIOD,
    REPEAT,
    SETTLED,
    STEPS,
    TIMES,
    UNCLEAN,
    Do,
    State,
    What,
)

NS = 1000  # in a µs
MOST_ABOUT = 16  # things that a board says about itself; ours say two
MOST_BOARDS = 16  # different ones on one port before it is let go of: a plug that is moved ends the session
UNTOLD = 1000  # µs, for a bound that is not known


class Home(Protocol):
    """Where the boards live."""

    line: Line

    def elsewhere(self, board: str, session: Session) -> str | None:
        """The port on which another session has that board up."""

    def alone(self, session: Session) -> bool:
        """Whether no other session has a board up."""

    def claim(
        self, board: str, boot: int, kind: str, sides: int, session: Session, now: int
    ) -> tuple[Board, list[Event]]:
        """The board is on this session's port now; the events are what is left of another boot."""

    def release(self, session: Session, now: int) -> None:
        """No board is on this session's port any more."""

    def pressed(self, session: Session, press: Pressed, now: int) -> None:
        """A press was told: who has not reported past it should be asked soon."""


class Session:
    """One port from its opening to its end. `finished`: there is nothing more to do here, close it.

    serial, location: the USB serial number and pyserial's location, where known. chance: for the queries' times.
    heard: gets each damaged or foreign line (bytes), for the log.
    """

    def __init__(
        self,
        port: str,
        home: Home,
        now: int,
        serial: str = "",
        location: str | None = None,
        chance: random.Random | None = None,
        heard: Callable[[bytes], None] | None = None,
    ) -> None:
        self.port = port
        self.state: State = "asking"
        self._home = home
        self._serial = serial
        self._location = location
        self._chance = chance or random.Random()
        self._log = heard
        self._decoder = wire.Decoder(self._broken)
        self._hellos = 0  # damaged ones
        self._odd = 0  # right frames that make no sense
        self._damage = 0  # refused lines and noise when last looked
        self._damaged: int | None = None  # when there was some more, since the board was met
        self._hurt = False  # the same, since an event was asked for
        self._lacks: int | None = None  # since when an event is missing
        self._asked_event = now - ASK
        self._opened = self._began = self._heard = now
        self._asked = now - AGAIN
        self._ask = True
        self._board: Board | None = None
        self._met: set[str] = set()
        self._about: dict[str, str] = {}
        self._hello: tuple[str, ...] = ()
        self._beats = 0  # of the board, since it was met
        self._lost = 0
        self._refused = 0  # lines that the board refused, as of its last beat
        self._free = 0
        self._beat = now
        self._query = now
        self._burst = 0
        self._q = self._chance.randrange(1 << 16)
        self._session = self._chance.randrange(1 << 32)
        self._queried = now - AGAIN  # the newest query
        self._u: int | None = None  # as of the last Health, µs
        self._shown: str | None = None  # the same, the clock's state

    @property
    def finished(self) -> bool:
        return self.state == "refused"

    @property
    def board(self) -> str | None:
        """The board that is up here."""
        return self._board.id if self._board is not None and self.state in ("greeting", "up") else None

    # -- what comes ---------------------------------------------------------------------------------------------

    def heard(self, data: bytes, now: int) -> list[Event]:
        """`feed` and `tick` in one."""
        events = self._read(data, now) if data else []
        return events + self._pass(now) + self._tell(now)

    def feed(self, data: bytes, now: int) -> list[Event]:
        """Bytes that had come by `now`."""
        return self._read(data, now) + self._tell(now)

    def tick(self, now: int) -> list[Event]:
        """Time has passed; what had come by then has been fed."""
        return self._pass(now) + self._tell(now)

    def _read(self, data: bytes, now: int) -> list[Event]:
        events: list[Event] = []
        hellos = self._hellos
        for fields in self._decoder.feed(data):
            frame = read(fields)
            if frame is None:
                self._odd += 1
                continue
            self._heard = now
            events += self._happens(self._what(frame), frame, now)
        damage = self._decoder.refused + self._decoder.noise
        if damage != self._damage:
            self._damage, self._damaged, self._hurt = damage, now, True
        if self.state == "asking" and self._hellos != hellos and now - self._opened < NOISY:
            self._began = now
            self._ask = self._ask or now - self._asked >= ANSWER
        return events

    def _pass(self, now: int) -> list[Event]:
        events: list[Event] = []
        if self.state in TIMES:
            since, span = TIMES[self.state]
            if now - {"began": self._began, "heard": self._heard, "asked": self._asked}[since] >= span:
                events += self._happens("silence", None, now)
        return events

    def gone(self, why: str, now: int) -> list[Event]:
        """The port is no more."""
        return self._leave(why, now)

    def ask_soon(self, at: int, past: int) -> bool:
        """A clock answer from after `past` (ns) is wanted, by a query from `at` on. Whether it is due earlier now."""
        past += (UNTOLD if self._u is None else self._u) * NS
        due = max(at, self._queried + APART)
        if self._queried >= past or due >= self._query:
            return False
        self._query = due
        return True

    def _broken(self, piece: bytes) -> None:
        self._hellos += piece.startswith(b"H,")
        if self._log is not None:
            self._log(piece)

    def _what(self, frame: Frame) -> What:
        if frame.kind == "V":
            return "alien"
        if frame.kind != "H":
            return "aside" if frame.kind in "AI" else "frame"
        board, boot = frame.words[0], frame.numbers[1]
        if self._home.elsewhere(board, self) or (board not in self._met and len(self._met) >= MOST_BOARDS):
            return "double"
        here = self._board
        if here is not None and self.state in ("greeting", "up") and here.id == board and here.boot is not None:
            return "same" if here.boot.number == boot else "hello"
        return "hello"

    def _happens(self, what: What, frame: Frame | None, now: int) -> list[Event]:
        if self.state == "refused":
            return []
        before = self.state
        state, do = STEPS[before, what]
        events = list(DEEDS[do](self, frame, now))
        if state != before:
            self.state = state
            self._began = now
        return events

    # -- what is done about it ----------------------------------------------------------------------------------

    def _nothing(self, frame: Frame | None, now: int) -> Iterator[Event]:
        yield from ()

    def _say_hello(self, frame: Frame | None, now: int) -> Iterator[Event]:
        """Rules 1 and 4: ours, but it has not said who it is."""
        self._ask = self._ask or now - self._asked >= ANSWER
        yield from ()

    def _meet(self, frame: Frame | None, now: int) -> Iterator[Event]:
        assert frame is not None
        board, self._hello = frame.words[0], frame.words
        self._met.add(board)
        if self._board is not None and self._board.id != board:
            yield from self._leave("another board is at its port", now)
        elif self._board is not None:
            yield from self._leave("it has restarted", now)
        kind, has = frame.words[2:4]
        self._board, events = self._home.claim(board, frame.numbers[1], kind, sides.count(has), self, now)
        yield from events
        self._began = now
        self._about = {}
        self._beats = self._lost = self._refused = 0
        self._shown = None
        self._damaged = None
        self._board.forget_passing()
        yield from self._once_more(frame, now)

    def _once_more(self, frame: Frame | None, now: int) -> Iterator[Event]:
        """Rule 5."""
        assert self._board is not None
        self._ask = self._ask or now - self._asked >= ANSWER
        self._board.again()
        self._burst = BURST
        self._query = now
        yield from ()

    def _arrive(self, frame: Frame | None, now: int) -> Iterator[Event]:
        board, boot = self._here()
        _, firmware, kind, has = self._hello
        pid = self._about.get("pid", "")
        up = BoardUp(
            board.id,
            boot.number,
            kind,
            firmware,
            self._about.get("py", ""),
            int(pid) if pid.isdecimal() else None,
            has,
            self.port,
            self._serial,
        )
        yield from (replace(up, board=name) for name in boot.names)
        if frame is not None:
            yield from self._take(frame, now)

    def _take(self, frame: Frame | None, now: int) -> Iterator[Event]:
        assert frame is not None
        board, boot = self._here()
        numbers = frame.numbers
        match frame.kind:
            case "I":
                key, value = frame.words
                if len(self._about) < MOST_ABOUT:
                    self._about[key] = value
                if key == "late" and value.isdecimal():
                    boot.late(int(value))
            case "A":
                q, rx, tx, made, past = numbers
                boot.answer(q, rx, tx, made, past, now)
            case "S":
                self._home.line.sample(
                    board.id, boot.clock, self._location, numbers[0], numbers[1], now, len(boot.names)
                )
            case "B":
                up, self._free, self._lost, refused = numbers
                boot.beat(up, now)
                if self._beats and refused != self._refused:
                    board.again()
                self._refused = refused
                self._beats += 1
                self._own_frames(board, boot, now)
                yield from self._health(now)
            case _:
                button = frame.words[0] if frame.words else ""
                if not boot.event(frame.kind, list(numbers), button, now, frame.side):
                    self._odd += 1

    def _miss(self, frame: Frame | None, now: int) -> Iterator[Event]:
        self._ask = True
        yield from self._leave(f"it has been silent for {ABSENT / 1e9:g} s", now)

    def _refuse(self, frame: Frame | None, now: int) -> Iterator[Event]:
        assert frame is not None
        low, high = frame.numbers
        spoken = f"{low}" if low == high else f"{low} to {high}"
        why = f"its firmware speaks protocol {spoken}, this program {wire.PROTO}; `unotable flash` puts them in step"
        yield from self._leave(why, now)
        yield BoardRefused(self.port, why)

    def _foreign(self, frame: Frame | None, now: int) -> Iterator[Event]:
        yield BoardRefused(self.port, "no board answers there; if it is one, `unotable flash` installs its firmware")

    def _clash(self, frame: Frame | None, now: int) -> Iterator[Event]:
        assert frame is not None
        board = frame.words[0]
        yield from self._leave("another board is at its port", now)
        other = self._home.elsewhere(board, self)
        if other is None:
            yield BoardRefused(self.port, f"it has said it is {MOST_BOARDS} boards, one after another; unplug it")
            return
        yield BoardRefused(self.port, f"it says it is board {board}, which is on {other}; unplug one of the two")

    def _here(self) -> tuple[Board, Boot]:
        board = self._board
        assert board is not None and board.boot is not None
        return board, board.boot

    def _leave(self, why: str, now: int) -> list[Event]:
        board, self._board = self._board, None
        if board is None or board.boot is None:
            return []
        self._home.release(self, now)
        return [BoardDown(name, why) for name in board.boot.names] if self.state == "up" else []

    def _own_frames(self, board: Board, boot: Boot, now: int) -> None:
        """While several seats are on one board and nowhere else, its milliseconds stand in for USB frames if it cannot
        tell any."""
        if len(boot.names) == 1 or ("f" in self._hello[3] and self._location is not None):
            return
        if self._home.alone(self):
            self._home.line.own(board.id, boot.clock, now)
        else:
            self._home.line.leave(board.id, now)

    def _health(self, now: int) -> list[Health]:
        _, boot = self._here()
        clock = boot.clock
        clock.look(now)
        self._shown = clock.state
        refused = self._refused + self._decoder.refused + self._odd
        self._u = boot.bound(self._home.line, now)
        rest = self._u, clock.rtt_us, clock.state, clock.reasons, self._lost, refused, boot.up, self._free
        return [Health(name, *rest) for name in boot.names]

    def _tell(self, now: int) -> list[Event]:
        """Events of the board that can be told now."""
        if self.state != "up":
            return []
        _, boot = self._here()
        boot.clock.look(now)
        if boot.inbox.told is None and boot.made is not None and self._all_sent(now):
            boot.inbox.begin(boot.made)
        events = list(boot.events(self._home.line, now))
        self._lacks = (self._lacks or now) if boot.missing else None
        waits = boot.waits(now)
        if waits is not None:
            self._query = min(self._query, now if self._queried < waits else max(now, self._queried + REPEAT))
        presses = [event for event in events if isinstance(event, Pressed)]
        if presses:
            self._home.pressed(self, max(presses, key=lambda press: press.at), now)
        if self._shown not in (None, boot.clock.state):
            events += self._health(now)
        return events

    def _all_sent(self, now: int) -> bool:
        """Whether every event that the board keeps has come since it was met: it sends them before its next beat."""
        if not self._beats:
            return now - self._began >= UNCLEAN
        return self._damaged is None or now - self._damaged >= SETTLED or now - self._began >= UNCLEAN

    # -- what goes ----------------------------------------------------------------------------------------------

    def send(self, now: int) -> bytes:
        """What is to be written at once; `now` must not be after its first byte leaves."""
        if self.state == "refused":
            return b""
        lines: list[tuple[object, ...]] = []
        if self._ask:
            self._ask = False
            self._asked = now
            lines.append(("h", wire.PROTO, __version__, f"{self._session:08x}"))
        if self._board is not None and self.state in ("greeting", "up"):
            again = self._event_due
            if again is not None and now >= again:
                self._hurt, self._asked_event = False, now
                self._board.ask()
            lines += self._board.orders(now)
            if now >= self._beat:
                self._beat = now + BEAT
                lines.append(("b",))
            if now >= self._query:
                lines.append(("q", self._next_query(now)))
        return b"".join(wire.encode(*line) for line in lines)

    def due(self, now: int) -> int:
        """When `tick` or `send` will have something to do, if nothing comes before; at most LOOK from now."""
        times = [now + LOOK]
        if self.state in TIMES:
            since, span = TIMES[self.state]
            times.append({"began": self._began, "heard": self._heard, "asked": self._asked}[since] + span)
        if self._board is not None and self.state in ("greeting", "up"):
            _, boot = self._here()
            times += [self._beat, self._query]
            if self._board.due or boot.inbox.repeat:
                times.append(now)
            waits = boot.waits(now)
            if waits is not None:
                times.append(max(now + MS, waits + PATIENCE))
            if self._event_due is not None:
                times.append(self._event_due)
        return now if self._ask and self.state != "refused" else min(times)

    @property
    def _event_due(self) -> int | None:
        """When to ask for an event again: soon after damage, for the line may have been one; while one is missing."""
        if self.state != "up" or not (self._hurt or self._lacks):
            return None
        return self._asked_event + ASK if self._hurt else max(self._asked_event, self._lacks or 0) + ASK

    def _next_query(self, now: int) -> int:
        _, boot = self._here()
        self._q = (self._q + 1) % (1 << 16)
        boot.clock.query(self._q, now)
        self._queried = now
        self._burst = max(0, self._burst - 1)
        self._query = now + self._chance.randint(*(BURST_PERIOD if self._burst else PERIOD))
        return self._q


DEEDS: dict[Do, Callable[[Session, Frame | None, int], Iterator[Event]]] = {
    "ask": Session._say_hello,
    "meet": Session._meet,
    "again": Session._once_more,
    "arrive": Session._arrive,
    "take": Session._take,
    "miss": Session._miss,
    "refuse": Session._refuse,
    "foreign": Session._foreign,
    "clash": Session._clash,
    "nothing": Session._nothing,
}
