"""Where a Pico's wires are. Made from hardware/pins.toml by tests/firmware/pins.py; edit that."""

BUTTONS = (2, 3, 4)  # GPIO of UNO, CUT, DONE: closed is low
LAMPS = (6, 7, 8)  # GPIO of the lamps in them: lit is high
STRIP = 16  # GPIO of the WS2812 data
PIXELS = 8
MOST_PIXELS = 24
MILLIAMPERES = 200  # the strip's most
PIEZO = 15  # GPIO
