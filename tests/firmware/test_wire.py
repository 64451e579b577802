"""The codec: what goes in comes out, and nothing that was harmed on the way does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unotable.link import wire

from tests.firmware import runner

FIELD = st.text("ABCXYZabcxyz0189._+:-", max_size=12)
TYPES = st.sampled_from([*sorted(wire.FIELDS), "P2", "R9", "l3"])


@st.composite
def messages(draw: st.DrawFn) -> tuple[str, ...]:
    fields = draw(st.lists(FIELD, max_size=6))
    message = (draw(TYPES), *fields)
    while len(",".join(message)) > wire.LONGEST - 11:
        message = message[:-1]
    return message


def decode(data: bytes) -> list[tuple[str, ...]]:
    return wire.Decoder().feed(data)


def test_host_and_firmware_share_one_codec() -> None:
    assert Path(wire.__file__).read_bytes() == (runner.FIRMWARE / "unoseat" / "wire.py").read_bytes()


def test_a_press_on_the_wire() -> None:
    assert wire.encode("P", 1, "u", 123, 2, 800) == b"~P,1,u,123,2,800*56be0218\n"


@given(st.lists(messages(), max_size=8), st.data())
def test_round_trip_through_any_cuts(sent: list[tuple[str, ...]], data: st.DataObject) -> None:
    stream = b"".join(wire.encode(*message) for message in sent)
    decoder = wire.Decoder()
    heard = []
    while stream:
        size = data.draw(st.integers(1, 40))
        heard += decoder.feed(stream[:size])
        stream = stream[size:]
    assert heard == sent
    assert (decoder.frames, decoder.refused, decoder.noise) == (len(sent), 0, 0)


@given(messages())
def test_a_line_is_short_and_plain(message: tuple[str, ...]) -> None:
    line = wire.encode(*message)
    assert len(line) <= wire.LONGEST and line.isascii() and line.startswith(b"~") and line.endswith(b"\n")


@given(messages())
def test_no_single_flipped_bit_passes(message: tuple[str, ...]) -> None:
    line = wire.encode(*message)
    for at in range(len(line) * 8):
        harmed = bytearray(line)
        harmed[at // 8] ^= 1 << at % 8
        assert decode(bytes(harmed)) == [], (message, at)


@given(messages(), messages(), messages())
def test_cut_and_joined_lines_give_only_whole_frames(
    first: tuple[str, ...], second: tuple[str, ...], last: tuple[str, ...]
) -> None:
    one, two, three = wire.encode(*first), wire.encode(*second), wire.encode(*last)
    for cut in range(len(one)):
        kept = [first] if cut == len(one) - 1 else []  # all but its newline
        assert decode(one[:cut] + two + three) == [*kept, second, last]
    for cut in range(1, len(two) - 1):
        assert decode(one + two[cut:] + three) == [first, last]  # its head is missing
        assert decode(one[:-1] + two[cut:] + three) == [last]  # which spoils the line it is joined to


@given(messages(), st.data())
def test_a_lost_byte_never_makes_another_frame(message: tuple[str, ...], data: st.DataObject) -> None:
    line = wire.encode(*message)
    at = data.draw(st.integers(0, len(line) - 1))
    assert decode(line[:at] + line[at + 1 :] + b"\n") in ([], [message])


@given(st.binary(max_size=400), messages())
def test_noise_is_bounded_and_the_next_line_is_heard(noise: bytes, message: tuple[str, ...]) -> None:
    pieces: list[bytes] = []
    decoder = wire.Decoder(pieces.append)
    decoder.feed(noise)
    assert decoder.feed(b"\n" + wire.encode(*message))[-1:] == [message]
    assert decoder.refused + decoder.noise == len(pieces)
    assert all(len(piece) <= wire.LONGEST for piece in pieces)
    assert len(decoder._line) == wire.LONGEST


def test_counts() -> None:
    decoder = wire.Decoder()
    assert decoder.feed(b"MicroPython v1.25\r\n>>> \n\n\r\n") == []
    assert decoder.feed(b"~P,1*00000000\n~\n") == []
    assert (decoder.frames, decoder.refused, decoder.noise) == (0, 2, 2)
    assert decoder.feed(b"Traceback~b*71beeff9\r\n") == [("b",)]
    assert (decoder.frames, decoder.refused, decoder.noise) == (1, 2, 3)


@pytest.mark.parametrize(
    "fields",
    [
        ("P", "x" * 60),
        ("P", "a b"),
        ("P", "~"),
        ("P", "1,2"),
        ("P", "é"),
        ("P", "1\n"),
        ("PP", "1"),
        ("P1", "1"),
        ("P22", "1"),
        ("P2", "x" * 60),
        ("", "1"),
        ("1",),
        (),
    ],
)
def test_encode_refuses_what_the_wire_cannot_carry(fields: tuple[str, ...]) -> None:
    with pytest.raises(ValueError):
        wire.encode(*fields)


@pytest.mark.parametrize("text", [b"", b"PP,1", b"P1,1", b"P22,1", b"2,1", b"1", b"P,a b", b",1"])
def test_a_right_sum_does_not_excuse_a_wrong_form(text: bytes) -> None:
    assert decode(b"~%s*%08x\n" % (text, wire.crc32(text))) == []


def test_numbers_fit_at_their_largest() -> None:
    most, ticks = 2**32 - 1, wire.TICKS - 1
    wire.encode("H", 1, "f" * 16, most, "0.99.99", "desk", "blsf9")
    wire.encode("P9", most, "u", ticks, 9999, ticks)
    wire.encode("A", 65535, ticks, ticks, most, ticks)
    wire.encode("B", most, most, most, most)
    wire.encode("a", most, most)


VECTORS = """
import json, sys
from unoseat import wire
for line in sys.stdin:
    sent, stream, cut = json.loads(line)
    encoded = b"".join([wire.encode(*message) for message in sent])
    decoder = wire.Decoder()
    stream = bytes(stream)
    heard = decoder.feed(stream[:cut]) + decoder.feed(stream[cut:])
    print(json.dumps([list(encoded), [list(m) for m in heard], decoder.frames, decoder.refused, decoder.noise]))
"""


def test_micropython_agrees() -> None:
    """The same bytes, frames and counts from both interpreters, over clean and harmed streams."""
    sent = [("P", "1", "u", "123", "2", "800"), ("q", "7"), ("b",), ("l", "turn", ""), ("w2", "3", "ff8800")]
    clean = b"".join(wire.encode(*message) for message in sent)
    streams = [clean, clean[3:], clean.replace(b"\n", b""), clean.replace(b"\n", b"\r\n"), b">>> boo\r\n" + clean]
    streams += [clean[:at] + bytes([clean[at] ^ 1 << at % 8]) + clean[at + 1 :] for at in range(len(clean))]
    streams += [b"x" * 300 + b"\xff\xfe~\x80*00000000\n" + clean]
    asked, expected = [], []
    for number, stream in enumerate(streams):
        asked.append(json.dumps([sent, list(stream), number % len(stream)]))
        decoder = wire.Decoder()
        heard = [list(message) for message in decoder.feed(stream)]
        expected.append([list(clean), heard, decoder.frames, decoder.refused, decoder.noise])
    told = runner.run(VECTORS, stdin="\n".join(asked) + "\n")
    assert [json.loads(line) for line in told.splitlines()] == expected


def test_the_fallback_sum_is_zlibs() -> None:
    """Ports without binascii use the loop in wire.py."""
    code = """
import sys
class Gone: pass
sys.modules["binascii"] = Gone()
from unoseat import wire
assert wire.crc32.__class__.__name__ == "function", wire.crc32
print(wire.encode("P", 1, "u", 123, 2, 800))
"""
    assert runner.run(code).strip() == "b'~P,1,u,123,2,800*56be0218\\n'"
