"""Start-of-frame samples: which tick of this board a USB frame began at.

All boards on one USB controller see each millisecond the same frame, under the same 11-bit number, begin at the same
instant; so these samples tie their counters together far closer than questions and answers can.

The rules:
1. Timer and frame number are read in turn until the number changes, for at most a frame's length.
2. The frame began after the timer reading before the last look at the old number, and before the one after the first
   look at the new number. Where these are more than LATE µs apart (an interrupt came between) the sample is dropped: so
   a sample's ticks were read at most LATE µs after its frame began, whatever else the board was doing.
3. While the USB stack waits for the frame interrupt nothing is read: reading the number takes its flag away.

Who may call what: only the loop; interrupts go on meanwhile, and buttons are stamped by them. The native loop allocates
nothing.
"""

from unoseat.ticks import HALF, diff

LATE = 5  # µs
FRAME = 1002  # µs, a frame's longest (1 ms + 500 ppm) and a little
NUMBERS = 0x7FF
MASK = 2 * HALF - 1

# Datasheets of the RP2040 and RP2350, "USB" and "Timer", lists of registers; pico-sdk's hardware/regs of both say the
# same: SOF_RD, TIMERAWL (the RP2350's TIMER0, which MicroPython's ticks are from), USB INTE, its DEV_SOF. Another chip
# has others: a board that does not know its own leaves "f" out.
CHIPS = {
    "RP2040": (0x50110048, 0x40054028, 0x50110090, 1 << 17),
    "RP2350": (0x50110048, 0x400B0028, 0x50110090, 1 << 17),
}


def sample(frame, timer):
    """(number, ticks) of the next frame, or None. `frame` and `timer` are functions: a number of which the lowest 11
    bits count, and µs."""
    first = before = timer()
    old = frame() & NUMBERS
    while True:
        at = timer()
        number = frame() & NUMBERS
        after = timer()
        if number != old:
            return (number, after) if diff(after, before) <= LATE else None
        if diff(after, first) > FRAME:
            return None
        before = at


class Registers:
    """The same of a chip's registers: addresses of the frame number, the µs timer and the USB stack's interrupt
    enables, and the bit there that says it waits for frames.

    Native code reads the addresses; where there is none, `read(address)` does.
    """

    def __init__(self, number, timer, enables, bit, read=None):
        self._number = number
        self._timer = timer
        self._enables = enables
        self._bit = bit
        self._read = read
        self._found = None
        if read is None:
            from array import array

            from unoseat import sofnative

            self._native = sofnative
            self._found = array("I", [0, 0])

    def sample(self):
        """(number, ticks) of the next frame, or None."""
        found = self._found
        if found is None:
            if self._read(self._enables) & self._bit:
                return None
            return sample(lambda: self._read(self._number), lambda: self._read(self._timer) & MASK)
        if self._native.peek(self._enables) & self._bit:
            return None
        width = self._native.spin(self._number, self._timer, found, FRAME)
        return (found[0], found[1]) if 0 <= width <= LATE else None
