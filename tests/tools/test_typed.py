"""Typing at a micro:bit's prompt, against what is none; the real one is in tests/firmware/test_emulated_microbit.py."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from unotable.tools import typed
from unotable.tools.repl import ReplError
from unotable.tools.typed import PROMPT, Typed


@contextmanager
def device(answer: Callable[[bytes], bytes]) -> Iterator[str]:
    """A serial port that answers each read of what was typed by `answer`; b"" hangs up."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            line, _ = server.accept()
            with line:
                while data := line.recv(4096):
                    said = answer(data)
                    if not said:
                        return
                    line.sendall(said)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"socket://127.0.0.1:{server.getsockname()[1]}"
        thread.join(5)


def board(said: dict[bytes, bytes]) -> Callable[[bytes], bytes]:
    """A prompt that gives its answers to orders, else nothing printed."""

    def answer(data: bytes) -> bytes:
        if b"\x01" in data or data == b"\x04":
            return PROMPT
        if data.endswith(b"\x04"):
            return b"OK" + said.get(data[:-1], b"\x04") + b"\x04>"
        return b"\r\n>>> "

    return answer


def test_what_is_no_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typed, "TRIES", 1)
    with device(lambda data: b"~H,1,someone\r\n") as port, pytest.raises(ReplError, match="no MicroPython prompt"):
        Typed(port)


def test_no_port() -> None:
    with pytest.raises(ReplError, match="is not there"):
        Typed("socket://127.0.0.1:1")


def test_orders_fit_and_what_the_board_says_is_told() -> None:
    orders: list[bytes] = []
    wrong = b"\x04Traceback\r\nOSError: file not found\r\n"
    answers = board({b"print(1)": b"1\r\n\x04", b"import os\nos.remove('a.py')": wrong})

    def answer(data: bytes) -> bytes:
        orders.append(data)
        return answers(data)

    with device(answer) as port, Typed(port) as prompt:
        assert prompt.run("print(1)") == "1\n"
        with pytest.raises(ReplError, match="OSError: file not found"):
            prompt.remove("a.py")
        prompt.write("a.py", ("x = '" + "\\\n" * 40 + "'\n").encode())
    assert max(map(len, orders)) < 64, "the board's own buffer"


def test_a_board_that_goes_away() -> None:
    with (
        device(lambda data: b"" if b"print" in data else board({})(data)) as port,
        Typed(port) as prompt,
        pytest.raises(ReplError, match="went away"),
    ):
        prompt.run("print(1)")
