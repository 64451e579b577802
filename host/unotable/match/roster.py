"""The boards of a match: who is there, where each sits and how its link and clock are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from unotable.link.events import BoardDown, BoardRefused, BoardUp, Health
from unotable.locale import mark, tr, words
from unotable.locale.say import duration
from unotable.match.actions import Action, Lamp, SeatBoard
from unotable.match.bounds import Bounds
from unotable.match.seating import Seating
from unotable.match.view import BoardView

SEAT_COLOURS = ("e6194b", "3cb44b", "ffe119", "4363d8", "f58231", "911eb4", "46f0f0", "f032e6", "bcf60c", "fabebe")
NOBODY = "000000"
REASONS = (  # why a clock is not sure, as clock/ says it
    mark("its rate is not proved yet"),
    mark("it has not answered a clock query for a while"),
    mark("it has answered no clock query yet"),
    mark("its clock and this computer's contradict each other: one of them was set, or skipped"),
    mark("its USB frames contradict its clock"),
    mark("its clock is more than 100 ppm fast"),
    mark("its clock is more than 100 ppm slow"),
)


class Roster:
    """Boards by id (a refused one by its port). `said` collects sentences for the feed: (text, seat).

    asks: the seat that is to press UNO next is asked for in words; `asked` tells it anyway.
    """

    def __init__(self, seating: Seating, names: Sequence[str], asks: bool = True) -> None:
        self.seating = seating
        self.said: list[tuple[str, int | None]] = []
        self._names = names
        self._boards: dict[str, BoardView] = {}
        self._bounds = Bounds()
        self._asks = asks
        self.asked: int | None = None  # the seat whose UNO was asked for last

    def rows(self) -> tuple[BoardView, ...]:
        return tuple(sorted(self._boards.values(), key=lambda it: (it.seat or 99, it.board)))

    def present(self) -> dict[str, BoardView]:
        return {board: it for board, it in self._boards.items() if it.state in ("ready", "unsure")}

    def whose(self, board: str) -> str:
        seat = self.seating.of(board)
        return tr("{name}'s board", name=self._names[seat - 1]) if seat is not None else tr("board {id}", id=board)

    def up(self, event: BoardUp) -> list[Action]:
        before = self._boards.get(event.board)
        remembered = self.seating.of(event.board)
        seat = self.seating.arrive(event.board, self.present())
        self._boards.pop(event.port, None)
        self._bounds.forget(event.board)
        self._boards[event.board] = BoardView(
            board=event.board,
            seat=seat,
            kind=event.kind,
            firmware=event.firmware,
            python=event.python,
            pid=event.pid,
            lost=before.lost if before else 0,
            port=event.port,
        )
        if before is not None and before.state == "absent":
            self._say(event.board, tr("{board} is back", board=self.whose(event.board)))
        if remembered is not None and seat is None:
            name = self._name(remembered)
            self.said.append(
                (tr("board {id} was {name}'s, who has another one by now", id=event.board, name=name), None)
            )
        self._ask()
        return [self._seat(event.board)]

    def down(self, event: BoardDown) -> None:
        board = self._boards.get(event.board)
        if board is not None and board.state != "absent":
            self._boards[event.board] = replace(board, state="absent", why=event.why)
            self._say(event.board, tr("{board} is absent: {why}", board=self.whose(event.board), why=event.why))

    def refused(self, event: BoardRefused) -> None:
        known = self._boards.get(event.port)
        if known is None or known.why != event.why:
            self._boards[event.port] = BoardView(event.port, None, state="refused", why=event.why, port=event.port)
            self.said.append((f"{event.port}: {event.why}", None))

    def health(self, event: Health) -> bool:
        """Takes the report; true where it is news. A clock's figures change with every report and are none."""
        board = self._boards.get(event.board)
        if board is None or board.state == "absent":
            return False
        unsure = event.state in ("unsure", "lost")
        why = ", ".join(tr(reason) for reason in event.reasons) if unsure else ""
        if unsure and board.state == "ready" and board.u_us is not None:  # a clock that has just begun is no news
            self._say(event.board, tr("{board} has an unsure clock: {why}", board=self.whose(event.board), why=why))
            self._bounds.doubt(event.board)
        new = replace(
            board, state="unsure" if unsure else "ready", why=why, u_us=event.u, rtt_us=event.rtt, lost=event.lost
        )
        self._boards[event.board] = new
        self._tell_bound(new)
        same = new == replace(board, u_us=new.u_us, rtt_us=new.rtt_us)
        return not same or board.u_us is None or bool(self.said)

    def _tell_bound(self, board: BoardView) -> None:
        """A seat's bound is the table's business, each at the time when it is news."""
        if board.state != "ready" or board.seat is None or board.u_us is None:
            return
        news = self._bounds.heard(board.board, board.seat, board.u_us)
        fields = {"name": self._name(board.seat), "bound": duration(board.u_us, words())}
        if news == "ready":
            self._say(board.board, tr("{name}: board ready, ±{bound}", **fields))
        elif news == "sure":
            self._say(board.board, tr("{name}: clock sure again, ±{bound}", **fields))
        elif news == "worse":
            self._say(board.board, tr("{name}: clock less exact now, ±{bound}", **fields))

    def sit(self, board: str) -> list[Action]:
        """UNO of a board without a seat: it sits down at the next free one, and flashes that seat's number."""
        others = {other: it for other, it in self.present().items() if other != board}
        free = self.seating.free(others)
        if free is None:
            self.said.append((tr("board {id} finds no free seat: each has its board", id=board), None))
            return []
        before = self.seating.board(free, self._boards)
        self.seating.place(board, free)
        if before is None:
            self._say(board, tr("{name} has board {id}", name=self._name(free), id=board))
        else:
            text = tr("board {id} takes the place of {name}'s board {old}", id=board, name=self._name(free), old=before)
            self._say(board, text)
        actions = [*self.moved(), Lamp(board, "seat", str(free))]
        self._ask()
        return actions

    def place(self, board: str, seat: int | None) -> list[Action]:
        """By hand: the board sits there, and whoever did gets up. KeyError: no such board is known."""
        there = self._boards[board]
        before = None if seat is None else self.seating.board(seat, self._boards)
        self.seating.place(board, seat)
        if seat is None:
            self.said.append((tr("board {id} has no seat now", id=board), None))
        else:
            self._say(board, tr("{name} has board {id}", name=self._name(seat), id=board))
        if before is not None and before != board:
            self.said.append((tr("board {id} has no seat now", id=before), None))
        actions = self.moved()
        if seat is not None and there.state in ("ready", "unsure"):
            actions.append(Lamp(board, "seat", str(seat)))
        self._ask()
        return actions

    def renumber(self, to: Mapping[int, int], names: Sequence[str]) -> list[Action]:
        """The seats are these people's now; `to`: the new numbers of seats that have another one."""
        self._names = names
        self.seating.renumber(to, len(names))
        actions = self.moved()
        self._ask()
        return actions

    def get_up(self) -> list[Action]:
        """All of them."""
        self.seating.clear()
        actions = self.moved()
        self._ask()
        return actions

    def moved(self) -> list[Action]:
        """Tells each board whose seat the seating has changed."""
        actions: list[Action] = []
        for board, it in self._boards.items():
            seat = self.seating.of(board)
            if it.state == "refused" or it.seat == seat:
                continue
            self._boards[board] = replace(it, seat=seat)
            if it.state != "absent":
                actions.append(self._seat(board))
        return actions

    def _seat(self, board: str) -> Action:
        seat = self._boards[board].seat or 0
        return SeatBoard(board, seat, SEAT_COLOURS[(seat - 1) % len(SEAT_COLOURS)] if seat else NOBODY)

    def _ask(self) -> None:
        """While boards without a seat are there, the next seat is asked for, each once."""
        present = self.present()
        free = self.seating.free(present) if any(it.seat is None for it in present.values()) else None
        if self._asks and free is not None and free != self.asked:
            self.said.append((tr("seat {seat}, {name}: press UNO", seat=free, name=self._name(free)), free))
        self.asked = free

    def _name(self, seat: int) -> str:
        return self._names[seat - 1]

    def _say(self, board: str, text: str) -> None:
        self.said.append((text, self.seating.of(board)))
