"""Where a room is: `mqtt[s]://[user@]broker[:port]/room`, the topics in it, and how one proves who one is.

    unotable/ROOM/table/TABLE/…   what a table writes; a broker's list of rights can hold it to that (docs/hall.md)
    unotable/ROOM/hall/TABLE/…    what the hall tells that table

A table is called as its user, so that the broker's list of rights needs one line for all tables of a room.
"""

from __future__ import annotations

import getpass
import os
import re
import socket
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = "unotable"
PORTS = {"mqtt": 1883, "mqtts": 8883}
LONGEST_LINE = 1000  # characters of a password
LONGEST = 32  # characters of a room or a table
PASSWORD = "UNOTABLE_HALL_PASSWORD"  # the environment variable, not a password
EXAMPLE = "mqtts://table-1@broker.example/cafe"


class AddressError(ValueError):
    """What is wrong with an address or what comes with it, one sentence."""


@dataclass(frozen=True, slots=True)
class Address:
    """`user` is empty where none is given; `table` is then named after this computer."""

    host: str
    port: int
    tls: bool
    room: str
    user: str = ""

    @property
    def table(self) -> str:
        return self.user or named(socket.gethostname())

    @property
    def shown(self) -> str:
        return f"{self.host}:{self.port}"

    def topic(self, table: str, what: str) -> str:
        """Where `table` writes `what`; `+` for either stands for all."""
        return f"{ROOT}/{self.room}/table/{table}/{what}"

    def told(self, table: str, what: str) -> str:
        """Where the hall tells `table` `what`."""
        return f"{ROOT}/{self.room}/hall/{table}/{what}"


@dataclass(frozen=True, slots=True)
class Proof:
    """How a broker knows us, and we know it. `ca`, `cert` and `key` are files; `password` is never shown."""

    password: str = ""
    ca: str = ""
    cert: str = ""
    key: str = ""

    def __repr__(self) -> str:
        return f"Proof(password={'***' if self.password else ''!r}, ca={self.ca!r}, cert={self.cert!r})"


def right(name: str) -> bool:
    """May a room or a table be called so? Letters and digits of any script, `-`, `_`, `.`: one level of a topic."""
    return 0 < len(name) <= LONGEST and all(c.isalnum() or c in "-_." for c in name) and name.isprintable()


def named(text: str) -> str:
    """A table's name made of any text."""
    return re.sub(r"[^\w.-]+", "-", text).strip("-.")[:LONGEST] or "table"


def address(text: str) -> Address:
    """`AddressError` says what an address needs."""
    parts = urlsplit(text)
    if parts.scheme not in PORTS:
        raise AddressError(f"a hall is given as {EXAMPLE} (mqtt:// without encryption), not {text!r}")
    try:
        port = parts.port
    except ValueError:
        raise AddressError(f"the port in {text!r} is none: 1 to 65535") from None
    if parts.password is not None:
        raise AddressError(
            "a password on the command line is seen by everybody on this computer: leave it out of the address and use"
            f" the variable {PASSWORD}, --password-file or --ask-password"
        )
    room = unquote(parts.path.strip("/"))
    user = unquote(parts.username or "")
    if not parts.hostname or parts.query or parts.fragment:
        raise AddressError(f"a hall is given as {EXAMPLE}, not {text!r}")
    for what, name in (("room", room), *((("user", user),) if user else ())):
        if not right(name):
            raise AddressError(
                f"the {what} {name!r} in {text!r} cannot be: 1 to {LONGEST} letters, digits, - _ or . are needed"
            )
    tls = parts.scheme == "mqtts"
    return Address(parts.hostname, port or PORTS[parts.scheme], tls, room, user)


def proof(
    where: Address,
    password_file: str | None = None,
    ask: bool = False,
    ca: str | None = None,
    cert: str | None = None,
    key: str | None = None,
) -> Proof:
    """What the options name, with the password from a file, the terminal or the environment."""
    if (ca or cert or key) and not where.tls:
        raise AddressError("certificates are for mqtts:// addresses; mqtt:// is not encrypted")
    if key and not cert:
        raise AddressError("--key belongs to --cert")
    for name in (ca, cert, key):
        if name and not Path(name).is_file():
            raise AddressError(f"{name} cannot be opened: there is no such file")
    found = Proof(ca=ca or "", cert=cert or "", key=key or "")
    return replace(found, password=_password(where, password_file, ask))


def _password(where: Address, file: str | None, ask: bool) -> str:
    if file:
        try:
            with Path(file).open(encoding="utf-8") as lines:  # a pipe, too: another program may keep the password
                return lines.readline(LONGEST_LINE).rstrip("\r\n")
        except (OSError, ValueError) as error:
            raise AddressError(f"{file} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if ask:
        if not sys.stdin.isatty():
            raise AddressError("--ask-password needs a terminal; --password-file or the variable do without")
        return getpass.getpass(f"{where.user or 'password'}@{where.host}: ")
    return os.environ.get(PASSWORD, "")
