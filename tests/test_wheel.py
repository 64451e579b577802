"""What strangers install: the wheel in an environment of its own, far from this checkout. `make cold` runs it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
WITH = ("firmware/main.py", "host/unotable/journal/presets/*.toml", "host/unotable/locale/zh_CN/*.po",
        "host/unotable/desk/faults/*.toml", "host/unotable/app/styles/*.tcss", "host/unotable/web/page.*",
        "firmware/package.json", "firmware/unoseat/boards/pins.py")  # fmt: skip

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    timed("build", [sys.executable, "-m", "build", "--wheel", "-o", str(out), str(ROOT)], ROOT)
    (made,) = out.glob("*.whl")
    return made


def timed(what: str, command: list[str], where: Path, **more: str) -> str:
    """Runs a step of the way from nothing to a table, and says how long it took."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    begun = time.monotonic()
    run = subprocess.run(
        command, cwd=where, env={**kept, **more}, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600
    )
    print(f"{what}: {time.monotonic() - begun:.1f} s")
    assert run.returncode == 0, (command, run.stdout[-3000:], run.stderr[-3000:])
    return run.stdout


def test_everything_is_inside(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for pattern in WITH:
        found = sorted(ROOT.glob(pattern))
        assert found, pattern
        for path in found:
            name = path.relative_to(ROOT).as_posix()
            packed = name.replace("firmware/", "unotable/_firmware/") if name.startswith("firmware") else name[5:]
            assert packed in names, packed
    assert not [name for name in names if "__pycache__" in name or name.endswith((".pyc", ".orig"))]


@pytest.fixture(scope="module", params=["venv", "pipx"])
def program(request: pytest.FixtureRequest, wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The installed `unotable`."""
    place = tmp_path_factory.mktemp(request.param)
    if request.param == "pipx":
        if not shutil.which("pipx"):
            pytest.skip("needs pipx on this machine")
        homes = {"PIPX_HOME": str(place / "home"), "PIPX_BIN_DIR": str(place / "bin")}
        timed("pipx install", ["pipx", "install", "--python", sys.executable, str(wheel)], place, **homes)
        yield str(place / "bin" / "unotable")
        return
    timed("an empty environment", [sys.executable, "-m", "venv", str(place / "venv")], place)
    folder = place / "venv" / ("Scripts" if os.name == "nt" else "bin")
    timed("pip install", [str(folder / "python"), "-m", "pip", "install", "-q", str(wheel)], place)
    yield str(folder / "unotable")


def test_it_works_outside_the_checkout(program: str, tmp_path: Path) -> None:
    home = {"UNOTABLE_HOME": str(tmp_path / "home"), "LANG": "C.UTF-8"}
    out = timed("demo", [program, "demo", "--auto", "--rounds", "1", "--plain"], tmp_path, **home)
    match = Path(out.splitlines()[-1])
    assert match.is_file() and "Round 1" in out
    table = json.loads(timed("replay", [program, "replay", "--json", str(match)], tmp_path, **home))
    assert table["phase"] == "between" and len(table["rounds"]) == 1
    places = json.loads(timed("locate", [program, "locate", "--json"], tmp_path, **home))
    assert ROOT not in Path(places["firmware"]).parents and Path(places["firmware"], "main.py").is_file()
    assert "汤逊湖" in timed("rules", [program, "rules", "list", "--lang", "zh"], tmp_path, **home)
    for command, words in (
        (["flash", "--all"], "no board"),
        (["play", "--plain", "--seats", "Ana,Bo"], "no boards found"),
    ):
        asked = subprocess.Popen(  # its input stays open: nobody types, and nobody has left
            [program, *command], cwd=tmp_path, env={**os.environ, **home}, stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert asked.stderr is not None
        said = asked.stderr.read()
        assert asked.wait(30) == 1 and words in said and "Traceback" not in said, (command, said)
