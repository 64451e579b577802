"""A match with everything around it, ready for a screen: journal, link, referee, and in a demo desk and players."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from unotable.config import paths
from unotable.journal.errors import JournalError
from unotable.journal.rules import load
from unotable.link.ports import Extra, Link
from unotable.locale import mark, tr
from unotable.match import opening
from unotable.match.live import Command, Live
from unotable.match.opening import Opened, Wish
from unotable.match.seating import Seating

if TYPE_CHECKING:
    from unotable.desk.autoplay import Autoplay
    from unotable.desk.desk import Desk
    from unotable.desk.soon import Soon
    from unotable.link.events import Event
    from unotable.match.lobby import Lobby

FIND_S = 4.0  # a board that is there has said hello by then
FAST = 0.1  # the pace of players whom nobody watches

NO_BOARDS = mark(
    "no boards found: is a board plugged in, with a cable that carries data? `unotable boards` lists what is there,"
    " `unotable demo` plays without any"
)
NO_MATCH = mark("there is no match to go on with; `unotable play --seats Ana,Bo,Cy` begins one")
NO_SEATS = mark("a new match needs its seats: --seats Ana,Bo,Cy")


class NoBoard(Exception):
    """The ports asked for have no board of ours; one sentence."""


@dataclass(slots=True)
class Session:
    """`greeting` is for the person who started it; `close` ends everything, players first, and may be called twice."""

    live: Live
    opened: Opened
    greeting: str = ""
    desk: Desk | None = None
    auto: Autoplay | None = None
    rest: ExitStack = field(default_factory=ExitStack)

    @property
    def path(self) -> Path:
        return self.opened.journal.path

    def close(self) -> None:
        self.rest.close()


def demo(
    soon: Soon,
    seats: Sequence[str],
    rules: str,
    overrides: Mapping[str, object],
    new: bool = False,
    auto: bool = False,
    seed: int | None = None,
    rounds: int | None = None,
    pace: float = 1.0,
) -> Session:
    """A table without hardware, on a desk that the session closes. The errors that it raises are sentences."""
    wish = Wish(tuple(seats), rules, paced(rules, overrides, pace), "full", rounds=rounds if auto else None)
    folder = opening.demo_folder(seed)
    now = datetime.now().astimezone()
    with ExitStack() as stack:
        stack.callback(soon.close)
        opened = opening.begin(folder, wish, now) if new else opening.newest_or_new(folder, wish, now)
        stack.callback(_put_away, opened)
        desk = soon.desk()
        places = {desk.board(seat): seat for seat in desk.seats}
        live = _live(stack, opened, lambda: desk.places, Seating(len(seats), fixed=places))
        players = None
        if auto:
            from unotable.desk.autoplay import Autoplay

            players = Autoplay(live, desk, opened.ruleset, seed or 0, rounds, pace)
            stack.callback(players.close)
        return Session(live, opened, _greeting(opened), desk, players, stack.pop_all())


def paced(rules: str, overrides: Mapping[str, object], pace: float) -> Mapping[str, object]:
    """The rules at a table that plays faster than people: its cards settle as much faster, as its header says."""
    settle = load(rules, overrides).time_settle_s
    if pace >= 1 or not settle or "time.settle_s" in overrides:
        return overrides
    return {**overrides, "time.settle_s": round(settle * pace, 3)}


def play(
    seats: Sequence[str] | None = None,
    rules: str | None = None,
    overrides: Mapping[str, object] | None = None,
    track: str | None = None,
    dealer: int | None = None,
    file: str | None = None,
    new: bool = False,
    ports: Sequence[str] | None = None,
    lobby: Lobby | None = None,
) -> Session:
    """A match with real boards; `NoBoard` where `ports` were asked for and none of them has one.

    lobby: where the boards sat down already, if it is open.
    """
    with ExitStack() as stack:
        wish = Wish(None if seats is None else tuple(seats), rules, overrides or None, track, dealer)
        opened = _opened(wish, file, new)
        stack.callback(_put_away, opened)
        count = len(opened.journal.header.seats)
        seating = Seating(count, paths().settings / "boards.json")
        live = _live(stack, opened, None if ports is None else lambda: list(ports), seating, lobby)
        if ports is not None:
            _answering(live, ports)
        return Session(live, opened, _greeting(opened), rest=stack.pop_all())


def _opened(wish: Wish, file: str | None, new: bool) -> Opened:
    folder = paths().matches
    if file is not None:
        return opening.go_on(Path(file))
    if not new:
        path = opening.newest(folder, wish)
        if path is not None:
            return opening.go_on(path)
    if wish.seats is None:
        raise JournalError(tr(NO_SEATS if new else NO_MATCH))
    return opening.begin(folder, wish, datetime.now().astimezone())


def _put_away(opened: Opened) -> None:
    """Closes the journal; a match in which nothing happened leaves no file."""
    opened.journal.close()
    if not opened.again and not opened.journal.entries:
        with suppress(OSError):
            opened.journal.path.unlink()


def _live(
    stack: ExitStack,
    opened: Opened,
    ports: Callable[[], Sequence[Extra]] | None,
    seating: Seating,
    lobby: Lobby | None = None,
) -> Live:
    events: queue.SimpleQueue[Event | Command | None] = queue.SimpleQueue()
    link, seating = (lobby and lobby.hand_over(events)) or (Link(events, ports), seating)
    seating.seats = len(opened.journal.header.seats)  # the match says how many, whatever the lobby heard last
    stack.callback(link.close)
    live = Live(opened.journal, opened.ruleset, events, link, seating)
    stack.callback(live.close)
    return live


def _answering(live: Live, ports: Sequence[str]) -> None:
    """Waits until a board answers on one of the ports."""
    end = time.monotonic() + FIND_S
    while time.monotonic() < end:
        boards = live.view.boards
        if any(board.state != "refused" for board in boards):
            return
        refused = {board.port: board.why for board in boards}
        if all(port in refused for port in ports):
            break
        time.sleep(0.05)
    why = [f"{board.port}: {board.why}" for board in live.view.boards if board.state == "refused"]
    raise NoBoard("; ".join(why) or tr("no board answers on {ports}", ports=", ".join(ports)))


def _greeting(opened: Opened) -> str:
    if not opened.again:
        return opened.warning
    begun = opened.journal.header.started.replace("T", " ")[:16]
    return " ".join(
        filter(None, [opened.warning, tr("Going on with the match begun {begun}; --new begins another.", begun=begun)])
    )
