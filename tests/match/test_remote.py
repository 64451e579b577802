"""Commands from elsewhere: only with the token, only what a person may do, and an answer where it cannot be meant."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from dataclasses import replace

import pytest
from unotable.match.remote import HOST, LONGEST, Caller, Control

from tests.app.views import Live, view
from tests.waiting import until


@pytest.fixture
def live() -> Live:
    return Live(view())


@pytest.fixture
def control(live: Live) -> Iterator[Control]:
    control = Control(live)
    yield control
    control.close()


def said(caller: Caller) -> str:
    found: list[str] = []
    until(lambda: found.append(text) if (text := caller.said()) else found)
    return found[-1]


def test_what_is_asked_is_done(live: Live, control: Control) -> None:
    caller = Caller(control.address)
    caller.ask({"send": {"do": "card", "card": "r5", "of": 3}})
    caller.ask({"send": {"press": "uno", "seat": 2, "hold": True, "board": "forged", "t": 1, "u": 0}})
    caller.ask({"decide": 2})
    caller.ask({"board": "e6614c3101", "seat": None})
    caller.ask({"reseat": True})
    until(lambda: live.reseated)
    assert live.sent == [
        {"do": "card", "card": "r5", "of": 3},
        {"press": "uno", "seat": 2, "via": "key", "hold": True},
    ]
    assert live.decided == [2] and live.seated == [("e6614c3101", None)]
    caller.close()


@pytest.mark.parametrize(
    "what",
    [
        {},
        {"send": {"do": "undo", "t": 5}},
        {"send": {"press": "shout", "seat": 1}},
        {"send": {"do": 7}},
        {"decide": "1"},
    ],
)
def test_what_cannot_be_meant_is_answered(live: Live, control: Control, what: dict[str, object]) -> None:
    caller = Caller(control.address)
    caller.ask(what)
    assert "did not understand" in said(caller)
    caller.close()
    assert (live.sent, live.decided, live.seated) == ([], [], [])


def test_complaints_of_the_referee_reach_who_asked(live: Live, control: Control) -> None:
    caller = Caller(control.address)
    caller.ask({"decide": 1})
    until(lambda: live.decided)
    live.show(replace(live.view, message="there is no proposal 1", said=1))
    assert said(caller) == "there is no proposal 1"
    control.close()
    assert "does not answer" in said(caller)
    caller.ask({"decide": 1})
    assert "does not answer" in said(caller)


@pytest.mark.parametrize("first", [b"guess\n", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"x" * (LONGEST + 10), b"\xff\n"])
def test_without_the_token_nobody_gets_a_word_in(live: Live, control: Control, first: bytes) -> None:
    with socket.create_connection((HOST, control.port), timeout=5) as caller:
        try:
            caller.sendall(first + json.dumps({"reseat": True}).encode() + b"\n")
            assert caller.recv(100) == b""
        except ConnectionError:
            pass
    assert not live.reseated
