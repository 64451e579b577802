"""The shells themselves complete commands, options, choices and files: typed in a terminal, and a tabulator."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

import pytest
from unotable import cli

from tests.conftest import needs

# What is typed before the tabulator, and the command that runs after Enter.
TYPED = {
    "wa": "watch",
    "rules di": "rules diff",
    "play --tr": "play --track",
    "demo --python cp": "demo --python cpython",
    "replay mat": "replay match.jsonl",
    "export --html mat": "export --html match.jsonl",
    "completion fi": "completion fish",
}
# How each begins, and what it is told first: where the completion is, as `completion --install` says, and that the
# command shall only say what it was given.
SHELLS = {
    "bash": (
        ("bash", "--norc", "--noprofile", "-i"),
        "PS1='$ '; source ~/.local/share/bash-completion/completions/unotable; unotable() { echo \"<$*>\"; }",
    ),
    "zsh": (
        ("zsh", "-f", "-i"),
        'PS1="$ "; fpath+=~/.zfunc; autoload -Uz compinit && compinit -u; unotable() { print -r -- "<$*>" }',
    ),
    "fish": (("fish", "-i"), 'function unotable; echo "<$argv>"; end'),
}
ANSWERS_S = 30.0


@pytest.mark.skipif(os.name != "posix", reason="these shells are POSIX systems'")
@pytest.mark.parametrize("shell", list(SHELLS))
def test_a_shell_completes(shell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    needs(shell)
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "ZDOTDIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("TERM", "xterm")
    assert cli.main(["completion", shell, "--install"]) == 0
    (tmp_path / "match.jsonl").touch()
    command, first = SHELLS[shell]
    process = subprocess.Popen(
        [sys.executable, "-c", "import pty, sys; pty.spawn(sys.argv[1:])", *command],  # a terminal that is in charge
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, cwd=tmp_path,
    )  # fmt: skip
    keys, screen = process.stdin, process.stdout
    assert keys is not None and screen is not None
    os.set_blocking(screen.fileno(), False)
    try:
        keys.write(f"{first}\n".encode())
        for before, after in TYPED.items():
            keys.write(f"unotable {before}\t".encode())
            said = heard(screen, after.split()[-1])
            keys.write(b"\n")
            said += heard(screen, ">\r\n")
            assert re.findall(r"<(.*?) ?>\r\n", said) == [after], said
    finally:
        process.kill()
        process.wait()
        keys.close()
        screen.close()


def heard(screen: IO[bytes], end: str) -> str:
    """What is printed until `end`."""
    said, until = "", time.monotonic() + ANSWERS_S
    while end not in said:
        assert time.monotonic() < until, said
        said += (screen.read(65536) or b"").decode("utf-8", "replace")
        time.sleep(0.01)
    return said


def test_it_is_put_where_the_shell_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setenv("SHELL", "/usr/bin/fish")
    assert cli.main(["completion", "--install"]) == 0
    place = tmp_path / ".config" / "fish" / "completions" / "unotable.fish"
    assert "complete" in place.read_text(encoding="utf-8") and str(place) in capsys.readouterr().out
    monkeypatch.setenv("SHELL", "/bin/sh")
    assert cli.main(["completion"]) == 2
    assert "which shell" in capsys.readouterr().err
