"""A small disk of its own for a process that a test starts: a tmpfs that only it sees, gone with the test.

It is mounted in a mount namespace, so that a test that is killed leaves no mount behind; Linux only, and only where
the system allows that (root mostly may, users on most desktops).
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

MOUNT = 'mount -t tmpfs -o "size=$1,mode=700" small "$2" && echo ready && read -r over'


@dataclass(frozen=True)
class Disk:
    """by: what a program is started by to find the disk at the folder; here: the same folder as the test sees it."""

    by: tuple[str, ...]
    here: Path

    @property
    def _filler(self) -> Path:
        return self.here / "filler"

    @property
    def room(self) -> int:
        """Free bytes, in whole pages; what is left of a file's last page comes on top."""
        free = os.statvfs(self.here)
        return free.f_bavail * free.f_frsize

    def fill(self) -> None:
        """Takes all pages that are free."""
        with self._filler.open("ab", buffering=0) as filler, contextlib.suppress(OSError):
            while True:
                filler.write(bytes(4096))

    def free(self) -> None:
        """Gives back what `fill` took."""
        self._filler.unlink(missing_ok=True)


@contextmanager
def small(folder: Path, size: int) -> Iterator[Disk | None]:
    """A disk of `size` bytes at `folder`, an empty one; None where nothing may be mounted."""
    if not sys.platform.startswith("linux") or not all(map(shutil.which, ("unshare", "nsenter", "mount"))):
        yield None
        return
    powers, same = (
        ((), ()) if os.geteuid() == 0 else (("--user", "--map-root-user"), ("--user", "--preserve-credentials"))
    )
    keeper = subprocess.Popen(
        ["unshare", *powers, "--mount", "sh", "-c", MOUNT, "sh", str(size), folder],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    assert keeper.stdin is not None and keeper.stdout is not None
    try:
        if keeper.stdout.readline() != b"ready\n":
            yield None
            return
        yield Disk(
            ("nsenter", "--target", str(keeper.pid), *same, "--mount", f"--wd={Path.cwd()}", "--"),
            Path(f"/proc/{keeper.pid}/root") / folder.absolute().relative_to("/"),
        )
    finally:
        keeper.kill()
        keeper.wait()
        keeper.stdin.close()
        keeper.stdout.close()
