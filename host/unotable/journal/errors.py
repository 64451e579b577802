"""Errors for people: one sentence that says where, what was found, what is allowed and what was probably meant.

It is in the language in use when the error is made; fields, parameters and values stay as they are typed.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from unotable.game.cards import CardError
from unotable.locale import mark, tr
from unotable.visible import visible

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
    text = visible(text)
    return text if len(text) <= longest else text[: longest - 3] + "..."


def nearest(word: str, known: Iterable[str]) -> str:
    """`; did you mean "seat"?`, or nothing where no known word is close."""
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return tr('; did you mean "{word}"?', word=close[0]) if close else ""


def there_are(words: Iterable[object]) -> str:
    """`; there are a, b and c`."""
    return tr("; there are {words}", words=all_of(words))


def one_of(words: Iterable[object]) -> str:
    """`a, b or c`."""
    *head, tail = [str(word) for word in words]
    return tr("{words} or {last}", words=tr(", ").join(head), last=tail) if head else tail


def all_of(words: Iterable[object]) -> str:
    """`a, b and c`."""
    *head, tail = [str(word) for word in words]
    return tr("{words} and {last}", words=tr(", ").join(head), last=tail) if head else tail


def may_be(what: str) -> str:
    """What is allowed, to be put after what was found."""
    return tr(", allowed: {words}", words=what)


def choice(value: object, words: list[str]) -> str:
    """What is allowed instead of `value`: the words if they are few, and the one that was probably meant."""
    guess = nearest(value, words) if isinstance(value, str) else ""
    return guess if guess and len(words) > 8 else may_be(one_of(words)) + guess


_TYPES = {
    "int_type": mark("a whole number"),
    "int_from_float": mark("a whole number"),
    "float_type": mark("a number"),
    "bool_type": mark("true or false"),
    "string_type": mark("a text"),
    "tuple_type": mark("a list"),
    "list_type": mark("a list"),
    "frozen_set_type": mark("a list"),
    "dict_type": mark("an object"),
    "finite_number": mark("a finite number"),
}
_LIMITS = {
    "ge": mark("at least {n}"),
    "le": mark("at most {n}"),
    "min_length": mark("at least {n} places"),
    "max_length": mark("at most {n} places"),
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
        field += tr(" (place {n})", n=inner + 1)
    if kind == "extra_forbidden":
        word = str(error["loc"][-1])
        return tr("{word} is no field here", word=shown(word)) + (nearest(word, known) or there_are(known))
    if kind == "json_invalid" and "recursion" in context["error"]:
        return tr("nested too deeply")
    if kind == "json_invalid":
        return tr("no JSON: {what}", what=context["error"].replace("line 1 ", ""))
    if kind == "missing":
        return tr("{field} is missing", field=field)
    if kind == "value_error":
        text = _wrong(context["error"])
        return f"{field}: {text}" if name else text
    found = tr("{field} is {value}", field=field, value=shown(value))
    if kind == "literal_error":
        words = context["expected"].replace("'", "").replace(" or ", ", ").split(", ")
        return found + choice(value, words)
    if kind == "string_too_long":
        return found + may_be(tr("at most {n} characters", n=context["max_length"]))
    limits = [tr(limit, n=context[key]) for key, limit in _LIMITS.items() if key in context]
    if limits:
        return found + may_be(all_of(limits))
    return found + (may_be(tr(_TYPES[kind])) if kind in _TYPES else f": {error['msg']}")


def _wrong(error: Exception) -> str:
    """What a validator said; the rules know no language."""
    if not isinstance(error, CardError):
        return str(error)
    return tr(
        "{text} is no card: a colour r y g b ? and a face 0-9 s r + ?, or w, w+ with the named colour as in w:g",
        text=repr(error.text),
    )
