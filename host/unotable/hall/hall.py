"""A hall's thread: it listens to the tables of a room, stores what they tell, and hands out frozen views.

What tables told and the store has not taken yet waits in memory; what was lost on the way is asked for again. So the
standings come to what the journals say, whatever was killed in between.
"""

from __future__ import annotations

import logging
import queue
import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from unotable.hall.address import Address, Proof
from unotable.hall.broker import Broker, BrokerError
from unotable.hall.connected import Connected
from unotable.hall.messages import Ask, Seats, Sheet
from unotable.hall.room import Kept, Room, TableView
from unotable.hall.store import Store, StoreError
from unotable.hall.tournament import Tournament

log = logging.getLogger(__name__)

VIEW_S = 0.2  # between two views
KEEP_S = 0.1  # between two writes
ASK_S = 1.0  # between two looks for what is missing
FEW, GATHER_S = 20, 0.01  # fewer messages than a broker sends without an answer are worth a moment's wait for more
AT_ONCE = 500  # messages handled before something else is done
WAITING = 200_000  # events that wait for a store that takes none; older ones are asked for again later
LEARN_S = 2.0  # after a connection retained messages still come in: nothing is asked for yet


@dataclass(frozen=True, slots=True)
class HallView:
    """A room as it is shown. `at` is the time that `TableView.status` takes.

    `sheets` are (table, sheet), the latest match last; `seats` who is to sit where; `round` is the tournament's, 0
    before it begins; `problem` is what a person has to know.
    """

    room: str
    at: float
    tables: tuple[TableView, ...] = ()
    sheets: tuple[tuple[str, Sheet], ...] = ()
    seats: tuple[tuple[str, Seats], ...] = ()
    round: int = 0
    problem: str = ""
    refused: int = 0
    latest: str = ""


class Hall(Connected):
    """`store` belongs to this thread once it is started; `close` closes it. One that does not lead only looks: it tells
    tables nothing."""

    def __init__(
        self,
        where: Address,
        proof: Proof,
        store: Store | None = None,
        tournament: Tournament | None = None,
        leads: bool = True,
    ) -> None:
        super().__init__("hall", where, proof)
        self.tournament = tournament
        self.leads = leads
        self.room = Room(where.room)
        self.stored = 0  # events and sheets
        self._store = store
        self._round = 0
        self._waiting: deque[Kept] = deque()
        self._trouble = ""  # of the store
        self._commands: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._subscribers: list[Callable[[HallView], None]] = []
        self._broker: Broker | None = None
        self._dirty = True
        self._viewed_at = self._kept_at = self._asked_at = self._since = 0.0
        self._sheets: tuple[tuple[str, Sheet], ...] | None = None
        self._learn()
        self.view = self._look()

    # -- from any thread ----------------------------------------------------------------------------------------

    def subscribe(self, callback: Callable[[HallView], None]) -> None:
        """Calls back from this thread with every new view; `view` is the present one."""
        self._subscribers.append(callback)

    def go_to(self, round_: int) -> None:
        """The tournament's round: tables are told who sits there."""
        self._commands.put(lambda: self._go_to(round_))

    def ask(self, what: Callable[[Store | None, HallView], None]) -> None:
        """Something that reads the store, on this thread; its errors are its own."""
        self._commands.put(lambda: what(self._store, self._look()))

    def close(self, longest: float = 0.5) -> None:
        super().close(longest)
        if self._store is not None and not self.is_alive():
            self._store.close()

    # -- the thread ---------------------------------------------------------------------------------------------

    def connection(self) -> Broker:
        return Broker(self.where, self._proof, f"unotable-hall-{self.where.room}-{secrets.token_hex(4)}")

    def connected(self, broker: Broker) -> None:
        self._broker, self._since = broker, time.monotonic()
        where = self.where
        broker.subscribe(*(where.topic("+", what) for what in ("here", "state", "log", "match/+")))
        broker.subscribe(where.told("+", "seats"))
        self._seat()
        self._dirty = True

    def work(self, broker: Broker) -> None:
        now, there = time.monotonic(), min(AT_ONCE, len(broker.inbox))
        for _ in range(there):
            came = broker.inbox.popleft()
            found = self.room.take(came.topic, came.payload, came.retained, now)
            if found is not None:
                self._waiting.append(found)
                self._sheets = None if isinstance(found.what, Sheet) else self._sheets
            self._dirty = True
        broker.answers.clear()
        if self.leads and now - self._asked_at > ASK_S and now - self._since > LEARN_S and not broker.inbox:
            self._asked_at = now
            for table, match, seq in self.room.missing(now):
                broker.publish(self.where.told(table, "ask"), Ask(v=1, match=match, seq=seq).encode())
        self._other_work(now)
        if 0 < there < FEW:  # waking up for each message costs more than reading it
            self._ending.wait(GATHER_S)

    def rest(self, seconds: float) -> None:
        """Without a connection the store and the screen still get their due."""
        end = time.monotonic() + seconds
        while not self._ending.is_set() and (now := time.monotonic()) < end:
            self._other_work(now)
            self._ending.wait(0.05)

    def lost(self, error: BrokerError) -> None:
        self._broker, self._dirty = None, True

    def leave(self, broker: Broker) -> None:
        self._keep()

    def _other_work(self, now: float) -> None:
        while not self._commands.empty():
            self._commands.get()()
            self._dirty = True
        if self._waiting and now - self._kept_at > KEEP_S:
            self._kept_at = now
            self._keep()
        if (self._dirty and now - self._viewed_at > VIEW_S) or now - self._viewed_at > 1.0:
            self._viewed_at, self._dirty = now, False
            self.view = self._look()
            for callback in self._subscribers:
                callback(self.view)

    # -- parts --------------------------------------------------------------------------------------------------

    def _learn(self) -> None:
        """What the store knows."""
        if self._store is None:
            return
        for table, sheet, seqs in self._store.matches():
            self.room.know(table, sheet, seqs)
        number = self._store.word(self._word)
        self._round = int(number) if self.tournament is not None and number.isdecimal() else 0

    @property
    def _word(self) -> str:
        return f"round of {self.tournament.name}" if self.tournament is not None else ""

    def _keep(self) -> None:
        found = list(self._waiting)
        if self._store is None:
            self.stored += len(found)
            self._waiting.clear()
            return
        try:
            self._store.keep(found)
        except StoreError as error:
            self._dirty = self._dirty or self._trouble != str(error)
            self._trouble = str(error)
            while len(self._waiting) > WAITING:
                self._waiting.popleft()
            return
        self.stored += len(found)
        self._dirty = self._dirty or bool(self._trouble)
        self._trouble = ""
        self._waiting.clear()

    def _look(self) -> HallView:
        if self._sheets is None:
            owners = self.room.owners
            ordered = sorted(self.room.sheets.values(), key=lambda sheet: (sheet.started, sheet.match))
            self._sheets = tuple((owners[sheet.match], sheet) for sheet in ordered)
        tables = tuple(self.room.tables[name] for name in sorted(self.room.tables))
        seats = tuple(sorted(self.room.seats.items()))
        number = (
            self._round if self.tournament is not None and self.leads else max((it.round for _, it in seats), default=0)
        )
        return HallView(self.where.room, time.monotonic(), tables, self._sheets, seats, number,
                        self._trouble or self.problem, self.room.refused, self.room.latest)  # fmt: skip

    def _go_to(self, number: int) -> None:
        if self.tournament is None or not self.leads or not 0 <= number <= self.tournament.file.rounds:
            return
        self._round = number
        if self._store is not None:
            try:
                self._store.remember(self._word, str(number))
            except StoreError as error:
                self._trouble = str(error)
        self._seat()

    def _seat(self) -> None:
        """Every table of the tournament is told who sits there now."""
        if self.tournament is None or self._broker is None or not self.leads:
            return
        for table in self.tournament.file.tables:
            seats: Seats = self.tournament.seats(table, self._round)
            self._broker.publish(self.where.told(table, "seats"), seats.encode(), retain=True)
