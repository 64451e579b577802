"""`demo --tables N`: several tables that play by themselves, to try a hall on one laptop."""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from unotable.hall import options as room
from unotable.locale import tr
from unotable.wrong import Wrong

if TYPE_CHECKING:
    from unotable.desk.spoil import Faults

PACE = 0.5  # quick enough to see something, slow enough to follow it
MOST = 12
PEOPLE = (
    "Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hana", "Ivo", "Jun", "Kim", "Leo", "Mia", "Nils", "Oda", "Pia",
    "Quin", "Ren", "Sol", "Tao", "Uma", "Vic", "Wen", "Xia", "Yan", "Zoe", "Abe", "Bea", "Cleo", "Dan", "Eva", "Finn",
    "Gil", "Hugo", "Ida", "Jo", "Kaya", "Lars", "May", "Noa", "Olga", "Pablo", "Rosa", "Sven", "Tess", "Ugo", "Vera",
)  # fmt: skip


def play(options: argparse.Namespace, rules: str, overrides: Mapping[str, object], faults: Faults | None) -> int:
    """Plays until somebody presses Enter, or all tables have played the rounds that were asked for."""
    if not options.hall:
        raise Wrong("--tables shows them in a room: --hall mqtt://broker/cafe names it")
    if options.tables > MOST or options.tables * options.seats > len(PEOPLE):
        raise Wrong(f"--tables: at most {MOST}, and {len(PEOPLE)} players in all")
    where, proof = room.where(options.hall, options)
    if where.user:
        raise Wrong("--tables calls the tables table-1, table-2 …: leave the name out of the address")
    from unotable import logs, start
    from unotable.desk.process import DeskError
    from unotable.desk.soon import Soon
    from unotable.hall.publisher import Publisher
    from unotable.journal.errors import JournalError, RulesError

    logs.to_file()
    seed = options.seed or 1
    with ExitStack() as stack:
        sessions = []
        try:
            for number in range(options.tables):
                hall = Publisher(replace(where, user=f"table-{number + 1}"), proof)
                stack.callback(hall.close)
                seats = PEOPLE[number * options.seats :][: options.seats]
                soon = Soon(options.seats, seed + number, options.python, faults, options.boards)
                stack.callback(soon.close)
                session = start.demo(
                    soon, seats, rules, overrides, options.new, True, seed + number, options.rounds,
                    options.pace or PACE,
                )  # fmt: skip
                stack.callback(session.close)
                hall.watch(session.live, session.path, _complain)
                hall.start()
                sessions.append(session)
        except (JournalError, RulesError) as error:
            raise Wrong(str(error)) from error
        except DeskError as error:
            raise Wrong(str(error), 1) from error
        for session in sessions:
            if session.auto is not None:
                session.auto.start()
        print(tr("{n} tables play in {room}; Enter ends them.", n=len(sessions), room=where.room), flush=True)
        ended = threading.Event()
        threading.Thread(target=_wait, args=(ended,), name="input", daemon=True).start()
        while not ended.is_set() and not all(it.auto is None or it.auto.done.is_set() for it in sessions):
            time.sleep(0.1)
    return 0


def _complain(text: str) -> None:
    print(f"unotable: {text}", file=sys.stderr, flush=True)


def _wait(ended: threading.Event) -> None:
    """For Enter; where there is no input, for ever."""
    if sys.stdin.readline():
        ended.set()
