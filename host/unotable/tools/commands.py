"""The tools' commands: their options and how they end. Like cli.py it loads nothing until a command runs."""

from __future__ import annotations

import argparse

from unotable.wrong import Wrong


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    flash = commands.add_parser("flash", help="install or update the firmware of a board")
    which = flash.add_mutually_exclusive_group()
    which.add_argument("port", nargs="?", metavar="PORT", help="the board's port (default: the only board there is)")
    which.add_argument("--all", action="store_true", help="every board that is plugged in")
    flash.set_defaults(command=_flash)


def _say(line: str) -> None:
    print(line, flush=True)


def _flash(options: argparse.Namespace) -> int:
    from unotable import logs
    from unotable.locale import tr
    from unotable.tools.flash import FlashError, flash

    logs.to_file()
    try:
        return flash(options.port, options.all, _say)
    except FlashError as error:
        raise Wrong(str(error), 1) from error
    except KeyboardInterrupt:
        raise Wrong(tr("interrupted: the board stays at its prompt until `unotable flash` is run again"), 130) from None
