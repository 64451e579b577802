"""What `flash` installs: the files that package.json lists, what starts them, and the part's own; for a micro:bit a
program of its own, since these do not fit."""

from __future__ import annotations

import ast
import json
from dataclasses import dataclass
from pathlib import Path

from unotable.tools.joined import joined

STARTERS = ("boot.py", "main.py")  # the last of all files, in this order
DESK = ("unoseat/boards/desk.py", "unoseat/boards/deskline.py")  # a process is a board, too
PROCESSES = ("linux", "darwin")  # MicroPython's sys.platform there
MICROBIT = "microbit"  # the same; and the folder of its program


@dataclass(frozen=True, slots=True)
class Package:
    """A folder with the firmware; files are named from there, with `/`."""

    folder: Path
    version: str
    listed: tuple[str, ...]
    parts: dict[str, str]  # sys.platform → module of the part

    def files(self, platform: str) -> tuple[str, ...] | None:
        """What a board of this platform needs, in the order in which it is written; None: there is nothing for it."""
        name = self.parts.get(platform)
        if name is None:
            return (*self.listed, *DESK, *STARTERS) if platform in PROCESSES else None
        return (*self.listed, *STARTERS) if f"unoseat/boards/{name}.py" in self.listed else None

    def contents(self, platform: str) -> dict[str, bytes] | None:
        """The same with what is in them."""
        if platform == MICROBIT:
            return {name: text.encode() for name, text in joined(self.folder / MICROBIT).items()}
        files = self.files(platform)
        return None if files is None else {file: self.read(file) for file in files}

    def read(self, file: str) -> bytes:
        return (self.folder / file).read_bytes()


def package(folder: Path) -> Package:
    """The firmware in `folder`. OSError, ValueError or KeyError if that is none."""
    listed = tuple(target for target, _ in json.loads((folder / "package.json").read_text(encoding="utf-8"))["urls"])
    version = _constant(folder / "unoseat" / "__init__.py", "VERSION")
    parts = _constant(folder / "unoseat" / "boards" / "__init__.py", "HERE")
    if not isinstance(version, str) or not isinstance(parts, dict):
        raise ValueError(f"{folder} has no firmware of ours")
    return Package(folder, version, listed, parts)


def _constant(path: Path, name: str) -> object:
    """The value of `name = …` in a file that is not run."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and any(isinstance(to, ast.Name) and to.id == name for to in node.targets):
            value: object = ast.literal_eval(node.value)
            return value
    raise KeyError(f"{path} does not say {name}")
