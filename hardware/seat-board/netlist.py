"""Reads KiCad's files: nested lists, and what a netlist and a board say about nets. Needs nothing but Python."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([()])|([^\s()"]+)')


def read(text: str) -> list[Any]:
    """The outermost list of a file of KiCad's; words and numbers are strings. ValueError if it does not close."""
    stack: list[list[Any]] = [[]]
    for found in TOKEN.finditer(text):
        quoted, bracket, word = found.groups()
        if bracket == "(":
            stack.append([])
        elif bracket == ")":
            if len(stack) < 2:
                raise ValueError("a bracket closes nothing")
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(word if quoted is None else re.sub(r"\\(.)", r"\1", quoted))
    if len(stack) != 1 or not stack[0]:
        raise ValueError("a bracket is not closed")
    first: list[Any] = stack[0][0]
    return first


def each(tree: list[Any], name: str) -> Iterator[list[Any]]:
    """The lists directly in `tree` that begin with `name`."""
    return (item for item in tree if isinstance(item, list) and item and item[0] == name)


def one(tree: list[Any], name: str) -> list[Any]:
    """The first of them; [] without any."""
    return next(each(tree, name), [])


def fields(tree: list[Any]) -> dict[str, str]:
    """A symbol's or a footprint's properties."""
    return {item[1]: item[2] for item in each(tree, "property")}


def nets(text: str) -> dict[str, set[tuple[str, int]]]:
    """Nets of a netlist that KiCad wrote, without those of pins that are joined to nothing."""
    found = {}
    for net in each(one(read(text), "nets"), "net"):
        pins = {(one(node, "ref")[1], int(one(node, "pin")[1])) for node in each(net, "node")}
        name = one(net, "name")[1]
        if not name.startswith("unconnected-"):
            found[name.removeprefix("/")] = pins
    return found


def board_nets(text: str) -> dict[str, set[tuple[str, int]]]:
    """The same of a board, by what its pads say."""
    found: dict[str, set[tuple[str, int]]] = {}
    for part in each(read(text), "footprint"):
        ref = fields(part)["Reference"]
        for pad in each(part, "pad"):
            net = one(pad, "net")
            if net and not net[-1].startswith("unconnected-"):
                found.setdefault(net[-1].removeprefix("/"), set()).add((ref, int(pad[1])))
    return found
