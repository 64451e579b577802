"""What all tests share: a folder of their own for settings and matches, and an honest word about missing programs."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import hypothesis
import pytest
from unotable import locale, settings

# A busy machine is no counterexample. A build tries what others tried before it: new examples are found where somebody
# works, who can tell a fault from bad luck.
hypothesis.settings.register_profile("unotable", deadline=None, derandomize="CI" in os.environ)
hypothesis.settings.load_profile("unotable")


def pytest_xdist_auto_num_workers() -> int:
    """Workers of `-n auto`: three for two processors, as many tests mostly wait for boards, clocks and servers."""
    return max(2, (os.cpu_count() or 2) * 3 // 2)


def needs(*programs: str) -> None:
    """Skip the running test where a system program is missing; with `CI` set that is a failure, not a skip."""
    missing = [program for program in programs if shutil.which(program) is None]
    if missing:
        lacks(", ".join(missing))


def lacks(what: str) -> NoReturn:
    """The same for what is no program, once a test has found it missing."""
    why = f"needs {what} on this machine"
    if os.environ.get("CI", "").lower() in ("1", "true", "yes"):
        pytest.fail(why)
    pytest.skip(why)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """The language in use is the process's: a test that switches it leaves nothing behind, nor what it remembers."""
    yield
    locale.use("en")
    settings.path().unlink(missing_ok=True)  # in nobody's home, below


@pytest.fixture(scope="session", autouse=True)
def nobodys_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What whoever runs the tests has remembered, their language for one, is neither read nor written."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UNOTABLE_HOME", str(tmp_path_factory.mktemp("nobody")))
        yield


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty `UNOTABLE_HOME`, for this process and those it starts."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("UNOTABLE_HOME", str(folder))
    return folder
