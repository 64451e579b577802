"""`locate`: where things are kept."""

from __future__ import annotations

import argparse


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    locate = commands.add_parser("locate", help="where settings, matches and logs are kept")
    locate.add_argument("--json", action="store_true", help="one JSON object")
    locate.set_defaults(command=_locate)


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
