"""Every file the program reads, harmed in every way: one sentence that says where, an exit code, nothing changed.

What somebody names (a match, rules, faults) is refused in a sentence. What the program remembers by itself (players,
who sits where, the index of matches) is passed over: no evening ends because a file of ours is broken.
"""

from __future__ import annotations

import gc
import os
import re
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from unotable import cli, logs, settings
from unotable.journal import forfeits, index, remembered, rules
from unotable.match import running
from unotable.match.seating import Seating

from tests.harmed import BOM, FORBIDDEN, MATCH, NAMED, OURS, SUBJECTS, harm, harmed
from tests.unprivileged import unprivileged


def tree(folder: Path) -> dict[str, tuple[int, int, int, str]]:
    """All that is in a folder, and when it was last changed; logs and locks are written whatever happens."""
    found = {}
    for path in sorted(folder.rglob("*")):
        facts = path.lstat()
        kind = str(path.readlink()) if path.is_symlink() else ""
        name = path.relative_to(folder).as_posix()
        if not name.startswith("logs") and not name.endswith(".lock") and not path.is_dir():
            found[name] = (facts.st_mode, facts.st_size, facts.st_mtime_ns, kind)
    return found


@pytest.fixture(autouse=True)
def collected() -> Iterator[None]:
    """A command that ends early leaves the collector as a start has it: off."""
    yield
    gc.enable()


def ends(arguments: tuple[str, ...]) -> int:
    try:
        return cli.main(arguments)
    except SystemExit as end:
        return int(str(end.code))


@pytest.mark.parametrize(("name", "how"), harmed(NAMED), ids=lambda word: word.replace(" ", "-"))
def test_what_is_named_is_refused(home: Path, capsys: pytest.CaptureFixture[str], name: str, how: str) -> None:
    subject = SUBJECTS[name]
    path = harm(subject, how, home)
    words = subject.texts[how][1] if how in subject.texts else ""
    before = tree(home)
    for code, arguments in subject.commands:
        command = tuple(word.format(path) for word in arguments)
        with unprivileged() if how == FORBIDDEN else nullcontext():
            assert ends(command) == code, command
        said = capsys.readouterr()
        assert said.out == "", command
        assert re.fullmatch(rf"unotable: .*{re.escape(path.name)}.*\n", said.err), (command, said.err)
        assert re.search(words, said.err), (command, said.err)
        assert said.err.isprintable() or said.err[:-1].isprintable()
        assert tree(home) == before, command


@pytest.mark.parametrize("how", ["with a mark before it", "with Windows' line ends", "with both"])
@pytest.mark.parametrize("name", [name for name in NAMED if SUBJECTS[name].good])
def test_what_another_editor_wrote_is_read(home: Path, capsys: pytest.CaptureFixture[str], name: str, how: str) -> None:
    subject = SUBJECTS[name]
    path = home / subject.place
    path.parent.mkdir()
    text = subject.good if "mark" in how else subject.good.replace(b"\n", b"\r\n")
    path.write_bytes(text if "ends" in how else BOM + text)
    if name == "faults":
        from unotable.desk import spoil

        assert spoil.load(str(path)).bytes.flip == 0.001
    elif name == "tournament":
        from unotable.hall import tournament

        assert tournament.read(path).file.rounds == 3
    else:
        assert ends(("replay", str(path)) if name == "match" else ("rules", "check", str(path))) == 0
        assert capsys.readouterr().err == ""


def _remembered(home: Path) -> object:
    return remembered.recall()


def _seated(home: Path) -> object:
    seating = Seating(4, home / "boards.json")
    return [seating.of(board) for board in ("e6614c311b7e8a2f", "e6614c311b7e8a30")]


def _dared(home: Path) -> object:
    """None, or lines that a terminal only shows."""
    return all(line.isprintable() for line in forfeits.own() or [])


def _runs(home: Path) -> object:
    return running.running()


def _past(home: Path) -> object:
    return [(one.path.name, one.problem) for one in index.past()]


LOOKS: dict[str, tuple[Callable[[Path], object], object]] = {
    "settings": (lambda home: settings.recall(), settings.Settings()),
    "players": (_remembered, remembered.Remembered()),
    "places": (_seated, [None, None]),
    "forfeits": (_dared, True),
    "notice": (_runs, []),
    "index": (_past, [("m.jsonl", "")]),
}


@pytest.mark.parametrize(("name", "how"), harmed(OURS), ids=lambda word: word.replace(" ", "-"))
def test_what_is_remembered_is_passed_over(home: Path, name: str, how: str) -> None:
    (home / "matches").mkdir()
    (home / "matches" / "m.jsonl").write_bytes(MATCH)
    harm(SUBJECTS[name], how, home)
    look, nothing = LOOKS[name]
    before = tree(home)
    with unprivileged() if how == FORBIDDEN else nullcontext():
        assert look(home) == nothing
    if name != "index":  # that one is made anew
        assert tree(home) == before or how == "with NaN"  # a notice of no time is old, and cleaned away


# -- flags, and the folder that everything is in --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("demo", "--plain", "--set", f"uno.catch={'[' * 20_000}"), "uno.catch is"),
        (("demo", "--plain", "--set", "uno.catch=NaN"), "uno.catch is"),
        (("demo", "--plain", "--set", "cut.follow_s=1e999"), "cut.follow_s is"),
        (("demo", "--plain", "--set", f"uno.catch={'9' * 5000}"), "uno.catch is"),
        (("demo", "--plain", "--rules", ""), "no rule set"),
        (("demo", "--plain", "--rules", "../mattel"), "no rule set"),
        (("demo", "--plain", "--rules", "\x1b[31mred"), r"\\u001b"),
        (("demo", "--plain", "--rules", "a\0.toml"), "no file name"),
        (("demo", "--plain", "--faults", "../faults/noisy"), "no faults"),
        (("demo", "--plain", "--faults", "\x1b[31m.toml"), r"\\x1b.*cannot be opened"),
        (("demo", "--plain", "--seats", "9" * 5000), "2 to 10"),
        (("demo", "--plain", "--auto", "--rounds", "9" * 5000), "whole number"),
        (("demo", "--plain", "--auto", "--rounds", "²"), "whole number"),
        (("demo", "--plain", "--pace", "nan"), "0.01 to 100"),
        (("demo", "--plain", "--seed", "nine"), "--seed"),
        (("play", "--plain", "--seats", f"Ana,{'B' * 41}"), "1 to 40 characters"),
        (("play", "--plain", "--seats", "Ana,\u202eBo"), r"U\+202E"),
        (("play", "--plain", "--match", "a\0b"), "no file name"),
        (("replay", "\x1b]0;title\x07.jsonl"), r"\\x1b.*cannot be opened"),
        (("rules", "check", "\x1b[2J.toml"), r"\\x1b.*cannot be opened"),
    ],
)
def test_what_a_flag_cannot_mean(
    home: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    code = 1 if arguments[:2] == ("rules", "check") else 2
    assert ends(arguments) == code
    said = capsys.readouterr()
    assert said.out == "" and "Traceback" not in said.err and "\x1b" not in said.err
    sentence = [line for line in said.err.splitlines() if line.startswith("unotable")]
    assert len(sentence) == 1 and re.search(words, sentence[0])
    assert len(sentence[0]) < 400 and tree(home) == {}


def _no_folder(home: Path) -> None:
    home.rmdir()
    home.write_bytes(b"x")


def _sealed(home: Path) -> None:
    home.chmod(0)


def _not_ours(home: Path) -> None:
    home.chmod(0o555)


@pytest.mark.parametrize("how", [_no_folder, _sealed, _not_ours])
def test_a_home_of_no_use(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], how: Callable[[Path], None]
) -> None:
    """What only reads finds nothing there; what must write says in a sentence where it cannot."""
    if how is not _no_folder and os.name != "posix":
        pytest.skip("permissions as POSIX has them")
    how(home)
    with unprivileged():
        for command in (("history",), ("history", "--json"), ("rules", "list"), ("locate",)):
            assert ends(command) == 0
        assert (remembered.recall(), _seated(home), running.running(), rules.user_names()) == (
            remembered.Remembered(), [None, None], [], (),
        )  # fmt: skip
        remembered.remember(["Ana", "Bo"], "mattel", "full")
        Seating(4, home / "boards.json").place("e6614c311b7e8a2f", 1)
        logs.to_file()
        assert capsys.readouterr().err == ""
        for command in (("play", "--plain", "--seats", "Ana,Bo"), ("demo", "--plain", "--seats", "2")):
            assert ends(command) == 2
            said = capsys.readouterr()
            assert said.out == "" and re.fullmatch(r"unotable: .*home.* cannot be created: .*\n", said.err)
        assert ends(("report", "-o", str(tmp_path / "r.zip"))) == 0
    home.chmod(0o755)
    assert home.is_file() or tree(home) == {}
