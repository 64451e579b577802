"""Times that wrap: microseconds modulo 2^30, as `ticks_us` gives them on a board.

Who may call what: both functions may run in an interrupt or with the heap locked. Where MicroPython's own integers end
at 30 bits, nothing here passes them, so nothing is allocated.
"""

HALF = 1 << 29


def diff(later, earlier):
    """µs from `earlier` to `later`, negative if it is the other way round; right while they are < 2^29 µs apart."""
    span = later - earlier
    if span >= HALF:
        return span - HALF - HALF
    if span < -HALF:
        return span + HALF + HALF
    return span


def add(ticks, us):
    """The time `us` µs (0 to 2^30-1) after `ticks`."""
    ticks = ticks - HALF - HALF + us
    return ticks if ticks >= 0 else ticks + HALF + HALF
