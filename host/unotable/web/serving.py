"""The owner's side: starts the process that serves the table to browsers, and ends it."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass, field

from unotable.locale import tr

PORT = 8765  # where nobody asked for another; taken, any free one is
ENDS_S = 2.0  # for a process that was told to end
CREATE_NEW_PROCESS_GROUP = 0x200  # subprocess has the name on Windows only
LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is served: the match in `match`, at `host` and `port` (0: `PORT` or any free one).

    `control` is the address of the owner's ear (remote.Control), empty where visitors only watch. `words` is another
    command to show instead of the match, and `given` what its environment has besides.
    """

    match: str
    host: str = LOOPBACK[0]
    port: int = 0
    control: str = ""
    lang: str = "en"
    words: tuple[str, ...] = ()
    given: dict[str, str] = field(default_factory=dict)


def missing() -> str:
    """A sentence where the library that serves is not installed."""
    if importlib.util.find_spec("textual_serve") is not None:
        return ""
    return tr("--web needs textual-serve: pip install textual-serve")


class Serving:
    """Serves until `close`, or until this process ends, however it ends. `told` hears the address, or what is wrong.

    `told` is called from a thread of its own; `said` keeps the sentence for who asks later.
    """

    def __init__(self, wanted: Wanted, told: Callable[[str], None]) -> None:
        self.said = ""
        self._wanted = wanted
        self._told = told
        windows = sys.platform == "win32"
        self._process = subprocess.Popen(
            [sys.executable, "-m", "unotable.web.server"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            creationflags=CREATE_NEW_PROCESS_GROUP if windows else 0,  # Ctrl+C is for this process, which then
            start_new_session=not windows,  # ends the other
        )
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(asdict(wanted)).encode() + b"\n")
        self._process.stdin.flush()
        self._thread = threading.Thread(target=self._listen, name="web")
        self._thread.start()

    def close(self) -> None:
        """Ends it and every visitor; may be called twice."""
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            self._process.stdin.close()
        except OSError:  # it has ended already
            pass
        try:
            self._process.wait(ENDS_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._thread.join()
        self._process.stdout.close()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line and self._process.stdin is not None and self._process.stdin.closed:
            return
        try:
            answer = json.loads(line)
        except ValueError:
            answer = {}
        url = answer.get("url")
        if url is None:
            self.said = tr("The table is not served: {why}", why=answer.get("wrong") or tr("its process has ended"))
        else:
            self.said = self._address(url)
        self._told(self.said)

    def _address(self, url: str) -> str:
        """Where it is; short, as it has to fit into one row of a terminal."""
        if self._wanted.host in LOOPBACK:
            return tr("Open {url} in a browser.", url=url)
        if self._wanted.control:
            return tr("{url} - WARNING: everybody on this network can look and play", url=url)
        return tr("{url} - WARNING: everybody on this network can look", url=url)
