"""`completion`: what a shell needs to complete commands and options, printed, or put where that shell looks for it."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from pathlib import Path

from unotable import files
from unotable.wrong import Wrong

SHELLS = ("bash", "zsh", "fish", "powershell")
FILES = ("FILE", "FILE.zip", "FILE.svg", "OUT")  # metavars of what is a file


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    completion = commands.add_parser(
        "completion",
        help="complete commands and options in your shell",
        description="Prints what your shell needs to complete this program's commands, options and files; --install"
        " puts it where that shell looks for it, for you alone.",
    )
    completion.add_argument("shell", nargs="?", choices=SHELLS, help="which shell (default: yours)")
    completion.add_argument("--install", action="store_true", help="put it in place instead of printing it")
    completion.set_defaults(command=_completion)


def _completion(options: argparse.Namespace) -> int:
    shell = options.shell or Path(os.environ.get("SHELL", "")).name
    if shell not in SHELLS:
        raise Wrong(f"which shell? One of {', '.join(SHELLS)}")
    script = made(shell)
    if not options.install:
        print(script)
        return 0
    if shell not in PLACES:
        raise Wrong(f"{shell} has no folder for that: add the output of `unotable completion {shell}` to $PROFILE")
    place, then = PLACES[shell](Path.home())
    try:
        files.write(place, script + "\n")
    except OSError as error:
        raise Wrong(f"{place} cannot be written: {files.reason(error)}", 1) from error
    print(f"{place} is written. {then}")
    return 0


def made(shell: str) -> str:
    """The script, from the parser itself."""
    import shtab

    from unotable.cli import parser

    top = parser()
    for each in _parsers(top):
        for action in each._actions:
            if action.metavar in FILES:
                action.complete = shtab.FILE  # type: ignore[attr-defined]  # shtab's own way to say so
    script: str = shtab.complete(top, shell=shell)
    return script


def _parsers(parser: argparse.ArgumentParser) -> list[argparse.ArgumentParser]:
    found = [parser]
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                found += _parsers(below)
    return found


def _data(home: Path) -> Path:
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")


def _config(home: Path) -> Path:
    return Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")


# Where each shell looks, and what is left to do.
PLACES: dict[str, Callable[[Path], tuple[Path, str]]] = {
    "bash": lambda home: (
        _data(home) / "bash-completion" / "completions" / "unotable",
        "It works from the next shell on, where the package bash-completion is installed.",
    ),
    "zsh": lambda home: (
        home / ".zfunc" / "_unotable",
        "It works from the next shell on, if ~/.zshrc has: fpath+=~/.zfunc; autoload -Uz compinit && compinit",
    ),
    "fish": lambda home: (_config(home) / "fish" / "completions" / "unotable.fish", "It works from the next shell on."),
}
