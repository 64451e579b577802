"""The command line: `unotable COMMAND`. A module a group of commands: their arguments, and how they end.

Each command imports what it needs itself, so that none loads the others'. Errors for people: one sentence on standard
error; exit code 2 for something asked wrongly, 1 for something that failed, 0 otherwise.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

from unotable import __version__, locale, settings, started
from unotable.bench import commands as bench
from unotable.cli import boards, completion, halls, places, records, rulesets, tables, watching
from unotable.options import Parser
from unotable.tools import commands as tools
from unotable.visible import visible
from unotable.wrong import Wrong


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command; returns its exit code."""
    started.passed("interpreter")
    _speak_utf8()
    options = parser().parse_args(argv)
    command: Callable[[argparse.Namespace], int] = options.command
    _in_my_language(options)
    try:
        return command(options)
    except Wrong as error:
        print(f"unotable: {visible(error)}", file=sys.stderr)
        return error.code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of a pipe has had enough
        sys.stderr.close()
        return 1


def parser() -> argparse.ArgumentParser:
    top = Parser(
        prog="unotable",
        description="Buttons at every seat and an honest referee on the laptop, for the real-card game UNO.",
        epilog="Begin with `unotable demo`, a table without hardware. `unotable COMMAND --help` tells more.",
    )
    top.add_argument("--version", action="version", version=f"unotable {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for group in (tables, watching, halls, boards, tools, records, places, rulesets, completion, bench):
        group.add(commands)
    top.described()
    return top


def _in_my_language(options: argparse.Namespace) -> None:
    """Whoever switched the language of the screen has it again the next time, whatever the command."""
    lang = getattr(options, "lang", None) or settings.recall().lang or None
    if hasattr(options, "lang"):
        options.lang = lang
    locale.use(lang or locale.default())


def _speak_utf8() -> None:
    """A console of another encoding gets a question mark for what it cannot show, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
