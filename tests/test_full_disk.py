"""A disk that is really full, a small tmpfs: nothing shown is lost, one sentence tells it, and play goes on after."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from unotable.journal.file import read

from tests.disk import Disk, small
from tests.processes import Process
from tests.test_chaos import readings
from tests.test_crash import counts, presses, standing

SIZE = 256 * 1024
AUTO = ("demo", "--auto", "--plain", "--seed", "3", "--seats", "6", "--rounds", "9", "--pace", "0.01")
FULL = "the disk is full; free some space and try again"


@pytest.fixture
def disk(home: Path) -> Iterator[Disk]:
    """A small disk at `UNOTABLE_HOME`."""
    with small(home, SIZE) as disk:
        if disk is None:
            pytest.skip("nothing may be mounted here")
        yield disk


def round_(line: str) -> bool:
    return line.startswith("Round ")


def test_a_match_stands_still_and_goes_on(home: Path, disk: Disk) -> None:
    with Process(home, *AUTO, by=disk.by) as app:
        app.until(round_)
        disk.fill()
        told = app.until(lambda line: FULL in line)
        (path,) = disk.here.rglob("*.jsonl")
        before = path.read_bytes()
        assert before.endswith(b"\n"), "half a line was left"
        shown = next(line for line in reversed(app.out) if round_(line))
        assert shown in readings(read(path))
        time.sleep(1.2)  # it has tried again meanwhile
        assert path.read_bytes() == before and app.out[-1] == told and told.startswith("entry ")
        disk.free()
        app.until(round_)
        app.kill()
    assert path.read_bytes().startswith(before)
    before = path.read_bytes()[: read(path).size]
    with Process(home, *AUTO, by=disk.by) as again:
        assert counts(again.until(round_)) == counts(standing(read(path)))
        again.kill()
    assert path.read_bytes().startswith(before)
    assert len(set(presses(path))) == len(presses(path))


def test_what_cannot_be_begun_or_put_down_is_one_sentence(home: Path, disk: Disk) -> None:
    old = home / ".config" / "fish" / "completions" / "unotable.fish"
    (disk.here / old.parent.relative_to(home)).mkdir(parents=True)
    (disk.here / old.relative_to(home)).write_text("# an older one\n", encoding="utf-8")
    disk.fill()
    for code, command in (
        (2, ("play", "--plain", "--seats", "Ana,Bo", "--port", "/dev/null")),
        (1, ("completion", "fish", "--install")),
    ):
        done = subprocess.run(
            [*disk.by, sys.executable, "-m", "unotable", *command],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8", timeout=60,
            env={**os.environ, "HOME": str(home), "XDG_CONFIG_HOME": "", "LANG": "C.UTF-8"},
        )  # fmt: skip
        assert (done.returncode, done.stderr.count("\n")) == (code, 1), (command, done.stderr)
        assert done.stderr.endswith(FULL + "\n"), (command, done.stderr)
    assert (disk.here / old.relative_to(home)).read_text(encoding="utf-8") == "# an older one\n"
    assert not list(disk.here.rglob("*.jsonl"))
