"""`boards`: which there are and how they are, a console, a race and a self-test."""

from __future__ import annotations

import argparse

from unotable.options import positive, seats
from unotable.tools import commands as tools
from unotable.wrong import Wrong


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    boards = commands.add_parser("boards", help="every board: its seat, firmware, clock and losses")
    boards.add_argument("--json", action="store_true", help="one JSON list")
    boards.add_argument("--port", action="append", metavar="PORT", help="look only here (may be repeated)")
    boards.add_argument(
        "--console", nargs="?", const="", metavar="PORT", help="a board's lines as they come; lines typed are sent"
    )
    boards.add_argument("--race", action="store_true", help="press all boards at once: do their clocks agree?")
    boards.add_argument(
        "--self-test",
        action="store_true",
        help="walk through one new board: buttons, lamps, sound, clock; a pass sheet",
    )
    boards.add_argument(
        "--desk",
        type=seats,
        nargs="?",
        const=4,
        metavar="N",
        help="a race or a self-test without hardware; a race has N boards, 2 to 10",
    )
    boards.add_argument("--presses", type=positive, metavar="N", help="presses of the race (default 10)")
    boards.set_defaults(command=_boards)


def _boards(options: argparse.Namespace) -> int:
    if options.console is not None:
        return tools.console(options.console)
    if options.self_test:
        if options.race or options.presses:
            raise Wrong("--self-test is of one board; --race and --presses are of several")
        if options.desk and options.port:
            raise Wrong("--desk is a self-test without ports; --port names a real board's")
        return tools.self_test(bool(options.desk), options.port, options.json)
    if options.race:
        if options.desk and options.port:
            raise Wrong("--desk is a race without ports; --port is one with real boards")
        return tools.race(options.desk, options.presses or 10, options.port, options.json)
    if options.desk or options.presses:
        raise Wrong("--desk belongs to --race and --self-test, --presses to --race")
    from unotable.plain import listing

    rows = listing.boards(options.port)
    if options.json:
        print(listing.as_json(rows))
    elif rows:
        print(listing.as_text(rows))
    if not rows:
        from unotable.locale import tr
        from unotable.start import NO_BOARDS

        raise Wrong(tr(NO_BOARDS), 1)
    return 0
