"""The table in browsers: what visitors see, who may come in, who may change something; and nobody is left behind."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import aiohttp
import pytest
from unotable import cli
from unotable.web.server import bounded
from unotable.web.serving import Serving, Wanted

from tests.conftest import needs
from tests.processes import Process
from tests.waiting import until
from tests.web.browser import chromium

NASTY = "<img src=x onerror=alert(1)>"
PATIENCE_S = 20.0


def children(pid: int) -> dict[int, str]:
    """All processes that stem from `pid`, with their command lines."""
    rows = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True).stdout.splitlines()
    parts = [row.split(None, 2) for row in rows]
    found: dict[int, str] = {}
    while True:
        more = {int(p[0]): p[2] for p in parts if int(p[1]) in {pid, *found} and int(p[0]) not in found}
        if not more:
            return {one: args for one, args in found.items() if not args.startswith("ps ")}
        found.update(more)


def visitors(pid: int) -> list[int]:
    return [one for one, args in children(pid).items() if " watch " in args]


@contextmanager
def table(home: Path, *options: str) -> Iterator[tuple[Process, str]]:
    """A match of two by keys that is served, and its address."""
    words = ("play", "--plain", "--new", "--seats", f"{NASTY},Bo", "--track", "keys", "--lang", "en", "--web")
    with Process(home, *words, *options) as owner:
        yield owner, owner.until(lambda line: line.startswith("Open http://")).split()[1]


class Page:
    """A page's end of its websocket; `shown` is all that its terminal was sent since the last keys."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self.shown = ""

    async def keys(self, *keys: str) -> None:
        self.shown = ""
        for key in keys:
            await self._socket.send_json(["stdin", key])

    async def until(self, text: str) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while text not in self.shown:
                message = await self._socket.receive()
                assert isinstance(message.data, str | bytes), (text, self.shown[-2000:])
                self.shown += message.data.decode() if isinstance(message.data, bytes) else ""


@asynccontextmanager
async def visit(url: str) -> AsyncIterator[Page]:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{url}ws?width=100&height=30", origin=url.rstrip("/")) as socket,
    ):
        yield Page(socket)


def entries(home: Path) -> list[dict[str, object]]:
    (match,) = (home / "matches").glob("*.jsonl")
    return [json.loads(line) for line in match.read_text(encoding="utf-8").splitlines()[1:]]


async def status(url: str, **headers: str) -> int:
    async with aiohttp.ClientSession() as session, session.get(url, headers=headers) as answer:
        return answer.status


def nobody(of: dict[int, str]) -> bool:
    """Are all these processes gone?"""
    return not subprocess.run(["ps", "-o", "pid=", "-p", ",".join(map(str, of))], capture_output=True).stdout


@pytest.mark.skipif(sys.platform == "win32", reason="looks at processes with ps")
def test_who_comes_in_plays_and_leaves(home: Path) -> None:
    needs("ps")
    with table(home, "--control") as (owner, url):
        port = url.rstrip("/").rpartition(":")[2]

        async def come() -> None:
            # a page of another site, a name that somebody points at this machine, a program without an Origin
            assert await status(f"{url}ws", Origin="http://elsewhere.example") == 403
            assert await status(url, Host=f"elsewhere.example:{port}") == 403
            assert await status(f"{url}ws") == 403
            assert await status(url) == await status(f"{url}static/js/textual.js") == 200
            async with visit(url) as page:
                await page.until("card>")
                await page.keys("g", "7")
                await page.until("GREEN 7")
                await page.keys("\x1bOQ", "u")  # F2: somebody's UNO by key
                await asyncio.to_thread(until, lambda: "press" in entries(home)[-1])
                *_, first, press = entries(home)
                assert first["card"] == "g7"
                assert (press["press"], press["seat"], press["via"]) == ("uno", 2, "key")
                assert len(visitors(owner.process.pid)) == 1
            await asyncio.to_thread(until, lambda: not visitors(owner.process.pid))
            async with visit(url) as page:
                await page.until("GREEN 7")
                left = children(owner.process.pid)
                assert len(left) == 2
                owner.write("q")
                await asyncio.to_thread(owner.process.wait, PATIENCE_S)
                await asyncio.to_thread(until, lambda: nobody(left))

        asyncio.run(come())
        assert owner.process.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="looks at processes with ps")
def test_a_browser_watches_until_the_owner_crashes(home: Path, tmp_path: Path) -> None:
    needs("chromium")
    with table(home) as (owner, url):
        owner.write("r5")

        async def come() -> None:
            async with chromium("chromium", tmp_path / "profile") as browser, asyncio.timeout(25):
                await browser.open(url)
                while "RED 5" not in browser.frames or NASTY not in browser.frames:
                    await asyncio.sleep(0.05)
                assert await browser.value("document.body.className") == "-loaded -first-byte"
                assert NASTY not in await browser.value("document.documentElement.innerHTML")
                blank = len(await browser.picture())
                while not await browser.value("document.activeElement.className"):
                    await asyncio.sleep(0.05)
                for key in "dg5zL":
                    await browser.key(key)
                while "观看中" not in browser.frames:
                    await asyncio.sleep(0.05)
                assert blank > 10_000  # a page with nothing on it has two thousand bytes
                assert [entry["do"] for entry in entries(home)] == ["first"] and browser.dialogs == []
                left = children(owner.process.pid)
                owner.kill()
                while "-closed" not in await browser.value("document.body.className"):
                    await asyncio.sleep(0.05)
                await asyncio.to_thread(until, lambda: nobody(left))

        asyncio.run(come())


@pytest.mark.skipif(sys.platform == "win32", reason="looks at processes with ps")
def test_a_proposal_is_answered_by_one_key_in_a_browser(home: Path, tmp_path: Path) -> None:
    """Bo lays a card, Cy is on turn, Ana presses DONE: was it a skip? The visitor says that Cy forgot DONE."""
    needs("chromium")
    with table(home, "--control", "--track", "full", "--seats", "Ana,Bo,Cy") as (owner, url):
        for typed, shown in (("r5", "turn: Bo"), ("d 2", "turn: Cy"), ("d 1", "(1 skip?)")):
            owner.write(typed)
            owner.until(lambda line, shown=shown: shown in line)

        async def come() -> None:
            async with chromium("chromium", tmp_path / "profile") as browser, asyncio.timeout(25):
                await browser.open(url)
                while "Cy forgot DONE?" not in browser.frames:
                    await asyncio.sleep(0.05)
                while not await browser.value("document.activeElement.className"):
                    await asyncio.sleep(0.05)
                await browser.key("3")
                await asyncio.to_thread(owner.until, lambda line: "Cy 6" in line)
                while "DONE Cy" not in browser.frames:
                    await asyncio.sleep(0.05)

        asyncio.run(come())
        *_, guess, undo, forgotten = entries(home)
        assert (guess["card"], guess["via"], undo["do"]) == ("?s", "guess", "undo")
        assert (forgotten["press"], forgotten["seat"], forgotten["via"]) == ("done", 3, "guess")


def test_a_port_that_is_taken_is_said(home: Path) -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as taken:
        said: list[str] = []
        serving = Serving(Wanted("none.jsonl", port=taken.getsockname()[1]), said.append)
        until(lambda: bool(said))
        serving.close()
        serving.close()
    assert "not served" in said[0] and "in use" in said[0]


def test_serving_others_is_warned_about(home: Path) -> None:
    said: list[str] = []
    serving = Serving(Wanted("none.jsonl", host="0.0.0.0", control="1:x"), said.append)
    until(lambda: bool(said))
    serving.close()
    assert "WARNING: everybody on this network can look and play" in said[0] and "0.0.0.0" not in said[0]


def test_sizes_are_bounded() -> None:
    assert bounded(10**9, -5) == (400, 8)
    with pytest.raises(TypeError):
        bounded("80", None)


@pytest.mark.parametrize("options", [["--control"], ["--host", "0.0.0.0"]])
def test_options_of_the_web_belong_to_it(home: Path, options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "--plain", *options]) == 2
    assert "belong to --web" in capsys.readouterr().err
