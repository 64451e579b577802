"""The loop: pins to presses, presses to the link, orders to the lamps. It never waits for a host, a lamp or a line.

A board (one file in boards/, class `Board`) brings the part:

  kind, has             what it is (pico, desk), letters of what it has (b l s f)
  sides                 how many seats it carries, 1 to 9: three buttons, a strip and lamps each
  id, boot              its lasting id (hex, at most 16 digits), a random number of 32 bits for this boot
  about                 (key, value) pairs for the host's list, from the wire's characters
  stamps                a Stamps that its pins' interrupts fill, or None where levels are polled
  patience              µs a level that no stamp explains is waited out; 0 where levels are polled
  pixels, frame         pixels of a strip, µs from one picture to the next (0: only when the pattern changes)
  ticks()               µs modulo 2^30
  closed(i)             whether button i (0 UNO, 1 CUT, 2 DONE, the next side's from 3 on) is down
  read()                bytes that came over the serial line, b"" or None without any; never waits
  write(line)           how many of its bytes the serial line took (0 or None: none); never waits
  wait(us, writing)     sleeps until an edge, bytes to read, room to write if `writing`, or µs have passed; it feeds
                        the watchdog
  show(face)            lights the lamps of side face.side; must not keep interrupts off
  sound(name, arg)      begins a tune of sounds.py
  free()                free heap, bytes
  sof()                 (frame, ticks) of a USB start of frame, or None; called about once a second if has "f"
  running()             False ends the loop
  recover(error)        if it has that: tells of an exception and becomes another boot (life.py); else it goes through
  close()               if it has that: called when the loop has ended

Who may call what: the board's interrupts touch `stamps` only. From there to the ring of events nothing allocates.
"""

from unoseat import VERSION, wire
from unoseat.buttons import Buttons
from unoseat.events import Events
from unoseat.lamps import NOBODY, Lamps
from unoseat.link import Link
from unoseat.ticks import add, diff

SAMPLE = 1000000  # µs between SOF samples
BREAK = b"\x03\x03\x03"  # Ctrl-C three times in a row: back to the prompt, where there is one, for new firmware


class Face:
    """What is to be seen on a side (from 1): the pattern's name and number, and its picture now."""

    def __init__(self, side, pixels):
        self.side = side
        self.name = ""
        self.arg = 0
        self.rgb = bytearray(3 * pixels)
        self.keys = bytearray(3)


class Seat:
    """One board's whole life, mostly one seat's. step() does what is due and returns µs until the next thing is."""

    def __init__(self, board):
        now = board.ticks()
        self.board = board
        self.over = False
        self.events = Events()
        sides = board.sides
        self.buttons = Buttons(self.events, board.patience, sides)
        self.lamps = [Lamps(now) for _ in range(sides)]
        hello = (board.id, board.boot, VERSION, board.kind, board.has + (str(sides) if sides > 1 else ""))
        self.link = Link(hello, board.about, board.boot, self.events, self.buttons, board.free, now, sides)
        self._faces = [Face(side + 1, board.pixels) for side in range(sides)]
        self._frame = now  # the next picture
        self._host = False
        self._sample = now
        self._out = b""  # what the serial line has not taken yet

    def run(self):
        board = self.board
        while board.running() and not self.over:
            wait = self.step()
            board.wait(wait, len(self._out) > 0)

    def step(self):
        board = self.board
        link = self.link
        self.press()
        data = board.read()
        now = board.ticks()
        if data:
            self.over = BREAK in data
            for order in link.feed(data, now):
                self._obey(order, now)
        link.tick(now)
        if "f" in board.has and link.host and diff(now, self._sample) >= 0:
            self._sample = add(now, SAMPLE)
            sample = board.sof()
            if sample:
                link.sof(sample[0], sample[1])
        self._send()
        return self._show()

    def press(self):
        """The press path: from the stamps to the ring and the board's own answer. Allocates nothing."""
        board = self.board
        buttons = self.buttons
        stamps = board.stamps
        now = board.ticks()  # before the stamps are taken: all that is older is among them
        if stamps:
            while stamps.take():
                buttons.edge(stamps.which, stamps.closed, stamps.ticks)
        for i in range(buttons.count):
            buttons.look(i, board.closed(i), now)
        buttons.seen = now
        if buttons.pressed:
            for i in range(buttons.count):
                if buttons.pressed >> i & 1:
                    self.lamps[i // 3].press(i % 3, now)
            buttons.pressed = 0

    def _send(self):
        """Lines until the serial line is full or there is none."""
        board = self.board
        while True:
            if not self._out:
                self._out = self.link.next(board.ticks()) or b""
                if not self._out:
                    return
            taken = board.write(self._out)
            if not taken:
                return
            self._out = self._out[taken:]

    def _show(self):
        """The pictures that are due. Returns µs until something is, here or elsewhere."""
        board = self.board
        now = board.ticks()
        host = self.link.host
        wait = self.link.wait(now)
        if self._out and wait == 0:
            wait = SAMPLE  # the line must drain first
        left = self.buttons.wait(now)
        if 0 <= left < wait:
            wait = left
        due = board.frame and diff(now, self._frame) >= 0
        if due:
            self._frame = add(now, board.frame)
        for face in self._faces:
            lamps = self.lamps[face.side - 1]
            lamps.tick(now)
            if due or lamps.changed or host != self._host:
                lamps.changed = False
                face.name = lamps.name(host)
                face.arg = lamps.arg(host)
                lamps.paint(host, face.rgb, face.keys)
                board.show(face)
            left = lamps.wait()
            if 0 <= left < wait:
                wait = left
        self._host = host
        if board.frame:
            wait = min(wait, max(0, diff(self._frame, now)))
        return wait

    def _obey(self, order, now):
        kind, what, arg = order
        lamps = self.lamps[wire.side(kind) - 1]
        if kind[0] == "l":
            lamps.order(what, arg, now)
        elif kind[0] == "s":
            self.board.sound(what, arg)
        else:
            lamps.colour = int(arg, 16) if _colour(arg) and what != "0" else NOBODY
            lamps.changed = True


def _colour(text):
    if len(text) != 6:
        return False
    for letter in text:
        if letter not in "0123456789abcdef":
            return False
    return True
