"""The desk board's two lines, serial and control, as open files or as sockets; and what a bad cable does to bytes.

Both classes have the same calls, and none of them waits but `wait`. Everything here may allocate.
"""

import select


class Terminal:
    """Serial line on standard input, both ways; control channel on open file `control`; neither blocks."""

    url = "-"

    def __init__(self, control):
        self._control = open(control, "r+b", 0)
        self._serial = open(0, "r+b", 0)
        self._poll = select.poll()
        self._poll.register(self._control, select.POLLIN)
        self._poll.register(self._serial, select.POLLIN)
        self._writing = False

    def hear(self):
        """Bytes of the control channel: b"" or None without any; OSError when it has ended."""
        data = self._control.read(512)
        if data == b"":
            raise OSError("the desk is gone")
        return data

    def tell(self, data):
        return self._control.write(data)

    def read(self):
        return self._serial.read(256)

    def write(self, data):
        return self._serial.write(data)

    def wait(self, ms, writing):
        if writing != self._writing:
            self._writing = writing
            self._poll.modify(self._serial, select.POLLIN | select.POLLOUT if writing else select.POLLIN)
        self._poll.poll(ms)


class Loopback:
    """The same over sockets of this machine, for systems without pseudo-terminals; CPython only."""

    def __init__(self, port, key):
        import socket

        self._control = socket.create_connection(("127.0.0.1", port))
        self._control.sendall(key.encode() + b"\n")
        self._control.setblocking(False)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.setblocking(False)
        self._host = None
        self.url = "socket://127.0.0.1:" + str(self._listener.getsockname()[1])

    def hear(self):
        try:
            data = self._control.recv(512)
        except BlockingIOError:
            return None
        if not data:
            raise OSError("the desk is gone")
        return data

    def tell(self, data):
        try:
            return self._control.send(data)
        except BlockingIOError:
            return 0

    def read(self):
        try:
            if self._host is None:
                self._host, _ = self._listener.accept()
                self._host.setblocking(False)
                self._host.setsockopt(6, 1, 1)  # TCP_NODELAY: a line must not wait for the next
            data = self._host.recv(256)
        except BlockingIOError:
            return None
        except OSError:
            data = b""
        if not data:
            self._host = None  # it closed the port; the next one may open it
        return data

    def write(self, data):
        if self._host is None:
            return len(data)  # nobody has the port open
        try:
            return self._host.send(data)
        except BlockingIOError:
            return 0
        except OSError:
            self._host = None
            return len(data)

    def wait(self, ms, writing):
        line = self._host or self._listener
        select.select([self._control, line], [line] if writing and self._host else [], [], ms / 1000)


class Harm:
    """A bad cable: flips a bit of some bytes and loses others, the same ones for the same seed."""

    def __init__(self, flips, drops, seed):
        self._flips = flips
        self._drops = flips + drops
        self._state = seed or 1

    def __call__(self, data):
        out = bytearray()
        for byte in data:
            chance = self._draw() % 1000000
            if chance < self._flips:
                byte ^= 1 << self._draw() % 8
            elif chance < self._drops:
                continue
            out.append(byte)
        return bytes(out)

    def _draw(self):
        x = self._state
        x ^= x << 13 & 0xFFFFFFFF
        x ^= x >> 17
        x ^= x << 5 & 0xFFFFFFFF
        self._state = x
        return x
