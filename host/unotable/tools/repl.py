"""A board at its prompt, through mpremote: the only file that knows it, and the only one that can be cut off.

mpremote's own prints are kept off the screen, and whatever it raises when a board goes away in the middle becomes one
`ReplError` for people.
"""

from __future__ import annotations

import contextlib
import io
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from unotable.link.port import Refused, open_port
from unotable.locale import tr

BREAK = b"\x03\x03\x03"  # ends our firmware (seat.py); any other program ends by the first
READ_S = 1.0  # a single read, in the middle of a handshake
ANSWER_S = 5.0  # until an order is carried out: a full file system tidies up first
TALK_S = 60.0  # for all that an order prints
MOST = 256 * 1024  # bytes of it
STOP_S = 3.0  # a program that lets itself be interrupted has ended by then
TRIES = 3
HASH = "sha256"

FREE = "import os\ns = os.statvfs('')\nprint(s[1] * s[3])"
NAMES = """
import os
def walk(folder):
    for entry in os.ilistdir(folder):
        path = folder + '/' + entry[0]
        if entry[1] & 0x4000:
            walk(path)
        else:
            print(path)
try:
    walk({folder!r})
except OSError:
    pass
"""
RESET = "import machine\nmachine.reset()"


class ReplError(Exception):
    """The board cannot be talked to; one sentence."""


class Repl:
    """Interrupts the board's program and stays at its prompt until `restart` or `close`."""

    clean = False  # a watchdog or an interrupt of the program before would cut in

    def __init__(self, port: str) -> None:
        self.port = port
        try:
            open_port(port).close()  # says why, where it cannot be opened
        except Refused as error:
            raise ReplError(f"{port}: {error}") from error
        except OSError as error:
            raise ReplError(tr("{port} is not there", port=port)) from error
        with self._talk():
            self._transport = SerialTransport(port, timeout=READ_S)
            self._transport.read_until = _patient(self._transport.serial)
            self._transport.serial.inWaiting = lambda: 0  # it would flush until a device is silent that never is
        try:
            self._stop()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Repl:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        with contextlib.suppress(Exception):
            self._transport.close()

    def _stop(self) -> None:
        for attempt in range(TRIES):
            try:
                self._transport.serial.write(b"\r" + BREAK)
                time.sleep(0.1)  # its loop sees it, and main.py ends
                with contextlib.redirect_stdout(io.StringIO()):
                    self._transport.enter_raw_repl(soft_reset=False, timeout_overall=STOP_S / TRIES)
                return
            except TransportError:
                if attempt == TRIES - 1:
                    raise ReplError(
                        tr(
                            "{port}: no MicroPython prompt; unplug the board, plug it in again and try once more."
                            " A new Pico needs MicroPython first: micropython.org/download",
                            port=self.port,
                        )
                    ) from None
            except Exception as error:
                raise self._gone(error) from error

    # -- what flash asks ----------------------------------------------------------------------------------------------

    def platform(self) -> str:
        """MicroPython's sys.platform: rp2, linux …"""
        return self._ask("import sys\nprint(sys.platform)").strip()

    def bytecode(self) -> int:
        """MicroPython's sys.implementation._mpy: which compiled files it loads; 0: none."""
        return int(self._ask("import sys\nprint(getattr(sys.implementation, '_mpy', 0))"))

    def free(self) -> int | None:
        """Bytes free in its file system; None if it does not tell."""
        try:
            return int(self._ask(FREE))
        except (ReplError, ValueError):
            return None

    def names(self, folder: str) -> list[str]:
        """Every file under `folder`."""
        return self._ask(NAMES.format(folder=folder)).split()

    def digest(self, file: str) -> bytes | None:
        """The file's SHA-256; None if there is no such file."""
        with self._talk():
            try:
                digest: bytes = self._transport.fs_hashfile(file, HASH, 512)
            except FileNotFoundError:
                return None
            return bytes(digest)

    def write(self, file: str, data: bytes) -> None:
        """Makes the file anew, with the folders it needs."""
        with self._talk():
            self._folders(file.split("/")[:-1])
            self._transport.fs_writefile(file, data, 256)

    def remove(self, file: str) -> None:
        """Removes a file; there may be none."""
        with self._talk(), contextlib.suppress(FileNotFoundError):
            self._transport.fs_rmfile(file)

    def restart(self) -> None:
        """Starts the board as its plug would, and lets go of it."""
        with self._talk():
            if self._ask("import machine\nprint(hasattr(machine, 'reset'))").strip() == "True":
                self._transport.exec_raw_no_follow(RESET)
            else:
                self._transport.exit_raw_repl()
                self._transport.serial.write(b"\x04")
        self.close()

    def _folders(self, parents: Sequence[str]) -> None:
        for depth in range(len(parents)):
            folder = "/".join(parents[: depth + 1])
            if not self._transport.fs_exists(folder):
                self._transport.fs_mkdir(folder)

    def _ask(self, code: str) -> str:
        with self._talk():
            answer: bytes = self._transport.exec(code)
            return answer.decode("utf-8", "replace").replace("\r\n", "\n")

    @contextlib.contextmanager
    def _talk(self) -> Iterator[None]:
        """Whatever goes wrong means one of two things: the board said no, or it is gone."""
        try:
            yield
        except ReplError:
            raise
        except TransportExecError as error:
            said = error.error_output.strip().splitlines()
            raise ReplError(
                tr("{port}: the board says {said}", port=self.port, said=said[-1] if said else "-")
            ) from error
        except Exception as error:  # OSError, SerialException, struct.error of half an answer, termios.error …
            raise self._gone(error) from error

    def _gone(self, error: Exception) -> ReplError:
        return ReplError(tr("{port}: the board went away ({error}); run it again", port=self.port, error=error))


def _patient(line: Any) -> Callable[..., bytes]:
    """mpremote's read_until with an end to it: mpremote waits ten seconds for each answer of a board that is gone, and
    for ever on a device that talks on and never says what it waits for."""

    def read_until(
        least: int,
        ending: bytes,
        timeout: float | None = None,
        data_consumer: Callable[[bytes], object] | None = None,
        timeout_overall: float | None = None,
    ) -> bytes:
        silence = ANSWER_S if timeout is None else min(timeout, ANSWER_S)
        began = heard = time.monotonic()
        data = b""
        while not data.endswith(ending) and len(data) < MOST:
            byte: bytes = line.read(1)
            now = time.monotonic()
            if byte:
                heard = now
                data = byte if data_consumer else data + byte
                if data_consumer:
                    data_consumer(byte)
            if now - heard >= silence or now - began >= (TALK_S if timeout_overall is None else timeout_overall):
                break
        return data

    return read_until
