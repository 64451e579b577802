"""Checks of the tree that are no tests of behaviour: `python -m tests.checks`, part of `make check`.

The firmware compiles for boards, generated documents are fresh, the locks name no package index, no path of one
machine is in a tracked file, every sentence has its translation, no code is dead and no dependency idle. Each check is
a function that returns what is wrong, one sentence each.
"""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from unotable.locale import po

from tests.locale.test_locale import CATALOGUES, HOST, said

ROOT = Path(__file__).resolve().parents[1]
# modules with --check
GENERATORS = (
    "tests.firmware.protocol",
    "tests.firmware.pins",
    "tests.game.diagrams",
    "tests.hardware.power",
    "tests.hardware.prices",
)
TEXT = {".py", ".md", ".toml", ".lock", ".yml", ".yaml", ".json", ".jsonl", ".po", ".tcss", ".txt", ".cfg", ".sh", ""}
MACHINE = re.compile(r"(?<![\w.<$/-])(/(?:home|Users|root|work)/[\w.-]+|[A-Z]:\\\\?Users\\)")
INDEX = re.compile(r"https?://|--(?:extra-)?index-url|--find-links|--trusted-host")


def tracked() -> list[Path]:
    """Every tracked text file of the tree."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    return [ROOT / name for name in names.split("\0") if name and Path(name).suffix in TEXT and (ROOT / name).is_file()]


def module(name: str, *arguments: str) -> list[str]:
    """Runs `python -m name`, where there is such a module; its output is what is wrong."""
    try:
        if importlib.util.find_spec(name) is None:
            return []
    except ModuleNotFoundError:
        return []
    done = subprocess.run(
        [sys.executable, "-m", name, *arguments], cwd=ROOT, capture_output=True, text=True, encoding="utf-8"
    )
    return [] if done.returncode == 0 else [(done.stdout + done.stderr).strip() or f"{name} failed"]


def firmware_compiles() -> list[str]:
    return module("tests.firmware.compile")


def firmware_calls_what_its_boards_have() -> list[str]:
    return module("tests.firmware.stubs")


def documents_are_fresh() -> list[str]:
    return [wrong for name in GENERATORS for wrong in module(name, "--check")]


def locks_name_no_index() -> list[str]:
    return [
        f"{lock.name}:{number} names a package index; `make lock` writes locks without"
        for lock in sorted(ROOT.glob("requirements*.lock"))
        for number, line in enumerate(lock.read_text(encoding="utf-8").splitlines(), 1)
        if INDEX.search(line)
    ]


def no_machine_paths() -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{number} has a path of one machine: {found.group(0)}"
        for path in tracked()
        if path != Path(__file__).resolve()
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
        if (found := MACHINE.search(line))
    ]


def sentences_are_translated() -> list[str]:
    """Every text of the host that is shown through `tr`, also of modules that no test's catalogue is named after."""
    found = po.parse(CATALOGUES)
    return [
        f"{path.relative_to(ROOT)}: no translation of {text!r}"
        for path in sorted(HOST.rglob("*.py"))
        for text in said(path)
        if text not in found
    ]


def nothing_is_dead() -> list[str]:
    """Code that nobody calls; exceptions with their reasons are in pyproject.toml."""
    return module("vulture")


def dependencies_are_used_and_named() -> list[str]:
    return module("deptry", "host", "--no-ansi")


CHECKS: tuple[Callable[[], list[str]], ...] = (
    firmware_compiles,
    firmware_calls_what_its_boards_have,
    documents_are_fresh,
    locks_name_no_index,
    no_machine_paths,
    sentences_are_translated,
    nothing_is_dead,
    dependencies_are_used_and_named,
)


def main() -> int:
    wrong = 0
    for check in CHECKS:
        found = check()
        wrong += len(found)
        print(f"{check.__name__.replace('_', ' ')}: {'ok' if not found else ''}")
        for line in found:
            print(f"  {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
