"""What a command loads: starting is quick because nothing is loaded that is not used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CASE = str(Path(__file__).parent / "cases" / "owner-first.jsonl")


def loaded(home: Path, *arguments: str) -> set[str]:
    """The top-level modules that are loaded after a command has run."""
    code = (
        "import sys\n"
        "from unotable.cli import main\n"
        "try:\n    code = main(sys.argv[1:])\n"
        "except SystemExit as end:\n    code = end.code\n"
        "print('\\n'.join(sorted({name for name in sys.modules})), file=sys.stderr)\n"
        "sys.exit(code)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, encoding="utf-8", check=True
    )
    return set(run.stderr.split())


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["demo", "--help"], ["locate"], ["hall", "--help"]])
def test_help_loads_nothing_heavy(home: Path, arguments: list[str]) -> None:
    heavy = {"textual", "rich", "pydantic", "serial", "filelock", "sqlite3", "numpy", "paho", "psycopg"}
    assert not heavy & loaded(home, *arguments)


@pytest.mark.parametrize("how", ["--json", "--check"])
def test_replay_opens_no_port_and_no_screen(home: Path, how: str) -> None:
    found = loaded(home, "replay", how, CASE)
    assert "pydantic" in found
    assert (
        not {"textual", "rich", "serial", "unotable.link.ports", "unotable.match.live", "filelock", "sqlite3"} & found
    )


def test_rules_are_shown_without_port_and_screen(home: Path) -> None:
    assert not {"textual", "rich", "serial", "filelock"} & loaded(home, "rules", "diff", "mattel", "family")
