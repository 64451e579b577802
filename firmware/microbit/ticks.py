"""The time: µs modulo 2^30, as the last look at the contacts read it.

Nothing else reads the counter, for it lies: its upper half and the 16 bits of the timer below do not change in one, and
now and then a reading is 65,536 µs ahead (the nRF51's us_ticker.c; some times a minute on the board, often under an
emulator whose interrupts come late). keys.py holds each reading against the ones before and reads again.
"""

now = 0
