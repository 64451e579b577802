"""What a session on a port does next.

The rules:
1. An open port is asked `h` once. Whatever does not answer like a board of ours is left alone: nothing more is written.
   A damaged hello is a bad cable's: the board is asked again and gets more time.
2. A board that speaks another protocol is refused, and both versions are named.
3. Its hello names the board and its boot. What it says about itself follows at once; then the board is up.
4. A board that is up is asked for its clock and told that the host is there; everything right that it says proves that
   it is. While it says nothing but its hello it has not heard ours, and is asked again. Silent for three heartbeats it
   is absent, and is asked again and again.
5. A hello of another boot is a restart: what the old one had not sent is lost, and listed. Another id is another board.
   The same once more says either that the board had missed us, then it is asked again, or answers that; what it should
   show is told again.
6. A board id that is up on another port is a double: mute, until the other one is gone. So is whatever says it is ever
   another board.
"""

from __future__ import annotations

from typing import Literal

MS = 1_000_000  # ns
BEAT = 500 * MS
ABSENT = 3 * BEAT
PERIOD = (97 * MS, 149 * MS)  # between clock queries: about eight a second, in step with nothing
BURST = 8  # queries at first
BURST_PERIOD = (13 * MS, 23 * MS)
REPEAT = 6 * MS  # between two queries for one press: the first one or its answer must have been lost
ASK = 5 * MS  # between two requests for an event that is missing; the board itself would let up to 400 ms pass
STAGGER = 1 * MS  # between the queries to one board after another for a press: a second press shall not wait for all
APART = 8 * MS  # the least between two queries for presses: many buttons are not many times the traffic
# Two bounds after a press nobody can have been before it; that is waited for, but no longer than this.
RIVAL = 20 * MS
# For this long after a press it is of use to know everything of the other boards (match/watermark.py).
WANTED = 150 * MS
GREETING = 100 * MS  # for what a board says about itself
ANSWER = 300 * MS  # a hello that comes so soon after `h` answers it
# For a first word that is ours. A Pico shows its port a second or two before its program, compiled as it starts, can
# speak; the desk's boards take as long on a computer that is busy. A port once given up is not opened again.
PATIENCE = 8_000 * MS
NOISY = 60_000 * MS  # the same where damaged hellos keep coming
AGAIN = 400 * MS  # between two `h` to a board that is ours; of a bad cable's, two in three go unanswered
LOOK = 200 * MS  # the most between two looks at what time alone has changed
SETTLED = 450 * MS  # in which a board sends all that is not acknowledged at least once more
UNCLEAN = 5_000 * MS  # the same where lines keep being damaged

State = Literal["asking", "greeting", "up", "absent", "double", "refused"]
# hello: a board that is not the one of this session; same: it is, and the same boot; double: that id is up elsewhere;
# alien: another protocol; aside: an answer or a word about itself; frame: any other; silence: the state's time is over
What = Literal["hello", "same", "double", "alien", "aside", "frame", "silence"]
Do = Literal["ask", "meet", "again", "arrive", "take", "miss", "refuse", "foreign", "clash", "nothing"]

STEPS: dict[tuple[State, What], tuple[State, Do]] = {
    ("asking", "hello"): ("greeting", "meet"),
    ("asking", "double"): ("double", "clash"),
    ("asking", "alien"): ("refused", "refuse"),
    ("asking", "aside"): ("asking", "ask"),
    ("asking", "frame"): ("asking", "ask"),
    ("asking", "silence"): ("refused", "foreign"),
    ("greeting", "hello"): ("greeting", "meet"),
    ("greeting", "same"): ("greeting", "again"),
    ("greeting", "double"): ("double", "clash"),
    ("greeting", "alien"): ("refused", "refuse"),
    ("greeting", "aside"): ("greeting", "take"),
    ("greeting", "frame"): ("up", "arrive"),
    ("greeting", "silence"): ("up", "arrive"),
    ("up", "hello"): ("greeting", "meet"),
    ("up", "same"): ("up", "again"),
    ("up", "double"): ("double", "clash"),
    ("up", "alien"): ("refused", "refuse"),
    ("up", "aside"): ("up", "take"),
    ("up", "frame"): ("up", "take"),
    ("up", "silence"): ("absent", "miss"),
    ("absent", "hello"): ("greeting", "meet"),
    ("absent", "double"): ("double", "clash"),
    ("absent", "alien"): ("refused", "refuse"),
    ("absent", "aside"): ("absent", "ask"),
    ("absent", "frame"): ("absent", "ask"),
    ("absent", "silence"): ("absent", "ask"),
    ("double", "hello"): ("greeting", "meet"),
    ("double", "double"): ("double", "nothing"),
    ("double", "alien"): ("refused", "refuse"),
    ("double", "aside"): ("double", "nothing"),
    ("double", "frame"): ("double", "nothing"),
}
# how long a state waits, ns, since what: its beginning, the last right frame, the last `h`
TIMES: dict[State, tuple[Literal["began", "heard", "asked"], int]] = {
    "asking": ("began", PATIENCE),
    "greeting": ("began", GREETING),
    "up": ("heard", ABSENT),
    "absent": ("asked", AGAIN),
}
