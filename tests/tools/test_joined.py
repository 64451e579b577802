"""The micro:bit's program, joined: what it does is tried in tests/firmware/test_emulated_microbit.py; here, what
joining does to programs, by running them on this Python."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from unotable import config
from unotable.tools.joined import DIGITS, MAIN, SEAT, joined
from unotable.tools.package import package

import tests.firmware  # noqa: F401  (puts the firmware on the path)

from unoseat.sounds import SOUNDS  # isort: skip

OTHER = '''"""For readers."""
from micropython import const

import main

_STEP = const(3)
LIMIT = const(40)
count = 0
log = []


def add(n, twice=False):
    """For readers, too."""
    global count
    count += n * _STEP  # as the rules say
    log.append(n)
    main.seen = count
    return count
'''
START = """import other
from micropython import const

seen = None


def live():
    for count in range(3):
        other.add(count)
    try:
        raise ValueError(other.LIMIT)
    except ValueError as error:
        other.log.append(error.args[0])
    other.count += 1
    print(seen, other.count, other.log)


live()
"""


def program(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    return folder


def pieces(files: dict[str, str]) -> list[str]:
    """What the loader on the board would hand to its compiler, one after the other."""
    text, found = files[SEAT], []
    while text:
        size = int(text[:DIGITS])
        found.append(text[DIGITS : DIGITS + size])
        text = text[DIGITS + size :]
    return found


def run(files: dict[str, str]) -> None:
    world: dict[str, object] = {}
    for piece in pieces(files):
        exec(piece, world)
    exec(files[MAIN].splitlines()[-1], world)


def test_joined_modules_do_what_they_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = joined(program(tmp_path, other=OTHER, main=START))
    run(files)
    assert capsys.readouterr().out == "9 10 [0, 1, 2, 40]\n"
    text = files[SEAT]
    assert "readers" not in text and "const" not in text and "STEP" not in text and "other" not in text
    sizes = [len(piece) for piece in pieces(files) if piece.startswith("def")]
    assert sizes == sorted(sizes, reverse=True), "the largest first, while there is room to compile it"


@pytest.mark.parametrize(
    ("main", "words"),
    [
        ("import other\ndef live():\n    other.nothing()\n", "no other.nothing"),
        ("if True:\n    pass\ndef live():\n    pass\n", "line 1 is not for"),
        ("x[0] = 1\ndef live():\n    pass\n", "only names"),
        ("def live():\n" + "    print('a rather long line of some program')\n" * 30, "too long"),
        ("".join(f"name{n} = {n}\n" for n in range(200)) + "def live():\n    pass\n", "more names than"),
    ],
)
def test_what_cannot_be_joined_is_said(tmp_path: Path, main: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        joined(program(tmp_path, other="count = 0\n", main=main))


def test_the_program_is_of_the_firmware_version_and_plays_its_tunes() -> None:
    folder = config.firmware() / "microbit"
    assert f'VERSION = "{package(config.firmware()).version}"' in (folder / "talk.py").read_text(encoding="utf-8")
    tunes = next(
        ast.literal_eval(node.value)
        for node in ast.parse((folder / "second" / "tune.py").read_text(encoding="utf-8")).body
        if isinstance(node, ast.Assign)
    )
    assert {name.decode() for name in tunes} == set(SOUNDS)


def test_its_patterns_are_the_lamps() -> None:
    from unoseat.lamps import PATTERNS

    text = (config.firmware() / "microbit" / "face.py").read_text(encoding="utf-8")
    names = next(node for node in ast.parse(text).body if isinstance(node, ast.Assign) and _named(node, "_NAMES"))
    assert set(ast.literal_eval(names.value).decode().split()) == set(PATTERNS) - {"press"}


def _named(node: ast.Assign, name: str) -> bool:
    return isinstance(node.targets[0], ast.Name) and node.targets[0].id == name
