"""What of MicroPython's `machine` the Pico's file uses, where there is no Pico: what was done to it can be read.

A pin's interrupt runs with the heap locked, as a hard one does.
"""

import micropython

PWRON_RESET = 1
WDT_RESET = 3
cause = PWRON_RESET
mem32 = {}
dogs = []
pwms = {}


def reset_cause():
    return cause


def unique_id():
    return b"\xe6\x61\x4c\x31\x1b\x7e\x8a\x2f"


class Pin:
    IN = 0
    OUT = 1
    PULL_UP = 1
    IRQ_FALLING = 4
    IRQ_RISING = 8
    all = {}
    down = ()  # held from the start

    def __init__(self, gpio, mode=-1, pull=-1, value=None):
        self.gpio = gpio
        self.level = 0 if gpio in Pin.down else 1
        self.handler = None
        Pin.all[gpio] = self

    def value(self):
        return self.level

    def irq(self, handler, trigger=0, hard=False):
        assert handler is None or (trigger == 12 and hard)
        self.handler = handler

    def move(self, level):
        """The level changes; MemoryError if the interrupt allocates."""
        self.level = level
        micropython.heap_lock()
        try:
            self.handler(self)
        finally:
            micropython.heap_unlock()


class PWM:
    def __init__(self, pin, freq, duty_u16):
        self.log = [(freq, duty_u16)]
        pwms[pin.gpio] = self

    def freq(self, hertz):
        self.log.append((hertz, self.log[-1][1]))

    def duty_u16(self, duty):
        self.log.append((self.log[-1][0], duty))


class WDT:
    def __init__(self, timeout):
        self.timeout = timeout
        self.fed = 0
        dogs.append(self)

    def feed(self):
        self.fed += 1
