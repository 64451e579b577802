"""Addresses of rooms, and where passwords may come from."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from unotable.cli import main
from unotable.hall.address import LONGEST, PASSWORD, Address, AddressError, address, named, proof, right


def test_addresses() -> None:
    assert address("mqtts://table-1@broker.example/cafe") == Address("broker.example", 8883, True, "cafe", "table-1")
    assert address("mqtt://[::1]:1884/%E5%92%96%E5%95%A1") == Address("::1", 1884, False, "咖啡")
    where = address("mqtt://a@b/c")
    assert where.topic(where.table, "log") == "unotable/c/table/a/log"
    assert where.told("+", "seats") == "unotable/c/hall/+/seats"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("http://broker/cafe", "a hall is given as"), ("mqtt:///cafe", "a hall is given as"), ("cafe", "given as"),
        ("mqtt://broker", "the room ''"), ("mqtt://broker/a/b", "room 'a/b'"), ("mqtt://broker/%23", "room '#'"),
        ("mqtt://+@broker/cafe", "the user '+'"), ("mqtt://broker:99999/cafe", "the port"),
        ("mqtt://me:secret@broker/cafe", "a password on the command line"), ("mqtt://broker/cafe?x=1", "is given as"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_an_address(text: str, why: str) -> None:
    with pytest.raises(AddressError) as wrong:
        address(text)
    assert why in str(wrong.value)
    assert "secret" not in str(wrong.value)


def test_names() -> None:
    assert all(right(name) for name in ("a", "table-1", "桌1", "x" * LONGEST, "A_b.c"))
    assert not any(
        right(name) for name in ("", " ", "a b", "a/b", "+", "#", "$SYS", "a\n", "x" * (LONGEST + 1), "\u202e")
    )
    assert right(named("Ana's laptop.local")) and right(named("/")) and right(named("x" * 99))


def test_a_password_comes_from_a_file_or_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where = address("mqtt://me@broker/cafe")
    monkeypatch.delenv(PASSWORD, raising=False)
    assert proof(where).password == ""
    monkeypatch.setenv(PASSWORD, "of the environment")
    assert proof(where).password == "of the environment"
    file = tmp_path / "password"
    file.write_text("of the file\n", encoding="utf-8")
    assert proof(where, str(file)).password == "of the file"
    for words, why in (({"password_file": str(tmp_path / "none")}, "cannot be read"), ({"ca": str(file)}, "mqtts"),
                       ({"ask": True}, "needs a terminal")):  # fmt: skip
        with pytest.raises(AddressError, match=why):
            proof(where, **words)  # type: ignore[arg-type]
    safe = address("mqtts://me@broker/cafe")
    with pytest.raises(AddressError, match="belongs to"):
        proof(safe, key=str(file))
    with pytest.raises(AddressError, match="no such file"):
        proof(safe, ca=str(tmp_path / "none"))


def unotable(home: Path, *arguments: str, code: str = "") -> subprocess.CompletedProcess[str]:
    run = "import sys\n" + code + "from unotable.cli import main\nsys.exit(main(sys.argv[1:]))"
    return subprocess.run([sys.executable, "-c", run, *arguments], capture_output=True, text=True, encoding="utf-8")


def test_without_the_extra_it_says_how_to_get_it_and_all_else_works(home: Path) -> None:
    """As if paho-mqtt were not installed."""
    without = "sys.modules['paho'] = None\n"
    told = unotable(home, "play", "--plain", "--seats", "Ana,Bo", "--hall", "mqtt://a@127.0.0.1/cafe", code=without)
    assert told.returncode == 1 and "pip install paho-mqtt" in told.stderr and "Traceback" not in told.stderr
    assert unotable(home, "rules", "list", code=without).returncode == 0
    played = subprocess.run(
        [sys.executable, "-c", f"import sys\n{without}from unotable.cli import main\nsys.exit(main(sys.argv[1:]))",
         "play", "--plain", "--seats", "Ana,Bo"], input="r5\nq\n", capture_output=True, text=True, encoding="utf-8",
    )  # fmt: skip
    assert played.returncode == 0, played.stderr


def test_journals_go_in_and_results_come_out_without_a_broker(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [str(path) for path in sorted((Path(__file__).parents[1] / "cases").glob("*.jsonl"))[:3]]
    store, out = str(tmp_path / "hall.sqlite"), tmp_path / "out.json"
    assert main(["hall", "--store", store, "--read", *files, "--lang", "en"]) == 0
    capsys.readouterr()
    assert main(["hall", "--store", store, "--csv"]) == 0
    assert capsys.readouterr().out.startswith("kind,rules,mode")
    assert main(["hall", "--store", store, "--json", "-o", str(out)]) == 0
    assert out.read_text(encoding="utf-8").startswith("{")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("", "which room"), ("mqtt://b/c --table x", "--table names"), ("--store S --read none", "no such file"),
        ("mqtt://b/c --host x", "belongs to --web"), ("--store S --tournament none", "no such file"),
        ("mqtt://b/c --plain --web", "without one"),
        ("http://b/c --csv", "is given as"), ("--store postgresql://a:b@c/d --csv", "seen by everybody"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_of_a_hall(
    words: str, why: str, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hall", *words.replace("S ", f"{tmp_path / 'hall.sqlite'} ").split()]) in (1, 2)
    assert why in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("", "names it"), ("--hall mqtt://a@b/c", "leave the name out"), ("--hall mqtt://b/c --seats 9", "at most"),
        ("--hall mqtt://a:secret@b/c", "seen by everybody"), ("--hall mqtt://b/c --rules nonsense", "nonsense"),
    ],
)  # fmt: skip
def test_what_several_tables_need(words: str, why: str, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--tables", "6", *words.split()]) == 2
    told = capsys.readouterr().err
    assert why in told and "secret" not in told
