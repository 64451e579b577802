"""What the 25 lights show: a pattern that stays, one for a while over it, and the board's own answer over both.

The names are those of unoseat/lamps.py. Numbers are shown digit by digit, so that any number fits. No pattern flashes
more than three times a second, nor tells that an UNO window is open.

Who may call what: only the loop. Showing takes a moment and waits for nothing.
"""

import ticks
from microbit import Image, display
from micropython import const
from utime import ticks_diff

# By the order of the names:
_NAMES = b" off turn wait paused penalty cut refused safe hurry nohost unsure unseated seat "
_OFF = const(0)
_TURN = const(1)
_PENALTY = const(4)
_CUT = const(5)
_REFUSED = const(6)
_SAFE = const(7)
_HURRY = const(8)
_NOHOST = const(9)
_UNSEATED = const(11)
_SEAT = const(12)
_PRESS = const(13)  # and 14, 15: of each button
_DARK = " "
_DIGITS = tuple("0123456789")
_PICTURES = (
    _DARK,
    Image.ARROW_S,  # to whoever holds it
    Image("3"),  # one faint light
    Image.ASLEEP,
    _DARK,
    Image.DIAMOND,
    Image.NO,
    Image.YES,
    _DARK,
    Image("99999:09990:00900:09090:99999"),  # an hourglass
    "?",
    Image.ARROW_W,  # to the button for UNO
    _DARK,
    Image.ARROW_W,
    Image.ARROW_E,
    Image.SQUARE,
)

_pattern = [_UNSEATED, 0, 0]  # to stay, for a while, own answer
_arg = [0, 0, 0]
_since = [0, 0, 0]  # µs
_lasts = [0, 0, 0]  # ms
_shown = None


def order(name, arg):
    """Shows a pattern; an unknown one is ignored. Both as the wire has them."""
    at = _NAMES.find(b" " + name + b" ")
    if at < 0:
        return
    pattern = _NAMES[:at].count(b" ")
    arg = int(arg) if arg else 0
    lasts = 0
    if pattern == _SEAT:
        lasts = arg * 400 + 400
    elif pattern == _PENALTY:
        lasts = 8000
    elif pattern == _REFUSED:
        lasts = 300
    elif pattern == _SAFE:
        lasts = 600
    elif pattern == _OFF:
        _pattern[1] = 0
    _set(1 if lasts else 0, pattern, arg, lasts)


def press(button):
    """Answers a press of button 0 to 2: an arrow to it, a frame for both."""
    _set(2, _PRESS + button, 0, 150)


def _set(layer, pattern, arg, lasts):
    _pattern[layer] = pattern
    _arg[layer] = arg
    _lasts[layer] = lasts
    _since[layer] = ticks.now


def show(host):
    """Lights what is on now, if that is something else than before. host: whether one is there."""
    global _shown
    top = 0
    for layer in (1, 2):
        if _pattern[layer]:
            if ticks_diff(ticks.now, _since[layer]) >= 1000 * _lasts[layer]:
                _pattern[layer] = 0
            elif host or layer == 2:
                top = layer
    pattern = _pattern[top] if host or top else _NOHOST
    ms = ticks_diff(ticks.now, _since[top]) // 1000
    arg = _arg[top]
    picture = _PICTURES[pattern]
    dark = ms // 300 % 2
    if pattern == _PENALTY:  # one digit after the other
        ms = ms // 600 % (3 if arg > 9 else 2)
        if ms < 2:
            picture = _DIGITS[arg % 10 if ms or arg < 10 else arg // 10 % 10]
        if ms == 1 and arg < 10:
            picture = _DARK
    elif pattern == _SEAT:
        picture = _DIGITS[arg % 10]
    elif pattern == _HURRY:
        arg = max(0, arg - ms + 999) // 1000
        picture = _PICTURES[_TURN] if arg > 9 else _DARK if dark and not arg else _DIGITS[arg]
    elif dark and (pattern == _UNSEATED or pattern == _CUT):
        picture = _DARK
    if picture is not _shown:
        _shown = picture
        display.show(picture)
