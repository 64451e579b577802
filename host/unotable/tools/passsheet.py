"""What a board's self-test found: a row a trial, as text and as JSON. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from unotable.journal.columns import width
from unotable.locale import tr, trn

State = Literal["pass", "fail", "skipped"]


@dataclass(frozen=True, slots=True)
class Row:
    """A trial: its lasting name (`button uno`, `strip red`, `clock` …), how it ended, and more for people."""

    trial: str
    state: State
    told: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Of one board. where: a real one is `boards`, the desk's is `desk`. version: of this program."""

    made: str
    where: Literal["desk", "boards"]
    version: str
    board: str
    kind: str
    firmware: str
    python: str
    port: str
    serial: str
    rows: tuple[Row, ...]

    @property
    def ok(self) -> bool:
        """Nothing failed, and something was tried."""
        return any(row.state == "pass" for row in self.rows) and all(row.state != "fail" for row in self.rows)

    def as_dict(self) -> dict[str, object]:
        return {"ok": self.ok, **asdict(self)}


def words(trial: str) -> str:
    """A trial's name for people."""
    kind, _, which = trial.partition(" ")
    known = {
        "button": tr("button {which}", which=which.upper()),
        "lamp": tr("lamp in {which}", which=which.upper()),
        "strip": tr(
            "strip, {colour}", colour={"red": tr("red"), "green": tr("green"), "blue": tr("blue")}.get(which, "")
        ),
        "display": tr("display"),
        "sound": tr("piezo"),
        "usb": tr("USB"),
        "clock": tr("clock"),
    }
    return known.get(kind, trial)


def verdict(sheet: Sheet) -> str:
    """One sentence."""
    failed = sum(row.state == "fail" for row in sheet.rows)
    skipped = sum(row.state == "skipped" for row in sheet.rows)
    if failed:
        return trn("{n} trial failed", "{n} trials failed", failed)
    if not sheet.ok:
        return tr("nothing was tried")
    if skipped:
        return trn("passed; {n} trial was left out", "passed; {n} trials were left out", skipped)
    return tr("passed")


def as_text(sheet: Sheet) -> str:
    """The sheet to keep with the board: who it is, a row a trial, the verdict."""
    states = {"pass": tr("pass"), "fail": tr("FAIL"), "skipped": tr("left out")}
    rows = [(states[row.state], words(row.trial), row.told) for row in sheet.rows]
    return "\n".join(
        [
            tr(
                "Board {board}: {kind}, firmware {firmware}",
                board=sheet.board,
                kind=sheet.kind,
                firmware=sheet.firmware,
            )
            + (f", {sheet.python}" if sheet.python else ""),
            tr("tested {when} by unotable {version}", when=sheet.made[:16].replace("T", " "), version=sheet.version),
            "",
            *_aligned(rows),
            "",
            verdict(sheet),
        ]
    )


def _aligned(rows: Sequence[tuple[str, str, str]]) -> list[str]:
    wide = [max((width(row[i]) for row in rows), default=0) for i in range(2)]
    return [
        "  ".join([cell + " " * (wide[i] - width(cell)) for i, cell in enumerate(row[:2])] + [row[2]]).rstrip()
        for row in rows
    ]
