"""A board that is only a script: times, contacts and bytes come from a list. Runs under MicroPython and CPython alike,
so that both can be asked for the same story and must tell it with the same bytes."""

from unoseat.stamps import Stamps
from unoseat.ticks import add


class Board:
    """See seat.py. `now` is moved by the script; what goes out is kept in `out`, at most `room` bytes a write."""

    kind = "desk"
    has = "blsf"
    id = "de5c0001"
    boot = 3735928559
    about = (("py", "scripted"),)
    patience = 1000
    pixels = 3
    frame = 50000

    def __init__(self, now, sides=1):
        self.now = now
        self.sides = sides
        self.stamps = Stamps()
        self.levels = [False] * (3 * sides)
        self.bytes = b""
        self.out = b""
        self.room = 1000
        self.shown = []
        self.sounds = []
        self.samples = 0

    def ticks(self):
        return self.now

    def closed(self, i):
        return self.levels[i]

    def read(self):
        data = self.bytes
        self.bytes = b""
        return data

    def write(self, line):
        taken = min(self.room, len(line))
        self.out += line[:taken]
        return taken

    def show(self, face):
        self.shown.append((face.name, face.arg, bytes(face.rgb), bytes(face.keys), face.side))

    def sound(self, name, arg):
        self.sounds.append((name, arg))

    def free(self):
        return 4711

    def sof(self):
        self.samples += 1
        return (self.samples, self.now)

    def edge(self, i, closed):
        """The pin moves, and its interrupt stamps it."""
        self.levels[i] = closed
        self.stamps.put(i, closed, self.now)

    def later(self, us):
        self.now = add(self.now, us)


def story(start, steps, sides=1):
    """Plays steps [µs, what, …] (edge i closed, hear bytes, room n). Returns all bytes sent, pictures, sounds."""
    from unoseat.seat import Seat

    board = Board(start, sides)
    seat = Seat(board)
    for step in steps:
        board.later(step[0])
        if step[1] == "edge":
            board.edge(step[2], step[3])
        elif step[1] == "hear":
            board.bytes += bytes(step[2])
        elif step[1] == "room":
            board.room = step[2]
        assert seat.step() >= 0
    return [list(board.out), [[a, b, list(c), list(d), e] for a, b, c, d, e in board.shown], board.sounds]
