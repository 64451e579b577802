"""A hall as lines of text: each table's status when it changes, and what is asked for by a letter."""

from __future__ import annotations

import queue
import sys
import threading

from unotable.hall import telling
from unotable.hall.export import counted
from unotable.hall.hall import Hall, HallView
from unotable.hall.room import Status
from unotable.locale import mark, tr

HELP = mark("s standings, t all tables, f who sits where, n next tournament round, q quit")


class Teller:
    """Turns views into the lines they make new."""

    def __init__(self) -> None:
        self._stood: dict[str, Status] = {}
        self._problem = ""

    def lines(self, view: HallView) -> list[str]:
        """A line a table whose status is another one, those that call a referee first; then what went wrong."""
        found: list[tuple[bool, str]] = []
        for it in view.tables:
            status = it.status(view.at)
            if self._stood.get(it.table) != status:
                self._stood[it.table] = status
                told = telling.doing(it.state) if status in ("call", "over") else ""
                found.append((status != "call", " - ".join(filter(None, [it.table, telling.status(status), told]))))
        if view.problem != self._problem:
            self._problem = view.problem
            found.append((True, view.problem or tr("The broker is there again.")))
        return [line for _, line in sorted(found, key=lambda it: it[0])]


def answer(text: str, hall: Hall) -> list[str]:
    """What a typed letter asks for."""
    view = hall.view
    tournament = hall.tournament
    match text.strip():
        case "":
            return []
        case "s":
            of = tournament.rounds_of(view.sheets) if tournament is not None else None
            return telling.standings_table(counted(view.sheets, of)).split("\n")
        case "t":
            rows = [
                " - ".join(filter(None, [it.table, telling.status(it.status(view.at)), telling.doing(it.state)]))
                for it in view.tables
            ]
            return rows or [tr("No table has been seen yet.")]
        case "f":
            rows = [f"{table}: {', '.join(seats.seats)}" for table, seats in view.seats]
            return rows or [tr("No round yet: press n at the tables.")]
        case "n" if tournament is not None and hall.leads:
            hall.go_to(view.round + 1)
            return [tr("round {n} of {all}", n=min(view.round + 1, tournament.file.rounds), all=tournament.file.rounds)]
        case _:
            return [tr(HELP)]


def run(hall: Hall) -> int:
    """Prints until `q`; without input it goes on until it is stopped."""
    news: queue.SimpleQueue[HallView | str] = queue.SimpleQueue()
    hall.subscribe(news.put)
    news.put(hall.view)
    threading.Thread(target=_listen, args=(news,), name="input", daemon=True).start()
    teller = Teller()
    print(tr(HELP), flush=True)
    while True:
        what = news.get()
        if isinstance(what, HallView):
            lines = teller.lines(what)
        elif what.strip() == "q":
            return 0
        else:
            lines = answer(what, hall)
        for line in lines:
            print(line, flush=True)


def _listen(news: queue.SimpleQueue[HallView | str]) -> None:
    for line in sys.stdin:
        news.put(line)
