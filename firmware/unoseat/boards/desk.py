"""A board made of a process: its pins are moved over a control channel, its serial line is a pseudo-terminal.

Started by the host's desk as `main.py fd N` (serial line: standard input, read and written; control: open file N; both
not blocking) or `main.py socket PORT KEY` (where there are no pseudo-terminals: it connects the control channel to
PORT of this machine, says KEY, and listens for its serial line).

Control channel, lines of words. From the desk, first what it is:
  id HEX · pid N · sides N · clock START RATE SWING PERIOD PHASE       (the last of them starts it)
then at any time:
  down B · up B              button B (u c d; u2 c2 d2 are those of its second seat) is moved now
  wave B D1 D2 …             it moves now, D1 µs later, D2 µs after that …; edges bear exactly these times, as an
                             interrupt's do
  at RAW B                   it moves at RAW µs of this machine's clock, or now if that is past
  harm FLIPS DROPS SEED      so many of 10^6 serial bytes each way have a bit flipped, or vanish
  stall MS                   the loop stands still for MS
  jump US                    the clock jumps by US, either way
  pixels MS                  a picture each MS (0: none)
To the desk:
  ready URL RAW              it runs; URL of its serial line or -, and this machine's clock, µs
  edge B CLOSED RAW TICKS    the pin moved at RAW µs of this machine's clock, which the board saw as TICKS
  lamp SIDE NAME ARG         another pattern is on at that seat of its own, from 1
  pixels SIDE HEX            a picture: three bytes a pixel, then a byte for the lamp in each button
  sound NAME ARG

The clock: processes share this machine's clock, so each board runs on one of its own, which starts at START ticks and
is RATE parts per 10^9 fast, give or take a triangle of SWING that takes PERIOD µs. Only the desk knows the numbers.
USB frames are the same for all: the machine's clock counts them, as the controller's crystal would.

When the control channel ends, so does the process. Everything here may allocate: a process has no interrupts.
"""

import gc
import os
import sys
import time

from unoseat import sof
from unoseat.boards.deskline import Harm, Loopback, Terminal
from unoseat.buttons import BUTTONS
from unoseat.stamps import Stamps
from unoseat.ticks import HALF

BILLION = 1000000000
MASK = 2 * HALF - 1
FRAMES = 1000000 - 37  # a µs, of 10^9; no controller's crystal is this machine's clock
UNREAD = 65536  # bytes of reports kept for a desk that does not read; then reports go

if hasattr(time, "ticks_us"):
    raw_us = time.ticks_us
else:

    def raw_us():
        return time.perf_counter_ns() // 1000


def _button(word):
    return BUTTONS.find(word[0]) + 3 * int(word[1:] or 1) - 3


def _word(button):
    return BUTTONS[button % 3] + (str(button // 3 + 1) if button > 2 else "")


def _frame():
    return raw_us() * FRAMES // BILLION


class Clock:
    """This machine's µs in, the board's ticks out: whole numbers, so it never runs back. Arguments as above."""

    def __init__(self, born, start, rate, swing, period, phase):
        self._born = born
        self._start = start
        self._rate = rate
        self._swing = swing
        self._half = period // 2
        self._phase = phase
        self._zero = self._wave(0)

    def ticks(self, raw):
        us = raw - self._born
        fast = self._rate * us + self._swing * (self._wave(us) - self._zero)
        return (self._start + us + fast // BILLION) & MASK

    def jump(self, us):
        self._start += us

    def _wave(self, us):
        """The integral of a triangle that falls from 1 to -1 in half a period and rises again."""
        at = (us + self._phase) % (2 * self._half)
        if at < self._half:
            return at - at * at // self._half
        at -= self._half
        return at * at // self._half - at


class Board:
    """See seat.py for what each part of it is to the loop."""

    kind = "desk"
    has = "blsf"
    patience = 1000
    pixels = 8

    def __init__(self):
        mode = sys.argv[1]
        self._line = Loopback(int(sys.argv[2]), sys.argv[3]) if mode == "socket" else Terminal(int(sys.argv[2]))
        self.stamps = Stamps()
        self.boot = int.from_bytes(os.urandom(4), "big")
        self.id = ""
        self.sides = 1
        self.about = []
        self.frame = 0
        self._pid = "0"
        self._clock = None
        self._closed = []
        self._moves = []  # (raw µs, button) to come, in order
        self._heard = b""
        self._unsaid = b""
        self._harm = None
        self._tail = b""  # of a harmed line
        self._stall = 0
        self._lamps = {}  # side -> as last told
        self._alive = True
        while self._alive and self._clock is None:
            self._line.wait(1000, False)
            self._hear()
        self._closed = [False] * (3 * self.sides)
        version = ".".join([str(part) for part in sys.implementation.version[:3]])
        self.about = [("py", sys.implementation.name + "-" + version), ("pid", self._pid)]
        self._tell("ready %s %d" % (self._line.url, raw_us()))

    def ticks(self):
        raw = raw_us()
        if self._moves and self._moves[0][0] <= raw:
            self._move(raw)
        return self._clock.ticks(raw)

    def closed(self, i):
        return self._closed[i]

    def read(self):
        data = self._line.read()
        return self._harm(data) if data and self._harm else data

    def write(self, line):
        if self._tail:
            self._tail = self._tail[self._line.write(self._tail) or 0 :]
        if self._tail:
            return 0
        if not self._harm:
            return self._line.write(line)
        self._tail = self._harm(line)
        self._tail = self._tail[self._line.write(self._tail) or 0 :]
        return len(line)

    def wait(self, us, writing):
        if self._unsaid:  # now, when the serial line has had its turn
            self._report()
        if self._stall:
            time.sleep(self._stall / 1000)
            self._stall = 0
        if self._moves:
            us = min(us, max(0, self._moves[0][0] - raw_us()))
        self._line.wait((us + 999) // 1000, writing or len(self._tail) > 0)
        self._hear()

    def show(self, face):
        lamp = "lamp %d %s %d" % (face.side, face.name, face.arg)
        if lamp != self._lamps.get(face.side):
            self._lamps[face.side] = lamp
            self._tell(lamp)
        if self.frame:
            self._tell("pixels %d " % face.side + "".join(["%02x" % byte for byte in face.rgb + face.keys]))

    def sound(self, name, arg):
        self._tell("sound " + name + " " + arg)

    def free(self):
        return gc.mem_free() if hasattr(gc, "mem_free") else 0

    def sof(self):
        found = sof.sample(_frame, raw_us)
        return found and (found[0], self._clock.ticks(found[1]))

    def running(self):
        return self._alive

    def _tell(self, text):
        if len(self._unsaid) < UNREAD:
            self._unsaid += text.encode() + b"\n"

    def _report(self):
        try:
            self._unsaid = self._unsaid[self._line.tell(self._unsaid) or 0 :]
        except OSError:
            self._alive = False

    def _hear(self):
        try:
            data = self._line.hear()
        except OSError:
            self._alive = False
            return
        if data:
            lines = (self._heard + data).split(b"\n")
            self._heard = lines.pop()
            for line in lines:
                words = str(line, "utf-8").split()
                if words:
                    self._do(words[0], words[1:])

    def _do(self, word, words):
        if word == "down" or word == "up":
            button = _button(words[0])
            if self._closed[button] != (word == "down"):
                self._flip(button, raw_us())
        elif word == "wave":
            at = raw_us()
            for wait in ["0"] + words[1:]:
                at += int(wait)
                self._moves.append((at, _button(words[0])))
            self._moves.sort()
        elif word == "at":
            self._moves.append((max(int(words[0]), raw_us()), _button(words[1])))
            self._moves.sort()
        elif word == "harm":
            flips, drops, seed = [int(number) for number in words]
            self._harm = Harm(flips, drops, seed) if flips or drops else None
        elif word == "stall":
            self._stall = int(words[0])
        elif word == "jump":
            self._clock.jump(int(words[0]))
        elif word == "pixels":
            self.frame = int(words[0]) * 1000
        elif word == "id":
            self.id = words[0]
        elif word == "sides":
            self.sides = int(words[0])
        elif word == "pid":
            self._pid = words[0]
        elif word == "clock":
            self._clock = Clock(raw_us(), *[int(number) for number in words])

    def _move(self, raw):
        """The edges that are due by `raw`, each at its own time."""
        while self._moves and self._moves[0][0] <= raw:
            at, button = self._moves.pop(0)
            self._flip(button, at)

    def _flip(self, button, raw):
        closed = not self._closed[button]
        self._closed[button] = closed
        ticks = self._clock.ticks(raw)
        self.stamps.put(button, closed, ticks)
        self._tell("edge %s %d %d %d" % (_word(button), closed, raw, ticks))
