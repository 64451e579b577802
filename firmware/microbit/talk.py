"""What is said to the host and what its frames mean: unoseat/link.py's rules, one line at a time.

Who may call what: only the loop.
"""

import gc
import random
import sys

import face
import keys
import line
import machine
import microbit
import ring
import ticks
from micropython import const
from utime import ticks_add, ticks_diff

VERSION = "0.1.0"  # the whole firmware's
_SECOND = const(1000000)  # µs
_BEAT = const(500000)
_ABSENT = const(1500000)
_QUERIES = const(16)
_LITTLE = const(800)  # bytes

host = False
_boot = random.getrandbits(30)
_id = "".join(["%02x" % b for b in machine.unique_id()])
_speaker = hasattr(microbit, "pin_speaker")  # the second micro:bit has one
_who = bytes("H,1,%s,%d,%s,microbit,%s" % (_id, _boot, VERSION, "bls" if _speaker else "bl"), "utf8")
_left = 0  # of the greeting
_alien = False  # the host speaks another protocol
_asked = []  # clock queries: number, ticks
_up = 0  # seconds
_heard = _hello = _beat = _second = 0


def next():
    """The fields of the line that is due, or None."""
    global host, _left, _alien, _up, _hello, _beat, _second
    now = ticks.now
    if ticks_diff(now, _second) >= _SECOND:
        _second = ticks_add(_second, _SECOND)
        _up += 1
    if _alien:
        _alien = False
        return b"V,1,1"
    if host and ticks_diff(now, _heard) >= _ABSENT:
        host = False
        _hello = now
        _asked.clear()
    if not host:
        if ticks_diff(now, _hello) < 0:
            return None
        _hello = ticks_add(now, _SECOND)
        return _who
    if _asked:
        q, rx = _asked.pop(0)
        return b"A,%d,%d,%d,%d,%d" % (q, rx, now, ring.made, keys.past())
    if _left:
        _left -= 1
        if _left == 2:
            gc.collect()
            return _who
        if _left == 1:
            return b"I,py,micropython-%d.%d.%d" % sys.implementation.version[:3]
        late = keys.worst
        keys.worst = 0
        return b"I,late,%d" % late
    text = ring.next()
    if not text and ticks_diff(now, _beat) >= 0:
        _beat = ticks_add(now, _BEAT)
        if gc.mem_free() < _LITTLE:
            gc.collect()  # rather now than in the middle of something
        text = b"B,%d,%d,%d,%d" % (_up, gc.mem_free(), ring.lost, line.refused)
    return text


def obey(frame):
    """Does what the fields of a frame ask for. ValueError or IndexError if they are not right."""
    global host, _left, _alien, _heard, _beat
    now = ticks.now
    kind = frame[0]
    if kind == b"h":
        if frame[1] != b"1":
            _alien = True
            return
        if not host:
            host = True
            _beat = now
        _left = 3
        ring.renew()
    elif not host:
        return
    elif kind == b"a":
        if int(frame[1]) == _boot:
            ring.ack(int(frame[2]))
    elif kind == b"q":
        if len(_asked) == _QUERIES:
            _asked.pop(0)
        _asked.append((int(frame[1]), now))
    elif kind == b"l":
        face.order(frame[1], frame[2])
    elif kind == b"s" and _speaker:
        import tune

        tune.play(frame[1])
    elif kind not in b"swb":
        raise ValueError
    _heard = now
