"""The two contacts, what they mean, found by looking at them again and again.

The rules, where they are not those of unoseat/buttons.py:
1. There is no interrupt: contacts are looked at. A stamp is the time right after the look that found the contact moved,
   and bears how long before it the look before had begun: the edge was in between.
2. A alone is UNO, B alone is CUT. Both are DONE: a contact that closes when the second of them does, if it does so
   within 50 ms after the first, and opens when one of them does.
3. So A or B alone counts when the other has stayed open for these 50 ms, or at once when it opens before that. Its time
   is its own first edge all the same.

Who may call what: only the loop, `look` as often as it can. Nothing here allocates.
"""

from array import array

import ring
import ticks
from microbit import pin5, pin11
from micropython import const
from utime import ticks_diff, ticks_us

_CONFIRM = const(3000)  # µs
_ALONE = const(53000)  # 50 ms for the other one, and 3 until that counts
_HOLD = const(600000)
_REARM = const(30000)

_LIE = const(60000)  # µs; no two looks are so far apart

_UP = const(0)
_TOUCH = const(1)  # closed, or open for less than 3 ms; not yet an event
_SURE = const(2)  # the same, and it was closed after 3 ms: it will be an event
_DOWN = const(3)
_HELD = const(4)
_PART = const(5)  # of DONE, until it opens

worst = 0  # µs, the longest from one look to the end of the next
answer = -1  # the button that was pressed last, until the loop takes it
_busy = 0  # something is pressed or has just been
_seen = ticks_us()  # when the last look began
_state = bytearray(3)  # of A, B and both
_closed = bytearray(3)
_first = array("i", 3 * [0])  # the press's first edge
_moved = array("i", 3 * [0])  # the last edge
_late = array("i", 3 * [0])  # of the first edge's stamp, µs
_event = array("i", 3 * [0])


def look():
    """Looks at the contacts and lets time pass."""
    global answer, worst, _busy, _seen
    tries = 0
    while True:
        before = ticks_us()
        a = not pin5.read_digital()
        b = not pin11.read_digital()
        now = ticks_us()
        gap = ticks_diff(now, _seen)
        tries += 1
        if (gap < _LIE and ticks_diff(now, before) >= 0) or tries > 99:
            break
    ticks.now = now
    _seen = before
    if gap > worst:
        worst = gap
    if not (a or b or _busy):
        return
    _contact(0, a, now, gap)
    _contact(1, b, now, gap)
    _busy = a or b or _state[0] or _state[1] or _state[2]
    if _state[0] == _state[1] == _SURE and a and b:
        i = 0 if ticks_diff(_first[0], _first[1]) > 0 else 1
        _first[2] = _first[i]
        _state[0] = _state[1] = _PART
        _state[2] = _DOWN
        _closed[2] = 1
        answer = 2
        _event[2] = ring.put(80, 2, _first[i], _late[i])  # P
    elif _state[2]:
        _contact(2, a and b, now, gap)


def _contact(i, closed, now, gap):
    """One contact (2: the one of both) is `closed` or open `now`; the look before began `gap` µs ago."""
    global answer
    state = _state[i]
    if closed != _closed[i]:
        _closed[i] = closed
        _moved[i] = now
        if not state:
            _state[i] = _TOUCH
            _first[i] = now
            _late[i] = gap
            return
    if not state:
        return
    age = ticks_diff(now, _first[i] if closed else _moved[i])
    if closed:
        if state == _TOUCH and age >= _CONFIRM:
            _state[i] = _SURE
            answer = i
        elif state == _DOWN and age >= _HOLD:
            _state[i] = _HELD
            ring.put(76, i, _first[i], _event[i])  # L
        if state != _SURE or age < _ALONE:
            return
    elif state >= _DOWN:
        if age >= _REARM:
            _state[i] = _UP
            if state != _PART:
                ring.put(82, i, _moved[i], 0)  # R
        return
    elif age < _CONFIRM:
        return
    elif state == _TOUCH:
        _state[i] = _UP
        return
    _state[i] = _DOWN
    _event[i] = ring.put(80, i, _first[i], _late[i])  # P


def past():
    """µs before `ticks.now` since when a press may have begun that has no event yet."""
    most = ticks_diff(ticks.now, _seen)
    for i in range(2):
        if _TOUCH <= _state[i] <= _SURE:
            most = max(most, ticks_diff(ticks.now, _first[i]) + _late[i])
    return most
