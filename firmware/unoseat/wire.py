"""The wire: one line of text a message, the same code on the board (MicroPython) and on the host (CPython).

A line is `~` + fields joined by `,` + `*` + eight hex digits + newline, at most 64 bytes together. The digits are the
CRC-32 (zlib's) of everything between `~` and `*`. The first field is the type: one letter, upper case from the board,
lower case from the host; on a board that carries several seats a digit may follow, 2 to 9: the side that it is about. A
field holds [A-Za-z0-9._+:-] and may be empty; numbers are decimal.

What reads a line judges only its form; what a message means is for the session on either side. Whatever else stands on
the line (a traceback, a REPL banner) is noise. A `~` begins a frame anew, so frames that lost their newline still read.

Who may call what: everything here allocates, so nothing here belongs in an interrupt. A decoder holds one line.
"""

try:
    from binascii import crc32
except ImportError:  # small ports have no binascii

    def crc32(data):
        crc = 0xFFFFFFFF
        for byte in data:
            crc ^= byte
            for _ in range(8):
                crc = (crc >> 1) ^ (0xEDB88320 if crc & 1 else 0)
        return crc ^ 0xFFFFFFFF


PROTO = 1  # the version both sides must speak
LONGEST = 64  # bytes a line, both ends included: MicroPython's USB serial stalls on longer writes
TICKS = 1 << 30  # a board's microsecond counter wraps here: every 17 min 53.7 s

_START = 126
_STAR = 42  # *
_RETURN = 13
_ENDS = b"~\n"  # a start mark ends the piece before it, too
_FIELD = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._+:-,"
_HEX = b"0123456789abcdef"

# Type -> (name, fields, meaning). PROTOCOL.md's tables are made from this.
FIELDS = {
    "H": ("hello", ("proto", "board", "boot", "fw", "kind", "has"), "who I am; once a second until the host says h"),
    "I": ("about", ("key", "value"), "more about me, right after H: py, and on the desk pid"),
    "P": ("press", ("ev", "button", "ticks", "edges", "bounce"), "a confirmed press; ticks of its first edge"),
    "L": ("long", ("ev", "button", "ticks", "of"), "press `of` is still down after 600 ms; ticks of that press"),
    "R": ("release", ("ev", "button", "ticks"), "up for 30 ms; ticks of the edge that opened it for good"),
    "D": ("dropped", ("ev", "count"), "events ev to ev+count-1 were dropped: the ring was full"),
    "A": ("answer", ("q", "rx", "tx", "ev", "past"), "query q came at rx, this left at tx; see the watermark"),
    "S": ("sof", ("frame", "ticks"), "USB frame number `frame` began at ticks"),
    "B": ("beat", ("up", "free", "lost", "refused"), "each 500 ms: s up, heap bytes free, events lost, frames refused"),
    "V": ("version", ("low", "high"), "instead of H when I don't speak the host's proto: the versions I do"),
    "h": ("hello", ("proto", "version", "session"), "who is there? resets nothing"),
    "a": ("ack", ("boot", "ev"), "every event up to ev of this boot is safe: forget it"),
    "q": ("query", ("q",), "what is your time? q is 0 to 65535"),
    "l": ("lamp", ("pattern", "arg"), "show this pattern; arg is a number or empty"),
    "s": ("sound", ("sound", "arg"), "play this sound; arg is a number or empty"),
    "w": ("who", ("seat", "colour"), "your seat, 0 for none, and its colour, rrggbb"),
    "b": ("beat", (), "each 500 ms: I am here"),
}
SIDED = "PLRlw"  # types that are about one side of a board


def encode(*fields):
    """One line, ready to send. ValueError for what the wire cannot carry."""
    text = ",".join([str(field) for field in fields])
    body = text.encode()
    for byte in body:
        if byte not in _FIELD:
            raise ValueError("not a field's character in " + repr(text))
    if body.count(b",") != len(fields) - 1 or not _typed(body):
        raise ValueError("not a message: " + repr(text))
    return seal(text)


def seal(text):
    """The line of fields already joined and known to be clean: quick enough for a clock answer on a small board."""
    body = text.encode()
    if len(body) > LONGEST - 11:
        raise ValueError("longer than a line: " + repr(text))
    return b"~" + body + b"*%08x\n" % (crc32(body) & 0xFFFFFFFF)


def _typed(body):
    letter = body[0] | 32 if body else 0
    end = 2 if len(body) > 1 and 50 <= body[1] <= 57 else 1
    return 97 <= letter <= 122 and (len(body) == end or body[end] == 44)


def side(kind):
    """Which side of its board a frame of this type is about, from 1."""
    return int(kind[1]) if len(kind) > 1 else 1


def _read(piece):
    """The fields of what stood after a `~`, or None when it is no frame."""
    star = len(piece) - 9
    if star < 1 or piece[star] != _STAR:
        return None
    crc = 0
    for i in range(star + 1, star + 9):
        digit = _HEX.find(piece[i : i + 1])
        if digit < 0:
            return None
        crc = crc << 4 | digit
    body = piece[:star]
    if crc32(body) & 0xFFFFFFFF != crc or not _typed(body):
        return None
    for byte in body:
        if byte not in _FIELD:
            return None
    return tuple(str(body, "ascii").split(","))


class Decoder:
    """Bytes in, frames out, whatever the cuts between reads.

    frames, refused, noise count accepted frames, pieces that began like one and were none, and pieces of anything
    else. `heard(piece)`, if given, gets each refused or noisy piece (bytes, at most 64) for a log.
    """

    def __init__(self, heard=None):
        self.frames = 0
        self.refused = 0
        self.noise = 0
        self._heard = heard
        self._line = bytearray(LONGEST)
        self._length = 0
        self._framed = False  # the line so far came after a `~`

    def feed(self, data):
        """The frames that `data` completes: a list of tuples of str, the type first."""
        frames = []
        for byte in data:
            if byte in _ENDS:
                self._end(frames)
                self._framed = byte == _START
                continue
            if self._length == LONGEST:  # no frame is this long
                self._end(frames)
                self._framed = False
            self._line[self._length] = byte
            self._length += 1
        return frames

    def _end(self, frames):
        length = self._length
        self._length = 0
        if length and self._line[length - 1] == _RETURN:  # a console may send \r\n
            length -= 1
        if not length and not self._framed:
            return
        piece = bytes(self._line[:length])
        frame = _read(piece) if self._framed and length <= LONGEST - 2 else None
        if frame:
            self.frames += 1
            frames.append(frame)
            return
        if self._framed:
            self.refused += 1
        else:
            self.noise += 1
        if self._heard:
            self._heard(piece)
