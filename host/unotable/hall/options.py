"""Options that a table and a hall have in common, and what they come to. Nothing heavy is loaded by it."""

from __future__ import annotations

import argparse

from unotable.hall.address import PASSWORD, Address, AddressError, Proof, address, proof
from unotable.wrong import Wrong


def add(command: argparse.ArgumentParser, title: str) -> None:
    group = command.add_argument_group(title)
    group.add_argument("--password-file", metavar="FILE", help=f"the user's password (or the variable {PASSWORD})")
    group.add_argument("--ask-password", action="store_true", help="ask for it")
    group.add_argument("--ca", metavar="FILE", help="who vouches for the broker (default: whom this system trusts)")
    group.add_argument("--cert", metavar="FILE", help="our own certificate, where the broker wants one")
    group.add_argument("--key", metavar="FILE", help="its key")


def where(text: str, options: argparse.Namespace) -> tuple[Address, Proof]:
    """`Wrong` says what is wrong with them, or that the extra is not installed."""
    try:
        found = address(text)
        proved = proof(found, options.password_file, options.ask_password, options.ca, options.cert, options.key)
    except AddressError as error:
        raise Wrong(str(error)) from error
    from unotable.hall.broker import missing

    lacking = missing()
    if lacking:
        raise Wrong(lacking, 1)
    return found, proved
