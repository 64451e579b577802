"""Is each comparison of the fold held by a test? `make mutate`: flips them one at a time and runs the fold's tests.

    python tests/game/mutate.py [--jobs N] [--only FILE…] [--line N] [--quick]

A mutant is one comparison of host/unotable/game/*.py with another operator: `==` and `!=`, `is` and `is not`, `in` and
`not in` change places; `<` and `<=`, `>` and `>=` do too, which moves a bound by one. It lives in a temporary copy of
the package, never in the working tree. Two stages, each stopped at the first failure:

1. the file's own tests, then
   every case of tests/cases, read at once and line by line, against what it expects. A worker a job keeps the cases
   in memory and imports the package anew for each mutant: a fraction of a second;
2. for those that survive, unless they are explained: tests/game with pytest, in the same worker; what takes long (the
   properties, some games of the oracle) last.

Prints every survivor with its line; `EXPLAINED` says why some cannot be told from the original. Exit code 1 if fewer
than 95 % are caught.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from importlib import import_module, invalidate_caches
from pathlib import Path
from queue import SimpleQueue
from threading import Timer
from typing import Any

ROOT = Path(__file__).parents[2]
GAME = ROOT / "host" / "unotable" / "game"
CASES = ROOT / "tests" / "cases"
TARGET = 0.95
FLIPS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
}  # fmt: skip
TESTS = ("shown", "photo", "tables", "bounds", "parameters", "properties", "oracle")
LONG = ("properties", "oracle")
APART = ("photo.py",)  # the fold does not read it, so no other tests do
SHORT_S, LONG_S, KILL_S = 8, 40, 600  # a mutant that hangs is caught

# Survivors that no test can tell from the original, by file and the comparison's text, with the reason.
EXPLAINED: dict[tuple[str, str], str] = {
    ("challenge.py", "st.cards[seat] > 0"): "a guilty hand has just drawn, unless no card exists at all",
    ("cut.py", "early(st) > 0"): "without that time a claim is judged at once, so that none waits",
    ("cut.py", "st.plays[-1].name_entry > c.entry"): "a claim and a card are never the same line",
    ("fold.py", "entry.u == 0"): "no bound is above the largest: the other half decides",
    ("fold.py", "resolved.acts < at"): "going back to the same place once more changes nothing",
    ("fold.py", "index >= self._read"): "only saves reading the last move again",
    ("fold.py", "read >= snapshot"): "how often a snapshot is made is no rule",
    ("fold.py", "self._snapshots[-1][0] > index"): "reads again from one snapshot before",
    ("fold.py", "e.id == unnamed.entry"): "reads again from further back than it must",
    ("freeze.py", "st.needs_card >= 0"): "line 0 is the header, no play",
    ("play.py", "st.cards[play.seat] > 0"): "what was taken back is in the hand, unless no card exists at all",
    ("turn.py", "st.rules.turn_early_ms > 0"): "a wait of no time ends with the same ruling",
    ("uno.py", "p.turn_no < st.turn_no"): "a call made in this turn has been judged as one already",
}


@dataclass(frozen=True)
class Mutant:
    file: str
    number: int  # of the comparison in its file
    line: int
    text: str  # the comparison, as it is and as it becomes
    source: str

    @property
    def explained(self) -> str:
        return EXPLAINED.get((self.file, self.text.partition("  →  ")[0]), "")


def mutants(file: Path) -> Iterator[Mutant]:
    source = file.read_text(encoding="utf-8")
    places = [
        (node.lineno, i, k)
        for i, node in enumerate(ast.walk(ast.parse(source)))
        if isinstance(node, ast.Compare)
        for k in range(len(node.ops))
    ]
    for number, (line, i, k) in enumerate(sorted(places)):
        tree = ast.parse(source)
        node = list(ast.walk(tree))[i]
        assert isinstance(node, ast.Compare)
        was = ast.unparse(node)
        node.ops[k] = FLIPS[type(node.ops[k])]()
        yield Mutant(file.name, number, line, f"{was}  →  {ast.unparse(node)}", ast.unparse(tree))


class Copy:
    """A copy of the package in which one file at a time is a mutant, with a worker that runs the cases on it."""

    def __init__(self, folder: Path) -> None:
        self.host, self.tests = folder / "host", folder / "tests"
        shutil.copytree(ROOT / "host" / "unotable", self.host / "unotable")
        shutil.copytree(ROOT / "tests" / "game", self.tests / "game")
        (self.tests / "__init__.py").touch()
        shutil.copytree(CASES, self.tests / "cases")
        self.env = {**os.environ, "PYTHONPATH": str(self.host), "PYTHONDONTWRITEBYTECODE": "1"}
        self.worker = self._worker()

    def close(self) -> None:
        self.worker.kill()
        self.worker.communicate()

    def run(self, mutant: Mutant, quick: bool) -> bool:
        """Is the mutant caught?"""
        file = self.host / "unotable" / "game" / mutant.file
        original = file.read_text(encoding="utf-8")
        file.write_text(mutant.source, encoding="utf-8")
        try:
            own = [name for name in TESTS if f"{name}.py" == mutant.file]
            if mutant.file in APART:
                return self._tests_fail(own)
            others = [name for name in TESTS if name not in own]
            if self._tests_fail(own) or self._asked("cases"):
                return True
            return not quick and not mutant.explained and self._tests_fail(others)
        finally:
            file.write_text(original, encoding="utf-8")

    def _worker(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, str(self.tests / "game" / "mutate.py"), "--worker"], cwd=self.tests.parent, env=self.env,
            text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def _tests_fail(self, names: list[str]) -> bool:
        return any(self._asked(f"tests {self.tests / 'game' / f'test_{name}.py'}") for name in names)

    def _asked(self, what: str) -> bool:
        """Do they fail?"""
        worker = self.worker
        assert worker.stdin is not None and worker.stdout is not None
        hangs = Timer(KILL_S, worker.kill)
        hangs.start()
        try:
            worker.stdin.write(f"{what}\n")
            worker.stdin.flush()
            answer = worker.stdout.readline().strip()
        except OSError:
            answer = ""
        finally:
            hangs.cancel()
        if not answer:
            self.close()
            self.worker = self._worker()
        return answer != "passed"


def work() -> int:
    """The worker: for each line of standard input the cases, or tests, against the package as it is now."""
    import pytest
    from unotable.journal import rules
    from unotable.journal.expect import differences
    from unotable.journal.file import read

    cases: list[tuple[tuple[Any, ...], dict[str, Any], list[tuple[Any, ...]], Any]] = []
    for path in sorted(CASES.glob("*.jsonl")):
        match = read(path)
        rule_set = rules.load(match.header.rules, match.header.overrides)
        values = {field.name: getattr(rule_set, field.name) for field in fields(rule_set)}
        header = tuple(getattr(match.header, field.name) for field in fields(match.header))
        cases.append((header, values, [tuple(entry) for entry in match.entries], match.expect or {}))
    answers, sys.stdout = sys.stdout, sys.stderr  # pytest prints
    for line in sys.stdin:
        what, _, file = line.strip().partition(" ")
        try:
            _at_most(LONG_S if any(name in file for name in LONG) else SHORT_S)
            if what == "tests":
                _forget("unotable", "tests")
                failed = pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", file]) != 0
            else:
                failed = any(not _holds(differences, *case) for case in _afresh(cases))
        except Exception:
            failed = True
        print("failed" if failed else "passed", file=answers, flush=True)
    return 0


def _at_most(seconds: int) -> None:
    """A mutant that hangs fails after so much processor time, whatever else the machine does."""
    if hasattr(signal, "setitimer"):  # else the worker is killed after a while
        signal.signal(signal.SIGVTALRM, _hangs)
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)


def _hangs(*_: object) -> None:
    raise TimeoutError


def _forget(*packages: str) -> None:
    """Import them again from now on."""
    for name in [name for name in sys.modules if name.startswith(packages)]:
        del sys.modules[name]
    invalidate_caches()


def _afresh(cases: list[Any]) -> Iterator[Any]:
    """The cases made of the package's own classes, imported again."""
    _forget("unotable.game")
    entry, fold, ruleset = (import_module(f"unotable.game.{name}") for name in ("entry", "fold", "ruleset"))
    for header, values, lines, expect in cases:
        entries = [entry.Entry(*line) for line in lines]
        yield fold, entry.Header(*header), ruleset.RuleSet(**values), entries, expect


def _holds(differences: Any, fold: Any, header: Any, rules: Any, entries: list[Any], expect: Any) -> bool:
    table = fold.fold(header, rules, entries)
    if differences(expect, table.as_dict()):
        return False
    live = fold.Reading(header, rules)
    for entry in entries:
        live.add(entry)
    return bool(live.table() == table)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", nargs="*", default=[], metavar="FILE", help="such as uno.py")
    parser.add_argument("--line", type=int, help="only comparisons of this line")
    parser.add_argument("--quick", action="store_true", help="the first stage only")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        return work()
    files = [file for file in sorted(GAME.glob("*.py")) if not options.only or file.name in options.only]
    every = [m for file in files for m in mutants(file) if options.line in (None, m.line)]
    began, survivors = time.monotonic(), list[Mutant]()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.jobs) as pool:
        made = [Copy(Path(folder) / str(job)) for job in range(options.jobs)]
        copies: SimpleQueue[Copy] = SimpleQueue()
        for copy in made:
            copies.put(copy)

        def caught(mutant: Mutant) -> bool:
            copy = copies.get()
            try:
                return copy.run(mutant, options.quick)
            finally:
                copies.put(copy)

        for mutant, found in zip(every, pool.map(caught, every), strict=True):
            if not found:
                survivors.append(mutant)
                why = mutant.explained and f"  ({mutant.explained})"
                print(f"survives: {mutant.file}:{mutant.line}: {mutant.text}{why}", flush=True)
        for copy in made:
            copy.close()
    rate = 1 - len(survivors) / max(1, len(every))
    print(f"{len(every)} mutants, {len(survivors)} survive, {rate:.1%} caught, {time.monotonic() - began:.0f} s")
    return 0 if rate >= TARGET else 1


if __name__ == "__main__":
    sys.exit(main())
