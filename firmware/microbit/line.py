"""The wire's lines, in and out: what unoseat/wire.py makes and reads, in a tenth of its memory.

A line is written at once, and the serial port waits until it has left, up to 5.5 ms. It is read by MicroPython's own
`readline`, which takes what is there and never waits. All of it is bytes: a new str costs 2 ms here, in which
MicroPython looks whether it has one like it. Garbage is dearer still: collecting it takes longer than any line.

Who may call what: only the loop. `crc` is machine code that touches nothing but the bytes it is given.
"""

import micropython
from microbit import uart
from micropython import const

_LONGEST = const(64)

refused = 0  # pieces that began like a frame and were none
_held = b""  # of a line that has not ended


@micropython.asm_thumb
def crc(r0, r1):
    # r0: a bytearray, `~`, r1 bytes, `*` and room for eight digits, which become the CRC-32 of the r1 bytes
    mov(r3, 0)
    mvn(r3, r3)
    mov(r4, 0xED)  # the polynomial, a byte at a time: this processor loads no more
    lsl(r4, r4, 8)
    add(r4, 0xB8)
    lsl(r4, r4, 8)
    add(r4, 0x83)
    lsl(r4, r4, 8)
    add(r4, 0x20)
    label(BYTE)
    ldrb(r5, [r0, 1])
    eor(r3, r5)
    mov(r6, 8)
    label(BIT)
    lsr(r3, r3, 1)
    bcc(ZERO)
    eor(r3, r4)
    label(ZERO)
    sub(r6, 1)
    bne(BIT)
    add(r0, 1)
    sub(r1, 1)
    bne(BYTE)
    mvn(r3, r3)
    mov(r6, 8)
    label(DIGIT)
    lsr(r5, r3, 28)
    lsl(r3, r3, 4)
    cmp(r5, 10)
    bcc(LOW)
    add(r5, 39)
    label(LOW)
    add(r5, 48)
    strb(r5, [r0, 2])
    add(r0, 1)
    sub(r6, 1)
    bne(DIGIT)


def say(fields):
    """Writes the line of these fields."""
    whole = bytearray(b"".join((b"~", fields, b"*________\n")))
    crc(whole, len(fields))
    uart.write(whole)


def hear():
    """The fields of a frame that has come, or None. Three Ctrl-C are KeyboardInterrupt."""
    global _held, refused
    part = uart.readline()
    if not part:
        return None
    _held += part
    if b"\3\3\3" in _held:
        raise KeyboardInterrupt
    if part[-1] != 10 and len(_held) < _LONGEST:
        return None
    pieces = _held.split(b"~")
    _held = b""
    refused += len(pieces) - 1
    piece = pieces[-1].strip()
    star = len(piece) - 9
    if len(pieces) < 2 or star < 1:
        return None
    whole = bytearray(b"~" + piece)
    crc(whole, star)
    if whole[star + 1] != 42 or whole[star + 2 :] != piece[star + 1 :]:
        return None
    refused -= 1
    return piece[:star].split(b",")
