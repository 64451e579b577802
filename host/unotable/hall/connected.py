"""A thread that keeps a connection to the broker: it tries again by itself, and ends at once when asked to."""

from __future__ import annotations

import logging
import random
import threading

from unotable.hall.address import Address, Proof
from unotable.hall.broker import Broker, BrokerError

log = logging.getLogger(__name__)

FIRST_S, LONGEST_S = 0.5, 20.0  # between two tries
REFUSED_S = 30.0  # somebody has to change something first
STEP_S = 0.05


class Connected(threading.Thread):
    """`problem` is why there is no connection, empty while there is one; `online` once it has asked for its messages:
    one sent before that is not heard.

    The thread is a daemon: one that hangs in a name server's silence does not keep a process alive.
    """

    def __init__(self, name: str, where: Address, proof: Proof) -> None:
        super().__init__(name=name, daemon=True)
        self.where = where
        self.problem = ""
        self.online = False
        self._proof = proof
        self._ending = threading.Event()
        self._wait = FIRST_S

    def close(self, longest: float = 0.5) -> None:
        """Ends it; what is still to be done may take `longest` s. May be called twice, and before it was started."""
        self._ending.set()
        if self.is_alive():
            self.join(longest)

    def run(self) -> None:
        while not self._ending.is_set():
            broker = None
            try:
                broker = self.connection()
                broker.open()
                self.problem, self._wait = "", FIRST_S
                self.connected(broker)
                self.online = True
                while not self._ending.is_set():
                    broker.step(STEP_S)
                    self.work(broker)
                self.leave(broker)
            except BrokerError as error:
                self._wait = REFUSED_S if error.refused else min(LONGEST_S, self._wait * 2)
                self.problem = str(error)
                log.info("%s: %s", self.name, error)
                self.lost(error)
            except Exception:  # the thread stays; the log tells the rest
                log.exception("%s stumbled", self.name)
                self._wait = LONGEST_S
            finally:
                self.online = False
                if broker is not None:
                    broker.close()
            self.rest(self._wait * random.uniform(0.7, 1.0))

    def rest(self, seconds: float) -> None:
        """Until the next try."""
        self._ending.wait(seconds)

    def connection(self) -> Broker:
        raise NotImplementedError

    def connected(self, broker: Broker) -> None:
        """A new connection is there: nothing of an earlier one holds any more."""

    def work(self, broker: Broker) -> None:
        """Called after each step."""

    def leave(self, broker: Broker) -> None:
        """Asked to end while connected; whoever asked waits."""

    def lost(self, error: BrokerError) -> None:
        """No connection."""
