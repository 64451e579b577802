"""The events until the host has them: unoseat/events.py's rules, in a ring of 16.

Who may call what: only the loop. Nothing here allocates but `next`.
"""

from array import array

import ticks
from micropython import const
from utime import ticks_add, ticks_diff

_SIZE = const(16)
_FIRST_WAIT = const(25)  # ms
_LAST_WAIT = const(400)

made = 0  # the newest event's number
lost = 0
count = 0  # events in the ring
_dropped = 0  # the newest ones, of which no slot tells yet
_slot = 0  # the oldest event's
_number = array("i", _SIZE * [0])
_kind = bytearray(_SIZE)
_button = bytearray(_SIZE)
_at = array("i", _SIZE * [0])
_more = array("i", _SIZE * [0])  # P: how late the stamp may be; L: its press's number; D: how many
_due = array("i", _SIZE * [0])
_wait = array("H", _SIZE * [0])


def put(kind, button, at, more):
    """Numbers an event (kind: its letter's code) and keeps it if there is room."""
    global made, lost, count, _dropped
    made += 1
    if count == _SIZE:
        lost += 1
        _dropped += 1
        return made
    k = (_slot + count) % _SIZE
    count += 1
    _number[k] = made
    _kind[k] = kind
    _button[k] = button
    _at[k] = at
    _more[k] = more
    _due[k] = ticks.now
    _wait[k] = _FIRST_WAIT
    return made


def ack(number):
    """The host has every event up to `number`."""
    global made, count, _slot, _dropped
    while count and _number[_slot] <= number:
        _slot = (_slot + 1) % _SIZE
        count -= 1
    if _dropped and count < _SIZE:
        newest = made
        made -= _dropped
        put(68, 0, 0, _dropped)  # D: it has the first dropped number
        made = newest
        _dropped = 0


def renew():
    """A host is here: everything is due now."""
    for j in range(count):
        k = (_slot + j) % _SIZE
        _due[k] = ticks.now
        _wait[k] = _FIRST_WAIT


def next():
    """The fields of the oldest event that is due, or None."""
    now = ticks.now
    for j in range(count):
        k = (_slot + j) % _SIZE
        if ticks_diff(now, _due[k]) >= 0:
            _due[k] = ticks_add(now, 1000 * _wait[k])
            _wait[k] = min(2 * _wait[k], _LAST_WAIT)
            number, kind, more = _number[k], _kind[k], _more[k]
            if kind == 68:
                return b"D,%d,%d" % (number, more)
            button, at = b"ucd"[_button[k]], _at[k]
            if kind == 80:
                return b"P,%d,%c,%d,1,0,%d" % (number, button, at, more)
            if kind == 76:
                return b"L,%d,%c,%d,%d" % (number, button, at, more)
            return b"R,%d,%c,%d" % (number, button, at)
    return None
