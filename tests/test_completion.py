"""The shells themselves complete commands, options and choices with what `completion` prints."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from unotable import cli
from unotable.cli.completion import made

from tests.conftest import needs


def asked(program: str, *words: str, stdin: str = "") -> str:
    done = subprocess.run([program, *words], input=stdin, capture_output=True, text=True, encoding="utf-8", timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("completion")
    for shell in ("bash", "zsh", "fish"):
        (folder / shell).write_text(made(shell), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("wa", ["watch"]), ("rules di", ["diff"]), ("play --tr", ["--track"]), ("demo --python cp", ["cpython"])],
)
def test_bash_completes(scripts: Path, typed: str, offered: list[str]) -> None:
    needs("bash")
    words = f"unotable {typed}".split()
    found = asked(
        "bash", "--norc", "-c",
        f"source {scripts / 'bash'}; COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1};"
        f" $(complete -p unotable | sed 's/.*-F \\([^ ]*\\).*/\\1/') unotable {words[-1]} {words[-2]};"
        ' printf "%s\\n" "${COMPREPLY[@]}"',
    )  # fmt: skip
    assert [word.strip() for word in found.split()] == offered


@pytest.mark.parametrize(("typed", "offered"), [("wa", "watch"), ("rules di", "diff"), ("play --tr", "--track")])
def test_fish_completes(scripts: Path, typed: str, offered: str) -> None:
    needs("fish")
    found = asked("fish", "--no-config", "-c", f"source {scripts / 'fish'}; complete -C 'unotable {typed}'")
    assert offered in [line.split("\t")[0] for line in found.splitlines()]


def test_zsh_takes_it(scripts: Path) -> None:
    needs("zsh")
    said = asked(
        "zsh", "-f", "-c",
        f"autoload -Uz compinit; compinit -D -u; source {scripts / 'zsh'} 2>/dev/null; print -r -- $_comps[unotable];"
        " whence -w _shtab_unotable",
    )  # fmt: skip
    assert "_shtab_unotable" in said and "function" in said


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
