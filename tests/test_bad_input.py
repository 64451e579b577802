"""Every file the program reads, harmed in every way: one sentence that says where, an exit code, nothing changed.

What somebody names (a match, rules, faults) is refused in a sentence. What the program remembers by itself (players,
who sits where, the index of matches) is passed over: no evening ends because a file of ours is broken.
"""

from __future__ import annotations

import gc
import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import pytest
from unotable import cli, logs, settings
from unotable.journal import index, remembered, rules
from unotable.match import running
from unotable.match.seating import Seating

from tests.unprivileged import unprivileged

HEADER = b'{"unotable":1,"rules":"mattel","seats":["Ana","Bo"]}\n'
FIRST = b'{"t":0,"do":"first","card":"r5"}\n'
MATCH = HEADER + FIRST + b'{"t":2100000,"press":"done","seat":2,"u":240}\n'
RULES = b'inherits = "mattel"\ntitle = "Ours"\n[uno]\ncatch = 3\n[cut]\nfollow_s = 4.5\n'
FAULTS = b"[bytes]\nflip = 0.001\n[stall]\nevery_s = [4, 9]\nfor_ms = [200, 700]\n"
TOURNAMENT = b'rounds = 3\ntables = ["table-1"]\nplayers = ["Ana", "Bo"]\n'
SETTINGS = b'{"sound": "laptop", "volume": 20, "quiet": true, "theme": "x", "lang": "zh"}\n'
PLAYERS = b'{"names": ["Ana", "Bo"], "seats": ["Ana", "Bo"], "rules": "mattel", "track": "full"}\n'
PLACES = b'{"e6614c311b7e8a2f": 2, "e6614c311b7e8a30": 1}\n'
NOTICE = b'{"pid": 1, "match": "m.jsonl", "at": NOW, "boards": []}\n'

HUGE = 300 * 1024 * 1024  # bytes, all of them a hole
DEEP = b"[" * 20_000
BINARY = bytes(range(256))
BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class Subject:
    """A file: what is right, where it stands, and its text harmed, with the words that the refusal has."""

    good: bytes
    place: str  # in the folder `UNOTABLE_HOME`
    texts: dict[str, tuple[bytes, str]]
    commands: tuple[tuple[int, tuple[str, ...]], ...] = ()  # exit code and arguments, {} for the file


SUBJECTS = {
    "match": Subject(
        MATCH,
        "elsewhere/m.jsonl",
        {
            "empty": (b"", "is empty"),
            "binary": (BINARY, r":1 \(header\)"),
            "of a newer version": (HEADER.replace(b"1", b"2") + FIRST, r":1 \(header\): format 2 is newer"),
            "of no version": (HEADER.replace(b"1", b"0") + FIRST, r":1 \(header\)"),
            "of wrong types": (HEADER + FIRST.replace(b"0", b'"0"') + FIRST, r':2 \(entry 1\): "t" is "0"'),
            "truncated": (HEADER[:30], r":1 \(header\)|is empty"),  # to `watch` it is half a line on its way
            "nested deeply": (HEADER + b'{"t":' + DEEP + b"\n" + FIRST, r":2 \(entry 1\)"),
            "with NaN": (HEADER + FIRST.replace(b"0", b"NaN") + FIRST, r":2 \(entry 1\): NaN is no JSON number"),
            "with infinity": (HEADER + FIRST.replace(b"0", b"1e999") + FIRST, r":2 \(entry 1\)"),
            "with a key twice": (
                HEADER + FIRST.replace(b'"t"', b'"t":1,"t"') + FIRST,
                r':2 \(entry 1\): .*"t".* twice',
            ),
        },
        (
            (2, ("replay", "{}")),
            (2, ("replay", "--json", "{}")),
            (2, ("replay", "--check", "{}")),
            (2, ("export", "--csv", "{}")),
            (2, ("play", "--plain", "--match", "{}")),
            (2, ("watch", "--plain", "{}")),
        ),
    ),
    "rules": Subject(
        RULES,
        "elsewhere/ours.toml",
        {
            "binary": (BINARY, "UTF-8"),
            "of another version": (b"version = 2\n" + RULES, ':1: "version" is no field'),
            "of wrong types": (RULES.replace(b"3", b'"three"'), ":4: uno.catch"),
            "truncated": (RULES[:-8], ":6: no TOML"),
            "nested deeply": (b"[uno]\ncatch = " + DEEP, "nested too deeply|no TOML"),
            "with NaN": (RULES.replace(b"4.5", b"nan"), "6: cut.follow_s"),
            "with infinity": (RULES.replace(b"4.5", b"inf"), "6: cut.follow_s"),
            "with a key twice": (RULES.replace(b"follow_s = 4.5", b"scope = 1\nscope = 2"), ":7: no TOML"),
        },
        (
            (1, ("rules", "check", "{}")),
            (2, ("rules", "show", "{}")),
            (2, ("rules", "diff", "mattel", "{}")),
            (2, ("demo", "--plain", "--rules", "{}")),
            (2, ("play", "--plain", "--seats", "Ana,Bo", "--rules", "{}")),
        ),
    ),
    "faults": Subject(
        FAULTS,
        "elsewhere/ours.toml",
        {
            "binary": (BINARY, "UTF-8"),
            "of another version": (b"version = 2\n" + FAULTS, "version"),
            "of wrong types": (FAULTS.replace(b"0.001", b'"often"'), "bytes.flip"),
            "truncated": (FAULTS[:-8], ":5: no TOML"),
            "nested deeply": (b"[bytes]\nflip = " + DEEP, "nested too deeply|no TOML"),
            "with NaN": (FAULTS.replace(b"0.001", b"nan"), "bytes.flip"),
            "with NaN in a range": (FAULTS.replace(b"700", b"nan"), "stall.for_ms"),
            "with infinity": (FAULTS.replace(b"700", b"inf"), "stall.for_ms"),
            "with a key twice": (FAULTS.replace(b"for_ms", b"every_s"), ":5: no TOML"),
        },
        ((2, ("demo", "--plain", "--faults", "{}")),),
    ),
    "tournament": Subject(
        TOURNAMENT,
        "elsewhere/cup.toml",
        {
            "empty": (b"", "rounds"),
            "binary": (BINARY, "UTF-8"),
            "of another version": (b"version = 2\n" + TOURNAMENT, "version"),
            "of wrong types": (TOURNAMENT.replace(b"3", b'"three"'), "rounds"),
            "truncated": (TOURNAMENT[:-4], ":3: no TOML"),
            "nested deeply": (b"rounds = " + DEEP, "nested too deeply|no TOML"),
            "with NaN": (TOURNAMENT.replace(b"3", b"nan"), "rounds"),
            "with a key twice": (b"rounds = 3\n" + TOURNAMENT, ":2: no TOML"),
            "with a rule that is none": (TOURNAMENT + b'set = {"uno.catch" = nan}\n', "uno.catch"),
        },
        ((2, ("hall", "--csv", "--store", "{}.store", "--tournament", "{}")),),
    ),
    "players": Subject(
        PLAYERS,
        "players.json",
        {
            "empty": (b"", ""),
            "binary": (BINARY, ""),
            "of another version": (b'{"version": 2, "people": []}', ""),
            "of wrong types": (PLAYERS.replace(b'["Ana", "Bo"]', b"7").replace(b'"full"', b"[1]"), ""),
            "truncated": (PLAYERS[:40], ""),
            "nested deeply": (b'{"names": ' + DEEP, ""),
            "with NaN": (b'{"names": NaN, "seats": [NaN]}', ""),
            "with escape sequences": (b'{"names": ["\\u001b[31mAna", "\\u202eBo"]}', ""),
        },
    ),
    "settings": Subject(
        SETTINGS,
        "settings.json",
        {
            "empty": (b"", ""),
            "binary": (BINARY, ""),
            "of another version": (b'{"version": 2, "look": {"theme": 3}}', ""),
            "of wrong types": (b'{"sound": [], "volume": true, "quiet": 1, "theme": {}, "lang": ["zh"]}', ""),
            "truncated": (SETTINGS[:40], ""),
            "nested deeply": (b'{"volume": ' + DEEP, ""),
            "with NaN": (b'{"volume": NaN}', ""),
        },
    ),
    "places": Subject(
        PLACES,
        "boards.json",
        {
            "empty": (b"", ""),
            "binary": (BINARY, ""),
            "of another version": (b'{"version": {"places": []}}', ""),
            "of wrong types": (PLACES.replace(b"2}", b"[2]}").replace(b": 2", b': "2"').replace(b": 1", b": true"), ""),
            "truncated": (PLACES[:30], ""),
            "nested deeply": (b'{"e6614c311b7e8a2f": ' + DEEP, ""),
            "with NaN": (PLACES.replace(b"2,", b"NaN,").replace(b"1}", b"1e999}"), ""),
            "of the wrong kind": (b"[1, 2]", ""),
        },
    ),
    "notice": Subject(
        NOTICE,
        "run/boards-1.json",
        {
            "empty": (b"", ""),
            "binary": (BINARY, ""),
            "of another version": (NOTICE.replace(b"[]", b'[{"name": "x"}]'), ""),
            "of wrong types": (NOTICE.replace(b"[]", b"7").replace(b"1,", b'"one",'), ""),
            "truncated": (NOTICE[:20], ""),
            "nested deeply": (b'{"at": ' + DEEP, ""),
            "with NaN": (NOTICE.replace(b"NOW", b"NaN"), ""),
            "with infinity": (NOTICE.replace(b'"pid": 1', b'"pid": 1e999'), ""),
        },
    ),
    "index": Subject(
        b"",
        "history.sqlite",
        {"empty": (b"", ""), "binary": (BINARY, ""), "truncated": (b"SQLite format 3\0" + bytes(100), "")},
    ),
}

# -- harms that need no text ----------------------------------------------------------------------------------------


def _huge(path: Path) -> None:
    path.touch()
    os.truncate(path, HUGE)


def _loop(path: Path) -> None:
    path.symlink_to(path.name)


def _folder(path: Path) -> None:
    path.mkdir()


def _dangling(path: Path) -> None:
    path.symlink_to("nowhere")


def _pipe(path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("no pipes with names on this system")
    os.mkfifo(path)


FORBIDDEN = "no permission"
MADE: dict[str, Callable[[Path], None]] = {
    "huge": _huge,
    "a loop of links": _loop,
    "a link to nothing": _dangling,
    "a folder": _folder,
    "a pipe": _pipe,
}
NAMED = [name for name, subject in SUBJECTS.items() if subject.commands]
OURS = [name for name in SUBJECTS if name not in NAMED]


def harmed(names: list[str]) -> list[tuple[str, str]]:
    return [(name, how) for name in names for how in (*SUBJECTS[name].texts, *MADE, FORBIDDEN)]


def harm(subject: Subject, how: str, home: Path) -> Path:
    """The file, harmed so."""
    path = home / subject.place
    path.parent.mkdir(parents=True, exist_ok=True)
    if how in MADE:
        if os.name != "posix" and "link" in how:
            pytest.skip("links need a privilege on this system")
        MADE[how](path)
        return path
    text = subject.texts[how][0] if how in subject.texts else subject.good
    path.write_bytes(text.replace(b"NOW", str(time.time()).encode()))
    if how == FORBIDDEN:
        path.chmod(0)
    return path


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
@pytest.mark.parametrize("name", NAMED)
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


def _runs(home: Path) -> object:
    return running.running()


def _past(home: Path) -> object:
    return [(one.path.name, one.problem) for one in index.past()]


LOOKS: dict[str, tuple[Callable[[Path], object], object]] = {
    "settings": (lambda home: settings.recall(), settings.Settings()),
    "players": (_remembered, remembered.Remembered()),
    "places": (_seated, [None, None]),
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
