"""The command line: `unotable COMMAND`. Each command imports what it needs itself, so that none loads the others'.

Errors for people: one sentence on standard error; exit code 2 for something asked wrongly, 1 for something that
failed, 0 otherwise.
"""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from unotable import __version__, locale
from unotable.bench import commands as bench
from unotable.options import positive, seats
from unotable.tools import commands as tools
from unotable.wrong import Wrong

if TYPE_CHECKING:
    from unotable.start import Session

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hana", "Ivo", "Jun")  # who sits at a demo table


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command; returns its exit code."""
    _speak_utf8()
    options = parser().parse_args(argv)
    command: Callable[[argparse.Namespace], int] = options.command
    locale.use(getattr(options, "lang", None) or locale.default())
    try:
        return command(options)
    except Wrong as error:
        print(f"unotable: {error}", file=sys.stderr)
        return error.code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of a pipe has had enough
        sys.stderr.close()
        return 1


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="unotable",
        description="Buttons at every seat and an honest referee on the laptop, for the real-card game UNO.",
    )
    top.add_argument("--version", action="version", version=f"unotable {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)

    demo = commands.add_parser("demo", help="a whole table without hardware: the real firmware as processes")
    _match_options(demo)
    demo.add_argument("--seats", type=seats, default=4, metavar="N", help="2 to 10 (default 4)")
    demo.add_argument("--auto", action="store_true", help="the players play by themselves")
    demo.add_argument("--seed", type=int, default=None, metavar="S", help="their cards and decisions (default 1)")
    demo.add_argument("--rounds", type=positive, default=None, metavar="K", help="stop after so many rounds")
    demo.add_argument("--pace", type=_pace, default=None, metavar="P", help="1 is human, 0.1 ten times as fast")
    demo.add_argument("--python", choices=("micropython", "cpython"), help="what runs the firmware")
    demo.add_argument("--faults", metavar="NAME", help="bad cables: noisy, flaky-cable, stalls, chaos … or a FILE.toml")
    demo.set_defaults(command=_demo)

    play = commands.add_parser("play", help="a match with real boards")
    _match_options(play)
    play.add_argument("--seats", type=_names, default=None, metavar="ANA,BO,…", help="who sits where, clockwise")
    play.add_argument("--dealer", type=positive, default=None, metavar="SEAT", help="who deals first (default 1)")
    play.add_argument("--track", choices=("full", "keys", "buzzer"), default=None, help="what is kept track of")
    play.add_argument("--match", metavar="FILE", help="go on with this match")
    play.add_argument("--port", action="append", metavar="PORT", help="look for boards only here (may be repeated)")
    play.add_argument("--sound", action="store_true", help="the boards' piezos speak too")
    play.set_defaults(command=_play)

    boards = commands.add_parser("boards", help="every board: its seat, firmware, clock and losses")
    boards.add_argument("--json", action="store_true", help="one JSON list")
    boards.add_argument("--port", action="append", metavar="PORT", help="look only here (may be repeated)")
    boards.add_argument(
        "--console", nargs="?", const="", metavar="PORT", help="a board's lines as they come; lines typed are sent"
    )
    boards.add_argument("--race", action="store_true", help="press all boards at once: do their clocks agree?")
    boards.add_argument("--desk", type=seats, metavar="N", help="the race of N boards without hardware, 2 to 10")
    boards.add_argument("--presses", type=positive, metavar="N", help="presses of the race (default 10)")
    boards.set_defaults(command=_boards)

    tools.add(commands)

    replay = commands.add_parser("replay", help="read match files again")
    replay.add_argument("files", nargs="+", metavar="FILE")
    how = replay.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="the table as JSON, one object a file")
    how.add_argument("--check", action="store_true", help="compare with the expectations in the files")
    how.add_argument("--watch", action="store_true", help="see one played again: pause, step, speed, next ruling")
    replay.add_argument("--lang", choices=("en", "zh"), help="language (default: the system's)")
    replay.set_defaults(command=_replay)

    history = commands.add_parser("history", help="past matches, and what each player did in them")
    history.add_argument("--json", action="store_true", help="one JSON object")
    history.add_argument("--rebuild", action="store_true", help="read every match file again")
    history.add_argument("--watch", action="store_true", help="the same as a screen: open, replay, go on")
    history.add_argument("--lang", choices=("en", "zh"), help="language (default: the system's)")
    history.set_defaults(command=_history)

    export = commands.add_parser("export", help="a match for other programs and people: rounds, rulings, scores")
    export.add_argument("file", metavar="FILE")
    kind = export.add_mutually_exclusive_group(required=True)
    kind.add_argument("--csv", dest="kind", action="store_const", const="csv", help="one table for spreadsheets")
    kind.add_argument("--json", dest="kind", action="store_const", const="json", help="one JSON object")
    kind.add_argument("--html", dest="kind", action="store_const", const="html", help="one page to share")
    kind.add_argument("--svg", dest="kind", action="store_const", const="svg", help="a picture of the scores")
    export.add_argument("-o", "--out", metavar="OUT", help="where to (default: standard output)")
    export.add_argument("--lang", choices=("en", "zh"), help="language (default: the system's)")
    export.set_defaults(command=_export)

    locate = commands.add_parser("locate", help="where settings, matches and logs are kept")
    locate.add_argument("--json", action="store_true")
    locate.set_defaults(command=_locate)

    _rules_parser(commands)
    bench.add(commands)
    return top


def _match_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--plain", action="store_true", help="lines of text instead of the dashboard")
    command.add_argument("--rules", metavar="NAME", help="a rule set (see `unotable rules list`)")
    command.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a parameter of it")
    command.add_argument("--new", action="store_true", help="a new match, even if one is unfinished")
    command.add_argument("--lang", choices=("en", "zh"), help="language (default: the system's)")


def _rules_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    rules = commands.add_parser("rules", help="list, show, compare and check rule sets")
    what = rules.add_subparsers(title="what", metavar="WHAT", required=True)
    listed = what.add_parser("list", help="all rule sets")
    show = what.add_parser("show", help="every parameter of one, with the words of its source")
    show.add_argument("name")
    diff = what.add_parser("diff", help="what differs between two")
    diff.add_argument("one")
    diff.add_argument("other")
    check = what.add_parser("check", help="is this rules file right?")
    check.add_argument("file")
    for command, run in ((listed, _rules_list), (show, _rules_show), (diff, _rules_diff), (check, _rules_check)):
        command.add_argument("--lang", choices=("en", "zh"), default=None)
        command.set_defaults(command=run)


# -- what options mean ----------------------------------------------------------------------------------------------


def _names(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.replace("，", ",").split(","))
    if not 2 <= len(names) <= len(NAMES) or not all(names):
        raise argparse.ArgumentTypeError(f"2 to {len(NAMES)} names with commas between are needed, as in Ana,Bo,Cy")
    return names


def _pace(text: str) -> float:
    try:
        pace = float(text)
    except ValueError:
        pace = -1.0
    if not 0.01 <= pace <= 100:
        raise argparse.ArgumentTypeError(f"a number from 0.01 to 100 is needed, not {text!r}")
    return pace


def _overrides(pairs: Sequence[str]) -> dict[str, object]:
    """`uno.catch=3` → {"uno.catch": 3}: a value is JSON, or else a word as it stands."""
    import json

    found: dict[str, object] = {}
    for pair in pairs:
        name, is_there, value = pair.partition("=")
        if not is_there or not name:
            raise Wrong(f"--set wants NAME=VALUE, as in uno.catch=3, not {pair!r}")
        try:
            found[name.strip()] = json.loads(value)
        except ValueError:
            found[name.strip()] = value.strip()
    return found


# -- commands -------------------------------------------------------------------------------------------------------


def _demo(options: argparse.Namespace) -> int:
    if options.rounds is not None and not options.auto:
        raise Wrong("--rounds says when --auto stops; without --auto people end the match")
    overrides = _overrides(options.set)
    _terminal(options)
    seed = options.seed if options.seed is not None or not options.auto else 1

    from unotable.desk.soon import Soon

    soon = Soon(options.seats, seed, options.python, options.faults)  # boards start while the rest is being loaded
    try:
        from unotable import start

        return _session(
            lambda: start.demo(
                soon,
                seats=NAMES[: options.seats],
                rules=options.rules or "mattel",
                overrides=overrides,
                new=options.new,
                auto=options.auto,
                seed=seed,
                rounds=options.rounds,
                pace=options.pace or (start.FAST if options.plain else 1.0),
            ),
            options,
        )
    finally:
        soon.close()


def _play(options: argparse.Namespace) -> int:
    if options.match and (options.new or options.seats or options.rules or options.set or options.track):
        raise Wrong("--match goes on with a match as it was begun; seats, rules and --new cannot be given with it")
    if options.dealer is not None and options.seats is not None and options.dealer > len(options.seats):
        raise Wrong(f"--dealer {options.dealer} is no seat: there are {len(options.seats)}")
    overrides = _overrides(options.set)
    _terminal(options)
    if not options.plain and not options.match and not options.seats and _nothing_to_go_on_with(options, overrides):
        return _front(options, overrides)

    from unotable import start

    return _session(
        lambda: start.play(
            seats=options.seats,
            rules=options.rules,
            overrides=overrides,
            track=options.track,
            dealer=options.dealer,
            file=options.match,
            new=options.new,
            ports=options.port,
            sounds=options.sound,
        ),
        options,
    )


def _nothing_to_go_on_with(options: argparse.Namespace, overrides: dict[str, object]) -> bool:
    from unotable.config import paths
    from unotable.journal import rules
    from unotable.journal.errors import RulesError
    from unotable.match import opening

    wish = opening.Wish(None, options.rules, overrides or None, options.track, options.dealer)
    try:
        rules.load(options.rules or "mattel", overrides)  # what is wrong with them is said before anything is asked
        return options.new or opening.newest(paths().matches, wish) is None
    except RulesError as error:
        raise Wrong(str(error)) from error


def _front(options: argparse.Namespace, overrides: dict[str, object], page: str = "") -> int:
    """Home and setup, or another page, then the match chosen there; where that one cannot be played, home says why."""
    from unotable import start
    from unotable.app import front
    from unotable.app.screens.rulesets import Played

    given = vars(options)
    asked = Played(options.rules or "mattel", overrides) if given.get("rules") or overrides else None
    problem = ""
    _loaded()
    while True:
        chosen = front.ask(asked, given.get("track"), options.lang, problem, page)
        if chosen is None:
            return 0
        options.lang, page = locale.current(), ""
        ports, sounds = given.get("port"), bool(given.get("sound"))
        build: Callable[[], Session]
        if isinstance(chosen, front.GoOn):
            build = partial(start.play, file=str(chosen.path), ports=ports, sounds=sounds)
        else:
            build = partial(
                start.play, chosen.seats, chosen.rules.name, dict(chosen.rules.changed), chosen.track, chosen.dealer,
                new=True, ports=ports, sounds=sounds,
            )  # fmt: skip
        try:
            return _session(build, options)
        except Wrong as error:
            problem = str(error)


def _terminal(options: argparse.Namespace) -> None:
    """Is there a screen for the dashboard? Then loading begins: `_loaded` ends it."""
    if not vars(options).get("plain") and not (sys.stdin.isatty() and sys.stdout.isatty()):
        other = "; --plain writes lines of text instead" if "plain" in options else ""
        raise Wrong(f"the dashboard needs a terminal{other}")
    gc.disable()  # what is loaded now stays: looking through it again and again costs a tenth of a second


def _loaded() -> None:
    gc.freeze()
    gc.enable()


def _session(build: Callable[[], Session], options: argparse.Namespace) -> int:
    """Starts a match, shows it, and ends everything whatever happens."""
    from unotable import logs
    from unotable.desk.process import DeskError
    from unotable.journal.errors import JournalError, RulesError
    from unotable.start import NoBoard

    logs.to_file()
    try:
        session = build()
    except (JournalError, RulesError) as error:
        raise Wrong(str(error)) from error
    except (DeskError, NoBoard) as error:
        raise Wrong(str(error), 1) from error
    try:
        if vars(options).get("plain"):
            from unotable.plain.run import run as run_plain

            _loaded()
            return run_plain(session)
        from unotable.app.app import run

        _loaded()
        if session.greeting:
            session.live.say(session.greeting)
        if session.auto is not None:
            session.auto.start()
        return run(session.live, session.desk, session.auto, options.lang)
    finally:
        session.close()


def _boards(options: argparse.Namespace) -> int:
    if options.console is not None:
        return tools.console(options.console)
    if options.race:
        if options.desk and options.port:
            raise Wrong("--desk is a race without ports; --port is one with real boards")
        return tools.race(options.desk, options.presses or 10, options.port, options.json)
    if options.desk or options.presses:
        raise Wrong("--desk and --presses belong to --race")
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


def _history(options: argparse.Namespace) -> int:
    from unotable.journal import history, index

    if options.watch:
        if options.json:
            raise Wrong("--watch is a screen; --json is for scripts")
        _terminal(options)
    counted = _counted if sys.stderr.isatty() else None
    if options.watch:
        if options.rebuild:
            index.past(True, counted)
        return _front(options, {}, "history")
    found = index.past(options.rebuild, counted)
    print(history.as_json(found) if options.json else history.as_text(found))
    return 0


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
    write = {"csv": export.as_csv, "json": export.as_json, "html": sheet.as_html, "svg": sheet.as_svg}[options.kind]
    text = write(made)
    if options.out is None:
        print(text.rstrip("\n").replace("\r\n", "\n"))
        return 0
    out = Path(options.out)
    if out.exists() and out.samefile(match.path):
        raise Wrong(f"{out} is the match itself; an export never overwrites one")
    try:
        mark = "\ufeff" if options.kind == "csv" else ""  # without it some spreadsheets take UTF-8 for something else
        out.write_text(mark + text, encoding="utf-8", newline="")
    except OSError as error:
        raise Wrong(f"{out} cannot be written: {(error.strerror or str(error)).lower()}", 1) from error
    return 0


def _counted(done: int, total: int) -> None:
    """How far a reading of many matches is; a few are not worth a line."""
    if total > 20:
        print(f"\r{done} of {total} matches", end="\n" if done == total else "", file=sys.stderr, flush=True)


def _watch(options: argparse.Namespace) -> int:
    """One match file played again on the screen."""
    if len(options.files) != 1:
        raise Wrong("--watch shows one match at a time")
    _terminal(options)
    from unotable.app import front
    from unotable.journal.errors import JournalError, RulesError
    from unotable.match.replayed import Replayed

    try:
        replayed = Replayed.open(options.files[0])
    except (JournalError, RulesError) as error:
        raise Wrong(str(error)) from error
    _loaded()
    front.watch(replayed, options.lang)
    return 0


def _replay(options: argparse.Namespace) -> int:
    if options.watch:
        return _watch(options)
    from unotable.plain import replay

    worst = 0
    for name in options.files:
        worst = max(worst, replay.replay(name, "json" if options.json else "check" if options.check else "text"))
    return worst


def _locate(options: argparse.Namespace) -> int:
    from unotable.config import firmware, paths

    places = paths()
    found = {
        "settings": str(places.settings),
        "rules": str(places.rules),
        "matches": str(places.matches),
        "logs": str(places.logs),
        "firmware": str(firmware()),
    }
    if options.json:
        import json

        print(json.dumps(found, ensure_ascii=False))
    else:
        for name, path in found.items():
            print(f"{name:9} {path}")
    return 0


def _rules_list(options: argparse.Namespace) -> int:
    from unotable.journal.show import rules_list

    return _shown(lambda: rules_list(options.lang))


def _rules_show(options: argparse.Namespace) -> int:
    from unotable.journal.show import rules_show

    return _shown(lambda: rules_show(options.name, options.lang))


def _rules_diff(options: argparse.Namespace) -> int:
    from unotable.journal.show import rules_diff

    return _shown(lambda: rules_diff(options.one, options.other, options.lang))


def _rules_check(options: argparse.Namespace) -> int:
    from unotable.journal.show import rules_check

    return _shown(lambda: rules_check(options.file, options.lang), 1)


def _shown(text: Callable[[], str], code: int = 2) -> int:
    """Prints what it gives; `code` where it is about rules that are not right."""
    from unotable.journal.errors import RulesError

    try:
        print(text())
    except RulesError as error:
        raise Wrong(str(error), code) from error
    return 0


def _speak_utf8() -> None:
    """A console of another encoding gets a question mark for what it cannot show, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
