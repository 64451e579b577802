"""The desk end to end: real firmware processes, through pyserial, as a host meets them."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from unotable import config
from unotable.desk.desk import Desk
from unotable.link import wire

from tests.desk.host import KINDS, PATIENCE, Host, make
from tests.waiting import tap, until


def test_a_press_arrives_with_the_time_of_its_first_edge(desk: Desk) -> None:
    host = Host(desk.ports[0])
    assert host.hello == ("H", "1", desk.board(1), host.boot, "0.1.0", "desk", "blsf")
    desk.press(1, "cut", ms=40, bounce=(300, 150, 200, 90))
    press, release = host.wait("P", 1), host.wait("R", 2)
    until(lambda: len(desk.edges(1)) == 6, "the truth is told, too")
    first, *_, last = desk.edges(1)
    assert press == ("P", "1", "c", str(first.ticks), "5", "740")
    assert release == ("R", "2", "c", str(last.ticks))
    assert (last.at_ns - first.at_ns) == 40_000_000
    host.close()


def test_the_truth_is_on_the_hosts_timeline(one: Desk) -> None:
    before = time.perf_counter_ns()
    one.press(1, "uno")
    until(lambda: one.edges(1), "the contact closes")
    assert before // 1000 <= one.edges(1)[0].at_ns // 1000 <= time.perf_counter_ns() // 1000


def test_a_hold_upgrades_its_press(desk: Desk) -> None:
    host = Host(desk.ports[0])
    desk.hold(1, "done", ms=640)
    press, hold = host.wait("P", 1), host.wait("L", 2)
    assert hold == ("L", "2", "d", press[3], "1")
    host.wait("R", 3)
    host.close()


def test_down_and_up_are_a_finger(one: Desk) -> None:
    host = Host(one.ports[0])
    one.down(1, "u")
    one.down(1, "u")
    host.wait("P", 1)
    one.up(1, "u")
    host.wait("R", 2)
    assert [edge.closed for edge in one.edges(1)] == [True, False]
    host.close()


def test_said_again_until_acknowledged(one: Desk) -> None:
    host = Host(one.ports[0])
    one.press(1, "u", ms=35)
    host.wait("R", 2)
    until(lambda: host.listen(0.01) or host.count("P", 1) >= 4, "it is sent again and again")
    assert len({frame for frame in host.heard if frame[0] == "P"}) == 1
    host.ack(1)
    host.say("q", 9)
    host.wait("A")  # the ack is in
    before = host.count("P", 1)
    host.listen(0.9)
    assert host.count("P", 1) == before
    assert host.count("R", 2) > 2
    host.close()


def test_presses_while_nobody_listens_are_kept(one: Desk) -> None:
    for _ in range(3):
        tap(one, 1, "u")
    host = Host(one.ports[0])
    for ev in range(1, 7):
        host.wait("P" if ev % 2 else "R", ev)
    host.close()


def test_the_board_answers_a_press_by_itself(one: Desk) -> None:
    def answered() -> bool:
        one.press(1, "u", ms=33)
        end = time.monotonic() + 0.1  # the answer shows for 150 ms
        while time.monotonic() < end and one.lamps(1) != "press u":
            time.sleep(0.002)
        return one.lamps(1) == "press u"

    until(answered, "without any host")
    until(lambda: one.lamps(1) == "nohost", "and then it is as before")


def test_clock_answers_fit_the_truth(desk: Desk) -> None:
    host = Host(desk.ports[0])
    sent = time.perf_counter_ns()
    host.say("q", 12)
    answer = host.wait("A")
    received = time.perf_counter_ns()
    desk.press(1, "u")
    until(lambda: desk.edges(1), "the contact closes")
    edge = desk.edges(1)[0]
    rx, tx = (edge.at_ns - (edge.ticks - int(ticks)) % wire.TICKS * 1000 for ticks in answer[2:4])
    slack = (edge.at_ns - sent) // 20_000 + 2_000  # 50 ppm of what passed, and rounding
    assert sent - slack <= rx <= tx <= received + slack
    assert answer[1] == "12" and answer[4] == "0"
    host.close()


def test_every_clock_starts_near_its_wrap_and_differs(one: Desk) -> None:
    with make(KINDS[0], seats=3) as desk:
        for seat in desk.seats:
            desk.press(seat, "u")
        until(lambda: all(desk.edges(seat) for seat in desk.seats), "all press")
        ticks = [desk.edges(seat)[0].ticks for seat in desk.seats]
        assert len(set(ticks)) == 3
        assert all((wire.TICKS - one) % wire.TICKS < 21_000_000 for one in ticks)
        assert len({desk.board(seat) for seat in desk.seats}) == 3


def test_lamps_show_what_the_host_orders(desk: Desk) -> None:
    assert desk.lamps(1) in ("nohost", "off")
    host = Host(desk.ports[0])
    host.say("l", "penalty", 2)
    until(lambda: desk.lamps(1) == "penalty 2", "the lamp is told")
    desk.pictures(1, 20)
    until(lambda: desk.picture(1)[:3] == b"\xff\0\0", "and seen")
    host.say("s", "caught", "")
    until(lambda: desk.sounds(1) == ["caught"], "and heard")
    host.close()


def test_a_bad_cable_costs_no_press(one: Desk) -> None:
    """One byte in a hundred with a flipped bit, both ways: everything arrives, once."""
    host = Host(one.ports[0])
    one.harm(1, flips=0.01, drops=0.002, seed=3)
    acked = 0
    for k in range(12):
        one.press(1, "ucd"[k % 3], ms=31)
        until(lambda: len(one.edges(1)) == 2 * k + 2, "the finger is off")  # noqa: B023
        host.listen(0.04)
        while host.count("P", acked + 1) + host.count("R", acked + 1):
            acked += 1
        host.ack(acked)
        host.say("b")
    end = time.monotonic() + PATIENCE
    while acked < 24 and time.monotonic() < end:
        host.listen(0.05)
        host.say("b")
        while host.count("P", acked + 1) + host.count("R", acked + 1):
            acked += 1
    truth = [(str(edge.ticks), edge.button) for edge in one.edges(1) if edge.closed]
    presses = {int(frame[1]): (frame[3], frame[2]) for frame in host.heard if frame[0] == "P"}
    assert [presses[ev] for ev in sorted(presses)] == truth
    assert host.decoder.refused > 0, "the cable is bad"
    host.close()


def test_a_loop_that_stands_still_stamps_right(one: Desk) -> None:
    host = Host(one.ports[0])
    one.press(1, "u", ms=60, bounce=(100, 100))
    one.stall(1, 300)
    press, release = host.wait("P", 1), host.wait("R", 2)
    edges = one.edges(1)
    assert (press[3], release[3]) == (str(edges[0].ticks), str(edges[-1].ticks))
    assert press[4:] == ("3", "200")
    host.close()


def test_a_full_ring_is_listed(one: Desk) -> None:
    """Nobody reads; 70 events; 64 are kept, and once there is room the others are told of."""
    for _ in range(35):
        tap(one, 1, "u")
    host = Host(one.ports[0])
    host.wait("R", 64)
    host.ack(64)
    assert host.wait("D") == ("D", "65", "6")
    host.close()


@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(1, 2_900), max_size=8).map(lambda parts: parts[: len(parts) // 2 * 2]))
def test_any_bounce_is_one_press(bounce: list[int]) -> None:
    desk = bouncing()
    host = Host(desk.ports[0])
    host.say("q", 1)
    made = int(host.wait("A")[4])
    desk.press(1, "u", ms=sum(bounce) / 1000 + 35, bounce=bounce)
    host.wait("R", made + 2)
    told = {int(frame[1]): frame[0] for frame in host.heard if frame[0] in "PLRD" and int(frame[1]) > made}
    assert told == {made + 1: "P", made + 2: "R"}
    host.ack(made + 2)
    host.say("q", 2)
    host.close()
    time.sleep(0.01)


_kept: list[Desk] = []


def bouncing() -> Desk:
    if not _kept:
        _kept.append(make(KINDS[0]))
    return _kept[0]


@pytest.fixture(scope="module", autouse=True)
def swept() -> Iterator[None]:
    yield
    while _kept:
        _kept.pop().close()


def test_a_bounce_must_end_closed(one: Desk) -> None:
    with pytest.raises(ValueError, match="odd number"):
        one.press(1, "u", bounce=(100,))


def test_the_readmes_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(
        r"```python\n(.*?)```", (config.firmware() / "README.md").read_text(encoding="utf-8"), re.DOTALL
    )
    exec(code, {})
    assert capsys.readouterr().out.count(",") == 3
