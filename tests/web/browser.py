"""A headless Chromium, driven over its own debugging websocket."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import signal
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import aiohttp

FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-port=0",
    "--window-size=1000,640", "--no-first-run", "--disable-extensions", "--disable-background-networking",
)  # fmt: skip


class Browser:
    """One page. `frames` is what its websockets were sent, as text; `dialogs` what an `alert` would have said."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._calls = 0
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.frames = ""
        self.dialogs: list[str] = []

    async def listen(self) -> None:
        async for message in self._socket:
            said = json.loads(message.data)
            match said:
                case {"id": int(number)}:
                    self._answers.pop(number).set_result(said)
                case {"method": "Network.webSocketFrameReceived", "params": {"response": {"opcode": 2, **response}}}:
                    self.frames += base64.b64decode(response["payloadData"]).decode(errors="replace")
                case {"method": "Page.javascriptDialogOpening", "params": params}:
                    self.dialogs.append(params["message"])

    async def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._calls += 1
        answer = self._answers[self._calls] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": self._calls, "method": method, "params": parameters})
        said = await answer
        assert "error" not in said, said
        result: dict[str, Any] = said["result"]
        return result

    async def open(self, url: str) -> None:
        for domain in ("Page", "Network", "Runtime"):
            await self.call(f"{domain}.enable")
        await self.call("Page.navigate", url=url)

    async def value(self, expression: str) -> Any:
        return (await self.call("Runtime.evaluate", expression=expression))["result"].get("value")

    async def key(self, char: str) -> None:
        await self.call("Input.dispatchKeyEvent", type="keyDown", text=char, key=char)
        await self.call("Input.dispatchKeyEvent", type="keyUp", key=char)

    async def picture(self) -> bytes:
        return base64.b64decode((await self.call("Page.captureScreenshot"))["data"])


@asynccontextmanager
async def chromium(program: str, profile: Path) -> AsyncIterator[Browser]:
    process = subprocess.Popen(
        [program, *FLAGS, f"--user-data-dir={profile}", "about:blank"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    try:
        port = profile / "DevToolsActivePort"  # Chromium's own note of where it listens
        while not (port.exists() and port.read_text().count("\n")):
            assert process.poll() is None, "the browser has ended"
            await asyncio.sleep(0.05)
        debugger = f"127.0.0.1:{port.read_text().splitlines()[0]}"
        async with aiohttp.ClientSession() as session:
            async with session.get(f"http://{debugger}/json") as answer:
                page = next(one for one in await answer.json(content_type=None) if one["type"] == "page")
            async with session.ws_connect(page["webSocketDebuggerUrl"], max_msg_size=0) as socket:
                browser = Browser(socket)
                listening = asyncio.create_task(browser.listen())
                yield browser
                listening.cancel()
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
