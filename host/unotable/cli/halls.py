"""`unotable hall`: many tables at a glance, their standings, and what is kept of them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from unotable import files, locale
from unotable.cli.screen import loaded, terminal, visitor
from unotable.hall import options as common
from unotable.hall.address import PASSWORD, Address, Proof, right
from unotable.options import language, port
from unotable.wrong import Wrong

if TYPE_CHECKING:
    from unotable.hall.hall import Hall
    from unotable.hall.room import Room
    from unotable.hall.store import Store
    from unotable.hall.tournament import Tournament
    from unotable.web.serving import Serving


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    hall = commands.add_parser("hall", help="many tables: who plays, who waits for a referee, who leads")
    hall.add_argument("broker", nargs="?", metavar="URL", help="the room, as in mqtt://broker/cafe")
    hall.add_argument("--store", metavar="WHERE", help="a file (SQLite), or postgresql://…; default: a file a room")
    hall.add_argument("--tournament", metavar="FILE", help="players, tables, rounds; seats everybody")
    hall.add_argument("--read", nargs="+", metavar="FILE", help="journals copied by hand, into the store")
    hall.add_argument("--table", metavar="NAME", help="whose they are, where no table has told of them")
    how = hall.add_mutually_exclusive_group()
    how.add_argument("--csv", dest="kind", action="store_const", const="csv", help="what is stored, for spreadsheets")
    how.add_argument("--json", dest="kind", action="store_const", const="json", help="the same as one JSON object")
    hall.add_argument("-o", "--out", metavar="OUT", help="where to (default: standard output)")
    hall.add_argument("--plain", action="store_true", help="lines of text instead of the screen")
    hall.add_argument("--look", action="store_true", help="only look: nothing is stored, no table is told anything")
    hall.add_argument("--web", nargs="?", const=0, type=port, metavar="PORT",
                      help="show it to browsers on this machine (default: port 8765); they only look")  # fmt: skip
    hall.add_argument(
        "--host", metavar="ADDRESS", help="serve other machines, too: 0.0.0.0 for all that reach this one"
    )
    language(hall)
    common.add(hall, "how the broker knows you")
    hall.set_defaults(command=_hall)


def _hall(options: argparse.Namespace) -> int:
    if not options.broker and not options.store:
        raise Wrong("which room? As in: unotable hall mqtt://broker/cafe; or --store, for what is kept")
    if options.table and not (options.read and right(options.table)):
        raise Wrong("--table names the table of the journals that --read reads: letters, digits, - _ and .")
    if options.plain and options.web is not None:
        raise Wrong("--web shows the screen, --plain is without one")
    if options.host and options.web is None:
        raise Wrong("--host belongs to --web")
    if options.read or options.kind or not options.broker:
        return _stored(options)
    served = visitor()
    if not served:
        terminal(options)
    where, proof = common.where(options.broker, options)
    if options.web is not None:
        from unotable.web.serving import missing

        if missing():
            raise Wrong(missing())

    from unotable import logs
    from unotable.hall.hall import Hall

    tournament = _tournament(options)
    store = None if options.look else _store(options, where)
    if not served:
        logs.to_file()
    hall = Hall(where, proof, store, tournament, leads=not options.look)
    if options.plain:
        return _plain(hall)
    from unotable.app.hall.app import HallApp

    loaded()
    app = HallApp(hall, options.lang)
    serving = _served(options, proof, app.tell) if options.web is not None else None
    try:
        hall.start()
        return app.run() or 0
    finally:
        hall.close()
        if serving is not None:
            serving.close()


def _plain(hall: Hall) -> int:
    from unotable.plain.hall import run

    loaded()
    try:
        hall.start()
        return run(hall)
    finally:
        hall.close()


def _served(options: argparse.Namespace, proof: Proof, told: Callable[[str], None]) -> Serving:
    """Shows the room to browsers: each has a hall of its own, that only looks."""
    from unotable.web.serving import LOOPBACK, Serving, Wanted

    words = ["hall", options.broker, "--look"]
    if options.tournament:
        words += ["--tournament", str(Path(options.tournament).resolve())]
    for name in ("ca", "cert", "key"):
        if getattr(proof, name):
            words += [f"--{name}", str(Path(getattr(proof, name)).resolve())]
    given = {PASSWORD: proof.password} if proof.password else {}
    wanted = Wanted("", options.host or LOOPBACK[0], options.web, "", locale.current(), tuple(words), given)
    return Serving(wanted, told)


def _stored(options: argparse.Namespace) -> int:
    """Without a connection: journals in, results out."""
    from unotable.hall import copied, export
    from unotable.hall.address import AddressError, address
    from unotable.hall.room import BY_HAND, Room
    from unotable.hall.store import StoreError
    from unotable.journal.errors import JournalError, RulesError

    tournament = _tournament(options)
    try:
        where = address(options.broker) if options.broker else None
    except AddressError as error:
        raise Wrong(str(error)) from error
    store = _store(options, where)
    try:
        room = Room(store.room)
        for table, sheet, seqs in store.matches():
            room.know(table, sheet, seqs)
        for name in options.read or ():
            try:
                taken = copied.take_in(name, options.table or BY_HAND, room, store)
            except (JournalError, RulesError) as error:
                raise Wrong(str(error)) from error
            if not taken:
                print(f"unotable: {name}: the store knows more of this match already", file=sys.stderr)
        if not options.kind:
            return _summary(room, tournament)
        sheets = [(room.owners[match], sheet) for match, sheet in room.sheets.items()]
        of = tournament.rounds_of(sheets) if tournament is not None else None
        write = export.as_csv if options.kind == "csv" else export.as_json
        return _out(write(sheets, list(store.rounds()), of), options)
    except StoreError as error:
        raise Wrong(str(error), 1) from error
    finally:
        store.close()


def _summary(room: Room, tournament: Tournament | None) -> int:
    from unotable.hall.export import counted
    from unotable.hall.telling import standings_table

    sheets = [(room.owners[match], sheet) for match, sheet in room.sheets.items()]
    print(standings_table(counted(sheets, tournament.rounds_of(sheets) if tournament is not None else None)))
    return 0


def _out(text: str, options: argparse.Namespace) -> int:
    if options.out is None:
        print(text.rstrip("\n").replace("\r\n", "\n"))
        return 0
    mark = "\ufeff" if options.kind == "csv" else ""  # without it some spreadsheets take UTF-8 for something else
    try:
        Path(options.out).write_text(mark + text, encoding="utf-8", newline="")
    except OSError as error:
        raise Wrong(f"{options.out} cannot be written: {files.reason(error)}", 1) from error
    return 0


def _tournament(options: argparse.Namespace) -> Tournament | None:
    if not options.tournament:
        return None
    from unotable.hall.tournament import TournamentError, read

    try:
        return read(options.tournament)
    except TournamentError as error:
        raise Wrong(str(error)) from error


def _store(options: argparse.Namespace, where: Address | None) -> Store:
    from unotable.hall.store import Store, StoreError, default

    room = where.room if where is not None else ""
    try:
        store = Store(options.store or default(room), room)
        rooms = store.rooms()
        if room or not rooms:
            store.room = room or "room"
        elif len(rooms) == 1:
            store.room = rooms[0]
        else:
            store.close()
            raise Wrong(f"{store.shown} has several rooms, {', '.join(rooms)}: name one as in mqtt://broker/{rooms[0]}")
        return store
    except StoreError as error:
        raise Wrong(str(error), 1) from error
