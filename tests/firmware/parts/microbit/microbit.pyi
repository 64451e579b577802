# What MicroPython for the BBC micro:bit has of what its program uses, after its documentation: no stubs of it can be
# installed beside the Pico's, whose files have the same names.
class Image:
    def __init__(self, picture: str) -> None: ...
    ARROW_E: Image
    ARROW_S: Image
    ARROW_W: Image
    ASLEEP: Image
    DIAMOND: Image
    NO: Image
    SQUARE: Image
    YES: Image

class Pin:
    def read_digital(self) -> int: ...

class Display:
    def show(self, picture: Image | str) -> None: ...

class Uart:
    def readline(self) -> bytes | None: ...
    def write(self, data: bytes | bytearray) -> int | None: ...

display: Display
pin5: Pin
pin_speaker: Pin
pin11: Pin
uart: Uart
