"""What was played: `replay`, `history` and `export`."""

from __future__ import annotations

import argparse
import sys

from unotable import files
from unotable.cli.screen import loaded, terminal
from unotable.cli.tables import front
from unotable.locale import tr
from unotable.options import language
from unotable.progress import Long, Progress, bar, nowhere
from unotable.wrong import Wrong


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    replay = commands.add_parser("replay", help="read match files again")
    replay.add_argument(
        "files", nargs="+", metavar="FILE", help="matches, from the folder that `unotable locate` names"
    )
    how = replay.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="the table as JSON, one object a file")
    how.add_argument("--check", action="store_true", help="compare with the expectations in the files")
    how.add_argument("--watch", action="store_true", help="see one played again: pause, step, speed, next ruling")
    language(replay)
    replay.set_defaults(command=_replay)

    history = commands.add_parser("history", help="past matches, and what each player did in them")
    history.add_argument("--json", action="store_true", help="one JSON object")
    history.add_argument("--rebuild", action="store_true", help="read every match file again")
    history.add_argument("--watch", action="store_true", help="the same as a screen: open, replay, go on")
    language(history)
    history.set_defaults(command=_history)

    export = commands.add_parser("export", help="a match for other programs and people: rounds, rulings, scores")
    export.add_argument("file", metavar="FILE", help="a match")
    kind = export.add_mutually_exclusive_group(required=True)
    kind.add_argument("--csv", dest="kind", action="store_const", const="csv", help="one table for spreadsheets")
    kind.add_argument("--json", dest="kind", action="store_const", const="json", help="one JSON object")
    kind.add_argument("--html", dest="kind", action="store_const", const="html", help="one page to share")
    kind.add_argument("--svg", dest="kind", action="store_const", const="svg", help="a picture of the scores")
    kind.add_argument("--png", dest="kind", action="store_const", const="png", help="the same as pixels, into a file")
    export.add_argument("-o", "--out", metavar="OUT", help="where to (default: standard output)")
    language(export)
    export.set_defaults(command=_export)


def _replay(options: argparse.Namespace) -> int:
    if options.watch:
        return _watch(options)
    from unotable.plain import replay

    worst = 0
    for name in options.files:
        worst = max(worst, replay.replay(name, "json" if options.json else "check" if options.check else "text"))
    return worst


def _watch(options: argparse.Namespace) -> int:
    """One match file played again on the screen."""
    if len(options.files) != 1:
        raise Wrong("--watch shows one match at a time")
    terminal(options)
    from unotable.app import front
    from unotable.journal.errors import JournalError, RulesError
    from unotable.match.replayed import Replayed

    try:
        replayed = Replayed.open(options.files[0])
    except (JournalError, RulesError) as error:
        raise Wrong(str(error)) from error
    loaded()
    front.watch(replayed, options.lang)
    return 0


def _history(options: argparse.Namespace) -> int:
    from unotable.journal import history, index

    if options.watch:
        if options.json:
            raise Wrong("--watch is a screen; --json is for scripts")
        terminal(options)
    counted = _counted if sys.stderr.isatty() else None
    if options.watch:
        if options.rebuild:
            index.past(True, counted)
        return front(options, {}, "history")
    found = index.past(options.rebuild, counted)
    print(history.as_json(found) if options.json else history.as_text(found))
    return 0


def _counted(done: int, total: int) -> None:
    """How far a reading of many matches is; a few are not worth a line."""
    if total > 20:
        told = tr("Reading matches: {done} of {total}", done=done, total=total)
        print(f"\r{bar(done, total)} {told}", end="\n" if done == total else "", file=sys.stderr, flush=True)


def _long(what: str) -> Progress:
    """A bar for work that takes its time, where somebody looks."""
    if not sys.stderr.isatty():
        return nowhere
    return Long(what, lambda text, over: print(f"\r{text}", end="\n" if over else "", file=sys.stderr, flush=True))


def _export(options: argparse.Namespace) -> int:
    from pathlib import Path

    from unotable.journal import export, sheet
    from unotable.journal.errors import JournalError, RulesError
    from unotable.journal.file import read

    try:
        match = read(options.file)
        made = export.prepare(match)
    except (JournalError, RulesError) as error:
        raise Wrong(str(error)) from error
    if match.warning:
        print(f"unotable: {match.warning}", file=sys.stderr)
    if options.kind == "png" and options.out is None:
        raise Wrong("a PNG goes into a file: -o FILE.png")
    out = None if options.out is None else Path(options.out)
    if out is not None and out.exists() and out.samefile(match.path):
        raise Wrong(f"{out} is the match itself; an export never overwrites one")
    if options.kind == "png":
        written = _pixels(sheet.as_svg(made))
    else:
        write = {"csv": export.as_csv, "json": export.as_json, "html": sheet.as_html, "svg": sheet.as_svg}
        text = write[options.kind](made)
        if out is None:
            print(text.rstrip("\n").replace("\r\n", "\n"))
            return 0
        mark = "\ufeff" if options.kind == "csv" else ""  # without it some spreadsheets take UTF-8 for something else
        written = (mark + text).encode()
    assert out is not None
    try:
        out.write_bytes(written)
    except OSError as error:
        raise Wrong(f"{out} cannot be written: {files.reason(error)}", 1) from error
    return 0


def _pixels(svg: str) -> bytes:
    """A PNG; a font that is missing for it is said."""
    from unotable.journal import pixels

    try:
        drawn, wrong = pixels.drawn(svg, _long(tr("Drawing the picture")))
    except pixels.Missing as error:
        raise Wrong(str(error)) from error
    if wrong:
        print(f"unotable: {wrong}", file=sys.stderr)
    return drawn
