"""The serving process: pages and websockets on one port, a `unotable watch` a visitor.

`python -m unotable.web.server`: the first line of standard input says what to serve (serving.Wanted), the end of it
ends everything; the first line of standard output is the address, or what is wrong. textual-serve brings the terminal
in the page and speaks with the visitor's process; ours is who may come in.

A page of another site can make a browser call any address, also one that only this machine reaches. So a websocket must
come from a page of ours (Origin), and names that could be anybody's are refused (Host): on loopback all but its own,
elsewhere all but addresses and the names that were asked for.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import os
import socket
import sys
import threading
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from html import escape
from pathlib import Path
from string import Template

from aiohttp import web
from textual_serve.app_service import AppService
from textual_serve.server import Server, to_int

from unotable.locale import tr, use
from unotable.web.serving import LOOPBACK, PORT, Wanted

EVERYWHERE = ("0.0.0.0", "::")  # no name that a browser could go to
HERE = Path(__file__).parent
MOST = 16  # visitors at a time: each is a process of some 60 MB
LEAVES_S = 1.0  # for a visitor's process to end by itself
CELLS = ((20, 400), (8, 150))  # least and most columns and rows of a visitor's terminal
FONTS = (8, 40)  # least and most px
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Visitor(AppService):
    """One visitor's process, started without a shell and gone as soon as the visitor is."""

    def __init__(
        self, words: Sequence[str], given: Mapping[str, str], websocket: web.WebSocketResponse, served: Server
    ):
        super().__init__(
            "", write_bytes=websocket.send_bytes, write_str=websocket.send_str, close=self._left,
            download_manager=served.download_manager,
        )  # fmt: skip
        self._words = words
        self._given = given
        self._websocket = websocket

    async def _left(self) -> None:
        """Its screen was quit."""
        await self._websocket.close()

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        return {**super()._build_environment(width, height), **self._given, "TEXTUAL_FPS": "30"}

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        self._process = await asyncio.create_subprocess_exec(
            *self._words, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=self._build_environment(width, height)
        )
        self._stdin = self._process.stdin
        return self._process

    async def set_terminal_size(self, width: int, height: int) -> None:
        await super().set_terminal_size(*bounded(width, height))

    async def stop(self) -> None:
        process, task = self._process, self._task
        self._task = None
        if process is None or task is None:
            return
        if process.stdin is not None:
            process.stdin.close()  # the end of input ends the screen (app/visitor.py)
        try:
            await asyncio.wait_for(process.wait(), LEAVES_S)
        except TimeoutError:
            self.kill()
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    def kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.kill()


class Table(Server):
    """The pages of one match."""

    def __init__(self, wanted: Wanted) -> None:
        super().__init__("", host=wanted.host)
        self._wanted = wanted
        self._visitors: set[Visitor] = set()
        self._page = Template((HERE / "page.html").read_text(encoding="utf-8"))
        self._names = {"127.0.0.1", "localhost", "[::1]"}
        if wanted.host not in LOOPBACK:
            self._names |= {wanted.host.lower(), socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"}

    async def _make_app(self) -> web.Application:
        app = web.Application(middlewares=[self._guard])
        app.add_routes([
            web.get("/", self._index),
            web.get("/page.js", self._script),
            web.get("/ws", self.handle_websocket),
            web.static("/static", self.statics_path),
        ])  # fmt: skip
        return app

    def kill_visitors(self) -> None:
        for visitor in self._visitors:
            visitor.kill()

    # -- who may come in -----------------------------------------------------------------------------------------

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if not self._ours(request.host):
            raise web.HTTPForbidden(text=f"This table is not served under the name {request.host!r}.\n")
        if request.path == "/ws" and request.headers.get("Origin", "").lower() not in (
            f"http://{request.host}".lower(), f"https://{request.host}".lower(),
        ):  # fmt: skip
            raise web.HTTPForbidden(text="Only a page of this table may ask for that.\n")
        response = await handler(request)
        if not response.prepared:
            response.headers.update(HEADERS)
        return response

    def _ours(self, host: str) -> bool:
        name = host.lower()
        if not name.endswith("]"):
            name = name.rpartition(":")[0] or name
        if name in self._names:
            return True
        return self._wanted.host not in LOOPBACK and _is_address(name)

    # -- what they get -------------------------------------------------------------------------------------------

    async def _index(self, request: web.Request) -> web.Response:
        low, high = FONTS
        page = self._page.substitute(
            socket=escape(f"{'wss' if request.secure else 'ws'}://{request.host}/ws"),
            font=max(low, min(high, to_int(request.query.get("fontsize", "16"), 16))),
            lang=escape({"zh": "zh-CN"}.get(self._wanted.lang, self._wanted.lang)),
            waits=escape(tr("One moment, the table is coming.")),
            closed=escape(tr("The table is closed, or this view of it was left.")),
            again=escape(tr("Look again")),
        )
        return web.Response(text=page, content_type="text/html")

    async def _script(self, request: web.Request) -> web.StreamResponse:
        return web.FileResponse(HERE / "page.js")

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        if len(self._visitors) >= MOST:
            raise web.HTTPServiceUnavailable(text=f"{MOST} visitors are here already.\n")
        websocket = web.WebSocketResponse(heartbeat=15, max_msg_size=64 * 1024)
        size = bounded(to_int(request.query.get("width", "80"), 80), to_int(request.query.get("height", "24"), 24))
        visitor = Visitor(self._words(), self._environment(), websocket, self)
        self._visitors.add(visitor)
        try:
            await websocket.prepare(request)
            await visitor.start(*size)
            await self._process_messages(websocket, visitor)
        except (ConnectionError, ValueError, TypeError, KeyError, IndexError, AssertionError):
            pass  # it went, or said what no page of ours says
        finally:
            await visitor.stop()
            self._visitors.discard(visitor)
            await websocket.close()
        return websocket

    def _words(self) -> list[str]:
        words = self._wanted.words or ("watch", self._wanted.match)
        return [sys.executable, "-m", "unotable", *words, "--lang", self._wanted.lang]

    def _environment(self) -> dict[str, str]:
        given = {"TEXTUAL_DRIVER": "unotable.app.visitor:Visitor", **self._wanted.given}
        return {**given, "UNOTABLE_CONTROL": self._wanted.control} if self._wanted.control else given


def bounded(width: object, height: object) -> tuple[int, int]:
    """A terminal's size as it can be; `TypeError` for what is no number."""
    if not isinstance(width, int) or not isinstance(height, int):
        raise TypeError("a size is two whole numbers")
    (narrow, wide), (low, high) = CELLS
    return max(narrow, min(wide, width)), max(low, min(high, height))


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def bind(host: str, port: int) -> socket.socket:
    """The port to serve on; `OSError` where it cannot be had."""
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    try:
        return socket.create_server((host, port or PORT), family=family)
    except OSError:
        if port:
            raise
        return socket.create_server((host, 0), family=family)


async def serve(wanted: Wanted, say: Callable[[Mapping[str, str]], None], ended: asyncio.Event) -> None:
    """Until `ended` is set; `say` hears the address."""
    try:
        sock = bind(wanted.host, wanted.port)
    except OSError as error:
        say({"wrong": f"{wanted.host}:{wanted.port or PORT}: {(error.strerror or str(error)).lower()}"})
        return
    table = Table(wanted)
    runner = web.AppRunner(await table._make_app(), handle_signals=False, access_log=None, shutdown_timeout=0.2)
    await runner.setup()
    await web.SockSite(runner, sock).start()
    host = socket.gethostname() if wanted.host in EVERYWHERE else wanted.host
    shown = f"[{host}]" if ":" in host else host
    say({"url": f"http://{shown}:{sock.getsockname()[1]}/"})
    await ended.wait()
    table.kill_visitors()
    await runner.cleanup()


def main() -> int:
    wanted = Wanted(**json.loads(sys.stdin.readline()))
    use(wanted.lang)

    def say(answer: Mapping[str, str]) -> None:
        print(json.dumps(answer), flush=True)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what textual-serve prints is for nobody, and must not block it

    async def run() -> None:
        ended, loop = asyncio.Event(), asyncio.get_running_loop()

        def owner() -> None:
            sys.stdin.read()  # its end is the owner's
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(ended.set)

        threading.Thread(target=owner, daemon=True).start()
        await serve(wanted, say, ended)

    asyncio.run(run())
    return 0


if __name__ == "__main__":
    sys.exit(main())
