"""The laptop's sounds: the boards' tunes (firmware/unoseat/sounds.py) as tones, computed here, and in what order they
matter. Only the standard library; nothing is recorded and nothing is downloaded.
"""

from __future__ import annotations

import io
import math
import wave
from array import array

# Tunes by name, the same as the boards' (a test compares them): (Hz, ms), 0 Hz is a rest.
TUNES: dict[str, tuple[tuple[int, int], ...]] = {
    "turn": ((880, 60), (1320, 90)),
    "safe": ((1047, 80), (1319, 80), (1568, 160)),
    "caught": ((784, 120), (0, 30), (523, 260)),
    "cut": ((1568, 60), (0, 20), (1568, 60), (0, 20), (2093, 160)),
    "refused": ((220, 180),),
    "penalty": ((392, 140), (0, 40), (392, 140)),
    "hurry": ((988, 40),),
    "round": ((1047, 120), (1319, 120), (1568, 120), (2093, 300)),
    "dispute": ((659, 150), (0, 60), (659, 150), (0, 60), (494, 300)),
}
# What matters most is heard where two come at once.
RANK = ("dispute", "caught", "cut", "round", "penalty", "safe", "refused", "hurry", "turn")
QUIET = frozenset(("dispute", "caught", "cut", "round", "penalty"))  # all that a quiet table wants to hear
QUIET_SHARE = 0.4  # … and how loud, of the volume

RATE = 22_050  # samples a second
FADE_MS = 6  # at both ends of a tone, or it would click
OVERTONES = ((1, 0.75), (2, 0.18), (3, 0.07))  # a softer sound than the piezo's


def seconds(name: str) -> float:
    return sum(ms for _, ms in TUNES[name]) / 1000


def samples(name: str, volume: int) -> array[int]:
    """16-bit samples; `volume` is 0 to 100, heard as even steps."""
    loud = 32_000 * (volume / 100) ** 2
    out: array[int] = array("h")
    for hz, ms in TUNES[name]:
        count = RATE * ms // 1000
        fade = min(count // 2, RATE * FADE_MS // 1000)
        for i in range(count):
            if hz == 0:
                out.append(0)
                continue
            edge = min(1.0, i / fade, (count - 1 - i) / fade)
            turn = 2 * math.pi * hz * i / RATE
            out.append(round(loud * edge * sum(part * math.sin(n * turn) for n, part in OVERTONES)))
    return out


def wav(name: str, volume: int) -> bytes:
    """A tune as a WAV file: one channel, 16 bits."""
    made = samples(name, volume)
    if array("h", [1]).tobytes() != b"\x01\x00":
        made.byteswap()
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(made.tobytes())
    return file.getvalue()
