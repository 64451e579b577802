"""Commands from other processes of this machine to the one that owns a match: lines of JSON over loopback TCP.

Loopback TCP works alike on every system. What guards it is the token: who does not send it first is hung up on, so
neither another user of this machine nor a page in a browser that guesses the port gets a word in. A command is one of

    {"send": {journal line without t}} · {"decide": way} · {"board": id, "seat": seat or null} · {"reseat": true}

and the answer, where something went wrong, is `{"say": sentence}`. A press is always written as made by key for
somebody (`via: key`), whatever the line claims: only boards stamp presses.
"""

from __future__ import annotations

import hmac
import json
import logging
import secrets
import selectors
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Protocol

from unotable.locale import tr
from unotable.match.view import View

log = logging.getLogger(__name__)

HOST = "127.0.0.1"
LONGEST = 64 * 1024  # bytes of a line; the longest command has some hundreds
MOST = 32  # callers at a time
LOOK_S = 0.05  # between two looks at whether something is to be said, or it is time to end
INTRODUCE_S = 5.0  # for the token
BUTTONS = ("uno", "cut", "done")
OURS = ("t", "u", "board", "boot", "ev", "held", "via")  # only the host writes these


class Owner(Protocol):
    """What a caller may ask of the match (live.py)."""

    @property
    def view(self) -> View: ...
    def send(self, line: Mapping[str, object]) -> None: ...
    def decide(self, number: int) -> None: ...
    def seat(self, board: str, seat: int | None) -> None: ...
    def reseat(self) -> None: ...
    def subscribe(self, callback: Callable[[View], None]) -> Callable[[], None]: ...


Finger = Callable[[int, str, bool], None]  # seat, button, held


class _Caller:
    def __init__(self, ends: socket.socket) -> None:
        self.socket = ends
        self.known = False
        self.since = time.monotonic()
        self.heard = b""


class Control:
    """Takes commands for `live` until `close`. `finger` presses a button of the desk, where there is one."""

    def __init__(self, live: Owner, finger: Finger | None = None) -> None:
        self.token = secrets.token_urlsafe(24)
        self._live = live
        self._finger = finger
        self._server = socket.create_server((HOST, 0))
        self._server.setblocking(False)
        self.port: int = self._server.getsockname()[1]
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._server, selectors.EVENT_READ)
        self._callers: dict[int, _Caller] = {}
        self._to_say: deque[str] = deque(maxlen=8)
        self._said = live.view.said
        self._ending = threading.Event()
        self._unsubscribe = live.subscribe(self._seen)
        self._thread = threading.Thread(target=self._run, name="control")
        self._thread.start()

    @property
    def address(self) -> str:
        """What a caller needs to know, for `Caller`: `port:token`."""
        return f"{self.port}:{self.token}"

    def close(self) -> None:
        self._unsubscribe()
        self._ending.set()
        self._thread.join()

    def _seen(self, view: View) -> None:
        """From the referee's thread."""
        if view.message and view.said != self._said:
            self._to_say.append(view.message)
        self._said = view.said

    # -- the thread ----------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._ending.is_set():
            for key, _ in self._selector.select(LOOK_S):
                if key.fileobj is self._server:
                    self._accept()
                else:
                    self._hear(self._callers[key.fd])
            while self._to_say:
                text = self._to_say.popleft()
                for caller in list(self._callers.values()):
                    if caller.known:
                        self._say(caller, text)
            late = time.monotonic() - INTRODUCE_S
            for caller in [one for one in self._callers.values() if not one.known and one.since < late]:
                self._hang_up(caller)
        for caller in list(self._callers.values()):
            self._hang_up(caller)
        self._selector.close()
        self._server.close()

    def _accept(self) -> None:
        try:
            ends, _ = self._server.accept()
        except OSError:
            return
        if len(self._callers) >= MOST:
            ends.close()
            return
        ends.setblocking(False)
        self._callers[ends.fileno()] = _Caller(ends)
        self._selector.register(ends, selectors.EVENT_READ)

    def _hang_up(self, caller: _Caller) -> None:
        self._callers.pop(caller.socket.fileno(), None)
        self._selector.unregister(caller.socket)
        caller.socket.close()

    def _hear(self, caller: _Caller) -> None:
        try:
            data = caller.socket.recv(LONGEST)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        caller.heard += data
        *lines, caller.heard = caller.heard.split(b"\n")
        if not data or len(caller.heard) > LONGEST:
            self._hang_up(caller)
            return
        for line in lines:
            if not caller.known:
                caller.known = self._introduced(line)
                if not caller.known:
                    self._hang_up(caller)
                    return
                continue
            try:
                wrong = self._obey(line)
            except Exception as error:  # such as a desk's board that is out: nobody else shall suffer
                log.exception("a remote command stumbled")
                wrong = tr("something went wrong ({error}); the log has the details", error=error)
            if wrong:
                self._say(caller, wrong)

    def _introduced(self, line: bytes) -> bool:
        return hmac.compare_digest(line.strip(), self.token.encode())

    def _obey(self, line: bytes) -> str:
        """Does what a line asks for; a sentence where it cannot be meant."""
        try:
            what = json.loads(line)
        except (ValueError, RecursionError):
            what = None
        match what:
            case {"send": {"press": button, "seat": int(seat), **rest}} if button in BUTTONS:
                self._press(str(button), seat, rest.get("hold") is True)
            case {"send": {"do": str(), **rest}} if not any(key in rest for key in OURS):
                self._live.send(what["send"])
            case {"decide": int(number)}:
                self._live.decide(number)
            case {"board": str(board), "seat": int() | None as seat}:
                self._live.seat(board, seat)
            case {"reseat": True}:
                self._live.reseat()
            case _:
                log.warning("a remote command was not understood: %r", line[:200])
                return tr("The table did not understand that command.")
        return ""

    def _press(self, button: str, seat: int, held: bool) -> None:
        if self._finger is not None and 1 <= seat <= len(self._live.view.header.seats):
            self._finger(seat, button, held)
            return
        self._live.send({"press": button, "seat": seat, "via": "key", **({"hold": True} if held else {})})

    def _say(self, caller: _Caller, text: str) -> None:
        try:
            caller.socket.sendall(json.dumps({"say": text}).encode() + b"\n")
        except OSError:  # it reads no more; its end is heard of soon
            pass


class Caller:
    """The other end: asks the process at `address` (`Control.address`). Never raises; `said` tells what is wrong."""

    def __init__(self, address: str) -> None:
        self._said: deque[str] = deque()
        self._heard = b""
        self._socket: socket.socket | None = None
        port, _, token = address.partition(":")
        try:
            self._socket = socket.create_connection((HOST, int(port)), timeout=2.0)
            self._socket.sendall(token.encode() + b"\n")
            self._socket.settimeout(0.5)
        except (OSError, ValueError):
            self._gone()

    def ask(self, what: Mapping[str, object]) -> None:
        if self._socket is None:
            self._said.append(tr("The table does not answer any more."))
            return
        try:
            self._socket.sendall(json.dumps(what).encode() + b"\n")
        except OSError:
            self._gone()

    def said(self) -> str | None:
        """The newest sentence that the other side has said since the last call."""
        if self._socket is not None:
            try:
                self._socket.setblocking(False)
                data = self._socket.recv(LONGEST)
                self._heard += data
                if not data:
                    self._gone()
            except (BlockingIOError, TimeoutError):
                pass
            except OSError:
                self._gone()
            finally:
                if self._socket is not None:
                    self._socket.settimeout(0.5)
        *lines, self._heard = self._heard.split(b"\n")
        for line in lines:
            self._said.append(str(json.loads(line).get("say", "")))
        newest = self._said[-1] if self._said else None
        self._said.clear()
        return newest

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _gone(self) -> None:
        self.close()
        self._said.append(tr("The table does not answer any more."))
