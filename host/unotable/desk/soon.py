"""A desk that starts while everything else is still being loaded."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from unotable.desk.desk import Desk

if TYPE_CHECKING:
    from unotable.desk.spoil import Faults


class Soon:
    """Starts at once, in a thread of its own. `close` ends the desk, whether somebody took it or not."""

    def __init__(
        self,
        seats: int,
        seed: int | None = None,
        python: str | None = None,
        faults: Faults | None = None,
        boards: int | None = None,
    ) -> None:
        self._desk: Desk | None = None
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._start, args=(seats, seed, python, faults, boards), name="desk")
        self._thread.start()

    def desk(self) -> Desk:
        """The desk, as soon as its boards are ready; `DeskError` where they do not start."""
        self._thread.join()
        if self._desk is None:
            raise self._error or RuntimeError("the desk did not start")
        return self._desk

    def close(self) -> None:
        self._thread.join()
        if self._desk is not None:
            self._desk.close()

    def _start(
        self, seats: int, seed: int | None, python: str | None, faults: Faults | None, boards: int | None
    ) -> None:
        try:
            self._desk = Desk(seats, seed, python, faults=faults, boards=boards)
        except Exception as error:  # whoever asks for the desk gets it
            self._error = error
