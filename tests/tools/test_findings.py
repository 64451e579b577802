"""The doctor's judgement as a table: facts in, what is wrong and the next step out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from unotable import locale
from unotable.tools.findings import BoardFacts, Facts, Heard, PortFacts, as_json, as_text, findings

PORT = "/dev/ttyACM0"
HELLO = ("1", "e6614c311b7e8a2f", "7", "0.1.0", "pico", "blsf")
WELL = BoardFacts("e6614c311b7e8a2f", u=310, rtt=600)


def facts(*ports: PortFacts, system: str = "linux", **more: Any) -> Facts:
    return Facts(system, ports, "0.1.0", 1, **more)


def port(access: Any = "open", **more: Any) -> PortFacts:
    return PortFacts(PORT, access, **more)


def heard(hello: tuple[str, ...] | None = HELLO, board: BoardFacts | None = WELL, **more: Any) -> PortFacts:
    return port(heard=Heard(hello, **more), board=board)


DENIED = port("denied", group="dialout", vendor="2e8a")

TABLE = [
    (facts(), "wrong", "no board is plugged in", "unotable demo"),
    (facts(others=("/dev/ttyUSB0",)), "wrong", "no board", "unotable doctor /dev/ttyUSB0"),
    (facts(bootsel=1), "wrong", "waits for MicroPython", ".uf2"),
    (facts(heard(), unwritable=("/var/x",)), "wrong", "cannot be written", "UNOTABLE_HOME"),
    (facts(DENIED), "wrong", "no permission", "sudo usermod -aG dialout $USER"),
    (facts(DENIED, groups_to_come=("dialout",)), "wrong", "no permission", "log out and in again"),
    (facts(DENIED, groups_to_come=("dialout",), user_groups=("dialout",)), "wrong", "no permission", "usermod"),
    (
        facts(port("denied", vendor="0d28")), "wrong", "no permission",
        'SUBSYSTEM=="tty", ATTRS{idVendor}=="0d28", TAG+="uaccess"\' | sudo tee /etc/udev/rules.d/60-unotable.rules',
    ),
    (facts(port("denied", group="root")), "wrong", "no permission", 'ATTRS{idVendor}=="2e8a"'),
    (facts(port("denied", group="wheel"), system="darwin"), "wrong", "no permission", "close other programs"),
    (facts(port("busy", holders=((812, "thonny"),))), "wrong", "in use by thonny (812)", "close that program"),
    (facts(port("busy"), system="win32"), "wrong", "another program", "Thonny"),
    (facts(port("gone")), "wrong", "no such port", "plug the board in"),
    (facts(port("failed", error="Errno 71")), "wrong", "Errno 71", "unplug"),
    (facts(heard(("2", *HELLO[1:]))), "wrong", "protocol 2, this program 1", f"unotable flash {PORT}"),
    (facts(heard(None, versions=(3, 5))), "wrong", "protocol 3-5, this program 1", "unotable flash"),
    (facts(heard((*HELLO[:3], "0.0.9", "pico", "b"))), "note", "0.0.9, this program brings 0.1.0", "unotable flash"),
    (facts(heard(None, None, prompt=True)), "wrong", "prompt", f"unotable flash {PORT}"),
    (
        facts(heard(None, None, prompt=True, text=("Traceback:", "ImportError: no module 'x'"))),
        "wrong", "ImportError: no module 'x'", "unotable flash",
    ),
    (facts(heard(None, None, text=("$GPGGA,1,2",))), "wrong", "'$GPGGA,1,2': no board of ours", "unotable flash"),
    (facts(heard(None, None, text=("\x1b[31m",))), "wrong", r"'\x1b[31m'", "unotable flash"),
    (facts(heard(None, None)), "wrong", "says nothing", "plug it in again"),
    (facts(heard(None, None, refused=4)), "wrong", "nothing but damaged", "another cable"),
    (facts(heard(refused=3)), "wrong", "3 lines were damaged", "power supply"),
    (facts(heard(board=BoardFacts("b", "unsure", "it jumped"))), "wrong", "clock: it jumped", "wait ten seconds"),
    (facts(heard(board=BoardFacts("b", lost=7))), "wrong", "drop 7 events", "another cable"),
    (facts(heard(board=BoardFacts("b", rtt=40_000))), "wrong", "after 40 ms", "hub"),
    (facts(port("match", board=BoardFacts("b", "absent", "silent"))), "wrong", "b is absent: silent", "another cable"),
]  # fmt: skip


@pytest.mark.parametrize(("it", "level", "what", "step"), TABLE)
def test_what_is_wrong_and_what_helps(it: Facts, level: str, what: str, step: str) -> None:
    first = findings(it)[0]
    assert first.level == level
    assert what in first.what
    assert any(step in line for line in first.steps)


@pytest.mark.parametrize(
    "it",
    [
        facts(heard()),
        facts(heard(refused=1)),
        facts(heard(board=None)),
        facts(port("match", board=WELL)),
        facts(heard((*HELLO[:3], "0.0.1", "toaster", "b"))),  # made from PROTOCOL.md: there is nothing to flash
    ],
)
def test_a_board_that_is_well(it: Facts) -> None:
    assert [finding.level for finding in findings(it)] == ["fine"]
    assert as_text(findings(it)).startswith(f"+ {PORT}: board e6614c311b7e8a2f ")


def test_each_port_has_its_say() -> None:
    found = findings(facts(heard(), PortFacts("COM7", "gone"), DENIED))
    assert [finding.where for finding in found] == [PORT, "COM7", PORT]
    assert [finding["level"] for finding in json.loads(as_json(found))] == ["fine", "wrong", "wrong"]
    assert as_text(found).splitlines()[2].startswith("    ")


@pytest.fixture
def chinese() -> Iterator[None]:
    locale.use("zh")
    yield
    locale.use("en")


def test_in_chinese(chinese: None) -> None:
    text = as_text(findings(facts(DENIED)))
    assert text == f"! {PORT}: 没有打开它的权限\n    sudo usermod -aG dialout $USER\n    然后注销并重新登录"
