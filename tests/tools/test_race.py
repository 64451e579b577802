"""One press on all boards at once: what is certified, and that the desk's boards always agree."""

from __future__ import annotations

import json
import queue
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unotable.cli import main
from unotable.clock import Placed, race
from unotable.desk.desk import Desk
from unotable.link.events import Event, Pressed
from unotable.link.ports import Link
from unotable.tools import commands
from unotable.tools import race as racing
from unotable.tools.certificate import Certificate, Racer, as_text, certify, verdict
from unotable.tools.race import Bouts, Race, press_once
from unotable.wrong import Wrong

NAMES = ("a", "b", "c")
RACERS = [Racer(name, "desk", "0.1.0", "") for name in NAMES]


def certified(*bouts: dict[str, Placed], missed: int = 0) -> Certificate:
    return certify(RACERS, bouts, "2026-01-01T00:00:00+00:00", "boards", "0", missed)


def bout(*us: float, u: int = 10, sure: bool = True) -> dict[str, Placed]:
    return {name: Placed(10**9 + round(at * 1000), u, sure) for name, at in zip(NAMES, us, strict=True)}


@given(st.lists(st.lists(st.tuples(st.integers(0, 500), st.floats(-1, 1)), min_size=3, max_size=3), min_size=1))
def test_clocks_whose_bounds_hold_are_never_accused(made: list[list[tuple[int, float]]]) -> None:
    bouts = [
        {name: Placed(10**9 + int(off * u * 1000), u, True) for name, (u, off) in zip(NAMES, one, strict=True)}
        for one in made
    ]
    found = certified(*bouts)
    assert found.ok and not found.outside and found.presses == len(made)
    assert found.nearest is not None and found.widest is not None
    assert found.nearest.bound_us >= found.nearest.apart_us
    assert found.widest.apart_us >= found.nearest.apart_us


def test_a_spread_outside_the_bounds_is_named() -> None:
    found = certified(bout(0, 5, 9), bout(0, 5, 25))
    assert not found.ok
    (outside,) = found.outside
    assert (outside.press, outside.boards, outside.apart_us, outside.bound_us) == (2, ("a", "c"), 25, 20)
    assert verdict(found).startswith("boards a and c placed press 2 25.0 µs apart, but their bounds allow 20 µs")
    assert verdict(found) in as_text(found)


def test_offsets_are_to_the_mean_of_all() -> None:
    found = certified(bout(0, 3, 6), bout(0, 0, 6))
    assert [(racer.offset_us, racer.worst_us, racer.u_us) for racer in found.racers] == [
        (-2.5, 3.0, 10), (-1.0, 2.0, 10), (3.5, 4.0, 10),
    ]  # fmt: skip


def test_what_proves_nothing_is_no_certificate() -> None:
    found = certified(bout(0, 0, 9000, sure=False), missed=2)
    assert not found.ok and (found.presses, found.unsure, found.missed) == (0, 1, 2)
    assert "no press could be compared" in verdict(found)
    assert found.racers == tuple(RACERS)
    assert "a      desk  -" in as_text(found)


def pressed(board: str, ms: float, ev: int = 1) -> Pressed:
    return Pressed(board, 1, ev, "uno", 10**12 + round(ms * 1e6), 10, True)


def test_presses_close_together_are_one_whatever_their_order() -> None:
    bouts = Bouts(NAMES)
    for event in (pressed("a", 300, 2), pressed("b", 0), pressed("b", 310, 2), pressed("x", 1), pressed("a", 20)):
        bouts.add(event, 10**12)
    assert bouts.known == 0
    bouts.add(pressed("c", 10), 10**12)
    bouts.add(pressed("c", 305, 2), 10**12)
    assert [sorted(one) for one in bouts.whole] == [["a", "b", "c"]] * 2
    assert [one["a"].at_ns for one in bouts.whole] == [10**12 + 20_000_000, 10**12 + 300_000_000]


def test_a_press_that_not_all_saw_is_missed() -> None:
    bouts = Bouts(NAMES)
    bouts.add(pressed("b", 0), 10**12)
    bouts.look(10**12 + racing.GIVE_UP)
    assert bouts.known == 0
    bouts.look(10**12 + racing.GIVE_UP + 1)
    assert bouts.missing == [("a", "c")] and not bouts.whole


# -- with boards ----------------------------------------------------------------------------------------------------


class Recorded(Race):
    """Keeps every press, of one board or all."""

    def __init__(self, link: Link, events: queue.SimpleQueue[Event]) -> None:
        super().__init__(link, events, print)
        self.presses: list[Pressed] = []

    def of(self, board: str) -> list[Pressed]:
        return [event for event in self.presses if event.board == board]

    def more_of(self, board: str, count: int) -> bool:
        return len(self.of(board)) > count

    def take(self, event: Event) -> None:
        if isinstance(event, Pressed):
            self.presses.append(event)
        super().take(event)


@contextmanager
def racers(desk: Desk, frames: bool) -> Iterator[tuple[Recorded, Link]]:
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    link = Link(events, lambda: desk.places if frames else desk.ports)
    try:
        told = Recorded(link, events)
        assert told.hear(racing.START_S, lambda: len(told.up) == len(desk.seats) and told.proved())
        yield told, link
    finally:
        link.close()


@contextmanager
def stalls(desk: Desk, seed: int) -> Iterator[None]:
    """Now and then a board's loop stands still for 20 ms."""
    over = threading.Event()
    chance = random.Random(seed)

    def go() -> None:
        while not over.wait(chance.uniform(0.002, 0.03)):
            desk.stall(chance.choice(desk.seats), 20)

    thread = threading.Thread(target=go)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def press(told: Race, desk: Desk, count: int) -> tuple[list[Racer], list[int]]:
    takes_part = told.begin()
    truth: list[int] = []
    for _ in range(3 * count):
        if len(truth) < count:
            truth += press_once(told, desk)
    assert len(truth) == count == len(told.bouts.whole)
    return takes_part, truth


def hold(told: Race, takes_part: list[Racer], truth: list[int], shared: bool) -> Certificate:
    """Every spread lies inside; without a shared line the truth lies inside every single bound as well."""
    found = certify(takes_part, told.bouts.whole, "", "desk", "0", truth=truth)
    assert found.outside == ()  # a busy machine answers some too late to be sure of them
    if not shared:
        for one, at in zip(told.bouts.whole, truth, strict=True):
            for name, placed in one.items():
                assert abs(placed.at_ns - at) <= placed.u_us * 1000, name
    return found


def test_ten_boards_agree_about_every_shared_press() -> None:
    with Desk(10, seed=11) as desk, racers(desk, frames=False) as (told, _):
        hold(told, *press(told, desk, 20), shared=False)
        with stalls(desk, 1):
            hold(told, *press(told, desk, 20), shared=False)


def test_boards_that_share_frames_agree_far_more_closely() -> None:
    with Desk(10, seed=12) as desk, racers(desk, frames=True) as (told, link):
        told.hear(racing.SETTLE_S, told.settled)
        found = hold(told, *press(told, desk, 10), shared=True)
        alone = [link.boards.board(racer.board).boot for racer in found.racers]
        by_trips = [boot.clock.u_us for boot in alone if boot is not None and boot.clock.u_us is not None]
        bounds = [placed.u_us for one in told.bouts.whole for placed in one.values()]
        assert sum(bounds) / len(bounds) < sum(by_trips) / len(by_trips) / 3
        apart(told, desk)


def apart(told: Recorded, desk: Desk) -> None:
    """Presses of single boards soon after each other: which was first, and by how much, is told truly."""
    chance = random.Random(5)
    made: list[tuple[int, Placed]] = []  # when it really was, where it was placed
    for seat in chance.sample(desk.seats, len(desk.seats)) * 3:  # each has re-armed before it is its turn again
        edges, before = len(desk.edges(seat)), len(told.of(desk.board(seat)))
        desk.press(seat, "cut", 5)
        assert told.hear(5, partial(told.more_of, desk.board(seat), before))
        assert told.hear(5, partial(_more_edges, desk, seat, edges + 2))
        event = told.of(desk.board(seat))[before]
        made.append((desk.edges(seat)[edges].at_ns, Placed(event.at, event.u, event.sure)))
    for (truth, one), (other_truth, other) in combinations(made, 2):
        found, gap = race(one, other), (other_truth - truth) / 1000
        assert found.first == 0 or (found.first < 0) == (gap > 0)
        if abs(gap) < 100_000:  # µs; for the slope see clock/line.py
            assert abs(found.margin_us - gap) <= found.u_us + abs(gap) * 200e-6


def _more_edges(desk: Desk, seat: int, count: int) -> bool:
    return len(desk.edges(seat)) >= count


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("stalled", [False, True], ids=["calm", "stalls of 20 ms"])
@pytest.mark.parametrize("frames", [False, True], ids=["round trips", "frames"])
def test_a_thousand_shared_presses(stalled: bool, frames: bool) -> None:
    with Desk(10, seed=13) as desk, racers(desk, frames) as (told, _):
        if stalled:
            with stalls(desk, 2):
                found = hold(told, *press(told, desk, 1000), shared=frames)
        else:
            found = hold(told, *press(told, desk, 1000), shared=frames)
        print(as_text(found))


def test_the_command_certifies_and_keeps(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    racing_settle, racing.SETTLE_S = racing.SETTLE_S, 0.5
    try:
        assert main(["boards", "--race", "--desk", "2", "--presses", "3", "--json"]) == 0
    finally:
        racing.SETTLE_S = racing_settle
    told = json.loads(capsys.readouterr().out)
    kept = Path(told.pop("file"))
    assert kept.parent == home / "races"
    assert json.loads(kept.read_text(encoding="utf-8")) == told
    assert told["ok"] and told["presses"] == 3 and len(told["racers"]) == 2


def test_real_ports_are_raced_by_hand(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(racing, "FIND_S", 1.0)
    monkeypatch.setattr(racing, "SETTLE_S", 0.1)
    with Desk(2, seed=14) as desk:
        said: list[str] = []

        def say(line: str) -> None:
            said.append(line)
            if "contacts" in line or "1/2" in line:
                threading.Timer(0.1, desk.press_all, ("uno", 20)).start()

        found = racing.with_boards(2, desk.ports, say)
    assert found.ok and found.presses == 2 and found.where == "boards"
    assert [line[:4] for line in said[-2:]] == ["1/2:", "2/2:"]


def test_without_boards_it_says_what_helps(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(racing, "FIND_S", 0.3)
    assert main(["boards", "--race", "--port", str(home / "nothing")]) == 1
    assert "`unotable boards --race --desk 4`" in capsys.readouterr().err
    assert not (home / "races").exists()


@pytest.mark.parametrize("words", [["--desk", "3"], ["--presses", "3"], ["--race", "--desk", "2", "--port", "x"]])
def test_what_does_not_go_together(words: list[str]) -> None:
    assert main(["boards", *words]) == 2


def test_a_spread_outside_is_kept_and_fails(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(racing, "with_boards", lambda *_: certified(bout(0, 0, 90)))
    with pytest.raises(Wrong) as wrong:
        commands.race(None, 1, None, False)
    assert wrong.value.code == 1 and "boards a and c" in str(wrong.value)
    (kept,) = (home / "races").iterdir()
    assert json.loads(kept.read_text(encoding="utf-8"))["ok"] is False
