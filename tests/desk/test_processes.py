"""The desk's boards as processes: they start or say why not, vanish, come back, and never outlive the desk."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import serial
from unotable import config
from unotable.desk.desk import Desk, DeskError

from tests.desk.host import KINDS, Host, make
from tests.processes import alive
from tests.waiting import until


def test_unplug_and_plug(desk: Desk) -> None:
    host = Host(desk.ports[0])
    first, pid = host.hello, desk.pid(1)
    desk.press(1, "u")
    host.wait("P", 1)
    desk.unplug(1)
    desk.unplug(1)
    assert desk.ports == [] and not desk.plugged(1) and desk.lamps(1) == "off"
    assert pid is not None and not alive(pid)
    with pytest.raises((serial.SerialException, OSError)):
        host.listen(1)
    desk.press(1, "u")  # a button without a board
    desk.plug(1)
    desk.plug(1)
    desk.wait_ready()
    again = Host(desk.ports[0])
    assert again.hello[2] == first[2] and again.boot != first[3]
    desk.press(1, "d")
    assert again.wait("P", 1)[2] == "d"
    again.close()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no signals here")
def test_a_board_killed_from_outside_is_noticed(desk: Desk) -> None:
    pid = desk.pid(1)
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    until(lambda: not desk.plugged(1), "the desk notices")
    desk.press(1, "u")
    assert desk.ports == []
    desk.plug(1)
    desk.wait_ready()
    Host(desk.ports[0]).close()


def test_a_port_opened_again_goes_on(desk: Desk) -> None:
    host = Host(desk.ports[0])
    desk.press(1, "u")
    host.wait("P", 1)
    host.close()
    again = Host(desk.ports[0])
    assert again.boot == host.boot
    again.wait("P", 1)
    again.close()


def test_nothing_runs_after_close() -> None:
    desk = make(KINDS[0], seats=4)
    pids = [desk.pid(seat) for seat in desk.seats]
    assert all(pid and alive(pid) for pid in pids)
    thread = desk._thread
    desk.close()
    desk.close()
    assert not any(pid and alive(pid) for pid in pids) and not thread.is_alive()
    desk.press(1, "u")
    desk.plug(1)
    assert desk.pid(1) is None


APP = """
import sys, time
from unotable.desk.desk import Desk
kind = sys.argv[1]
desk = Desk(2, terminal=False) if kind == "socket" else Desk(2, python=kind)
print(*[desk.pid(seat) for seat in desk.seats], flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("kind", KINDS)
def test_no_board_outlives_an_app_that_is_killed(kind: str) -> None:
    app = subprocess.Popen([sys.executable, "-c", APP, kind], stdout=subprocess.PIPE, text=True)
    assert app.stdout
    pids = [int(pid) for pid in app.stdout.readline().split()]
    assert len(pids) == 2 and all(alive(pid) for pid in pids)
    app.kill()
    app.wait()
    app.stdout.close()
    until(lambda: not any(alive(pid) for pid in pids), "the boards end with their desk")


def test_firmware_that_fails_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "main.py").write_text("raise ValueError('no such pin')\n")
    monkeypatch.setattr(config, "firmware", lambda: tmp_path)
    with pytest.raises(DeskError, match=r"(?s)seat 1 does not start under .*no such pin"):
        make(KINDS[0])


def test_firmware_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "main.py").write_text("import time\ntime.sleep(60)\n")
    monkeypatch.setattr(config, "firmware", lambda: tmp_path)
    monkeypatch.setattr("unotable.desk.desk.START", 0.2)
    with pytest.raises(DeskError, match="not ready after"):
        make(KINDS[0])


def test_an_interpreter_that_is_not_here() -> None:
    with pytest.raises(DeskError, match="micropython and cpython, not 'ruby'"):
        Desk(1, python="ruby")
