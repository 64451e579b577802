"""Which board sits where: remembered by board id, never by port, and learned from the order of UNO presses."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from unotable import keep


class Seating:
    """Board id → seat number 1…N.

    `path` is the file that remembers it between evenings (`None`: nothing is remembered). `fixed` seats boards whose
    place is known beforehand, the desk's. A file that cannot be read or written never stops a game: it is logged and
    the boards are seated anew.
    """

    def __init__(self, seats: int, path: Path | None = None, fixed: Mapping[str, int] | None = None) -> None:
        self.seats = seats
        self._path = path
        self._fixed = dict(fixed or {})
        self._places: dict[str, int] = {**self._read(), **self._fixed}

    def of(self, board: str) -> int | None:
        """The board's seat, `None` where it has none at a table of this size."""
        seat = self._places.get(board)
        return seat if seat is not None and 1 <= seat <= self.seats else None

    def board(self, seat: int, among: Mapping[str, object]) -> str | None:
        """The board of `among` that sits at `seat`."""
        return next((board for board in among if self.of(board) == seat), None)

    def arrive(self, board: str, present: Mapping[str, object]) -> int | None:
        """The remembered seat of a board that came, unless another present board has it by now."""
        seat = self.of(board)
        others = {other: None for other in present if other != board}
        if seat is not None and self.board(seat, others) is not None:
            del self._places[board]
            return None
        return seat

    def free(self, present: Mapping[str, object]) -> int | None:
        """The lowest seat without a present board: the next UNO of a board without a seat takes it. `None`: none is."""
        taken = {self.of(other) for other in present}
        return next((seat for seat in range(1, self.seats + 1) if seat not in taken), None)

    def place(self, board: str, seat: int | None) -> None:
        """Seats the board there, or nowhere; whoever sat there before does so no longer."""
        self._places = {other: there for other, there in self._places.items() if there != seat and other != board}
        if seat is not None:
            self._places[board] = seat
        self._write()

    def renumber(self, to: Mapping[int, int], seats: int) -> None:
        """The table has so many seats now, and some of them another number: whoever sits there goes along."""
        self.seats = seats
        places = {board: to.get(seat, seat) for board, seat in self._places.items()}
        if places != self._places:
            self._places = places
            self._write()

    def clear(self) -> None:
        """Everybody gets up: the next UNO presses seat the boards in their order."""
        self._places = {}
        self._write()

    def _read(self) -> dict[str, int]:
        found = None if self._path is None else keep.read(self._path)
        places = found if isinstance(found, dict) else {}
        return {str(board): seat for board, seat in places.items() if type(seat) is int}  # true is no seat

    def _write(self) -> None:
        if self._path is not None:
            keep.write(self._path, {board: seat for board, seat in self._places.items() if board not in self._fixed})
