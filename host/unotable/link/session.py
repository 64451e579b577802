"""What is said on one port: bytes and host times in, events and bytes out. Rules and table are in steps.py."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Protocol

from unotable.clock import Line
from unotable.link import wire
from unotable.link.board import Board
from unotable.link.boot import PATIENCE, Boot
from unotable.link.events import BoardDown, BoardRefused, Event, Health, Pressed, Reported
from unotable.link.frames import Frame, read
from unotable.link.said import Said
from unotable.link.speech import Speech
from unotable.link.steps import (
    ABSENT,
    ANSWER,
    LOOK,
    MS,
    NOISY,
    SETTLED,
    STEPS,
    TIMES,
    UNCLEAN,
    Do,
    State,
    What,
)
from unotable.locale import tr

NS = 1000  # in a µs
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
        """A press was told: whoever has not reported past it, this board too, should be asked soon."""


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
        self._log = heard
        self._decoder = wire.Decoder(self._broken)
        self._hellos = 0  # damaged ones
        self._odd = 0  # right frames that make no sense
        self._damage = 0  # refused lines and noise when last looked
        self._damaged: int | None = None  # when there was some more, since the board was met
        self._opened = self._began = self._heard = now
        self._says = Speech(now, chance or random.Random())
        self._board: Board | None = None
        self._met: set[str] = set()
        self._deaf = False  # the board that was met has said nothing but its hello: it may not have heard ours
        self._said = Said()
        self._u: int | None = None  # as of the last Health, µs
        self._shown: str | None = None  # the same, the clock's state

    @property
    def finished(self) -> bool:
        return self.state == "refused"

    @property
    def board(self) -> str | None:
        """The board that is up here."""
        there = self._there
        return None if there is None else there.id

    @property
    def _there(self) -> Board | None:
        return self._board if self.state in ("greeting", "up") else None

    # -- what comes ---------------------------------------------------------------------------------------------

    def heard(self, data: bytes, now: int) -> list[Event]:
        """Bytes that had come by `now`, or none: time has passed."""
        return self._read(data, now) + self._pass(now) + self._tell(now)

    def _read(self, data: bytes, now: int) -> list[Event]:
        events: list[Event] = []
        hellos = self._hellos
        for fields in self._decoder.feed(data):
            frame = read(fields)
            if frame is None:
                self._odd += 1
                continue
            self._heard = now
            self._deaf = self._deaf and frame.kind == "H"
            events += self._happens(self._what(frame), frame, now)
        damage = self._decoder.refused + self._decoder.noise
        if damage != self._damage:
            self._damage, self._damaged = damage, now
            self._says.damaged()
        if self._hellos != hellos and self.state == "asking" and now - self._opened < NOISY:
            self._began = now
            self._says.hello_again(now)
        elif self._hellos != hellos and self.state == "absent":
            self._says.hello_again(now)
        return events

    def _pass(self, now: int) -> list[Event]:
        events: list[Event] = []
        ends = self._ends
        if ends is not None and now >= ends:
            events += self._happens("silence", None, now)
        if self._deaf and self._there is not None:
            self._says.hello_again(now)
        return events

    @property
    def _ends(self) -> int | None:
        """When the state's time is over."""
        if self.state not in TIMES:
            return None
        since, span = TIMES[self.state]
        return {"began": self._began, "heard": self._heard, "asked": self._says.asked}[since] + span

    def gone(self, why: str, now: int) -> list[Event]:
        """The port is no more."""
        return self._leave(why, now)

    def ask_soon(self, at: int, past: int) -> bool:
        """All until `past` (ns) is to be known, by clock queries from `at` on. Whether one is due earlier now."""
        return self._says.ask_soon(at, past, (UNTOLD if self._u is None else self._u) * NS)

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
        self._says.hello_again(now)
        yield from ()

    def _meet(self, frame: Frame | None, now: int) -> Iterator[Event]:
        assert frame is not None
        board = frame.words[0]
        self._met.add(board)
        if self._board is not None and self._board.id != board:
            yield from self._leave(tr("another board is at its port"), now)
        elif self._board is not None:
            yield from self._leave(tr("it has restarted"), now)
        self._said = said = Said(frame.words)
        self._board, events = self._home.claim(board, frame.numbers[1], said.kind, said.sides, self, now)
        yield from events
        self._began = now
        self._shown = None
        self._damaged = None
        self._deaf = True
        self._board.forget_passing()
        yield from self._once_more(frame, now)

    def _once_more(self, frame: Frame | None, now: int) -> Iterator[Event]:
        """Rule 5."""
        assert self._board is not None
        self._says.hello_again(now)
        self._says.meet(now)
        self._board.again()
        yield from ()

    def _arrive(self, frame: Frame | None, now: int) -> Iterator[Event]:
        _, boot = self._here()
        yield from self._said.up(boot, self.port, self._serial)
        if frame is not None:
            yield from self._take(frame, now)

    def _take(self, frame: Frame | None, now: int) -> Iterator[Event]:
        assert frame is not None
        board, boot = self._here()
        numbers = frame.numbers
        match frame.kind:
            case "I":
                key, value = frame.words
                self._said.about(key, value)
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
                up, *rest = numbers
                boot.beat(up, now)
                if self._said.beat(*rest):
                    board.again()
                self._own_frames(board, boot, now)
                yield from self._health(now)
            case _:
                button = frame.words[0] if frame.words else ""
                if not boot.event(frame.kind, numbers, button, now, frame.side):
                    self._odd += 1

    def _miss(self, frame: Frame | None, now: int) -> Iterator[Event]:
        self._says.hello()
        yield from self._leave(tr("it has been silent for {s} s", s=f"{ABSENT / 1e9:g}"), now)

    def _refuse(self, frame: Frame | None, now: int) -> Iterator[Event]:
        assert frame is not None
        low, high = frame.numbers
        why = tr(
            "its firmware speaks protocol {spoken}, this program {ours}; `unotable flash` puts them in step",
            spoken=low if low == high else tr("{low} to {high}", low=low, high=high), ours=wire.PROTO,
        )  # fmt: skip
        yield from self._leave(why, now)
        yield BoardRefused(self.port, why)

    def _foreign(self, frame: Frame | None, now: int) -> Iterator[Event]:
        why = tr("no board answers there; if it is one, `unotable flash` installs its firmware")
        yield BoardRefused(self.port, why)

    def _clash(self, frame: Frame | None, now: int) -> Iterator[Event]:
        assert frame is not None
        board = frame.words[0]
        yield from self._leave(tr("another board is at its port"), now)
        other = self._home.elsewhere(board, self)
        if other is None:
            why = tr("it has said it is {n} boards, one after another; unplug it", n=MOST_BOARDS)
            yield BoardRefused(self.port, why)
            return
        why = tr("it says it is board {board}, which is on {port}; unplug one of the two", board=board, port=other)
        yield BoardRefused(self.port, why)

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
        if len(boot.names) == 1 or ("f" in self._said.has and self._location is not None):
            return
        if self._home.alone(self):
            self._home.line.own(board.id, boot.clock, now)
        else:
            self._home.line.leave(board.id, now)

    def _health(self, now: int) -> list[Health]:
        _, boot = self._here()
        boot.clock.look(now)
        self._shown = boot.clock.state
        self._u = boot.bound(self._home.line, now)
        return self._said.health(boot, self._u, self._decoder.refused + self._odd)

    def _tell(self, now: int) -> list[Event]:
        """Events of the board that can be told now."""
        if self.state != "up":
            return []
        _, boot = self._here()
        boot.clock.look(now)
        if boot.inbox.told is None and boot.made is not None and self._all_sent(now):
            boot.inbox.begin(boot.made)
        events = list(boot.events(self._home.line, now))
        self._says.lacks(boot.missing, now)
        waits = boot.waits(now)
        if waits is not None:
            self._says.waits(waits, now)
        for event in events:
            if isinstance(event, Reported):
                self._says.reported(event.upto)
        presses = [event for event in events if isinstance(event, Pressed)]
        if presses:
            self._home.pressed(self, max(presses, key=lambda press: press.at), now)
        if self._shown not in (None, boot.clock.state):
            events += self._health(now)
        return events

    def _all_sent(self, now: int) -> bool:
        """Whether every event that the board keeps has come since it was met: it sends them before its next beat."""
        if not self._said.beats:
            return now - self._began >= UNCLEAN
        return self._damaged is None or now - self._damaged >= SETTLED or now - self._began >= UNCLEAN

    # -- what goes ----------------------------------------------------------------------------------------------

    def send(self, now: int) -> bytes:
        """What is to be written at once; `now` must not be after its first byte leaves."""
        if self.state == "refused":
            return b""
        return b"".join(wire.encode(*line) for line in self._says.lines(self._there, self.state == "up", now))

    def due(self, now: int) -> int:
        """When `heard` or `send` will have something to do, if nothing comes before; at most LOOK from now."""
        times = [now + LOOK]
        if self._ends is not None:
            times.append(self._ends)
        if self.state != "refused":
            times += self._says.due(self._there, self.state == "up", now)
        if self._there is not None:
            if self._deaf:
                times.append(self._says.asked + ANSWER)
            waits = self._here()[1].waits(now)
            if waits is not None:
                times.append(max(now + MS, waits + PATIENCE))
        return min(times)


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
