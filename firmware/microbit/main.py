"""A BBC micro:bit as a seat's board: A is UNO, B is CUT, both are DONE.

The program of unoseat/ anew and small, for the first micro:bit has 9 kB for all of it. It says the same on the wire
(PROTOCOL.md), with these differences: the contacts are looked at (keys.py), and each press tells how late its stamp may
be. `unotable flash` joins these files, strips them of all that is for readers and puts that on the board.

Who may call what: this is the loop. It never waits; from one look at the contacts to the next it does one small thing.
"""

import sys

import face
import keys
import line
import machine
import micropython
import talk
import utime


def live():
    look = keys.look
    look()
    keys.worst = 0
    micropython.kbd_intr(-1)
    try:
        while True:
            look()
            fields = talk.next()
            if fields:
                line.say(fields)
            look()
            try:
                frame = line.hear()
                if frame:
                    look()
                    talk.obey(frame)
            except (ValueError, IndexError):
                line.refused += 1
            look()
            if keys.answer >= 0:
                face.press(keys.answer)
                keys.answer = -1
            face.show(talk.host)
    except KeyboardInterrupt:
        micropython.kbd_intr(3)
    except Exception as error:
        micropython.kbd_intr(3)
        sys.print_exception(error)
        utime.sleep_ms(1000)  # in which Ctrl-C ends it
        machine.reset()


live()
