"""Words in the language chosen. English stands in the code and is the key; other languages are in `LANG/*.po`.

`tr("Your turn, {name}", name=n)` looks a sentence up and fills its fields in; `trn` chooses between one and many.
`use` switches at any time, for everything asked from then on. The catalogues are read as they are (gettext's own text
format), so there is nothing to compile; reading one takes a few milliseconds, and English none.
"""

from __future__ import annotations

import gettext
import locale
import os
from functools import cache
from pathlib import Path
from typing import Any

from unotable.locale.po import parse

LANGUAGES = {"en": "English", "zh": "中文"}  # by the word that `--lang` takes
FOLDERS = {"zh": "zh_CN"}  # with the catalogues of each but English
STARTS = {"zh": ("zh", "chinese")}  # how a system's name for it begins, in lower case

_current = "en"


class Words(gettext.NullTranslations):
    """The sentences of one language; what is not translated stays English."""

    def __init__(self, lang: str) -> None:
        super().__init__()
        self.lang = lang
        self._found = {} if lang == "en" else parse(Path(__file__).parent / FOLDERS[lang])

    def gettext(self, message: str) -> str:
        return self._found.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._found.get(msgid1) or (msgid1 if n == 1 else msgid2)  # Chinese has one form for any number

    def tr(self, text: str, /, **fields: Any) -> str:
        found = self.gettext(text)
        return found.format(**fields) if fields else found

    def trn(self, one: str, many: str, n: int, /, **fields: Any) -> str:
        return self.ngettext(one, many, n).format(n=n, **fields)


def words(lang: str | None = None) -> Words:
    """The sentences of a language, `None`: of the one in use. Anything unknown is English."""
    return _words(_current if lang is None else known(lang))


@cache
def _words(lang: str) -> Words:
    return Words(lang)


def use(lang: str) -> None:
    """Switches the language for everything asked from now on."""
    global _current
    _current = known(lang)


def current() -> str:
    return _current


def known(lang: str) -> str:
    """`zh_CN.UTF-8`, `zh-Hans`, `Chinese (Simplified)_China` → `zh`; what there is no catalogue for → `en`."""
    word = lang.lower()
    return next((known for known, starts in STARTS.items() if word.startswith(starts)), "en")


def following(lang: str) -> str:
    """The language after this one, the first after the last: what one key switches through."""
    all_of_them = list(LANGUAGES)
    return all_of_them[(all_of_them.index(lang) + 1) % len(all_of_them)]


def default() -> str:
    """The language this system asks for, by gettext's variables, else by its own settings."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable)
        if value:
            return known(value)
    return known(locale.getlocale()[0] or "")


def tr(text: str, /, **fields: Any) -> str:
    """`text` in the language in use, with its `{fields}` filled in; fields are data and never looked into."""
    return words().tr(text, **fields)


def trn(one: str, many: str, n: int, /, **fields: Any) -> str:
    """`one` or `many` by `n`, in the language in use; `{n}` is filled in too."""
    return words().trn(one, many, n, **fields)


def mark(text: str) -> str:
    """Says that a text in a table will be translated where it is shown."""
    return text
