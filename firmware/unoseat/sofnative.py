"""The native half of sof.py, for MicroPython that compiles viper functions; nothing else may import it.

Who may call what: only the loop. Nothing here allocates or waits longer than it says.
"""

import micropython


@micropython.viper
def peek(address: ptr32) -> int:  # noqa: F821  (viper's own type)
    """What is at this address."""
    return address[0]


@micropython.viper
def spin(numbers: ptr32, timer: ptr32, found: ptr32, most: int) -> int:  # noqa: F821
    """Puts number and ticks of the next frame into found[0] and found[1]; returns between how many µs it began, or -1
    if none did in `most` µs. See sof.py for the order in which things are read."""
    first = timer[0]
    before = first
    old = numbers[0] & 0x7FF
    turns = 0
    while turns < 50000:  # looks, some 10 ms: the end even where the timer stands still
        turns += 1
        at = timer[0]
        number = numbers[0] & 0x7FF
        after = timer[0]
        if number != old:
            found[0] = number
            found[1] = after & 0x3FFFFFFF
            return (after - before) & 0x3FFFFFFF
        if ((after - first) & 0x3FFFFFFF) > most:
            return -1
        before = at
    return -1
