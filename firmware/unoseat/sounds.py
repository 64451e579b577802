"""What the piezo plays: short tunes by name, as (Hz, ms) pairs; 0 Hz is a rest.

Who may call what: the loop, through the board, which plays a tune note by note without waiting for it.
"""

SOUNDS = {
    "press": ((1760, 20),),
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
