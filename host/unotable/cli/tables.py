"""A table to play at: `demo` without hardware, `play` with real boards."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from unotable import locale, settings, started
from unotable.cli import several
from unotable.cli.screen import loaded, terminal
from unotable.hall import options as room
from unotable.options import language, port, positive, seats
from unotable.settings import SOUNDS
from unotable.wrong import Wrong

if TYPE_CHECKING:
    from unotable.desk.spoil import Faults
    from unotable.hall.publisher import Publisher
    from unotable.match.lobby import Lobby
    from unotable.start import Session
    from unotable.web.serving import Serving

HOME = -1  # a match was left for the home screen
NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hana", "Ivo", "Jun")  # who sits at a demo table


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    demo = commands.add_parser("demo", help="a whole table without hardware: the real firmware as processes")
    _match_options(demo)
    demo.add_argument("--seats", type=seats, default=4, metavar="N", help="2 to 10 (default 4)")
    demo.add_argument("--auto", action="store_true", help="the players play by themselves")
    demo.add_argument("--seed", type=int, default=None, metavar="S", help="their cards and decisions (default 1)")
    demo.add_argument("--rounds", type=positive, default=None, metavar="K", help="stop after so many rounds")
    demo.add_argument("--pace", type=_pace, default=None, metavar="P", help="1 is human, 0.1 ten times as fast")
    demo.add_argument("--boards", type=positive, metavar="B", help="so many boards carry the seats (default one each)")
    demo.add_argument("--python", choices=("micropython", "cpython"), help="what runs the firmware")
    demo.add_argument("--faults", metavar="NAME", help="bad cables: noisy, flaky-cable, stalls, chaos … or a FILE.toml")
    demo.add_argument("--tables", type=positive, default=None, metavar="N", help="N tables that play, for a --hall")
    demo.set_defaults(command=_demo)

    play = commands.add_parser("play", help="a match with real boards")
    _match_options(play)
    play.add_argument("--seats", type=_names, default=None, metavar="ANA,BO,…", help="who sits where, clockwise")
    play.add_argument("--dealer", type=positive, default=None, metavar="SEAT", help="who deals first (default 1)")
    play.add_argument(
        "--track",
        choices=("full", "keys", "buzzer"),
        default=None,
        help="full: turns and counts by DONE (default); keys: each card is keyed; buzzer: only who pressed first; "
        "may be changed between rounds",
    )
    play.add_argument("--match", metavar="FILE", help="go on with this match")
    play.add_argument("--port", action="append", metavar="PORT", help="look for boards only here (may be repeated)")
    play.set_defaults(command=_play)


def _match_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--plain", action="store_true", help="lines of text instead of the dashboard")
    command.add_argument("--rules", metavar="NAME", help="a rule set (see `unotable rules list`)")
    command.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a parameter of it, as in uno.catch=4 (may be repeated)",
    )
    command.add_argument("--new", action="store_true", help="a new match, even if one is unfinished")
    command.add_argument("--hall", metavar="URL", help="show this table in a room: mqtts://table-1@broker/cafe")
    command.add_argument("--sound", nargs="?", const="board", choices=SOUNDS, help="where sounds come from; remembered")
    language(command)
    room.add(command, "with --hall")
    web = command.add_argument_group("in browsers")
    web.add_argument("--web", nargs="?", const=0, type=port, metavar="PORT",
                     help="show the table to browsers on this machine (default: port 8765)")  # fmt: skip
    web.add_argument("--control", action="store_true", help="they may also change the match, not only watch")
    web.add_argument("--host", metavar="ADDRESS", help="serve other machines, too: 0.0.0.0 for all that reach this one")


def _names(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.replace("，", ",").split(","))
    if not 2 <= len(names) <= len(NAMES) or not all(names):
        raise argparse.ArgumentTypeError(f"2 to {len(NAMES)} names with commas between are needed, as in Ana,Bo,Cy")
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise argparse.ArgumentTypeError(f"two players are called {twice[:40]!r}: give one of them another name")
    return names


def _pace(text: str) -> float:
    try:
        pace = float(text)
    except ValueError:
        pace = -1.0
    if not 0.01 <= pace <= 100:
        raise argparse.ArgumentTypeError(f"a number from 0.01 to 100 is needed, not {text!r}")
    return pace


def _rules_name(options: argparse.Namespace) -> str:
    name: str | None = vars(options).get("rules")
    return "mattel" if name is None else name  # "" is asked, too, and no rule set


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
        except (ValueError, RecursionError):
            found[name.strip()] = value.strip()
    return found


def _demo(options: argparse.Namespace) -> int:
    if options.rounds is not None and not options.auto:
        raise Wrong("--rounds says when --auto stops; without --auto people end the match")
    overrides = _overrides(options.set)
    faults = _faults(options.faults)
    _web(options)
    if options.tables is not None:
        return several.play(options, _rules_name(options), overrides, faults)
    terminal(options)
    seed = options.seed if options.seed is not None or not options.auto else 1
    with _published(options) as hall:
        from unotable.desk.soon import Soon

        # boards start while the rest is being loaded
        soon = Soon(options.seats, seed, options.python, faults, options.boards)
        try:
            from unotable import start

            return _session(
                lambda: start.demo(
                    soon,
                    seats=NAMES[: options.seats],
                    rules=_rules_name(options),
                    overrides=overrides,
                    new=options.new,
                    auto=options.auto,
                    seed=seed,
                    rounds=options.rounds,
                    pace=options.pace or (start.FAST if options.plain else 1.0),
                ),
                options,
                hall,
            )
        finally:
            soon.close()


def _faults(name: str | None) -> Faults | None:
    """What is wrong with the cables; looked at before anything begins."""
    if name is None:
        return None
    from unotable.desk import spoil
    from unotable.desk.process import DeskError

    try:
        return spoil.load(name)
    except DeskError as error:
        raise Wrong(str(error)) from error


def _play(options: argparse.Namespace) -> int:
    if options.match and (options.new or options.seats or options.rules or options.set or options.track):
        raise Wrong("--match goes on with a match as it was begun; seats, rules and --new cannot be given with it")
    if options.dealer is not None and options.seats is not None and options.dealer > len(options.seats):
        raise Wrong(f"--dealer {options.dealer} is no seat: there are {len(options.seats)}")
    overrides = _overrides(options.set)
    _web(options)
    terminal(options)
    if not options.plain and not options.match and not options.seats and _nothing_to_go_on_with(options, overrides):
        return front(options, overrides)

    with _published(options) as hall:
        from unotable import start

        code = _session(
            lambda: start.play(
                seats=options.seats,
                rules=options.rules,
                overrides=overrides,
                track=options.track,
                dealer=options.dealer,
                file=options.match,
                new=options.new,
                ports=options.port,
            ),
            options,
            hall,
            home=True,
        )
        return _front(options, overrides, "", hall) if code == HOME else code


@contextmanager
def _published(options: argparse.Namespace) -> Iterator[Publisher | None]:
    """This table's way into a room, where `--hall` names one; at the end the last lines still go there."""
    text = vars(options).get("hall")
    if not text:
        yield None
        return
    where, proof = room.where(text, options)
    from unotable.hall.publisher import Publisher

    hall = Publisher(where, proof)
    hall.start()
    try:
        yield hall
    finally:
        hall.close()


def _nothing_to_go_on_with(options: argparse.Namespace, overrides: dict[str, object]) -> bool:
    from unotable.config import paths
    from unotable.journal import rules
    from unotable.journal.errors import RulesError
    from unotable.match import opening

    wish = opening.Wish(None, options.rules, overrides or None, options.track, options.dealer)
    try:
        rules.load(_rules_name(options), overrides)  # what is wrong with them is said before anything is asked
        return options.new or opening.newest(paths().matches, wish) is None
    except RulesError as error:
        raise Wrong(str(error)) from error


def front(options: argparse.Namespace, overrides: dict[str, object], page: str = "") -> int:
    """Home and setup, or another page, then the match chosen there; where that one cannot be played, home says why."""
    with _published(options) as hall:
        return _front(options, overrides, page, hall)


def _front(options: argparse.Namespace, overrides: dict[str, object], page: str, hall: Publisher | None) -> int:
    from unotable.config import paths
    from unotable.match.lobby import Lobby

    lobby = Lobby(vars(options).get("port"), paths().settings / "boards.json")
    try:
        return _chosen(options, overrides, page, hall, lobby)
    finally:
        lobby.close()


def _chosen(
    options: argparse.Namespace, overrides: dict[str, object], page: str, hall: Publisher | None, lobby: Lobby
) -> int:
    from unotable import start
    from unotable.app import front
    from unotable.app.screens.rulesets import Played

    given = vars(options)
    asked = Played(_rules_name(options), overrides) if given.get("rules") or overrides else None
    ports, problem = given.get("port"), ""
    loaded()
    while True:
        lobby.close()  # where a match could not be begun it is open still
        chosen = front.ask(asked, given.get("track"), options.lang, problem, page, hall, lobby, ports)
        if chosen is None:
            return 0
        options.lang, page = locale.current(), ""
        build: Callable[[], Session]
        if isinstance(chosen, front.GoOn):
            build = partial(start.play, file=str(chosen.path), ports=ports)
        else:
            build = partial(
                start.play, chosen.seats, chosen.rules.name, dict(chosen.rules.changed), chosen.track, chosen.dealer,
                new=True, ports=ports, lobby=lobby,
            )  # fmt: skip
        problem = ""
        try:
            code = _session(build, options, hall, home=True)
        except Wrong as error:
            problem = str(error)
        else:
            if code != HOME:
                return code


def _session(
    build: Callable[[], Session], options: argparse.Namespace, hall: Publisher | None = None, home: bool = False
) -> int:
    """Starts a match, shows it, and ends everything whatever happens.

    home: quitting leads back to the home screen, and the answer is then `HOME`.
    """
    from unotable import logs
    from unotable.desk.process import DeskError
    from unotable.journal.errors import JournalError, RulesError
    from unotable.start import NoBoard

    logs.to_file()
    started.passed("match code")
    try:
        session = build()
    except (JournalError, RulesError) as error:
        raise Wrong(str(error)) from error
    except (DeskError, NoBoard) as error:
        raise Wrong(str(error), 1) from error
    started.passed("match opened")
    liked = settings.recall()
    if vars(options).get("sound"):
        liked = replace(liked, sound=options.sound)
        settings.remember(liked)
    try:
        if hall is not None:
            hall.watch(session.live, session.path, session.live.say)
        serving = _served(session, options)
        if vars(options).get("plain"):
            from unotable.plain.run import run as run_plain

            loaded()
            return run_plain(session, liked)
        from unotable.app import keyboard
        from unotable.app.app import Unotable, run

        loaded()
        started.passed("screen code")
        if session.greeting:
            session.live.say(session.greeting)
        if session.auto is not None:
            session.auto.start()
        app = Unotable(
            session.live, session.desk, session.auto, options.lang,
            served=serving, settings=liked, home=home, keys=keyboard.recall(),
        )  # fmt: skip
        return HOME if run(app) == "home" else 0
    finally:
        session.close()
        if hall is not None:
            hall.unwatch()


def _web(options: argparse.Namespace) -> None:
    """Are the options about browsers right, and is there what they need?"""
    if options.web is None:
        if options.control or options.host:
            raise Wrong("--control and --host belong to --web")
        return
    from unotable.web.serving import missing

    if missing():
        raise Wrong(missing())


def _served(session: Session, options: argparse.Namespace) -> Serving | None:
    """Shows the match to browsers where that is wanted; it ends with the session."""
    if vars(options).get("web") is None:
        return None
    from unotable.match.remote import Control
    from unotable.web.serving import LOOPBACK, Serving, Wanted

    address = ""
    if options.control:
        control = Control(session.live, None if session.desk is None else session.desk.finger)
        session.rest.callback(control.close)
        address = control.address
    path = str(session.path.resolve())
    wanted = Wanted(path, options.host or LOOPBACK[0], options.web, address, locale.current())
    serving = Serving(wanted, session.live.say)
    session.rest.callback(serving.close)
    return serving
