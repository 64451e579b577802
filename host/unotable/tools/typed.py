"""A micro:bit at its prompt: what `repl.py` is to a Pico, without mpremote, whose handshakes it does not understand.

Its serial port keeps 64 bytes, and nothing tells when they are full. So everything is typed as orders that fit into
them, each after the answer to the one before; and a file is checked by reading it back, for it has no hashes.

The program that ran before leaves the memory full: the prompt is begun anew by a soft reset, which in MicroPython's raw
mode starts no program.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import time

from unotable.link.port import Refused, open_port
from unotable.locale import tr
from unotable.tools.repl import BREAK, ReplError

RAW, RUN = b"\x01", b"\x04"
PROMPT = b"raw REPL; CTRL-B to exit\r\n>"
FITS = 60  # bytes of an order with its end
PART = 100  # characters read back at a time
ANSWER_S = 3.0
TRIES = 3


class Typed:
    """Interrupts the board's program and stays at its prompt until `restart` or `close`."""

    clean = True  # nothing of the program before is running or in the memory

    def __init__(self, port: str) -> None:
        self.port = port
        try:
            self._device = open_port(port)
        except Refused as error:
            raise ReplError(f"{port}: {error}") from error
        except OSError as error:
            raise ReplError(tr("{port} is not there", port=port)) from error
        try:
            self._stop()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Typed:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        with contextlib.suppress(Exception):
            self._device.close()

    # -- what flash asks ----------------------------------------------------------------------------------------------

    def platform(self) -> str:
        return self.run("import sys\nprint(sys.platform)").strip()

    def bytecode(self) -> int:
        """The first one reads no .mpy; so none does."""
        return 0

    def free(self) -> int | None:
        return None  # it does not tell

    def names(self, folder: str) -> list[str]:
        """It has no folders."""
        return []

    def digest(self, file: str) -> bytes | None:
        self.run("import os")
        if self.run(f"print({file!r} in os.listdir())").strip() != "True":
            return None
        self.run(f"f=open({file!r})")
        data = b""
        while part := ast.literal_eval(self.run(f"print(repr(f.read({PART})))").strip()):
            data += part.encode()
        self.run("f.close()")
        return hashlib.sha256(data).digest()

    def write(self, file: str, data: bytes) -> None:
        self.run(f"f=open({file!r},'w')")
        self.run("w=f.write")
        text = data.decode("ascii")
        while text:
            part = text[:FITS]
            while len(order := f"w({part!r})") >= FITS:
                part = part[:-1]
            self.run(order)
            text = text[len(part) :]
        self.run("f.close()")

    def remove(self, file: str) -> None:
        self.run(f"import os\nos.remove({file!r})")

    def restart(self) -> None:
        """Starts the board as its plug would, and lets go of it."""
        with contextlib.suppress(OSError):
            self._device.write(b"import machine\nmachine.reset()" + RUN)
            self._device.flush()
        self.close()

    # -- the raw prompt -----------------------------------------------------------------------------------------------

    def _stop(self) -> None:
        for _ in range(TRIES):
            try:
                self._device.write(b"\r" + BREAK)
                time.sleep(0.1)  # its loop sees it, and main.py ends
                self._device.reset_input_buffer()
                self._device.write(RAW)
                if self._until(PROMPT, 1.0) is None:
                    continue
                self._device.write(RUN)
                if self._until(PROMPT, ANSWER_S) is not None:
                    return
            except Exception as error:  # SerialException, OSError, termios.error …
                raise self._gone(error) from error
        raise ReplError(
            tr(
                "{port}: no MicroPython prompt; a micro:bit gets one when any program of python.microbit.org is sent to"
                " it. Then try once more",
                port=self.port,
            )
        )

    def run(self, order: str) -> str:
        """What the order prints."""
        typed = order.encode("ascii")
        assert len(typed) < FITS + 4
        try:
            self._device.write(typed + RUN)
            said = self._until(b"\x04>", ANSWER_S)
        except Exception as error:
            raise self._gone(error) from error
        if said is None:
            raise self._gone(TimeoutError("no answer"))
        out, _, wrong = said.removeprefix(b"OK").partition(b"\x04")
        if wrong.strip():
            last = wrong.decode("utf-8", "replace").strip().splitlines()[-1]
            raise ReplError(tr("{port}: the board says {said}", port=self.port, said=last))
        return out.decode("utf-8", "replace").replace("\r\n", "\n")

    def _until(self, end: bytes, seconds: float) -> bytes | None:
        """What comes before `end`; None if it does not come."""
        said = b""
        last = time.monotonic() + seconds
        while not said.endswith(end):
            said += self._device.read(max(1, self._device.in_waiting))
            if time.monotonic() >= last:
                return None
        return said.removesuffix(end)

    def _gone(self, error: Exception) -> ReplError:
        if isinstance(error, ReplError):
            return error
        return ReplError(tr("{port}: the board went away ({error}); run it again", port=self.port, error=error))
