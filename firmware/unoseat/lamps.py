"""What the lamps show: named patterns, each a pure function of time, and the layers that decide which one is on.

A pattern gives the colour (0xRRGGBB, full brightness: the board dims to its power budget) of pixel `i` of `n`, `ms`
after the pattern began. Layers, the upper one shown: what the host ordered to stay; what it ordered for a while
(penalty, refused, safe, seat), which an order to stay does not cut short unless it is `off`; the board's own answer to
a press. No pattern flashes more than three times a second, for people whom that could harm, nor tells anyone that an
UNO window is open.

Who may call what: only the loop. `press` allocates nothing; painting may where integers are short.
"""

from unoseat.buttons import BUTTONS
from unoseat.ticks import diff

NOBODY = 0xFFFFFF  # the colour of a board that has no seat


def _dim(colour, level):
    """`colour` at `level` of 255."""
    red, green, blue = colour >> 16, colour >> 8 & 255, colour & 255
    return red * level // 255 << 16 | green * level // 255 << 8 | blue * level // 255


def _breath(place):
    """Brightness at `place` of a breath 0 to 999: dark, full, dark, never quite out."""
    level = place * 510 // 1000
    level = 510 - level if level > 255 else level
    return 12 + level * level * 243 // 65025


def off(ms, arg, i, n, seat):
    return 0


def turn(ms, arg, i, n, seat):
    """Your turn: steady green breathing."""
    return _dim(0x00FF00, _breath(ms % 2400 * 1000 // 2400))


def wait(ms, arg, i, n, seat):
    """Seated, not your turn: one faint pixel of the seat's colour."""
    return _dim(seat, 10) if i == 0 else 0


def paused(ms, arg, i, n, seat):
    """The game rests: dim white."""
    return 0x181818


def penalty(ms, arg, i, n, seat):
    """Draw `arg` cards: as many red flashes, again and again."""
    beat = ms % (arg * 400 + 800)
    return 0xFF0000 if beat < arg * 400 and beat % 400 < 200 else 0


def cut(ms, arg, i, n, seat):
    """Your cut won: white strobe."""
    return 0xFFFFFF if ms % 400 < 60 else 0


def refused(ms, arg, i, n, seat):
    """That press did not count: one short red."""
    return 0xFF0000


def safe(ms, arg, i, n, seat):
    """Your call stands: one yellow sweep."""
    return 0xFFC000 if ms * n // 600 == i else 0


def hurry(ms, arg, i, n, seat):
    """Time is running out, `arg` ms are left: green to amber, from one breath in 2 s to two and a half a second."""
    t = ms if ms < arg else arg
    gone = t * 1000 // arg if arg else 1000
    place = (t * (500 + gone) + (ms - t) * 2500) // 1000
    red = 255 * gone // 1000
    return _dim(red << 16 | 255 - red * 95 // 255 << 8, _breath(place % 1000))


def nohost(ms, arg, i, n, seat):
    """No laptop hears this board: slow blue."""
    return _dim(0x0000FF, _breath(ms % 4000 // 4) // 2)


def unsure(ms, arg, i, n, seat):
    """This board's clock is not sure: blue double blink."""
    beat = ms % 2000
    return 0x0000FF if beat < 150 or 350 <= beat < 500 else 0


def unseated(ms, arg, i, n, seat):
    """Whose board is this? Rainbow chase."""
    hue = (ms // 4 + i * 768 // n) % 768
    side, up = hue >> 8, hue & 255
    if side == 0:
        return 255 - up << 16 | up << 8
    return 255 - up << 8 | up if side == 1 else 255 - up | up << 16


def seat(ms, arg, i, n, seat):
    """You are seat `arg`: as many flashes in its colour."""
    return seat if ms < arg * 400 and ms % 400 < 250 else 0


def press(ms, arg, i, n, seat):
    """The board's own answer to a press of button `arg`."""
    return 0x303030


# name: (pattern, ms it lasts or 0 to stay, the button lamps that go with the first pixel)
PATTERNS = {
    "off": (off, 0, ""),
    "turn": (turn, 0, "d"),
    "wait": (wait, 0, ""),
    "paused": (paused, 0, ""),
    "penalty": (penalty, 8000, ""),
    "cut": (cut, 0, "c"),
    "refused": (refused, 300, ""),
    "safe": (safe, 600, "u"),
    "hurry": (hurry, 0, "d"),
    "nohost": (nohost, 0, ""),
    "unsure": (unsure, 0, ""),
    "unseated": (unseated, 0, "u"),
    "seat": (seat, 0, "ucd"),  # lasts as long as its flashes
    "press": (press, 150, ""),
}
MOST = 86400000  # ms; no pattern runs longer than a day without beginning again
LAYERS = 3  # to stay, for a while, own answer


class Lamps:
    """The layers. colour: the seat's."""

    def __init__(self, now):
        self.colour = NOBODY
        self.changed = True  # another pattern is on since the loop last put False
        self._now = now
        self._under = 0  # µs not yet counted as a whole ms
        self._name = ["unseated", "", ""]
        self._arg = [0, 0, 0]
        self._ms = [0, 0, 0]
        self._lasts = [0, 0, 0]
        self._top = 0

    def order(self, name, arg, now):
        """Shows pattern `name`; arg: text of a number or empty. False for a pattern that is not known here."""
        if name not in PATTERNS or name == "press":
            return False
        self.tick(now)
        value = min(int(arg), MOST) if arg.isdigit() and len(arg) < 10 else 0
        lasts = value * 400 + 400 if name == "seat" else PATTERNS[name][1]
        if name == "off":
            self._name[1] = self._name[2] = ""
        self._set(1 if lasts else 0, name, value, lasts)
        return True

    def press(self, button, now):
        """Answers a press of button 0 to 2."""
        self.tick(now)
        self._set(2, "press", button, 150)

    def tick(self, now):
        """Lets time pass; call it at least every few minutes."""
        us = diff(now, self._now) + self._under
        self._now = now
        if us < 0:
            us = 0
        ms = us // 1000
        self._under = us - ms * 1000
        for layer in range(LAYERS):
            age = self._ms[layer] + ms
            self._ms[layer] = age if age < MOST else 0
            if layer and self._name[layer] and age >= self._lasts[layer]:
                self._name[layer] = ""
                self._find()

    def wait(self):
        """µs until a layer ends, or -1."""
        least = -1
        for layer in range(1, LAYERS):
            if self._name[layer]:
                left = self._lasts[layer] - self._ms[layer]
                if least < 0 or left < least:
                    least = left
        return least * 1000 - self._under if least > 0 else least

    def name(self, host):
        """The pattern that is on. host: whether one is there; without it only the board's own answer overrides that."""
        return self._name[self._top] if host or self._top == 2 else "nohost"

    def arg(self, host):
        return self._arg[self._top] if host or self._top == 2 else 0

    def paint(self, host, rgb, keys):
        """Fills rgb (3 bytes a pixel) and keys (a byte a button lamp) with what is on now."""
        top = self._top
        name = self.name(host)
        pattern, _, lit = PATTERNS[name]
        ms = self._ms[top]
        arg = self._arg[top]
        n = len(rgb) // 3
        first = 0
        for i in range(n):
            colour = pattern(ms, arg, i, n, self.colour)
            first = first or colour
            rgb[3 * i] = colour >> 16
            rgb[3 * i + 1] = colour >> 8 & 255
            rgb[3 * i + 2] = colour & 255
        level = max(first >> 16, first >> 8 & 255, first & 255)
        for button in range(3):
            keys[button] = level if BUTTONS[button] in lit else 0
        if self._name[2]:
            keys[arg] = 255

    def _set(self, layer, name, arg, lasts):
        self._name[layer] = name
        self._arg[layer] = arg
        self._ms[layer] = 0
        self._lasts[layer] = lasts
        self.changed = True
        self._find()

    def _find(self):
        top = LAYERS - 1
        while not self._name[top]:
            top -= 1
        if top != self._top:
            self._top = top
        self.changed = True
