"""The laptop's loudspeaker: tunes by the system's own player, in a thread that nobody waits for.

`say` never blocks. One tune is heard at a time; of those that come meanwhile the most important of the last second is
next. A player that fails (no sound device) is never asked again, and where none is left the terminal's bell rings.
`close` ends a player that still runs: no process outlives the match.
"""

from __future__ import annotations

import contextlib
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from unotable.sound import tones

STALE_S = 1.0  # a sound that comes later than this tells nobody anything
HANGS_S = 3.0  # a player that takes so much longer than its tune
PLAYERS = (("pw-play",), ("paplay",), ("aplay", "-q"), ("afplay",))  # the file's name comes last


def players() -> list[tuple[str, ...]]:
    """What this system can play a WAV file with; Windows does it without a program (`()`)."""
    if sys.platform == "win32":
        return [()]
    return [player for player in PLAYERS if shutil.which(player[0])]


class Speaker:
    """`bell` rings the terminal's bell; it is called from the speaker's thread. `silent` says whether only that is
    left."""

    def __init__(self, bell: Callable[[], None], use: Sequence[tuple[str, ...]] | None = None) -> None:
        self._bell = bell
        self._players = list(players() if use is None else use)
        self._wanted: queue.SimpleQueue[tuple[float, str, int] | None] = queue.SimpleQueue()
        self._ending = threading.Event()
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None

    @property
    def silent(self) -> bool:
        return not self._players

    def say(self, name: str, volume: int) -> None:
        """Plays a tune of `tones.TUNES`; `volume` is 0 to 100."""
        if self._ending.is_set() or volume <= 0:
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="speaker")
            self._thread.start()
        self._wanted.put((time.monotonic(), name, volume))

    def close(self) -> None:
        self._ending.set()
        self._wanted.put(None)
        with self._lock:
            if self._process is not None:
                self._process.kill()
        if self._thread is not None:
            self._thread.join()

    # -- the thread -------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        with tempfile.TemporaryDirectory(prefix="unotable-", ignore_cleanup_errors=True) as folder:
            while not self._ending.is_set():
                chosen = self._next()
                if chosen is not None:
                    self._play(Path(folder), *chosen)

    def _next(self) -> tuple[str, int] | None:
        """Waits for what is wanted; the most important of all that is."""
        wanted = [self._wanted.get()]
        while True:
            try:
                wanted.append(self._wanted.get_nowait())
            except queue.Empty:
                break
        now = time.monotonic()
        fresh = [it for it in wanted if it is not None and now - it[0] <= STALE_S]
        if not fresh or self._ending.is_set():
            return None
        _, name, volume = min(fresh, key=lambda it: tones.RANK.index(it[1]))
        return name, volume

    def _play(self, folder: Path, name: str, volume: int) -> None:
        path = folder / f"{name}-{volume}.wav"
        try:
            if not path.exists():
                path.write_bytes(tones.wav(name, volume))
        except OSError:
            self._players.clear()
        while self._players and not self._ending.is_set():
            if self._with(self._players[0], path, tones.seconds(name)):
                return
            if not self._ending.is_set():
                self._players.pop(0)
        if not self._ending.is_set():
            self._bell()
            self._ending.wait(tones.seconds(name))  # a bell at a time, too

    def _with(self, player: tuple[str, ...], path: Path, seconds: float) -> bool:
        """Whether that player could."""
        if not player:
            return self._windows(path, seconds)
        try:
            with self._lock:
                if self._ending.is_set():
                    return True
                self._process = subprocess.Popen(
                    [*player, str(path)],
                    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                )  # fmt: skip
        except OSError:
            return False
        try:
            return self._process.wait(seconds + HANGS_S) == 0
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            return False
        finally:
            with self._lock:
                self._process = None

    def _windows(self, path: Path, seconds: float) -> bool:
        if sys.platform != "win32":
            return False
        import winsound

        try:
            winsound.PlaySound(str(path), winsound.SND_FILENAME | winsound.SND_ASYNC | winsound.SND_NODEFAULT)
        except RuntimeError:
            return False
        if self._ending.wait(seconds):
            with contextlib.suppress(RuntimeError):
                winsound.PlaySound(None, 0)
        return True
