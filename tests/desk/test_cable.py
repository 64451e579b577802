"""The bad cable by itself: bytes and times in, bytes and times out."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unotable import config
from unotable.desk.cable import OPEN, Cable
from unotable.desk.process import DeskError
from unotable.desk.spoil import SOUND, Faults, load, names
from unotable.link import wire

LINE = wire.encode("b")
HELLO = wire.encode("H", 1, "de5c0001", 7, "0.1.0", "desk", "bls")
ACK = wire.encode("a", 7, 3)


def cable(seed: int = 1, **faults: Any) -> Cable:
    return Cable(Faults.model_validate(faults), random.Random(seed), 0.0)


def up(it: Cable, data: bytes, until: float = 10.0) -> bytes:
    """What a host gets of `data`, said at 0."""
    it.said(data, 0.0)
    return it.up.take(until)


pieces = st.lists(st.sampled_from([LINE, HELLO, ACK, b"\n", b">>> ", b"~", b"Traceback", b"x" * 70]), max_size=12)


@given(pieces)
def test_a_sound_cable_changes_nothing(said: list[bytes]) -> None:
    it = Cable(SOUND, random.Random(1), 0.0)
    now, out = 0.0, b""
    for piece in said:
        it.said(piece, now)
        out += it.up.take(now)
        now += 0.001
    assert out + it.up.take(now + OPEN) == b"".join(said)
    assert it.due(now + OPEN) is None


@given(pieces, st.integers(0, 99))
def test_the_same_seed_does_the_same(said: list[bytes], seed: int) -> None:
    faults = {"bytes": {"flip": 0.1, "drop": 0.1}, "lines": {"cut": 0.2, "join": 0.2, "twice": 0.2, "late": 0.3}}
    one, other = (up(cable(seed, **faults), b"".join(said)) for _ in range(2))
    assert one == other


def test_bytes() -> None:
    data = LINE * 2000
    flipped = up(cable(bytes={"flip": 0.01}), data)
    changed = [(a ^ b) for a, b in zip(data, flipped, strict=True) if a != b]
    assert 0.005 < len(changed) / len(data) < 0.02 and all(bits.bit_count() == 1 for bits in changed)
    assert 0.98 < len(up(cable(bytes={"drop": 0.01}), data)) / len(data) < 0.995


def test_lines() -> None:
    data = HELLO * 200
    assert up(cable(lines={"join": 1.0}), data) == data.replace(b"\n", b"")
    assert up(cable(lines={"twice": 1.0}), data) == HELLO * 400
    ends = up(cable(lines={"cut": 1.0}), data)
    assert b"\n" not in ends and len(ends) < len(data) * 0.7
    assert wire.Decoder().feed(up(cable(lines={"join": 0.5}), data) + b"\n") != []


def test_late_lines_are_overtaken_by_none() -> None:
    it = cable(lines={"late": 0.5, "late_ms": [100, 200]})
    said = [wire.encode("q", number) for number in range(50)]
    it.said(b"".join(said), 0.0)
    early = it.up.take(0.05)
    assert len(early) < sum(map(len, said)) and early + it.up.take(0.2) == b"".join(said)


@pytest.mark.parametrize(("way", "passes"), [("up", (False, True)), ("down", (True, False)), ("both", (False, False))])
def test_a_stall_holds_back_and_loses_nothing(way: str, passes: tuple[bool, bool]) -> None:
    it = cable(stall={"every_s": [1, 1], "for_ms": [500, 500], "way": way})
    for side, open_ in zip((it.up, it.down), passes, strict=True):
        side.put(LINE, 1.2)
        assert side.take(1.2) == (LINE if open_ else b"")
        if not open_:
            assert side.due(1.2) == pytest.approx(1.5)
            assert side.take(1.5) == LINE


def test_only_acknowledgements_are_withheld() -> None:
    it = cable(withhold={"every_s": [1, 1], "for_ms": [500, 500]})
    it.down.put(LINE + ACK, 1.2)
    assert it.down.take(1.2) == LINE
    it.down.put(LINE + ACK, 1.6)
    assert it.down.take(1.6) == LINE + ACK


def test_the_plug_is_pulled_in_the_middle_of_a_line() -> None:
    it = cable(unplug={"after_bytes": [5, 5], "for_ms": [200, 200]})
    assert it.pulls() is None
    assert up(it, HELLO) == HELLO[:5]
    assert it.pulls() == pytest.approx(0.2)
    assert it.pulls() is None, "once"
    it.up.clear()
    assert up(it, LINE) == LINE[:5]


def test_another_version_is_a_right_line() -> None:
    assert up(cable(version={"proto": 2}), HELLO + LINE) == HELLO.replace(HELLO, wire.encode(*_fields(1, "2"))) + LINE
    assert up(cable(version={"firmware": "9.0.0"}), HELLO) == wire.encode(*_fields(4, "9.0.0"))


def _fields(number: int, value: str) -> list[str]:
    fields = list(wire.Decoder().feed(HELLO)[0])
    fields[number] = value
    return fields


def test_what_befalls_the_board() -> None:
    it = cable(
        reboot={"every_s": [1, 1]},
        clock={"every_s": [2, 2], "jump_ms": [5, 5]},
        deaf={"every_s": [3, 3], "for_ms": [500, 500]},
    )
    assert [it.reboots(now) for now in (0.9, 1.0, 1.1, 2.0)] == [False, True, False, True]
    assert [it.jumps(now) for now in (1.9, 2.1, 2.2)] == [0, 5000, 0]
    assert [it.deaf(now) for now in (2.9, 3.1, 3.6)] == [False, True, False]
    it.mend()
    assert not it.reboots(99) and not it.jumps(99) and not it.deaf(99) and it.due(99) is None


def test_every_named_set_is_right_and_does_something() -> None:
    assert {"noisy", "flaky-cable", "stalls", "chaos"} <= set(names())
    assert all(load(name) != SOUND for name in names())


def test_every_kind_of_fault_is_in_a_named_set() -> None:
    sets = [load(name).model_dump() for name in names()]
    for kind, sound in SOUND.model_dump().items():
        assert any(it[kind] != sound for it in sets), kind
    for kind in ("flip", "drop"):
        assert any(it["bytes"][kind] for it in sets), kind
    for kind in ("cut", "join", "twice", "late"):
        assert any(it["lines"][kind] for it in sets), kind


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[bytes]\nflip = 2", "bytes.flip: Input should be less than or equal to 1"),
        ("[bites]\n", "bites: Extra inputs"),
        ("[stall]\nevery_s = [1, 2]", "stall.for_ms: Field required"),
        ("[stall]\nevery_s = [2, 1]\nfor_ms = [1, 2]", "every_s: 2.0 is more than 1.0"),
        ("bytes", "bad.toml:1: no TOML"),
    ],
)
def test_a_wrong_file_is_named(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(DeskError, match=words.replace("[", r"\[")):
        load(str(path))


def test_the_page_names_every_set_and_its_example_is_right(tmp_path: Path) -> None:
    page = (config.firmware() / "README.md").read_text(encoding="utf-8")
    assert {f"| `{name}` |" for name in names()} <= set(re.findall(r"^\| `[\w-]+` \|", page, re.MULTILINE))
    example = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)[-1]
    path = tmp_path / "example.toml"
    path.write_text(example)
    found = load(str(path)).model_dump()
    assert all(found[name] for name in Faults.model_fields if name not in ("deaf", "withhold"))


def test_a_file_of_ones_own_and_none_at_all(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("seats = [2]\n[bytes]\nflip = 0.5\n")
    assert load(str(path)).seats == {2}
    with pytest.raises(DeskError, match=r"noisier.*chaos.*flaky-cable"):
        load("noisier")
    with pytest.raises(DeskError, match="no such file"):
        load(str(tmp_path / "gone.toml"))
