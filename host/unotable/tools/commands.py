"""The tools' commands: their options and how they end. Like `cli` it loads nothing until a command runs."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from unotable.options import language
from unotable.wrong import Wrong


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    flash = commands.add_parser("flash", help="install or update the firmware of a board")
    which = flash.add_mutually_exclusive_group()
    which.add_argument("port", nargs="?", metavar="PORT", help="the board's port (default: the only board there is)")
    which.add_argument("--all", action="store_true", help="every board that is plugged in")
    flash.set_defaults(command=_flash)

    doctor = commands.add_parser("doctor", help="what is wrong with ports and boards, and what helps")
    doctor.add_argument("ports", nargs="*", metavar="PORT", help="look only here (default: every port of a board)")
    doctor.add_argument("--json", action="store_true", help="one JSON list")
    language(doctor)
    doctor.set_defaults(command=_doctor)

    report = commands.add_parser(
        "report", help="a zip for a bug report: the match, the log, versions; says what is inside"
    )
    report.add_argument("--names-replaced", action="store_true", help="numbers instead of players' names")
    report.add_argument("--match", action="append", default=[], metavar="FILE", help="this match (default: the newest)")
    report.add_argument("-o", "--output", metavar="FILE.zip", help="where to (default: a new file in this folder)")
    report.set_defaults(command=_report)


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


def _doctor(options: argparse.Namespace) -> int:
    from unotable.tools.facts import gather
    from unotable.tools.findings import as_json, as_text, findings

    found = findings(gather(options.ports))
    print(as_json(found) if options.json else as_text(found))
    return 1 if any(finding.level == "wrong" for finding in found) else 0


def _report(options: argparse.Namespace) -> int:
    from pathlib import Path

    from unotable.tools.report import ReportError, as_text, report

    out = None if options.output is None else Path(options.output)
    try:
        path, parts = report(out, options.names_replaced, [Path(name) for name in options.match])
    except ReportError as error:
        raise Wrong(str(error), 1) from error
    print(as_text(path, parts, options.names_replaced))
    return 0


def console(port: str) -> int:
    """`unotable boards --console [PORT]`; "": the only board there is."""
    import sys

    from unotable.tools.console import ConsoleError
    from unotable.tools.console import console as run

    try:
        run(port, sys.stdin, _say)
    except ConsoleError as error:
        raise Wrong(str(error), 1) from error
    return 0


def race(desk: int | None, presses: int, ports: Sequence[str] | None, as_json: bool) -> int:
    """`unotable boards --race`; 1 if the boards' clocks do not agree within their bounds."""
    import sys

    from unotable.tools import race as racing
    from unotable.tools.certificate import as_text, verdict

    def say(line: str) -> None:
        print(line, file=sys.stderr if as_json else sys.stdout, flush=True)

    try:
        if desk is None:
            certificate = racing.with_boards(presses, ports, say)
        else:
            certificate = racing.on_desk(desk, presses, say)
        kept = racing.store(certificate)
    except racing.RaceError as error:
        raise Wrong(str(error), 1) from error
    except OSError as error:
        raise Wrong(f"the certificate cannot be kept: {error}", 1) from error
    if as_json:
        import json

        print(json.dumps({**certificate.as_dict(), "file": str(kept)}, ensure_ascii=False))
    else:
        print(f"{as_text(certificate)}\n{kept}")
    if not certificate.ok:
        raise Wrong(verdict(certificate), 1)
    return 0


def self_test(desk: bool, ports: Sequence[str] | None, as_json: bool) -> int:
    """`unotable boards --self-test`; 1 if a trial failed."""
    import sys

    from unotable.locale import tr
    from unotable.tools import selftest
    from unotable.tools.passsheet import as_text, verdict

    def say(line: str) -> None:
        print(line, file=sys.stderr if as_json else sys.stdout, flush=True)

    if ports is not None and len(ports) > 1:
        raise Wrong(tr("a self-test is of one board: name one port"))
    try:
        sheet = selftest.on_desk(say) if desk else selftest.with_board(ports[0] if ports else None, sys.stdin, say)
        kept = selftest.store(sheet)
    except selftest.SelfTestError as error:
        raise Wrong(str(error), 1) from error
    except OSError as error:
        raise Wrong(tr("the pass sheet cannot be kept: {error}", error=error), 1) from error
    if as_json:
        import json

        print(json.dumps({**sheet.as_dict(), "file": str(kept)}, ensure_ascii=False))
    else:
        print(f"\n{as_text(sheet)}\n{kept}")
    if not sheet.ok:
        raise Wrong(verdict(sheet), 1)
    return 0
