"""The rules, pure: standard library only, no clock, no I/O, no randomness.

`fold(timeline(header, entries), now)` reads a match; everything else here is one part of that sentence.
"""
