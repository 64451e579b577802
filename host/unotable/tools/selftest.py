"""`unotable boards --self-test`: walks a builder through one new board, and says what passed.

Each button is pressed when it is asked for. Then lamps, strip and piezo show what is asked about; a question is
answered on the board itself (DONE yes, CUT no) or typed (y, n; s leaves it out). What the link knows of the cable
and the clock comes last. Existing patterns and tunes are all that is ordered, so any board that plays can be tested.

On the desk nobody is asked: its one board is pressed, and its lamps are looked at, from the desk's own side.
"""

from __future__ import annotations

import json
import queue
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path

from unotable import __version__
from unotable.config import paths
from unotable.desk.desk import Desk
from unotable.desk.process import DeskError
from unotable.link.events import BoardDown, Event, Health, Pressed, Released
from unotable.link.ports import Extra, Link
from unotable.locale import tr
from unotable.tools.certificate import length
from unotable.tools.hearing import Hearing
from unotable.tools.passsheet import Row, Sheet, State
from unotable.tools.sights import DISPLAY, LAMPS, TUNES, DeskHands, Hands, Person, Sight

Say = Callable[[str], None]
BUTTONS = ("uno", "cut", "done")
FIND_S = 6.0  # until a board that is there has said hello
PRESS_S = 30.0  # for a press that was asked for
OPEN_S = 5.0  # until it is up again
ANSWER_S = 120.0
GAP_S = 0.3  # between two orders, so that the first one is obeyed, too
CLOCK_S = 9.0  # in which a bound gets as small as waiting makes it
WIDE_US = 5000  # a bound beyond this rules on nothing
YES, NO, SKIP = ("y", "yes", "j", "是"), ("n", "no", "否"), ("s", "skip", "略")


class SelfTestError(Exception):
    """There is nothing to test: one sentence."""


class Bench(Hearing):
    """One board on a link, what it has told, and what was typed."""

    def __init__(self, link: Link, events: queue.SimpleQueue[Event], typed: queue.SimpleQueue[str]) -> None:
        super().__init__(link)
        self.board = ""  # the one under test
        self.health: Health | None = None
        self.first: Health | None = None
        self._events = events
        self._typed = typed

    def begin(self, board: str) -> None:
        self.board = board
        self.first = self.health = None
        self.link.seat(board, 1, "ffffff")

    def hear(self, seconds: float, done: Callable[[], bool] = lambda: False) -> bool:
        """Takes what comes until `done`; False if that is not within so many seconds."""
        end = time.monotonic() + seconds
        while not done():
            if self.next(end) is None:
                return False
        return True

    def next(self, end: float) -> Event | str | None:
        """The next event of the board or typed line; None when it is `end` (monotonic)."""
        while time.monotonic() < end:
            try:
                return self._typed.get_nowait()
            except queue.Empty:
                pass
            try:
                event = self._events.get(timeout=min(0.05, max(0.001, end - time.monotonic())))
            except queue.Empty:
                continue
            self.take(event)
            return event
        return None

    def take(self, event: Event) -> None:
        super().take(event)
        if isinstance(event, BoardDown) and event.board == self.board:
            raise SelfTestError(tr("board {board} went away: {why}", board=event.board, why=event.why))
        if isinstance(event, Health) and event.board == self.board:
            self.health = event
            self.first = self.first or event


class Walk:
    """The trials in their order."""

    def __init__(self, bench: Bench, hands: Hands, say: Say) -> None:
        self._bench = bench
        self._hands = hands
        self._say = say
        self._rows: list[Row] = []
        self._works: set[str] = set()  # buttons that a question can be answered with

    def run(self) -> tuple[Row, ...]:
        bench = self._bench
        up = bench.up[bench.board]
        for button in BUTTONS:
            self._button(button)
        sights: list[Sight] = []
        if "l" in up.has:
            sights += DISPLAY if up.kind == "microbit" else LAMPS
        if "s" in up.has:
            sights += TUNES
        if sights and isinstance(self._hands, Person):
            keys = tr("DONE is yes, CUT is no; or type y or n, s to leave it out")
            self._say(keys if {"done", "cut"} <= self._works else tr("type y or n, s to leave it out"))
        for sight in sights:
            self._sight(sight)
        bench.link.lamp(bench.board, "off")
        self._usb()
        self._clock("f" in up.has)
        return tuple(self._rows)

    def _note(self, trial: str, state: State, told: str = "") -> None:
        self._rows.append(Row(trial, state, told))

    def _button(self, button: str) -> None:
        """Asks for a press, once more if another button was told."""
        other = ""
        for _ in range(2):
            self._say(tr("Press {button} now.", button=button.upper()))
            self._hands.press(button)
            pressed = self._pressed()
            if pressed is None:
                self._note(f"button {button}", "fail", tr("no press within {s} s", s=round(PRESS_S)))
                return
            if isinstance(pressed, str):
                self._note(f"button {button}", "skipped")
                return
            up = self._released(pressed)
            if pressed.button == button:
                state: State = "pass" if up else "fail"
                self._note(f"button {button}", state, "" if up else tr("it does not open again"))
                if up:
                    self._works.add(button)
                return
            other = pressed.button.upper()
            self._say(tr("That was {other}.", other=other))
        self._note(f"button {button}", "fail", tr("{other} was told instead: are two wires swapped?", other=other))

    def _pressed(self) -> Pressed | str | None:
        end = time.monotonic() + PRESS_S
        while (event := self._bench.next(end)) is not None:
            if isinstance(event, Pressed) and event.board == self._bench.board:
                return event
            if isinstance(event, str) and event.strip().lower() in SKIP:
                return event
        return None

    def _released(self, press: Pressed) -> bool:
        end = time.monotonic() + OPEN_S
        while (event := self._bench.next(end)) is not None:
            if isinstance(event, Released) and event.of == press.ev:
                return True
        return False

    def _sight(self, sight: Sight) -> None:
        bench = self._bench
        if sight.tune:
            bench.link.sound(bench.board, sight.pattern)
        else:
            bench.link.lamp(bench.board, "off")  # ends what lasts for a while; the link sends only the newest order
            bench.hear(GAP_S)
            bench.link.lamp(bench.board, sight.pattern, sight.arg)
        self._say(sight.question())
        seen = self._hands.look(sight)
        if seen is None:
            state = self._answer(sight)
        else:
            state = "pass" if seen else "fail"
        self._note(sight.trial, state, tr("not as it was asked about") if state == "fail" else "")

    def _answer(self, sight: Sight) -> State:
        end = time.monotonic() + ANSWER_S
        again = time.monotonic() + 7  # what lasts for a while is shown, or played, until it is answered
        while time.monotonic() < end:
            event = self._bench.next(min(end, again))
            if event is None:
                again = time.monotonic() + 7
                if sight.tune:
                    self._bench.link.sound(self._bench.board, sight.pattern)
                else:
                    self._bench.link.lamp(self._bench.board, sight.pattern, sight.arg)
            elif isinstance(event, str):
                word = event.strip().lower()
                for words, state in ((YES, "pass"), (NO, "fail"), (SKIP, "skipped")):
                    if word in words:
                        return state  # type: ignore[return-value]
                self._say(tr("type y or n, s to leave it out"))
            elif isinstance(event, Pressed) and event.board == self._bench.board and event.button in self._works:
                if event.button == "done":
                    return "pass"
                if event.button == "cut":
                    return "fail"
        return "skipped"

    def _usb(self) -> None:
        """No event may have been lost, and no frame damaged since the test began."""
        bench = self._bench
        bench.hear(3.0, lambda: bench.health is not None)
        now, first = bench.health, bench.first
        if now is None or first is None:
            self._note("usb", "fail", tr("the board does not tell how it is"))
            return
        damaged = now.refused - first.refused
        told = tr("{lost} lost, {damaged} damaged; up for {s} s", lost=now.lost, damaged=damaged, s=now.uptime)
        self._note("usb", "pass" if now.lost == 0 and damaged == 0 else "fail", told)

    def _clock(self, frames: bool) -> None:
        bench = self._bench
        good = bench.hear(CLOCK_S, lambda: bench.health is not None and bench.health.state == "good")
        u = bench.link.bound(bench.board)
        reasons = "; ".join(bench.health.reasons) if bench.health and not good else ""
        if u is None:
            self._note("clock", "fail", reasons or tr("nothing proves what its clock says"))
            return
        told = tr("a press is known to ±{bound}", bound=length(u))
        if frames:
            told += tr(", it tells USB frames")
        self._note("clock", "pass" if good and u <= WIDE_US else "fail", "; ".join(filter(None, (told, reasons))))


def on_desk(say: Say) -> Sheet:
    """The test of a desk's only board."""
    with ExitStack() as stack:
        try:
            desk = stack.enter_context(Desk(1))
        except DeskError as error:
            raise SelfTestError(str(error)) from error
        bench = _bench(stack, lambda: desk.places, queue.SimpleQueue())
        return _test(bench, DeskHands(desk), say, where_desk=True)


def with_board(port: str | None, typed: Iterable[str], say: Say) -> Sheet:
    """The test of the only board that is plugged in, or of the one at `port`."""
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(typed, lines), name="input", daemon=True).start()
    with ExitStack() as stack:
        bench = _bench(stack, None if port is None else lambda: [port], lines)
        return _test(bench, Person(), say, where_desk=False)


def _read(typed: Iterable[str], lines: queue.SimpleQueue[str]) -> None:
    for line in typed:
        lines.put(line)


def _bench(stack: ExitStack, ports: Callable[[], Sequence[Extra]] | None, typed: queue.SimpleQueue[str]) -> Bench:
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    link = Link(events, ports)
    stack.callback(link.close)
    return Bench(link, events, typed)


def _test(bench: Bench, hands: Hands, say: Say, where_desk: bool) -> Sheet:
    bench.hear(FIND_S, lambda: bool(bench.up))
    bench.hear(1.0)  # a second one would say hello, too
    if len(bench.up) != 1:
        why = "".join(f"; {port}: {why}" for port, why in bench.refused.items())
        found = tr("no board is here") if not bench.up else tr("there are several boards; name one by --port")
        raise SelfTestError(found + why)
    (up,) = bench.up.values()
    bench.begin(up.board)
    rows = Walk(bench, hands, say).run()
    made = datetime.now().astimezone().isoformat(timespec="seconds")
    where = "desk" if where_desk else "boards"
    return Sheet(made, where, __version__, up.board, up.kind, up.firmware, up.python, up.port, up.serial, rows)  # type: ignore[arg-type]


def store(sheet: Sheet) -> Path:
    """Keeps it beside the settings; where. OSError if that cannot be."""
    folder = paths().settings / "self-tests"
    folder.mkdir(parents=True, exist_ok=True)
    stem = sheet.made[:19].replace("-", "").replace(":", "").replace("T", "-")
    path = folder / f"{stem}-{sheet.board[-4:]}.json"
    path.write_text(json.dumps(sheet.as_dict(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return path
