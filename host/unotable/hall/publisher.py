"""A table's side: it publishes the match that is played, and catches up with those that are not all published yet.

Nothing of it is waited for. The match is looked at from here (its newest view, its file), and never knows.
"""

from __future__ import annotations

import secrets
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeVar

from unotable.game.ruleset import RuleSet
from unotable.hall import glance
from unotable.hall.address import Address, Proof
from unotable.hall.broker import Answer, Broker, BrokerError, Came
from unotable.hall.connected import Connected
from unotable.hall.cursor import Cursor, now, publish_sheet
from unotable.hall.messages import LIMITS, Ask, Here, Seats, State, Unreadable
from unotable.hall.queue import Place, Queue
from unotable.journal.errors import JournalError, RulesError
from unotable.locale import tr
from unotable.match.view import View

STATE_S = 0.25  # between two states
BEAT_S = 15.0  # a state at least so often: a hall counts a table as gone after some of them are missing
ASKED_S = 3.0  # between two times that a match is sent again
STAY_S = 2.0  # that a match which was left stays on the hall's screen, unless the table is gone by then
LEAVE_S = 0.3  # to have the last events taken before quitting

Item = TypeVar("Item")


class Watched(Protocol):
    """What is looked at of a live match."""

    ruleset: RuleSet

    @property
    def view(self) -> View: ...


class Publisher(Connected):
    """`offer` is whom the hall wants at this table, if anybody."""

    def __init__(self, where: Address, proof: Proof) -> None:
        super().__init__("hall", where, proof)
        self.offer: Seats | None = None
        self._say: Callable[[str], None] | None = None
        self._told = ""
        self._who = secrets.token_hex(4)
        self._taken = False
        self._queue = Queue(where)
        self._live: Watched | None = None
        self._playing: Path | None = None
        self._cursor: Cursor | None = None  # of the match that is played
        self._late: deque[Cursor] = deque()  # of earlier ones, the oldest first
        self._asked: dict[str, float] = {}
        self._shown: View | None = None
        self._left = 0.0
        self._shown_at = 0.0
        self._stated: State | None = None  # but for its time
        self._stated_at = 0.0
        self._fresh = True

    def watch(self, live: Watched, path: Path, say: Callable[[str], None]) -> None:
        """The match that is played from now on. Call it before `start`, or from any thread."""
        path = path.resolve()
        self._queue.note(path)  # so that it is not forgotten where the broker is out of reach all evening
        self._live, self._playing, self._say = live, path, say
        if self._told:  # before there was anybody to hear it
            say(self._told)

    def unwatch(self) -> None:
        """The match has ended; what is not published of it yet still is."""
        self._left = time.monotonic()
        self._live = None

    # -- the thread ---------------------------------------------------------------------------------------------

    def connection(self) -> Broker:
        where = self.where
        name = f"unotable-{where.room}-{where.table}-{self._who}"
        return Broker(where, self._proof, name, (where.topic(where.table, "here"), self._here(False)))

    def _here(self, here: bool) -> bytes:
        return Here(v=1, here=here, who=self._who).encode()

    def connected(self, broker: Broker) -> None:
        where = self.where
        broker.subscribe(
            where.told(where.table, "seats"), where.told(where.table, "ask"), where.topic(where.table, "here")
        )
        broker.publish(where.topic(where.table, "here"), self._here(True), retain=True)
        self._cursor, self._shown, self._fresh = None, None, True
        self._late.clear()
        for place in self._queue.places():
            if place.sheet is not None:  # a broker that was started anew may have lost it
                publish_sheet(broker, where, place.sheet)
            if not place.finished and place.path != self._playing:
                self._late.append(Cursor(place))
        if self._told:
            self._tell(tr("The hall is there again."))
            self._told = ""

    def work(self, broker: Broker) -> None:
        for answer in _emptied(broker.answers):
            self._answered(answer)
        for came in _emptied(broker.inbox):
            self._hear(broker, came)
        self._follow()
        self._show(broker)
        if self._late:
            if not self._step(self._late[0], broker) or self._late[0].done:
                self._late.popleft()
        elif self._cursor is not None and not self._step(self._cursor, broker):
            self._cursor, self._playing = None, None

    def leave(self, broker: Broker) -> None:
        """The last events still go, if the broker takes them at once."""
        end = time.monotonic() + LEAVE_S
        cursor = self._cursor
        self._shown_at, self._fresh = 0.0, True
        self._show(broker)
        if cursor is not None and not self._late:
            cursor.done, cursor.hurry = False, True
            while not cursor.done and time.monotonic() < end and self._step(cursor, broker):
                broker.step(0.005)
                for answer in _emptied(broker.answers):
                    self._answered(answer)
        for each in (*self._late, *((cursor,) if cursor is not None else ())):
            each.put_away(self._queue)
        if not self._taken:
            broker.publish(self.where.topic(self.where.table, "here"), self._here(False), 0, True)

    def lost(self, error: BrokerError) -> None:
        for cursor in (*self._late, *((self._cursor,) if self._cursor is not None else ())):
            cursor.put_away(self._queue)
        text = tr("No hall ({why}): it catches up by itself.", why=error)
        if text != self._told:
            self._told = text
            self._tell(text)

    def _met(self, broker: Broker, other: Here) -> None:
        """Word of another process that says it is this table: one that comes later takes the place of this one."""
        if other.who == self._who:
            return
        if not other.here:  # it had been gone before its broker noticed
            broker.publish(self.where.topic(self.where.table, "here"), self._here(True), retain=True)
            return
        self._taken = True
        self._ending.set()
        text = tr(
            "Another table is called {name} in this room, so that this one is not shown: give it a name of its own, as"
            " in {example}",
            name=self.where.table, example=f"mqtt://NAME@{self.where.host}/{self.where.room}",
        )  # fmt: skip
        self._tell(text)

    def _tell(self, text: str) -> None:
        if self._say is not None:
            self._say(text)

    # -- out ----------------------------------------------------------------------------------------------------

    def _follow(self) -> None:
        """The match that is played has its cursor; the one before becomes a late one."""
        if self._playing is None or (self._cursor is not None and self._cursor.place.path == self._playing):
            return
        if self._cursor is not None:
            self._late.append(self._cursor)
        self._cursor = Cursor(self._queue.place(self._playing))

    def _step(self, cursor: Cursor, broker: Broker) -> bool:
        """False where the match cannot be read."""
        try:
            cursor.step(broker, self.where, self._queue)
        except (JournalError, RulesError) as error:
            self._tell(str(error))
            return False
        return True

    def _show(self, broker: Broker) -> None:
        live, at = self._live, time.monotonic()
        view = live.view if live is not None else None
        if live is None and at - self._left < STAY_S:
            return
        changed = view is not self._shown or self._fresh
        if at - self._shown_at < STATE_S or not (changed or at - self._stated_at >= BEAT_S):
            return
        if self._fresh:
            self._stated = None
        self._shown, self._shown_at, self._fresh = view, at, False
        if live is None or view is None:
            state = State(v=1, at=now().isoformat(timespec="seconds"))
        else:
            match = self._cursor.match if self._cursor is not None else ""
            state = glance.state(view, live.ruleset, match, now())
        same = state.model_copy(update={"at": ""})
        if same == self._stated and at - self._stated_at < BEAT_S:
            return
        self._stated, self._stated_at = same, at
        broker.publish(self.where.topic(self.where.table, "state"), state.encode(), 0, True)

    def _answered(self, answer: Answer) -> None:
        if answer.wrong:
            raise BrokerError(
                tr("the broker does not let {name} write here: {why}", name=self.where.table, why=answer.wrong), True
            )
        for cursor in (*self._late, *((self._cursor,) if self._cursor is not None else ())):
            cursor.answered(answer.mid, self._queue)

    # -- in -----------------------------------------------------------------------------------------------------

    def _hear(self, broker: Broker, came: Came) -> None:
        what, payload = came.topic.rsplit("/", 1)[-1], came.payload
        try:
            if what == "here" and payload and not came.retained:
                self._met(broker, Here.decode(payload, LIMITS["here"]))
            elif what == "seats":
                found = Seats.decode(payload, LIMITS["seats"]) if payload else None
                self.offer = found if found is not None and found.seats else None
            elif what == "ask":
                self._again(Ask.decode(payload, LIMITS["ask"]))
        except Unreadable:
            return  # whatever that was, it was not the hall

    def _again(self, ask: Ask) -> None:
        """A hall has lost, or never had, some events: they are read from the journal once more."""
        at = time.monotonic()
        if at - self._asked.get(ask.match, -ASKED_S) < ASKED_S:
            return
        self._asked[ask.match] = at
        if self._cursor is not None and self._cursor.match == ask.match:
            self._cursor = Cursor(Place(self._cursor.place.path, ask.seq, sheet=self._cursor.place.sheet))
            return
        for place in self._queue.places():
            if place.sheet is not None and place.sheet.match == ask.match and place.path.is_file():
                self._late.append(Cursor(Place(place.path, ask.seq, sheet=place.sheet)))
                return


def _emptied(queue: deque[Item]) -> list[Item]:
    found = list(queue)
    queue.clear()
    return found
