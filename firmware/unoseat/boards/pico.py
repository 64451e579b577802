"""A Raspberry Pi Pico, Pico W or Pico 2 on a seat board; where its wires are is in pins.py.

Stamps: a hard interrupt on both edges of each button reads the counter first of all. On an emulated RP2040 with
MicroPython 1.25 that was 12.1 to 18.3 µs after the edge, 12.6 as a rule, whatever the loop or the collector did. A
stamp bears what was read: the host takes the usual delay away and carries the rest in the bound (its link/stamps.py),
so that one figure serves every firmware that was ever installed.

UNO held while the power comes on: nothing starts, the board stays at its prompt. So does one that is told Ctrl-C three
times in a row. An exception is told as a traceback, text that the host logs; then the loop starts anew as another boot.

No file is written and none is read after the start: flash keeps all interrupts off meanwhile.

Who may call what: `_edge`'s functions are the interrupts, which allocate nothing; all else is the loop's.
"""

import gc
import os
import select
import sys
from time import sleep_ms, sleep_us, ticks_us

import machine
import micropython
from machine import PWM, Pin

from unoseat import sof
from unoseat.boards import pins
from unoseat.boards.strip import Strip
from unoseat.seat import BREAK
from unoseat.sounds import SOUNDS
from unoseat.stamps import Stamps
from unoseat.ticks import add, diff

WATCHDOG = 8000  # ms; an RP2040 can wait 8388
# Datasheets, "Watchdog": CTRL's clear-bits alias, for one that must not end a prompt's life; its ENABLE
CONTROL = {"RP2040": 0x4005B000, "RP2350": 0x400DB000}
ENABLE = 1 << 30
TIMELY = 10000  # µs in which a sample of the frames is told
HELD = 5  # looks at UNO, 10 ms apart, that find it down
BLINK = 1000  # Hz of the lamps
SLICE = 1  # ms between two looks at the stamps while nothing is due
# MicroPython's USB serial holds 256 bytes for the host; a write waits 500 ms for room and then throws the rest away. So
# nothing is written before there is room for a byte. A host that speaks is taken to read, too, and then whole lines are
# written, up to so many bytes since its last word; else one byte at a time. 64 bytes at once would fill a USB packet,
# after which some hosts wait for the next.
TRUST = 128
MOST = 63
ROOM = 256  # bytes read at once


def _edge(which, put):
    """The interrupt of one button."""

    def edge(pin):
        ticks = ticks_us()
        put(which, pin.value() == 0, ticks)

    return edge


def _pixels():
    """The strip's length: the number in the file `pixels`, else the map's."""
    try:
        with open("pixels") as file:
            return max(1, min(pins.MOST_PIXELS, int(file.read())))
    except (OSError, ValueError):
        return pins.PIXELS


def _frames(chip):
    """What samples USB frames, or None: another chip, or a processor (a Pico 2's RISC-V) without native functions."""
    if chip not in sof.CHIPS:
        return None
    try:
        return sof.Registers(*sof.CHIPS[chip])
    except (ImportError, SyntaxError, ValueError):
        return None


class Board:
    """See seat.py for what each part of it is to the loop."""

    kind = "pico"
    sides = 1
    patience = 1000
    frame = 20000

    def __init__(self):
        self._buttons = [Pin(gpio, Pin.IN, Pin.PULL_UP) for gpio in pins.BUTTONS]
        self._alive = machine.reset_cause() == machine.WDT_RESET or not self._held()
        if not self._alive:
            return
        text = sys.implementation._machine
        chip = "RP2040" if "RP2040" in text else "RP2350" if "RP235" in text else ""
        self._control = CONTROL.get(chip)
        self._frames = _frames(chip)
        self.has = "blsf" if self._frames else "bls"
        self.id = "".join(["%02x" % byte for byte in machine.unique_id()])
        self.boot = int.from_bytes(os.urandom(4), "big")
        self.faults = 0
        version = ".".join([str(part) for part in sys.implementation.version[:3]])
        self.about = [("py", "micropython-" + version), ("chip", chip)]
        self.pixels = _pixels()
        self._strip = Strip(pins.STRIP, self.pixels, pins.MILLIAMPERES)
        self._rgb = None  # a picture that waits for the strip
        self._shown = ticks_us()
        self._lamps = [PWM(Pin(gpio), freq=BLINK, duty_u16=0) for gpio in pins.LAMPS]
        self._piezo = PWM(Pin(pins.PIEZO), freq=BLINK, duty_u16=0)
        self._tune = None
        self._note = 0
        self._until = 0
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._hears = select.poll()
        self._hears.register(sys.stdin, select.POLLIN)
        self._takes = select.poll()
        self._takes.register(sys.stdout, select.POLLOUT)
        self._heard = bytearray(ROOM)
        self._byte = bytearray(1)
        self._untrusted = 0  # bytes written since the host's last word
        self.stamps = Stamps()
        micropython.kbd_intr(-1)  # a stray 3 among the bytes would end the program and empty its input
        for which in range(3):
            handler = _edge(which, self.stamps.put)
            self._buttons[which].irq(handler, Pin.IRQ_FALLING | Pin.IRQ_RISING, hard=True)
        self._watchdog = machine.WDT(timeout=WATCHDOG)

    def _held(self):
        for _ in range(HELD):
            sleep_ms(10)
            if self._buttons[0].value():
                return False
        return True

    def running(self):
        return self._alive

    def ticks(self):
        return ticks_us()

    def closed(self, i):
        return self._buttons[i].value() == 0

    def read(self):
        heard = self._heard
        n = 0
        while n < ROOM and _ready(self._hears, 0):
            if not self._in.readinto(self._byte):
                break
            heard[n] = self._byte[0]
            n += 1
        if not n:
            return None
        self._untrusted = 0
        return bytes(heard[:n])

    def write(self, line):
        n = 0
        if self._untrusted + len(line) <= TRUST:
            if _ready(self._takes, 0):
                n = min(MOST, len(line))
                self._out.write(line[:n])
        else:
            while n < len(line) and _ready(self._takes, 0):
                self._out.write(line[n : n + 1])
                n += 1
        self._untrusted = min(self._untrusted + n, TRUST)
        return n

    def wait(self, us, writing):
        self._watchdog.feed()
        start = ticks_us()
        left = self._play(start)
        us = left if 0 <= left < us else us
        left = self._light(start)
        us = left if 0 <= left < us else us
        if writing:
            us = min(us, 1000 * SLICE)
        stamps = self.stamps
        while not stamps.some():
            left = us - diff(ticks_us(), start)
            if left < 1000 * SLICE:
                if left > 0 and not _ready(self._hears, 0):
                    sleep_us(left)
                return
            if _ready(self._hears, SLICE):
                return

    def show(self, face):
        for i in range(3):
            level = face.keys[i]
            self._lamps[i].duty_u16(level * level)  # eyes see squares
        self._rgb = face.rgb
        self._light(ticks_us())

    def sound(self, name, arg):
        self._tune = SOUNDS.get(name)
        self._note = 0
        self._until = ticks_us()

    def free(self):
        return gc.mem_free()

    def sof(self):
        found = self._frames.sample() if self._frames else None
        if found and not 0 <= diff(ticks_us(), found[1]) < TIMELY:  # that was another timer than ours
            self._frames = found = None
        return found

    def recover(self, error):
        """Tells what went wrong and makes ready for another boot."""
        self.faults += 1
        print()
        print("fault %d of the seat's loop, which starts anew:" % self.faults)
        sys.print_exception(error)
        self._watchdog.feed()
        gc.collect()
        while self.stamps.take():
            pass
        self._tune = None
        self._piezo.duty_u16(0)
        self.boot = int.from_bytes(os.urandom(4), "big")
        self.about = self.about[:2] + [("faults", str(self.faults))]
        for _ in range(20):  # a loop that cannot start must still let new firmware in
            sleep_ms(10)
            if BREAK in (self.read() or b""):
                self._alive = False

    def close(self):
        """Back to the prompt: all dark, nothing that would cut in."""
        if not hasattr(self, "_watchdog"):
            return
        for button in self._buttons:
            button.irq(None)
        for pwm in self._lamps + [self._piezo]:
            pwm.duty_u16(0)
        sleep_us(self._strip.gap)
        self._strip.show(bytes(3 * self.pixels))
        sleep_us(self._strip.gap)
        self._strip.close()
        if self._control:
            machine.mem32[self._control] = ENABLE
        micropython.kbd_intr(3)

    def _light(self, now):
        """Sends the picture that waits, once the strip is ready. µs until then, or -1 without one."""
        if self._rgb is None:
            return -1
        left = self._strip.gap - diff(now, self._shown)
        if 0 < left <= self._strip.gap:
            return left
        self._strip.show(self._rgb)
        self._rgb = None
        self._shown = now
        return -1

    def _play(self, now):
        """The tune's next note if it is time. µs until the one after it, or -1 without one."""
        while self._tune:
            left = diff(self._until, now)
            if left > 0:
                return left
            if self._note == len(self._tune):
                self._tune = None
                self._piezo.duty_u16(0)
                break
            hertz, ms = self._tune[self._note]
            if hertz:
                self._piezo.freq(hertz)
            self._piezo.duty_u16(32768 if hertz else 0)
            self._note += 1
            self._until = add(self._until, 1000 * ms)
        return -1


def _ready(poll, ms):
    """Whether the stream that `poll` has can go on, now or within `ms`; allocates nothing."""
    for _ in poll.ipoll(ms):
        return True
    return False
