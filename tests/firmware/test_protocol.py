"""PROTOCOL.md: its tables are current, and the C on it does what the codec does."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from unotable.link import wire

from tests.conftest import lacks
from tests.firmware import protocol

MAIN = """
int main(void)
{
    static struct reader reader;
    char line[65];
    int byte;
    while ((byte = getchar()) != EOF) {
        const char *fields = take(&reader, (char)byte);
        if (fields) {
            printf("%s\\n", fields);
            seal(line, fields);
            printf("%s", line);
        }
    }
    printf("%u\\n", reader.refused);
    printf("%d\\n", seal(line, "P,55555555555555555555555555555555555555555555555555555"));
    return 0;
}
"""


def test_the_page_is_current(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert protocol.main(["--check"]) == 0
    stale = tmp_path / "PROTOCOL.md"
    stale.write_text(protocol.PAGE.read_text(encoding="utf-8").replace("`ev,count`", "`ev`"), encoding="utf-8")
    monkeypatch.setattr(protocol, "PAGES", (stale,))
    assert protocol.main(["--check"]) == 1
    assert "is stale" in capsys.readouterr().out
    assert protocol.main([]) == 0
    assert protocol.main(["--check"]) == 0


def test_every_block_and_every_type_is_there() -> None:
    page = protocol.PAGE.read_text(encoding="utf-8")
    assert set(protocol.BLOCK.findall(page)) == set(protocol.MAKERS)
    for letter, (_, fields, _) in wire.FIELDS.items():
        assert re.search(rf"^\| `{letter}` \|.*{','.join(fields)}", page, re.MULTILINE)


def compiler() -> str:
    found = next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), None)
    if found is None:
        lacks("a C compiler")
    headers = subprocess.run([found, "-E", "-"], input=b"#include <stdio.h>\n", capture_output=True)
    if headers.returncode:  # Debian's gcc comes without them where only what it depends on is installed
        lacks("the C library's headers (Debian: libc6-dev)")
    return found


def test_the_c_reads_and_writes_the_same_lines(tmp_path: Path) -> None:
    (code,) = re.findall(r"```c\n(.*?)```", protocol.PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "board.c").write_text(code + MAIN)
    program = tmp_path / "board"
    subprocess.run(
        [compiler(), "-std=c99", "-Wall", "-Wextra", "-Werror", "-o", str(program), str(tmp_path / "board.c")],
        check=True,
    )
    lines = [
        wire.encode("P", 1, "u", 123, 2, 800),
        wire.encode("q", 7),
        wire.encode("b"),
        wire.encode("x" * 1, "y" * 51),
    ]
    clean = b"".join(lines)
    stream = clean + clean.replace(b"\n", b"\r\n") + clean.replace(b"\n", b"") + b"z" * 200 + clean
    for at in range(len(clean)):
        stream += b"\n" + clean[:at] + bytes([clean[at] ^ 1 << at % 8]) + clean[at + 1 :]
    decoder = wire.Decoder()
    expected = b"".join(",".join(frame).encode() + b"\n" + wire.encode(*frame) for frame in decoder.feed(stream))
    assert decoder.frames > 100 < decoder.refused
    done = subprocess.run([str(program)], input=stream, capture_output=True, check=True)
    assert done.stdout == expected + b"%d\n0\n" % decoder.refused
