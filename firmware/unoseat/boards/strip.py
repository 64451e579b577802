"""A WS2812 strip fed by a PIO state machine from memory: nothing waits for its bits, no interrupt is kept off.

A bit is eight cycles of 156 ns: high for two (a 0) or five (a 1), low for the rest, which is inside what WS2812,
WS2812B and SK6812 ask for. Between two pictures the line is low, so that is where the program waits for more. Bytes are
moved by DMA; one written to the state machine's FIFO stands in all four lanes of the word, so each is shifted out from
the top after eight bits.

Who may call what: only the loop; `show` allocates a little.
"""

import rp2
from machine import Pin

CYCLE = 6400000  # Hz
LATCH = 300  # µs of low that end a picture
BIT = 1250  # ns
FULL = 20  # mA of one colour of one pixel at 255, WS2812B's datasheet


@rp2.asm_pio(
    out_init=rp2.PIO.OUT_LOW,
    set_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=8,
    fifo_join=rp2.PIO.JOIN_TX,
)
def _bits():
    out(x, 1)  # noqa: F821  (names of the PIO's assembler)
    set(pins, 1)[1]  # noqa: F821
    mov(pins, x)[2]  # noqa: F821
    set(pins, 0)[1]  # noqa: F821


class Strip:
    """`pixels` of them at GPIO `gpio`, dimmed to draw at most `most` mA. gap: µs that must lie between two pictures."""

    def __init__(self, gpio, pixels, most):
        pin = Pin(gpio, Pin.OUT, value=0)
        self.gap = pixels * 24 * BIT // 1000 + LATCH
        self._most = most * 255 // FULL  # the sum of all bytes
        self._bytes = bytearray(3 * pixels)  # as they go out: green, red, blue
        self._machine = rp2.StateMachine(0, _bits, freq=CYCLE, out_base=pin, set_base=pin)
        self._machine.active(1)
        self._dma = rp2.DMA()
        self._control = self._dma.pack_ctrl(size=0, inc_write=False, treq_sel=0)  # paced by FIFO 0 of PIO 0

    def show(self, rgb):
        """Sends a picture, 3 bytes a pixel; the last one must be `gap` old."""
        out = self._bytes
        light = 0
        for byte in rgb:
            light += byte
        part = 256 if light <= self._most else self._most * 256 // light
        for i in range(0, len(out), 3):
            out[i] = rgb[i + 1] * part >> 8
            out[i + 1] = rgb[i] * part >> 8
            out[i + 2] = rgb[i + 2] * part >> 8
        self._dma.config(read=out, write=self._machine, count=len(out), ctrl=self._control, trigger=True)

    def close(self):
        self._dma.close()
        self._machine.active(0)
