"""The live loop's heart: link events and commands → journal → table → lamps, with no widget and no port.

`live.Live` is the referee's thread around `match.Match`; `view.View` is what screens see.
"""
