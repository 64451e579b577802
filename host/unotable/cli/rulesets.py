"""`rules`: list, show, compare and check rule sets."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from unotable.options import language
from unotable.wrong import Wrong


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    rules = commands.add_parser("rules", help="list, show, compare and check rule sets")
    what = rules.add_subparsers(title="what", metavar="WHAT", required=True)
    listed = what.add_parser("list", help="all rule sets")
    show = what.add_parser("show", help="every parameter of one, with the words of its source")
    show.add_argument("name", metavar="NAME", help="of a rule set (see `unotable rules list`)")
    diff = what.add_parser("diff", help="what differs between two")
    diff.add_argument("one", metavar="ONE", help="a rule set")
    diff.add_argument("other", metavar="OTHER", help="another one")
    check = what.add_parser("check", help="is this rules file right?")
    check.add_argument("file", metavar="FILE", help="a TOML file of your own")
    for command, run in ((listed, _rules_list), (show, _rules_show), (diff, _rules_diff), (check, _rules_check)):
        language(command)
        command.set_defaults(command=run)


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
