"""`watch`: a match that another process plays, seen without touching it."""

from __future__ import annotations

import argparse
import os

from unotable import settings
from unotable.cli.screen import loaded, terminal, visitor
from unotable.options import language
from unotable.wrong import Wrong


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    watch = commands.add_parser(
        "watch",
        help="follow a running match without touching it",
        description="Shows a match that another unotable plays, from its file, a moment behind. Nothing here changes"
        " the match. Without FILE it is the newest that runs, and then the next ones.",
    )
    watch.add_argument("file", nargs="?", metavar="FILE", help="this match (default: the newest that runs)")
    watch.add_argument("--plain", action="store_true", help="lines of text instead of the dashboard")
    language(watch)
    watch.set_defaults(command=_watch)


def _watch(options: argparse.Namespace) -> int:
    served = visitor()
    if not served:
        terminal(options)
    from unotable import logs
    from unotable.journal.errors import JournalError, RulesError
    from unotable.locale import tr
    from unotable.match.follower import Follower
    from unotable.match.remote import Caller

    if not served:
        logs.to_file()
    address = os.environ.pop("UNOTABLE_CONTROL", "") if served else ""
    try:
        follower = Follower(options.file, Caller(address) if address else None)
    except (JournalError, RulesError) as error:
        raise Wrong(str(error)) from error
    except LookupError:
        raise Wrong(tr("no match runs; `unotable watch FILE` shows one, `unotable play` begins one"), 1) from None
    try:
        if options.plain:
            from unotable.plain.watch import run as run_plain

            loaded()
            return run_plain(follower, stays=options.file is None)
        from unotable.app.app import Unotable, run

        loaded()
        liked = None if served else settings.recall()
        run(Unotable(follower, lang=options.lang, watching=not address, keeps=not served, settings=liked))
        return 0
    finally:
        follower.close()
