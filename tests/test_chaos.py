"""A table of ten that plays by itself while everything goes wrong: `make chaos`, UNOTABLE_CHAOS_S seconds (900).

Each episode begins `demo --auto` over cables of every fault (damage, stalls, pulled plugs, restarts of boards), does
it one harm or more at random moments, and ends in kill -9. After each of these the match's file must read as what was
shown last and hold each press of a board once; at the end it must begin with the bytes that were there before, and the
next episode must go on from there. UNOTABLE_CHAOS_SEED repeats the harms.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from dataclasses import field as made
from pathlib import Path

import pytest
from unotable.game.fold import fold
from unotable.journal import rules
from unotable.journal.errors import JournalError
from unotable.journal.file import MatchFile, read
from unotable.plain.lines import standing

from tests.disk import Disk, small
from tests.processes import Process
from tests.stuck import TRACED, evidence
from tests.test_crash import boards, presses
from tests.waiting import until

SECONDS = float(os.environ.get("UNOTABLE_CHAOS_S", "900"))
SEED = int(os.environ.get("UNOTABLE_CHAOS_SEED", str(time.time_ns() % 1_000_000)))
FULL = "the disk is full"
STILL = "the table stands still"
PACE = "0.1"
SIZE = 256 << 20  # bytes of the disk that is filled; a quarter of an hour writes less than 1 % of them
BACK = 300  # lines before the end among which the shown one is looked for: those that were not shown any more
FAKETIME = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(SECONDS + 300),
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="signals and limits as Linux has them"),
]


@dataclass
class Episode:
    """A running table, and what was done to it. home: as it is seen from here."""

    home: Path
    disk: Disk | None
    clock: Path
    chance: random.Random
    app: Process
    done: list[str] = made(default_factory=list)

    def wait(self, least: float = 0.2, most: float = 4.0) -> None:
        time.sleep(self.chance.uniform(least, most))

    def shown(self) -> str:
        """Where the table stood when it was last said."""
        return next((line for line in reversed(self.app.out) if line.startswith("Round ")), "")

    def goes_on(self, seconds: float = 60.0) -> None:
        """Something new is shown."""
        before = len(self.app.out)
        until(
            lambda: any(line.startswith("Round ") for line in self.app.out[before:]) or self.ended,
            STILL,
            seconds,
        )

    @property
    def ended(self) -> bool:
        return self.app.process.poll() is not None


# -- harms: each leaves the table able to go on, or ends the program ------------------------------------------------


def unplugged(it: Episode) -> None:
    """A board's process dies, and stays away."""
    there = [board["pid"] for board in boards(it.home) if board["pid"]]
    for pid in it.chance.sample(there, min(len(there), it.chance.randint(1, 3))):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:  # its plug was pulled meanwhile
            pass
    it.wait()


def suspended(it: Episode) -> None:
    """The laptop sleeps, and wakes up."""
    it.app.process.send_signal(signal.SIGSTOP)
    it.wait(0.5, 5.0)
    it.app.process.send_signal(signal.SIGCONT)
    it.goes_on()


def stepped(it: Episode) -> None:
    """Somebody sets the clock, hours forth or back."""
    it.clock.write_text(f"{it.chance.choice((-9000, -3600, -61, 61, 3600, 90_000)):+d}s\n", encoding="ascii")
    it.goes_on()


def full(it: Episode) -> None:
    """No byte more can be written; after a while some space is freed."""
    import resource

    pid = it.app.process.pid
    path = newest(it.home)
    if path is None or it.ended:
        return
    said, most = len(it.app.out), path.stat().st_size + it.chance.randint(0, 400)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
    try:
        holds(it, path, said)
    finally:
        if not it.ended:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    it.goes_on()


def cut_off(it: Episode) -> None:
    """No byte more can be written, and before anybody frees some space the power fails."""
    import resource

    path = newest(it.home)
    if path is not None and not it.ended:
        most = path.stat().st_size + it.chance.randint(0, 200)
        resource.prlimit(it.app.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
        it.wait(0.0, 3.0)
        it.app.kill()


def filled(it: Episode) -> None:
    """The same as `full` for every file, as the disk itself says it."""
    path = newest(it.home)
    if path is None or it.disk is None:
        return
    said = len(it.app.out)
    it.disk.fill()
    try:
        holds(it, path, said)
    finally:
        it.disk.free()
    it.goes_on()


def holds(it: Episode, path: Path, said: int) -> None:
    """While nothing can be written, what is shown is in the file; half a line is not. It is told after the first `said`
    lines, unless most boards are dead: then a minute may be too short to fill what is left of the file's last page."""
    end = time.monotonic() + 60

    def news(start: str) -> bool:
        return any(start in line for line in it.app.out[said:])

    until(lambda: news(FULL) or it.ended or (time.monotonic() > end and news("Round ")), STILL, 65)
    it.wait(0.5, 3.0)
    assert path.read_bytes()[-1:] == b"\n" or not news(FULL), "half a line was left"
    check(it, "while the disk is full")


def sealed(it: Episode) -> None:
    """The settings' folder can be written no more (the matches' folder can)."""
    it.home.chmod(0o555)
    it.goes_on()
    it.home.chmod(0o755)


HARMS = (unplugged, suspended, stepped, full, filled, cut_off, sealed)


# -- what must hold -------------------------------------------------------------------------------------------------


def newest(home: Path) -> Path | None:
    found = sorted(home.rglob("*.jsonl"), key=lambda path: path.stat().st_mtime_ns)
    return found[-1] if found else None


def readings(match: MatchFile) -> Iterator[str]:
    """Where the table stood after the last line, after the one before it …"""
    ruleset = rules.load(match.header.rules, match.header.overrides)
    for cut in range(len(match.entries), max(-1, len(match.entries) - BACK), -1):
        yield standing(fold(match.header, ruleset, match.entries[:cut]))


def check(it: Episode, when: str) -> None:
    shown, path = it.shown(), newest(it.home)
    if not shown:
        return
    assert path is not None, (when, "shown, and no file", shown)
    match = read(path)
    assert shown in readings(match), (when, "shown, and not in the file", shown, next(readings(match)), path)
    told = presses(path) if not match.torn else []
    assert len(set(told)) == len(told), (when, "a press twice")


@contextmanager
def table(home: Path, disk: Disk | None, chance: random.Random) -> Iterator[Episode]:
    clock = home.parent / "clock"
    clock.write_text("+0s\n", encoding="ascii")
    fake = {}
    if FAKETIME is not None:
        fake = {
            "LD_PRELOAD": str(FAKETIME), "FAKETIME_TIMESTAMP_FILE": str(clock), "FAKETIME_NO_CACHE": "1",
            "DONT_FAKE_MONOTONIC": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }  # fmt: skip
    # A user's powers, also where the tests are run by root: a folder that is sealed is sealed.
    drop = ("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all")
    by = drop if (os.geteuid() == 0 or disk) and shutil.which("setpriv") else ()
    with Process(
        home, "demo", "--auto", "--plain", "--seats", "10", "--seed", "5", "--rounds", "3", "--pace", PACE,
        "--faults", "chaos", by=(*(disk.by if disk else ()), *by), more={**TRACED, **fake},
    ) as app:  # fmt: skip
        try:
            yield Episode(disk.here if disk else home, disk, clock, chance, app)
        finally:
            app.kill()
            for left in Path("/dev/shm").glob(f"*faketime_*_{app.process.pid}"):  # libfaketime's, of a killed process
                left.unlink(missing_ok=True)


def test_nothing_that_was_shown_is_lost(home: Path) -> None:
    with small(home, SIZE) as disk:
        lacking = ("" if FAKETIME else "; no libfaketime: no clock is set") + ("" if disk else "; no disk to be filled")
        print(f"UNOTABLE_CHAOS_SEED={SEED}, {SECONDS:.0f} s{lacking}")
        harms = [harm for harm in HARMS if (FAKETIME or harm is not stepped) and (disk or harm is not filled)]
        play(home, disk, harms)


def play(home: Path, disk: Disk | None, harms: list[Callable[[Episode], None]]) -> None:
    here = disk.here if disk else home
    chance = random.Random(SEED)
    end = time.monotonic() + SECONDS
    told: dict[str, int] = {}
    episodes = 0
    while time.monotonic() < end:
        before = {path: path.read_bytes() for path in here.rglob("*.jsonl")}
        with table(home, disk, chance) as it:
            begins(it, here)
            for _ in range(chance.randint(0, 3)):
                it.wait()
                if it.ended or time.monotonic() > end:
                    break
                harm = chance.choice(harms)
                told[harm.__name__] = told.get(harm.__name__, 0) + 1
                it.done.append(harm.__name__)
                try:
                    harm(it)
                    check(it, f"after {it.done}")
                except (AssertionError, JournalError) as error:
                    raise AssertionError(evidence(it.app, here, f"{it.done}: {error}")) from error
                assert it.ended is (it.app.process.poll() is not None)
            it.wait(0.0, 3.0)
            assert it.app.process.poll() in (None, 0) or it.done[-1:] == ["cut_off"], (it.done, it.app.out[-20:])
            it.app.kill()
            time.sleep(0.2)  # the reader of its output takes in the last lines
            here.chmod(0o755)
            try:
                check(it, f"after {it.done}")
            except JournalError as error:
                raise AssertionError((it.done, str(error))) from error
        for path, kept in before.items():
            try:
                sound = read_size(kept)
                assert path.read_bytes().startswith(kept[:sound]), (it.done, path)
            except FileNotFoundError:
                assert len(kept.splitlines()) == 1, (it.done, path, "a match with lines is gone")
        episodes += 1
    print(f"{episodes} episodes: " + ", ".join(f"{name} {count}" for name, count in sorted(told.items())))
    assert episodes > 1 and json.dumps(told)


def begins(it: Episode, here: Path) -> None:
    try:
        until(lambda: it.shown() or it.ended, "it does not begin", 60)
    except AssertionError as error:
        raise AssertionError(evidence(it.app, here, str(error))) from error


def read_size(kept: bytes) -> int:
    """Bytes of the whole lines: half a line that a kill left is cut off."""
    return kept.rfind(b"\n") + 1
