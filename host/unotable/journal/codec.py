"""Lines ↔ entries: `Reader` takes a match's lines in order, `dumps` writes one.

Reading is fast where a line is right (pydantic's own JSON parser, about ten microseconds a line) and careful where it
is not: only a refused line is parsed a second time, to say what is wrong with it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Union

from pydantic import Field, TypeAdapter, ValidationError

from unotable.game.entry import Entry, Header
from unotable.journal import lines
from unotable.journal.errors import JournalError, nearest, one_of, sentence, shown
from unotable.journal.fields import MOST_SEATS
from unotable.journal.sent import Sent
from unotable.locale import tr

LONGEST = 256 * 1024  # bytes of one line; a press has about a hundred, a long `expect` a few thousand
EXAMPLE = '{"unotable":1,"rules":"mattel","seats":["Ana","Bo"]}'


@dataclass(frozen=True, slots=True)
class Expect:
    """What a file expects its table to be: compared by journal/expect.py."""

    table: Mapping[str, Any]


Validate = Callable[[bytes], Any]


@cache
def _press() -> Validate:
    return TypeAdapter(lines.Press).validator.validate_json


@cache
def _do() -> Validate:
    union = Union[lines.DOES]  # type: ignore[valid-type]  # noqa: UP007  # built from the list of models
    return TypeAdapter(Annotated[union, Field(discriminator="do")]).validator.validate_json


class Reader:
    """The lines of one match, in order. `where` names the file in errors.

    Besides what a line says by itself it checks what only the match tells: that seats are at the table, joins before
    the line counted in. An `of` that refers to nothing, or to a line of the wrong kind, is the fold's `ignored`.
    """

    def __init__(self, where: str) -> None:
        self.where = where
        self.number = 0  # the next line's id
        self.seats = 0  # seats that may be named: those of the header and of every join so far
        self.ended = False  # expectations were read
        self.presses = Sent()

    def header(self, raw: bytes) -> Header:
        """The first line, without its line end."""
        if len(raw) > LONGEST:
            raise self.error(tr("the line is longer than {n} bytes", n=LONGEST))
        try:
            found = self._parse(raw)
        except JournalError as error:
            raise JournalError(
                str(error) + tr("; a match begins with a header such as {example}", example=EXAMPLE)
            ) from None
        if "unotable" not in found:
            raise self.error(tr("no header") + tr("; a match begins with a header such as {example}", example=EXAMPLE))
        version = found["unotable"]
        if type(version) is int and version > lines.FORMAT:
            raise self.error(
                tr("format {n} is newer than this unotable, which reads format {known}", n=version, known=lines.FORMAT)
            )
        try:
            line = lines.Opening.model_validate_json(raw)
        except ValidationError as error:
            raise self.error(sentence(error.errors(), lines.keys(lines.Opening))) from None
        if line.dealer > len(line.seats):
            raise self._no_seat("dealer", line.dealer, len(line.seats))
        self.seats = len(line.seats)
        self.number = 1
        return Header(line.rules, line.seats, line.dealer, line.track, line.set, line.started)

    def read(self, raw: bytes) -> Entry | Expect:
        """The next line, without its line end. `JournalError` leaves the reader as it was."""
        if len(raw) > LONGEST:
            raise self.error(tr("the line is longer than {n} bytes", n=LONGEST))
        if self.ended:
            raise self.error(tr("expectations end a file; no line may follow them"))
        try:
            line = _press()(raw) if b'"press":' in raw else _do()(raw)
        except ValidationError:
            line = self._carefully(raw)
            if isinstance(line, Expect):
                self.ended = True
                self.number += 1
                return line
        # Each key is followed by `":`. As many as fields set: no key was given twice. Otherwise look closely.
        if raw.count(b'":') != len(line.model_fields_set) or b'" ' in raw or b'"\t' in raw or b'"\r' in raw:
            self._parse(raw)
        entry = self._of_press(line) if type(line) is lines.Press else self._of_do(line)
        self.number += 1
        return entry

    def _of_press(self, line: lines.Press) -> Entry:
        if line.seat > self.seats:
            raise self._no_seat("seat", line.seat)
        number = self.number
        if line.board is not None or line.boot is not None or line.ev is not None:
            if line.board is None or line.boot is None or line.ev is None:
                raise self.error(tr('"board", "boot" and "ev" go together'))
            self.presses.note((line.board, line.boot, line.ev), number)
        return Entry(number, line.t, line.press, True, line.seat, line.u, line.hold, line.held, line.via)

    def _of_do(self, line: lines.Line) -> Entry:
        values = line.__dict__
        seats = self.seats
        if type(line) is lines.Join:
            seats = min(seats + 1, MOST_SEATS)
            if line.at is not None and line.at > seats:
                raise self._no_seat("at", line.at, seats)
        for name in line.seats:
            seat = values[name]
            if seat is not None and seat > seats:
                raise self._no_seat(name, seat)
        for seat in values.get("order") or values.get("results") or ():
            if seat > seats:
                raise self._no_seat("order" if "order" in values else "results", seat)
        self.seats = seats
        return Entry(self.number, **values)

    def error(self, text: str) -> JournalError:
        """An error about the line that comes next."""
        what = tr("entry {n}", n=self.number) if self.number else tr("header")
        return JournalError(f"{self.where}:{self.number + 1} ({what}): {text}")

    def _no_seat(self, name: str, seat: int, seats: int = 0) -> JournalError:
        text = tr('"{name}" is {seat}, allowed: a seat at the table, 1 to {last}', name=name.rstrip("_"), seat=seat,
                  last=seats or self.seats)  # fmt: skip
        return self.error(text)

    def _parse(self, raw: bytes) -> dict[str, Any]:
        """The line as a JSON object, or an error that says why it is none."""
        try:
            value = json.loads(raw.decode(), object_pairs_hook=_unique, parse_constant=_constant)
        except UnicodeDecodeError as error:
            raise self.error(tr("not UTF-8 text (byte {n})", n=error.start + 1)) from None
        except json.JSONDecodeError as error:
            what = error.msg.lower().removesuffix(" at")
            raise self.error(tr("no JSON: {what} at column {n}", what=what, n=error.colno)) from None
        except RecursionError:
            raise self.error(tr("nested too deeply")) from None
        except _Bad as error:
            raise self.error(str(error)) from None
        except ValueError:  # Python's limit of 4300 digits
            raise self.error(tr("a number has too many digits")) from None
        if not isinstance(value, dict):
            raise self.error(tr("a JSON object is needed, not {value}", value=shown(value)))
        return value

    def _carefully(self, raw: bytes) -> Any:
        """What is wrong with a refused line; or the line, where only the quick look did not know it."""
        found = self._parse(raw)
        if "expect" in found:
            if len(found) > 1 or not isinstance(found["expect"], dict):
                raise self.error(tr("a line of expectations is {example}", example='{"expect":{...}}'))
            return Expect(found["expect"])
        if "unotable" in found:
            raise self.error(tr("a second header; a match has one, its first line"))
        if ("press" in found) == ("do" in found):
            guess = next(filter(None, (nearest(key, ("press", "do")) for key in found)), "")
            raise self.error(tr('exactly one of "press" and "do" says what a line is') + guess)
        if "press" in found:
            model: type[lines.Line] = lines.Press
        else:
            do = found["do"]
            if not isinstance(do, str) or do not in lines.KINDS:
                guess = nearest(do, lines.KINDS) if isinstance(do, str) else ""
                wrong = tr('"do" is {value}, no kind of entry', value=shown(do))
                raise self.error(wrong + (guess or f": {one_of(lines.KINDS)}"))
            model = lines.KINDS[do]
        try:
            return model.model_validate_json(raw)
        except ValidationError as error:
            raise self.error(sentence(error.errors(), lines.keys(model))) from None


class _Bad(ValueError):
    """What Python's JSON reader takes and JSON does not."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise _Bad(tr("the field {field} is given twice", field=shown(twice)))
    return found


def _constant(text: str) -> Any:
    raise _Bad(tr("{text} is no JSON number", text=text))


def dumps(line: Mapping[str, Any]) -> str:
    """One line without its end: compact, `t` first, then the kind, then the kind's fields in the model's order.

    What no model has goes last: whether it may be there is the reader's question.
    """
    if "unotable" in line:
        order = lines.keys(lines.Opening)
    else:
        model = lines.Press if "press" in line else lines.KINDS.get(str(line.get("do")), lines.Line)
        order = lines.keys(model)
    ordered = {key: line[key] for key in order if key in line}
    return json.dumps({**ordered, **line}, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def line_of(entry: Entry | Header) -> dict[str, Any]:
    """The line that reads as `entry` (a board's own numbers are not in one, so they are not in the line)."""
    if isinstance(entry, Header):
        line: dict[str, Any] = {"unotable": lines.FORMAT, "rules": entry.rules, "seats": list(entry.seats)}
        for key, value, default in (
            ("set", dict(entry.overrides), {}), ("track", entry.track, "full"),
            ("dealer", entry.dealer, 1), ("started", entry.started, ""),
        ):  # fmt: skip
            if value != default:
                line[key] = value
        return line
    line = {"t": entry.t, "press" if entry.press else "do": entry.do}
    for name in Entry._fields[4:]:
        value = getattr(entry, name)
        if value != Entry._field_defaults[name]:
            key = name.rstrip("_")
            if key == "results":
                value = {str(seat): result for seat, result in value.items()}
            line[key] = list(value) if isinstance(value, tuple) else value
    return line
