"""`unotable doctor`'s judgement: facts in, findings out. It opens, reads and asks nothing itself.

Each finding says where, what is wrong, and the next step, which may be lines to type. Order: what concerns the system
first, then the ports in the order of their facts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from unotable.link.stamps import STAMPS
from unotable.locale import tr

Access = Literal["open", "denied", "busy", "gone", "failed", "match"]
Level = Literal["fine", "note", "wrong"]

DAMAGED = 3  # lines in a few seconds: a good cable has none, but the first may be half a line
SLOW_US = 20_000  # a round trip over a hub that works takes some 1 to 4 ms
RULES = "/etc/udev/rules.d/60-unotable.rules"  # before 73, which gives the ports to whoever sits at the machine


@dataclass(frozen=True, slots=True)
class Heard:
    """What came from an open port. hello: the fields of H after its letter; versions: those of V. text: the last lines
    that are none of ours and nobody asked for. prompt: MicroPython's is there. refused: lines damaged on their way,
    there or back."""

    hello: tuple[str, ...] | None = None
    versions: tuple[int, int] | None = None
    text: tuple[str, ...] = ()
    prompt: bool = False
    refused: int = 0


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """How a board's link and clock are. state: its clock's (fresh good unsure lost), or absent. u, rtt: µs. lost:
    events that it had to drop."""

    board: str
    state: str = "good"
    why: str = ""
    u: int | None = None
    rtt: int | None = None
    lost: int = 0


@dataclass(frozen=True, slots=True)
class PortFacts:
    """A port and what happened when it was opened. error: the system's words. group: whose the device is, on POSIX.
    vendor: USB's, four hex digits. holders: (process id, its name) of those who have it open, as far as can be seen."""

    port: str
    access: Access
    error: str = ""
    vendor: str = ""
    group: str = ""
    holders: tuple[tuple[int, str], ...] = ()
    heard: Heard | None = None
    board: BoardFacts | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """system: sys.platform. user_groups: of this process; groups_to_come: those the next login adds. others: serial
    ports of parts that are no boards. bootsel: how many Picos wait for MicroPython. unwritable: folders we may not
    write to. firmware, proto: this program's."""

    system: str
    ports: tuple[PortFacts, ...]
    firmware: str
    proto: int
    user_groups: tuple[str, ...] = ()
    groups_to_come: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    bootsel: int = 0
    unwritable: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """where: a port or a folder. steps: what to do, one line each."""

    level: Level
    where: str
    what: str
    steps: tuple[str, ...] = ()


def findings(facts: Facts) -> list[Finding]:
    """Everything that is to be said; never nothing."""
    found = [
        Finding("wrong", folder, tr("this folder cannot be written"), (tr("make it yours, or set UNOTABLE_HOME"),))
        for folder in facts.unwritable
    ]
    if facts.bootsel:
        found.append(
            Finding(
                "wrong",
                "USB",
                tr("a Pico waits for MicroPython (its disk RPI-RP2 or RP2350 is there, no program)"),
                (
                    tr("copy the .uf2 for your Pico from micropython.org/download to that disk"),
                    tr("then: {command}", command="unotable flash"),
                ),
            )
        )
    if not facts.ports and not facts.bootsel:
        found.append(_no_board(facts))
    for port in facts.ports:
        found += _port(port, facts)
    return found


def _no_board(facts: Facts) -> Finding:
    steps = [
        tr("plug a board in, with a cable that carries data: many carry only power"),
        tr("try it without the hub, and another cable"),
        tr("to play without boards: {command}", command="unotable demo"),
    ]
    if facts.others:
        ports = ", ".join(facts.others)
        steps.append(
            tr("if one of {ports} is a board: {command}", ports=ports, command=f"unotable doctor {facts.others[0]}")
        )
    return Finding("wrong", "USB", tr("no board is plugged in"), tuple(steps))


def _port(port: PortFacts, facts: Facts) -> Iterator[Finding]:
    if port.access == "denied":
        yield Finding("wrong", port.port, tr("no permission to open it"), _permission(port, facts))
    elif port.access == "busy":
        yield _busy(port)
    elif port.access == "gone":
        yield Finding("wrong", port.port, tr("there is no such port"), (tr("plug the board in, or name another port"),))
    elif port.access == "failed":
        yield Finding(
            "wrong",
            port.port,
            tr("it cannot be opened: {error}", error=port.error),
            (tr("unplug the board, plug it in again and try once more"),),
        )
    else:
        yield from _spoken(port, facts)


def _permission(port: PortFacts, facts: Facts) -> tuple[str, ...]:
    if not facts.system.startswith("linux"):
        return (tr("close other programs that use it; unplug the board and plug it in again"),)
    group = port.group
    if group and group != "root":
        if group in facts.groups_to_come and group not in facts.user_groups:
            return (tr("you are in the group {group} from your next login on: log out and in again", group=group),)
        return (f"sudo usermod -aG {group} $USER", tr("then log out and in again"))
    vendor = port.vendor or "2e8a"
    rule = f'SUBSYSTEM=="tty", ATTRS{{idVendor}}=="{vendor}", TAG+="uaccess"'
    return (
        f"echo '{rule}' | sudo tee {RULES}",
        "sudo udevadm control --reload && sudo udevadm trigger",
        tr("then unplug the board and plug it in again"),
    )


def _busy(port: PortFacts) -> Finding:
    if not port.holders:
        step = tr("close what uses it: another unotable, a serial terminal, an IDE such as Thonny")
        return Finding("wrong", port.port, tr("another program uses it"), (step,))
    who = ", ".join(f"{name} ({pid})" for pid, name in port.holders)
    return Finding("wrong", port.port, tr("in use by {who}", who=who), (tr("close that program"),))


def _spoken(port: PortFacts, facts: Facts) -> Iterator[Finding]:
    """An open port: what its board says, then how well it is heard."""
    heard = port.heard or Heard()
    flash = f"unotable flash {port.port}"
    hello = heard.hello
    spoken = heard.versions or ((int(hello[0]), int(hello[0])) if hello else None)
    if spoken and not spoken[0] <= facts.proto <= spoken[1]:
        versions = str(spoken[0]) if spoken[0] == spoken[1] else f"{spoken[0]}-{spoken[1]}"
        what = tr("its firmware speaks protocol {other}, this program {ours}", other=versions, ours=facts.proto)
        yield Finding("wrong", port.port, what, (flash,))
        return
    if hello is None and port.board is None:
        yield _silent(port, heard, flash)
        return
    if hello and hello[3] != facts.firmware and hello[4] in STAMPS:  # a part of somebody's own has firmware of its own
        what = tr("its firmware is {other}, this program brings {ours}", other=hello[3], ours=facts.firmware)
        yield Finding("note", port.port, what, (flash,))
    if heard.refused >= DAMAGED:
        what = tr("{n} lines were damaged in a few seconds", n=heard.refused)
        yield Finding("wrong", port.port, what, _cable())
    yield from _board(port, hello)


def _silent(port: PortFacts, heard: Heard, flash: str) -> Finding:
    traceback = [line for line in heard.text if _is_error(line)]
    if traceback:
        what = tr("its program has failed: {words}", words=traceback[-1])
        return Finding("wrong", port.port, what, (flash,))
    if heard.prompt:
        return Finding("wrong", port.port, tr("MicroPython's prompt, and no firmware of ours"), (flash,))
    if heard.refused:
        return Finding("wrong", port.port, tr("nothing but damaged lines arrives"), _cable())
    if heard.text:
        return Finding(
            "wrong",
            port.port,
            tr("it says {words}: no board of ours", words=repr(heard.text[-1])),
            (tr("if it is one all the same: {command}", command=flash),),
        )
    return Finding(
        "wrong",
        port.port,
        tr("it says nothing"),
        (tr("unplug the board and plug it in again"), tr("if that changes nothing: {command}", command=flash)),
    )


def _is_error(line: str) -> bool:
    name = line.partition(":")[0]
    return name.isidentifier() and name.endswith(("Error", "Exception")) and ":" in line


def _board(port: PortFacts, hello: tuple[str, ...] | None) -> Iterator[Finding]:
    it = port.board
    if it is None:
        yield Finding("fine", port.port, tr("board {board} answers", board=hello[1] if hello else "?"))
        return
    worst: list[Finding] = []
    if it.state == "absent":
        worst.append(
            Finding("wrong", port.port, tr("board {board} is absent: {why}", board=it.board, why=it.why), _cable())
        )
    elif it.state in ("unsure", "lost"):
        what = tr("board {board} has an unsure clock: {why}", board=it.board, why=it.why or "-")
        worst.append(
            Finding(
                "wrong",
                port.port,
                what,
                (tr("wait ten seconds and look again"), tr("if it stays so, plug the board into the laptop itself")),
            )
        )
    if it.lost:
        what = tr("board {board} had to drop {n} events: its lines did not get through", board=it.board, n=it.lost)
        worst.append(Finding("wrong", port.port, what, _cable()))
    if it.rtt is not None and it.rtt > SLOW_US:
        what = tr("board {board} answers only after {ms} ms", board=it.board, ms=round(it.rtt / 1000))
        worst.append(Finding("wrong", port.port, what, _cable()))
    yield from worst
    if not worst:
        bound = f", ±{it.u / 1000:.2f} ms" if it.u is not None else ""
        yield Finding("fine", port.port, tr("board {board} is well{bound}", board=it.board, bound=bound))


def _cable() -> tuple[str, ...]:
    return (
        tr("try another cable, then another socket of the hub, then the laptop itself"),
        tr("a hub for ten boards needs its own power supply"),
    )


MARKS = {"fine": "+", "note": "-", "wrong": "!"}


def as_text(found: Sequence[Finding]) -> str:
    """A line a finding, the steps below it."""
    lines: list[str] = []
    for it in found:
        lines.append(f"{MARKS[it.level]} {it.where}: {it.what}")
        lines += [f"    {step}" for step in it.steps]
    return "\n".join(lines)


def as_json(found: Sequence[Finding]) -> str:
    return json.dumps([asdict(it) for it in found], ensure_ascii=False)
