"""`unotable boards --race`: one press on all boards at once, measured by their clocks.

On the desk one signal moves the same button of every board, and the desk knows when. With real boards a wire joins
their contacts, or one is tapped on another; a press counts when every board saw it within WINDOW.
"""

from __future__ import annotations

import json
import queue
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import datetime
from functools import partial
from pathlib import Path

from unotable import __version__
from unotable.clock import Placed
from unotable.config import paths
from unotable.desk.desk import Desk
from unotable.desk.process import DeskError
from unotable.link.events import BoardDown, Event, Pressed
from unotable.link.ports import Extra, Link
from unotable.locale import tr
from unotable.tools.certificate import Certificate, Racer, certify, length
from unotable.tools.hearing import Hearing

Say = Callable[[str], None]
WINDOW = 50_000_000  # ns between the first and the last board of one press
GIVE_UP = 1_500_000_000  # ns until boards that said nothing did not see a press
FIND_S = 4.0  # boards that are there have said hello
START_S = 20.0  # boards of the desk
SETTLE_S = 9.0  # in which boards that share USB frames get their small bounds
SMALL_US = 60  # a bound that needs no more waiting
IDLE_S = 60.0  # without a press
AHEAD_MS = 50.0  # of a press on the desk, more than a button takes to re-arm
PRESS_MS = 8.0


class RaceError(Exception):
    """The race cannot be: one sentence."""


class Bouts:
    """Presses by what must have been one press. `names` are the boards that must see each."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.whole: list[dict[str, Placed]] = []
        self.missing: list[tuple[str, ...]] = []  # of each press that not all saw: who did not
        self._open: list[tuple[int, dict[str, Placed]]] = []  # when it began to be known

    def add(self, press: Pressed, now: int) -> None:
        if press.board not in self.names:
            return
        placed = Placed(press.at, press.u, press.sure)
        for _, bout in self._open:
            first = next(iter(bout.values())).at_ns
            if press.board not in bout and abs(press.at - first) <= WINDOW:
                bout[press.board] = placed
                break
        else:
            self._open.append((now, {press.board: placed}))
        self.look(now)

    def look(self, now: int) -> None:
        """Time has passed."""
        kept = []
        for since, bout in self._open:
            if len(bout) == len(self.names):
                self.whole.append(bout)
            elif now - since > GIVE_UP:
                self.missing.append(tuple(name for name in self.names if name not in bout))
            else:
                kept.append((since, bout))
        self._open = kept

    @property
    def known(self) -> int:
        """Presses of which is known who saw them."""
        return len(self.whole) + len(self.missing)


class Race(Hearing):
    """Boards on a link, and what they pressed since `begin`."""

    def __init__(self, link: Link, events: queue.SimpleQueue[Event], say: Say) -> None:
        super().__init__(link)
        self.bouts = Bouts(())
        self._events = events
        self._say = say
        self._since = 0

    def hear(self, seconds: float, done: Callable[[], bool]) -> bool:
        """Listens until `done`; False if that is not within so many seconds."""
        end = time.monotonic() + seconds
        while not done():
            left = end - time.monotonic()
            if left <= 0:
                return False
            try:
                self.take(self._events.get(timeout=min(left, 0.1)))
            except queue.Empty:
                self.bouts.look(self.link.now())
        return True

    def begin(self) -> list[Racer]:
        """Presses count from now on, of the boards that are here."""
        self.bouts = Bouts(sorted(self.up))
        self._since = self.link.now()
        ups = [self.up[name] for name in self.bouts.names]
        return [Racer(up.board, up.kind, up.firmware, up.python) for up in ups]

    def settled(self) -> bool:
        """Whether every board's bound is as small as waiting makes it."""
        bounds = [self.link.bound(board) for board in self.up]
        return bool(bounds) and all(bound is not None and bound <= SMALL_US for bound in bounds)

    def more(self, seconds: float) -> bool:
        """Listens for one more press, whole or not; False if none comes in time."""
        before = self.bouts.known
        return self.hear(seconds, lambda: self.bouts.known > before)

    def proved(self) -> bool:
        return all(self.link.bound(board) is not None for board in self.up)

    def take(self, event: Event) -> None:
        super().take(event)
        if isinstance(event, BoardDown) and event.board in self.bouts.names:
            raise RaceError(tr("board {board} has left the race: {why}", board=event.board, why=event.why))
        if isinstance(event, Pressed) and event.at >= self._since and self.bouts.names:
            self.bouts.add(event, self.link.now())


def on_desk(seats: int, presses: int, say: Say) -> Certificate:
    """The race of a desk that is made for it."""
    with ExitStack() as stack:
        try:
            desk = stack.enter_context(Desk(seats))
        except DeskError as error:
            raise RaceError(str(error)) from error
        race = _race(stack, say, lambda: desk.places)
        if not race.hear(START_S, lambda: len(race.up) == seats and race.proved()):
            raise RaceError(tr("only {n} of the desk's {seats} boards are there", n=len(race.up), seats=seats))
        say(tr("the clocks settle ..."))
        race.hear(SETTLE_S, race.settled)
        racers = race.begin()
        truth = press_together(race, desk, presses)
        return certify(racers, race.bouts.whole, _now(), "desk", __version__, len(race.bouts.missing), truth)


def press_together(race: Race, desk: Desk, presses: int) -> list[int]:
    """So many presses on all boards of the desk; when they were. Others are made in place of those that failed."""
    truth: list[int] = []
    for _ in range(3 * presses):
        if len(truth) < presses:
            truth += press_once(race, desk)
    return truth


def press_once(race: Race, desk: Desk) -> list[int]:
    """One press; when it was, or nothing: a board heard of it too late, so that it was not one, or did not see it."""
    bouts = race.bouts
    whole = len(bouts.whole)
    made = {seat: len(desk.edges(seat)) for seat in desk.seats}
    desk.press_all("uno", PRESS_MS, AHEAD_MS)
    race.more(2 + AHEAD_MS / 1000)
    race.hear(2, partial(_told, desk, made))
    edges = [desk.edges(seat)[made[seat] :] for seat in desk.seats]
    closed = {found[0].at_ns for found in edges if found}
    if len(bouts.whole) > whole and len(closed) == 1:
        return [closed.pop()]
    del bouts.whole[whole:]
    return []


def _told(desk: Desk, made: dict[int, int]) -> bool:
    """Whether each contact has closed and opened since there were so many edges."""
    return all(len(desk.edges(seat)) >= made[seat] + 2 for seat in desk.seats)


def with_boards(presses: int, ports: Sequence[str] | None, say: Say) -> Certificate:
    """The race of the boards that are plugged in."""
    with ExitStack() as stack:
        race = _race(stack, say, None if ports is None else lambda: list(ports))
        race.hear(FIND_S, lambda: False)
        if len(race.up) < 2:
            found = tr("one board is here") if race.up else tr("no board is here")
            why = "".join(f"; {port}: {why}" for port, why in race.refused.items())
            raise RaceError(
                tr(
                    "a race needs two boards, and {found}; `unotable boards --race --desk 4` races without any",
                    found=found,
                )
                + why
            )
        say(tr("the clocks settle ..."))
        race.hear(SETTLE_S, race.settled)
        racers = race.begin()
        bouts = race.bouts
        say(
            tr(
                "Join the UNO contacts of all {n} boards by a wire, or lay the boards' buttons on each other, and press"
                " {presses} times.",
                n=len(racers), presses=presses,
            )
        )  # fmt: skip
        whole = missing = 0
        while len(bouts.whole) < presses:
            if not race.more(IDLE_S):
                raise RaceError(tr("nothing was pressed for {s} s", s=round(IDLE_S)))
            for bout in bouts.whole[whole:]:
                whole += 1
                times = [placed.at_ns for placed in bout.values()]
                say(f"{whole}/{presses}: {length((max(times) - min(times)) / 1000)}")
            for names in bouts.missing[missing:]:
                missing += 1
                say(tr("not seen by {boards}", boards=", ".join(names)))
        return certify(racers, bouts.whole[:presses], _now(), "boards", __version__, len(bouts.missing))


def store(certificate: Certificate) -> Path:
    """Keeps it beside the settings; where. OSError if that cannot be."""
    folder = paths().settings / "races"
    folder.mkdir(parents=True, exist_ok=True)
    stem = certificate.made[:19].replace("-", "").replace(":", "").replace("T", "-")
    names = (folder / f"{stem}{end}.json" for end in ("", *(f"-{n}" for n in range(2, 1000))))
    path = next(path for path in names if not path.exists())
    path.write_text(json.dumps(certificate.as_dict(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return path


def _race(stack: ExitStack, say: Say, ports: Callable[[], Sequence[Extra]] | None) -> Race:
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    link = Link(events, ports)
    stack.callback(link.close)
    return Race(link, events, say)


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")
