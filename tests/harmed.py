"""The files that the program reads, and every way to harm one: what tests/test_bad_input.py goes through."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

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
    "store": Subject(
        b"",
        "elsewhere/hall.sqlite",
        {"binary": (BINARY, ""), "truncated": (b"SQLite format 3\0" + bytes(100), "")},
        ((1, ("hall", "--csv", "--store", "{}")),),
    ),
    "forfeits": Subject(
        b"",
        "forfeits.txt",
        {"empty": (b"", ""), "binary": (BINARY, ""), "with escape sequences": (b"\x1b[2J\n\xff\n", "")},
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
    return [
        (name, how)
        for name in names
        for how in (*SUBJECTS[name].texts, *MADE, FORBIDDEN)
        if (name, how) != ("store", "a link to nothing")  # a store that is not there yet is made
    ]


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
