"""Lines ↔ entries: what is written reads back the same, and what may not be there is refused in one clear sentence."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unotable import locale
from unotable.game.cards import COLOURS, FACES
from unotable.game.entry import Entry, Header
from unotable.game.rulings import RULES
from unotable.journal import fields, lines
from unotable.journal.codec import Expect, Reader, dumps, line_of
from unotable.journal.errors import JournalError
from unotable.visible import TURNING

CASES = Path(__file__).parents[1] / "cases"
SEATS = 4
BEFORE = 5  # entries before the line under test, so that `of` has something to refer to

seat = st.integers(1, SEATS)
micros = st.integers(0, fields.FAR)
count = st.integers(0, fields.MANY)
some = st.integers(1, fields.MANY)
of = st.integers(0, BEFORE)
card = st.sampled_from(
    [c + f for c in COLOURS + "?" for f in FACES + "?"] + [w + n for w in ("w", "w+") for n in ("", ":r", ":b", ":?")]
)
text = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"), exclude_characters=TURNING), max_size=30)
name = text.map(lambda t: t + "x")
via = st.sampled_from(["key", "keyboard", "guess"])
verdict = st.sampled_from(["guilty", "innocent"])
seat_text = seat.map(str)


def kind(required: dict[str, Any], optional: dict[str, Any] | None = None) -> st.SearchStrategy[dict[str, Any]]:
    need = {key: st.just(value) if isinstance(value, str) else value for key, value in required.items()}
    return st.fixed_dictionaries({"t": micros, **need}, optional=optional or {})


U = {"u": st.integers(1, 10**6)}
BOARD = {"board": st.from_regex(r"[0-9a-f]{4,16}", fullmatch=True), "boot": st.integers(0, 2**32), "ev": micros}
PRESS = {"press": st.sampled_from(lines.PRESSES), "seat": seat}
SET = {
    "turn": seat,
    "direction": st.sampled_from([1, -1]),
    "colour": st.sampled_from("rygb?"),
    "pending": count,
}
LINE: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "press": kind(PRESS, {**U, "hold": st.booleans(), "held": st.just(True), "via": via}),
    "board": kind({**PRESS, **BOARD}, U),
    "hold": kind({"do": "hold", "of": of}),
    "card": kind({"do": "card", "card": card}, {**U, "of": of, "seat": seat, "n": some, "via": via}),
    "colour": kind({"do": "colour", "colour": st.sampled_from(COLOURS)}),
    "draw": kind({"do": "draw"}, {"seat": seat, "n": some}),
    "round": kind({"do": "round"}, {"dealer": seat, "track": st.sampled_from(["full", "keys", "buzzer"])}),
    "first": kind({"do": "first", "card": card}),
    "challenge": kind({"do": "challenge", "result": verdict})
    | kind({"do": "challenge", "results": st.dictionaries(seat_text, verdict, min_size=1)}),
    "deny": kind({"do": "deny"}),
    "sum_win": kind({"do": "sum_win", "seat": seat}),
    "menu": kind({"do": "menu", "choice": st.sampled_from(["colour", "look", "swap"])}, {"with": seat}),
    "swap": kind({"do": "swap", "seat": seat, "with": seat}),
    "noise": kind({"do": "noise", "seat": seat}),
    "fault": kind({"do": "fault", "seat": seat, "kind": st.sampled_from(["wrong_play", "advice"])}, {"of": of}),
    "penalty": kind({"do": "penalty", "seat": seat, "n": some, "why": text}),
    "overrule": kind(
        {"do": "overrule", "why": text},
        {"of": of, "rule": st.sampled_from(RULES), "about": seat, "seat": seat, "draw": count},
    ),
    "set": kind({"do": "set", "dealer": seat}, SET) | kind({"do": "set", "seat": seat, "cards": count}, SET),
    "out": kind({"do": "out", "seat": seat}),
    "hand": kind({"do": "hand", "seat": seat, "cards": st.lists(card, max_size=9)})
    | kind({"do": "hand", "seat": seat, "points": count}),
    "end": kind({"do": "end", "reason": st.sampled_from(["stalemate", "void"])}),
    "undo": kind({"do": "undo"}, {"of": of}),
    "fix": kind({"do": "fix", "of": of, "at": micros}, {"card": card, "seat": seat, "n": some, "hold": st.booleans()}),
    "accept": kind({"do": "accept", "of": of}),
    "answer": kind({"do": "answer", "of": of, "result": st.sampled_from(["caught", "nothing"])}, {"seat": seat}),
    "leave": kind({"do": "leave", "seat": seat}),
    "join": kind({"do": "join", "name": name}, {"at": st.integers(1, SEATS + 1)}),
    "seats": kind({"do": "seats", "order": st.permutations(range(1, SEATS + 1))}),
    "pause": kind({"do": "pause"}),
    "resume": kind({"do": "resume"}),
    "tick": kind({"do": "tick"}),
    "note": kind({"do": "note", "text": text}),
}
HEADER = {"unotable": 1, "rules": "mattel", "seats": ["Ana", "Bo", "Cy", "Dee"]}


def reader(before: int = BEFORE, header: dict[str, Any] = HEADER) -> Reader:
    made = Reader("match.jsonl")
    made.header(json.dumps(header).encode())
    for _ in range(before):
        made.read(b'{"t":0,"do":"tick"}')
    return made


def test_every_kind_has_a_strategy() -> None:
    assert set(LINE) - {"press", "board"} == set(lines.KINDS)


@pytest.mark.parametrize("do", LINE)
def test_lines_round_trip(do: str) -> None:
    @given(LINE[do], st.booleans())
    def check(line: dict[str, Any], spaced: bool) -> None:
        written = dumps(line)
        assert json.loads(written) == line
        assert next(iter(json.loads(written))) == "t"
        entry = reader().read((json.dumps(line) if spaced else written).encode())
        assert isinstance(entry, Entry)
        assert entry.id == BEFORE + 1
        if do == "board":
            line = {key: value for key, value in line.items() if key not in BOARD}
        assert line_of(entry) == line
        assert reader().read(dumps(line_of(entry)).encode()) == entry

    check()


@given(
    st.lists(name, min_size=2, max_size=10),
    st.sampled_from(["full", "keys", "buzzer"]),
    st.dictionaries(text, st.booleans() | st.integers() | st.lists(text)),
)
def test_headers_round_trip(names: list[str], track: str, overrides: dict[str, Any]) -> None:
    header = Header("tangxun", tuple(names), len(names), track, overrides, "2026-11-30T19:04:11+08:00")
    assert Reader("x").header(dumps(line_of(header)).encode()) == header


def test_what_a_header_may_leave_out() -> None:
    header = Reader("x").header(b'{"unotable":1,"rules":"mattel","seats":["Ana","Bo"]}')
    assert header == Header("mattel", ("Ana", "Bo"), dealer=1, track="full", overrides={}, started="")


@pytest.mark.parametrize("path", sorted(CASES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_the_cases_read_and_are_written_back(path: Path) -> None:
    head, *rows = path.read_bytes().splitlines()
    made = Reader(path.name)
    assert line_of(made.header(head))["seats"] == json.loads(head)["seats"]
    for row in rows:
        got = made.read(row)
        if isinstance(got, Expect):
            assert got.table == json.loads(row)["expect"]
        else:
            assert line_of(got) == {
                **json.loads(row),
                **({"card": "??"} if got.do == "first" and got.card == "??" else {}),
            }
    assert made.ended


def test_a_first_without_a_card_flips_an_unknown_one() -> None:
    entry = reader().read(b'{"t":0,"do":"first"}')
    assert isinstance(entry, Entry)
    assert entry.card == "??"


def test_an_entry_about_nothing_is_no_error() -> None:
    entry = reader().read(b'{"t":0,"do":"undo","of":99}')  # the fold's question, as for one about a wrong kind
    assert isinstance(entry, Entry)
    assert entry.of == 99


def test_seats_count_the_joins_before_them() -> None:
    made = reader()
    out = b'{"t":1,"do":"out","seat":5}'
    with pytest.raises(JournalError, match=r'"seat" is 5, allowed: a seat at the table, 1 to 4'):
        made.read(out)
    with pytest.raises(JournalError, match=r'"at" is 6, allowed: a seat at the table, 1 to 5'):
        made.read(b'{"t":1,"do":"join","name":"Eve","at":6}')
    made.read(b'{"t":1,"do":"join","name":"Eve","at":2}')
    assert isinstance(made.read(out), Entry)
    for _ in range(9):  # more joins than there are seats: the fold's question, no reader's error
        made.read(b'{"t":1,"do":"join","name":"Eve"}')
    assert isinstance(made.read(b'{"t":1,"do":"out","seat":10}'), Entry)


def test_a_refused_line_leaves_the_reader_as_it_was() -> None:
    made = reader()
    with pytest.raises(JournalError):
        made.read(b'{"t":1,"do":"join","name":"Eve","at":9}')
    with pytest.raises(JournalError):
        made.read(b'{"t":1,"press":"uno","seat":9,"board":"e66","boot":1,"ev":1}')
    assert (made.number, made.seats, made.presses) == (BEFORE + 1, SEATS, {})


def test_presses_of_boards_are_remembered() -> None:
    made = reader()
    made.read(b'{"t":1,"press":"uno","seat":1,"board":"e66","boot":7,"ev":3}')
    assert made.presses == {("e66", 7, 3): BEFORE + 1}


BAD = {
    # JSON
    "binary": (b"\x89PNG\r\n\x1a", "not UTF-8 text (byte 1)"),
    "empty": (b"", "no JSON: expecting value at column 1"),
    "no JSON": (b"hello", "no JSON"),
    "cut off": (b'{"t":1,"do":"ti', "no JSON: unterminated string starting at column 13"),
    "a list": (b"[1,2]", "a JSON object is needed, not [1, 2]"),
    "a number": (b"7", "a JSON object is needed, not 7"),
    "NaN": (b'{"t":NaN,"do":"tick"}', "NaN is no JSON number"),
    "infinity": (b'{"t":0,"do":"tick","u":-Infinity}', "-Infinity is no JSON number"),
    "a key twice": (b'{"t":0,"do":"tick","t":1}', 'the field "t" is given twice'),
    "a key twice, spaced": (b'{"t":0,"do":"note","text":"\\":","text" :"b"}', 'the field "text" is given twice'),
    "a key twice inside": (
        b'{"t":0,"do":"challenge","results":{"1":"guilty","1":"innocent"}}',
        'the field "1" is given twice',
    ),
    "nested deeply": (b'{"t":0,"do":"note","text":' + b"[" * 5000 + b"]" * 5000 + b"}", "nested too deeply"),
    "a number of 9999 digits": (b'{"t":' + b"9" * 9999 + b',"do":"tick"}', "a number has too many digits"),
    "half a surrogate": (b'{"t":0,"do":"note","text":"\\ud800"}', "no JSON: unexpected end of hex escape at column"),
    "very long": (b'{"t":0,"do":"note","text":"' + b"a" * 300_000 + b'"}', "longer than 262144 bytes"),
    # kinds
    "no kind": (b'{"t":0}', 'exactly one of "press" and "do"'),
    "two kinds": (b'{"t":0,"press":"uno","do":"tick"}', 'exactly one of "press" and "do"'),
    "kind misspelt": (
        b'{"t":0,"do":"chalenge","result":"guilty"}',
        '"chalenge", no kind of entry; did you mean "challenge"?',
    ),
    "kind unknown": (b'{"t":0,"do":"zzz"}', "no kind of entry: hold, card, colour"),
    "kind of a wrong type": (b'{"t":0,"do":7}', '"do" is 7, no kind of entry'),
    "do misspelt": (b'{"t":0,"doo":"tick"}', 'did you mean "do"?'),
    "press misspelt": (b'{"t":0,"pres":"uno","seat":1}', 'did you mean "press"?'),
    "button misspelt": (
        b'{"t":0,"press":"don","seat":1}',
        'allowed: done, uno or cut; did you mean "done"?',
    ),
    "a second header": (b'{"unotable":1,"rules":"mattel","seats":["A","B"]}', "a second header"),
    "expectations with more": (b'{"expect":{},"t":0}', 'a line of expectations is {"expect":{...}}'),
    "expectations of nothing": (b'{"expect":[]}', 'a line of expectations is {"expect":{...}}'),
    # fields
    "field misspelt": (b'{"t":0,"press":"uno","seta":1}', '"seta" is no field here; did you mean "seat"?'),
    "field unknown": (b'{"t":0,"do":"tick","zzz":1}', '"zzz" is no field here; there are t, do and u'),
    "field of another kind": (b'{"t":0,"do":"out","seat":1,"n":2}', '"n" is no field here'),
    "fix has no u": (b'{"t":0,"do":"fix","of":1,"at":5,"u":1}', '"u" is no field here'),
    "no t": (b'{"do":"tick"}', '"t" is missing'),
    "no seat": (b'{"t":0,"press":"uno"}', '"seat" is missing'),
    "t negative": (b'{"t":-1,"do":"tick"}', '"t" is -1, allowed: at least 0'),
    "t of a wrong type": (b'{"t":"1","do":"tick"}', '"t" is "1", allowed: a whole number'),
    "t a fraction": (b'{"t":1.0,"do":"tick"}', '"t" is 1.0, allowed: a whole number'),
    "t true": (b'{"t":true,"do":"tick"}', '"t" is true, allowed: a whole number'),
    "t too large": (b'{"t":99999999999999999999,"do":"tick"}', "allowed: at most 9007199254740992"),
    "u negative": (b'{"t":1,"u":-5,"press":"uno","seat":1}', '"u" is -5, allowed: at least 0'),
    "seat none": (b'{"t":1,"press":"uno","seat":0}', '"seat" is 0, allowed: at least 1'),
    "seat not there": (b'{"t":1,"press":"uno","seat":5}', '"seat" is 5, allowed: a seat at the table, 1 to 4'),
    "seat never there": (b'{"t":1,"press":"uno","seat":11}', '"seat" is 11, allowed: at most 10'),
    "with not there": (b'{"t":1,"do":"swap","seat":1,"with":9}', '"with" is 9, allowed: a seat at the table, 1 to 4'),
    "order not there": (b'{"t":1,"do":"seats","order":[1,9]}', '"order" is 9'),
    "order twice": (b'{"t":1,"do":"seats","order":[1,1]}', '"order" names a seat twice'),
    "results not there": (b'{"t":1,"do":"challenge","results":{"9":"guilty"}}', '"results" is 9'),
    "results of no seat": (b'{"t":1,"do":"challenge","results":{"01":"guilty"}}', '"01" is no seat number'),
    "result and results": (
        b'{"t":1,"do":"challenge","result":"guilty","results":{"1":"guilty"}}',
        "exactly one of result or results",
    ),
    "no result": (b'{"t":1,"do":"challenge"}', "exactly one of result or results"),
    "hand of nothing": (b'{"t":1,"do":"hand","seat":1}', "exactly one of cards or points"),
    "set nothing": (b'{"t":1,"do":"set"}', "at least one of"),
    "set half": (b'{"t":1,"do":"set","seat":1,"turn":1}', '"seat" and "cards" go together'),
    "direction true": (b'{"t":1,"do":"set","direction":true}', "a whole number is needed"),
    "direction zero": (b'{"t":1,"do":"set","direction":0}', '"direction" is 0, allowed: 1 or -1'),
    "n none": (b'{"t":1,"do":"draw","seat":1,"n":0}', '"n" is 0, allowed: at least 1'),
    "no card": (b'{"t":1,"do":"card","card":"x5"}', "'x5' is no card"),
    "no card in hand": (b'{"t":1,"do":"hand","seat":1,"cards":["r5","w:"]}', "\"cards\" (place 2): 'w:' is no card"),
    "colour unknown": (b'{"t":1,"do":"colour","colour":"red"}', '"colour" is "red", allowed: r, y, g or b'),
    "rule misspelt": (b'{"t":1,"do":"overrule","rule":"uno.cought","why":""}', 'did you mean "uno.caught"?'),
    "of negative": (b'{"t":1,"do":"undo","of":-1}', '"of" is -1, allowed: at least 0'),
    "half a board": (b'{"t":1,"press":"uno","seat":1,"board":"e66"}', '"board", "boot" and "ev" go together'),
    "via unknown": (b'{"t":1,"press":"uno","seat":1,"via":"keybord"}', 'did you mean "keyboard"?'),
    "an escape sequence": (b'{"t":1,"do":"join","name":"\\u001b[2J"}', '"name": the character U+001B is not allowed'),
    "a turned text": (b'{"t":1,"do":"note","text":"a\\u202eb"}', "the character U+202E is not allowed"),
    "a long name": (b'{"t":1,"do":"join","name":"' + b"a" * 41 + b'"}', "a name has 1 to 40 characters"),
    "a blank name": (b'{"t":1,"do":"join","name":"  "}', "a name has 1 to 40 characters"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_line_is_one_clear_sentence(what: str) -> None:
    raw, words = BAD[what]
    with pytest.raises(JournalError) as caught:
        reader().read(raw)
    sentence = str(caught.value)
    assert words in sentence
    assert sentence.startswith("match.jsonl:7 (entry 6): ")  # line 7 of the file; ids count the header as 0
    assert sentence.isprintable()
    assert len(sentence) < 400


HEAD = b'{"unotable":1,"rules":"mattel",'
BAD_HEADER = {
    "no JSON": (b"UNO!", "a match begins with a header such as"),
    "binary": (b"\x00\xff\xfe", "not UTF-8 text"),
    "an entry": (b'{"t":0,"do":"tick"}', "no header; a match begins with a header such as"),
    "a newer format": (
        b'{"unotable":2,"rules":"mattel","seats":["A","B"],"new":1}',
        "format 2 is newer than this unotable",
    ),
    "format true": (
        b'{"unotable":true,"rules":"mattel","seats":["A","B"]}',
        '"unotable" is true, allowed: a whole number',
    ),
    "format zero": (b'{"unotable":0,"rules":"mattel","seats":["A","B"]}', '"unotable" is 0, allowed: at least 1'),
    "no rules": (b'{"unotable":1,"seats":["A","B"]}', '"rules" is missing'),
    "rules a path": (b'{"unotable":1,"rules":"../x","seats":["A","B"]}', "a rule set is given by its name"),
    "one seat": (HEAD + b'"seats":["A"]}', "allowed: at least 2 places"),
    "eleven seats": (
        HEAD + b'"seats":["A","B","C","D","E","F","G","H","I","J","K"]}',
        "at most 10",
    ),
    "a name that clears": (
        HEAD + b'"seats":["A","\\u001bc"]}',
        "(place 2): the character U+001B",
    ),
    "a dealer not there": (
        HEAD + b'"seats":["A","B"],"dealer":3}',
        '"dealer" is 3, allowed: a seat at the table, 1 to 2',
    ),
    "a field misspelt": (
        HEAD + b'"seets":["A","B"]}',
        '"seets" is no field here; did you mean "seats"?',
    ),
    "track misspelt": (HEAD + b'"seats":["A","B"],"track":"buzer"}', 'did you mean "buzzer"?'),
    "started never": (HEAD + b'"seats":["A","B"],"started":"noon"}', "a date and time as in"),
    "set a list": (HEAD + b'"seats":["A","B"],"set":[]}', '"set" is [], allowed: an object'),
    "set twice": (HEAD + b'"seats":["A","B"],"set":{"a.b":1,"a.b":2}}', "is given twice"),
}


@pytest.mark.parametrize("what", BAD_HEADER)
def test_a_bad_header_is_one_clear_sentence(what: str) -> None:
    raw, words = BAD_HEADER[what]
    with pytest.raises(JournalError) as caught:
        Reader("match.jsonl").header(raw)
    assert words in str(caught.value)
    assert str(caught.value).startswith("match.jsonl:1 (header): ")
    assert str(caught.value).isprintable()


def test_errors_are_said_in_the_language_in_use() -> None:
    """No English is left but what people type: names of fields, values, kinds of entry."""
    locale.use("zh")
    try:
        for raw, words in BAD_HEADER.values():
            with pytest.raises(JournalError) as caught:
                Reader("match.jsonl").header(raw)
            assert str(caught.value).startswith("match.jsonl:1 (首行): "), words
        for raw, _ in BAD.values():
            with pytest.raises(JournalError) as caught:
                reader().read(raw)
            said = str(caught.value).partition(": ")[2].partition("JSON：")[0]  # then Python's own words follow
            assert any("\u4e00" <= letter <= "\u9fff" for letter in said), str(caught.value)
            assert not re.search(r" (is|are|or|and|no|the|at) |allowed|did you mean", said), said
    finally:
        locale.use("en")


def test_nothing_follows_expectations() -> None:
    made = reader()
    assert made.read(b'{"expect":{"turn":1}}') == Expect({"turn": 1})
    with pytest.raises(JournalError, match="expectations end a file"):
        made.read(b'{"t":0,"do":"tick"}')


@given(st.one_of(*LINE.values()).map(lambda line: dumps(line).encode()), st.integers(0, 200), st.binary(max_size=3))
def test_damage_is_an_error_or_another_line_and_nothing_else(raw: bytes, at: int, damage: bytes) -> None:
    at %= len(raw)
    for broken in (raw[:at] + damage + raw[at:], raw[:at] + damage + raw[at + len(damage) :], raw[:at] + raw[at + 1 :]):
        try:
            got = reader().read(broken)
        except JournalError as error:
            assert str(error).isprintable()
        else:
            assert isinstance(got, Entry)
            assert json.loads(broken, object_pairs_hook=lambda pairs: pairs and len(pairs) == len(dict(pairs)))


@given(st.binary(max_size=60))
def test_any_bytes_are_an_error_or_a_line(raw: bytes) -> None:
    for read in (reader().read, Reader("x").header):
        try:
            read(raw)
        except JournalError as error:
            assert str(error).isprintable()
