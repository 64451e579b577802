"""The bench's fingers on a real desk: which board made a press is what everything else is held against."""

from __future__ import annotations

import time
from multiprocessing import Pipe

from unotable.bench.fingers import Finger, Fingers, Job
from unotable.desk.desk import Desk

PATIENCE = 5.0  # s; it takes a tenth of one


def test_a_press_belongs_to_the_process_that_made_it_though_another_runs_by_now() -> None:
    near, far = Pipe()
    with Desk(1, seed=1) as desk:
        fingers = Fingers(desk, far, Job(1, 1, 1, 12.0))
        fingers.tell_news()
        finger = Finger(1, due=0.0)
        fingers.press(finger, time.monotonic())
        before = desk.pid(1)
        end = time.monotonic() + PATIENCE
        while len(desk.edges(1)) < 2:
            assert time.monotonic() < end, "the finger is off"
            time.sleep(0.005)
        desk.restart(1)
        fingers.look(finger, time.monotonic())
        said = []
        while near.poll():
            said.append(near.recv())
    assert desk.pid(1) != before
    assert [(one[2], one[3]) for one in said if one[0] == "pressed"] == [(before, desk.edges(1)[0].at_ns)]
