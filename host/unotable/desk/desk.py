"""A table without hardware: one firmware process a seat, whose buttons are pressed from here.

The host meets these boards as it meets real ones: through pyserial, on `ports`. What only a desk can know (when a
contact really closed, what a lamp shows) stays on this side and never goes over the serial line.
"""

from __future__ import annotations

import random
import selectors
import socket
import threading
import time
from collections.abc import Sequence
from itertools import islice, pairwise
from types import TracebackType
from typing import TYPE_CHECKING

from unotable.desk.process import TERMINALS, DeskError, Edge, Process
from unotable.link.sides import MOST

if TYPE_CHECKING:
    from unotable.desk.relay import Cables
    from unotable.desk.spoil import Faults

START = 10.0  # s a process may take until it is ready; it takes about 0.1


class Desk:
    """Boards at seats 1 … `seats`, all plugged in and ready. Any thread may call any method; none waits for a board but
    `wait_ready`, and none raises for a board that is out. A seat's plug, power, cable and clock are its board's.

    boards: so many carry all seats between them, neighbours together; None: one each. seed: makes the boards' clocks
    repeatable. python: "micropython", "cpython", or None for what is there.
    terminal: pseudo-terminals (True), sockets (False, CPython only), or None for what the system has.
    faults: what is wrong with the cables: a name or a file (desk/faults/), or a set made by hand.
    DeskError if a board does not start.
    """

    def __init__(
        self,
        seats: int = 4,
        seed: int | None = None,
        python: str | None = None,
        terminal: bool | None = None,
        faults: Faults | str | None = None,
        boards: int | None = None,
    ) -> None:
        terminal = TERMINALS if terminal is None else terminal
        if terminal and not TERMINALS:
            raise DeskError("this system has no pseudo-terminals; leave the choice to the desk")
        if not terminal and python is None:
            python = "cpython"
        chance = random.Random(seed)
        self._lock = threading.RLock()
        self._closed = False
        self._all = [Process(some, python, terminal, random.Random(chance.random())) for some in shared(seats, boards)]
        self._boards = {seat: board for board in self._all for seat in board.seats}
        self._cables = None if faults is None else self._bad_cables(faults, terminal, chance)
        self._starting: set[Process] = set()  # plugged in and not ready yet, or ended before they were
        self._wake, self._woken = socket.socketpair()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._woken, selectors.EVENT_READ)
        self._changed = threading.Condition(self._lock)
        self._thread = threading.Thread(target=self._listen, name="desk", daemon=True)
        self._thread.start()
        try:
            for board in self._all:
                self.plug(board.seat)
            self.wait_ready()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Desk:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @property
    def seats(self) -> list[int]:
        return list(self._boards)

    @property
    def ports(self) -> list[str]:
        """Names or URLs of the boards that are plugged in, for `serial.serial_for_url`."""
        with self._lock:
            if self._cables:
                return [port for board in self._all if (port := self._cables.port(board.seat))]
            return [board.port for board in self._all if board.port and board.ready]

    @property
    def places(self) -> list[tuple[str, str]]:
        """The same with where it is on USB, as pyserial tells it: all on one hub, so that they share its frames."""
        with self._lock:
            seats = {self._port(board): board.seat for board in self._all}
            return [(port, f"1-1.{seats[port]}") for port in self.ports]

    def _port(self, board: Process) -> str | None:
        return self._cables.port(board.seat) if self._cables else board.port

    @property
    def python(self) -> str:
        """What runs the boards: "micropython" or "cpython"."""
        return next((board.python for board in self._all), "none")

    def board(self, seat: int) -> str:
        """The lasting id of the board at this seat, or of this seat's side of it."""
        return self._boards[seat].board(seat)

    def plugged(self, seat: int) -> bool:
        with self._lock:
            return self._boards[seat].pid is not None

    def pid(self, seat: int) -> int | None:
        with self._lock:
            return self._boards[seat].pid

    def wait_ready(self) -> None:
        """Waits until every board that was plugged in runs. DeskError if one does not; it is out then."""
        until = time.monotonic() + START
        with self._lock:
            while self._starting:
                left = until - time.monotonic()
                for board in [board for board in self._starting if left <= 0 or board.pid is None]:
                    self._drop(board)
                    self._starting.discard(board)
                    said = board.last_words or f"not ready after {START:g} s"
                    raise DeskError(f"the board of seat {board.seat} does not start under {board.python}: {said}")
                self._changed.wait(left)

    # Fingers

    def down(self, seat: int, button: str) -> None:
        """Presses and keeps it down. button: u c d, or uno cut done."""
        self._tell(seat, "down", self._boards[seat].button(seat, button))

    def up(self, seat: int, button: str) -> None:
        self._tell(seat, "up", self._boards[seat].button(seat, button))

    def press(self, seat: int, button: str, ms: float = 80, bounce: Sequence[int] = ()) -> None:
        """A press of `ms`. bounce: µs from each edge to the next before the contact rests; an even number of them."""
        if len(bounce) % 2:
            raise ValueError("a contact that bounced an odd number of times is open")
        wave = *bounce, max(1, round(ms * 1000) - sum(bounce))
        self._tell(seat, "wave", self._boards[seat].button(seat, button), *wave)

    def press_all(self, button: str, ms: float = 80, ahead_ms: float = 50) -> None:
        """One wire to the same button of every board that is in: all contacts close at one moment, `ahead_ms` from now.

        A board that is told of it too late presses when it is; `edges` says so.
        """
        with self._lock:
            at = time.perf_counter_ns() + round(ahead_ms * 1e6)
            for seat, board in self._boards.items():
                if board.ready:
                    board.tell("at", board.raw(at), board.button(seat, button))
                    board.tell("at", board.raw(at) + round(ms * 1000), board.button(seat, button))

    def hold(self, seat: int, button: str, ms: float = 800) -> None:
        """A press long enough to be a hold."""
        self.press(seat, button, ms)

    def finger(self, seat: int, button: str, held: bool) -> None:
        """A press or a hold, as somebody far away asks for it."""
        if held:
            self.hold(seat, button)
        else:
            self.press(seat, button)

    # Eyes and ears

    def lamps(self, seat: int) -> str:
        """The pattern that is on: `turn`, `penalty 2`, `press u`; `off` for a board that is out."""
        with self._lock:
            return self._boards[seat].lamps[seat]

    def picture(self, seat: int) -> bytes:
        """Three bytes a pixel, then one for the lamp in each button; empty until `pictures` asks for it."""
        with self._lock:
            return self._boards[seat].pixels[seat]

    def pictures(self, seat: int, ms: int) -> None:
        """Asks for a picture each `ms`; 0 for no more."""
        self._tell(seat, "pixels", ms)

    def sounds(self, seat: int) -> list[str]:
        """The last tunes, oldest first."""
        with self._lock:
            return list(self._boards[seat].sounds)

    def edges(self, seat: int, newest: int | None = None) -> list[Edge]:
        """What the contacts really did, oldest first: the truth that clocks and races are tested against. newest: only
        so many."""
        with self._lock:
            edges = self._boards[seat].edges[seat]
            return list(edges) if newest is None else [*islice(reversed(edges), newest)][::-1]

    # Faults

    def unplug(self, seat: int) -> None:
        """Pulls the plug; its port is gone."""
        with self._lock:
            board = self._boards[seat]
            self._drop(board)
            self._starting.discard(board)
            if self._cables:
                self._cables.loose(board.seat)

    def restart(self, seat: int) -> None:
        """The board loses its power for a moment. Its port stays only where a bad cable is in between."""
        with self._lock:
            board = self._boards[seat]
            self._drop(board)
            if self._cables:
                self._cables.loose(board.seat, keep=True)
            self.plug(seat)

    def plug(self, seat: int) -> None:
        """Plugs the same board in again: same id, fresh memory. Its port may have another name."""
        with self._lock:
            board = self._boards[seat]
            if self._closed or board.pid is not None:
                return
            try:
                board.start()
            except OSError as error:
                self._drop(board)
                raise DeskError(f"the board of seat {seat} does not start under {board.python}: {error}") from error
            self._starting.add(board)
            self._watch(board)

    def harm(self, seat: int, flips: float = 0.0, drops: float = 0.0, seed: int = 1) -> None:
        """A bad cable: these parts of the serial bytes, each way, have a bit flipped or vanish. 0, 0 mends it."""
        self._tell(seat, "harm", round(flips * 1_000_000), round(drops * 1_000_000), seed)

    def stall(self, seat: int, ms: int) -> None:
        """The board's loop stands still for `ms`; its interrupts go on."""
        self._tell(seat, "stall", ms)

    def jump(self, seat: int, us: int) -> None:
        """The board's clock jumps by so many µs, either way."""
        self._tell(seat, "jump", us)

    def mend(self) -> None:
        """No more of the faults that the desk was made with; plugs that are out come back."""
        if self._cables:
            self._cables.mend()

    def close(self) -> None:
        """Ends every process and the threads. May be called twice."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            for board in self._all:
                self._drop(board)
            self._nudge()
        if self._cables:
            self._cables.close()
        self._thread.join(1)
        self._selector.close()
        self._wake.close()
        self._woken.close()

    def _bad_cables(self, faults: Faults | str, terminal: bool, chance: random.Random) -> Cables:
        from unotable.desk.relay import Cables
        from unotable.desk.spoil import load

        found = load(faults) if isinstance(faults, str) else faults
        return Cables(found, terminal, random.Random(chance.random()), self)

    def _tell(self, seat: int, *words: object) -> None:
        with self._lock:
            self._boards[seat].tell(*words)

    def _nudge(self) -> None:
        self._wake.send(b"!")

    def _watch(self, board: Process) -> None:
        channel = board.channel
        assert channel is not None
        self._selector.register(channel, selectors.EVENT_READ, board)
        self._nudge()

    def _drop(self, board: Process) -> None:
        if board.channel:
            self._selector.unregister(board.channel)
        board.stop()
        self._changed.notify_all()

    def _listen(self) -> None:
        """The desk's thread: takes what the boards tell, and drops a board whose process has ended."""
        while True:
            ready = self._selector.select()
            with self._lock:
                if self._closed:
                    return
                for key, _ in ready:
                    if key.data is None:
                        self._woken.recv(64)
                    elif key.fileobj is key.data.channel:  # else it was dropped meanwhile
                        self._hear(key.data)

    def _agree(self) -> None:
        """All processes count from the same zero; whose first word came soonest knows it best."""
        least = min(board.epoch for board in self._all if board.ready)
        for board in self._all:
            board.epoch = least

    def _hear(self, board: Process) -> None:
        before = board.channel
        try:
            board.hear()
        except EOFError:
            self._drop(board)
            if self._cables:
                self._cables.loose(board.seat)
            return
        if board.channel is not before:
            assert before is not None
            self._selector.unregister(before)
            self._watch(board)
        if board.ready:
            self._agree()
            if self._cables and board in self._starting and board.port:
                self._cables.lay(board.seats, board.port)
            self._starting.discard(board)
        self._changed.notify_all()


def shared(seats: int, boards: int | None) -> list[range]:
    """The seats of each board, neighbours together, as equal in number as can be; None: a board each."""
    boards = seats if boards is None else boards
    least = -(-seats // MOST)
    if not least <= boards <= seats:
        raise DeskError(f"{seats} seats need {least} to {seats} boards, not {boards}: each carries 1 to {MOST}")
    few, more = divmod(seats, boards)
    ends = [few * board + min(board, more) for board in range(boards + 1)]
    return [range(a + 1, b + 1) for a, b in pairwise(ends)]
