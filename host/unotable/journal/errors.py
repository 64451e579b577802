"""Errors for people: one sentence that says where, what was found, what is allowed and what was probably meant."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping
from typing import Any

LONGEST = 40  # characters of a bad value that a sentence shows


class JournalError(Exception):
    """A match file that cannot be read or written; the text is one sentence for a person."""


class RulesError(Exception):
    """A rule set, preset or parameter that cannot be used; the text is one sentence for a person."""


def shown(value: object, longest: int = LONGEST) -> str:
    """A value as JSON, short, with nothing in it that a terminal would obey."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, RecursionError):
        text = f"a {type(value).__name__}"
    text = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)
    return text if len(text) <= longest else text[: longest - 3] + "..."


def nearest(word: str, known: Iterable[str]) -> str:
    """`; did you mean "seat"?`, or nothing where no known word is close."""
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f'; did you mean "{close[0]}"?' if close else ""


def listed(words: Iterable[object], last: str = "or") -> str:
    """`a, b or c`."""
    *head, tail = [str(word) for word in words]
    return f"{', '.join(head)} {last} {tail}" if head else tail


def choice(value: object, words: list[str]) -> str:
    """What is allowed instead of `value`: the words if they are few, and the one that was probably meant."""
    guess = nearest(value, words) if isinstance(value, str) else ""
    return guess if guess and len(words) > 8 else f", allowed: {listed(words)}{guess}"


_TYPES = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "string_type": "a text",
    "tuple_type": "a list",
    "list_type": "a list",
    "frozen_set_type": "a list",
    "dict_type": "an object",
    "finite_number": "a finite number",
}


def sentence(errors: list[Any], known: Iterable[str]) -> str:
    """One sentence for the worst of pydantic's `errors`; `known` are the fields there are.

    An unknown field comes before a missing one: it is usually the missing one, misspelt.
    """
    known = list(known)
    rank = {"extra_forbidden": 0, "missing": 2}
    error: Mapping[str, Any] = min(errors, key=lambda e: rank.get(e["type"], 1))
    kind, context = error["type"], error.get("ctx", {})
    name = str(error["loc"][0]) if error["loc"] else ""
    value = error["input"]
    inner = error["loc"][1] if len(error["loc"]) > 1 else None
    field = f'"{name}.{inner}"' if isinstance(inner, str) else f'"{name}"'
    if isinstance(inner, int):
        field += f" (place {inner + 1})"
    if kind == "extra_forbidden":
        word = str(error["loc"][-1])
        return f"{shown(word)} is no field here{nearest(word, known) or '; there are ' + listed(known, 'and')}"
    if kind == "json_invalid":
        return f"no JSON: {context['error'].replace('line 1 ', '')}"
    if kind == "missing":
        return f"{field} is missing"
    if kind == "literal_error":
        words = context["expected"].replace("'", "").replace(" or ", ", ").split(", ")
        return f"{field} is {shown(value)}{choice(value, words)}"
    if kind in ("greater_than_equal", "less_than_equal"):
        word, bound = ("least", context["ge"]) if kind == "greater_than_equal" else ("most", context["le"])
        return f"{field} is {shown(value)}, allowed: at {word} {bound}"
    if kind.endswith(("too_long", "too_short")):
        parts = [f"{word} {context[key]}" for key, word in (("min_length", "at least"), ("max_length", "at most"))
                 if key in context]  # fmt: skip
        what = "characters" if kind.startswith("string") else "places"
        return f"{field} is {shown(value)}, allowed: {' and '.join(parts)} {what}"
    if kind == "value_error":
        text = str(context["error"])
        return f"{field}: {text}" if name else text
    if kind in _TYPES:
        return f"{field} is {shown(value)}, allowed: {_TYPES[kind]}"
    return f"{field} is {shown(value)}: {error['msg']}"
